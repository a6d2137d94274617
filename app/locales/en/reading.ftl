# What is said about a photograph.

read-board = { $tiles ->
    [0] No board
    [one] A board of { $tiles } tile
   *[other] A board of { $tiles } tiles
}{ $tiles ->
    [0] .
   *[other] {""}, worth { $value }, with { $hexagons ->
        [0] no hexagon
        [one] { $hexagons } hexagon
       *[other] { $hexagons } hexagons
    }.
}
read-loose = { $count ->
    [one] { $count } tile lies apart.
   *[other] { $count } tiles lie apart.
}
read-facedown = { $count ->
    [one] { $count } tile lies face down.
   *[other] { $count } tiles lie face down.
}
read-fault = Against the rules ({ $reason }): { $cells }.
read-apart = apart
read-doubt = { $percent ->
    [100] Please look: { $tile } ({ $where }) can be read, but it is not clear how it lies or fits.
   *[other] Please look: { $tile } ({ $where }) is only { $percent } % sure.
}
read-suspect = Please look: is there a tile at { $cell }?
read-faint = Please look: is there a tile near pixel { NUMBER($x, useGrouping: 0) }, { NUMBER($y, useGrouping: 0) }?
read-sure = All of it is sure.
read-unsure = Not all of it is sure.

# Что говорится о фотографии.

read-board = { $tiles ->
    [0] Поля нет
    [one] На поле { $tiles } костяшка
    [few] На поле { $tiles } костяшки
   *[many] На поле { $tiles } костяшек
}{ $tiles ->
    [0] .
   *[other] {""}, сумма { $value }, { $hexagons ->
        [0] шестиугольников нет
        [one] { $hexagons } шестиугольник
        [few] { $hexagons } шестиугольника
       *[many] { $hexagons } шестиугольников
    }.
}
read-loose = Отдельно { $count ->
    [one] лежит { $count } костяшка
    [few] лежат { $count } костяшки
   *[many] лежат { $count } костяшек
}.
read-facedown = Лицом вниз { $count ->
    [one] лежит { $count } костяшка
    [few] лежат { $count } костяшки
   *[many] лежат { $count } костяшек
}.
read-fault = Против правил ({ $reason }): { $cells }.
read-apart = отдельно
read-doubt = { $percent ->
    [100] Взгляните: { $tile } ({ $where }) читается, но неясно, как она лежит или подходит ли.
   *[other] Взгляните: { $tile } ({ $where }), уверенность только { $percent } %.
}
read-suspect = Взгляните: есть ли костяшка в клетке { $cell }?
read-faint = Взгляните: нет ли костяшки около точки { NUMBER($x, useGrouping: 0) }, { NUMBER($y, useGrouping: 0) }?
read-sure = Всё прочитано уверенно.
read-unsure = Уверенности не во всём.

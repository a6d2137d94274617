# What the commands print besides announcements.

default-names = Anna, Boris, Vera, Gleb, Dina, Egor, Zoya, Ivan, Kira, Leo, Mila, Nina

match-begins = { $ruleset }: { $players }.
scoresheet = Scoresheet
record-written = The record is in { $file }.
pictures-written = { $count ->
    [one] { $count } picture is in { $folder }.
   *[other] { $count } pictures are in { $folder }.
}
saved = The house rules are in { $file }.
audit-clean = The hands show that nobody drew or passed without need.
not-over = The match is not over yet.

statistics-title = { $matches ->
    [one] { $matches } match of { $ruleset }, { $players } players, seed { $seed }
   *[other] { $matches } matches of { $ruleset }, { $players } players, seed { $seed }
}
statistics-players = Players
statistics-wins = Won
statistics-shared = Shared
statistics-points = Points, mean
statistics-best = Best
statistics-worst = Worst
statistics-game = The game
statistics-rounds = Rounds a match, mean
statistics-turns = Events a round, mean
statistics-blocked = Blocked rounds
statistics-draws = Tiles drawn a round, mean
statistics-classes = Placements

judge-legal = Legal.
judge-illegal = Not legal.
judge-measures = { $sides ->
    [one] { $sides } side
   *[other] { $sides } sides
} and { $corners ->
    [one] { $corners } corner
   *[other] { $corners } corners
} met, { $hexagons ->
    [0] no hexagon
    [one] { $hexagons } hexagon
   *[other] { $hexagons } hexagons
} completed.
judge-position = The position itself is not legal ({ $reason }): { $cells }.
judge-players = Player, Opponent
judge-best = The most points at once: { $move }, { $points }.

class-opening = Opening
class-plain = Plain
class-bridge = Bridge
class-two_sides = Two sides
class-three_sides = Three sides
class-all_three = All three digits
class-hexagon = Hexagon
class-double_hexagon = Double hexagon
class-triple_hexagon = Triple hexagon

# What the referee says. A number $n picks the plural; $n_shown is how it is written. $well is what the game calls the
# tiles that can be drawn: well, bank or bazaar. Messages refer to others, which then see the same arguments.

cited = { $text } (leaflet { $leaflet }, rule { $rule })
list-and = { $before } and { $last }
list-or = { $before } or { $last }
line-name = “{ $line }”

## Numbers of things.

points = { $points_shown } { $points ->
    [one] point
   *[other] points
}
bonus-points = { $bonus_shown } { $bonus ->
    [one] point
   *[other] points
}
tiles-counted = { $count_shown } { $count ->
    [one] tile
   *[other] tiles
}
tiles-taken = { tiles-counted }
tiles-each = { tiles-counted } each
tiles-limit = { tiles-counted }
tiles-needed = { $needed_shown } { $needed ->
    [one] tile
   *[other] tiles
}
tiles-to-take = { tiles-needed }
the-well = { $well ->
    [bank] The bank
    [bazaar] The boneyard
   *[well] The well
}
in-well = { $well ->
    [bank] in the bank
    [bazaar] in the boneyard
   *[well] in the well
}
from-well = { $well ->
    [bank] from the bank
    [bazaar] from the boneyard
   *[well] from the well
}

## What happens.

dealt = Round { $round_shown }: { $hands ->
    [1] { tiles-counted }
   *[other] { tiles-each }
}, { $left_shown } { in-well }.
dealt-unevenly = Round { $round_shown }: the tiles are dealt, { $left_shown } { in-well }.
start-draw = Drawn for the start: { $drawn }.
start-drawn = Drawn for the start: { $drawn }. { $player } opens.
drawn-for-start = { $player } { $tile }
draw-again = A tie! Draw once more: { $players }.
deal-again = A tie! The tiles are dealt again.
deal-again-no-double = Nobody has a double. The tiles are dealt again.
opens = { $player } opens the round.
reveals = { $player } shows { $tile } and may open.

opens-with = { $player } opens with { $tile }.
opens-with-for = { $player } opens with { $tile } for { points }, { $total_shown } in all.
opens-with-for-bonus = { $player } opens with { $tile }: { $points ->
    [0] { bonus-points } for the three zeros
   *[other] { points } and { $bonus_shown } for the first move
}, { $total_shown } in all.
lays = { $player } lays { $tile }.
lays-at-end = { $player } lays { $tile } on the { end }.
lays-for = { $player } lays { $tile } for { points }, { $total_shown } in all.
lays-for-bonus = { $player } lays { $tile }: { $kind ->
    [bridge] a bridge
    [two_sides] two sides at once
    [three_sides] three sides at once
    [all_three] all three digits match
    [hexagon] a hexagon
    [double_hexagon] a double hexagon
   *[triple_hexagon] a triple hexagon
}! { points } and a bonus of { $bonus_shown }, { $total_shown } in all.
end = { $end ->
    [L] left
   *[R] right
}

draws = { $player } takes a tile { from-well }.
draws-penalty = { $player } { $well ->
    [bank] buys a tile
   *[well] takes a tile { from-well }
}: { points }, { $total_shown } in all.
well-emptied = { the-well } is empty now.
passes = { $player } passes.
passes-penalty = { $player } passes: { points }, { $total_shown } in all.
time-is-up = Time is up! { $player } must move.
times-out = Time is up! { $player } { $count ->
    [0] loses the turn
   *[other] takes { tiles-taken } { from-well } and loses the turn
}.
times-out-penalty = Time is up! { $player } { $count ->
    [0] loses the turn
   *[other] takes { tiles-taken } { from-well } and loses the turn
}: { points }, { $total_shown } in all.
shows = { $player } shows { tiles-taken } worth { points }.

throws = { $player } throws { $dice }.
throws-again = { $player } throws { $count ->
    [one] { $count_shown } die
   *[other] { $count_shown } dice
} again: { $dice }.
fills = { $player } writes { $points ->
    [0] a zero
   *[other] { points }
} in { $line }, { $total_shown } in all.
fills-with-joker = A joker! { $player } writes { points } in { $line }, { $total_shown } in all.
further-yacht = Another yacht! { $player } gets a bonus of { points }, { $total_shown } in all.

stands-though = This stands, though it is against the rules. { $fault }

## The end of a round and of a match.

is-out = { $player } is out of tiles!
is-out-with-last-turns = { $player } is out of tiles! { $count ->
    [1] One last turn: { $others }
   *[other] One last turn each: { $others }
}.
round-won = Round { $round_shown } is over: { $count ->
    [1] { $players } wins it
   *[other] { $players } win it
}.
round-won-alone = Round { $round_shown } is over.
round-blocked = { $well ->
    [bazaar] The chain is blocked!
   *[well] Nobody can move.
} { $count ->
    [0] Round { $round_shown } has no winner
    [1] { $players } wins round { $round_shown } with the lightest hand
   *[other] { $players } share round { $round_shown } with equal hands
}.
round-blocked-alone = There is no move left. Round { $round_shown } is over.
cards-full = All lines are filled.
game-played = Game { $round_shown } is over: { $count ->
    [1] { $players } wins it
   *[other] { $players } share it
}.
settles = { $player }: { $parts }, { $total_shown } in all.
part-out = { points } for going out
part-hands = { points } for the tiles of the others
part-own-hand = { points } for the tiles left in hand
part-upper-bonus = a bonus of { points } for the upper section
match-won = { $count ->
    [1] { $players } wins the match!
   *[other] { $players } share the victory!
}
match-over-alone = The match is over!
score = { $player } { $total_shown }
final-scores = Final scores: { $scores }.

## What the table waits for.

waits-deal = Round { $round_shown }: deal { $hands ->
    [1] { tiles-taken }
   *[other] { tiles-each }
}.
waits-start-draw = Draw a tile each { from-well } to see who opens: { $players }.
waits-triplet = Who has the highest triplet? That player opens.
waits-double = Who has the highest double? That player opens.
waits-opening = { $player } opens the round.
waits-opening-with = { $player } opens the round with { $tiles }.
waits-opening-from-well = { $player } opens the round with any tile { from-well }.
waits-move = { $player } to move.
waits-last-move = { $player } to move, for the last time this round.
waits-show = { $how ->
    [blocked] Nobody can move
   *[out] The round is over
}. Show your tiles: { $players }.
waits-nothing = The match is over.
waits-throw = { $player } to throw.
waits-throw-or-line = { $player } may throw again ({ $count ->
    [one] { $count_shown } throw left
   *[other] { $count_shown } throws left
}) or fill a line.
waits-line = { $player } must fill a line.

## Why not.

fault-bad-tile = Not in the set: { $tiles }.
fault-mirrored = There is no tile { $tile }, only { $instead }: digits are read clockwise.
fault-lies-in-cell = { $tile } lies on the table already, in cell { $cell }.
fault-lies = Already on the table: { $tiles }.
fault-lies-or-held = Already on the table or in another hand: { $tiles }.
fault-occupied = Cell { $cell } is taken: { $tile } lies there.
fault-no-side = { $tile } shares no side with any tile.
fault-side-mismatch = { $tile } does not fit { $other }: the side they share reads { $digits } here and { $theirs } there.
fault-corner-mismatch = { $tile } does not fit: its corner { $digits } touches the { $theirs } of { $other }.
fault-wrong-end = { $tile } does not fit there, but it fits the { $pips_shown } on the { end }.
fault-no-match = { $tile } does not fit: the ends are { $left_shown } on the left and { $right_shown } on the right.
fault-must-open-with-double = The round must be opened with the highest double, { $tile }.
fault-no-double = The round must be opened with a double.
fault-wrong-opener = Not { $player }: { $opener } opens the round.
fault-higher-double = { $opener } opens the round: the double { $tile } is higher.
fault-opener-without-double = { $player } has no double and cannot open the round.
fault-must-open-with = The round must be opened with { $tiles }.
fault-reveal-first = To open with 0-0-0, show { $tile } first.
fault-reveal-highest = The tile to show is the highest triplet, { $tile }.
fault-reveal-triplet = The tile to show is a triplet: three equal digits.
fault-hands-dealt = Wrong deal: players at the table { $players_shown }, hands dealt { $count_shown }.
fault-dealt-twice = Wrong deal, a tile was dealt twice: { $tiles }.
fault-wrong-deal = Wrong deal: { tiles-each }, and { $left_shown } left { in-well }, would be right.
fault-start-draw = One tile each to see who opens: { $players }. Shown: { tiles-counted }.
fault-tiles-taken = { tiles-to-take } must be taken, not { $count_shown }.
fault-tiles-shown = { $player } should have { tiles-needed } left, but shows { $count_shown }.
fault-not-your-turn = Wait, { $player }: it is { $mover }’s turn.
fault-turn-over = { $player }’s turn is over: { $mover } is to move.
fault-not-in-hand = { $player } does not have { $tiles }.
fault-not-in-well = Not { in-well }: { $tiles }.
fault-must-play-bought = Having bought, one may lay only what was bought: { $tiles }.
fault-draw-with-move = No drawing, { $player }: { fits-there }.
fault-pass-with-move = No passing, { $player }: { fits-there }.
fits-there = { $tile } fits { $where ->
    [cell] in cell { $cell }
    [L] on the left
   *[R] on the right
}
fault-pass-with-well = No passing yet, { $player }: { $count ->
    [one] there is still { tiles-counted }
   *[other] there are still { tiles-counted }
} { in-well }.
fault-draw-limit = No more, { $player }: the limit is { tiles-limit } a turn.
fault-well-empty = { the-well } is empty: there is nothing to take.
fault-bad-dice = A throw is five dice showing 1 to 6, not { $dice }.
fault-bad-dice-again = Dice thrown again need a place among the five, each its own, and must show 1 to 6.
fault-no-roll = { $player } must throw all five dice first.
fault-roll-limit = No more throws, { $player }: the limit is { $count_shown } a turn.
fault-line-filled = { $line } is filled already. { $count ->
    [0] No line is open
    [1] Still open: { $lines }
   *[other] Still open: { $lines }
}.
fault-must-use-upper = Five alike must go in { $lines } first.
fault-must-use-lower = Five alike must go in the lower section first: { $lines }.
fault-not-now = Not now. { $waiting }
fault-hand-known = { $player }’s tiles are counted already.
fault-card-full = { $player }’s card is full.
fault-no-such-seat = There is no seat { $seat_shown } at a table of { $count_shown }.
fault-match-over = The match is over already.

## Corrections, and what the hands prove afterwards.

entry-removed = Entry { $entry_shown } is struck out.
entry-replaced = Entry { $entry_shown } now reads: { $text }
entry-void = Entry { $entry_shown } does not count. { $fault }
entry-faulty = Entry { $entry_shown } is against the rules now. { $fault }
entry-in-order = Entry { $entry_shown } is in order now.
now-void = { $tile } does not count any more. { $fault }
now-void-turn = This does not count any more. { $fault }
now-faulty = { $tile } is against the rules now. { $fault }
now-faulty-turn = This is against the rules now. { $fault }
now-in-order = { $tile } is in order now.
total-changed = { $player }: { $before_shown } becomes { $after_shown }.
totals-unchanged = The score stays as it is.
match-goes-on = The match goes on.

at-entry = Entry { $entry_shown }: { $text }
found-draw = { $player } need not have drawn, { held-then }.
found-pass = { $player } need not have passed, { held-then }.
found-opening = { $player } opened with the wrong tile, { held-then }.
found-reveal = { $player } opened with 0-0-0 without showing the highest triplet, { held-then }.
found-opener = { $player } opened, but { $holder } should have, { held-then }.
held-then = { $count ->
    [1] having { $tiles } in hand
   *[other] having one of these at least in hand: { $tiles }
}

# The rulesets in words. Every sentence about an option is given all options of its ruleset by their own
# names, the option's own number as $n, and $leaflet, which chooses the words of that leaflet.
# Messages `rules-word-…` are words of this language alone, for use in other messages.
#
# An option that is a number has a message `rules-<game>-<option>`; one that is a choice has a message for each
# choice, and another, ending in -short, with its meaning in a few words.

## Names and summaries

ruleset-triple-400-name = Triple Dominoes to 400
ruleset-triple-400-summary = Triangular dominoes to 400 points; the round in which somebody gets there is played out.
ruleset-triple-02982-name = Triple Dominoes 02982
ruleset-triple-02982-summary = Triangular dominoes to 400 points; whoever gets there has won at once.
ruleset-triple-02982-race-name = Triple Dominoes 02982, the race
ruleset-triple-02982-race-summary = Triangular dominoes without points: the first to lay all tiles wins.
ruleset-triomino-hex-name = Triomino
ruleset-triomino-hex-summary = Bridges and hexagons; buy up to three tiles a turn, equal last turns, most points at 400 win.
ruleset-triomino-kids-name = Triomino for children
ruleset-triomino-kids-summary = Triomino for children: a point for a tile, a point for a bridge or hexagon, no penalties.
ruleset-domino-100-name = Dominoes to 100
ruleset-domino-100-summary = Dominoes to 100 points; a player with nothing to lay draws until a domino fits.
ruleset-domino-50-name = Dominoes to 50
ruleset-domino-50-summary = Dominoes to 50 points, the short game; a player with nothing to lay draws until a domino fits.
ruleset-domino-draw-one-name = Dominoes: draw one
ruleset-domino-draw-one-summary = Dominoes to 100 points; a player with nothing to lay draws one domino, and lays it if it fits.
ruleset-dice-xl-name = Dice XL
ruleset-dice-xl-summary = Five dice, three throws a turn, thirteen lines to fill; further yachts earn a bonus and are jokers.

## The frame

rules-leaflet = Leaflet { $number }
rules-summary-changed = House rules: { $base } with { $n ->
    [one] one change.
   *[other] { $n } changes.
}
rules-players-range = For { $low } to { $high } players.
rules-players-exact = For { $n ->
    [one] { $n } player.
   *[other] { $n } players.
}
rules-differs = differs from { $base }
rules-idle = Changed, but without effect under the other rules: { $options }.
rules-else = or: { $allowed }
rules-choice = { $value } ({ $meaning })
# As they are to be written in house rules: without marks between thousands.
rules-number = a whole number from { NUMBER($low, useGrouping: 0) } to { NUMBER($high, useGrouping: 0) }
rules-numbers = a list of whole numbers from { NUMBER($low, useGrouping: 0) } to { NUMBER($high, useGrouping: 0) }, for 1 player, 2 players and so on

rules-section-table = The table
rules-section-earnings = What a tile earns
rules-section-opening = The opening
rules-section-drawing = Drawing and passing
rules-section-round-end = The end of a round
rules-section-match-end = The end of the match
rules-section-turn = The turn
rules-section-card = What the lines of the card earn
rules-section-upper = The upper section
rules-section-yachts = Further yachts

## Words

rules-word-well = { $leaflet ->
    [leaflet-004] bank
   *[other] well
}
rules-word-draw = { $leaflet ->
    [leaflet-004] buy
   *[other] draw
}
    .past = { $leaflet ->
        [leaflet-004] bought
       *[other] drawn
    }
    .noun = { $leaflet ->
        [leaflet-004] buying
       *[other] drawing
    }
rules-word-points = { $n ->
    [one] { $n } point
   *[other] { $n } points
}

rules-players-min = { $n ->
    [one] At least { $n } player.
   *[other] At least { $n } players.
}
rules-players-max = { $n ->
    [one] At most { $n } player.
   *[other] At most { $n } players.
}

## Triangular dominoes: the table

rules-triangles-table-intro = A tile is laid with a whole side against a tile on the table, and the two digits along that side must be the same on both.
rules-triangles-players-min = { rules-players-min }
rules-triangles-players-max = { rules-players-max }
rules-triangles-deal = { $groups }. The rest lie face down: they are the { rules-word-well }.
rules-triangles-deal-group = { $high ->
    [one] { $players } player
   *[other] { $players } players
}: { $n ->
    [one] { $n } tile
   *[other] { $n } tiles
} { $high ->
    [one] to start with
   *[other] each
}

rules-triangles-chirality-cw = Read clockwise from the smallest, the digits of a tile never go down: a set of 56.
rules-triangles-chirality-cw-short = they go up clockwise, 56 tiles
rules-triangles-chirality-ccw = Read anticlockwise from the smallest, the digits of a tile never go down: a set of 56.
rules-triangles-chirality-ccw-short = they go up anticlockwise, 56 tiles
rules-triangles-chirality-both = The digits go up clockwise on some tiles and anticlockwise on others: a set of 76.
rules-triangles-chirality-both-short = both ways round, 76 tiles

rules-triangles-corner-rule-strict = Corners that only touch must show the same digit, too.
rules-triangles-corner-rule-strict-short = touching corners must agree, too
rules-triangles-corner-rule-sides-only = Corners that only touch may show different digits.
rules-triangles-corner-rule-sides-only-short = only sides must agree

## Triangular dominoes: what a tile earns

rules-triangles-points-on = Points are counted.
rules-triangles-points-on-short = points are counted
rules-triangles-points-off = No points are counted: one round is played, and the first to lay all tiles has won.
rules-triangles-points-off-short = no points, one round decides

rules-triangles-tile-points-value = A laid tile earns the sum of its digits.
rules-triangles-tile-points-value-short = the sum of its digits
rules-triangles-tile-points-one = A laid tile earns 1 point, whatever its digits.
rules-triangles-tile-points-one-short = 1 point

rules-triangles-scheme-all-three = Bonuses go by the digits and sides with which the tile matches those around it.
rules-triangles-scheme-all-three-short = for matching digits and sides
rules-triangles-scheme-hexagons = Bonuses go by the hexagons which the tile completes.
rules-triangles-scheme-hexagons-short = for one, two or three hexagons

rules-triangles-bonus-sum-largest = Bonuses do not add up: one tile earns only one.
rules-triangles-bonus-sum-largest-short = only one bonus for a tile
rules-triangles-bonus-sum-add = Bonuses add up where one tile earns several.
rules-triangles-bonus-sum-add-short = several bonuses add up

rules-triangles-bridge-bonus = { $n ->
    [0] A bridge earns no bonus.
   *[other] A bridge earns a bonus of { rules-word-points }.
}
rules-triangles-bridge-corner-opposite = A bridge is a tile laid by one side whose opposite corner touches another tile.
rules-triangles-bridge-corner-opposite-short = the corner opposite its side must touch
rules-triangles-bridge-corner-any = A bridge is a tile laid by one side which touches another tile with any of its corners.
rules-triangles-bridge-corner-any-short = any corner may touch

rules-triangles-two-sides-bonus = A tile that fits along two of its sides{ rules-triangles-no-hexagon } earns { $n ->
    [0] no bonus.
   *[other] a bonus of { rules-word-points }.
}
rules-triangles-three-sides-bonus = A tile that fits along all three sides{ rules-triangles-no-hexagon } earns { $n ->
    [0] no bonus.
   *[other] a bonus of { rules-word-points }.
}
# Where hexagons have a bonus of their own and bonuses do not add up, a tile that completes one is paid for that.
rules-triangles-no-hexagon = { $scheme ->
    [hexagons] { $bonus_sum ->
        [largest] {" "}without completing a hexagon
       *[add] {""}
    }
   *[all_three] {""}
}
rules-triangles-all-three-bonus = { $n ->
    [0] A tile that matches with all three digits earns no bonus.
   *[other] A tile that matches with all three digits earns a bonus of { rules-word-points }.
}
rules-triangles-all-three-reading-hexagon-or-three-sides = All three digits match when the tile completes a hexagon or fits along all three sides.
rules-triangles-all-three-reading-hexagon-or-three-sides-short = by a hexagon or by three sides
rules-triangles-all-three-reading-hexagon = All three digits match when the tile completes a hexagon, and only then.
rules-triangles-all-three-reading-hexagon-short = only by a hexagon
rules-triangles-all-three-reading-three-sides = All three digits match when the tile fits along all three sides, and only then.
rules-triangles-all-three-reading-three-sides-short = only by three sides

rules-triangles-hexagon = { $bonus_sum ->
    [add] Each hexagon that a tile completes
   *[largest] Completing a hexagon
} { $n ->
    [0] earns no bonus.
   *[other] earns a bonus of { rules-word-points }.
}
rules-triangles-double-hexagon = { $n ->
    [0] Completing two hexagons with one tile earns no bonus.
   *[other] Completing two hexagons with one tile earns a bonus of { rules-word-points }.
}
rules-triangles-triple-hexagon = { $n ->
    [0] Completing three hexagons with one tile earns no bonus.
   *[other] Completing three hexagons with one tile earns a bonus of { rules-word-points }.
}

## Triangular dominoes: the opening

rules-triangles-opening-triplet = Whoever holds the highest triplet – three equal digits, 5-5-5 before 4-4-4 and so on – opens with it, or with 0-0-0 if that is in the same hand. If nobody has a triplet, the tile with the largest sum opens.
rules-triangles-opening-triplet-short = the highest triplet opens
rules-triangles-opening-start-draw = Everybody draws a tile from the { rules-word-well }: the largest sum opens, and the tiles go back.
rules-triangles-opening-start-draw-short = a draw decides who opens

rules-triangles-triplet-bonus = { $n ->
    [0] Opening with a triplet earns no bonus.
   *[other] Opening with a triplet other than 0-0-0 earns a bonus of { rules-word-points }.
}
rules-triangles-zeros-bonus = { $n ->
    [0] Opening with 0-0-0 earns no bonus.
   *[other] Opening with 0-0-0 earns a bonus of { rules-word-points }.
}
rules-triangles-reveal-triplet-true = Whoever opens with 0-0-0 instead of a higher triplet must show that triplet.
rules-triangles-reveal-triplet-true-short = it must be shown
rules-triangles-reveal-triplet-false = Whoever opens with 0-0-0 instead of a higher triplet need not show that triplet.
rules-triangles-reveal-triplet-false-short = it need not be shown

rules-triangles-open-tie-next-tile = If the largest sums are equal, these players compare their next largest tiles.
rules-triangles-open-tie-next-tile-short = the next largest tiles decide
rules-triangles-open-tie-seat = If the largest sums are equal, the first of these players in the order of seats opens.
rules-triangles-open-tie-seat-short = the order of seats decides
rules-triangles-open-tie-redraw = If the largest sums are equal, the tiles are dealt again.
rules-triangles-open-tie-redraw-short = a new deal

rules-triangles-start-tie-largest-only = The draw is repeated if the largest sums are equal.
rules-triangles-start-tie-largest-only-short = only equal largest sums repeat it
rules-triangles-start-tie-any = The draw is repeated if any two sums are equal.
rules-triangles-start-tie-any-short = any equal sums repeat it
rules-triangles-redraw-all = Then everybody draws again.
rules-triangles-redraw-all-short = everybody draws again
rules-triangles-redraw-tied = Then only those with equal sums draw again.
rules-triangles-redraw-tied-short = only equal sums draw again

rules-triangles-opening-tile-bank = The opening tile is taken unseen from the { rules-word-well }.
rules-triangles-opening-tile-bank-short = unseen from the { rules-word-well }
rules-triangles-opening-tile-hand = The opening tile comes from the opener's own hand.
rules-triangles-opening-tile-hand-short = from the opener's hand

rules-triangles-later-opener-same = Every later round is opened in the same way.
rules-triangles-later-opener-same-short = in the same way
rules-triangles-later-opener-round-winner = The winner of a round opens the next one{ $opening_tile ->
    [bank] .
   *[hand] , with any tile.
}
rules-triangles-later-opener-round-winner-short = the winner of the last round

## Triangular dominoes: drawing and passing

rules-triangles-voluntary-draw-false = Whoever can lay a tile must lay one; only a player who cannot { rules-word-draw }s from the { rules-word-well }.
rules-triangles-voluntary-draw-false-short = only with nothing to lay
rules-triangles-voluntary-draw-true = Whoever cannot or does not want to lay a tile { rules-word-draw }s one from the { rules-word-well }.
rules-triangles-voluntary-draw-true-short = also instead of laying a tile

rules-triangles-draw-limit = While the { rules-word-well } has tiles, a player who lays none must go on { rules-word-draw.noun }, up to { $n ->
    [one] { $n } tile
   *[other] { $n } tiles
} a turn.
rules-triangles-draw-limit-none = Tiles are { rules-word-draw.past } until one fits or the { rules-word-well } is empty.
rules-triangles-draw-limit-none-short = until one fits
rules-triangles-draw-penalty = { $n ->
    [0] A { rules-word-draw.past } tile costs nothing.
   *[other] Each tile { rules-word-draw.past } costs { rules-word-points }.
}
rules-triangles-play-after-buy-any = After { rules-word-draw.noun }, any tile of the hand may be laid.
rules-triangles-play-after-buy-any-short = any tile of the hand
rules-triangles-play-after-buy-bought-only = After { rules-word-draw.noun }, only a tile { rules-word-draw.past } in this turn may be laid.
rules-triangles-play-after-buy-bought-only-short = only those { rules-word-draw.past } this turn

rules-triangles-decline-after-three-true = Whoever has { rules-word-draw.past } as many as allowed may pass even if a tile fits.
rules-triangles-decline-after-three-true-short = may pass all the same
rules-triangles-decline-after-three-false = Whoever has { rules-word-draw.past } as many as allowed must lay a tile if one fits.
rules-triangles-decline-after-three-false-short = must lay if a tile fits
rules-triangles-pass-penalty = { $n ->
    [0] Passing costs nothing.
   *[other] Passing costs another { rules-word-points }.
}
rules-triangles-pass-penalty-empty-well-true = That is to be paid even if the { rules-word-well } was already empty.
rules-triangles-pass-penalty-empty-well-true-short = also with an empty { rules-word-well }
rules-triangles-pass-penalty-empty-well-false = { $draw_limit ->
    [none] Passing is free if the { rules-word-well } was already empty when the turn began.
   *[other] Passing is free if the { rules-word-well } is empty.
}
rules-triangles-pass-penalty-empty-well-false-short = not with an empty { rules-word-well }

rules-triangles-turn-seconds = A turn may take { $n ->
    [one] { $n } second.
   *[other] { $n } seconds.
}
rules-triangles-turn-seconds-none = There is no time limit for a turn.
rules-triangles-turn-seconds-none-short = no limit
rules-triangles-timeout-unwilling = Whoever runs out of time { rules-word-draw }s as many tiles as allowed{ $points ->
    [off] {" "}and passes.
   *[on] , pays for them and for passing, and the turn is over.
}
rules-triangles-timeout-unwilling-short = { rules-word-draw } to the limit and pass
rules-triangles-timeout-skip = Whoever runs out of time loses the turn, and nothing else.
rules-triangles-timeout-skip-short = the turn is lost
rules-triangles-timeout-warn = When the time is up, the referee says so, and the turn goes on.
rules-triangles-timeout-warn-short = only a reminder

## Triangular dominoes: the end of a round

rules-triangles-equal-turns-true = When somebody lays their last tile, the players who come later in the round have one more turn each, so that all have had the same number.
rules-triangles-equal-turns-true-short = the others have a last turn
rules-triangles-equal-turns-false = The round is over as soon as somebody lays their last tile, and that player has won it.
rules-triangles-equal-turns-false-short = over at once
rules-triangles-out-points = { $n ->
    [0] The winner earns no bonus for laying the last tile.
   *[other] The winner earns a bonus of { rules-word-points } for laying the last tile.
}
rules-triangles-out-bonus-first = Only the first to lay all tiles wins the round.
rules-triangles-out-bonus-first-short = only the first out wins
rules-triangles-out-bonus-each = Everybody who has laid all tiles by the end of the last turns wins the round.
rules-triangles-out-bonus-each-short = everybody who is out wins
rules-triangles-count-hands-after-last-turns = The tiles left in hands are counted after the last turns.
rules-triangles-count-hands-after-last-turns-short = after the last turns
rules-triangles-count-hands-at-once = The tiles left in hands are counted at once, before the last turns.
rules-triangles-count-hands-at-once-short = before the last turns
rules-triangles-hands-scored-true = The winner also earns the sum of the digits on all tiles left in the other hands; the others lose nothing.
rules-triangles-hands-scored-true-short = the winner earns them
rules-triangles-hands-scored-false = Tiles left in hands are not counted, and a blocked round has no winner.
rules-triangles-hands-scored-false-short = they are not counted

rules-triangles-block-detection-full-circle = A round is blocked when the { rules-word-well } is empty and a whole circle goes by in which nobody can lay a tile.
rules-triangles-block-detection-full-circle-short = after a whole circle
rules-triangles-block-detection-immediate = A round is blocked as soon as the { rules-word-well } is empty and no tile in any hand fits.
rules-triangles-block-detection-immediate-short = as soon as nothing fits
rules-triangles-block-score-sum-minus-own = The hand with the lowest sum wins a blocked round: it earns the sums of the other hands, less its own.
rules-triangles-block-score-sum-minus-own-short = the other hands less one's own
rules-triangles-block-score-differences = The hand with the lowest sum wins a blocked round: it earns the difference to each other hand.
rules-triangles-block-score-differences-short = the difference to each hand
rules-triangles-block-tie-all = If several hands are equally low, each of them wins.
rules-triangles-block-tie-all-short = each of them wins
rules-triangles-block-tie-none = If several hands are equally low, nobody wins.
rules-triangles-block-tie-none-short = nobody wins
rules-triangles-race-block-lowest-value = If the round is blocked, the hand with the lowest sum wins, and of equal ones the one with fewer tiles.
rules-triangles-race-block-lowest-value-short = the lowest sum wins
rules-triangles-race-block-fewest-tiles = If the round is blocked, the hand with the fewest tiles wins.
rules-triangles-race-block-fewest-tiles-short = the fewest tiles win
rules-triangles-race-block-draw = If the round is blocked, nobody has won: it is a draw.
rules-triangles-race-block-draw-short = a draw

## Triangular dominoes: the end of the match

rules-triangles-target = The match is played to { rules-word-points }.
rules-triangles-target-none = No number of points ends the match.
rules-triangles-target-none-short = rounds decide, not points
rules-triangles-round-limit = The match is over after { $n ->
    [one] { $n } round
   *[other] { $n } rounds
} at the latest, and the most points win.
rules-triangles-round-limit-none = As many rounds are played as it takes.
rules-triangles-round-limit-none-short = as many as it takes
rules-triangles-end-at-400-play-round-out = The round in which somebody reaches { $target } is played out.
rules-triangles-end-at-400-play-round-out-short = the round is played out
rules-triangles-end-at-400-immediate = Whoever has reached { $target } at the end of a turn has won at once.
rules-triangles-end-at-400-immediate-short = the match is over at once
rules-triangles-multi-400-round-winner-if-qualified = If several have reached { $target }, whoever of them has won the last round wins the match; if none of them has, the most points win.
rules-triangles-multi-400-round-winner-if-qualified-short = the last round's winner, if among them
rules-triangles-multi-400-round-winner = If several have reached { $target }, the winner of the last round wins the match, with any number of points.
rules-triangles-multi-400-round-winner-short = the last round's winner, whoever it is
rules-triangles-multi-400-highest = If several have reached { $target }, the most points win.
rules-triangles-multi-400-highest-short = the most points
rules-triangles-qualify-latched = Whoever has once had { $target } has reached it, even if points are lost again.
rules-triangles-qualify-latched-short = once is enough
rules-triangles-qualify-at-round-end = Totals are looked at only when a round is over.
rules-triangles-qualify-at-round-end-short = only at the end of a round
rules-triangles-tie-shared = Equal winners share the victory.
rules-triangles-tie-shared-short = the victory is shared
rules-triangles-tie-extra-round = If there would be equal winners, another round is played.
rules-triangles-tie-extra-round-short = another round
rules-triangles-floor-zero-false = A total may fall below zero.
rules-triangles-floor-zero-false-short = it may fall below zero
rules-triangles-floor-zero-true = A total never falls below zero.
rules-triangles-floor-zero-true-short = it stops at zero

## Dominoes

rules-dominoes-table-intro = The dominoes form a chain with two ends. One is laid at either end so that equal halves touch; a double lies across, and the chain never branches.
rules-dominoes-players-min = { rules-players-min }
rules-dominoes-players-max = { rules-players-max }
rules-dominoes-deal = { $groups }. The rest lie face down: they are the bazaar.
rules-dominoes-deal-group = { $players } players: { $n ->
    [one] { $n } domino each
   *[other] { $n } dominoes each
}

rules-dominoes-opening-intro = Whoever holds the highest double, from 6-6 down to 0-0, opens with it. If nobody has a double, the dominoes are dealt again.
rules-dominoes-later-opener-highest-double = Every later round is opened in the same way.
rules-dominoes-later-opener-highest-double-short = the highest double
rules-dominoes-later-opener-round-winner = The winner of a round opens the next one, with any domino; after a round without a single winner the highest double opens again.
rules-dominoes-later-opener-round-winner-short = the winner of the last round

rules-dominoes-drawing-intro = Whoever has a domino that fits must lay one.
rules-dominoes-draw-until-fits = A player with nothing to lay draws from the bazaar until a domino fits, and lays it; if the bazaar runs out, the turn passes on.
rules-dominoes-draw-until-fits-short = until a domino fits
rules-dominoes-draw-one = A player with nothing to lay draws one domino from the bazaar: if it fits, it is laid; if not, it is kept and the turn passes on, as it does if the bazaar is empty.
rules-dominoes-draw-one-short = only one

rules-dominoes-round-end-intro = Whoever lays their last domino wins the round and earns the pips left in the other hands. If a whole circle goes by without a domino laid, the round is blocked: the hand with the fewest pips wins it and earns the pips of the others.
rules-dominoes-draw-one-block-empty-bazaar = While the bazaar has dominoes, such a circle does not block the round.
rules-dominoes-draw-one-block-empty-bazaar-short = only with the bazaar empty
rules-dominoes-draw-one-block-literal = Such a circle blocks the round even while the bazaar has dominoes.
rules-dominoes-draw-one-block-literal-short = even with dominoes to draw
rules-dominoes-block-subtract-own-false = The winner of a blocked round does not subtract the pips of their own hand.
rules-dominoes-block-subtract-own-false-short = not subtracted
rules-dominoes-block-subtract-own-true = The winner of a blocked round subtracts the pips of their own hand.
rules-dominoes-block-subtract-own-true-short = subtracted
rules-dominoes-block-tie-none = If several hands are equally low, nobody wins.
rules-dominoes-block-tie-none-short = nobody wins
rules-dominoes-block-tie-all = If several hands are equally low, each of them wins.
rules-dominoes-block-tie-all-short = each of them wins
rules-dominoes-block-tie-fewest-tiles = If several hands are equally low, the one with the fewest dominoes wins; if that is equal too, nobody.
rules-dominoes-block-tie-fewest-tiles-short = the fewest dominoes win

rules-dominoes-target = Whoever first has { rules-word-points } or more when a round is over wins the match.

## Dice

rules-dice-turn-intro = There are five dice and thirteen lines on the card. A player throws all five, may throw any of them again, and then fills exactly one open line, with 0 if need be. When all lines are full, the game is over.
rules-dice-players-min = { rules-players-min }
rules-dice-players-max = { rules-players-max }
rules-dice-throws = { $n ->
    [one] There is { $n } throw in a turn.
   *[other] There are up to { $n } throws in a turn.
}

rules-dice-card-intro = Ones to sixes earn the sum of the dice with that number. Three of a kind and Four of a kind earn the sum of all five dice, and so does Chance with any dice.
rules-dice-full-house = A full house, three alike and a pair, earns { rules-word-points }.
rules-dice-small-straight = A small straight, four numbers in a row, earns { rules-word-points }.
rules-dice-large-straight = A large straight, five numbers in a row, earns { rules-word-points }.
rules-dice-yacht = A yacht, five alike, earns { rules-word-points }.
rules-dice-yacht-is-full-house-false = Five alike are no full house unless they are a joker.
rules-dice-yacht-is-full-house-false-short = five alike are none
rules-dice-yacht-is-full-house-true = Five alike are a full house, too.
rules-dice-yacht-is-full-house-true-short = five alike are one, too

rules-dice-upper-intro = The upper section is the lines from ones to sixes.
rules-dice-upper-bonus = { $n ->
    [0] The upper section earns no bonus.
   *[other] A good upper section earns a bonus of { rules-word-points }.
}
rules-dice-upper-bonus-from = The mark for the bonus is { rules-word-points } in the upper section.
rules-dice-upper-bonus-strict-false = Exactly { $upper_bonus_from } is enough.
rules-dice-upper-bonus-strict-false-short = the mark itself is enough
rules-dice-upper-bonus-strict-true = Exactly { $upper_bonus_from } is not enough: it takes more.
rules-dice-upper-bonus-strict-true-short = it takes more than the mark

rules-dice-yacht-bonus = { $n ->
    [0] A further yacht earns no bonus.
   *[other] Each further yacht earns a bonus of { rules-word-points } if the yacht line holds { $yacht }, and none if it holds 0.
}
rules-dice-bonus-without-joker-true = The bonus is due whatever line the dice are written in.
rules-dice-bonus-without-joker-true-short = in any line
rules-dice-bonus-without-joker-false = The bonus is due only if the dice are written as a joker.
rules-dice-bonus-without-joker-false-short = only for a joker
rules-dice-joker-free = Once the yacht line and the upper line of its number are filled, a yacht is a joker: it fills any open lower line at full points. While its upper line is open it may go anywhere, for what the dice are worth there.
rules-dice-joker-free-short = its upper line need not come first
rules-dice-joker-forced = Once the yacht line is filled, a yacht must go into the upper line of its number. If that is filled, too, the yacht is a joker: it must go into a lower line, at full points, as long as one is open.
rules-dice-joker-forced-short = its upper line comes first

rules-dice-match-end-intro = The most points win; equal totals share the victory.
rules-dice-series-single = Each game is a match of its own.
rules-dice-series-single-short = a match of its own
rules-dice-series-sum = A match is several games, and their totals are added up.
rules-dice-series-sum-short = totals are added up
rules-dice-games = A match is { $n ->
    [one] { $n } game.
   *[other] { $n } games.
}

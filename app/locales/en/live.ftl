# What is said at a table with a camera over it.

live-refused = { $player } laid { $tile } against the rules: it does not count and must be taken back.
live-maybe-misread = Unless { $tile } is misread.
live-still-there = { $tile } still lies there. It does not count and must be taken back.
live-taken-back = { $tile } has been taken back.
live-taken-back-counted = { $tile } has been taken back and no longer counts.
live-unclear-digits = I cannot read a tile clearly. It does not count yet.
live-unclear-place = { $tile } lies askew or wide of the others. It does not count yet.
live-unclear-seat = It seems that { $player } laid { $tile }, out of turn.
live-unclear-opener = { $tile } opens the round.
live-unclear-over = The round seemed to be over, but { $tile } was laid.
live-unclear-behind = { $tile } waits until the tile laid before it is clear.
live-corrected = It is { $tile }, not { $before }.
live-moved = { $tile } was moved.
live-reseated = { $tile } was laid by { $player }.
live-undone-tile = { $tile } no longer counts.
live-undone-draw = Undone: { $player } did not draw.
live-undone-pass = Undone: { $player } did not pass.
live-undone-timeout = Undone: the time of { $player } is not up.
live-undone-show = Undone: the tiles of { $player } are still to be shown.
live-undone-opening = Undone: who opens is still to be said.
live-still-lies = { $tile } still lies there.
live-contradicted = Please look: { $before } now reads { $tile }, which would be against the rules there. Nothing was changed.
live-missing = { $count ->
    [one] { $tiles } is not seen. It still counts.
   *[other] { $tiles } are not seen. They still count.
}
live-photo-missing = { $count_shown } { $count ->
    [one] tile is
   *[other] tiles are
} new at once. I take them in an order in which they fit, each for the next player.
live-drew = { $player } laid more tiles than were dealt, so a draw must have gone unseen.
live-obstructed = { $count ->
    [one] { $count_shown } tile of the board is not seen.
   *[other] { $count_shown } tiles of the board are not seen.
} I wait until the board is in view.
live-empty = The board is gone from view. I wait until it is back.
live-unrelated = This does not look like the board of this match. I wait until it does.
live-ambiguous = I cannot make out how the board lies. I wait for a better view.
live-unchanged = Nothing has changed.
live-answered = { $question } { $answer }.
live-noted = { $before } is { $tile }.
live-noted-none = { $tile } was not laid there.
live-cleared = The table is cleared.
live-hand-seen = { $seen ->
    [one] I see { $seen_shown } tile, which may be what { $player } has left.
   *[other] I see { $seen_shown } tiles, which may be what { $player } has left.
}
live-hand-differs = { $player } should have { $count_shown } { $count ->
    [one] tile
   *[other] tiles
} left, and I see { $seen_shown }.
live-well-shrank = A tile has gone from { $well ->
    [bank] the bank
   *[well] the well
}.
live-handed = The digits of this set ascend { $chirality ->
    [ccw] against the clock
   *[cw] with the clock
}. I judge by that.
live-camera-lost = The camera is gone. The match goes on when it is back.
live-camera-frozen = The picture of the camera stands still. The match goes on when it moves again.
live-camera-dark = It is too dark to see the table.
live-camera-garbage = The camera sends no picture that can be read.
live-camera-there = The camera sees the table again.

## Questions, and their answers.

ask-digits = Which tile is it?
ask-place = Was { $tile } laid there?
ask-seat = Who laid { $tile }?
ask-opener = Who opens with { $tile }?
ask-over = Does { $tile } count?
ask-misread = It does not fit. Is it { $tile }?
ask-hand = Are these the tiles { $player } has left: { $tiles }?
ask-whose = Whose tiles are these: { $tiles }?
ask-draw = Did { $player } take it?
answer-tile = { $tile }
answer-not-laid = no, it only lies there
answer-yes = yes
answer-over-yes = yes, somebody had drawn unseen
answer-no = no
ask-with-answers = { $question } Press { $answers }.
ask-answer = { $number_shown }: { $answer }

## `tileref watch`.

watch-goes-on = Match { $match } goes on: { $ruleset }, { $players }
watch-keys = Keys: d draw, p pass, 1–9 answer, u undo, o overrule, n next round, : type an order (correct 0-1-5 as 0-1-4, turn Anna, opener Anna, show Anna 0-1-5 …), ? help, q quit.
watch-kept = Kept as match { $match }; `tileref explain NUMBER` shows what was seen of an event.

## `tileref explain`.

explain-event = Event { $number }: { $event }
explain-reading = Read as { $tile }, { $percent } % sure, in the order of its corners.
explain-chance = It might have been { $tile }: { $percent } %.
explain-rule = Rule { $rule } of leaflet { $leaflet }: { $heading }
explain-picture-before = The table before: { $file }
explain-picture-after = The table after: { $file }
explain-pictures = { $count ->
    [one] A picture is
   *[other] { $count } pictures are
} kept of it; --pictures FOLDER writes them.

# What is said of a game or a board scored from photographs.

## The game, photograph by photograph.

score-not-seen = Photographs do not show draws and passes: turns go round in order, penalties for drawing and passing are not counted, and whoever seems to be out of tiles may have drawn some.
score-refused = { $player } laid { $tile } in cell { $cell } against the rules: it does not count and must be taken back.
score-maybe-misread = Please look: { $tile } in cell { $cell } may be misread.
score-still-there = { $tile } still lies in cell { $cell }. It does not count and must be taken back.
score-taken-back = { $tile } has been taken back from cell { $cell }.
score-taken-back-counted = { $tile } has been taken back from cell { $cell } and no longer counts.
score-unclear = Please look: is it { $tile } in cell { $cell }? It does not count until another photograph agrees.
score-behind = { $tile } in cell { $cell } waits until the tile laid before it is clear.
score-corrected = In cell { $cell } lies { $tile }, not { $before }.
score-moved = { $tile } was moved from cell { $before } to cell { $cell }.
score-contradicted = Please look: { $before } in cell { $cell } now reads { $tile }, which would be against the rules there. Nothing was changed.
score-missing = { $count ->
    [one] { $tiles } is not seen. It still counts.
   *[other] { $tiles } are not seen. They still count.
}
score-photo-missing = { $count_shown } { $count ->
    [one] tile is
   *[other] tiles are
} new at once: a photograph seems to be missing. They are counted in an order in which they fit, each to the next player.
score-drew = { $player } laid more tiles than were dealt, so a draw must have gone unseen.
score-obstructed = { $count ->
    [one] { $count_shown } tile of the board is not seen.
   *[other] { $count_shown } tiles of the board are not seen.
} This photograph is not scored.
score-unchanged = Nothing has changed. The turn does not pass.
score-empty = There is no board in this photograph. It is not scored.
score-unrelated = This is another board, or the camera cannot read it. The photograph is not scored.
score-ambiguous = How this photograph fits the board so far is not clear. It is not scored.
score-left-open = { $refused ->
    [0] {""}
    [one] { $refused } tile against the rules still lies on the table.{" "}
   *[other] { $refused } tiles against the rules still lie on the table.{" "}
}{ $waiting ->
    [0] {""}
    [one] { $waiting } tile is not counted because it is not clear.
   *[other] { $waiting } tiles are not counted because they are not clear.
}
score-handed = The digits of this set ascend { $chirality ->
    [ccw] against the clock
   *[both] both ways
}, and it is scored as such.

## The audit of one board.

audit-no-fault = Nothing on it is against the rules.
audit-fault = { $cell }: { $fault }
audit-group = These tiles share no side with the rest of the board: { $cells }.
audit-no-lattice = Please look: the tiles do not make up a board.
audit-faint = Please look: is there a tile near pixel { $x_shown }, { $y_shown }?
audit-facedown = a face-down tile
audit-disputed = Please look, these do not agree where they meet: against the rules, or is one of them misread? { $tiles }
audit-reading-doubt = Please look: { $why ->
    [weak] { $tile } is hard to read, { $percent } % sure
    [overruled] { $tile } looks like another tile, which lies elsewhere or is not of the set
    [twice] { $tile } is seen twice
    [mirrored] the digits of { $tile } run against those of the set
    [hidden] a corner of { $tile } is hidden
    [not_a_tile] { $tile } may be no tile
    [face] it is not clear whether { $tile } lies face up
   *[lattice] where { $tile } lies is not clear
}.
audit-lattice-doubt = Please look: { $why ->
    [gap] wide of the others or askew, laid or merely near? { $tiles }
    [no_side] touching by a corner at most, or is a tile between them missed? { $tiles }
    [near] apart from the board, or part of it? { $tiles }
    [off_lattice] beside the board, but not where the rest would have it: { $tiles }
    [overlap] one over the other: { $tiles }
    [contradiction] two in one place: { $tiles }
    [face] face up or face down? { $tiles }
    [rival] another group may be the board: { $tiles }
    [apart] no two tiles touch, which is the board? { $tiles }
   *[shape] not the shape of a tile: { $tiles }
}

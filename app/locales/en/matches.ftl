# What `tileref matches` prints. $match is the number of a match in its list.

matches-none = No match is kept in { $store } yet.
matches-id = No.
matches-begun = Begun
matches-ruleset = Game
matches-players = Players
matches-state = State
matches-over = over
matches-going-on = round { $round }, { $events ->
    [one] { $events } event
   *[other] { $events } events
}
matches-unreadable = cannot be replayed
matches-sheet-written = The scoresheet is in { $file }.
matches-exported = Match { $match } is in { $file }.
matches-imported = What was in { $file } is kept as match { $match }.

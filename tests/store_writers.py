"""Processes that write to a store, for tests that let several do so or kill them; small, so that they begin quickly."""

import json
from multiprocessing.connection import Connection

from tileref.store import LogRow, Picture, Store

AT_ONCE = 3
"""How many rows a writer adds at a time, so that a part of them would be noticed."""


def row_of(number: int) -> LogRow:
    """A row that says everywhere which one it is."""
    event = json.dumps({"event": "placed", "at": number}, ensure_ascii=False)
    pictures = (Picture("before", b"\xff\xd8\xffb%d" % number), Picture("after", b"\xff\xd8\xffa" * number))
    return LogRow(
        number, 1e9 + number / 8, event, (f'{{"event": "pass", "seat": {number % 2}}}',) * 2, pictures=pictures
    )


def add_until_killed(place: str, match: int, said: Connection) -> None:
    """Add rows where the log ends, and say the number of each once it is kept."""
    with Store(place) as store:
        number = store.match(match).events
        while True:
            rows = [row_of(number + at) for at in range(1, AT_ONCE + 1)]
            store.append(match, rows)
            for row in rows:
                number = row.number
                said.send(number)


def add_a_match(place: str, rows: int) -> None:
    """Keep a match and add rows to it one by one, in a store that may not be there yet."""
    with Store(place) as store:
        match = store.begin("{}", table="a process", time=1.0)
        for number in range(1, rows + 1):
            store.append(match, [row_of(number)])

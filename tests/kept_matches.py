"""Matches to keep, for the tests of what keeps, moves and prints them."""

import json

from tileref.engine.record import Record
from tileref.engine.record_file import format_entry, format_head
from tileref.match_file import MatchFile
from tileref.store import ROLES, LogRow, Picture, Store

BEGUN = 1753900000.25


def rows_of(record: Record) -> tuple[LogRow, ...]:
    """A log as a table writes it: some events add nothing to the record, some several lines, some have pictures."""
    lines = list(map(format_entry, record.entries))
    rows: list[LogRow] = []
    while lines:
        number = len(rows) + 1
        count = number % 4
        event = json.dumps({"event": "placed", "said": "„мост“ 🁣", "at": number}, ensure_ascii=False)
        roles = (ROLES, (), ROLES[:1], ROLES[1:])[number % 4]
        pictures = tuple(Picture(role, b"\xff\xd8\xff" + f"{role} {number}".encode()) for role in roles)
        packet = '{"rule": "11.2", "digits": [0.5, 1e-09]}' if number % 3 == 0 else ""
        beside = f'{{"well": {number}}}' if number % 5 else ""
        rows.append(LogRow(number, BEGUN + number / 3, event, tuple(lines[:count]), beside, packet, pictures))
        del lines[:count]
    return tuple(rows)


def match_of(record: Record, *, table: str = "Кухня", ended: float | None = BEGUN + 9000) -> MatchFile:
    """A match that went as recorded."""
    return MatchFile(table, format_head(record), BEGUN, ended, rows_of(record))


def keep(store: Store, match: MatchFile) -> int:
    """Keep a match; its id."""
    return store.add(match.head, table=match.table, begun=match.begun, ended=match.ended, rows=match.rows)

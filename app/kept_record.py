"""The record of a kept match, replayed: what a table goes on with, and what lists, replays and scoresheets show."""

from tileref.engine.record import Record
from tileref.engine.record_file import RecordError, parse_record
from tileref.store import Store, StoreError


def record_of(store: Store, match: int) -> Record:
    """The record of a match as far as it has got; a StoreError says why it cannot be replayed."""
    lines = store.record_lines(match)
    try:
        return parse_record("\n".join(lines))
    except RecordError as error:
        raise StoreError(f"match {match} in {store.place!r} cannot be replayed: {error}") from None

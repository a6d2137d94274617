"""The log of a match as it is written: every event has reached the store, with its pictures, before anybody hears."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tileref.beside import Beside, format_beside
from tileref.engine.match import MatchOver, RoundOver
from tileref.engine.record import Record, Step
from tileref.engine.record_file import format_entry, format_head
from tileref.game import Game
from tileref.happening_json import happening_to_json, news_to_json
from tileref.happening_words import HappeningAnnouncer
from tileref.happenings import Happening, cells_of
from tileref.speech import Announcement
from tileref.store import LogRow, Store
from tileref.table_view import TableView, make_packet


@dataclass(frozen=True, slots=True)
class TableEvent:
    """Something that came about, as it stands in the log: its number, from 1, what it is as data, and what the referee
    says of it."""

    number: int
    value: dict[str, Any]
    said: tuple[Announcement, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """When something came about by the clock of the camera, in which of its frames, and the table before and after."""

    time: float | None = None
    frame: int | None = None
    before: TableView | None = None
    after: TableView | None = None


class MatchLog:
    """The events of one match in a store, written one after another.

    They are said by an announcer for each language, of which one is that of the table.
    """

    def __init__(
        self,
        store: Store,
        match: int,
        announcers: Mapping[str, HappeningAnnouncer],
        language: str,
        *,
        clock: Callable[[], float],
    ) -> None:
        self._store = store
        self.match = match
        self._announcers = announcers
        self._language = language
        self._clock = clock
        rows = store.rows(match)
        self._last = rows[-1].number if rows else 0
        self.beside = rows[-1].beside if rows else ""
        """How the table was when the last event was written."""

    def write(
        self, happenings: Iterable[Happening], before: Game, after: Beside, moment: Moment
    ) -> tuple[TableEvent, ...]:
        """Store what came about, all of it or nothing; the game before it, and how the table is after it."""
        game = after.game
        told = list(self._events(happenings, before.record, game.record))
        now = self._clock()
        entries = tuple(format_entry(entry) for entry in game.record.entries[len(before.record.entries) :])
        events: list[TableEvent] = []
        rows: list[LogRow] = []
        for number, (value, spoken, cells) in enumerate(told, start=self._last + 1):
            said = spoken.get(self._language, ())
            stamp = {"event": value["event"], "number": number, "time": moment.time, "frame": moment.frame}
            value = stamp | value | {"said": [announcement.text for announcement in said]}
            packet, pictures = make_packet(
                spoken,
                cells,
                before=moment.before,
                after=moment.after,
                board_before=before.lying,
                board_after=game.lying,
            )
            is_last = len(rows) + 1 == len(told)
            rows.append(
                LogRow(
                    number,
                    now,
                    json.dumps({key: it for key, it in value.items() if key != "number"}, ensure_ascii=False),
                    # They are all written or none, so that it does not matter which row they stand in.
                    entries=() if rows else entries,
                    beside=format_beside(after) if is_last else "",
                    packet=packet,
                    pictures=pictures,
                )
            )
            events.append(TableEvent(number, value, said))
        if rows:
            # The rules stand in the head, and those may have turned out to be others.
            head = None if game.record.ruleset == before.record.ruleset else format_head(game.record)
            self._store.append(self.match, rows, head=head)
            self._last = rows[-1].number
        was, is_over = before.state.standings().over, game.state.standings().over
        if is_over and not was:
            self._store.finish(self.match, now)
        elif was and not is_over:
            self._store.reopen(self.match)
        return tuple(events)

    def close(self, game: Game) -> None:
        """Note that the match has ended, if it has and whatever ended the process came before that."""
        if game.state.standings().over and self._store.match(self.match).ended is None:
            self._store.finish(self.match, self._clock())

    def _events(
        self, happenings: Iterable[Happening], before: Record, after: Record
    ) -> Iterator[tuple[dict[str, Any], Mapping[str, tuple[Announcement, ...]], tuple[Any, ...]]]:
        """What came about, and the ends of rounds and of the match that it brought, which are said with it."""
        for happening in happenings:
            value = happening_to_json(happening, after.players)
            spoken = {code: announcer.announce(happening) for code, announcer in self._announcers.items()}
            yield value, spoken, cells_of(happening)
        known = set(_endings(before))
        for step in after.steps:
            if any(ending not in known for ending in _endings_of(step)):
                for value in news_to_json(step, after.players):
                    yield value, {}, ()


def _endings(record: Record) -> Iterator[RoundOver | MatchOver]:
    for step in record.steps:
        yield from _endings_of(step)


def _endings_of(step: Step) -> Iterator[RoundOver | MatchOver]:
    return (item for item in step.news if isinstance(item, RoundOver | MatchOver))

"""Kept matches as the page shows them: the list, how each came about, and how people have played."""

import json
import threading
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tileref.engine.leaflets import find_leaflet
from tileref.engine.match import SETTLEMENT, LineKind
from tileref.engine.record import Record
from tileref.engine.record_file import replay_lines
from tileref.engine.rounds import rounds_of
from tileref.engine.tally import sheet_of
from tileref.engine.triangles import Place, TriangleMatch, format_position
from tileref.game import Game
from tileref.kept_record import record_of
from tileref.language import Language
from tileref.ruleset_words import describe_ruleset
from tileref.store import KeptMatch, LogRow, Store, StoreError
from tileref.web.event_log import event_of
from tileref.web.match_shapes import (
    ExplainedShape,
    KeptPlayer,
    KeptShape,
    LoggedShape,
    PacketShape,
    ReadingShape,
    ReplayedShape,
    RuleShape,
    StatisticsShape,
)
from tileref.web.shapes import RulesetRef
from tileref.web.table_shapes import EventShape

_EMPTY = "."
"""An empty board, as a position in one line."""


@dataclass(frozen=True, slots=True)
class _Tally:
    """How somebody has played in some matches."""

    matches: int = 0
    wins: int = 0
    points: int = 0
    best: int = 0
    bonuses: int = 0
    illegal: int = 0

    def plus(self, other: "_Tally") -> "_Tally":
        """In those matches and these."""
        return _Tally(
            self.matches + other.matches,
            self.wins + other.wins,
            self.points + other.points,
            max(self.best, other.best),
            self.bonuses + other.bonuses,
            self.illegal + other.illegal,
        )


@dataclass(frozen=True, slots=True)
class _Played:
    """What a list and a statistic need to know of a match; None where it cannot be replayed."""

    events: int
    record: Record | None
    tallies: tuple[_Tally, ...] = ()


class KeptMatches:
    """The matches of a store; each is replayed once, and again when something was added. Any thread may ask."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._known: dict[int, _Played] = {}

    def list(self, language: Language) -> tuple[KeptShape, ...]:
        """All of them, the one played last first."""
        matches = sorted(self._store.matches(), key=lambda match: (match.last, match.id), reverse=True)
        return tuple(_shape(match, self._played(match), language) for match in matches)

    def log(self, id: int, language: Language) -> LoggedShape:  # noqa: A002 - as in the store
        """One of them with its events."""
        match = self._store.match(id)
        head = _shape(match, self._played(match), language)
        return LoggedShape(**head.model_dump(), log=self.events(id, language))

    def events(self, match: int, language: Language) -> tuple[EventShape, ...]:
        """The events of a match."""
        pictures = self._store.pictured(match)
        rows = self._store.rows(match)
        return tuple(event_of(row, pictures.get(row.number, ())).to_shape(language.code) for row in rows)

    def explain(self, match: int, number: int, language: Language) -> ExplainedShape:
        """An event with all that speaks for and against it."""
        row = self._store.row(match, number)
        event = event_of(row, tuple(picture.role for picture in row.pictures))
        return ExplainedShape(event=event.to_shape(language.code), packet=_packet(row))

    def replay(self, match: int) -> tuple[ReplayedShape, ...]:
        """How the match stood after each of its events."""
        rows = self._store.rows(match)
        head = self._store.match(match).head
        return tuple(_replay(head, rows))

    def statistics(self) -> tuple[StatisticsShape, ...]:
        """How everybody has played, whoever has won most often first."""
        tallies: defaultdict[str, _Tally] = defaultdict(_Tally)
        for match in self._store.matches():
            played = self._played(match)
            if played.record is not None:
                for name, tally in zip(played.record.players, played.tallies, strict=True):
                    tallies[name] = tallies[name].plus(tally)
        ranked = sorted(tallies.items(), key=lambda one: (-one[1].wins, -one[1].points, one[0]))
        return tuple(
            StatisticsShape(
                name=name,
                matches=tally.matches,
                wins=tally.wins,
                points=tally.points,
                best=tally.best,
                bonuses=tally.bonuses,
                illegal=tally.illegal,
            )
            for name, tally in ranked
        )

    def _played(self, match: KeptMatch) -> _Played:
        known = self._known.get(match.id)
        if known is not None and known.events == match.events:
            return known
        # One after another: replaying is work, and many may ask at once.
        with self._lock:
            try:
                record = record_of(self._store, match.id)
                played = _Played(match.events, record, _tallies(record, self._store.rows(match.id)))
            except StoreError:
                played = _Played(match.events, None)
            self._known[match.id] = played
        return played


def _shape(match: KeptMatch, played: _Played, language: Language) -> KeptShape:
    record = played.record
    if record is None:
        name, is_over = RulesetRef(id="", name=""), match.ended is not None
        players: tuple[KeptPlayer, ...] = ()
        state = language("matches-unreadable")
    else:
        sheet = sheet_of(record)
        name = RulesetRef(id=record.ruleset.id, name=describe_ruleset(language, record.ruleset).name)
        players = tuple(
            KeptPlayer(name=player, total=total, winner=seat in sheet.winners)
            for seat, (player, total) in enumerate(zip(sheet.players, sheet.totals, strict=True))
        )
        is_over = record.state.standings().over
        rounds = max(1, len(list(rounds_of(record))))
        state = language("matches-over") if is_over else language("matches-going-on", round=rounds, events=match.events)
    return KeptShape(
        id=match.id,
        table=match.table,
        begun=match.begun,
        ended=match.ended,
        last=match.last,
        events=match.events,
        ruleset=name,
        players=players,
        over=is_over,
        state=state,
        readable=record is not None,
    )


def _tallies(record: Record, rows: Sequence[LogRow]) -> tuple[_Tally, ...]:
    standings = record.state.standings()
    tallies = [
        _Tally(matches=1, wins=int(standings.over and seat in standings.leaders), points=total)
        for seat, total in enumerate(standings.totals)
    ]
    for step in record.steps:
        if isinstance(step.event, Place):
            seat = step.event.seat
            turn = [line for line in step.lines if line.seat == seat and line.kind not in SETTLEMENT]
            tally = tallies[seat]
            tallies[seat] = replace(
                tally,
                best=max(tally.best, sum(line.points for line in turn)),
                bonuses=tally.bonuses + sum(line.kind in (LineKind.BONUS, LineKind.OPENING) for line in turn),
            )
    for row in rows:
        event: dict[str, Any] = json.loads(row.event)
        seat = event.get("seat", -1)
        # What may have been misread speaks against nobody.
        if event.get("event") == "refused" and event.get("sure") is True and seat in range(len(tallies)):
            tallies[seat] = replace(tallies[seat], illegal=tallies[seat].illegal + 1)
    return tuple(tallies)


def _replay(head: str, rows: Sequence[LogRow]) -> Iterator[ReplayedShape]:
    records = replay_lines((head, *(line for row in rows for line in row.entries)))
    record = next(records)
    for row in rows:
        for _ in row.entries:
            record = next(records)
        state = record.state
        is_triangular = isinstance(state, TriangleMatch)
        packet: dict[str, Any] = json.loads(row.packet) if row.packet else {}
        position = packet.get("board_after")
        if not isinstance(position, str):
            position = format_position(Game(record).lying) if is_triangular else _EMPTY
        yield ReplayedShape(
            number=row.number,
            round=state.round if isinstance(state, TriangleMatch) else 1,
            totals=state.standings().totals,
            position=position,
        )


def _packet(row: LogRow) -> PacketShape:
    packet: dict[str, Any] = json.loads(row.packet) if row.packet else {}
    rule = packet.get("rule")
    shown = None
    if isinstance(rule, dict):
        printed = find_leaflet(rule["leaflet"]).find(rule["number"])
        shown = RuleShape(leaflet=printed.leaflet, number=printed.number, heading=printed.heading)
    return PacketShape(
        rule=shown,
        readings=tuple(ReadingShape.model_validate(reading) for reading in packet.get("readings", ())),
        board_before=packet.get("board_before", _EMPTY),
        board_after=packet.get("board_after", _EMPTY),
    )

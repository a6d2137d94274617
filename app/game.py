"""A game on a table: its record, and what the camera has seen that is not in the record, or not yet."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from tileref.engine.hands import Hand
from tileref.engine.match import Event
from tileref.engine.record import Accepted, Record, Step
from tileref.engine.triangles import (
    Board,
    Cell,
    Deal,
    Digits,
    Draw,
    Opener,
    Pass,
    Phase,
    Place,
    Tile,
    TriangleMatch,
    TriangleRuleset,
    tile_set,
)
from tileref.known import triangle_match
from tileref.sights import Sight


class Why(StrEnum):
    """Why a tile waits to be judged."""

    DIGITS = "digits"
    """Which tile it is is not clear."""
    PLACE = "place"
    """Whether it was laid there is not clear."""
    SEAT = "seat"
    """The hand came from a player whose turn it is not."""
    OPENER = "opener"
    """Nobody has said who opens the round."""
    OVER = "over"
    """The round is over, as far as is known."""
    BEHIND = "behind"
    """Another tile, which lies there longer, waits."""
    TOLD = "told"
    """Somebody has said what there was to ask; the next look settles it."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A tile that lies on the board and is not judged yet, and why; `seat` is whose hand laid it, where that is why.

    What came `together` with others came in no order that is known.
    """

    sight: Sight
    why: Why
    seat: int | None = None
    together: bool = False

    @property
    def digits(self) -> Digits:
        """What it is taken for."""
        return self.sight.digits


@dataclass(frozen=True, slots=True)
class Told:
    """What a person said of a tile: where `seen` is read, these `digits` lie, or none that was laid there.

    `laid_by` is the seat that laid it, where that was said.
    """

    seen: Digits
    digits: Digits | None
    laid_by: int | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """A tile that lies there and does not count. It is `disputed` if it may have been misread: `readings` are what it
    may show. `undone` was lawful, and taken back by word only."""

    digits: Digits
    readings: tuple[Digits, ...] = ()
    disputed: bool = False
    undone: bool = False


@dataclass(frozen=True, slots=True)
class Struck:
    """A tile that counted and was lifted: of which entry of the record it was, and of which seat."""

    digits: Digits
    entry: int
    seat: int


@dataclass(frozen=True, slots=True)
class Game:
    """A game as far as it was seen: what counts, what was refused and still lies there, what waits to be read clearly,
    in the order in which it was laid; what people said of tiles; which tiles are known to be missing, and which the
    last photograph did not show because something was in the way; and what counted last and was then taken back, for
    it may have been overlooked. `leftover` tiles are still those of a round that is over."""

    record: Record
    refused: Mapping[Cell, Refusal] = field(default_factory=dict)
    waiting: Mapping[Cell, Waiting] = field(default_factory=dict)
    told: Mapping[Cell, Told] = field(default_factory=dict)
    missing: frozenset[Cell] = frozenset()
    covered: frozenset[Cell] = frozenset()
    struck: Mapping[Cell, Struck] = field(default_factory=dict)
    leftover: bool = False

    @property
    def state(self) -> TriangleMatch:
        """Where the match stands."""
        return triangle_match(self.record.state)

    @property
    def lying(self) -> Board:
        """The tiles that count, as they lie, also when the round is over."""
        if self.state.phase in (Phase.START_DRAW, Phase.OPEN):
            return self.state.board
        for laid in find_laid(self.record):
            return triangle_match(laid.step.before).board.place(laid.place.placement)
        return self.state.board

    @property
    def known(self) -> dict[Cell, Digits]:
        """What the camera should see: all tiles known to lie there, as it reads them."""
        known = {
            **self.lying.tiles,
            **{cell: refusal.digits for cell, refusal in self.refused.items()},
            **{cell: waiting.digits for cell, waiting in self.waiting.items()},
        }
        return known | {cell: told.seen for cell, told in self.told.items()}


def begin_game(ruleset: TriangleRuleset, players: tuple[str, ...], *, opener: int | None = 0) -> Game:
    """A game whose hands nobody sees, dealt as the rules have it; a PlayersError where so many cannot play it.

    Who opens may be left open.
    """
    game = Game(deal_hidden(Record.begin(ruleset, players)))
    if opener is None or game.state.opener is not None:
        return game
    outcome = game.record.submit(Opener(opener))
    assert isinstance(outcome, Accepted), "any opener stands"
    return Game(outcome.record)


def deal_hidden(record: Record, *, time: float | None = None) -> Record:
    """The record after a deal by the rules that nobody saw; it must wait for one."""
    state = triangle_match(record.state)
    size = state.ruleset.deal[state.players - 1]
    well = Hand[Tile].hidden(len(tile_set(state.ruleset.chirality)) - size * state.players)
    outcome = record.submit(Deal((Hand[Tile].hidden(size),) * state.players, well), time=time)
    assert isinstance(outcome, Accepted), "a deal by the rules stands"
    return outcome.record


@dataclass(frozen=True, slots=True)
class Laid:
    """A step of a record that laid a tile which counts."""

    step: Step
    place: Place


def find_laid(record: Record) -> Iterator[Laid]:
    """The tiles that count, the last one first."""
    for step in reversed(record.steps):
        if isinstance(step.event, Place) and not step.is_void:
            yield Laid(step, step.event)


def add_missed_draw(record: Record, seat: int, *, time: float | None) -> Accepted | None:
    """The record with a draw that nobody had said, before the last thing this seat did in the round; None if that
    cannot be."""
    for step in reversed(record.steps):
        if isinstance(step.event, Deal):
            return None
        before = triangle_match(step.before)
        if isinstance(step.event, Place | Pass | Draw) and step.event.seat == seat and before.phase is Phase.PLAY:
            events = replace_event(record, step, (Draw(seat), step.event))
            outcome = record.correct(step.number, events, overrule=True, time=time)
            return outcome if isinstance(outcome, Accepted) else None
    return None


def strike_draw(record: Record, seat: int, *, time: float | None) -> Accepted | None:
    """The record without the last draw of this seat in the round, which did not happen; None if there is none."""
    for step in reversed(record.steps):
        if isinstance(step.event, Deal):
            return None
        if isinstance(step.event, Draw) and step.event.seat == seat:
            outcome = record.correct(step.number, replace_event(record, step, ()), overrule=True, time=time)
            return outcome if isinstance(outcome, Accepted) else None
    return None


def restore(record: Record, cell: Cell, struck: Struck, *, time: float | None) -> Record | None:
    """The record with a tile that was lifted lying where it lay, as if it had not been; None if that cannot be."""
    together = tuple(step.event for step in record.steps if step.number == struck.entry)
    events = (*together, Place(struck.seat, cell, struck.digits))
    outcome = record.correct(struck.entry, events, time=time)
    return outcome.record if isinstance(outcome, Accepted) else None


def replace_event(record: Record, step: Step, instead: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events of a step's entry, with others in the place of the step's own."""
    together = [other for other in record.steps if other.number == step.number]
    return tuple(event for other in together for event in (instead if other is step else (other.event,)))

"""What every game has in common: a match is an immutable state, events fold into it.

`faults` says everything that is wrong with an event, `apply` carries it out and assumes that nothing final
is. What an event brought about stands in `news` of the state after it: score lines, the end of a round, the
end of the match.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, Self, TypeVar

from tileref.engine.faults import Fault


class Event:
    """Something that happened at the table. Each game has its own events, as frozen dataclasses."""

    __slots__ = ()


class LineKind(StrEnum):
    """What a line of the score is for."""

    OPENING = "opening"
    TILE = "tile"
    BONUS = "bonus"
    DRAW = "draw"
    PASS = "pass"
    OUT = "out"
    HANDS = "hands"
    OWN_HAND = "own_hand"
    CATEGORY = "category"
    UPPER_BONUS = "upper_bonus"
    YACHT_BONUS = "yacht_bonus"


SETTLEMENT = frozenset({LineKind.OUT, LineKind.HANDS, LineKind.OWN_HAND, LineKind.UPPER_BONUS})
"""The lines that are written when a round is over, not in a turn."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the score: the total of a seat is the sum of its lines.

    `of` says which bonus class or category the line is for, where there are several.
    """

    seat: int
    points: int
    kind: LineKind
    of: str = ""


class RoundEnd(StrEnum):
    """How a round ended."""

    OUT = "out"
    BLOCKED = "blocked"
    PLAYED = "played"


@dataclass(frozen=True, slots=True)
class RoundOver:
    """A round has ended; a blocked one may have no winner."""

    number: int
    how: RoundEnd
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchOver:
    """The match has ended; several winners share it."""

    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """What decided nothing is done again: a deal without a double, a start draw with equal sums."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Out:
    """A seat has laid its last tile."""

    seat: int
    last_turns: tuple[int, ...]


News = Line | RoundOver | MatchOver | Repeat | Out


@dataclass(frozen=True, slots=True)
class Standings:
    """Where the match stands: points by seat, the seats that lead, and whether that is final."""

    totals: tuple[int, ...]
    leaders: tuple[int, ...]
    over: bool


EventT = TypeVar("EventT", bound=Event, contravariant=True)


class Match(Protocol[EventT]):
    """A match of any game."""

    @property
    def players(self) -> int:
        """How many seats there are; they are numbered clockwise from 0."""

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is, None between rounds and after the match."""

    @property
    def news(self) -> tuple[News, ...]:
        """What the last event brought about."""

    def faults(self, event: EventT) -> tuple[Fault, ...]:
        """Everything that is wrong with the event, the decisive fault first; empty when it may stand."""

    def apply(self, event: EventT) -> Self:
        """The state after the event, which must have no final fault."""

    def standings(self) -> Standings:
        """Points and leaders."""


def leaders_of(totals: tuple[int, ...]) -> tuple[int, ...]:
    """The seats with the most points."""
    return tuple(seat for seat, points in enumerate(totals) if points == max(totals))

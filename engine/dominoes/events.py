"""What can happen in a match of dominoes."""

from dataclasses import dataclass

from tileref.engine.dominoes.chain import End, Placement
from tileref.engine.dominoes.tiles import Domino
from tileref.engine.hands import Hand
from tileref.engine.match import Event


@dataclass(frozen=True, slots=True)
class Deal(Event):
    """Dominoes were dealt: hands by seat and the bazaar, each known or only counted."""

    hands: tuple[Hand[Domino], ...]
    well: Hand[Domino]


@dataclass(frozen=True, slots=True)
class Opener(Event):
    """The table said who opens, where hidden hands leave it to say."""

    seat: int


@dataclass(frozen=True, slots=True)
class Place(Event):
    """A seat laid a domino; the first of a round is its opening, and either end will do for it."""

    seat: int
    tile: Domino
    end: End

    @property
    def placement(self) -> Placement:
        """The domino and where it was laid."""
        return Placement(self.tile, self.end)


@dataclass(frozen=True, slots=True)
class Draw(Event):
    """A seat took a domino from the bazaar; `tile` is None where nobody else saw it."""

    seat: int
    tile: Domino | None = None


@dataclass(frozen=True, slots=True)
class Pass(Event):
    """A seat ended its turn without laying a domino."""

    seat: int


@dataclass(frozen=True, slots=True)
class Show(Event):
    """A seat laid its remaining dominoes in view, to be counted."""

    seat: int
    tiles: frozenset[Domino]


DominoEvent = Deal | Opener | Place | Draw | Pass | Show
EVENTS = (Deal, Opener, Place, Draw, Pass, Show)

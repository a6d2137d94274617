"""What can happen in a match of triangular dominoes."""

from dataclasses import dataclass

from tileref.engine.hands import Hand
from tileref.engine.match import Event
from tileref.engine.triangles.board import Placement
from tileref.engine.triangles.lattice import Cell
from tileref.engine.triangles.tiles import Digits, Tile


@dataclass(frozen=True, slots=True)
class Deal(Event):
    """Tiles were dealt: hands by seat and the well, each known or only counted."""

    hands: tuple[Hand[Tile], ...]
    well: Hand[Tile]


@dataclass(frozen=True, slots=True)
class StartDraw(Event):
    """Each seat that decides who opens drew one tile from the bank, showed it and put it back."""

    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Opener(Event):
    """The table said who opens, where hidden hands leave it to say."""

    seat: int


@dataclass(frozen=True, slots=True)
class Reveal(Event):
    """The opener showed the triplet that gives the right to open."""

    seat: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class Place(Event):
    """A seat laid a tile; the first tile of a round is its opening."""

    seat: int
    cell: Cell
    digits: Digits

    @property
    def placement(self) -> Placement:
        """The tile and where it lies."""
        return Placement(self.cell, self.digits)


@dataclass(frozen=True, slots=True)
class Draw(Event):
    """A seat took a tile from the well; `tile` is None where nobody else saw it."""

    seat: int
    tile: Tile | None = None


@dataclass(frozen=True, slots=True)
class Pass(Event):
    """A seat ended its turn without laying a tile."""

    seat: int


@dataclass(frozen=True, slots=True)
class Timeout(Event):
    """A seat's time ran out; `tiles` are those it then had to take, None where nobody saw them."""

    seat: int
    tiles: tuple[Tile, ...] | None = None


@dataclass(frozen=True, slots=True)
class Show(Event):
    """A seat laid its remaining tiles in view, to be counted."""

    seat: int
    tiles: frozenset[Tile]


TriangleEvent = Deal | StartDraw | Opener | Reveal | Place | Draw | Pass | Timeout | Show
EVENTS = (Deal, StartDraw, Opener, Reveal, Place, Draw, Pass, Timeout, Show)

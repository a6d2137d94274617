"""Two readings of one table brought to the same cells.

A reading names its cells from any origin and in any of the six turns, and the camera moves between pictures. The tiles
tell how two readings lie to each other: no tile is there twice, so every tile that both of them show says by which
motions of the lattice it came from the one to the other, and the motion that most of them name is the right one.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from tileref.engine.triangles import Cell, Digits, Placement, Tile, Vertex, tile_of

TURNS = 6


@dataclass(frozen=True, slots=True)
class Motion:
    """A motion of the lattice on itself: so many turns of 60° against the clock about vertex (0, 0), then a shift."""

    turns: int = 0
    x: int = 0
    y: int = 0

    def vertex(self, vertex: Vertex) -> Vertex:
        """Where a vertex comes to lie."""
        x, y = vertex
        for _ in range(self.turns % TURNS):
            x, y = -y, x + y
        return Vertex(x + self.x, y + self.y)

    def place(self, cell: Cell, digits: Digits) -> Placement:
        """Where a tile comes to lie, with its digits at the corners of the new cell."""
        shown = {self.vertex(vertex): digit for vertex, digit in zip(cell.corners, digits, strict=True)}
        moved = cell_of(shown)
        a, b, c = (shown[vertex] for vertex in moved.corners)
        return Placement(moved, (a, b, c))

    def cell(self, cell: Cell) -> Cell:
        """Where a cell comes to lie."""
        return self.place(cell, (0, 0, 0)).cell


def cell_of(corners: Mapping[Vertex, object]) -> Cell:
    """The cell with these three corners; the sums of their coordinates tell which, and which way it points."""
    x, way = divmod(sum(vertex.x for vertex in corners), 3)
    y = sum(vertex.y for vertex in corners) // 3
    return Cell(x, y, "U" if way == 1 else "D")


class Mismatch(StrEnum):
    """Why two readings cannot be brought together."""

    EMPTY = "empty"
    """No tile is seen on the board."""
    UNRELATED = "unrelated"
    """Too few tiles agree: another board, or one that was misread throughout."""
    AMBIGUOUS = "ambiguous"
    """Several motions explain the tiles equally well."""


@dataclass(frozen=True, slots=True)
class Registration:
    """The tiles seen, in the cells of the board.

    `agree` counts the tiles that lie where the board has them and show its digits, `disagree` those in a cell of the
    board that show others.
    """

    motion: Motion
    tiles: Mapping[Cell, Digits]
    agree: int
    disagree: int


@dataclass(frozen=True, slots=True)
class NoRegistration:
    """The readings cannot be brought together, and why. Falsy."""

    reason: Mismatch

    def __bool__(self) -> bool:
        return False


def register(board: Mapping[Cell, Digits], seen: Mapping[Cell, Digits]) -> Registration | NoRegistration:
    """The tiles seen in the cells of the board, by the motion that makes the most of them agree.

    At least half of what both could show must agree: a misread tile is borne, another board is not taken for this one.
    The board comes in the order in which it was laid: where tiles contradict each other, those that lie longer are
    believed, for the last one is the one that may have been moved.
    """
    if not seen:
        return NoRegistration(Mismatch.EMPTY)
    found = [_apply(motion, board, seen) for motion in _motions(board, seen)]
    merits = [_merit(registration, board) for registration in found]
    if not merits or 2 * max(merits)[0] < min(len(board), len(seen)):
        return NoRegistration(Mismatch.UNRELATED)
    leaders = [registration for registration, merit in zip(found, merits, strict=True) if merit == max(merits)]
    # A triplet alone looks the same in three turns, and then any of them serves.
    if len(board) > 1 and any(other.tiles != leaders[0].tiles for other in leaders):
        return NoRegistration(Mismatch.AMBIGUOUS)
    return leaders[0]


def _motions(board: Mapping[Cell, Digits], seen: Mapping[Cell, Digits]) -> list[Motion]:
    """Every motion that brings some tile seen to where the board has it, in a fixed order."""
    cells_of: dict[Tile, list[Cell]] = defaultdict(list)
    for cell, digits in board.items():
        cells_of[tile_of(digits)].append(cell)
    motions: dict[Motion, None] = {}
    for cell, digits in seen.items():
        for target in cells_of.get(tile_of(digits), ()):
            for turns in range(TURNS):
                turned, shown = Motion(turns).place(cell, digits)
                if turned.point == target.point and shown == board[target]:
                    motions[Motion(turns, target.x - turned.x, target.y - turned.y)] = None
    return list(motions)


def _apply(motion: Motion, board: Mapping[Cell, Digits], seen: Mapping[Cell, Digits]) -> Registration:
    tiles = dict(motion.place(cell, digits) for cell, digits in seen.items())
    both = [cell for cell in tiles if cell in board]
    agree = sum(tiles[cell] == board[cell] for cell in both)
    return Registration(motion, tiles, agree, len(both) - agree)


def _merit(registration: Registration, board: Mapping[Cell, Digits]) -> tuple[int, int, int]:
    """Tiles that agree count first; then those in the same cells, for misread tiles lie where they lay; then age."""
    ages = (age for age, (cell, digits) in enumerate(board.items()) if registration.tiles.get(cell) == digits)
    return registration.agree, registration.disagree, -sum(ages)

"""The triangular lattice: vertices, cells, and which touches which.

Vertices are integer pairs (x, y), drawn at (x + y/2, y·√3/2) with y upwards. A cell is a unit triangle,
point up (U) or point down (D). Corners are always listed clockwise:

    U(x, y): 0 lower left (x, y),   1 top (x, y+1),           2 lower right (x+1, y)
    D(x, y): 0 upper left (x, y+1), 1 upper right (x+1, y+1), 2 bottom (x+1, y)

Side i of a cell runs from corner i to corner i+1.
"""

from functools import lru_cache
from math import sqrt
from typing import Literal, NamedTuple

HALF_SQRT3 = sqrt(3) / 2

Point = Literal["U", "D"]


class Vertex(NamedTuple):
    """A point where up to six cells meet."""

    x: int
    y: int

    @property
    def cells(self) -> "tuple[Cell, Cell, Cell, Cell, Cell, Cell]":
        """The six cells round this vertex, clockwise from the one to its upper right."""
        return _cells_round(self)

    @property
    def xy(self) -> tuple[float, float]:
        """Where the vertex is drawn, in sides, y upwards."""
        return self.x + self.y / 2, self.y * HALF_SQRT3


class Cell(NamedTuple):
    """A place for one tile."""

    x: int
    y: int
    point: Point

    @property
    def corners(self) -> tuple[Vertex, Vertex, Vertex]:
        """The three corners, clockwise."""
        return corners_of(self)

    @property
    def neighbours(self) -> "tuple[Cell, Cell, Cell]":
        """The cells across side 0, 1 and 2."""
        return neighbours_of(self)


ORIGIN = Cell(0, 0, "U")


# The caches hold every cell a table can show; the bound only keeps hostile input from filling memory.
@lru_cache(maxsize=1 << 15)
def corners_of(cell: Cell) -> tuple[Vertex, Vertex, Vertex]:
    """The three corners of a cell, clockwise."""
    x, y, point = cell
    if point == "U":
        return Vertex(x, y), Vertex(x, y + 1), Vertex(x + 1, y)
    return Vertex(x, y + 1), Vertex(x + 1, y + 1), Vertex(x + 1, y)


@lru_cache(maxsize=1 << 15)
def neighbours_of(cell: Cell) -> tuple[Cell, Cell, Cell]:
    """The cells across side 0, 1 and 2 of a cell."""
    x, y, point = cell
    if point == "U":
        return Cell(x - 1, y, "D"), Cell(x, y, "D"), Cell(x, y - 1, "D")
    return Cell(x, y + 1, "U"), Cell(x + 1, y, "U"), Cell(x, y, "U")


@lru_cache(maxsize=1 << 15)
def _cells_round(vertex: Vertex) -> tuple[Cell, Cell, Cell, Cell, Cell, Cell]:
    x, y = vertex
    return (
        Cell(x, y, "U"),
        Cell(x, y - 1, "D"),
        Cell(x, y - 1, "U"),
        Cell(x - 1, y - 1, "D"),
        Cell(x - 1, y, "U"),
        Cell(x - 1, y, "D"),
    )

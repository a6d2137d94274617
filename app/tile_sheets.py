"""Triangles packed on sheets side to side, so that every cut runs straight across all of them."""

from collections.abc import Iterator
from dataclasses import dataclass

Point = tuple[float, float]
"""Millimetres from the upper left corner of the sheet."""

_HEIGHT = 3**0.5 / 2


@dataclass(frozen=True, slots=True)
class Triangle:
    """Where a tile lies: its corners clockwise, beginning with the one that points up or down."""

    corners: tuple[Point, Point, Point]

    @property
    def middle(self) -> Point:
        """The centre."""
        return sum(x for x, _ in self.corners) / 3, sum(y for _, y in self.corners) / 3

    def mirrored(self, width: float) -> "Triangle":
        """The same on the other side of a sheet so wide, its corners clockwise there."""
        (ax, ay), (bx, by), (cx, cy) = self.corners
        return Triangle(((width - ax, ay), (width - cx, cy), (width - bx, by)))


def pack_sheet(side: float, left: float, top: float, right: float, bottom: float) -> tuple[Triangle, ...]:
    """All triangles that find room there, row by row."""
    rows = int((bottom - top) / (side * _HEIGHT) + 1e-9)
    columns = int(2 * (right - left) / side + 1e-9) - 1
    # In the middle, so that no printer cuts off one side more than the other.
    left += (right - left - (columns + 1) * side / 2) / 2
    return tuple(_row_by_row(side, left, top, max(rows, 0), max(columns, 0)))


def _row_by_row(side: float, left: float, top: float, rows: int, columns: int) -> Iterator[Triangle]:
    for row in range(rows):
        high, low = top + row * side * _HEIGHT, top + (row + 1) * side * _HEIGHT
        for column in range(columns):
            x = left + column * side / 2
            if (row + column) % 2:
                yield Triangle(((x + side / 2, low), (x, high), (x + side, high)))
            else:
                yield Triangle(((x + side / 2, high), (x + side, low), (x, low)))

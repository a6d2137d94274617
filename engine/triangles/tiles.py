"""The triangular tiles: what is printed on them and which of them a set holds.

A tile is its three digits read clockwise from the smallest, so that turning it never changes its name.
In the usual set the digits do not decrease clockwise, which makes the name the sorted digits.
"""

from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from itertools import product
from typing import NamedTuple

DIGITS = range(6)

Digits = tuple[int, int, int]
"""Three digits in clockwise corner order, as they lie in a cell."""


class Chirality(StrEnum):
    """Which way round the digits of a set ascend."""

    CW = "cw"
    CCW = "ccw"
    BOTH = "both"


class Tile(NamedTuple):
    """A tile: its digits clockwise, starting where that reads smallest. Make one with `tile_of`."""

    a: int
    b: int
    c: int

    @property
    def value(self) -> int:
        """The sum of the digits."""
        return self.a + self.b + self.c

    @property
    def is_triplet(self) -> bool:
        """Three equal digits."""
        return self.a == self.b == self.c

    def __str__(self) -> str:
        return f"{self.a}{self.b}{self.c}"


_TILE_OF: dict[Digits, Tile] = {
    (a, b, c): Tile(*min((a, b, c), (b, c, a), (c, a, b))) for a, b, c in product(DIGITS, repeat=3)
}


def tile_of(digits: Digits) -> Tile:
    """The tile that shows these digits clockwise, however it is turned; a digit outside 0…5 is a KeyError."""
    return _TILE_OF[digits]


@cache
def tile_set(chirality: Chirality) -> tuple[Tile, ...]:
    """The tiles of a set in order: 56, or 76 when both directions are printed."""
    tiles = sorted(set(_TILE_OF.values()))
    ascending = [tile for tile in tiles if tile.a <= tile.b <= tile.c]
    if chirality is Chirality.CW:
        return tuple(ascending)
    if chirality is Chirality.CCW:
        return tuple(sorted({tile_of((tile.c, tile.b, tile.a)) for tile in ascending}))
    return tuple(tiles)


@cache
def _by_sorted_digits(chirality: Chirality) -> dict[Digits, Tile | None]:
    named: dict[Digits, Tile | None] = {}
    for tile in tile_set(chirality):
        a, b, c = sorted(tile)
        named[a, b, c] = None if (a, b, c) in named else tile
    return named


def find_tile(digits: Iterable[int], chirality: Chirality = Chirality.CW) -> Tile | None:
    """The tile of the set with these digits, or None.

    In a set of 56 the order does not matter, for there is one tile for three digits; in the set of 76 a tile
    with three different digits is told from its mirror image by its clockwise order.
    """
    values = tuple(digits)
    if len(values) != 3 or any(digit not in DIGITS for digit in values):
        return None
    a, b, c = sorted(values)
    return _by_sorted_digits(chirality).get((a, b, c)) or tile_of(values)

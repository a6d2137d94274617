"""The nouns of seeing: a triangle in a picture, what its corners read, where it lies in the lattice.

Corners run clockwise in the picture as a person sees it, in pixels; the middle of the first pixel is (0, 0).
Tile-ness (is this a tile?) and the probabilities of its values are two things and stay two numbers.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tileref.engine.triangles import Cell, Digits

HARDLY = 0.33
"""What is less likely a tile than this is hardly one: it must prove to be. Too low: patterns of the cloth are taken for
tiles; too high: tiles are missed that cannot be read."""

VALUES = 6
"""The values a corner can show: 0 to 5."""


# Arrays have no one answer to ==, so what holds them is equal only to itself.
@dataclass(frozen=True, slots=True, eq=False)
class TileOutline:
    """A triangle that looks like a tile: (3, 2) corners, how sure it is one, and how sure it lies face up."""

    corners: NDArray[np.float64]
    tileness: float
    face_up: float

    @property
    def middle(self) -> NDArray[np.float64]:
        """The middle of the corners, (2,)."""
        return np.asarray(self.corners.mean(axis=0))

    @property
    def radius(self) -> float:
        """How far the corners are from the middle, on average."""
        return float(np.linalg.norm(self.corners - self.middle, axis=1).mean())


@dataclass(frozen=True, slots=True, eq=False)
class TileSighting:
    """An outline and what its corners read.

    `values` is (3, 6): the probability of each value at each corner, given that the corner shows one. `blank` is (3,):
    the probability that a corner shows nothing (face down, hidden). `embedding` is (3, d), for learning new sets.
    """

    outline: TileOutline
    values: NDArray[np.float64]
    blank: NDArray[np.float64]
    embedding: NDArray[np.float32]

    @property
    def plainest(self) -> float:
        """How likely some corner shows a mark."""
        return float(1 - self.blank.min())

    @property
    def plain(self) -> float:
        """How likely the corner that is hardest to read shows what it most likely shows, if anything."""
        return float(((1 - self.blank) * self.values.max(axis=1)).min())


@dataclass(frozen=True, slots=True, eq=False)
class SeenTile:
    """A tile as the whole picture says it is.

    `digits[i]` stands at `corners[i]`, None for a tile face down; for a tile of the board the corners are those of its
    cell, in the cell's order. `confidence` is the probability that the digits are right; `sure` is false where a person
    should look.
    """

    corners: NDArray[np.float64]
    digits: Digits | None
    confidence: float
    sure: bool
    cell: Cell | None

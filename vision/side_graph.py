"""Which sides of triangles in a picture coincide, and how far apart or how deep in each other triangles lie.

Everything is measured in sides of the two tiles concerned, in the plane they lie in: each triangle, taken for an
equilateral one, says how its neighbourhood is foreshortened. So one tolerance serves near and far tiles alike, and
neither the camera nor the rest of the board is needed.
"""

import itertools
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tileref.engine.triangles.lattice import HALF_SQRT3

Floats = NDArray[np.float64]

# An equilateral triangle with sides of one, clockwise as a picture shows it (y downwards).
_UNIT_SIDES = np.array([[0.5, 1.0], [-HALF_SQRT3, 0.0]])

# Tiles whose centres are further apart than this, in sides, have nothing to do with each other.
_RANGE = 1.7


class SharedSide(NamedTuple):
    """Side `side` of one tile lies along side `other_side` of another, the other way round.

    In sides: `misfit` is how far the worse of the two pairs of ends is apart; `shift` how far the middles are, small
    for a tile that is merely askew; `fold` how far the two tiles are from mirror images of each other.
    """

    tile: int
    side: int
    other: int
    other_side: int
    misfit: float
    shift: float
    fold: float


@dataclass(frozen=True, slots=True)
class SideGraph:
    """What pairs of triangles have to do with each other; pairs too far apart are not in it.

    `pairs` is (p, 2), tiles by number, the lower first. `misfits` is (p, 3, 3): how badly side a of the first lies
    along side b of the second, and `shifts` and `folds` likewise. `gaps` is (p,): how far apart they are at least,
    negative where they overlap. `distances` is (p,): from centre to centre. All in sides.
    """

    pairs: NDArray[np.int64]
    misfits: Floats
    shifts: Floats
    folds: Floats
    gaps: Floats
    distances: Floats

    def shared_sides(self, tolerance: float) -> list[SharedSide]:
        """Every two sides that coincide within the tolerance, the best fit first."""
        pair, side, other_side = np.nonzero(self.misfits <= tolerance)
        columns = (
            self.pairs[pair, 0],
            side,
            self.pairs[pair, 1],
            other_side,
            self.misfits[pair, side, other_side],
            self.shifts[pair, side, other_side],
            self.folds[pair, side, other_side],
        )
        found = itertools.starmap(SharedSide, zip(*(column.tolist() for column in columns), strict=True))
        return sorted(found, key=lambda side: side.misfit)


def unit_from_image(corners: Floats) -> Floats:
    """For each of (n, 3, 2) triangles the 2×2 matrix that makes it equilateral with sides of one."""
    sides = np.stack([corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]], axis=2)
    return np.asarray(_UNIT_SIDES @ np.linalg.inv(sides))


def are_tiles(corners: Floats, *, stretch: float) -> NDArray[np.bool_]:
    """Which of (n, 3, 2) triangles can be tiles seen by a camera: clockwise, and no flatter than `stretch` to one."""
    with np.errstate(invalid="ignore", over="ignore"):
        a, b = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
        twice_area = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
        # What is not finite is not below anything.
        good = np.asarray((np.abs(corners) < 1e6).all(axis=(1, 2)) & (twice_area > 1.0))
    if good.any():
        units = unit_from_image(corners[good])
        # Of a matrix with singular values s ≥ t this is s/t + t/s.
        flatness = (units**2).sum(axis=(1, 2)) / np.abs(np.linalg.det(units))
        good[good] = flatness < stretch + 1 / stretch
    return good


def relate_tiles(corners: Floats) -> SideGraph:
    """How (n, 3, 2) triangles, clockwise and none of them flat, lie to each other."""
    units = unit_from_image(corners)
    metrics = units.transpose(0, 2, 1) @ units
    centres = corners.mean(axis=1)
    apart = centres[:, None] - centres[None]
    distances = _length(apart, (metrics[:, None] + metrics[None]) / 2)
    first, second = np.nonzero(np.triu(distances < _RANGE, 1))
    metric = (metrics[first] + metrics[second]) / 2
    # How far corner a of the first is from corner b of the second.
    apart = corners[first][:, :, None] - corners[second][:, None]
    ends = _length(apart, metric[:, None, None])
    following = np.array([1, 2, 0])
    # Side a runs from corner a to the next; the neighbour's runs the other way.
    misfits = np.maximum(ends[:, :, following], ends[:, following, :])
    shifts = _length((apart[:, :, following] + apart[:, following, :]) / 2, metric[:, None, None])
    # From the middle of a side to the far corner: for tiles across a shared side these cancel out.
    reach = np.roll(corners, -2, axis=1) - (corners + np.roll(corners, -1, axis=1)) / 2
    uneven = reach[first][:, :, None] + reach[second][:, None]
    folds = np.minimum(_length(uneven, metrics[first][:, None, None]), _length(uneven, metrics[second][:, None, None]))
    gaps = np.maximum(
        _gap(corners[first], units[first], corners[second]), _gap(corners[second], units[second], corners[first])
    )
    return SideGraph(np.stack([first, second], axis=1), misfits, shifts, folds, gaps, distances[first, second])


def _length(vectors: Floats, metric: Floats) -> Floats:
    x, y = vectors[..., 0], vectors[..., 1]
    squared = metric[..., 0, 0] * x * x + 2 * metric[..., 0, 1] * x * y + metric[..., 1, 1] * y * y
    return np.asarray(np.sqrt(np.maximum(squared, 0)))


def _gap(corners: Floats, units: Floats, others: Floats) -> Floats:
    """How far the others lie outside that side of a triangle which they are furthest outside of."""
    xy = np.einsum("pij,pcj->pci", units, others - corners[:, :1])
    # Distances outwards from the three sides of the unit triangle; its first corner is the origin.
    a = -HALF_SQRT3 * xy[..., 0] - 0.5 * xy[..., 1]
    b = xy[..., 1]
    c = HALF_SQRT3 * xy[..., 0] - 0.5 * xy[..., 1]
    outside = np.stack([a, b, c - HALF_SQRT3], axis=1)
    return np.asarray(outside.min(axis=2).max(axis=1))

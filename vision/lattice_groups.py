"""Groups of tiles that hang together by shared sides, each with a lattice of its own.

The best-fitting sides join tiles first, and a side that contradicts what better ones say is left out. Each step looks
at two tiles only, so that neither drift over a long board nor the bend of a lens can add up to a wrong cell.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tileref.engine.triangles import Cell
from tileref.engine.triangles.lattice import HALF_SQRT3
from tileref.vision.side_graph import SharedSide

Floats = NDArray[np.float64]
Vertices = NDArray[np.int64]
"""(n, 3, 2): for each corner of a tile, in the picture's order, the lattice vertex it lies on."""

TURNS = [np.linalg.matrix_power(np.array([[0, -1], [1, 1]]), k) for k in range(6)]
"""The turns of the lattice, on (x, y) of vertices, counter-clockwise by k · 60°."""

Triangle = tuple[tuple[int, int], tuple[int, int], tuple[int, int]]
"""The vertices of one tile, in the picture's order, which is clockwise."""

_FIRST: Triangle = ((0, 0), (0, 1), (1, 0))

STEPS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
"""The steps from a vertex to the next, each 60° counter-clockwise of the one before."""


@dataclass(frozen=True, slots=True)
class Joint:
    """A shared side that made one group of two, and the tiles of the smaller one."""

    side: SharedSide
    smaller: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Groups:
    """Tiles by group, the largest first; vertices of tiles of one group are in one lattice.

    `contradictions` are shared sides that would have put two tiles into one cell or one tile into two.
    """

    members: tuple[tuple[int, ...], ...]
    vertices: Vertices
    joints: tuple[Joint, ...]
    contradictions: tuple[SharedSide, ...]


def grow_groups(tiles: Sequence[int], count: int, sides: Sequence[SharedSide]) -> Groups:
    """Groups of the given of `count` tiles, by shared sides that come best first."""
    # A few dozen triangles: plain numbers are several times faster here than arrays.
    vertices: list[Triangle] = [_FIRST] * count
    members = {tile: [tile] for tile in tiles}
    cells = {tile: {_key(_FIRST)} for tile in tiles}
    group_of = {tile: tile for tile in tiles}
    joints: list[Joint] = []
    contradictions: list[SharedSide] = []
    for side in sides:
        at, other = (side.tile, side.side), (side.other, side.other_side)
        if len(members[group_of[at[0]]]) < len(members[group_of[other[0]]]):
            at, other = other, at
        host, guest = group_of[at[0]], group_of[other[0]]
        across = _across(vertices[at[0]], at[1], other[1])
        if host == guest:
            if across != vertices[other[0]]:
                contradictions.append(side)
            continue
        moved = move([vertices[tile] for tile in members[guest]], vertices[other[0]], across)
        taking = {_key(triangle) for triangle in moved}
        if taking & cells[host]:
            contradictions.append(side)
            continue
        joints.append(Joint(side, tuple(members[guest])))
        for tile, triangle in zip(members[guest], moved, strict=True):
            vertices[tile] = triangle
            group_of[tile] = host
        members[host] += members.pop(guest)
        cells[host] |= taking
    by_size = sorted(members.values(), key=lambda group: (-len(group), min(group)))
    return Groups(
        tuple(tuple(sorted(group)) for group in by_size), np.array(vertices), tuple(joints), tuple(contradictions)
    )


def _across(triangle: Triangle, side: int, other_side: int) -> Triangle:
    """The vertices of the tile across a side, in its own order."""
    start, end, far = triangle[side], triangle[(side + 1) % 3], triangle[(side + 2) % 3]
    opposite = (start[0] + end[0] - far[0], start[1] + end[1] - far[1])
    found = (end, start, opposite)
    return found[-other_side % 3], found[(1 - other_side) % 3], found[(2 - other_side) % 3]


def move(triangles: Iterable[Triangle], before: Triangle, after: Triangle) -> list[Triangle]:
    """Triangles of one lattice turned and shifted as one of them was."""
    steps = [STEPS.index((t[1][0] - t[0][0], t[1][1] - t[0][1])) for t in (before, after)]
    (a, b), (c, d) = TURNS[(steps[1] - steps[0]) % 6].tolist()
    x, y = before[0]
    right, up = after[0][0] - a * x - b * y, after[0][1] - c * x - d * y

    def moved(vertex: tuple[int, int]) -> tuple[int, int]:
        x, y = vertex
        return a * x + b * y + right, c * x + d * y + up

    return [(moved(one), moved(two), moved(three)) for one, two, three in triangles]


def _key(triangle: Triangle) -> tuple[int, int]:
    """A cell as the sum of its corners: the same whatever the order."""
    (a, b), (c, d), (e, f) = triangle
    return a + c + e, b + d + f


def cells_of(vertices: Vertices) -> list[Cell]:
    """The cells with these vertices."""
    return [_cell(x, y) for x, y in vertices.sum(axis=1).tolist()]


def _cell(x: int, y: int) -> Cell:
    return Cell((x - 1) // 3, (y - 1) // 3, "U") if x % 3 == 1 else Cell((x - 2) // 3, (y - 2) // 3, "D")


def to_triangle(vertices: NDArray[np.int64]) -> Triangle:
    """The (3, 2) vertices of one tile as plain numbers."""
    (a, b), (c, d), (e, f) = vertices.tolist()
    return (a, b), (c, d), (e, f)


def xy_of(vertices: NDArray[np.int64]) -> Floats:
    """Where vertices are drawn, (…, 2) in sides, y upwards."""
    x, y = vertices[..., 0], vertices[..., 1]
    return np.stack([x + y / 2, y * HALF_SQRT3], axis=-1)


def nearest_cells(xy_lattice: Floats) -> tuple[Vertices, Floats]:
    """For (n, 3, 2) triangles the vertices nearest to their corners, and how far those are.

    How far the worst is; but one corner may be hidden and badly found, so that twice the second worst will do.
    Infinitely far where the vertices are not the corners of a cell, clockwise.
    """
    rows = xy_lattice[..., 1] / HALF_SQRT3
    axial = np.stack([xy_lattice[..., 0] - rows / 2, rows], axis=-1)
    vertices = np.rint(axial).astype(np.int64)
    first, second = vertices[:, 1] - vertices[:, 0], vertices[:, 2] - vertices[:, 0]
    x, y = first[:, 0], first[:, 1]
    is_cell = (x * x + x * y + y * y == 1) & (second == first @ TURNS[5].T).all(axis=1)
    off = np.sort(np.linalg.norm(xy_lattice - xy_of(vertices), axis=2), axis=1)
    return vertices, np.where(is_cell, np.minimum(off[:, 2], 2 * off[:, 1]), np.inf)

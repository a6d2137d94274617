"""What lies on the table and where: a board from legal play, loose tiles, tiles face down; as hands lay them."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from tileref.datasets.style import Rng
from tileref.engine.triangles import ORIGIN, Board, Cell, Chirality, Digits, Placement, tile_set


class Kind(StrEnum):
    """How a tile lies."""

    BOARD = "board"
    LOOSE = "loose"
    FACEDOWN = "facedown"


@dataclass(frozen=True, slots=True)
class LyingTile:
    """A tile on the table: its sharp corners there, clockwise, (3, 2), in sides of a tile."""

    kind: Kind
    corners: NDArray[np.float64]
    digits: Digits | None
    cell: Cell | None = None


_RADIUS = 3**-0.5


def lay_out_board(rng: Rng, size: int, chirality: Chirality) -> Board:
    """A board of at most so many tiles, laid by the rules at random; compact boards close more hexagons."""
    left = list(tile_set(chirality))
    rng.shuffle(left)
    first = left.pop()
    board = Board([Placement(ORIGIN, (first[0], first[1], first[2]))], chirality=chirality)
    compact = rng.random()
    while len(board) < size and (choices := board.placements_of(left)):
        weights = np.array([1.0 + 6 * compact * (board.measure(cell).corners - 2) for cell, _ in choices])
        placement = choices[int(rng.choice(len(choices), p=weights / weights.sum()))]
        board = board.place(placement)
    return board


def lay_tiles(rng: Rng, board: Board, *, gap: float, skew: float, loose: int, facedown: int) -> list[LyingTile]:
    """The tiles of a board with gaps of at most `gap` sides and turned by at most `skew` radians, then others apart."""
    tiles = [
        LyingTile(Kind.BOARD, corners, digits, cell)
        for (cell, digits), corners in zip(
            board.tiles.items(), lay_by_hand(rng, list(board.tiles), gap=gap, skew=skew), strict=True
        )
    ]
    taken = [tile.corners.mean(axis=0) for tile in tiles]
    reach = max((float(np.abs(spot).max()) for spot in taken), default=1.0) + 2.5
    unused = sorted(set(tile_set(board.chirality)) - board.used)
    rng.shuffle(unused)
    for number in range(loose + facedown):
        for _ in range(60):
            centre = np.mean(taken, axis=0) + rng.uniform(-reach, reach, 2)
            if min(float(np.linalg.norm(centre - spot)) for spot in taken) > 1.25:
                break
        else:
            continue
        taken.append(centre)
        corners = triangle_at(centre, float(rng.uniform(0, 2 * np.pi)))
        if number < loose and unused:
            a, b, c = unused.pop()
            tiles.append(LyingTile(Kind.LOOSE, corners, (a, b, c)))
        else:
            tiles.append(LyingTile(Kind.FACEDOWN, corners, None))
    return tiles


def triangle_at(centre: NDArray[np.float64], turn: float) -> NDArray[np.float64]:
    """The corners of a tile with this middle whose first corner points this way, clockwise with y upwards."""
    angles = turn - np.arange(3) * 2 * np.pi / 3
    return centre + _RADIUS * np.stack([np.cos(angles), np.sin(angles)], axis=1)


def lay_by_hand(rng: Rng, cells: Sequence[Cell], *, gap: float, skew: float) -> list[NDArray[np.float64]]:
    """Where tiles lie that hands laid into these cells, each as near to its neighbours as it goes; the errors add up.

    A slow drift over the board, and for each tile a little of its own, as much as its gap leaves room for.
    """
    pitch = 1 + gap * rng.uniform(0.3, 0.7)
    drift = rng.normal(0, 0.35 * gap, (2, 2))
    wave = rng.normal(0, 1, (2, 2))
    phase = rng.uniform(0, 2 * np.pi, 2)
    # A turned tile needs room: no more of it than the gap has.
    own_turn = min(skew, 1.2 * gap)
    laid = []
    for cell in cells:
        ideal = np.array([vertex.xy for vertex in cell.corners]) * pitch
        centre = ideal.mean(axis=0)
        shift = drift @ centre * 0.3 + 0.4 * gap * np.sin(centre @ wave * 0.5 + phase)
        centre = centre + shift + rng.uniform(-0.25, 0.25, 2) * gap
        turn = float(rng.uniform(-own_turn, own_turn))
        R = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        laid.append(centre + (ideal - ideal.mean(axis=0)) / pitch @ R.T)
    return laid

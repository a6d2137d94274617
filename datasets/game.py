"""A game as photographs: one after each turn, by a camera that is held in the hand."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import numpy as np

from tileref.datasets.camera import look_at
from tileref.datasets.compositor import Picture, photograph
from tileref.datasets.fonts import find_fonts
from tileref.datasets.layout import lay_tiles
from tileref.datasets.style import random_style
from tileref.engine.games import find_ruleset, simulate_event, start_match
from tileref.engine.triangles import Board, Place

_HARDNESS = 0.15
_GAP = 0.02


def play_boards(seed: int, turns: int) -> list[Board]:
    """The boards of a match of triple-400 after each of its first placements."""
    rng = Random(seed)
    state = start_match(find_ruleset("triple-400"), 2)
    boards: list[Board] = []
    board = Board()
    while len(boards) < turns:
        event = simulate_event(state, rng, greedy=True)
        assert event is not None, "a match has more turns than are photographed"
        if isinstance(event, Place):
            board = board.place(event.placement)
            boards.append(board)
        state = state.apply(event)
    return boards


def photograph_game(seed: int, turns: int, *, width: int = 1280) -> Iterator[Picture]:
    """The photographs of the first turns of a match; the same seed gives the same photographs."""
    boards = play_boards(seed, turns)
    rng = np.random.default_rng(seed)
    # One colour for all tiles: the dice that give each its own are thrown anew for every picture.
    style = replace(random_style(rng, len(find_fonts()), pips=0.0), bases=())
    spots = np.array([vertex.xy for cell in boards[-1].tiles for vertex in cell.corners])
    middle = (spots.max(axis=0) + spots.min(axis=0)) / 2
    reach = float(np.linalg.norm(spots - middle, axis=1).max()) + 1
    for number, board in enumerate(boards):
        # The same dice for every picture: what lies on the table stays where it was put.
        tiles = lay_tiles(np.random.default_rng(seed), board, gap=_GAP, skew=0.02, loose=0, facedown=0)
        own = np.random.default_rng([seed, number])
        shake = own.normal(0, 1, 5)
        camera = look_at(
            width=width,
            height=width * 3 // 4,
            target=(float(middle[0] + 0.2 * shake[0]), float(middle[1] + 0.2 * shake[1])),
            distance=reach / 0.4 * (1 + 0.05 * float(shake[2])),
            tilt=0.3 + 0.04 * float(shake[3]),
            heading=0.4 + 0.08 * float(shake[4]),
            roll=0.0,
            field_of_view=1.0,
            bend=-0.02,
        )
        yield photograph(seed, own, tiles, style, camera, _HARDNESS, cloth=np.random.default_rng(seed))

"""How many ways there are to go on from a position: one wrong placement rule, and a count differs.

Every count was found twice: by the board, and by the plain rules of `naive`. The largest takes them seconds, so
there the test repeats only the first.
"""

import pytest

from tests import naive
from tileref.engine.triangles import Board, Chirality, CornerRule, Tile, from_ascii, parse_tile, perft

FIVES = r"""
  /\
 /5 \
/5__5\
"""
ONE_TWO = r"""
  /\
 /1 \
/0__2\
"""
HEXAGON = r"""
    ____
   \5  0/\
    \0 /0 \
 ____\/0__1\
\5  0/\0  1/
 \2 /0 \2 /
  \/2__2\/
"""
BRIDGE = r"""
       ____
     /\3  3/\
    /3 \4 /3 \
   /2__4\/4__4\
  /\2  4/\4  4/
 /2 \2 /  \5 /
/0__2\/    \/
\0  2/\
 \3 /2 \
  \/3__2\
"""
RING = r"""
       ____
     /\3  3/\
    /3 \4 /3 \
   /2__4\/4__4\
  /\2  4/\4  4/
 /2 \2 /  \5 /
/0__2\/____\/
\0  2/\2  5/
 \3 /2 \2 /
  \/3__2\/
"""
HAND = "225 245 055 222 002 125 334 444 013"


def naive_perft(board: Board, tiles: frozenset[Tile], depth: int) -> int:
    """The same count by brute force."""
    if depth == 0:
        return 1
    placements = naive.legal_placements(board, sorted(tiles))
    return sum(naive_perft(board.place(placement), tiles - {placement.tile}, depth - 1) for placement in placements)


def check(board: Board, tiles: frozenset[Tile], counts: list[int]) -> None:
    depths = range(1, len(counts) + 1)
    assert [perft(board, tiles, depth) for depth in depths] == counts
    assert [naive_perft(board, tiles, depth) for depth in depths] == counts


@pytest.mark.parametrize(
    ("drawing", "counts"),
    [(FIVES, [15, 210]), (ONE_TWO, [9, 108]), (HEXAGON, [14, 223]), (BRIDGE, [16, 274]), (RING, [18, 347])],
)
def test_ways_to_lay_two_of_the_tiles_that_are_left(drawing: str, counts: list[int]) -> None:
    board = from_ascii(drawing)
    check(board, frozenset(naive.rest_of(board)), counts)


@pytest.mark.parametrize(
    ("drawing", "counts"),
    [(HEXAGON, [6, 28, 92]), (BRIDGE, [3, 7, 12]), (RING, [3, 6, 6])],
)
def test_ways_to_lay_three_tiles_of_a_hand(drawing: str, counts: list[int]) -> None:
    check(from_ascii(drawing), frozenset(map(parse_tile, HAND.split())), counts)


@pytest.mark.parametrize(
    ("chirality", "counts"),
    [(Chirality.CCW, [15, 210]), (Chirality.BOTH, [15, 270])],
)
def test_ways_to_go_on_with_other_sets_of_tiles(chirality: Chirality, counts: list[int]) -> None:
    board = from_ascii(FIVES, chirality=chirality)
    check(board, frozenset(naive.rest_of(board)), counts)


def test_more_ways_are_open_where_only_sides_must_agree() -> None:
    board = from_ascii(BRIDGE, corner_rule=CornerRule.SIDES_ONLY)
    check(board, frozenset(map(parse_tile, HAND.split())), [4, 10, 17])


def test_ways_to_lay_three_of_the_tiles_that_are_left() -> None:
    board = from_ascii(FIVES)
    assert perft(board, frozenset(naive.rest_of(board)), 3) == 3270

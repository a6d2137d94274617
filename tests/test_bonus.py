"""What a placement earns, against the table of bonus classes in section 1 of the rules."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import lay_out, seeds
from tests.tables import rules
from tileref.engine.triangles import TRIANGLE_RULESETS, Board, Measures, best_placement, score_placement, tile_set
from tileref.engine.triangles.bonus import classify

# s, t, h and the class and bonus in 000/001, in 004 and for children; every way a legal tile can meet a board.
TABLE = [
    ((1, 2, 0), "plain", 0, "plain", 0, 0),
    ((1, 3, 0), "bridge", 40, "bridge", 40, 1),
    ((2, 3, 0), "two_sides", 40, "two_sides", 0, 0),
    ((2, 3, 1), "all_three", 60, "hexagon", 50, 1),
    ((3, 3, 0), "all_three", 60, "three_sides", 0, 0),
    ((3, 3, 1), "all_three", 60, "hexagon", 50, 1),
    ((3, 3, 2), "all_three", 60, "double_hexagon", 60, 2),
    ((3, 3, 3), "all_three", 60, "triple_hexagon", 70, 3),
]
MEASURED = {measured: row for measured, *row in TABLE}


@pytest.mark.parametrize(("measured", "triple", "_paid", "hexed", "_hex_paid", "_kids_paid"), TABLE)
def test_each_way_to_meet_the_board_has_one_class(
    measured: tuple[int, int, int], triple: str, _paid: int, hexed: str, _hex_paid: int, _kids_paid: int
) -> None:
    measures = Measures(*measured, contacts=0)
    for name in ("triple-400", "triple-02982", "triple-02982-race"):
        assert classify(rules(name), measures) == triple
    for name in ("triomino-hex", "triomino-kids"):
        assert classify(rules(name), measures) == hexed


@given(seeds, st.integers(10, 50))
@settings(max_examples=100)
def test_points_are_the_value_of_the_tile_and_the_bonus_of_its_class(seed: int, size: int) -> None:
    board = lay_out(seed, size)
    for placement in board.placements_of(tile_set(board.chirality)):
        triple, paid, hexed, hex_paid, kids_paid = MEASURED[board.measure(placement.cell)[:3]]
        value = sum(placement.digits)
        earned = (
            (triple, value, paid),
            (triple, value, paid),
            (triple, 0, 0),
            (hexed, value, hex_paid),
            (hexed, 1, kids_paid),
        )
        for ruleset, expected in zip(TRIANGLE_RULESETS, earned, strict=True):
            score = score_placement(ruleset, board, placement)
            assert score == expected
            assert score.points == expected[1] + expected[2]


@given(seeds, st.integers(5, 50))
@settings(max_examples=40)
def test_the_best_placement_earns_as_much_as_any(seed: int, size: int) -> None:
    board, ruleset = lay_out(seed, size), rules("triomino-hex")
    earned = [
        (score_placement(ruleset, board, placement).points, placement.value)
        for placement in board.placements_of(tile_set(board.chirality))
    ]
    best = best_placement(ruleset, board, tile_set(board.chirality))
    if best is None:
        assert earned == []
    else:
        assert (score_placement(ruleset, board, best).points, best.value) == max(earned)


def test_nothing_is_best_where_nothing_fits() -> None:
    assert best_placement(rules("triomino-hex"), Board(), tile_set(Board().chirality)) is None

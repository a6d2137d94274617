"""Looks at tiles: several taken together, and those at a table that has moved in the picture."""

from dataclasses import replace

import numpy as np
import pytest

from tileref.vision.looks import (
    MOST_LOOKS,
    TileLook,
    fuse_looks,
    in_order,
    leave_new,
    match_outlines,
    renew_looks,
    say_the_same,
)
from tileref.vision.marks import BLANK, CLASSES, digit_class, pips_class
from tileref.vision.reader import read_looks
from tileref.vision.tiles import TileOutline

SIDE = 60.0


def outline(x: float, y: float = 100.0, *, tileness: float = 0.99, face_up: float = 0.99, turn: int = 0) -> TileOutline:
    corners = np.array([[x, y], [x + SIDE, y], [x + SIDE / 2, y + SIDE * 0.866]])
    return TileOutline(np.roll(corners, turn, axis=0), tileness, face_up)


def look(
    x: float,
    *classes: int,
    sure: float = 0.999,
    turn: int = 0,
    tileness: float = 0.99,
    found: bool = True,
    looks: int = 1,
) -> TileLook:
    chances = np.full((3, CLASSES), (1 - sure) / (CLASSES - 1))
    chances[range(3), classes] = sure
    embedding = np.zeros((3, 4), np.float32)
    return TileLook(
        outline(x, turn=turn, tileness=tileness), np.roll(chances, turn, axis=0), embedding, found, looks=looks
    )


def classes(one: TileLook) -> list[int]:
    return [int(at) for at in one.chances.argmax(axis=1)]


ONE, TWO, FOUR, FIVE = (digit_class(digit, 0) for digit in (1, 2, 4, 5))


def test_the_same_tile_in_two_frames_is_one_and_its_neighbour_is_another() -> None:
    assert match_outlines([outline(0), outline(SIDE)], [outline(SIDE + 3), outline(4)]) == {0: 1, 1: 0}
    assert match_outlines([outline(0)], [outline(SIDE / 2)]) == {}
    assert match_outlines([], [outline(0)]) == match_outlines([outline(0)], []) == {}
    assert [each.corners[0, 0] for each in leave_new([outline(2), outline(SIDE)], [outline(0)])] == [SIDE]


@pytest.mark.parametrize("turn", [0, 1, 2])
def test_two_looks_are_brought_together_corner_by_corner_wherever_the_outline_begins(turn: int) -> None:
    (fused,) = fuse_looks([look(0, ONE, TWO, FOUR)], [look(0, ONE, TWO, FOUR, turn=turn)])
    assert classes(fused) == [ONE, TWO, FOUR]
    assert fused.chances.max(axis=1).min() > 0.998
    assert np.allclose(fused.outline.corners, outline(0).corners)
    assert fused.looks == 2


@pytest.mark.parametrize("hidden_first", [True, False])
def test_a_digit_that_shine_hides_in_one_look_is_read_in_the_other(hidden_first: bool) -> None:
    both = [[look(0, ONE, TWO, BLANK, sure=0.99)], [look(0, ONE, TWO, FOUR)]]
    (fused,) = fuse_looks(*(both if hidden_first else both[::-1]))
    assert classes(fused) == [ONE, TWO, FOUR]
    assert fused.chances[2, FOUR] > 0.95


def test_looks_that_contradict_each_other_leave_a_doubt() -> None:
    (fused,) = fuse_looks([look(0, ONE, TWO, FOUR)], [look(0, ONE, TWO, FIVE)])
    assert fused.chances[2].max() < 0.6
    (sighting,) = read_looks([fused]).sightings
    assert sighting.values[2].max() < 0.7


def test_one_look_that_sees_a_digit_on_the_back_of_a_tile_is_not_believed() -> None:
    backs = look(0, BLANK, BLANK, BLANK, looks=MOST_LOOKS)
    (fused,) = fuse_looks([backs], [look(0, BLANK, BLANK, FOUR, sure=0.6)])
    assert classes(fused) == [BLANK] * 3


def test_a_corner_without_pips_is_not_taken_for_a_hidden_one() -> None:
    (fused,) = fuse_looks(
        [look(0, BLANK, pips_class(2), pips_class(3), looks=3)],
        [look(0, pips_class(1), pips_class(2), pips_class(3), sure=0.7)],
    )
    assert classes(fused) == [BLANK, pips_class(2), pips_class(3)]


def test_a_tile_that_was_misread_at_first_comes_right() -> None:
    fused: tuple[TileLook, ...] = (look(0, ONE, TWO, FIVE, looks=50),)
    for _ in range(MOST_LOOKS + 2):
        fused = fuse_looks(fused, [look(0, ONE, TWO, FOUR)])
    assert classes(fused[0]) == [ONE, TWO, FOUR]


def test_what_only_one_of_several_looks_shows_is_less_likely_a_tile() -> None:
    steady, passing = look(0, ONE, TWO, FOUR), look(300, ONE, ONE, TWO, tileness=0.8)
    fused = fuse_looks([steady, passing], [steady])
    fused = fuse_looks(fused, [steady])
    assert [each.outline.tileness for each in fused] == pytest.approx([0.99, 0.8 / 3])
    late = fuse_looks([replace(steady, looks=3)], [steady, passing])
    assert late[1].outline.tileness == pytest.approx(0.8 / 4)


def test_what_is_a_tile_in_one_look_is_one_and_tiles_come_first() -> None:
    faint = look(0, ONE, TWO, FOUR, found=False)
    fused = fuse_looks([faint, look(300, ONE, ONE, TWO, found=False)], [replace(faint, found=True)])
    assert [each.found for each in fused] == [True, False]
    assert [each.found for each in in_order([faint, look(90, ONE, TWO, FOUR)])] == [True, False]


def test_a_tile_known_to_lie_there_keeps_what_was_read_of_it_and_lies_where_it_lies_now() -> None:
    known = look(0, ONE, TWO, FOUR, looks=3)
    (renewed,) = renew_looks([known], [look(6, ONE, TWO, FOUR, sure=0.8, turn=1)])
    assert np.allclose(renewed.outline.corners, outline(6).corners)
    assert renewed.chances.max(axis=1).min() > 0.98


def test_a_tile_that_reads_otherwise_than_the_known_one_is_another() -> None:
    other = look(0, ONE, TWO, FIVE, sure=0.95)
    assert renew_looks([look(0, ONE, TWO, FOUR, looks=6)], [other]) == (other,)


def test_a_new_tile_on_a_table_that_moved_is_as_likely_one_as_it_looks() -> None:
    known, new = look(0, ONE, TWO, FOUR, looks=6), look(300, ONE, ONE, TWO)
    assert renew_looks([known], [known, new])[1] is new
    assert renew_looks([known], [new]) == (known, new)


def test_two_looks_say_the_same_wherever_their_outlines_begin_and_however_sure_they_are() -> None:
    one = look(0, ONE, TWO, FOUR)
    assert say_the_same(one, look(0, ONE, TWO, FOUR, turn=2, sure=0.5))
    assert not say_the_same(one, look(0, TWO, FOUR, ONE))
    back = replace(one, outline=replace(one.outline, face_up=0.1))
    assert not say_the_same(one, back)

"""How a set is marked: all tiles of a picture say it together, and what one corner alone could be follows from it."""

import numpy as np
import pytest
from numpy.typing import NDArray

from tileref.vision.convention import Convention, corner_values, decide_convention
from tileref.vision.marks import BLANK, CLASSES, TURNS, digit_class, pips_class

Floats = NDArray[np.float64]


def corner(**chances: float) -> Floats:
    """The chances of a corner by class, as `d3t0` (a 3 with its top to the corner), `p4` (four pips), `blank`; what is
    left over goes to all alike."""
    found = np.zeros(CLASSES)
    for name, chance in chances.items():
        if name == "blank":
            found[BLANK] = chance
        elif name[0] == "p":
            found[pips_class(int(name[1]))] = chance
        else:
            found[digit_class(int(name[1]), int(name[3]))] = chance
    return np.asarray(found + (1 - found.sum()) / CLASSES)


def tiles(*corners: tuple[Floats, Floats, Floats]) -> Floats:
    return np.array(corners)


def plain(turns: tuple[int, int, int]) -> tuple[Floats, Floats, Floats]:
    """A tile that plainly shows 2, 3, 4 with their tops so."""
    a, b, c = (corner(**{f"d{digit}t{turn}": 0.97}) for digit, turn in zip((2, 3, 4), turns, strict=True))
    return a, b, c


@pytest.mark.parametrize(
    ("turns", "convention"),
    [
        ([(0, 0, 0)] * 3, Convention.CORNER),
        ([(3, 3, 3)] * 3, Convention.CENTRE),
        ([(0, 4, 2), (2, 0, 4), (3, 1, 5)], Convention.UPRIGHT),
        ([(0, 3, 1), (5, 0, 0), (3, 2, 2)], Convention.ANY),
    ],
)
def test_where_the_tops_of_the_digits_point_is_the_sets_habit(
    turns: list[tuple[int, int, int]], convention: Convention
) -> None:
    marked = decide_convention(tiles(*(plain(each) for each in turns)), np.ones(len(turns)))
    assert marked.likeliest is convention
    assert sum(marked.shares.values()) == pytest.approx(1)


def test_a_corner_that_could_be_two_digits_is_the_one_that_stands_as_the_others_do() -> None:
    unclear = (corner(d5t0=0.35, d3t3=0.6), *plain((0, 0, 0))[1:])
    outward = tiles(*[plain((0, 0, 0))] * 3, unclear)
    values, _ = corner_values(outward, decide_convention(outward, np.ones(4)))
    assert values[3, 0].argmax() == 5
    assert values[3, 0, 5] > 0.9
    inward = tiles(*[plain((3, 3, 3))] * 3, unclear)
    values, _ = corner_values(inward, decide_convention(inward, np.ones(4)))
    assert values[3, 0].argmax() == 3


def test_one_tile_against_the_rest_does_not_turn_the_set_round() -> None:
    chances = tiles(*[plain((0, 0, 0))] * 3, plain((3, 3, 3)))
    marked = decide_convention(chances, np.ones(4))
    assert marked.likeliest is Convention.CORNER
    values, _ = corner_values(chances, marked)
    assert values[3].argmax(axis=1).tolist() == [2, 3, 4], "and is read all the same"


def test_pips_are_pips_on_all_tiles_and_none_of_them_is_no_value() -> None:
    chances = tiles(
        (corner(p2=0.9), corner(p5=0.9), corner(blank=0.95)), (corner(p1=0.5, d1t0=0.4), corner(p3=0.9), corner(p3=0.9))
    )
    marked = decide_convention(chances, np.ones(2))
    assert marked.pips > 0.99
    values, blank = corner_values(chances, marked)
    assert values.argmax(axis=2)[[0, 0, 1, 1, 1], [0, 1, 0, 1, 2]].tolist() == [2, 5, 1, 3, 3]
    assert values[1, 0, 1] > 0.9
    assert blank[0, 2] > 0.9 > 0.2 > blank[0, 0]


def test_what_may_be_no_tile_has_no_say() -> None:
    chances = tiles(plain((0, 0, 0)), *[(corner(p1=0.9), corner(p2=0.9), corner(p3=0.9))] * 4)
    assert decide_convention(chances, np.array([1.0, 0, 0, 0, 0])).pips < 0.1


def test_no_tiles_leave_the_set_as_unknown_as_before() -> None:
    marked = decide_convention(np.empty((0, 3, CLASSES)), np.empty(0))
    assert marked.likeliest is Convention.CORNER
    assert 0 < marked.pips < 0.5


def test_every_class_is_one_mark() -> None:
    classes = [digit_class(digit, turn) for digit in range(6) for turn in range(TURNS)]
    classes += [BLANK, *(pips_class(count) for count in range(1, 6))]
    assert sorted(classes) == list(range(CLASSES))
    assert pips_class(0) == BLANK

"""Triangles as numbers and back, and what the finder's answer means."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tileref.vision.finder import (
    STRIDE,
    FinderSettings,
    decode_output,
    find_tiles,
    numbers_to_triangles,
    prepare_picture,
    triangle_to_numbers,
)
from tileref.vision.network import Network

angles = st.floats(0, 2 * np.pi)


Corners = NDArray[np.float64]


def a_triangle(
    turn: float, size: float, tilt: float, heading: float, middle: tuple[float, float] = (0.0, 0.0)
) -> Corners:
    """A tile seen askew: three corners, clockwise in the picture."""
    round_about = turn + np.arange(3) * 2 * np.pi / 3
    flat = size * np.stack([np.cos(round_about), np.sin(round_about)], axis=1)
    aside = np.array([[np.cos(heading), -np.sin(heading)], [np.sin(heading), np.cos(heading)]])
    return np.asarray(flat @ aside @ np.diag([1, np.cos(tilt)]) @ aside.T + np.array(middle))


@given(angles, st.floats(2, 300), st.floats(0, 1.1), angles, st.integers(0, 2))
def test_the_numbers_of_a_triangle_do_not_depend_on_its_first_corner_and_give_it_back(
    turn: float, size: float, tilt: float, heading: float, first: int
) -> None:
    triangle = a_triangle(turn, size, tilt, heading)
    numbers = triangle_to_numbers(triangle)
    assert np.allclose(numbers, triangle_to_numbers(np.roll(triangle, first, axis=0)))
    back = numbers_to_triangles(numbers[:, None])[0]
    assert min(np.abs(np.roll(back, step, axis=0) - triangle).max() for step in range(3)) < 1e-6 * size


def answer_for(
    triangles: list[Corners], chances: list[float], shape: tuple[int, int] = (60, 80)
) -> NDArray[np.float32]:
    """What a perfect network would answer for these triangles, in pixels."""
    output = np.zeros((9, *shape), np.float32)
    output[0] = -9
    for triangle, chance in zip(triangles, chances, strict=True):
        spots = (triangle + 0.5) / STRIDE - 0.5
        x, y = spots.mean(axis=0)
        row, column = round(y), round(x)
        output[0, row, column] = np.log(chance / (1 - chance))
        output[1:3, row, column] = x - column, y - row
        output[3:8, row, column] = triangle_to_numbers(spots)
        output[8, row, column] = 5
    return output


def test_outlines_come_back_with_their_corners_and_tileness_the_surest_first() -> None:
    triangles = [a_triangle(0.3, 30, 0.5, 1, (100, 90)), a_triangle(1.9, 25, 0.2, 2, (200, 120))]
    found = decode_output(answer_for(triangles, [0.6, 0.9]), FinderSettings())
    assert [round(outline.tileness, 2) for outline in found] == [0.9, 0.6]
    for outline, triangle in zip(found, reversed(triangles), strict=True):
        assert min(np.abs(np.roll(outline.corners, step, axis=0) - triangle).max() for step in range(3)) < 1e-3


def test_a_tile_seen_twice_is_found_once_and_neighbours_are_both_found() -> None:
    tile = a_triangle(0.0, 40, 0.0, 0, (120, 120))
    again = a_triangle(0.0, 40, 0.0, 0, (129, 120))
    beside = a_triangle(np.pi, 40, 0.0, 0, (160, 120))
    found = decode_output(answer_for([tile, again, beside], [0.9, 0.7, 0.8]), FinderSettings())
    assert [round(outline.tileness, 1) for outline in found] == [0.9, 0.8]


class Answers(Network):
    """A network that answers what it was told to."""

    def __init__(self, *answers: NDArray[np.float32]) -> None:
        self.answers = list(answers)

    def run(self, x: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        answer = self.answers.pop(0)
        assert x.shape[2:] == (answer.shape[1] * STRIDE, answer.shape[2] * STRIDE)
        return [answer[None]]


def test_small_tiles_are_looked_at_from_nearer_and_what_lies_beyond_is_not_forgotten() -> None:
    first = [a_triangle(0.3, 14, 0, 0, (100, 100)), a_triangle(0.9, 14, 0, 0, (500, 400))]
    image = np.zeros((1200, 1600, 3), np.uint8)
    nearer = answer_for([a_triangle(0.3, 28, 0, 0, (90, 90))], [0.95], (48, 48))
    found = find_tiles(image, Answers(answer_for(first, [0.6, 0.2], (120, 160)), nearer), FinderSettings())
    assert [round(outline.tileness, 2) for outline in found.tiles] == [0.95]
    assert [np.round(outline.corners.mean(axis=0)).tolist() for outline in found.faint] == [[1251.0, 1001.0]]


def test_a_picture_is_laid_on_black_and_its_colours_are_turned_round() -> None:
    image = np.zeros((50, 70, 3), np.uint8)
    image[:] = (255, 0, 51)
    x = prepare_picture(image, 1.0)
    assert x.shape == (1, 3, 64, 96)
    assert np.allclose(x[0, :, 10, 10], [0.2, 0, 1])
    assert not x[0, :, 60, 90].any()

"""The reader on rendered tiles whose truth is known: digits or pips, where the corners really are, what is no tile."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from tileref.datasets.compositor import Picture, compose
from tileref.datasets.fonts import NoFontsError
from tileref.datasets.layout import Kind
from tileref.vision.convention import Convention, MarkedSet, decide_convention
from tileref.vision.marks import CLASSES
from tileref.vision.network import Network
from tileref.vision.reader import Readings, look_at_tiles, read_looks, tell_apart
from tileref.vision.rectify import Image
from tileref.vision.tiles import TileOutline, TileSighting

SEEDS = tuple(11_000_000 + number for number in (0, 4, 5, 6, 7, 12))
PIP_SEEDS = tuple(11_000_000 + number for number in (1, 3, 4, 6, 9, 12))
"""Pictures with tiles to read: the camera does not stand too near, and no hand lies over all of them."""


@cache
def network() -> Network:
    return Network("reader")


def a_picture(seed: int, *, pips: float) -> Picture:
    try:
        return compose(seed, hardness=0.1, width=1024, pips=pips)
    except NoFontsError as error:
        pytest.skip(f"the pictures cannot be drawn: {error}")


def clear_corners(picture: Picture) -> list[NDArray[np.float64]]:
    """The corners of the tiles that lie face up and can be seen whole, of which there must be some."""
    found = [tile.corners for tile in picture.tiles if tile.kind is not Kind.FACEDOWN and min(tile.marks) > 0.95]
    assert found
    return found


def read_tiles(image: Image, outlines: list[TileOutline]) -> Readings:
    return read_looks(look_at_tiles(image, outlines, network(), found=len(outlines)))


@pytest.mark.parametrize(("seed", "pips"), [*((seed, 0.0) for seed in SEEDS), *((seed, 1.0) for seed in PIP_SEEDS)])
def test_whether_a_set_has_digits_or_pips_is_decided_over_the_whole_picture(seed: int, pips: float) -> None:
    picture = a_picture(seed, pips=pips)
    outlines = [TileOutline(corners, 1.0, 1.0) for corners in clear_corners(picture)]
    assert abs(read_tiles(picture.image, outlines).marked_set.pips - pips) < 0.1


@pytest.mark.parametrize("seed", SEEDS)
def test_where_the_tops_of_the_digits_point_is_decided_over_the_whole_picture(seed: int) -> None:
    picture = a_picture(seed, pips=0.0)
    turns = {turn for tile in picture.tiles if tile.digits for turn in tile.turns}
    habit = {frozenset({0}): Convention.CORNER, frozenset({3}): Convention.CENTRE}
    outlines = [TileOutline(corners, 1.0, 1.0) for corners in clear_corners(picture)]
    marked_set = read_tiles(picture.image, outlines).marked_set
    assert marked_set.likeliest is habit.get(frozenset(turns), Convention.UPRIGHT)


def test_corners_that_the_finder_put_a_little_off_are_mended() -> None:
    before, after = [], []
    rng = np.random.default_rng(3)
    for seed in SEEDS:
        picture = a_picture(seed, pips=0.0)
        truth = clear_corners(picture)
        sides = [float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean()) for corners in truth]
        rough = [corners + rng.normal(0, 0.04 * side, (3, 2)) for corners, side in zip(truth, sides, strict=True)]
        readings = read_tiles(picture.image, [TileOutline(corners, 1.0, 1.0) for corners in rough])
        for sighting, true, off, side in zip(readings.sightings, truth, rough, sides, strict=True):
            before.append(float(np.linalg.norm(off - true, axis=1).mean()) / side)
            after.append(float(np.linalg.norm(sighting.outline.corners - true, axis=1).mean()) / side)
    assert np.median(before) > 0.04
    assert np.median(after) < 0.02


def test_a_tile_that_the_finder_hardly_saw_is_found_if_it_can_be_read() -> None:
    picture = a_picture(SEEDS[1], pips=0.0)
    tiles = [TileOutline(corners, 0.9, 0.9) for corners in clear_corners(picture)]
    hardly = replace(tiles.pop(0), tileness=0.2, face_up=0.4)
    bare = TileOutline(np.array([[5.0, 60.0], [40.0, 0.0], [75.0, 60.0]]), 0.2, 0.5)
    found, faint = tell_apart(read_tiles(picture.image, [*tiles, bare, hardly]), len(tiles))
    assert len(found) == len(tiles) + 1
    assert found[-1].outline.face_up > 0.5, "what shows digits lies face up"
    assert not faint


def test_a_back_that_the_finder_hardly_saw_is_left_to_its_size_unless_it_touches_a_tile() -> None:
    corners = np.array([[0.0, 50.0], [30.0, 0.0], [60.0, 50.0]])
    values, blank, embedding = np.full((3, 6), 1 / 6), np.full(3, 0.99), np.zeros((3, 1), np.float32)

    def told(tileness: float, face_up: float, away: float) -> tuple[int, int]:
        tile = TileSighting(TileOutline(corners, 0.9, 0.9), np.eye(6)[[1, 2, 3]], np.zeros(3), embedding)
        back = TileSighting(TileOutline(corners + away, tileness, face_up), values, blank, embedding)
        found, faint = tell_apart(Readings((tile, back), decide_convention(np.empty((0, 3, CLASSES)), np.empty(0))), 1)
        return len(found), len(faint)

    assert told(0.3, 0.1, away=200) == (2, 0)
    assert told(0.3, 0.1, away=25) == (1, 0), "an empty cell of the board is no tile"
    assert told(0.3, 0.9, away=200) == (1, 0)
    assert told(0.1, 0.1, away=200) == (1, 0)


def test_what_was_found_beside_a_tile_but_not_surely_and_cannot_be_read_is_a_question() -> None:
    corners = np.array([[0.0, 50.0], [30.0, 0.0], [60.0, 50.0]])
    embedding = np.zeros((3, 1), np.float32)
    tile = TileSighting(TileOutline(corners, 0.9, 0.9), np.eye(6)[[1, 2, 3]], np.zeros(3), embedding)

    def told(tileness: float, away: float, pips: float = 0.0) -> tuple[int, int]:
        shares = dict.fromkeys(Convention, (1 - pips) / 4) | {Convention.PIPS: pips}
        empty = TileSighting(
            TileOutline(corners + away, tileness, 0.8), np.full((3, 6), 1 / 6), np.full(3, 0.9), embedding
        )
        found, faint = tell_apart(Readings((tile, empty), MarkedSet(shares)), 2)
        return len(found), len(faint)

    assert told(0.4, away=25) == (1, 1)
    assert told(0.4, away=200) == (2, 0)
    assert told(0.6, away=25) == (2, 0)
    assert told(0.4, away=25, pips=0.9) == (2, 0)


def test_a_mark_on_what_is_hardly_a_tile_is_a_question_and_so_is_none_in_a_set_of_pips() -> None:
    outline = TileOutline(np.array([[0.0, 50.0], [30.0, 0.0], [60.0, 50.0]]), 0.2, 0.5)
    values = np.eye(6)[[1, 2, 3]] * 0.94 + 0.01

    def faint(blank: list[float], pips: float) -> int:
        shares = dict.fromkeys(Convention, (1 - pips) / 4) | {Convention.PIPS: pips}
        sighting = TileSighting(outline, values, np.array(blank), np.zeros((3, 1), np.float32))
        return len(tell_apart(Readings((sighting,), MarkedSet(shares)), 0)[1])

    assert faint([0.9, 0.99, 0.5], pips=0.0) == 1
    assert faint([0.99, 0.99, 0.95], pips=0.0) == 0
    assert faint([0.99, 0.99, 0.95], pips=0.9) == 1

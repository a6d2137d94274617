"""The reader on rendered tiles whose truth is known: digits or pips, where the corners really are, what is no tile."""

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from tileref.datasets.compositor import Picture, compose
from tileref.datasets.fonts import NoFontsError
from tileref.datasets.layout import Kind
from tileref.vision.convention import Convention
from tileref.vision.network import Network
from tileref.vision.reader import leave_marked, read_tiles
from tileref.vision.tiles import TileOutline

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


@pytest.mark.parametrize(("seed", "pips"), [*((seed, 0.0) for seed in SEEDS), *((seed, 1.0) for seed in PIP_SEEDS)])
def test_whether_a_set_has_digits_or_pips_is_decided_over_the_whole_picture(seed: int, pips: float) -> None:
    picture = a_picture(seed, pips=pips)
    outlines = [TileOutline(corners, 1.0, 1.0) for corners in clear_corners(picture)]
    assert abs(read_tiles(picture.image, outlines, network()).marked_set.pips - pips) < 0.1


@pytest.mark.parametrize("seed", SEEDS)
def test_where_the_tops_of_the_digits_point_is_decided_over_the_whole_picture(seed: int) -> None:
    picture = a_picture(seed, pips=0.0)
    turns = {turn for tile in picture.tiles if tile.digits for turn in tile.turns}
    habit = {frozenset({0}): Convention.CORNER, frozenset({3}): Convention.CENTRE}
    outlines = [TileOutline(corners, 1.0, 1.0) for corners in clear_corners(picture)]
    marked_set = read_tiles(picture.image, outlines, network()).marked_set
    assert marked_set.likeliest is habit.get(frozenset(turns), Convention.UPRIGHT)


def test_corners_that_the_finder_put_a_little_off_are_mended() -> None:
    before, after = [], []
    rng = np.random.default_rng(3)
    for seed in SEEDS:
        picture = a_picture(seed, pips=0.0)
        truth = clear_corners(picture)
        sides = [float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean()) for corners in truth]
        rough = [corners + rng.normal(0, 0.04 * side, (3, 2)) for corners, side in zip(truth, sides, strict=True)]
        readings = read_tiles(picture.image, [TileOutline(corners, 1.0, 1.0) for corners in rough], network())
        for sighting, true, off, side in zip(readings.sightings, truth, rough, sides, strict=True):
            before.append(float(np.linalg.norm(off - true, axis=1).mean()) / side)
            after.append(float(np.linalg.norm(sighting.outline.corners - true, axis=1).mean()) / side)
    assert np.median(before) > 0.04
    assert np.median(after) < 0.02


def test_what_is_hardly_a_tile_raises_a_question_only_if_it_shows_a_mark() -> None:
    picture = a_picture(SEEDS[1], pips=0.0)
    tile = TileOutline(clear_corners(picture)[0], 0.2, 1.0)
    table = np.full((400, 400, 3), 120, np.uint8)
    bare = TileOutline(np.array([[100.0, 250.0], [180.0, 110.0], [260.0, 250.0]]), 0.2, 1.0)
    assert leave_marked(picture.image, [tile], 0.0, network()) == (tile,)
    assert leave_marked(table, [bare], 0.0, network()) == ()
    # Of a set with pips it may be the tile that has none.
    assert leave_marked(table, [bare], 1.0, network()) == (bare,)

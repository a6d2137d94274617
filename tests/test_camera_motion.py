"""A camera that somebody bumped against is followed, and a hand is not taken for its motion."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.tabletop import BOARD, TABLE, Film, Hand, Tabletop, set_table
from tileref.vision.camera_motion import follow_camera, motion_of_tiles
from tileref.vision.rectify import Image
from tileref.vision.tiles import SeenTile

SCALE = 0.5


def small(film: Film, image: Image) -> Image:
    shrunk = cv2.resize(film.frame(image).image, None, fx=SCALE, fy=SCALE, interpolation=cv2.INTER_AREA)
    return np.asarray(shrunk, np.uint8)


def farthest_off(found: NDArray[np.float64] | None, before: Tabletop, after: Tabletop, scale: float = SCALE) -> float:
    """By how many pixels a homography misses where the tiles of the board are."""
    assert found is not None
    start, end = (np.concatenate([table.place(tile) for tile in BOARD]) * scale for table in (before, after))
    return float(np.abs(cv2.perspectiveTransform(start[None], found)[0] - end).max())


def seen_tiles(table: Tabletop) -> list[SeenTile]:
    return [SeenTile(table.place(tile), tile.digits, 1.0, True, tile.cell) for tile in BOARD]


@pytest.mark.parametrize("seed", [6, 10, 12])
@pytest.mark.parametrize("nudge", [0.05, 0.3])
def test_a_nudge_is_followed_to_half_a_pixel_though_a_hand_comes_in(seed: int, nudge: float) -> None:
    table, film = set_table(seed), Film()
    nudged = table.nudged(nudge)
    now = small(film, nudged.picture(TABLE, Hand(0.2, -1.5)))
    assert farthest_off(follow_camera(small(film, table.picture(TABLE)), now), table, nudged) < 0.5


def test_a_camera_that_was_moved_far_is_followed_if_the_tiles_say_roughly_how() -> None:
    table, film = set_table(), Film()
    nudged = table.nudged(1.0)
    shrink = np.diag([SCALE, SCALE, 1.0])
    guess = motion_of_tiles(seen_tiles(table), seen_tiles(nudged), table.width)
    assert farthest_off(guess, table, nudged, 1.0) < 1
    assert guess is not None
    known, now = small(film, table.picture(TABLE)), small(film, nudged.picture(TABLE))
    found = follow_camera(known, now, shrink @ guess @ np.linalg.inv(shrink))
    assert farthest_off(found, table, nudged) < 0.5


def test_a_hand_that_comes_in_is_no_motion_of_the_camera() -> None:
    table, film = set_table(), Film()
    known = small(film, table.picture(TABLE))
    assert follow_camera(known, small(film, table.picture(TABLE))) is None
    assert follow_camera(known, small(film, table.picture(TABLE, Hand(1.0, 0.3)))) is None


def test_darkness_and_another_table_are_no_motion_of_the_camera() -> None:
    film = Film()
    image = set_table(12).picture(TABLE)
    known = small(film, image)
    assert follow_camera(known, small(film, np.full_like(image, 5))) is None
    assert follow_camera(known, small(film, set_table(6).picture(TABLE))) is None
    assert follow_camera(small(film, np.full_like(image, 90)), known) is None


def test_one_tile_does_not_tell_how_the_camera_moved() -> None:
    table = set_table()
    assert motion_of_tiles(seen_tiles(table)[:1], seen_tiles(table)[:1], table.width) is None
    assert motion_of_tiles(seen_tiles(table), [], table.width) is None

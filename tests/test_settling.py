"""Whether a table is at rest and looks as it did, on frames with noise, drifting light and hands."""

from collections.abc import Iterable

import cv2
import numpy as np
import pytest

from tests.tabletop import BOARD, NEXT, TABLE, Film, Hand, lay, set_table
from tileref.vision.frame import Frame
from tileref.vision.rectify import Image
from tileref.vision.settling import Rest, Settling


def rests(settling: Settling, frames: Iterable[Frame]) -> list[Rest]:
    return [settling.see(frame) for frame in frames]


def settled(film: Film, image: Image) -> Settling:
    """A table that was understood when it had come to rest."""
    settling = Settling()
    rests(settling, film.frames(image, 1.0))
    settling.understand(film.time)
    return settling


def test_a_table_is_new_until_it_was_understood() -> None:
    settling = Settling()
    film, image = Film(), set_table().picture(TABLE)
    assert rests(settling, film.frames(image, 1.0))[-1] is Rest.CHANGED
    settling.understand(film.time)
    assert set(rests(settling, film.frames(image, 1.0))) == {Rest.UNCHANGED}


@pytest.mark.parametrize("rate", [5.0, 15.0, 30.0])
def test_rest_comes_as_many_seconds_after_motion_at_any_rate(rate: float) -> None:
    table, film = set_table(), Film(rate=rate)
    settling = settled(film, table.picture(TABLE))
    assert Rest.MOVING in rests(settling, film.reach(table, TABLE, TABLE, Hand(0.5, -1.0)))
    gone = film.time
    shown = [(frame.time, settling.see(frame)) for frame in film.frames(table.picture(TABLE), 1.5)]
    first = next(time for time, rest in shown if rest is not Rest.MOVING)
    assert first is not None
    assert first - gone <= 0.65


@pytest.mark.parametrize("noise", [0.0, 3.0, 9.0])
def test_noise_is_neither_motion_nor_change(noise: float) -> None:
    film, image = Film(noise=noise), set_table().picture(TABLE)
    settling = settled(film, image)
    assert set(rests(settling, film.frames(image, 2.0))) == {Rest.UNCHANGED}


def test_light_that_drifts_is_neither_motion_nor_change() -> None:
    film, image = Film(), set_table().picture(TABLE)
    settling = settled(film, image)
    for step in range(150):
        film.light = 1 - 0.003 * step
        assert settling.see(film.frame(image)) is Rest.UNCHANGED


@pytest.mark.parametrize("light", [0.6, 0.8, 1.05])
def test_another_exposure_is_no_change(light: float) -> None:
    film, image = Film(), set_table().picture(TABLE)
    settling = settled(film, image)
    film.light = light
    assert rests(settling, film.frames(image, 1.5))[-1] is Rest.UNCHANGED


def test_darkness_is_a_change() -> None:
    film, image = Film(), set_table().picture(TABLE)
    settling = settled(film, image)
    assert rests(settling, film.frames(np.full_like(image, 5), 1.5))[-1] is Rest.CHANGED
    assert (settling.changed() > 0).all()


def test_a_tile_that_came_is_where_the_picture_has_changed() -> None:
    table, film = set_table(), Film()
    settling = settled(film, table.picture(TABLE))
    with_next = (*TABLE, NEXT)
    rests(settling, film.reach(table, TABLE, with_next, Hand(0.2, -1.5)))
    assert rests(settling, film.frames(table.picture(with_next), 1.0))[-1] is Rest.CHANGED
    inside = np.zeros(settling.changed().shape, np.uint8)
    cv2.fillConvexPoly(inside, np.round(table.place(NEXT) * settling.scale).astype(np.int32), 255)
    changed = settling.changed() > 0
    assert (changed & (inside > 0)).sum() > 0.5 * (inside > 0).sum()
    assert (changed & (cv2.dilate(inside, np.ones((15, 15))) == 0)).sum() == 0


@pytest.mark.parametrize("seed", [6, 10])
@pytest.mark.parametrize("digits", ["131", "311"])
def test_a_small_tile_turned_in_its_place_is_a_change_once_the_hand_has_gone(seed: int, digits: str) -> None:
    table, film = set_table(seed, width=1280, height=720, across=22.0), Film()
    turned = [lay(f"1,-1U:{digits}") if tile.digits == (1, 1, 3) else tile for tile in BOARD]
    settling = settled(film, table.picture(BOARD))
    rests(settling, film.reach(table, BOARD, turned, Hand(1.5, -0.7)))
    assert rests(settling, film.frames(table.picture(turned), 1.0))[-1] is Rest.CHANGED
    settling.understand(film.time)
    assert rests(settling, film.frames(table.picture(turned), 0.3))[-1] is Rest.UNCHANGED


def test_another_resolution_is_another_table() -> None:
    film, image = Film(), set_table().picture(TABLE)
    settling = settled(film, image)
    smaller = np.asarray(cv2.resize(image, None, fx=0.75, fy=0.75, interpolation=cv2.INTER_AREA), np.uint8)
    shown = rests(settling, film.frames(smaller, 1.5))
    assert shown[0] is Rest.MOVING
    assert shown[-1] is Rest.CHANGED


def test_a_clock_that_is_set_back_does_not_stop_the_referee() -> None:
    film, image = Film(), set_table().picture(TABLE)
    settling = settled(film, image)
    film.number = -10_000
    assert rests(settling, film.frames(image, 1.0))[-1] is Rest.UNCHANGED


def test_a_long_gap_is_no_motion() -> None:
    film, image = Film(), set_table().picture(TABLE)
    settling = settled(film, image)
    film.number += 100_000
    assert rests(settling, film.frames(image, 0.2)) == [Rest.UNCHANGED] * 3


def test_what_covered_the_table_when_it_was_understood_leaves_it_as_it_was_before() -> None:
    table, film, hand = set_table(), Film(), Hand(0.5, -2.0)
    settling = settled(film, table.picture(TABLE))
    rests(settling, film.frames(table.picture(TABLE, hand), 1.5))
    settling.understand(film.time, settling.changed())
    assert rests(settling, film.frames(table.picture(TABLE, hand), 0.2))[-1] is Rest.UNCHANGED
    assert (settling.stayed() > 0).mean() > 0.02
    assert rests(settling, film.frames(table.picture(TABLE), 1.5))[-1] is Rest.CHANGED
    assert (settling.stayed() > 0).mean() < 0.001
    assert not settling.unlike().any()


def test_a_picture_that_stands_by_itself_is_at_rest_at_once() -> None:
    image = set_table().picture(TABLE)
    settling = Settling()
    assert settling.see(Frame(image, 0.0, "a folder", 0, stands=True)) is Rest.CHANGED
    settling.understand(0.0)
    assert settling.see(Frame(image, 2.0, "a folder", 1, stands=True)) is Rest.UNCHANGED

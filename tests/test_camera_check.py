"""The check of a camera before a match: light, glare and sharpness."""

import cv2
import numpy as np
import pytest

from tests.web_site import DEMO
from tileref.camera_check import Light, check_picture
from tileref.vision.rectify import Image


@pytest.fixture(scope="module")
def table() -> Image:
    return np.asarray(cv2.imread(str(DEMO / "09.jpg")), np.uint8)


def _lamp(image: Image, x: float, y: float, radius: float) -> Image:
    """The picture with the reflection of a lamp in it."""
    rows, columns = np.mgrid[: image.shape[0], : image.shape[1]]
    shine = 400 * np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / 2 / radius**2)
    return np.asarray(np.clip(image + shine[..., None], 0, 255), np.uint8)


def test_a_well_lit_table_is_fine(table: Image) -> None:
    check = check_picture(table)
    assert (check.light, check.glare, check.sharp) == (Light.FINE, (), True)


def test_a_dim_table_is_too_dark(table: Image) -> None:
    assert check_picture(np.asarray(table * 0.3, np.uint8)).light is Light.DARK


def test_the_reflection_of_a_lamp_is_found_where_it_is(table: Image) -> None:
    check = check_picture(_lamp(table, 400, 300, 90))
    assert check.light is Light.GLARE
    ((x, y, width, height),) = check.glare
    assert abs(x + width / 2 - 400) < 20
    assert abs(y + height / 2 - 300) < 20


def test_overexposed_tiles_are_no_glare() -> None:
    image = np.full((720, 1280, 3), 60, np.uint8)
    cv2.fillPoly(image, [np.array([[500, 300], [700, 300], [600, 470]])], (255, 255, 255))
    assert check_picture(image).light is Light.FINE


def test_shine_on_a_tile_that_can_be_read_is_no_trouble(table: Image) -> None:
    shiny = _lamp(table, 400, 300, 40)
    tile = np.array([[250.0, 150.0], [550.0, 150.0], [400.0, 500.0]])
    assert check_picture(shiny).glare
    assert not check_picture(shiny, [tile]).glare


def test_a_camera_out_of_focus_is_not_sharp(table: Image) -> None:
    assert not check_picture(np.asarray(cv2.GaussianBlur(table, (0, 0), 5), np.uint8)).sharp

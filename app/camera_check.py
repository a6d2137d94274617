"""Whether a camera sees a table well enough to play at: its light, glare and sharpness."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from tileref.vision.rectify import Image

_WIDTH = 480
_NEAR = np.ones((3, 3), np.uint8)


class Light(StrEnum):
    """What there is to say about the light."""

    FINE = "fine"
    DARK = "dark"
    GLARE = "glare"


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckSettings:
    """When the light is called bad."""

    dark: float = 60.0
    """It is dark where nine tenths of the picture are below this level, of 255. Too low: people play in a dusk in which
    digits are misread; too high: a dark cloth is taken for a dark room."""
    white: int = 252
    """From this level on a pixel is overexposed. Too low: white tiles are taken for glare; too high: so is nothing."""
    glare: float = 0.004
    """A spot of glare takes this share of the picture or more. Too little: the shine on a ring is announced; too much:
    a tile that cannot be read for the lamp in it is not."""
    halo: int = 200
    """Round a spot of glare it is brighter than this, for light fades; round a white tile it is not. Too low: tiles in
    bright light are taken for glare; too high: glare on dark wood is not found."""
    sharp: float = 8.0
    """In a sharp picture brightness bends by so much from pixel to pixel at its hundredth that bends most. Too low:
    people play with a camera that is out of focus; too high: a soft camera that reads well is called blurred."""


@dataclass(frozen=True, slots=True)
class CameraCheck:
    """What was found; `glare` are boxes x, y, width, height in pixels of the picture."""

    light: Light
    glare: tuple[tuple[int, int, int, int], ...]
    sharp: bool


def check_picture(
    image: Image, read: Sequence[NDArray[np.float64]] = (), *, settings: CheckSettings | None = None
) -> CameraCheck:
    """Whether a picture of a table is good enough; `read` are the corners of tiles that can be read, glare or not."""
    settings = settings or CheckSettings()
    scale = image.shape[1] / _WIDTH
    height = max(1, round(image.shape[0] / scale))
    grey = cv2.cvtColor(cv2.resize(image, (_WIDTH, height), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    tiles = [np.round(corners / scale).astype(np.int32) for corners in read]
    glare = tuple(_find_glare(np.asarray(grey, np.uint8), tiles, scale, settings))
    is_dark = float(np.percentile(grey, 90)) < settings.dark
    light = Light.DARK if is_dark else Light.GLARE if glare else Light.FINE
    edges = np.abs(cv2.Laplacian(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.CV_32F))
    strongest = edges[edges >= np.percentile(edges, 99)]
    return CameraCheck(light, glare, bool(float(strongest.mean()) >= settings.sharp))


def _find_glare(
    grey: NDArray[np.uint8], tiles: Sequence[NDArray[np.int32]], scale: float, settings: CheckSettings
) -> Iterator[tuple[int, int, int, int]]:
    burnt = cv2.morphologyEx((grey >= settings.white).astype(np.uint8), cv2.MORPH_OPEN, _NEAR)
    cv2.fillPoly(burnt, tiles, 0)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(burnt, connectivity=8)
    least = settings.glare * grey.size
    for number in range(1, count):
        x, y, width, height, area = (int(value) for value in stats[number])
        if area < least:
            continue
        spot = (labels == number).astype(np.uint8)
        # The first pixels outside belong to the edge of whatever it is.
        ring = cv2.dilate(spot, _NEAR, iterations=5) - cv2.dilate(spot, _NEAR, iterations=2)
        if float(np.median(grey[ring > 0])) >= settings.halo:
            yield round(x * scale), round(y * scale), round(width * scale), round(height * scale)

"""Layers of a picture: what covers it and lets the rest through, put over it, darkened, blurred by motion.

A layer is (height, width, 4) uint8: blue, green, red and cover, the colours already times the cover.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from tileref.datasets.photo import Image

SHORTEST = 1.5
"""Less motion than so many pixels blurs nothing that anybody sees."""


def over(below: Image, layer: Image) -> Image:
    """A layer over a picture or over another layer."""
    channels = below.shape[2]
    passed = cv2.multiply(below, cv2.merge([255 - layer[..., 3]] * channels), scale=1 / 255)
    return np.asarray(cv2.add(passed, layer[..., :channels]), np.uint8)


def darkened(picture: Image, shadow: Image, darkness: float) -> Image:
    """A picture, darker by this share where the mask of a shadow is 255."""
    light = 255 - np.asarray(cv2.convertScaleAbs(shadow, alpha=darkness), np.uint8)
    return np.asarray(cv2.multiply(picture, cv2.merge([light] * 3), scale=1 / 255), np.uint8)


def blurred(layer: Image, way: NDArray[np.float64]) -> Image:
    """A layer or mask that moved along a way, in pixels, while the shutter was open."""
    length = float(np.linalg.norm(way))
    if length < SHORTEST:
        return layer
    size = 2 * int(length / 2 + 1) + 1
    kernel = np.zeros((size, size), np.float32)
    middle = np.full(2, size // 2)
    start, end = (np.round((middle + sign * way / 2) * 16).astype(int) for sign in (-1, 1))
    cv2.line(kernel, tuple(map(int, start)), tuple(map(int, end)), 1.0, 1, cv2.LINE_8, 4)
    return np.asarray(cv2.filter2D(layer, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REPLICATE), np.uint8)

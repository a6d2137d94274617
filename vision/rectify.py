"""The corners of tiles as small upright pictures, the same for training and for reading.

A patch shows the neighbourhood of one corner of a tile as if seen straight from above: up is towards the corner, which
lies a little below the upper rim, so that the reader also sees where it really is.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

PATCH = 48
"""A patch is so many pixels wide and high."""

_CENTRE = 0.26
"""How far from the corner the middle of a patch is, in sides."""

_HALF = 0.34
"""Half the width of a patch, in sides."""

Image = NDArray[np.uint8]
"""(height, width, 3), blue, green, red."""

Corners = NDArray[np.float64]
"""(n, 3, 2): pixels of a picture, clockwise."""


def rectify_corners(image: Image, corners: Corners) -> NDArray[np.uint8]:
    """The patches of all corners of all tiles, (n, 3, PATCH, PATCH, 3).

    Large tiles are read from a smaller copy of the picture, so that fine print does not sparkle.
    """
    patches = np.empty((len(corners), 3, PATCH, PATCH, 3), np.uint8)
    levels = [image]
    for tile, points in enumerate(corners):
        side = float(np.linalg.norm(points - np.roll(points, 1, axis=0), axis=1).mean())
        level = max(0, int(np.floor(np.log2(max(side * 2 * _HALF / PATCH, 1.0)) + 0.3)))
        while len(levels) <= level:
            half = cv2.resize(levels[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            levels.append(np.asarray(half, np.uint8))
        # The middle of a pixel of a smaller copy lies between the middles of four.
        scaled = (points + 0.5) / 2**level - 0.5
        for corner in range(3):
            matrix = _patch_from(np.roll(scaled, -corner, axis=0))
            patches[tile, corner] = cv2.warpAffine(
                levels[level],
                matrix,
                (PATCH, PATCH),
                flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                borderMode=cv2.BORDER_REPLICATE,
            )
    return patches


def _patch_from(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """The affine map, 2×3, from a patch to the picture, for the first of three corners clockwise."""
    # In a tile that points up its first corner is on top: x to the right, y downwards, in sides.
    height = 3**0.5 / 2
    xy_tile = np.array([[0, 0], [0.5, height], [-0.5, height]], np.float32)
    image_from_tile = cv2.getAffineTransform(xy_tile, points.astype(np.float32))
    return np.asarray(image_from_tile @ _TILE_FROM_PATCH)


_SCALE = 2 * _HALF / PATCH
"""The size of a pixel of a patch, in sides."""

_TILE_FROM_PATCH = np.array(
    [[_SCALE, 0, (0.5 - PATCH / 2) * _SCALE], [0, _SCALE, (0.5 - PATCH / 2) * _SCALE + _CENTRE], [0, 0, 1]]
)

XY_CORNER = (PATCH / 2 - 0.5, PATCH / 2 - 0.5 - _CENTRE / _SCALE)
"""Where in a patch the corner is that it was cut out for."""


def image_from_patches(corners: Corners, xy_patch: NDArray[np.float64]) -> Corners:
    """Where points of patches, (n, 3, 2), one for each corner, lie in the picture."""
    height = 3**0.5 / 2
    flat = xy_patch * _SCALE + _TILE_FROM_PATCH[:2, 2]
    down, right = flat[..., 1:] / height, flat[..., :1]
    after, before = np.roll(corners, -1, axis=1), np.roll(corners, 1, axis=1)
    # The next corner clockwise is to the lower right, the one before to the lower left.
    return np.asarray(corners + down * ((after + before) / 2 - corners) + right * (after - before))


def patches_from_image(corners: Corners, xy_image: Corners) -> NDArray[np.float64]:
    """The way back: where points of the picture, one for each corner, lie in the patches of these corners."""
    height = 3**0.5 / 2
    after, before = np.roll(corners, -1, axis=1), np.roll(corners, 1, axis=1)
    axes = np.stack([after - before, ((after + before) / 2 - corners) / height], axis=-1)
    flat = np.linalg.solve(axes, (xy_image - corners)[..., None])[..., 0]
    return np.asarray((flat - _TILE_FROM_PATCH[:2, 2]) / _SCALE)


def normalise_patches(patches: NDArray[np.uint8]) -> NDArray[np.float32]:
    """(n, PATCH, PATCH, 3) patches as the reader takes them: (n, 3, PATCH, PATCH), each with mean 0 and spread 1."""
    values = patches.astype(np.float32)
    values -= values.mean(axis=(1, 2, 3), keepdims=True)
    values /= values.std(axis=(1, 2, 3), keepdims=True) + 4.0
    return np.ascontiguousarray(values.transpose(0, 3, 1, 2))

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


_AT_ONCE = 128
"""So many patches are cut in one go: OpenCV takes no taller pictures than some 32,000 pixels."""


def rectify_corners(image: Image, corners: Corners) -> NDArray[np.uint8]:
    """The patches of all corners of all tiles, (n, 3, PATCH, PATCH, 3).

    Large tiles are read from a smaller copy of the picture, so that fine print does not sparkle.
    """
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).mean(axis=1)
    levels = np.floor(np.log2(np.maximum(sides * 2 * _HALF / PATCH, 1.0)) + 0.3).astype(int)
    # The middle of a pixel of a smaller copy lies between the middles of four.
    matrices = _image_from_patches((corners + 0.5) / 2.0 ** levels[:, None, None] - 0.5).reshape(-1, 2, 3)
    patches = np.empty((len(matrices), PATCH, PATCH, 3), np.uint8)
    of_level = np.repeat(levels, 3)
    for level in range(int(levels.max(initial=0)) + 1):
        if level:
            image = np.asarray(cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
        chosen = np.flatnonzero(of_level == level)
        for start in range(0, len(chosen), _AT_ONCE):
            some = chosen[start : start + _AT_ONCE]
            xy = (matrices[some].astype(np.float32) @ _PIXELS).reshape(len(some), 2, PATCH, PATCH)
            x, y = (np.ascontiguousarray(xy[:, axis]).reshape(-1, PATCH) for axis in (0, 1))
            cut = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            patches[some] = cut.reshape(len(some), PATCH, PATCH, 3)
    return patches.reshape(-1, 3, PATCH, PATCH, 3)


_PIXELS = np.stack([*np.mgrid[0:PATCH, 0:PATCH][::-1].reshape(2, -1), np.ones(PATCH**2)]).astype(np.float32)
"""(3, PATCH²): x, y and 1 of the pixels of a patch."""


def _image_from_patches(corners: Corners) -> NDArray[np.float64]:
    """The affine maps, (n, 3, 2, 3), from the patches of the corners of tiles to the picture."""
    # In a tile that points up its first corner is on top: x to the right, y downwards, in sides. The next corner
    # clockwise is to the lower right, the one before to the lower left.
    after, before = np.roll(corners, -1, axis=1), np.roll(corners, 1, axis=1)
    down = ((after + before) / 2 - corners) / _HEIGHT
    image_from_tile = np.stack([after - before, down, corners], axis=-1)
    return np.asarray(image_from_tile @ _TILE_FROM_PATCH)


_HEIGHT = 3**0.5 / 2
"""How high a tile is, in sides."""

_SCALE = 2 * _HALF / PATCH
"""The size of a pixel of a patch, in sides."""

_TILE_FROM_PATCH = np.array(
    [[_SCALE, 0, (0.5 - PATCH / 2) * _SCALE], [0, _SCALE, (0.5 - PATCH / 2) * _SCALE + _CENTRE], [0, 0, 1]]
)

XY_CORNER = (PATCH / 2 - 0.5, PATCH / 2 - 0.5 - _CENTRE / _SCALE)
"""Where in a patch the corner is that it was cut out for."""


def image_from_patches(corners: Corners, xy_patch: NDArray[np.float64]) -> Corners:
    """Where points of patches, (n, 3, 2), one for each corner, lie in the picture."""
    maps = _image_from_patches(corners)
    return np.asarray((maps[..., :2] @ xy_patch[..., None])[..., 0] + maps[..., 2])


def patches_from_image(corners: Corners, xy_image: Corners) -> NDArray[np.float64]:
    """The way back: where points of the picture, one for each corner, lie in the patches of these corners."""
    maps = _image_from_patches(corners)
    return np.asarray(np.linalg.solve(maps[..., :2], (xy_image - maps[..., 2])[..., None])[..., 0])


def normalise_patches(patches: NDArray[np.uint8]) -> NDArray[np.float32]:
    """(n, PATCH, PATCH, 3) patches as the reader takes them: (n, 3, PATCH, PATCH), each with mean 0 and spread 1."""
    values = patches.reshape(len(patches), 3 * PATCH**2).astype(np.float32)
    values -= values.mean(axis=1, keepdims=True)
    spread = np.sqrt(np.einsum("ij,ij->i", values, values) / values.shape[1]) + np.float32(4.0)
    normal = np.empty((len(patches), 3, PATCH, PATCH), np.float32)
    planes = values.reshape(patches.shape).transpose(0, 3, 1, 2)
    np.divide(planes, spread[:, None, None, None], out=normal)
    return normal

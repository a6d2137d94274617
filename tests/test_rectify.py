"""Corner patches: the same mark at every corner of a tile gives the same patch, however the tile lies."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tileref.vision.rectify import (
    PATCH,
    XY_CORNER,
    image_from_patches,
    normalise_patches,
    patches_from_image,
    rectify_corners,
)


def a_tile(turn: float, side: float) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """A picture of a white tile with a dot towards its first corner, and its corners."""
    size = int(side * 3)
    image = np.full((size, size, 3), 90, np.uint8)
    angles = turn + np.arange(3) * 2 * np.pi / 3
    corners = size / 2 + side / 3**0.5 * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    cv2.fillConvexPoly(image, np.round(corners * 16).astype(np.int32), (250, 250, 250), cv2.LINE_AA, 4)
    dot = corners[0] + 0.5 * (corners.mean(axis=0) - corners[0])
    spot = (round(float(dot[0]) * 16), round(float(dot[1]) * 16))
    cv2.circle(image, spot, round(side * 0.08 * 16), (0, 0, 0), -1, cv2.LINE_AA, 4)
    return image, corners


@pytest.mark.parametrize("side", [45, 90, 300, 900])
@pytest.mark.parametrize("turn", [0.0, 1.0, 2.5, 4.4])
def test_a_mark_stands_in_the_middle_of_its_corners_patch_at_every_size_and_turn(turn: float, side: float) -> None:
    image, corners = a_tile(turn, side)
    patches = rectify_corners(image, corners[None])[0]
    dark = [np.argwhere(patch[..., 0] < 60) for patch in patches]
    assert len(dark[0]) > 20
    row, column = dark[0].mean(axis=0)
    assert abs(column - (PATCH - 1) / 2) < 1.5
    assert abs(row - (PATCH - 1) / 2) < 4
    upper = patches[0, : PATCH // 8, :, 0]
    assert (upper < 120).any(), "up is towards the corner, where the table shows"


@pytest.mark.parametrize("turn", [0.0, 1.0, 2.5, 4.4])
def test_what_is_seen_in_a_patch_is_found_again_in_the_picture(turn: float) -> None:
    image, true = a_tile(turn, 90)
    seen = np.full_like(image, 90)
    for x, y in true:
        cv2.circle(seen, (round(float(x) * 16), round(float(y) * 16)), 32, (255, 255, 255), -1, cv2.LINE_AA, 4)
    # A finder that is off by a few pixels.
    found = true + np.array([[4, -3], [-2, 3], [1, 4]])
    spots = patches_from_image(found[None], true[None])
    assert np.allclose(image_from_patches(found[None], spots)[0], true)
    assert np.allclose(image_from_patches(found[None], np.tile(XY_CORNER, (1, 3, 1)))[0], found)
    for patch, (x, y) in zip(rectify_corners(seen, found[None])[0], spots[0], strict=True):
        weights = patch[..., 0].astype(float) - 90
        rows, columns = np.mgrid[0:PATCH, 0:PATCH]
        assert abs(float((weights * columns).sum() / weights.sum()) - x) < 0.3
        assert abs(float((weights * rows).sum() / weights.sum()) - y) < 0.3


def test_patches_are_normalised_each_for_itself() -> None:
    rng = np.random.default_rng(1)
    dim = rng.integers(0, 40, (1, PATCH, PATCH, 3)).astype(np.uint8)
    bright = (dim * 5).astype(np.uint8)
    x = normalise_patches(np.concatenate([dim, bright]))
    assert x.shape == (2, 3, PATCH, PATCH)
    assert np.allclose(x.mean(axis=(1, 2, 3)), 0, atol=1e-4)
    assert abs(float(np.corrcoef(x[0].ravel(), x[1].ravel())[0, 1])) > 0.99

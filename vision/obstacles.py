"""What lies in the way: what has changed in a picture and is no tile that came, went or was turned.

A hand that reaches over the table is told from a tile by what it leaves unexplained. It matters where it touches tiles:
what it touches may be covered, and what it holds does not lie there yet.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tileref.vision.settling import Mask

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class ObstacleSettings:
    """What lies in the way."""

    least: float = 0.4
    """From this size on, in tiles, what is no tile lies in the way. Too small: a shadow does; too large: a finger does
    not."""
    margin: float = 0.3
    """Tiles change the picture so far beyond their corners, as a share of their size: shadows, shine. Too little: a
    tile's shadow is a hand; too much: a finger is a tile's shadow."""
    reach: int = 2
    """What is no farther from a tile and its shadow, in pixels of the small copy, touches it. Too little: a gap in the
    mask parts a hand from its tile; too much: what lies beside a tile holds it up."""


@dataclass(frozen=True, slots=True, eq=False)
class Obstacles:
    """What lies in the way, in pixels of the small copy, and which part of it is new; falsy if nothing does."""

    mask: Mask
    new: Mask
    scale: float
    settings: ObstacleSettings

    def __bool__(self) -> bool:
        return bool(self.mask.any())

    def touch(self, corners: Floats, *, new: bool = False) -> bool:
        """Whether something, or something new, touches the tile with these corners, in pixels of the frame."""
        near = widened(corners, self.settings, self.scale)
        return share_of(self.new if new else self.mask, near, self.settings.reach) > 0


def find_obstacles(
    unlike: Mask, stayed: Mask, tiles: Sequence[Floats], scale: float, settings: ObstacleSettings
) -> Obstacles:
    """What differs from the table and is explained by none of these tiles, that were seen before or are now; new is
    what has not stayed where it was."""
    mask = unlike.copy()
    areas = [cv2.contourArea(shrunk(corners, scale)) for corners in tiles]
    least = settings.least * float(np.median(areas)) if areas else 0.01 * mask.size
    for corners in tiles:
        cv2.fillConvexPoly(mask, widened(corners, settings, scale), 0)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    large = stats[:, cv2.CC_STAT_AREA] >= least
    large[0] = False
    still = np.bincount(labels[stayed > 0], minlength=count) > 0.5 * stats[:, cv2.CC_STAT_AREA]
    return Obstacles(_mask(large[labels]), _mask((large & ~still)[labels]), scale, settings)


def _mask(where: NDArray[np.bool_]) -> Mask:
    return where.astype(np.uint8) * np.uint8(255)


def widened(corners: Floats, settings: ObstacleSettings, scale: float) -> NDArray[np.int32]:
    """A tile and its surroundings in the small copy."""
    middle = corners.mean(axis=0)
    return shrunk(middle + (corners - middle) * (1 + 2 * settings.margin), scale)


def shrunk(corners: Floats, scale: float) -> NDArray[np.int32]:
    """Pixels of the frame in the small copy."""
    return np.round((corners + 0.5) * scale - 0.5).astype(np.int32)


def share_of(mask: Mask, polygon: NDArray[np.int32], reach: int = 0) -> float:
    """The share of a polygon that a mask covers, if the mask reaches so many pixels farther; all of it where the
    picture does not show the polygon."""
    left, top = np.maximum(polygon.min(axis=0) - reach, 0)
    right, bottom = np.maximum(polygon.max(axis=0) + 1 + reach, 0)
    part = mask[top:bottom, left:right]
    if not part.size:
        return 1.0
    if reach:
        part = np.asarray(cv2.dilate(part, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)), np.uint8)
    inside = cv2.fillConvexPoly(np.zeros(part.shape, np.uint8), polygon - np.array([left, top], np.int32), 255)
    return float(cv2.countNonZero(cv2.bitwise_and(part, inside)) / max(cv2.countNonZero(inside), 1))

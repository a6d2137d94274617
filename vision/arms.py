"""Where hands come from: what reaches in from the rim of the picture, frame after frame, until the table is judged."""

from collections import deque
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from tileref.vision.obstacles import shrunk
from tileref.vision.settling import Mask

Floats = NDArray[np.float64]

_MOST = 400
"""So many frames are remembered. Too few: a hand that took its time is forgotten; too many: memory."""

_COARSER = 4
"""A mask is remembered with so many pixels of the small copy in one."""

_AGREED = 0.8
"""How well frames must agree on where a hand came from, from 0 to 1. Too low: two hands give one direction; too high:
no hand has one."""

_LARGEST = 0.5
"""What covers more of the picture is no arm, but other light or another view. Too low: an arm near the camera comes
from nowhere; too high: a nudge comes from somewhere."""

_RIM = 3
"""So many pixels of the small copy are the rim."""


class Arms:
    """What reached in since the table was last judged."""

    def __init__(self) -> None:
        self._seen: deque[tuple[Floats, Mask]] = deque(maxlen=_MOST)

    def follow(self, changed: Mask, least: float) -> None:
        """Remember what reaches in where a frame has changed, if it has so many pixels."""
        height, width = changed.shape
        _, labels, stats, _ = cv2.connectedComponentsWithStats(changed, connectivity=8)
        for label in range(1, len(stats)):
            left, top, wide, high, area = stats[label].tolist()
            is_at_rim = left < _RIM or top < _RIM or left + wide > width - _RIM or top + high > height - _RIM
            if not is_at_rim or not least <= area <= _LARGEST * changed.size:
                continue
            arm = labels == label
            rim = arm.copy()
            rim[_RIM:-_RIM, _RIM:-_RIM] = False
            y, x = np.nonzero(rim)
            way = np.array([x.mean() / width - 0.5, y.mean() / height - 0.5])
            self._seen.append((way / max(float(np.linalg.norm(way)), 1e-6), _coarse(arm.astype(np.uint8) * 255)))

    def forget(self) -> None:
        """The table was judged."""
        self._seen.clear()

    def hour(self, places: Sequence[Floats], scale: float) -> float | None:
        """Where the hand came from that was over one of these places, triangles in pixels of the frame, or any hand if
        none was; None if nobody reached in, or from several sides."""
        if not self._seen:
            return None
        over = [way for way, mask in self._seen if any(_covers(mask, place, scale) for place in places)]
        x, y = np.mean(over or [way for way, _ in self._seen], axis=0)
        if np.hypot(x, y) < _AGREED:
            return None
        return float(np.degrees(np.arctan2(x, -y)) / 30 % 12)


def _coarse(mask: Mask) -> Mask:
    return np.asarray(cv2.resize(mask, None, fx=1 / _COARSER, fy=1 / _COARSER, interpolation=cv2.INTER_AREA), np.uint8)


def _covers(mask: Mask, place: Floats, scale: float) -> bool:
    inside = cv2.fillConvexPoly(np.zeros_like(mask), shrunk(place, scale / _COARSER), 255)
    return bool(cv2.countNonZero(cv2.bitwise_and(mask, inside)))

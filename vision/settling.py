"""Whether the table is at rest, and whether it still looks as it did: cheap questions, asked of every frame.

A frame is looked at in a small copy. It moves if it differs from what the table looked like a moment ago; it is at
rest when it has not moved for a while; and what differs from the table as it was last understood has changed. Time is
that of the frames, so that it does not matter how many of them there are.
"""

from collections import deque
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from tileref.vision.frame import Frame
from tileref.vision.rectify import Image

Mask = NDArray[np.uint8]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleSettings:
    """When a table is at rest."""

    width: int = 480
    """The small copy is so wide, in pixels. Too small: a digit that changed is not noticed; too large: every frame
    takes longer to look at."""
    moment: float = 0.12
    """Motion is what differs from the table so many seconds ago. Too short: a slow hand stands still; too long: rest
    is noticed late."""
    still: float = 0.4
    """So many seconds without motion are rest. Too short: a hand that halts is not told from one that has gone; too
    long: the ruling is late."""
    differs: int = 16
    """So many levels of 255 are a difference. Too few: noise moves; too many: a pale hand over pale wood does not."""
    stirs: float = 0.004
    """Motion begins with this share of the picture. Too low: flicker wakes the referee; too high: a small tile is
    pushed without being noticed."""
    rests: float = 0.001
    """Motion goes on down to this share. Too low: a waving curtain at the rim keeps the referee waiting; too high: the
    end of a motion is taken for rest."""
    blob: float = 0.00012
    """The smallest spot, as a share of the picture, that is a change. Too low: noise is looked at; too high: a tile
    turned in its place is not noticed."""
    follow: float = 1.5
    """In so many seconds the memory of a table at rest follows the light. Too short: what grows slowly is never
    noticed; too long: dusk is a change."""


class Rest(StrEnum):
    """What a frame shows."""

    MOVING = "moving"
    """Something moves, or did until a moment ago."""
    UNCHANGED = "unchanged"
    """The table is at rest and looks as it did."""
    CHANGED = "changed"
    """The table is at rest and does not look as it did."""


class Settling:
    """One table's motion, and its look when it was last understood."""

    def __init__(self, settings: SettleSettings | None = None) -> None:
        self.settings = settings or SettleSettings()
        self._recent: deque[tuple[float, Image]] = deque()
        self._small: Image | None = None
        self._known: NDArray[np.float32] | None = None
        self._known_at = 0.0
        self._moved_at: float | None = None
        self._is_moving = True
        self.scale = 1.0

    def see(self, frame: Frame) -> Rest:
        """What a frame shows; frames come in the order of their times."""
        now = frame.time or 0.0
        small = _shrink(frame.image, self.settings.width)
        if self._small is not None and small.shape != self._small.shape:
            # Another resolution is another view of the table: nothing that is remembered can be compared with it.
            self.forget()
        self.scale = small.shape[1] / frame.image.shape[1]
        self._small = small
        if frame.stands:
            self._recent.clear()
            self._is_moving = False
        else:
            self._follow_motion(now, small)
        if self._is_moving:
            return Rest.MOVING
        if self._known is None or self.changed().any():
            return Rest.CHANGED
        self._follow_light(now)
        return Rest.UNCHANGED

    def changed(self) -> Mask:
        """Where the last frame differs from the table as it was last understood: 255 or 0, in pixels of the small copy.

        The light may have become brighter or darker as a whole. All of it differs where nothing is known.
        """
        assert self._small is not None, "a frame was seen"
        if self._known is None:
            return np.full(self._small.shape[:2], 255, np.uint8)
        return self._differs_from(self._known)

    def changed_from(self, H_now_from_known: Floats) -> Mask:
        """The same if the camera was moved since, by a homography of pixels of the frame; nothing differs where the
        camera did not look before."""
        assert self._small is not None, "a frame was seen"
        if self._known is None:
            return self.changed()
        grow = np.diag([self.scale, self.scale, 1.0])
        H = grow @ H_now_from_known @ np.linalg.inv(grow)
        height, width = self._small.shape[:2]
        seen = cv2.warpPerspective(np.full((height, width), 255, np.uint8), H, (width, height), flags=cv2.INTER_NEAREST)
        moved = cv2.warpPerspective(self._known, H, (width, height), flags=cv2.INTER_LINEAR)
        mask = self._differs_from(np.asarray(moved, np.float32))
        # What was blurred differently by the move differs in thin lines.
        mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
        return np.asarray(cv2.bitwise_and(mask, cv2.erode(seen, np.ones((7, 7), np.uint8))), np.uint8)

    def understand(self, time: float) -> None:
        """Remember the look of the last frame: what is seen in it has been understood."""
        assert self._small is not None, "a frame was seen"
        self._known = self._small.astype(np.float32)
        self._known_at = time

    def forget(self) -> None:
        """Remember nothing: the next table at rest is a new one."""
        self._recent.clear()
        self._small = self._known = self._moved_at = None
        self._is_moving = True

    def _follow_motion(self, now: float, small: Image) -> None:
        settings = self.settings
        while len(self._recent) > 1 and self._recent[1][0] <= now - settings.moment:
            self._recent.popleft()
        self._recent.append((now, small))
        before = self._recent[0][1]
        share = float((_distance(small, before, 1.0) > settings.differs).mean())
        if share > (settings.rests if self._is_moving else settings.stirs):
            self._is_moving = True
            self._moved_at = now
        elif self._is_moving:
            self._moved_at = now if self._moved_at is None else self._moved_at
            self._is_moving = now - self._moved_at < settings.still - 1e-6

    def _follow_light(self, now: float) -> None:
        assert self._known is not None
        assert self._small is not None
        weight = 1 - float(np.exp(-max(now - self._known_at, 0.0) / self.settings.follow))
        cv2.accumulateWeighted(self._small, self._known, weight)
        self._known_at = now

    def _differs_from(self, known: NDArray[np.float32]) -> Mask:
        assert self._small is not None
        settings = self.settings
        grey_now = self._small[::4, ::4, 1].astype(np.float32) + 1
        gain = float(np.median((known[::4, ::4, 1] + 1) / grey_now))
        distance = _distance(self._small, known.astype(np.uint8), float(np.clip(gain, 0.5, 2.0)))
        mask = ((distance > settings.differs) * np.uint8(255)).astype(np.uint8)
        if not mask.any():
            return mask
        count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
        large = stats[:, cv2.CC_STAT_AREA] >= max(settings.blob * mask.size, 4)
        large[0] = False
        return np.asarray(large[labels].astype(np.uint8) * 255, np.uint8) if count > 1 else mask


def _shrink(image: Image, width: int) -> Image:
    """A small copy, smoothed a little; a quick one: one pixel in several is enough where there are so many."""
    height = max(1, round(image.shape[0] * width / image.shape[1]))
    if image.shape[1] > 2 * width:
        image = np.asarray(cv2.resize(image, (2 * width, 2 * height), interpolation=cv2.INTER_NEAREST), np.uint8)
    small = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.blur(small, (3, 3)), np.uint8)


def _distance(small: Image, other: Image, gain: float) -> NDArray[np.uint8]:
    """How far two small copies are apart in each pixel, in the colour in which they are farthest."""
    lit = small if gain == 1.0 else cv2.convertScaleAbs(small, alpha=gain)
    blue, green, red = cv2.split(cv2.absdiff(lit, other))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)

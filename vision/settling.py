"""Whether the table is at rest, and whether it still looks as it did: cheap questions, asked of every frame.

A frame is looked at in a small copy. It moves if it differs from what the table looked like a moment ago; it is at
rest when it has not moved for a while; and what differs from the table as it was last understood has changed. When a
motion is over a finer copy is compared as well, for a tile may have been turned in its place. Time is that of the
frames, so that it does not matter how many of them there are.
"""

from collections import deque
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from tileref.vision.camera_motion import warp_known
from tileref.vision.frame import Frame
from tileref.vision.rectify import Image

Mask = NDArray[np.uint8]
Floats = NDArray[np.float64]

_FINER = 2
"""The finer copy has so many pixels for each of the small one."""

_BRIGHTEST = 3.0
"""In light that became so many times brighter or darker everything looks different. Too low: a lamp that is switched on
is another table; too high: darkness looks like a dark table."""

_OVEREXPOSED = 246
"""From so many levels of 255 on it is not known how bright something is."""


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
    """The smallest spot, as a share of the picture, that is a change; a quarter of it where the finer copy is compared.
    Too low: noise is looked at; too high: a tile turned in its place is not noticed."""
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


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """A frame in its two copies."""

    small: Image
    fine: Image


class Settling:
    """One table's motion, and its look when it was last understood."""

    def __init__(self, settings: SettleSettings | None = None) -> None:
        self.settings = settings or SettleSettings()
        self._recent: deque[tuple[float, Image]] = deque()
        self._now: _Look | None = None
        self._known: NDArray[np.float32] | None = None
        self._known_fine: Image | None = None
        self._known_at = self._fine_at = 0.0
        # Where something lay in the way when the table was understood, and what it looked like before.
        self._beneath: tuple[Mask, Image] | None = None
        self._moved_at: float | None = None
        self._is_moving = True
        self._fine_change: Mask | None = None
        self.scale = 1.0

    def see(self, frame: Frame) -> Rest:
        """What a frame shows; frames come in the order of their times, and one that does not begins anew."""
        now = frame.time or 0.0
        look = _shrink(frame.image, self.settings.width)
        if self._now is not None and look.fine.shape != self._now.fine.shape:
            # Another resolution is another view of the table: nothing that is remembered can be compared with it.
            self.forget()
        if self._recent and now < self._recent[-1][0]:
            self._recent.clear()
            self._moved_at, self._is_moving = now, True
        self.scale = look.small.shape[1] / frame.image.shape[1]
        self._now = look
        was_moving = self._is_moving
        if frame.stands:
            self._recent.clear()
            self._is_moving = False
        else:
            self._follow_motion(now, look.small)
        if self._is_moving:
            self._fine_change = None
            return Rest.MOVING
        if was_moving or frame.stands:
            self._compare_fine(look.fine)
        if self._known is None or self.changed().any():
            return Rest.CHANGED
        self._follow_light(now, look)
        return Rest.UNCHANGED

    def changed(self) -> Mask:
        """Where the last frame differs from the table as it was last understood: 255 or 0, in pixels of the small copy.

        The light may have become brighter or darker as a whole. All of it differs where nothing is known.
        """
        small = self.small
        if self._known is None:
            return np.full(small.shape[:2], 255, np.uint8)
        mask = self._spots(_distance(small, self._known.astype(np.uint8)))
        return mask if self._fine_change is None else np.asarray(cv2.bitwise_or(mask, self._fine_change), np.uint8)

    def unlike(self, H_now_from_known: Floats | None = None) -> Mask:
        """Where the last frame differs from the table itself, without what covered it when it was last understood.

        If the camera was moved since, by a homography of pixels of the small copy: what differs by more than a pixel
        of shift explains, and nothing where the camera did not look before.
        """
        if self._known is None:
            return self.changed()
        known = self._known.astype(np.uint8)
        if self._beneath is not None:
            covered, before = self._beneath
            known[covered > 0] = before[covered > 0]
        if H_now_from_known is None:
            return self._spots(_distance(self.small, known))
        known, seen = warp_known(known, H_now_from_known)
        return np.asarray(cv2.bitwise_and(self._spots(_distance(self.small, known, slack=True)), seen), np.uint8)

    def stayed(self) -> Mask:
        """Where something still covers the table as it did when that was last understood."""
        if self._known is None or self._beneath is None:
            return np.zeros(self.small.shape[:2], np.uint8)
        return np.asarray(cv2.bitwise_and(self._beneath[0], cv2.bitwise_not(self.changed())), np.uint8)

    @property
    def small(self) -> Image:
        """The small copy of the last frame."""
        assert self._now is not None, "a frame was seen"
        return self._now.small

    @property
    def known(self) -> Image | None:
        """The small copy of the table as it was last understood."""
        return None if self._known is None else self._known.astype(np.uint8)

    def understand(self, time: float, covered: Mask | None = None) -> None:
        """Remember the look of the last frame: what is seen in it has been understood.

        What lies in the way there, in pixels of the small copy, covers a table that will look as before when it leaves.
        """
        assert self._now is not None, "a frame was seen"
        small = self._now.small
        beneath = small if self._known is None else self._known.astype(np.uint8)
        if self._beneath is not None:
            beneath[self._beneath[0] > 0] = self._beneath[1][self._beneath[0] > 0]
        self._beneath = None if covered is None or not covered.any() else (covered, beneath)
        self._known, self._known_at = small.astype(np.float32), time
        self._known_fine, self._fine_at = _smooth(self._now.fine), time
        self._fine_change = None

    def forget(self) -> None:
        """Remember nothing: the next table at rest is a new one."""
        self._recent.clear()
        self._now = self._known = self._known_fine = self._beneath = self._moved_at = self._fine_change = None
        self._is_moving = True

    def _follow_motion(self, now: float, small: Image) -> None:
        settings = self.settings
        while len(self._recent) > 1 and self._recent[1][0] <= now - settings.moment:
            self._recent.popleft()
        self._recent.append((now, small))
        before = self._recent[0][1]
        share = cv2.countNonZero(_above(_apart(small, before), settings.differs)) / small[..., 0].size
        if share > (settings.rests if self._is_moving else settings.stirs):
            self._is_moving = True
            self._moved_at = now
        elif self._is_moving:
            self._moved_at = now if self._moved_at is None else self._moved_at
            self._is_moving = now - self._moved_at < settings.still - 1e-6

    def _compare_fine(self, fine: Image) -> None:
        self._fine_change = None
        if self._known_fine is None:
            return
        # As many pixels in a spot as for the small copy: a spot of a quarter of the size.
        distance = _distance(_smooth(fine), self._known_fine)
        spots = self._spots(distance, share=self.settings.blob / _FINER**2)
        if spots.any():
            height, width = self.small.shape[:2]
            self._fine_change = _above(np.asarray(cv2.resize(spots, (width, height), interpolation=cv2.INTER_AREA)), 0)

    def _follow_light(self, now: float, look: _Look) -> None:
        assert self._known is not None
        weight = 1 - float(np.exp(-max(now - self._known_at, 0.0) / self.settings.follow))
        cv2.accumulateWeighted(look.small, self._known, weight)
        self._known_at = now
        if now - self._fine_at >= self.settings.follow:
            self._known_fine, self._fine_at = _smooth(look.fine), now

    def _spots(self, distance: NDArray[np.uint8], *, share: float | None = None) -> Mask:
        """Where a distance is a difference, in spots that are large enough."""
        mask = _above(distance, self.settings.differs)
        if not cv2.countNonZero(mask):
            return mask
        count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
        large = stats[:, cv2.CC_STAT_AREA] >= max((share or self.settings.blob) * mask.size, 4)
        large[0] = False
        return np.asarray(large[labels].astype(np.uint8) * 255, np.uint8) if count > 1 else mask


def _shrink(image: Image, width: int) -> _Look:
    """The copies, the small one smoothed; quick ones: one pixel in several is enough where there are so many."""
    height = max(1, round(image.shape[0] * width / image.shape[1]))
    fine = image
    if image.shape[1] > _FINER * width:
        fine = np.asarray(
            cv2.resize(image, (_FINER * width, _FINER * height), interpolation=cv2.INTER_NEAREST), np.uint8
        )
    small = cv2.resize(fine, (width, height), interpolation=cv2.INTER_AREA)
    return _Look(_smooth(np.asarray(small, np.uint8)), fine)


def _smooth(image: Image) -> Image:
    return np.asarray(cv2.blur(image, (3, 3)), np.uint8)


def _above(distance: NDArray[np.uint8], least: int) -> Mask:
    return np.asarray(cv2.threshold(distance, least, 255, cv2.THRESH_BINARY)[1], np.uint8)


def _distance(now: Image, known: Image, *, slack: bool = False) -> NDArray[np.uint8]:
    """How far two copies are apart in each pixel, in the colour in which they are farthest, if the light became
    brighter or darker as a whole, or changed its colour; with slack, by more than a shift of one pixel explains."""
    gains = _gains(now, known)
    if not 1 / _BRIGHTEST < gains.min() <= gains.max() < _BRIGHTEST:
        return np.full(now.shape[:2], 255, np.uint8)
    if np.abs(gains - 1).max() > 0.01:
        # The darker one is brightened: what is white in the brighter is then white in both.
        now = np.asarray(cv2.multiply(now, np.array([*np.maximum(gains, 1), 0.0])), np.uint8)
        known = np.asarray(cv2.multiply(known, np.array([*np.maximum(1 / gains, 1), 0.0])), np.uint8)
    if not slack:
        return _apart(now, known)
    near = np.ones((3, 3), np.uint8)
    above, below = cv2.subtract(now, cv2.dilate(known, near)), cv2.subtract(cv2.erode(known, near), now)
    return _farthest(cv2.max(above, below))


def _gains(now: Image, known: Image) -> NDArray[np.float64]:
    """How many times brighter each colour was, by the usual pixel."""
    step = max(1, now.shape[1] // 60)
    before, after = (image[::step, ::step].reshape(-1, 3).astype(np.float32) + 1 for image in (known, now))
    # What is overexposed in either says too little.
    fair = np.maximum(before, after) < _OVEREXPOSED
    return np.array(
        [
            float(np.median(before[fair[:, at], at] / after[fair[:, at], at])) if fair[:, at].any() else 1.0
            for at in range(3)
        ]
    )


def _apart(one: Image, other: Image) -> NDArray[np.uint8]:
    return _farthest(cv2.absdiff(one, other))


def _farthest(distances: object) -> NDArray[np.uint8]:
    blue, green, red = cv2.split(np.asarray(distances, np.uint8))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)

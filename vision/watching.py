"""A table through a camera: frame after frame to what lies there, once it lies there.

Most frames show what the one before showed and cost next to nothing. When the table is at rest and looks different, it
is read: only what has changed, in several frames where one is not clear. A hand that reaches in is told from a tile by
what it leaves unexplained: a change of the picture that begins at its rim and is no tile.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from tileref.engine.triangles import tile_of
from tileref.vision.frame import Frame
from tileref.vision.looks import TileLook, fuse_looks
from tileref.vision.observed import ObservedPicture
from tileref.vision.pipeline import PictureReader
from tileref.vision.rectify import Image
from tileref.vision.settling import Mask, Rest, SettleSettings, Settling
from tileref.vision.tiles import SeenTile

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchSettings:
    """How a table is watched."""

    settle: SettleSettings = field(default_factory=SettleSettings)
    looks: int = 3
    """Where not all is sure at first, so many frames are read before the table is judged. Too few: needless questions;
    too many: the ruling is late."""
    apart: float = 0.1
    """Seconds between two looks. Too few: they show the same noise; too many: the ruling is late."""
    again: float = 1.0
    """Seconds until a table is looked at again that could not be judged. Too few: it takes all the time there is; too
    many: a better view is noticed late."""
    patience: float = 3.0
    """What is in the way and has not moved for so many seconds belongs to the table. Too few: a hand that rests is
    taken for a part of it; too many: a cup at the rim holds the game up."""
    hand: float = 0.4
    """From this size on, in tiles, what reaches in is in the way. Too small: a shadow at the rim is; too large: a
    finger is not."""
    margin: float = 0.3
    """Tiles change the picture so far beyond their corners, as a share of their size: shadows, shine. Too little: a
    tile at the rim is a hand; too much: a hand is a tile."""
    touched: float = 0.04
    """A tile is looked at anew if this share of it has changed. Too little: noise; too much: a tile turned in its place
    is believed to be what it was."""
    agreed: float = 0.8
    """How well frames must agree on where a hand came from, from 0 to 1. Too low: two hands give one direction; too
    high: no hand has one."""


@dataclass(frozen=True, slots=True)
class Moving:
    """Something moves on the table, or is about to be clear."""


@dataclass(frozen=True, slots=True)
class InTheWay:
    """The table is at rest, but something reaches into the picture."""


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The table looks as it did when it was last judged."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A table at rest, to be judged. `hour` is where the hand came from that was there before, as on a clock face over
    the picture: 12 above, 3 to the right; None where none was seen, or several."""

    observed: ObservedPicture
    frame: Frame
    looks: int
    hour: float | None


Glimpse = Moving | InTheWay | Unchanged | Seen


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    """A table as it was understood: how its tiles looked, and what they are."""

    looks: tuple[TileLook, ...]
    observed: ObservedPicture


class Watcher:
    """What one camera sees of one table. It is not shared between threads; its reader may be."""

    def __init__(self, reader: PictureReader, settings: WatchSettings | None = None) -> None:
        self._settings = settings or WatchSettings()
        self._reader = reader
        self._settling = Settling(self._settings.settle)
        self._known: _Table | None = None
        self._seen: _Table | None = None
        self._count = 0
        self._rest_since: float | None = None
        self._look_at = 0.0
        self._time = 0.0
        self._arms = np.zeros(2)
        self._arm_frames = 0

    def see(self, frame: Frame) -> Glimpse:
        """What a frame shows; frames come in the order of their times; CalibrationError where another took it."""
        self._time = frame.time or 0.0
        rest = self._settling.see(frame)
        if rest is Rest.MOVING:
            self._follow_arm(self._settling.changed())
            self._begin_anew()
            return Moving()
        if rest is Rest.UNCHANGED:
            if self._look_at > self._time or self._known is None:
                return Unchanged()
            self._look(frame, self._known.looks)
            return self._report(frame)
        if frame.stands:
            self._begin_anew()
        self._rest_since = self._time if self._rest_since is None else self._rest_since
        if self._seen is not None and self._time < self._look_at:
            return Moving() if self._count < self._settings.looks else InTheWay()
        self._look(frame, self._seen.looks if self._seen else None)
        if self._count < self._settings.looks and not (self._is_sure() or frame.stands):
            self._look_at = self._time + self._settings.apart
            return Moving()
        left = self._unexplained(frame.image)
        if self._time - self._rest_since < self._settings.patience and self._follow_arm(left):
            self._look_at = self._rest_since + self._settings.patience
            self._count = self._settings.looks
            return InTheWay()
        return self._report(frame)

    def adopt(self) -> None:
        """What was seen last is how the table is: it is not reported again until it changes."""
        assert self._seen is not None, "something was seen"
        self._known = self._seen
        self._settling.understand(self._time)
        self._look_at = np.inf
        self._arms, self._arm_frames = np.zeros(2), 0

    def look_again(self) -> None:
        """Not all of what was seen can be judged: look again after a while, though nothing may change."""
        self._look_at = self._time + self._settings.again

    def forget(self) -> None:
        """The next table at rest is a new one, as after a long interruption."""
        self._settling.forget()
        self._known = None
        self._begin_anew()

    def _begin_anew(self) -> None:
        self._seen = self._rest_since = None
        self._count = 0
        self._look_at = np.inf if self._known else 0.0

    def _is_sure(self) -> bool:
        return self._seen is not None and self._seen.observed.sure

    def _look(self, frame: Frame, before: Sequence[TileLook] | None) -> None:
        known = self._untouched() if before is None else ()
        looks = self._reader.look(frame.image, known=known)
        if before is not None:
            looks = fuse_looks(before, looks)
        self._seen = _Table(looks, self._reader.understand(frame.image, looks))
        self._count += 1

    def _report(self, frame: Frame) -> Seen:
        assert self._seen is not None, "the table was looked at"
        # Whoever is told must say what becomes of it; until then it is looked at now and then.
        self._look_at = self._time + self._settings.again
        hour = None
        if self._arm_frames:
            x, y = self._arms / self._arm_frames
            if np.hypot(x, y) >= self._settings.agreed:
                hour = float(np.degrees(np.arctan2(x, -y)) / 30 % 12)
        return Seen(self._seen.observed, frame, self._count, hour)

    # What has changed, and whether tiles explain it.

    def _untouched(self) -> tuple[TileLook, ...]:
        """The tiles that were read before and look as they did."""
        if self._known is None:
            return ()
        changed, scale = self._settling.changed(), self._settling.scale
        return tuple(
            look
            for look in self._known.looks
            if _share(changed, _shrunk(look.outline.corners, scale)) < self._settings.touched
        )

    def _unexplained(self, image: Image) -> Mask:
        """What has changed since the table was last understood, and is no tile that came, went or was turned."""
        assert self._seen is not None, "the table was looked at"
        if self._known is None:
            return np.zeros((1, 1), np.uint8)
        H = _camera_motion(self._known.observed.tiles, self._seen.observed.tiles, image.shape[1])
        changed = self._settling.changed() if H is None else self._settling.changed_from(H)
        before = [look.outline.corners for look in self._known.looks if look.found]
        if H is not None:
            before = [cv2.perspectiveTransform(corners[None], H)[0] for corners in before]
        for corners in (*before, *(look.outline.corners for look in self._seen.looks if look.found)):
            middle = corners.mean(axis=0)
            wide = middle + (corners - middle) * (1 + 2 * self._settings.margin)
            cv2.fillConvexPoly(changed, _shrunk(wide, self._settling.scale), 0)
        return changed

    def _follow_arm(self, changed: Mask) -> bool:
        """Whether something large reaches in from the rim of the picture; where from is remembered."""
        tiles = self._seen or self._known
        areas = (
            [cv2.contourArea(_shrunk(look.outline.corners, self._settling.scale)) for look in tiles.looks if look.found]
            if tiles
            else []
        )
        least = self._settings.hand * (float(np.median(areas)) if areas else 0.01 * changed.size)
        height, width = changed.shape
        _, labels, stats, _ = cv2.connectedComponentsWithStats(changed, connectivity=8)
        reaching = False
        for label in range(1, len(stats)):
            left, top, wide, high, area = stats[label].tolist()
            at_rim = left <= 2 or top <= 2 or left + wide >= width - 2 or top + high >= height - 2
            if area < least or not at_rim or area > 0.9 * changed.size:
                continue
            reaching = True
            rim = np.zeros((height, width), bool)
            rim[:3] = rim[-3:] = True
            rim[:, :3] = rim[:, -3:] = True
            y, x = np.nonzero(rim & (labels == label))
            way = np.array([x.mean() / width - 0.5, y.mean() / height - 0.5])
            self._arms += way / max(float(np.linalg.norm(way)), 1e-6)
            self._arm_frames += 1
        return reaching


def _shrunk(corners: Floats, scale: float) -> NDArray[np.int32]:
    return np.round((corners + 0.5) * scale - 0.5).astype(np.int32)


def _share(mask: Mask, polygon: NDArray[np.int32]) -> float:
    """The share of a polygon that the mask covers."""
    left, top = np.maximum(polygon.min(axis=0), 0)
    right, bottom = polygon.max(axis=0) + 1
    part = mask[top:bottom, left:right]
    if not part.size:
        return 1.0
    inside = cv2.fillConvexPoly(np.zeros(part.shape, np.uint8), polygon - np.array([left, top], np.int32), 255)
    return float(cv2.countNonZero(cv2.bitwise_and(part, inside)) / max(cv2.countNonZero(inside), 1))


_STEADY = 0.004
"""A camera whose tiles moved by less than this share of the width stood still. Too low: noise moves it; too high: what
a nudge changes is taken for a hand."""


def _camera_motion(before: Sequence[SeenTile], now: Sequence[SeenTile], width: int) -> Floats | None:
    """By which homography of pixels the tiles of the board moved with the table or under the camera; None where they
    did not, or too few tell."""
    old = {tile_of(tile.digits): tile for tile in before if tile.digits is not None and tile.cell is not None}
    pairs: list[tuple[Floats, Floats]] = []
    for tile in now:
        if tile.digits is None or tile.cell is None or tile_of(tile.digits) not in old:
            continue
        known = old[tile_of(tile.digits)]
        assert known.digits is not None
        turns = [turn for turn in range(3) if known.digits[turn:] + known.digits[:turn] == tile.digits]
        if turns:
            moved = [np.roll(known.corners, -turn, axis=0) for turn in turns]
            pairs.append((min(moved, key=lambda corners: float(np.abs(corners - tile.corners).sum())), tile.corners))
    if len(pairs) < 2:
        return None
    start, end = (np.concatenate(points) for points in zip(*pairs, strict=True))
    if float(np.median(np.linalg.norm(end - start, axis=1))) < _STEADY * width:
        return None
    H = np.asarray(cv2.findHomography(start, end, cv2.RANSAC, 0.01 * width)[0], np.float64)
    return H if H.shape == (3, 3) and np.isfinite(H).all() and np.linalg.cond(H) < 1e12 else None

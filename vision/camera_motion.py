"""How the camera moved against the table, or the table under the camera, between two looks at it.

Somebody bumps against the tripod, or pulls at the cloth: everything in the picture moves together. The tiles that are
on both pictures say roughly how, the picture itself says it exactly.
"""

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tileref.engine.triangles import tile_of
from tileref.vision.rectify import Image
from tileref.vision.tiles import SeenTile

Floats = NDArray[np.float64]
Grey = NDArray[np.uint8]

_POINTS = 300
"""So many points are followed. Too few: a hand that covers some leaves too few; too many: it takes long."""

_FEWEST = 12
"""From so many points on that agree they are believed. Too few: chance agrees; too many: a plain table is lost."""

_AGREED = 0.6
"""This share of the points must agree. Too low: a motion that fits a few hides that nothing is known; too high: what
lies in the way keeps the rest from being followed."""

_ASTRAY = 1.5
"""Pixels by which a point may be off. Too few: few points agree; too many: they agree on what is not true."""

_BETTER = 0.7
"""After the motion no more than this share of what differed may differ. Too low: a hand that came in as well hides the
motion; too high: a cloth that repeats itself is followed to the wrong place."""

_DIFFERS = 24
"""So many levels of 255, of brightness evened out, are a difference. Too few: noise is; too many: a pale cloth has
none."""

_SEEN = 0.25
"""This share of the picture must still be seen. Too low: a motion is believed that can hardly be tested; too high: a
camera that was turned far is not followed."""

_STOOD = 0.7
"""A camera whose picture moved by less, in pixels, stood still. Too low: noise moves it; too high: what a nudge changes
is taken for a hand."""


def follow_camera(known: Image, now: Image, guess: Floats | None = None) -> Floats | None:
    """The homography of pixels by which the picture moved, perhaps near a guess; None where it stood still, or where
    no motion explains what is seen much better than none."""
    before, after = _grey(known), _grey(now)
    found = [_follow_points(before, after)]
    if guess is not None:
        step = _follow_points(np.asarray(warp_known(before, guess)[0]), after)
        found += [guess, None if step is None else step @ guess]
    least, best = _BETTER * _unlike(before, after), None
    for H in found:
        if H is not None and _is_sane(H) and (differs := _unlike(before, after, H)) < least:
            least, best = differs, H
    return None if best is None or _farthest_move(best, known.shape) < _STOOD else best


def warp_known(known: Image, H: Floats) -> tuple[Image, NDArray[np.uint8]]:
    """A picture moved by a homography, and where it shows what it showed: 255 or 0."""
    height, width = known.shape[:2]
    moved = cv2.warpPerspective(known, H, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    seen = cv2.warpPerspective(np.full((height, width), 255, np.uint8), H, (width, height), flags=cv2.INTER_NEAREST)
    # What lies beyond the rim is unknown, and the rim itself is not sharp.
    seen = cv2.erode(seen, np.ones((7, 7), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0)
    return np.asarray(moved, np.uint8), np.asarray(seen, np.uint8)


def motion_of_tiles(before: Sequence[SeenTile], now: Sequence[SeenTile], width: int) -> Floats | None:
    """By which homography of pixels the tiles of the board moved, in a picture so wide; None where too few tell."""
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
    H = np.asarray(cv2.findHomography(start, end, cv2.RANSAC, 0.01 * width)[0], np.float64)
    return H if _is_sane(H) else None


def _follow_points(known: Grey, now: Grey) -> Floats | None:
    corners: Any = cv2.goodFeaturesToTrack(known, _POINTS, 0.01, 6)
    if corners is None or len(corners) < _FEWEST:
        return None
    points = np.asarray(corners, np.float32)
    there, found = _flow(known, now, points)
    back, returned = _flow(now, known, there)
    kept = found & returned & (np.abs(back - points).max(axis=(1, 2)) < 1)
    if kept.sum() < _FEWEST:
        return None
    H, agree = cv2.findHomography(points[kept], there[kept], cv2.RANSAC, _ASTRAY)
    is_believed = int(agree.sum()) >= max(_FEWEST, _AGREED * int(kept.sum()))
    return np.asarray(H, np.float64) if is_believed else None


def _flow(before: Grey, after: Grey, points: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Where points went, (n, 1, 2), and which were found."""
    # Annotations of OpenCV forbid the None that its documentation asks for.
    there, found, _ = cv2.calcOpticalFlowPyrLK(
        before, after, points, np.empty_like(points), winSize=(21, 21), maxLevel=4
    )
    return np.asarray(there, np.float32), np.asarray(found).ravel() == 1


def _unlike(known: Image, now: Image, H: Floats | None = None) -> float:
    """The share of the picture that differs after a motion; all of it where nothing of it is seen any more."""
    differs = cv2.absdiff(known if H is None else warp_known(known, H)[0], now) > _DIFFERS
    if H is None:
        return float(differs.mean())
    seen = warp_known(known, H)[1] > 0
    return float(differs[seen].mean()) if seen.mean() > _SEEN else 1.0


def _grey(image: Image) -> Grey:
    """Brightness, evened out: the light may have changed as well."""
    return np.asarray(cv2.createCLAHE(2.0, (6, 4)).apply(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)), np.uint8)


def _farthest_move(H: Floats, shape: Sequence[int]) -> float:
    height, width = shape[:2]
    rim = np.array([[[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]]])
    return float(np.linalg.norm(cv2.perspectiveTransform(rim, H) - rim, axis=2).max())


def _is_sane(H: Floats) -> bool:
    return H.shape == (3, 3) and bool(np.isfinite(H).all()) and float(np.linalg.cond(H)) < 1e12

"""A hand over a table, seen from above: skin, fingers, a sleeve, drawn as heights and lit from a side.

Lengths are in sides of a tile, of which a grown hand is about four long. In the hand's own frame x runs forward, to
where the fingertips meet at (0, 0), and y to the side of the thumb of a right hand.
"""

from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from tileref.datasets.style import Colour, Rng

SCALE = 56
"""The picture of a hand has so many pixels in a side of a tile."""

BEHIND = 24.0
"""So far the arm runs back from the fingertips: the hand reaches over the table, its elbow stays outside."""

AHEAD = 1.0
"""So far the picture of a hand goes beyond the fingertips."""

BESIDE = 2.2
"""So far it goes to either side."""

Floats = NDArray[np.float32]
_Joint = tuple[float, float, float, float]
"""x, y, height and radius."""


class Pose(StrEnum):
    """What a hand does with its fingers."""

    PINCH = "pinch"
    """It holds a tile between thumb and fingertips."""
    REACH = "reach"
    """It is open, as when it reaches for a glass."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """Whose hand it is. Colours are blue, green, red from 0 to 1; `bare` is how much of the forearm the sleeve leaves
    bare, in sides of a tile."""

    skin: Colour
    sleeve: Colour
    size: float
    bare: float
    left: bool
    striped: bool


@dataclass(frozen=True, slots=True, eq=False)
class HandPicture:
    """A hand from above: (height, width, 4) uint8, blue, green, red and cover, the colours already times the cover."""

    image: NDArray[np.uint8]

    @property
    def A_hand_from_pixels(self) -> NDArray[np.float64]:
        """Where a pixel of the picture lies in the hand's frame, 3x3."""
        step = 1 / SCALE
        return np.array([[step, 0, -BEHIND], [0, -step, BESIDE], [0, 0, 1]])


_SKINS: tuple[Colour, ...] = (
    (0.68, 0.76, 0.93),
    (0.58, 0.69, 0.88),
    (0.47, 0.60, 0.80),
    (0.34, 0.47, 0.66),
    (0.24, 0.34, 0.50),
    (0.17, 0.24, 0.36),
)

_INDEX: tuple[_Joint, ...] = (
    (-2.0, 0.55, 0.95, 0.27),
    (-0.95, 0.46, 1.15, 0.23),
    (-0.4, 0.26, 0.75, 0.2),
    (-0.06, 0.1, 0.35, 0.165),
)
_MIDDLE: tuple[_Joint, ...] = (
    (-2.1, 0.08, 1.0, 0.28),
    (-1.0, -0.08, 1.2, 0.24),
    (-0.42, -0.16, 0.75, 0.205),
    (-0.1, -0.2, 0.36, 0.17),
)
_RING: tuple[_Joint, ...] = ((-2.05, -0.4, 0.95, 0.27), (-1.12, -0.6, 1.05, 0.225), (-0.66, -0.58, 0.5, 0.18))
_LITTLE: tuple[_Joint, ...] = ((-1.95, -0.82, 0.8, 0.24), (-1.3, -1.02, 0.85, 0.19), (-0.95, -0.98, 0.45, 0.155))
_THUMB: tuple[_Joint, ...] = (
    (-3.2, 0.6, 0.5, 0.4),
    (-1.95, 1.12, 0.55, 0.3),
    (-0.95, 0.88, 0.45, 0.235),
    (-0.22, 0.42, 0.3, 0.18),
)
_OPEN: tuple[tuple[_Joint, ...], ...] = (
    ((-2.2, 0.55, 0.9, 0.27), (-1.2, 0.85, 0.85, 0.22), (-0.1, 1.05, 0.6, 0.165)),
    ((-2.3, 0.08, 0.95, 0.28), (-1.1, 0.18, 0.95, 0.23), (0.2, 0.2, 0.6, 0.17)),
    ((-2.25, -0.4, 0.9, 0.27), (-1.2, -0.5, 0.85, 0.215), (-0.05, -0.62, 0.55, 0.165)),
    ((-2.1, -0.82, 0.8, 0.24), (-1.4, -1.1, 0.7, 0.19), (-0.65, -1.4, 0.5, 0.145)),
    ((-3.4, 0.6, 0.5, 0.4), (-2.5, 1.3, 0.55, 0.28), (-1.6, 1.75, 0.45, 0.19)),
)
_FINGERS = {Pose.PINCH: (_INDEX, _MIDDLE, _RING, _LITTLE, _THUMB), Pose.REACH: _OPEN}
_WRIST: _Joint = (-4.0, -0.12, 0.75, 0.66)
_ELBOW: _Joint = (-BEHIND - 2, -0.3, 0.9, 1.15)


def random_hand(rng: Rng) -> Hand:
    """Anybody's hand, most of them right ones."""
    shade = np.asarray(_SKINS[int(rng.integers(len(_SKINS)))]) * rng.uniform(0.92, 1.06)
    sleeve = rng.uniform(0.08, 0.85) * (1 - rng.uniform(0, 0.6) * rng.random(3))
    b, g, r = (float(value) for value in shade)
    cloth = (float(sleeve[0]), float(sleeve[1]), float(sleeve[2]))
    return Hand(
        skin=(b, g, r),
        sleeve=cloth,
        size=float(rng.uniform(0.85, 1.1)),
        bare=float(rng.choice([rng.uniform(0.3, 1.5), rng.uniform(3, 9), BEHIND])),
        left=bool(rng.random() < 0.12),
        striped=bool(rng.random() < 0.3),
    )


def draw_hand(hand: Hand, pose: Pose, light: NDArray[np.float64], rng: Rng) -> HandPicture:
    """The picture of a hand; `light` is the way that shadows fall, in the hand's frame."""
    height, width = round(2 * BESIDE * SCALE), round((BEHIND + AHEAD) * SCALE)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = x / SCALE - BEHIND, BESIDE - y / SCALE
    if hand.left:
        y = -y
    x, y = x / hand.size, y / hand.size
    fingers = _FINGERS[pose]
    skin = _Heights(x, y)
    for finger in fingers:
        part = _Heights(x, y)
        for start, end in pairwise(finger):
            part.add(start, end, 0.06)
        part.add(_WRIST, finger[0], 0.25)
        skin.join(part, 0.1)
    skin.add(_WRIST, _ELBOW, 0.3)
    sleeve = _Heights(x, y)
    cuff = _WRIST[0] - hand.bare
    sleeve.add((cuff, -0.15, 0.85, 0.9), (min(cuff - 2, _ELBOW[0]), -0.3, 0.95, 1.35), 0.01)
    way = np.array([-light[0], -light[1] * (-1 if hand.left else 1)])
    lamp = np.array([*way / max(float(np.linalg.norm(way)), 1e-6) * 0.6, 1.0])
    lamp /= np.linalg.norm(lamp)
    colour = _skin(hand, skin, fingers, x, y, lamp, rng)
    cover = skin.cover(hand.size)
    cloth, over = _cloth(hand, sleeve, x, y, lamp, rng), sleeve.cover(hand.size)
    over[x > cuff] = 0
    colour += over[..., None] * (cloth - colour)
    cover = np.maximum(cover, over)
    image = np.concatenate([np.clip(colour, 0, 1) * cover[..., None], cover[..., None]], axis=2)
    return HandPicture(np.asarray(image * 255 + 0.5, np.uint8))


class _Heights:
    """A body that is put together of tapered rods: how high it is at each pixel, and how far away from its rim."""

    def __init__(self, x: Floats, y: Floats) -> None:
        self._x, self._y = x, y
        self.height = np.full(x.shape, -9.0, np.float32)
        self.outside = np.full(x.shape, 9.0, np.float32)

    def add(self, start: _Joint, end: _Joint, blend: float) -> None:
        """A rod from joint to joint, whose skin runs into that of the others over so wide a seam."""
        dx, dy = end[0] - start[0], end[1] - start[1]
        along = np.clip(((self._x - start[0]) * dx + (self._y - start[1]) * dy) / (dx * dx + dy * dy), 0, 1)
        apart = np.hypot(self._x - start[0] - along * dx, self._y - start[1] - along * dy)
        radius = start[3] + along * (end[3] - start[3])
        inside = np.sqrt(np.maximum(radius**2 - apart**2, 0))
        height = start[2] + along * (end[2] - start[2]) + inside - 4 * np.maximum(apart - radius, 0)
        self._join(height.astype(np.float32), (apart - radius).astype(np.float32), blend)

    def join(self, other: "_Heights", blend: float) -> None:
        """Put another body to it."""
        self._join(other.height, other.outside, blend)

    def _join(self, height: Floats, outside: Floats, blend: float) -> None:
        self.height = _smooth_maximum(self.height, height, blend)
        self.outside = -_smooth_maximum(-self.outside, -outside, 0.4 * blend)

    def cover(self, size: float) -> Floats:
        """How much of each pixel it covers, from 0 to 1."""
        return np.asarray(np.clip(0.5 - self.outside * size * SCALE, 0, 1), np.float32)

    def light(self, lamp: NDArray[np.float64], size: float) -> Floats:
        """How much light falls on it, about 1 where it is level."""
        soft = cv2.GaussianBlur(self.height, (0, 0), 2.0)
        down = np.gradient(soft, axis=0) * SCALE / size
        across = np.gradient(soft, axis=1) * SCALE / size
        # Rows run against y.
        steep = np.sqrt(1 + down**2 + across**2)
        falling = (-across * lamp[0] + down * lamp[1] + lamp[2]) / steep
        return np.asarray(0.45 + 0.65 * np.maximum(falling, 0) / lamp[2], np.float32)


def _smooth_maximum(one: Floats, other: Floats, blend: float) -> Floats:
    share = np.clip(0.5 + 0.5 * (other - one) / blend, 0, 1)
    return np.asarray(one + share * (other - one) + blend * share * (1 - share), np.float32)


def _skin(
    hand: Hand,
    body: _Heights,
    fingers: tuple[tuple[_Joint, ...], ...],
    x: Floats,
    y: Floats,
    lamp: NDArray[np.float64],
    rng: Rng,
) -> Floats:
    base = np.asarray(hand.skin, np.float32)
    patches = _noise(rng, x.shape, 14) * 0.035 + _noise(rng, x.shape, 3) * 0.02
    colour = base * (1 + patches[..., None])
    red = np.zeros(x.shape, np.float32)
    crease = np.zeros(x.shape, np.float32)
    for finger in fingers:
        for px, py, _, radius in finger[1:]:
            red += np.exp(-((x - px) ** 2 + (y - py) ** 2) / (1.3 * radius) ** 2)
        for (px, py, _, radius), (qx, qy, _, _) in pairwise(finger[1:]):
            way = np.array([qx - px, qy - py]) / np.hypot(qx - px, qy - py)
            ahead, aside = (x - px) * way[0] + (y - py) * way[1], (y - py) * way[0] - (x - px) * way[1]
            wave = np.cos(ahead / radius * 14) ** 2 * np.exp(-((ahead / (0.35 * radius)) ** 2))
            crease += wave * np.exp(-((aside / (0.7 * radius)) ** 2))
    colour *= 1 + np.minimum(red, 1)[..., None] * np.array([-0.09, -0.07, 0.02], np.float32)
    colour *= 1 - 0.13 * np.minimum(crease, 1)[..., None]
    for finger in fingers[:2] + fingers[4:]:
        (px, py, _, _), (qx, qy, _, radius) = finger[-2], finger[-1]
        way = np.array([qx - px, qy - py]) / np.hypot(qx - px, qy - py)
        ahead = ((x - qx) * way[0] + (y - qy) * way[1]) / (0.62 * radius)
        aside = ((y - qy) * way[0] - (x - qx) * way[1]) / (0.52 * radius)
        nail = np.clip((1 - np.sqrt(ahead**2 + aside**2)) * 5, 0, 1)[..., None]
        colour += 0.55 * nail * (np.clip(base * 1.12 + 0.08, 0, 1) - colour)
    return np.asarray(colour * body.light(lamp, hand.size)[..., None], np.float32)


def _cloth(hand: Hand, body: _Heights, x: Floats, y: Floats, lamp: NDArray[np.float64], rng: Rng) -> Floats:
    folds = np.sin(x * 2.1 + 1.5 * np.sin(y * 1.7 + 0.6 * x)) * 0.5 + _noise(rng, x.shape, 18)
    body.height += 0.05 * folds.astype(np.float32)
    colour = np.broadcast_to(np.asarray(hand.sleeve, np.float32), (*x.shape, 3)) * (
        1 + 0.03 * _noise(rng, x.shape, 1)[..., None]
    )
    if hand.striped:
        colour = colour * (1 - 0.3 * (np.sin(x * 9) > 0.3)[..., None])
    hem = np.exp(-(((x - (_WRIST[0] - hand.bare) + 0.22) / 0.03) ** 2))
    colour = colour * (1 - 0.3 * hem[..., None])
    return np.asarray(colour * body.light(lamp, hand.size)[..., None], np.float32)


def _noise(rng: Rng, shape: tuple[int, ...], grain: int) -> Floats:
    height, width = shape
    coarse = rng.standard_normal((height // grain + 2, width // grain + 2)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)

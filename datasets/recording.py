"""A recording: the script of a match as the camera of a family would have seen it, frame by frame, with its truth.

The camera stands over the table, seat 0 below in the picture and the others clockwise. Any frame can be drawn by
itself, and is the same each time.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from tileref.datasets.camera import Camera
from tileref.datasets.compositor import raised, rounded
from tileref.datasets.filmed_table import FilmedTable, random_set, side_in_pixels
from tileref.datasets.hand import SCALE, HandPicture, Pose, draw_hand, random_hand
from tileref.datasets.layers import blurred, darkened, over
from tileref.datasets.layout import LyingTile
from tileref.datasets.match_script import Action, Script
from tileref.datasets.photo import Image
from tileref.datasets.reaching import HandPlace, Reach, place_hand
from tileref.datasets.sensor import Sensor
from tileref.datasets.stage import set_stage

_SHUTTER = 1 / 30
"""The shutter is open for so many seconds: what moves is blurred along its way."""

_PLAIN_HEIGHT = 0.3
"""The picture of a hand stands so high over its fingertips."""

_SHADE = 0.8
"""What shades the table is so much higher than the fingertips."""


@dataclass(frozen=True, slots=True, eq=False)
class RestingTile:
    """A tile of a table at rest: its sharp corners in pixels of the picture, (3, 2), clockwise, digits at them."""

    tile: LyingTile
    corners: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class RestingTable:
    """What lies where while no hand is there."""

    time: float
    frame: int
    tiles: tuple[RestingTile, ...]


class Recording:
    """The frames of a script. Not to be shared between threads."""

    def __init__(self, script: Script, *, width: int = 1280, height: int = 720, rate: float = 12.0) -> None:
        self.script = script
        self.width, self.height, self.rate = width, height, rate
        # Each part has dice of its own: what is thrown for one changes none of the others.
        style, stage, sensor, hands = (np.random.default_rng([script.seed, 6, part]) for part in range(4))
        self._stage = set_stage(script, width, height, stage)
        camera = self._stage.camera_at(0.0)
        self._table = FilmedTable(script.seed, random_set(style), camera, self._stage.taken)
        self._sensor = Sensor(script, camera, sensor)
        self._hands = [random_hand(hands) for _ in range(script.players)]
        self._hand_picture = lru_cache(maxsize=2 * script.players)(self._draw_hand_picture)
        self._drawn: tuple[tuple[float, int], Image] | None = None

    def __len__(self) -> int:
        return int(self.script.duration * self.rate)

    def draw(self, number: int) -> Image:
        """The frame with this number, (height, width, 3) uint8, blue, green, red."""
        time = number / self.rate
        camera = self._stage.camera_at(time)
        image = self._still(time, camera)
        for reach in self._stage.reaches:
            place = place_hand(reach, time)
            if place is not None:
                image = image.copy()
                self._draw_arm(image, reach, place, time, camera)
        return self._sensor.expose(image, number, time)

    def tables(self) -> list[RestingTable]:
        """The table in the last frame of every pause between two moments."""
        tables = []
        moments = self.script.moments
        starts = [*(moment.start for moment in moments[1:]), self.script.duration]
        for moment, start in zip(moments, starts, strict=True):
            number = min(int((start - 1e-6) * self.rate), len(self) - 1)
            time = number / self.rate
            if time > moment.end:
                tables.append(RestingTable(time, number, self._truth(time)))
        return tables

    def _truth(self, time: float) -> tuple[RestingTile, ...]:
        camera = self._stage.camera_at(time)
        height = self._table.style.thickness
        return tuple(
            RestingTile(tile, camera.distort(camera.project(raised(tile.corners, height))))
            for tile in self._stage.lying(time)
        )

    def _still(self, time: float, camera: Camera) -> Image:
        """The table without hands; that of a steady camera is drawn once for each change."""
        key = (self._stage.view_number(time), self._stage.change_number(time))
        if self._drawn is None or self._drawn[0] != key:
            self._drawn = key, self._table.draw(self._stage.lying(time), camera)
        return self._drawn[1]

    def _draw_hand_picture(self, seat: int, pose: Pose) -> tuple[HandPicture, Image]:
        """A player's hand, and the soft mask of its shadow."""
        turn = self._stage.seat_turn(seat)
        c, s = np.cos(turn), np.sin(turn)
        light = np.array([[c, s], [-s, c]]) @ self._table.light
        picture = draw_hand(self._hands[seat], pose, light, np.random.default_rng([self.script.seed, 4, seat]))
        soft = cv2.GaussianBlur(picture.image[..., 3], (0, 0), 0.16 * SCALE)
        return picture, np.asarray(soft, np.uint8)

    def _draw_arm(self, image: Image, reach: Reach, place: HandPlace, time: float, camera: Camera) -> None:
        """Draw a hand and what it holds into a frame, and their shadow."""
        moment = reach.moment
        pose = Pose.REACH if moment.action is Action.PASS_OVER else Pose.PINCH
        picture, shade = self._hand_picture(moment.seat, pose)
        A = _standing(place.tip, place.turn) @ picture.A_hand_from_pixels
        H_hand = camera.H_image_from_plane(place.height + _PLAIN_HEIGHT) @ A
        away = self._table.light * (place.height + _SHADE)
        H_shade = camera.H_image_from_plane(0.0) @ np.array([[1, 0, away[0]], [0, 1, away[1]], [0, 0, 1]]) @ A
        box = _box([H_hand, H_shade], picture.image.shape, (self.width, self.height))
        if box is None:
            return
        left, upper, right, lower = box
        shift = np.array([[1, 0, -left], [0, 1, -upper], [0, 0, 1.0]])
        extent = (right - left, lower - upper)
        shadow = np.asarray(cv2.warpPerspective(shade, shift @ H_shade, extent), np.uint8)
        layer = np.asarray(cv2.warpPerspective(picture.image, shift @ H_hand, extent), np.uint8)
        held = self._stage.held(reach, place, time)
        if held is not None:
            cropped = replace(
                camera,
                width=extent[0],
                height=extent[1],
                P_image_from_table=shift @ camera.P_image_from_table,
            )
            layer = over(self._draw_held(held, place.height, cropped, shadow), layer)
        way = self._way(reach, time, camera)
        layer, shadow = blurred(layer, way), blurred(shadow, way)
        part = image[upper:lower, left:right]
        dark = darkened(part, shadow, self._table.darkness)
        image[upper:lower, left:right] = over(dark, layer)

    def _draw_held(self, tile: LyingTile, height: float, camera: Camera, shadow: Image) -> Image:
        """A tile in a hand, with its cover; its shadow is added to that of the hand."""
        lifted = camera.P_image_from_table.copy()
        lifted[:, 3] += lifted[:, 2] * height
        camera_above = replace(camera, P_image_from_table=lifted)
        drawn = np.zeros((camera.height, camera.width, 3), np.uint8)
        owner = np.zeros(drawn.shape[:2], np.int16)
        self._table.draw_tile(drawn, owner, tile, camera_above)
        cover = np.asarray((owner != 0) * np.uint8(255), np.uint8)
        rim = rounded(tile.corners, self._table.style.rounding)
        ground = rim + self._table.light * (height + self._table.style.thickness)
        hull = np.round(camera.project(raised(ground, 0.0)) * 8).astype(np.int32)
        cast = cv2.fillConvexPoly(np.zeros_like(shadow), hull, 255, cv2.LINE_AA, 3)
        soft = cv2.GaussianBlur(cast, (0, 0), max(1.0, side_in_pixels(camera) * (0.03 + 0.1 * height)))
        np.maximum(shadow, np.asarray(soft, np.uint8), out=shadow)
        return np.dstack([cv2.bitwise_and(drawn, drawn, mask=cover), cover])

    def _way(self, reach: Reach, time: float, camera: Camera) -> NDArray[np.float64]:
        """How far the hand moves in the picture while the shutter is open, in pixels."""
        ends = [place_hand(reach, time + step * _SHUTTER / 2) for step in (-1, 1)]
        spots = [camera.project(np.array([[*end.tip, end.height]]))[0] for end in ends if end is not None]
        return np.asarray(spots[1] - spots[0] if len(spots) == 2 else np.zeros(2))


def _standing(tip: NDArray[np.float64], turn: float) -> NDArray[np.float64]:
    """From the frame of a hand to the table, 3x3."""
    c, s = np.cos(turn), np.sin(turn)
    return np.array([[c, -s, tip[0]], [s, c, tip[1]], [0, 0, 1]])


def _box(
    homographies: Sequence[NDArray[np.float64]], shape: tuple[int, ...], size: tuple[int, int]
) -> tuple[int, int, int, int] | None:
    """The part of the picture that layers of this shape may touch: left, upper, right, lower."""
    height, width = shape[:2]
    rim = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float64)
    spots = np.concatenate([cv2.perspectiveTransform(rim, H)[0] for H in homographies])
    left, upper = (max(int(low) - 2, 0) for low in spots.min(axis=0))
    right, lower = (min(int(high) + 3, most) for high, most in zip(spots.max(axis=0), size, strict=True))
    return (left, upper, right, lower) if right - left > 2 and lower - upper > 2 else None

"""A table on which tests lay tiles: one set, one cloth, one camera, and hands that come in and go out again.

What is drawn is the compositor's; the frames of a film have the noise of a sensor, each its own.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tileref.datasets import face
from tileref.datasets.camera import Camera, look_at
from tileref.datasets.compositor import cast_shadow, draw_table, draw_tile, raised, rounded, shaded
from tileref.datasets.fonts import NoFontsError, find_fonts
from tileref.datasets.layout import Kind, LyingTile
from tileref.datasets.style import random_style
from tileref.datasets.things import Thing, paint, random_hand
from tileref.engine.triangles import Digits, parse_placement
from tileref.vision.frame import Frame
from tileref.vision.rectify import Image

Floats = NDArray[np.float64]

LIGHT = np.array([0.5, -0.4])
"""The way in which shadows fall."""

_NOISES = 7
"""A film has so many kinds of noise, one after another: to throw them anew for every frame takes long."""

DOWN = -np.pi / 2
"""The way a hand of the player at the lower rim comes from, as an angle on the table."""


def lay(text: str) -> LyingTile:
    """A tile of the board, written "0,0U:012"."""
    cell, digits = parse_placement(text)
    return LyingTile(Kind.BOARD, np.array([vertex.xy for vertex in cell.corners]) * 1.02, digits, cell)


def lay_loose(digits: Digits | None, x: float, y: float, *, turn: float = 0.3) -> LyingTile:
    """A tile apart from the board, face down where it shows no digits."""
    angles = turn - np.arange(3) * 2 * np.pi / 3
    corners = np.array([x, y]) + 3**-0.5 * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return LyingTile(Kind.FACEDOWN if digits is None else Kind.LOOSE, corners, digits)


def push(tile: LyingTile, x: float, y: float, *, turn: float = 0.0) -> LyingTile:
    """The tile so many sides farther, and turned a little, as by a sleeve."""
    middle = tile.corners.mean(axis=0)
    return replace(tile, corners=middle + _turned(tile.corners - middle, turn) + np.array([x, y]))


def _turned(xy: Floats, turn: float) -> Floats:
    return np.asarray(xy @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]))


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand whose fingers are over a point of the table, as it comes from this way."""

    x: float
    y: float
    way: float = DOWN
    seed: int = 1

    def out(self, sides: float) -> "Hand":
        """The same hand so many sides of a tile farther out."""
        return replace(self, x=self.x + sides * float(np.cos(self.way)), y=self.y + sides * float(np.sin(self.way)))

    def thing(self) -> Thing:
        """What it looks like."""
        thing = random_hand(np.random.default_rng(self.seed), np.zeros(2))
        x, y = thing.layers[0][0].mean(axis=0)
        turn = self.way - np.arctan2(y, x)
        at = np.array([self.x, self.y])
        return Thing(tuple((_turned(outline, turn) + at, height, colour) for outline, height, colour in thing.layers))


class Tabletop:
    """A table and a camera over it; NoFontsError where nothing can be printed on tiles."""

    def __init__(
        self, seed: int = 12, *, width: int = 960, height: int = 540, across: float = 11.0, nudge: float = 0.0
    ) -> None:
        self.seed, self.width, self.height, self.across = seed, width, height, across
        self.style = replace(random_style(np.random.default_rng(seed), len(find_fonts()), pips=0.0), bases=())
        self.camera = self._camera(nudge)
        self._drawn: dict[object, Image] = {}

    def nudged(self, nudge: float) -> "Tabletop":
        """The same table after somebody bumped against the camera, by so many sides of a tile."""
        return set_table(self.seed, width=self.width, height=self.height, across=self.across, nudge=nudge)

    def _camera(self, nudge: float) -> Camera:
        field = 1.0
        return look_at(
            width=self.width,
            height=self.height,
            target=(0.5 + nudge, 0.4 - 0.6 * nudge),
            distance=self.across / 2 / np.tan(field / 2),
            tilt=0.15,
            heading=0.0,
            roll=0.05 * nudge,
            field_of_view=field,
            bend=0.0,
        )

    def picture(self, tiles: Sequence[LyingTile], hand: Hand | None = None) -> Image:
        """What the camera sees, without noise."""
        key = tuple((tile.digits, tile.corners.tobytes()) for tile in tiles)
        if key not in self._drawn:
            self._drawn[key] = self._draw(tiles)
        image = self._drawn[key]
        return image if hand is None else self._reach_over(image, hand)

    def place(self, tile: LyingTile) -> Floats:
        """Where the corners of a tile are in the picture."""
        return self.camera.project(raised(tile.corners, self.style.thickness))

    def way_out(self, hand: Hand) -> float:
        """How many sides a hand must draw back until it is out of the picture."""
        for sides in np.arange(0.5, 30, 0.5):
            out = hand.out(float(sides))
            x, y = self.camera.project(np.array([[out.x, out.y, 0.6]]))[0]
            if not (-60 < x < self.width + 60 and -60 < y < self.height + 60):
                return float(sides)
        raise AssertionError("no table is that large")

    def _draw(self, tiles: Sequence[LyingTile]) -> Image:
        image = draw_table(np.random.default_rng(self.seed), self.camera, self.seed)
        owner = np.zeros((self.height, self.width), np.int16)
        shadow = np.zeros((self.height, self.width), np.uint8)
        rims = [rounded(tile.corners, self.style.rounding) for tile in tiles]
        for rim in rims:
            cast_shadow(shadow, rim, self.style, self.camera, LIGHT)
        image = shaded(image, 0.45, cv2.GaussianBlur(shadow, (0, 0), 1.5))
        depths = [float(self.camera.depth(raised(tile.corners, 0)).mean()) for tile in tiles]
        for at in sorted(range(len(tiles)), key=lambda at: -depths[at]):
            # Each tile has dice of its own, so that it looks the same whatever else lies there.
            dice = np.random.default_rng([self.seed, *(tiles[at].digits or (9,))])
            digits = tiles[at].digits
            turns = face.print_turns(self.style, digits, dice) if digits else (0, 0, 0)
            draw_tile(image, owner, at + 1, tiles[at], turns, rims[at], self.style, self.camera, LIGHT, dice)
        return np.asarray(cv2.GaussianBlur(image, (0, 0), 0.6), np.uint8)

    def _reach_over(self, image: Image, hand: Hand) -> Image:
        above = np.zeros((self.height, self.width), np.uint8)
        owner = np.zeros((self.height, self.width), np.int16)
        over = image.copy()
        paint(over, owner, hand.thing(), self.camera, above, LIGHT)
        dimmed = shaded(image, 0.4, cv2.GaussianBlur(above, (0, 0), 4.0))
        return np.asarray(np.where((owner == -1)[..., None], over, dimmed), np.uint8)


class Film:
    """Frames of a table at a rate, numbered and timed from 0."""

    def __init__(self, *, rate: float = 15.0, noise: float = 3.0, seed: int = 0) -> None:
        self.rate = rate
        self.number = 0
        self.light = 1.0
        self._noise = noise
        self._seed = 1000 * seed

    @property
    def time(self) -> float:
        """When the last frame was taken."""
        return (self.number - 1) / self.rate

    def frames(self, image: Image, seconds: float) -> Iterator[Frame]:
        """A scene that stays as it is for so long."""
        for _ in range(max(1, round(seconds * self.rate))):
            yield self.frame(image)

    def frame(self, image: Image) -> Frame:
        """The next frame."""
        lit = image if self.light == 1.0 else cv2.convertScaleAbs(image, alpha=self.light)
        noise = _noise(image.shape, self._noise, self._seed + self.number % _NOISES)
        frame = Frame(
            np.asarray(cv2.add(lit, noise, dtype=cv2.CV_8U), np.uint8), self.number / self.rate, "a film", self.number
        )
        self.number += 1
        return frame

    def reach(
        self, table: Tabletop, before: Sequence[LyingTile], after: Sequence[LyingTile], hand: Hand, *, stay: float = 0.3
    ) -> Iterator[Frame]:
        """A hand comes in, changes what lies on the table, and leaves."""
        away = table.way_out(hand)
        for way in (1, -1):
            tiles = before if way > 0 else after
            steps = max(3, round(0.7 * self.rate))
            for step in range(steps):
                share = (step + 0.5) / steps
                yield self.frame(table.picture(tiles, hand.out(away * (1 - share if way > 0 else share))))
            if way > 0:
                yield from self.frames(table.picture(before, hand), stay / 2)
                yield from self.frames(table.picture(after, hand), stay / 2)


@lru_cache(maxsize=32)
def _noise(shape: tuple[int, ...], strength: float, seed: int) -> NDArray[np.int16]:
    cv2.setRNGSeed(seed)
    noise = np.empty(shape, np.int16)
    cv2.randn(noise, np.zeros(3), np.full(3, strength))
    return noise


@cache
def set_table(
    seed: int = 12, *, width: int = 960, height: int = 540, across: float = 11.0, nudge: float = 0.0
) -> Tabletop:
    """A table for a test, which is skipped where no tiles can be drawn."""
    try:
        return Tabletop(seed, width=width, height=height, across=across, nudge=nudge)
    except NoFontsError as error:
        pytest.skip(f"the pictures cannot be drawn: {error}")


BOARD = tuple(map(lay, ("0,0U:001", "0,-1D:011", "0,-1U:401", "1,-1U:113", "1,-2D:134", "1,-1D:123", "1,0U:112")))
"""A legal board."""

NEXT = lay("0,-2D:412")
"""A tile that fits on it."""

WELL = tuple(lay_loose(None, -3.2, -2 + 1.2 * number, turn=number) for number in range(4))
"""Tiles face down beside it."""

TABLE = (*BOARD, *WELL)
"""What lies on the table of most tests."""

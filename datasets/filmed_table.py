"""The table of a recording: its cloth, what stands about on it, the light in the room, and tiles that stay as laid."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tileref.datasets import face
from tileref.datasets.camera import Camera
from tileref.datasets.compositor import cast_shadow, draw_table, draw_tile, raised, rounded, shaded
from tileref.datasets.fonts import find_fonts
from tileref.datasets.layout import LyingTile
from tileref.datasets.photo import Image
from tileref.datasets.style import Mark, Rng, TileStyle, random_style
from tileref.datasets.things import Thing, paint, random_thing

LEAST_CONTRAST = 0.55
"""A family films tiles that it can read itself: print that stands out so well from its tile at least."""

LEAST_SIZE = 0.2
"""And digits that are so high at least, in sides of a tile."""

_MOST_WEAR = 0.25
# Tiles must stand out from the table by so much of the whole range of brightness, or of any colour.
_STANDS_OUT = 0.16
# Seeds of tables far enough apart that none is the same in another colour.
_NEXT_TABLE = 1000
_TABLES = 50


def random_set(rng: Rng) -> TileStyle:
    """A set of tiles with digits that can be read from a camera over the table; all of one colour, so that a tile
    looks the same in a hand and on the table."""
    while True:
        style = replace(random_style(rng, len(find_fonts()), pips=0.0), bases=())
        if style.contrast >= LEAST_CONTRAST and style.size >= LEAST_SIZE and style.wear <= _MOST_WEAR:
            return style


class FilmedTable:
    """A table under one light. Tiles are drawn on it as they look from a camera, time after time the same."""

    def __init__(self, seed: int, style: TileStyle, camera: Camera, clear_of: NDArray[np.float64]) -> None:
        """`clear_of` are the points of the table, (n, 2), near which nothing else may lie."""
        rng = np.random.default_rng([seed, 1])
        assert style.mark is Mark.DIGITS, "tiles of a recording have digits"
        self.style = style
        self._seed = seed
        self._surface = _choose_surface(seed, style, camera)
        angle = rng.uniform(0, 2 * np.pi)
        self.light: NDArray[np.float64] = np.array([np.cos(angle), np.sin(angle)]) * rng.uniform(0.15, 0.7)
        """The way that shadows fall from a height of one."""
        self.darkness = float(rng.uniform(0.25, 0.6))
        self._softness = float(rng.uniform(0.015, 0.06))
        self._things = _random_things(rng, clear_of)
        # That of the camera that looked last; most frames are of the same one.
        self._bare: tuple[NDArray[np.float64], Image, Image] | None = None

    def draw(self, tiles: Sequence[LyingTile], camera: Camera) -> Image:
        """The table with these tiles, through a camera without distortion."""
        if self._bare is None or not np.array_equal(self._bare[0], camera.P_image_from_table):
            self._bare = camera.P_image_from_table, *self._draw_bare(camera)
        image, shadow = self._bare[1], self._bare[2].copy()
        owner = np.zeros(image.shape[:2], np.int16)
        for tile in tiles:
            cast_shadow(shadow, rounded(tile.corners, self.style.rounding), self.style, camera, self.light)
        soft = cv2.GaussianBlur(shadow, (0, 0), max(0.6, side_in_pixels(camera) * self._softness))
        image = shaded(image, self.darkness, soft)
        for tile in sorted(tiles, key=lambda tile: -float(camera.depth(raised(tile.corners, 0)).mean())):
            self.draw_tile(image, owner, tile, camera)
        return image

    def draw_tile(self, image: Image, owner: NDArray[np.int16], tile: LyingTile, camera: Camera) -> None:
        """Draw one tile, and a 1 into the mask of owners where it covers the picture."""
        # Each tile has its own dice: its print, its scratches and its shine are its own wherever it lies.
        rng = np.random.default_rng([self._seed, 2, *(tile.digits or (9,))])
        turns = face.print_turns(self.style, tile.digits, rng) if tile.digits else (0, 0, 0)
        rim = rounded(tile.corners, self.style.rounding)
        draw_tile(image, owner, 1, tile, turns, rim, self.style, camera, self.light, rng)

    def _draw_bare(self, camera: Camera) -> tuple[Image, Image]:
        """The table without tiles, and the mask of what shades it."""
        image = draw_table(np.random.default_rng([self._surface, 3]), camera, self._surface).copy()
        shadow = np.zeros(image.shape[:2], np.uint8)
        owner = np.zeros(image.shape[:2], np.int16)
        for thing in self._things:
            paint(image, owner, thing, camera, shadow, self.light)
        # Its own shadow does not fall on a thing.
        shadow[owner == -1] = 0
        return image, shadow


def side_in_pixels(camera: Camera) -> float:
    """How long the side of a tile is in the middle of the picture, about."""
    H = np.linalg.inv(camera.H_image_from_plane(0.0))
    middle = H @ np.array([camera.width / 2, camera.height / 2, 1.0])
    x, y = middle[:2] / middle[2]
    square = camera.project(raised(np.array([[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]]), 0.0))
    return float(np.sqrt(cv2.contourArea(square.astype(np.float32))))


def _choose_surface(seed: int, style: TileStyle, camera: Camera) -> int:
    """The first table of the seed's on which such tiles are easily seen, or the last one that was tried."""
    surface = seed
    for attempt in range(_TABLES):
        surface = seed * 7919 + attempt * _NEXT_TABLE
        table = draw_table(np.random.default_rng([surface, 3]), camera, surface)
        apart = np.abs(table.mean(axis=(0, 1)) / 255 - np.asarray(style.base))
        busy = float(cv2.cvtColor(table, cv2.COLOR_BGR2GRAY).std()) / 255
        if apart.mean() >= _STANDS_OUT + busy:
            break
    return surface


def _random_things(rng: Rng, clear_of: NDArray[np.float64]) -> list[Thing]:
    """Up to two things that lie beside all that happens."""
    middle = clear_of.mean(axis=0)
    spread = np.abs(clear_of - middle).max(axis=0) + 1.5
    things = []
    for _ in range(int(rng.integers(0, 3))):
        thing = random_thing(rng, middle + rng.uniform(-1, 1, 2) * spread)
        spots = np.concatenate([outline for outline, _, _ in thing.layers])
        nearest = np.linalg.norm(spots[:, None] - clear_of[None], axis=2).min()
        centre = spots.mean(axis=0)
        if nearest > 1.0 and np.linalg.norm(clear_of - centre, axis=1).min() > 1.5:
            things.append(thing)
    return things

"""Finding tiles: a picture to outlines.

The network looks at a small copy of the picture and says, for every square of four by four pixels, whether the middle
of a tile is near and what the tile's triangle is. The triangle comes as numbers that do not depend on which corner is
called the first, because for a triangle none is.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tileref.vision.network import Array, Network
from tileref.vision.rectify import Image
from tileref.vision.tiles import HARDLY, TileOutline

STRIDE = 4
"""The network answers for squares of so many pixels."""

_MULTIPLE = 32
_THIRD = np.exp(2j * np.pi / 3)


@dataclass(frozen=True, slots=True, kw_only=True)
class FinderSettings:
    """How the finder looks.

    long_side: pixels of the small copy; too small and tiles of a far board melt together, too large and it takes long.
    least: the tile-ness an outline must have; too low and table patterns become tiles, too high and tiles are missed.
    faint: from this tile-ness on there may be a tile; too low and every hole in a board raises a question, too high and
    a missed tile raises none.
    side: how long the sides of tiles should be where the network looks; too short and corners are rough, too long and
    it sees no whole tile. closer: a second look must be so many times closer; too little and it is in vain.
    apart: how near two middles may be, in radii of a tile; too small and a tile is found twice, too large and
    neighbours, whose middles are one radius apart, are taken for one.
    """

    long_side: int = 640
    least: float = HARDLY
    faint: float = 0.08
    apart: float = 0.6
    side: float = 48.0
    closer: float = 1.3


@dataclass(frozen=True, slots=True)
class Found:
    """The outlines of the tiles in a picture, and those that are hardly tiles; the surest first."""

    tiles: tuple[TileOutline, ...]
    faint: tuple[TileOutline, ...]


def find_tiles(image: Image, network: Network, settings: FinderSettings) -> Found:
    """The tiles in a picture."""
    scale = settings.long_side / max(image.shape[:2])
    outlines = _look(image, network, scale, settings)
    if any(outline.tileness >= settings.least for outline in outlines):
        outlines = _look_closer(image, network, outlines, scale, settings)
    return Found(
        tuple(outline for outline in outlines if outline.tileness >= settings.least),
        tuple(outline for outline in outlines if outline.tileness < settings.least),
    )


def _look(image: Image, network: Network, scale: float, settings: FinderSettings) -> list[TileOutline]:
    (output,) = network.run(prepare_picture(image, scale))
    found = decode_output(output[0], settings)
    # From the middles of the pixels of the copy to those of the picture.
    return [TileOutline((tile.corners + 0.5) / scale - 0.5, tile.tileness, tile.face_up) for tile in found]


def _look_closer(
    image: Image, network: Network, found: list[TileOutline], scale: float, settings: FinderSettings
) -> list[TileOutline]:
    """A second look at the part of the picture where tiles are, if that shows them larger; else what was found. What
    the first look made out beyond that part, which is faint, stays as it is."""
    corners = np.stack([tile.corners for tile in found if tile.tileness >= settings.least])
    side = float(np.median(np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2)))
    # Tiles that the first look missed lie beside others.
    left, top = np.maximum(np.floor(corners.min(axis=(0, 1)) - 1.3 * side), 0).astype(int)
    right, bottom = np.ceil(corners.max(axis=(0, 1)) + 1.3 * side).astype(int) + 1
    part = image[top:bottom, left:right]
    nearer = min(settings.long_side / max(part.shape[:2]), settings.side / side)
    if nearer < settings.closer * scale:
        return found
    again = _look(np.ascontiguousarray(part), network, nearer, settings)
    origin = np.array([left, top])
    nearby = [TileOutline(tile.corners + origin, tile.tileness, tile.face_up) for tile in again]
    middles = np.array([tile.corners.mean(axis=0) for tile in found])
    beyond = np.any((middles < origin) | (middles >= [right, bottom]), axis=1).tolist()
    faint = [
        tile for tile, is_beyond in zip(found, beyond, strict=True) if is_beyond and tile.tileness < settings.least
    ]
    return sorted([*nearby, *faint], key=lambda tile: -tile.tileness)


def prepare_picture(image: Image, scale: float) -> Array:
    """The picture as the network takes it: (1, 3, h, w), red, green, blue from 0 to 1, black beyond its edges."""
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    height, width = (max(1, round(side * scale)) for side in image.shape[:2])
    small = cv2.resize(image, (width, height), interpolation=way)
    padded = [-(-side // _MULTIPLE) * _MULTIPLE for side in (height, width)]
    x = np.zeros((1, 3, *padded), np.float32)
    for channel, plane in enumerate(reversed(cv2.split(small))):
        np.multiply(plane, np.float32(1 / 255), out=x[0, channel, :height, :width])
    return x


def decode_output(output: Array, settings: FinderSettings) -> list[TileOutline]:
    """The outlines that the network's answer (9, h, w) holds, in pixels of what it looked at, the surest first."""
    tileness = 1 / (1 + np.exp(-output[0]))
    peaks = (tileness >= settings.faint) & (tileness >= cv2.dilate(tileness, np.ones((3, 3), np.uint8)))
    rows, columns = np.nonzero(peaks)
    order = np.argsort(-tileness[rows, columns], kind="stable")
    rows, columns = rows[order], columns[order]
    numbers = output[:, rows, columns].astype(np.float64)
    corners = numbers_to_triangles(numbers[3:8]) + np.stack([columns + numbers[1], rows + numbers[2]], axis=1)[:, None]
    chances = tileness[rows, columns]
    face_up = 1 / (1 + np.exp(-numbers[8]))
    kept: list[int] = []
    middles = corners.mean(axis=1)
    radii = np.exp(numbers[3])
    for at in range(len(rows)):
        distances = np.linalg.norm(middles[kept] - middles[at], axis=1)
        if (distances > settings.apart * np.minimum(radii[kept], radii[at])).all():
            kept.append(at)
    return [TileOutline((corners[at] + 0.5) * STRIDE - 0.5, float(chances[at]), float(face_up[at])) for at in kept]


def numbers_to_triangles(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    """Triangles about their middles, (n, 3, 2), clockwise, from (5, n) numbers: see `triangle_to_numbers`."""
    size, cosine, sine, slant_x, slant_y = numbers
    a = np.exp(size + 1j * np.arctan2(sine, cosine) / 3)
    b = (slant_x + 1j * slant_y) * np.exp(2 * size) / a
    z = a[:, None] * _THIRD ** np.arange(3) + b[:, None] * _THIRD ** -np.arange(3)
    return np.stack([z.real, z.imag], axis=-1)


def triangle_to_numbers(xy: NDArray[np.float64]) -> NDArray[np.float64]:
    """Three corners, clockwise, as five numbers that do not depend on which comes first.

    As complex numbers about their middle the corners are a·w^k + b·w^-k with w a third of a turn. Starting at another
    corner turns a and b by a third, so log|a|, the direction of a³ and ab/|a|² stay as they are, and give the corners
    back.
    """
    z = (xy[:, 0] + 1j * xy[:, 1]) - (xy[:, 0] + 1j * xy[:, 1]).mean()
    a = (z * _THIRD ** -np.arange(3)).sum() / 3
    b = (z * _THIRD ** np.arange(3)).sum() / 3
    size = abs(a)
    turn, slant = (a / size) ** 3, a * b / size**2
    return np.array([np.log(size), turn.real, turn.imag, slant.real, slant.imag])


def draw_outlines(image: Image, outlines: list[TileOutline]) -> Image:
    """The picture with the outlines on it: green face up, blue face down, thin where it is hardly a tile."""
    drawn = image.copy()
    for outline in outlines:
        colour = (0, 200, 0) if outline.face_up > 0.5 else (220, 120, 0)
        thick = 2 if outline.tileness > 0.7 else 1
        cv2.polylines(drawn, [np.round(outline.corners * 16).astype(np.int32)], True, colour, thick, cv2.LINE_AA, 4)
    return drawn

"""Tables: textures of wood, cloth, check, stripes, flowers, terrazzo and plain colour, all drawn by dice."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from tileref.datasets.style import Rng

SIZE = 1024
"""A texture is so many pixels wide and high."""

Texture = NDArray[np.float32]
"""(SIZE, SIZE, 3), blue, green, red from 0 to 1."""

Shapes = NDArray[np.uint8]
"""The same from 0 to 255."""


_KINDS = (
    *("plain", "felt", "cloth", "wood", "planks", "check", "stripes"),
    *("floral", "fruit", "dots", "terrazzo", "newspaper"),
)


def draw_surface(rng: Rng) -> Texture:
    """The texture of any table."""
    kind = str(rng.choice(_KINDS))
    base = _colour(rng)
    surface = np.empty((SIZE, SIZE, 3), np.float32)
    surface[:] = base
    match kind:
        case "felt":
            surface *= 1 + rng.uniform(0.03, 0.15) * _noise(rng, SIZE)[..., None]
        case "wood" | "planks":
            surface[:] = np.clip(np.array([0.25, 0.42, 0.6]) * rng.uniform(0.4, 1.5) + rng.normal(0, 0.04, 3), 0, 1)
            surface *= 1 + rng.uniform(0.03, 0.18) * _stretched(rng)[..., None]
            if kind == "planks":
                step = int(rng.integers(60, 300))
                surface[::step] *= 0.4
                surface[1::step] *= 0.6
        case "check":
            _check(surface, rng)
        case "stripes":
            step = int(rng.integers(10, 140))
            mask = (np.arange(SIZE) // step % 2).astype(np.float32)[:, None, None]
            surface[:] = surface * (1 - mask) + mask * _colour(rng)
        case "floral":
            surface = _printed(surface, rng, _floral)
        case "terrazzo":
            surface = _printed(surface, rng, _terrazzo)
        case "fruit":
            surface = _printed(surface, rng, _fruit)
        case "dots":
            surface = _printed(surface, rng, _dots)
        case "newspaper":
            surface = _printed(surface, rng, _lines_of_print)
        case _:
            pass
    if rng.random() < 0.5:
        # The weave of cloth.
        weave = np.sin(np.arange(SIZE) * 2 * np.pi / rng.uniform(2, 5)).astype(np.float32)
        surface *= 1 + rng.uniform(0.02, 0.08) * (weave[:, None] * weave[None, :])[..., None]
    large = cv2.resize(rng.standard_normal((8, 8)).astype(np.float32), (SIZE, SIZE), interpolation=cv2.INTER_CUBIC)
    surface *= 1 + rng.uniform(0, 0.08) * large[..., None]
    return np.clip(surface, 0, 1).astype(np.float32)


def _printed(surface: Texture, rng: Rng, pattern: Callable[[Shapes, Rng], None]) -> Texture:
    """The surface with a pattern on it, which is drawn in whole numbers because only those have smooth edges."""
    shapes = (surface * 255).astype(np.uint8)
    pattern(shapes, rng)
    return (shapes / 255).astype(np.float32)


def _paint(rng: Rng) -> tuple[int, int, int]:
    b, g, r = (_colour(rng) * 255).astype(int)
    return int(b), int(g), int(r)


def _colour(rng: Rng) -> NDArray[np.float32]:
    # Most tables are not dark.
    value = 0.96 - 0.88 * rng.random() ** 1.5
    tint = rng.uniform(0, 0.8) if rng.random() < 0.6 else rng.uniform(0, 0.15)
    return np.asarray(value * (1 - tint * rng.random(3)), np.float32)


def _noise(rng: Rng, size: int) -> NDArray[np.float32]:
    return rng.standard_normal((size, size), np.float32)


def _stretched(rng: Rng) -> NDArray[np.float32]:
    fine = rng.standard_normal((int(rng.integers(200, 700)), int(rng.integers(4, 16)))).astype(np.float32)
    grain = cv2.resize(fine, (SIZE, SIZE), interpolation=cv2.INTER_CUBIC)
    bend = cv2.resize(rng.standard_normal((4, 4)).astype(np.float32), (SIZE, SIZE), interpolation=cv2.INTER_CUBIC)
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32)
    return np.asarray(cv2.remap(grain, x, y + bend * 30, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT), np.float32)


def _check(surface: Texture, rng: Rng) -> None:
    step = int(rng.integers(20, 180))
    band = (np.arange(SIZE) // step % 2).astype(np.float32)
    other = _colour(rng)
    # In gingham two bands that cross are darker than one that runs alone; on a chessboard they cancel.
    gingham = rng.random() < 0.6
    mask = (band[:, None] + band[None, :]) / 2 if gingham else np.abs(band[:, None] - band[None, :])
    surface[:] = surface * (1 - mask[..., None]) + mask[..., None] * other


def _floral(surface: Shapes, rng: Rng) -> None:
    colours = [_paint(rng) for _ in range(5)]
    for _ in range(int(rng.integers(20, 160))):
        x, y = map(int, rng.integers(0, SIZE, 2))
        size = int(rng.integers(6, 50))
        colour = colours[int(rng.integers(5))]
        if rng.random() < 0.3:
            angle = float(rng.uniform(0, 360))
            cv2.ellipse(surface, (x, y), (size, max(2, size // 4)), angle, 0, 360, colour, -1, cv2.LINE_AA)
            continue
        petals = int(rng.integers(3, 9))
        for petal in range(petals):
            angle = 2 * np.pi * petal / petals
            spot = (int(x + size * np.cos(angle) * 0.7), int(y + size * np.sin(angle) * 0.7))
            axes = (max(2, size // 2), max(2, size // 3))
            cv2.ellipse(surface, spot, axes, float(np.degrees(angle)), 0, 360, colour, -1, cv2.LINE_AA)
        cv2.circle(surface, (x, y), max(2, size // 4), colours[int(rng.integers(5))], -1, cv2.LINE_AA)


def _fruit(surface: Shapes, rng: Rng) -> None:
    """Strawberries and the like on oilcloth: rounded triangles with seeds, in bunches, between jagged leaves."""
    flesh, seed, leaf = _paint(rng), _paint(rng), _paint(rng)
    for _ in range(int(rng.integers(8, 50))):
        bunch = rng.uniform(0, SIZE, 2)
        size = float(rng.uniform(14, 70))
        for _ in range(int(rng.integers(1, 6))):
            middle, turn = bunch + rng.normal(0, 1.2 * size, 2), float(rng.uniform(0, 2 * np.pi))
            if rng.random() < 0.35:
                angles = np.linspace(0, 2 * np.pi, 24, endpoint=False)
                reach = size * rng.uniform(0.6, 1.2) * np.where(np.arange(24) % 2, 1.0, 0.75)
                rim = np.stack([reach * np.cos(angles), reach * 0.7 * np.sin(angles)], axis=1)
                cv2.fillPoly(surface, [_placed(rim, middle, turn)], leaf, cv2.LINE_AA, 4)
                continue
            angles = np.linspace(0, 2 * np.pi, 30, endpoint=False)
            rim = size * (0.75 + 0.2 * np.cos(3 * angles))[:, None] * np.stack([np.cos(angles), np.sin(angles)], axis=1)
            cv2.fillPoly(surface, [_placed(rim, middle, turn)], flesh, cv2.LINE_AA, 4)
            for x, y in _placed(rng.normal(0, 0.28 * size, (int(rng.integers(0, 12)), 2)), middle, turn) // 16:
                cv2.circle(surface, (int(x), int(y)), max(1, round(size * 0.06)), seed, -1, cv2.LINE_AA)


def _placed(spots: NDArray[np.float64], middle: NDArray[np.float64], turn: float) -> NDArray[np.int32]:
    """Points about a middle, turned, in sixteenths of a pixel."""
    R = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.asarray(np.round((spots @ R.T + middle) * 16), np.int32)


def _dots(surface: Shapes, rng: Rng) -> None:
    """Polka dots in rows or strewn, of one size or of several."""
    step = int(rng.integers(16, 110))
    colours = [_paint(rng) for _ in range(int(rng.integers(1, 4)))]
    largest = float(rng.uniform(0.08, 0.42)) * step
    strewn = 0.5 * step if rng.random() < 0.4 else 0.0
    for row, y in enumerate(range(0, SIZE + step, step)):
        for x in range(step // 2 * (row % 2), SIZE + step, step):
            spot = np.array([x, y]) + rng.normal(0, 1, 2) * strewn
            radius = max(1, round(largest if not strewn else largest * rng.uniform(0.4, 1)))
            colour = colours[int(rng.integers(len(colours)))]
            cv2.circle(surface, (int(spot[0]), int(spot[1])), radius, colour, -1, cv2.LINE_AA)


def _terrazzo(surface: Shapes, rng: Rng) -> None:
    for _ in range(int(rng.integers(200, 1500))):
        centre = rng.integers(0, SIZE, 2)
        corners = centre + rng.normal(0, rng.uniform(2, 14), (int(rng.integers(3, 7)), 2))
        hull = cv2.convexHull(corners.astype(np.int32))
        cv2.fillConvexPoly(surface, hull, _paint(rng), cv2.LINE_AA)


def _lines_of_print(surface: Shapes, rng: Rng) -> None:
    """Small print and numbers in rows, as on a newspaper or the box of the game: not tiles."""
    ink = _paint(rng)
    step = int(rng.integers(14, 50))
    for y in range(step, SIZE, step):
        words = "".join(str(rng.choice(list("0123456789abcdeh  "))) for _ in range(60))
        cv2.putText(surface, words, (0, y), cv2.FONT_HERSHEY_SIMPLEX, step / 45, ink, 1 + step // 25, cv2.LINE_AA)

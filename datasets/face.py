"""The face of a tile as a texture: material, print and wear, seen straight from above.

The texture is a square; the triangle points up in it, its corners clockwise from the lower left like those of a cell
that points up.
"""

from functools import cache
from math import atan2, cos, pi, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from tileref.datasets.fonts import draw_digit, draw_word, find_fonts
from tileref.datasets.style import Mark, Rng, TileStyle, Top

SIZE = 192
"""The texture is so many pixels wide and high."""

_SIDE = 174.0
_MARGIN = (SIZE - _SIDE) / 2
_HEIGHT = _SIDE * 3**0.5 / 2
_BOTTOM = SIZE - (SIZE - _HEIGHT) / 2

Texture = NDArray[np.float32]
"""(SIZE, SIZE, 3), blue, green, red from 0 to 1."""

XY_CORNERS = np.array([[_MARGIN, _BOTTOM], [SIZE / 2, _BOTTOM - _HEIGHT], [SIZE - _MARGIN, _BOTTOM]], dtype=np.float64)
"""Where the sharp corners are in the texture, clockwise."""

_CENTRE = XY_CORNERS.mean(axis=0)
# Where the pips of a count may lie, x to the right and y downwards, the corner being above; in halves of a mark.
_PIPS: tuple[tuple[tuple[tuple[float, float], ...], ...], ...] = (
    ((),),
    (((0, 0),),),
    (((-1, -1), (1, 1)), ((1, -1), (-1, 1)), ((0, -0.9), (0, 0.9)), ((-0.9, 0), (0.9, 0))),
    (((-1, -1), (0, 0), (1, 1)), ((1, -1), (0, 0), (-1, 1)), ((0, -0.8), (-0.9, 0.8), (0.9, 0.8))),
    (
        ((-1, -1), (1, -1), (-1, 1), (1, 1)),
        ((0, -1.1), (-1.1, 0), (1.1, 0), (0, 1.1)),
        ((0, -1.1), (-1, 0.3), (1, 0.3), (0, 1)),
    ),
    (
        ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
        ((0, -1.2), (-1.2, 0), (0, 0), (1.2, 0), (0, 1.2)),
        ((0, -1.2), (-0.7, -0.1), (0.7, -0.1), (-0.75, 1.1), (0.75, 1.1)),
    ),
)
_WORDS = ("TRIO", "TRI", "TRIDOM", "3D", "LOGO")


@cache
def distances() -> NDArray[np.float32]:
    """How far each pixel is inside of each side, in sides of a tile; (3, SIZE, SIZE), side i from corner i."""
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32)
    found = []
    for side in range(3):
        start, end = XY_CORNERS[side], XY_CORNERS[(side + 1) % 3]
        along = (end - start) / _SIDE
        # Clockwise with y downwards, the inside is to the right of the way.
        found.append(((x - start[0]) * -along[1] + (y - start[1]) * along[0]) / _SIDE)
    return np.stack(found).astype(np.float32)


@cache
def draw_mask(rounding: float) -> NDArray[np.float32]:
    """How much of each pixel the face of a tile with these rounded corners covers, from 0 to 1."""
    inside = distances() - rounding
    # Near a corner the distance to the shrunken triangle rounds it; along a side it is the distance to the side.
    nearest = inside.min(axis=0)
    corner = np.full((SIZE, SIZE), -np.inf, np.float32)
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32)
    far = np.zeros((SIZE, SIZE), np.float32)
    for at in range(3):
        towards = (_CENTRE - XY_CORNERS[at]) / np.linalg.norm(_CENTRE - XY_CORNERS[at])
        tip = XY_CORNERS[at] + towards * 2 * rounding * _SIDE
        dx, dy = (x - tip[0]) / _SIDE, (y - tip[1]) / _SIDE
        before = np.abs(np.arctan2(dx * -towards[1] + dy * towards[0], -(dx * towards[0] + dy * towards[1]))) < pi / 3
        far = np.where(before, np.hypot(dx, dy), far)
        corner = np.where(before, -far, corner)
    signed = np.where(np.isfinite(corner), corner, nearest) + rounding
    return np.clip(signed * _SIDE + 0.5, 0, 1).astype(np.float32)


Turns = tuple[int, int, int]
"""Where the tops of the marks in the three corners point: sixths of a turn clockwise from outwards, to the corner."""


def print_turns(style: TileStyle, digits: tuple[int, int, int], rng: Rng) -> Turns:
    """How the set prints the marks of a tile."""
    match style.top:
        case Top.CORNER:
            return 0, 0, 0
        case Top.CENTRE:
            return 3, 3, 3
        case Top.UPRIGHT:
            # They stand upright when the smallest digit is on top. Where they do on the whole board, they stand on
            # their heads on half of the tiles.
            first = digits.index(min(digits))
            flipped = 3 * int(style.font % 3 == 0 and rng.random() < 0.5)
            a, b, c = ((2 * (first - corner) + flipped) % 6 for corner in range(3))
            return a, b, c


def draw_face(style: TileStyle, digits: tuple[int, int, int] | None, rng: Rng, *, turns: Turns = (0, 0, 0)) -> Texture:
    """The face of a tile with these digits at its corners, turned so, or its back (None)."""
    base = np.asarray(style.bases[int(rng.integers(len(style.bases)))] if style.bases else style.base, np.float32)
    if digits is None:
        base = np.asarray(style.back if not style.bases else base, np.float32)
    face = np.empty((SIZE, SIZE, 3), np.float32)
    face[:] = base
    if style.grain:
        face *= 1 + style.grain * _grain(rng)[..., None]
    if style.speckle:
        face *= 1 + style.speckle * rng.standard_normal((SIZE, SIZE, 1), np.float32)
    if digits is None:
        if style.logo:
            _print_logo(face, style, rng)
    else:
        if style.fields:
            _print_fields(face, style, digits)
        _print_lines(face, style)
        for corner, digit in enumerate(digits):
            _print_mark(face, style, corner, digit, rng, turns[corner])
    if style.wear:
        _wear(face, style, rng)
    return np.clip(face, 0, 1)


def shade_bevel(face: Texture, style: TileStyle, light_texture: tuple[float, float]) -> Texture:
    """The face with its bevelled edges lit from a direction in the texture (x to the right, y downwards)."""
    if not style.bevel:
        return face
    shade = np.zeros((SIZE, SIZE), np.float32)
    for side, distance in enumerate(distances()):
        start, end = XY_CORNERS[side], XY_CORNERS[(side + 1) % 3]
        along = (end - start) / _SIDE
        outward = (along[1], -along[0])
        slope = np.clip(1 - distance / style.bevel, 0, 1)
        shade += slope * (outward[0] * light_texture[0] + outward[1] * light_texture[1])
    return np.clip(face * (1 + 0.45 * shade[..., None]), 0, 1)


def _grain(rng: Rng) -> NDArray[np.float32]:
    noise = rng.standard_normal((int(rng.integers(90, 200)), int(rng.integers(6, 14)))).astype(np.float32)
    stretched = cv2.GaussianBlur(cv2.resize(noise, (SIZE * 2, SIZE * 2), interpolation=cv2.INTER_CUBIC), (0, 0), 1.5)
    turn = cv2.getRotationMatrix2D((SIZE, SIZE), float(rng.uniform(0, 360)), 1)
    turned = cv2.warpAffine(stretched, turn, (SIZE * 2, SIZE * 2), borderMode=cv2.BORDER_REFLECT)
    return np.asarray(turned[SIZE // 2 : SIZE // 2 + SIZE, SIZE // 2 : SIZE // 2 + SIZE], np.float32)


def _blend(face: Texture, mask: NDArray[np.float32], colour: tuple[float, float, float], strength: float = 1.0) -> None:
    covered = (mask * strength)[..., None]
    face *= 1 - covered
    face += covered * np.asarray(colour, np.float32)


def _resized(mask: NDArray[np.float32], scale: float) -> NDArray[np.float32]:
    return np.asarray(cv2.resize(mask, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.float32)


def _print_fields(face: Texture, style: TileStyle, digits: tuple[int, int, int]) -> None:
    assert style.fields is not None, "a style with fields has their colours"
    inner = np.clip((distances().min(axis=0) - style.border - 0.02) * _SIDE, 0, 1)
    for corner, digit in enumerate(digits):
        middles = [(XY_CORNERS[corner] + XY_CORNERS[(corner + step) % 3]) / 2 for step in (1, 2)]
        kite = np.array([XY_CORNERS[corner], middles[0], _CENTRE, middles[1]])
        mask = np.zeros((SIZE, SIZE), np.uint8)
        cv2.fillConvexPoly(mask, np.round(kite * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        _blend(face, (mask / 255 * inner).astype(np.float32), style.fields[digit])


def _print_lines(face: Texture, style: TileStyle) -> None:
    line = style.base if style.fields else style.inks[0]
    mask = np.zeros((SIZE, SIZE), np.uint8)
    if style.rays:
        for corner in range(3):
            middle = (XY_CORNERS[corner] + XY_CORNERS[(corner + 1) % 3]) / 2
            ends = [tuple(int(v) for v in np.round(spot * 16)) for spot in (middle, _CENTRE)]
            cv2.line(mask, ends[0], ends[1], 255, max(1, round(style.rays * _SIDE)), cv2.LINE_AA, 4)
    if style.peg:
        centre = tuple(int(v) for v in np.round(_CENTRE * 16))
        cv2.circle(mask, centre, round(style.peg * _SIDE * 16), 255, -1, cv2.LINE_AA, 4)
    _blend(face, (mask / 255).astype(np.float32), line)
    if style.border and not style.fields:
        ring = np.clip(
            (0.5 * style.border - np.abs(distances().min(axis=0) - 0.02 - 1.5 * style.border)) * _SIDE + 0.5, 0, 1
        )
        _blend(face, ring.astype(np.float32), line)


def _print_mark(face: Texture, style: TileStyle, corner: int, digit: int, rng: Rng, turned: int) -> None:
    out = XY_CORNERS[corner] - _CENTRE
    out /= np.linalg.norm(out)
    at = XY_CORNERS[corner] - out * style.inset * _SIDE
    at = at + rng.normal(0, style.misprint * _SIDE, 2)
    turn = atan2(out[0], -out[1]) + turned * pi / 3 + rng.normal(0, 0.02)
    mask = np.zeros((SIZE, SIZE), np.float32)
    if style.mark is Mark.DIGITS:
        fonts = find_fonts()
        glyph = (draw_digit(fonts[style.font % len(fonts)], digit) / 255).astype(np.float32)
        scale = style.size * _SIDE / glyph.shape[0]
        glyph = _resized(glyph, scale)
        height, width = glyph.shape
        matrix = np.array([[cos(turn), -sin(turn), 0], [sin(turn), cos(turn), 0]])
        matrix[:, 2] = at - matrix[:, :2] @ np.array([width / 2, height / 2])
        mask = np.asarray(cv2.warpAffine(glyph, matrix, (SIZE, SIZE), flags=cv2.INTER_LINEAR), np.float32)
    else:
        mask = _draw_pips(style, digit, at, turn, rng)
    _blend(face, mask, style.inks[digit], float(rng.uniform(0.85, 1)))
    if style.engraved:
        soft = cv2.GaussianBlur(mask, (0, 0), 1.2)
        face += 0.35 * (np.roll(soft, 2, (0, 1)) - np.roll(soft, -2, (0, 1)))[..., None]


def _draw_pips(style: TileStyle, count: int, at: NDArray[np.float64], turn: float, rng: Rng) -> NDArray[np.float32]:
    arrangements = _PIPS[count]
    apart = style.size * _SIDE * 0.32
    # Half of the sets turn what others have upright, and pips need not have a top.
    turn += max(style.arrangement // 64 % 12 - 6, 0) * pi / 12
    wide, high = (0.65 + 0.1 * (style.arrangement // step % 7) for step in (768, 5376))
    pips = np.zeros((SIZE, SIZE), np.uint8)
    for x, y in arrangements[style.arrangement % 64 % len(arrangements)]:
        right, down = np.array([wide * x, high * y]) + rng.normal(0, 2 * style.misprint, 2)
        spot = at + apart * np.array([cos(turn) * right - sin(turn) * down, sin(turn) * right + cos(turn) * down])
        centre = tuple(int(v) for v in np.round(spot * 16))
        radius = style.size * _SIDE * style.pip / 2
        cv2.circle(pips, centre, round(radius * 16), 255, -1, cv2.LINE_AA, 4)
        if style.ring:
            cv2.circle(pips, centre, round(radius * 6), 110, -1, cv2.LINE_AA, 4)
    return (pips / 255).astype(np.float32)


def _print_logo(face: Texture, style: TileStyle, rng: Rng) -> None:
    fonts = find_fonts()
    word = (draw_word(fonts[style.font % len(fonts)], _WORDS[style.font % len(_WORDS)]) / 255).astype(np.float32)
    scale = rng.uniform(0.2, 0.4) * _SIDE / word.shape[1]
    word = _resized(word, scale)
    height, width = word.shape
    top, left = int(_CENTRE[1] - height / 2), int(_CENTRE[0] - width / 2)
    mask = np.zeros((SIZE, SIZE), np.float32)
    mask[top : top + height, left : left + width] = word
    _blend(face, mask, style.inks[0], 0.9)


def _wear(face: Texture, style: TileStyle, rng: Rng) -> None:
    """Scratches, and print that has rubbed off."""
    worn = cv2.resize(rng.standard_normal((14, 14)).astype(np.float32), (SIZE, SIZE), interpolation=cv2.INTER_CUBIC)
    faded = np.clip(worn - 1.1, 0, 1) * style.wear
    _blend(face, np.asarray(faded, np.float32), style.base)
    scratches = np.zeros((SIZE, SIZE), np.uint8)
    for _ in range(int(rng.integers(0, 1 + round(10 * style.wear)))):
        start, end = rng.integers(0, SIZE, (2, 2))
        end = start + (end - start) // 3
        cv2.line(scratches, tuple(map(int, start)), tuple(map(int, end)), int(rng.integers(60, 200)), 1, cv2.LINE_AA)
    tone = float(rng.uniform(0.2, 1))
    _blend(face, (scratches / 255).astype(np.float32), (tone, tone, tone), 0.7)

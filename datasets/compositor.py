"""Pictures of tiles on a table, with the truth about them: seeded, fast, widely random."""

from dataclasses import dataclass
from functools import lru_cache, partial

import cv2
import numpy as np
from numpy.typing import NDArray

from tileref.datasets import face, surface
from tileref.datasets.camera import Camera, look_at
from tileref.datasets.fonts import find_fonts
from tileref.datasets.layout import Kind, LyingTile, lay_out_board, lay_tiles
from tileref.datasets.photo import Image, develop, random_conditions
from tileref.datasets.style import Mark, Rng, TileStyle, random_style
from tileref.datasets.things import paint, random_hand, random_thing
from tileref.engine.triangles import Cell, Chirality, Digits

# Tables take long to draw: so many seeds in a row share one, each seen from elsewhere and in another colour.
_SAME_SURFACE = 8

LEGIBLE = 9.5
"""A mark of the board is at least so many pixels high, black on white, and more where it stands out less: what nobody
can read teaches nothing."""

LEGIBLE_PIP = 4.0
"""A pip is at least so many pixels wide, likewise."""

WASHED_OUT = 25
"""A digit whose darkest and brightest parts differ by less in every colour, of 255, nobody can see."""

_WIDEST = 1920


@dataclass(frozen=True, slots=True)
class TrueTile:
    """A tile of a picture: sharp corners in pixels, clockwise, digits at them, and how much of it can be seen."""

    kind: Kind
    corners: NDArray[np.float64]
    digits: Digits | None
    cell: Cell | None
    visibility: float
    # How much of the mark in each corner can be seen, nothing of one that is washed out, and where its top points.
    marks: tuple[float, float, float]
    turns: face.Turns


@dataclass(frozen=True, slots=True)
class Picture:
    """A rendered photograph and what is on it."""

    image: Image
    tiles: tuple[TrueTile, ...]
    mark: Mark


def compose(seed: int, *, hardness: float | None = None, width: int | None = None, pips: float = 0.12) -> Picture:
    """The picture of a seed, from easy (0) to hard (1), of tiles with pips in this share of the seeds; the same seed
    gives the same picture."""
    rng = np.random.default_rng(seed)
    cv2.setRNGSeed(int(rng.integers(2**31)))
    hardness = float(rng.uniform(0, 1)) if hardness is None else hardness
    style = random_style(rng, len(find_fonts()), pips=pips)
    chirality = Chirality(str(rng.choice(list(Chirality), p=[0.8, 0.15, 0.05])))
    size = int(rng.choice([rng.integers(1, 5), rng.integers(5, 20), rng.integers(15, 45)], p=[0.2, 0.5, 0.3]))
    board = lay_out_board(rng, size, chirality)
    gap = float(rng.uniform(0.004, 0.03 + 0.04 * hardness))
    others = rng.random()
    tiles = lay_tiles(
        rng,
        board,
        gap=gap,
        skew=float(rng.uniform(0, np.radians(4))),
        loose=int(rng.integers(0, 7)) if others < 0.5 else 0,
        facedown=int(rng.integers(0, 9)) if others > 0.3 else 0,
    )
    return photograph(seed, rng, tiles, style, _random_camera(rng, tiles, style, hardness, width), hardness)


def photograph(
    seed: int,
    rng: Rng,
    tiles: list[LyingTile],
    style: TileStyle,
    camera: Camera,
    hardness: float,
    *,
    cloth: Rng | None = None,
) -> Picture:
    """The picture that a camera takes of tiles on the table of a seed; `cloth` decides how the table is laid."""
    table = draw_table(rng if cloth is None else cloth, camera, seed)
    turns = [face.print_turns(style, tile.digits, rng) if tile.digits else (0, 0, 0) for tile in tiles]
    image, visible = _draw(table, rng, tiles, turns, style, camera, hardness)
    finest = _finest(camera, style, tiles)
    photo = develop(image, camera, random_conditions(rng, hardness, finest), rng)
    truth = []
    for tile, way, (seen, marks) in zip(tiles, turns, visible, strict=True):
        corners = camera.distort(camera.project(raised(tile.corners, style.thickness)))
        if tile.digits and style.mark is Mark.DIGITS:
            gone = [_is_washed_out(photo, tile.corners, corner, style, camera) for corner in range(3)]
            a, b, c = (0.0 if is_gone else share for is_gone, share in zip(gone, marks, strict=True))
            marks = a, b, c
        truth.append(TrueTile(tile.kind, corners, tile.digits, tile.cell, seen, marks, way))
    return Picture(photo, tuple(truth), style.mark)


def _finest(camera: Camera, style: TileStyle, tiles: list[LyingTile]) -> float:
    """How high the smallest mark of the board is in the picture, in pixels, if its area were that of a square."""
    board = [tile for tile in tiles if tile.kind is Kind.BOARD]
    outlines = [camera.project(raised(tile.corners, style.thickness)).astype(np.float32) for tile in board]
    return style.size * float(np.sqrt(min(map(cv2.contourArea, outlines)) / (3**0.5 / 4)))


def _legible(style: TileStyle) -> float:
    """How high the marks of a set must be in a picture to be read, in pixels."""
    plain = LEGIBLE if style.mark is Mark.DIGITS else max(LEGIBLE, LEGIBLE_PIP / style.pip)
    return plain * float(np.clip((0.75 / style.contrast) ** 0.5, 1, 2))


def raised(xy: NDArray[np.float64], z: float) -> NDArray[np.float64]:
    """(n, 2) points of the table as (n, 3) points at this height."""
    return np.concatenate([xy, np.full((len(xy), 1), z)], axis=1)


def _random_camera(rng: Rng, tiles: list[LyingTile], style: TileStyle, hardness: float, width: int | None) -> Camera:
    board = sum(tile.kind is Kind.BOARD for tile in tiles)
    may_grow = width is None
    if width is None:
        # Nobody photographs a large board with a small camera and hopes to read it.
        width = int(rng.choice([640, 800, 1024, 1280, 1600] if board < 20 else [1024, 1280, 1600]))
    height = int(width * rng.choice([0.5625, 0.75, 0.667, 1.333]))
    spots = np.concatenate([tile.corners for tile in tiles if tile.kind is Kind.BOARD])
    centre = (spots.max(axis=0) + spots.min(axis=0)) / 2
    reach = float(np.linalg.norm(spots - centre, axis=1).max()) + 0.3
    field = float(np.radians(rng.uniform(38, 78)))
    tilt = float(np.radians(rng.uniform(0, 14 + 40 * hardness)))
    narrow = min(1.0, height / width)
    # The board fills between a good part of the picture and a small one, never so little that it cannot be read.
    fill = rng.uniform(0.45, 1.0) if rng.random() > 0.5 * hardness else rng.uniform(0.25, 0.6)
    distance = max(reach / (np.tan(field / 2) * narrow * fill) + reach * np.sin(tilt), 1.6)
    offset = rng.normal(0, 0.12 * reach, 2)
    place = partial(
        look_at,
        target=(float(centre[0] + offset[0]), float(centre[1] + offset[1])),
        tilt=tilt,
        heading=float(rng.uniform(0, 2 * np.pi)),
        roll=float(rng.normal(0, 0.1)),
        field_of_view=field,
        bend=float(rng.uniform(-0.09, 0.03)) if rng.random() < 0.6 else 0.0,
    )
    camera = place(width=width, height=height, distance=float(distance))
    # What is too small to be read wants a better camera, and when there is none a step forward.
    short = max(_legible(style), 40.0 * style.size) / _finest(camera, style, tiles)
    if short <= 1:
        return camera
    larger = max(1.0, min(short, _WIDEST / max(width, height))) if may_grow else 1.0
    width, height = round(width * larger), round(height * larger)
    return place(width=width, height=height, distance=max(float(distance * larger / short), reach * np.sin(tilt) + 1.2))


@lru_cache(maxsize=4)
def _surface(seed: int) -> Image:
    return (surface.draw_surface(np.random.default_rng(seed)) * 255).astype(np.uint8)


def _draw(
    image: Image,
    rng: Rng,
    tiles: list[LyingTile],
    turns: list[face.Turns],
    style: TileStyle,
    camera: Camera,
    hardness: float,
) -> tuple[Image, list[tuple[float, tuple[float, float, float]]]]:
    height, width = image.shape[:2]
    owner = np.zeros((height, width), np.int16)
    angle = rng.uniform(0, 2 * np.pi)
    light = np.array([np.cos(angle), np.sin(angle)]) * rng.uniform(0.1, 1.6)
    shadow = np.zeros((height, width), np.uint8)
    centre = np.mean([tile.corners.mean(axis=0) for tile in tiles], axis=0)
    spread = max(2.5, float(np.std([tile.corners.mean(axis=0) for tile in tiles], axis=0).max()) * 2.5)
    things = [
        random_thing(rng, centre + rng.normal(0, spread, 2))
        for _ in range(int(rng.integers(0, 2 + round(5 * hardness))))
    ]
    near = [tile.corners.mean(axis=0) for tile in tiles]
    things = [thing for thing in things if _is_clear(thing.layers[0][0], near, 0.75)]
    for thing in things:
        paint(image, owner, thing, camera, shadow, light)
    outline = [rounded(tile.corners, style.rounding) for tile in tiles]
    for rim in outline:
        cast_shadow(shadow, rim, style, camera, light)
    darkness = rng.uniform(0.2, 0.75)
    side = float(np.sqrt(cv2.contourArea(camera.project(raised(tiles[0].corners, 0)).astype(np.float32)) * 2.3))
    soft = cv2.GaussianBlur(shadow, (0, 0), max(0.6, side * rng.uniform(0.01, 0.06)))
    image = shaded(image, darkness, soft)
    order = sorted(range(len(tiles)), key=lambda at: -float(camera.depth(raised(tiles[at].corners, 0)).mean()))
    for at in order:
        draw_tile(image, owner, at + 1, tiles[at], turns[at], outline[at], style, camera, light, rng)
    if rng.random() < 0.08 + 0.15 * hardness:
        above = np.zeros((height, width), np.uint8)
        before = image.copy()
        hand_owner = np.zeros_like(owner)
        hand = random_hand(rng, centre + rng.normal(0, spread * 0.6, 2))
        paint(image, hand_owner, hand, camera, above, light)
        # The shadow of a hand falls on tiles too, but not on the hand.
        soft = cv2.GaussianBlur(above, (0, 0), max(1.0, side * 0.1))
        is_hand = hand_owner == -1
        dimmed = shaded(before, 0.45, soft)
        smooth = cv2.GaussianBlur(image, (0, 0), max(0.8, side * 0.04))
        image = np.where(is_hand[..., None], smooth, dimmed)
        owner = np.where(is_hand, hand_owner, owner)
    return image, _visible(owner, tiles, style, camera)


def shaded(image: Image, darkness: float, mask: object) -> Image:
    """The picture, darker where the mask of a shadow is."""
    light = 1 - darkness / 255 * np.asarray(mask, np.float32)[..., None].repeat(3, 2)
    return np.asarray(cv2.multiply(image, light, dtype=cv2.CV_8U), np.uint8)


def draw_table(rng: Rng, camera: Camera, seed: int) -> Image:
    """The bare table of a seed through a camera without distortion; the same dice lay the same cloth the same way."""
    texture = _surface(seed // _SAME_SURFACE)
    # How many sides of a tile the texture is wide; its orientation and place are random.
    extent = float(rng.uniform(5, 30))
    turn = float(rng.uniform(0, 2 * np.pi))
    A = np.array(
        [[np.cos(turn), -np.sin(turn), rng.uniform(-9, 9)], [np.sin(turn), np.cos(turn), rng.uniform(-9, 9)], [0, 0, 1]]
    )
    A = A @ np.diag([extent / surface.SIZE, extent / surface.SIZE, 1.0])
    H = camera.H_image_from_plane(0.0) @ A
    pixels = float(np.sqrt(abs(np.linalg.det(H / H[2, 2]))))
    if pixels < 0.5:
        # Far textures are blurred first, or they would sparkle.
        texture = np.asarray(cv2.GaussianBlur(texture, (0, 0), 0.4 / pixels), np.uint8)
    drawn = cv2.warpPerspective(
        texture, H, (camera.width, camera.height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP
    )
    # The same cloth in another colour, so that neighbouring seeds share little but its pattern.
    tint = rng.uniform(0.7, 1.25, 3) * rng.uniform(0.7, 1.2)
    return np.asarray(cv2.multiply(drawn, np.array([*tint, 0.0])), np.uint8)


def _is_clear(outline: NDArray[np.float64], spots: list[NDArray[np.float64]], room: float) -> bool:
    polygon = outline.astype(np.float32)
    return all(cv2.pointPolygonTest(polygon, (float(x), float(y)), True) < -room for x, y in spots)


def rounded(corners: NDArray[np.float64], rounding: float) -> NDArray[np.float64]:
    """The outline of a tile with rounded corners, clockwise."""
    centre = corners.mean(axis=0)
    rim = []
    for corner in corners:
        out = (corner - centre) / np.linalg.norm(corner - centre)
        tip = corner - out * 2 * rounding
        angle = np.arctan2(out[1], out[0])
        for turn in np.linspace(np.pi / 3, -np.pi / 3, 7):
            rim.append(tip + rounding * np.array([np.cos(angle + turn), np.sin(angle + turn)]))
    return np.array(rim)


def cast_shadow(
    shadow: NDArray[np.uint8],
    rim: NDArray[np.float64],
    style: TileStyle,
    camera: Camera,
    light: NDArray[np.float64],
) -> None:
    """Mark in the mask of shadows where the table lies in that of a tile; `light` is the way that shadows fall."""
    cast = np.concatenate([rim, rim + light * style.thickness])
    hull = cv2.convexHull(cast.astype(np.float32))[:, 0].astype(np.float64)
    cv2.fillConvexPoly(shadow, np.round(camera.project(raised(hull, 0)) * 8).astype(np.int32), 255, cv2.LINE_AA, 3)


def draw_tile(
    image: Image,
    owner: NDArray[np.int16],
    number: int,
    tile: LyingTile,
    turns: face.Turns,
    rim: NDArray[np.float64],
    style: TileStyle,
    camera: Camera,
    light: NDArray[np.float64],
    rng: Rng,
) -> None:
    """Draw a tile into a picture without distortion, and its number into the mask of owners."""
    top, bottom = camera.project(raised(rim, style.thickness)), camera.project(raised(rim, 0))
    left, upper = np.floor(np.minimum(top, bottom).min(axis=0)).astype(int) - 2
    right, lower = np.ceil(np.maximum(top, bottom).max(axis=0)).astype(int) + 3
    left, upper, right, lower = max(left, 0), max(upper, 0), min(right, image.shape[1]), min(lower, image.shape[0])
    if right - left < 2 or lower - upper < 2:
        return
    away = light / max(float(np.linalg.norm(light)), 1e-6)
    base = np.asarray(style.base)
    for at in range(len(rim)):
        quad = np.array([top[at], top[(at + 1) % len(rim)], bottom[(at + 1) % len(rim)], bottom[at]])
        along = rim[(at + 1) % len(rim)] - rim[at]
        normal = np.array([-along[1], along[0]])
        normal = normal / max(float(np.linalg.norm(normal)), 1e-9)
        # Light comes from where the shadows do not fall.
        shade = style.side_shade * (0.62 - 0.38 * float(normal @ away))
        colour = tuple(float(v) for v in np.clip(base * shade, 0, 1) * 255)
        cv2.fillConvexPoly(image, np.round(quad * 16).astype(np.int32), colour, cv2.LINE_AA, 4)
    texture = face.draw_face(style, tile.digits, rng, turns=turns)
    # No two tiles lie quite level, and each shines a little differently.
    texture = np.clip(texture * (1 + 0.03 * rng.standard_normal()) + 0.02 * style.gloss * rng.random(), 0, 1)
    texture = texture.astype(np.float32)
    A = _affine(face.XY_CORNERS, tile.corners)
    towards = np.linalg.inv(A[:2, :2]) @ -away
    towards = towards / max(float(np.linalg.norm(towards)), 1e-9)
    texture = face.shade_bevel(texture, style, (float(towards[0]), float(towards[1])))
    mask = face.draw_mask(round(style.rounding, 2))
    H = camera.H_image_from_plane(style.thickness) @ A
    area = cv2.contourArea(camera.project(raised(tile.corners, style.thickness)).astype(np.float32))
    shrink = min(1.0, 1.6 * float(np.sqrt(area / (0.35 * face.SIZE**2))))
    if shrink < 0.8:
        # A texture much finer than the picture would sparkle.
        size = max(8, round(face.SIZE * shrink))
        texture = np.asarray(cv2.resize(texture, (size, size), interpolation=cv2.INTER_AREA), np.float32)
        mask = np.asarray(cv2.resize(mask, (size, size), interpolation=cv2.INTER_AREA), np.float32)
        factor = face.SIZE / size
        H = H @ np.array([[factor, 0, factor / 2 - 0.5], [0, factor, factor / 2 - 0.5], [0, 0, 1]])
    H = np.array([[1, 0, -left], [0, 1, -upper], [0, 0, 1.0]]) @ H
    extent = (int(right - left), int(lower - upper))
    alpha = cv2.warpPerspective(mask, H, extent, flags=cv2.INTER_LINEAR)[..., None]
    paper = cv2.warpPerspective(texture, H, extent, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) * 255
    part = image[upper:lower, left:right]
    part[:] = (part * (1 - alpha) + paper * alpha + 0.5).astype(np.uint8)
    cv2.fillPoly(owner, [np.round(np.concatenate([top, bottom[::-1]]) * 8).astype(np.int32)], -1, cv2.LINE_8, 3)
    cv2.fillConvexPoly(owner, np.round(top * 8).astype(np.int32), number, cv2.LINE_8, 3)


def _affine(start: NDArray[np.float64], end: NDArray[np.float64]) -> NDArray[np.float64]:
    """The affine map, 3×3, that takes three points to three others."""
    A = cv2.getAffineTransform(start.astype(np.float32), end.astype(np.float32))
    return np.concatenate([A, [[0, 0, 1]]])


def _visible(
    owner: NDArray[np.int16], tiles: list[LyingTile], style: TileStyle, camera: Camera
) -> list[tuple[float, tuple[float, float, float]]]:
    """How much of each tile can be seen, and how much of the marks in its corners."""
    counts = np.bincount(owner[owner > 0].ravel(), minlength=len(tiles) + 1)
    seen = []
    for at, tile in enumerate(tiles):
        rim = camera.project(raised(rounded(tile.corners, style.rounding), style.thickness))
        area = max(float(cv2.contourArea(rim.astype(np.float32))), 1.0)
        a, b, c = (_mark_seen(owner, at + 1, tile.corners, corner, style, camera) for corner in range(3))
        seen.append((min(1.0, float(counts[at + 1]) / area), (a, b, c)))
    return seen


def _is_washed_out(photo: Image, corners: NDArray[np.float64], corner: int, style: TileStyle, camera: Camera) -> bool:
    """Whether overexposure, glare or darkness left nothing of a mark."""
    y, x = np.mgrid[-0.5:0.5:9j, -0.5:0.5:9j] * style.size
    spots = _middle_of_mark(corners, corner, style) + np.stack([x.ravel(), y.ravel()], axis=1)
    xy = camera.distort(camera.project(raised(spots, style.thickness)))
    column, row = np.clip(np.round(xy), 0, [camera.width - 1, camera.height - 1]).astype(int).T
    low, high = np.percentile(photo[row, column].astype(int), (8, 92), axis=0)
    return bool((high - low).max() < WASHED_OUT)


def _middle_of_mark(corners: NDArray[np.float64], corner: int, style: TileStyle) -> NDArray[np.float64]:
    towards = corners.mean(axis=0) - corners[corner]
    return np.asarray(corners[corner] + towards / np.linalg.norm(towards) * style.inset)


def _mark_seen(
    owner: NDArray[np.int16], number: int, corners: NDArray[np.float64], corner: int, style: TileStyle, camera: Camera
) -> float:
    middle = _middle_of_mark(corners, corner, style)
    angles = np.linspace(0, 2 * np.pi, 8, endpoint=False)
    ring = np.stack([np.cos(angles), np.sin(angles)], axis=1) * style.size / 2
    spots = np.concatenate([middle + ring, middle + ring / 2, middle[None]])
    xy = np.round(camera.project(raised(spots, style.thickness))).astype(int)
    inside = (xy >= 0).all(axis=1) & (xy < [camera.width, camera.height]).all(axis=1)
    found = sum(int(owner[y, x] == number) for x, y in xy[inside])
    return found / len(xy)

"""Rendered pictures on disk for training: shards of pictures at the finder's size and of patches for the reader."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tileref.datasets.compositor import Picture, TrueTile, compose
from tileref.datasets.layout import Kind
from tileref.datasets.style import Mark, Rng
from tileref.vision.marks import BLANK, digit_class, pips_class
from tileref.vision.rectify import PATCH, patches_from_image, rectify_corners

LONG_SIDE = 768
"""Pictures are kept so many pixels long, a little larger than the finder looks at them."""

_UNTOLD = 255
_SEEN = 0.85

PIPS = 0.4
"""So many of the pictures show pips. There are few such sets, but to count pips is harder to learn than to read."""

PICTURES = 64
"""How many pictures a shard holds."""


# Arrays have no one answer to ==, so what holds them is equal only to itself.
@dataclass(frozen=True, slots=True, eq=False)
class Shard:
    """Pictures as JPEG, their tiles (x, y of three corners, face up, visibility), and patches with their classes and
    where in them the corner truly is (not a number where that cannot be seen)."""

    jpegs: list[NDArray[np.uint8]]
    tiles: list[NDArray[np.float32]]
    patches: NDArray[np.uint8]
    classes: NDArray[np.uint8]
    spots: NDArray[np.float32]


def make_shard(folder: Path, number: int) -> Path:
    """Render a shard, unless it is there already; the same number gives the same shard."""
    path = folder / f"{number:05}.npz"
    if path.exists():
        return path
    jpegs, tiles, patches, classes, spots = [], [], [], [], []
    for seed in range(number * PICTURES, (number + 1) * PICTURES):
        picture = compose(seed, pips=PIPS)
        rng = np.random.default_rng(seed + 1)
        jpeg, labels = _for_finder(picture)
        jpegs.append(jpeg)
        tiles.append(labels)
        found, values, true_spots = _for_reader(picture, rng)
        patches.append(found)
        classes.append(values)
        spots.append(true_spots)
    arrays = {f"jpeg{at}": jpeg for at, jpeg in enumerate(jpegs)} | {
        f"tiles{at}": labels for at, labels in enumerate(tiles)
    }
    half = path.with_suffix(".half.npz")
    arrays |= {"patches": np.concatenate(patches), "classes": np.concatenate(classes), "spots": np.concatenate(spots)}
    np.savez(half, allow_pickle=False, **arrays)
    half.rename(path)
    return path


def load_shard(path: Path, *, pictures: bool = True) -> Shard:
    """A shard that was rendered before, or only what is in it for the reader."""
    count = PICTURES if pictures else 0
    with np.load(path) as arrays:
        return Shard(
            jpegs=[arrays[f"jpeg{at}"] for at in range(count)],
            tiles=[arrays[f"tiles{at}"] for at in range(count)],
            patches=arrays["patches"],
            classes=arrays["classes"],
            spots=arrays["spots"],
        )


def _for_finder(picture: Picture) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    scale = min(1.0, LONG_SIDE / max(picture.image.shape[:2]))
    small = cv2.resize(picture.image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    _, jpeg = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 95])
    labels = [
        [*((tile.corners + 0.5) * scale - 0.5).ravel(), float(tile.kind is not Kind.FACEDOWN), tile.visibility]
        for tile in picture.tiles
    ]
    return np.asarray(jpeg).ravel(), np.asarray(labels, np.float32).reshape(-1, 8)


def _for_reader(picture: Picture, rng: Rng) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.float32]]:
    corners: list[NDArray[np.float64]] = []
    truth: list[NDArray[np.float64]] = []
    values: list[list[int]] = []
    for tile in picture.tiles:
        if tile.visibility < 0.3:
            continue
        side = float(np.linalg.norm(tile.corners - np.roll(tile.corners, 1, axis=0), axis=1).mean())
        # A finder is off by so much, all corners together and each by itself.
        error = rng.normal(0, rng.uniform(0.003, 0.035) * side, (3, 2))
        corners.append(tile.corners + error + rng.normal(0, rng.uniform(0, 0.025) * side, 2))
        seen_corners = np.array(tile.marks)[:, None] >= _SEEN
        truth.append(np.where(seen_corners, tile.corners, np.nan))
        values.append([_class_of(picture, tile, corner) for corner in range(3)])
    for spots in [*_empty_cells(picture, rng), *_elsewhere(picture, rng)]:
        corners.append(spots)
        truth.append(np.full((3, 2), np.nan))
        values.append([BLANK] * 3)
    if not corners:
        return np.empty((0, PATCH, PATCH, 3), np.uint8), np.empty(0, np.uint8), np.empty((0, 2), np.float32)
    cut = np.stack(corners)
    patches = rectify_corners(picture.image, cut).reshape(-1, PATCH, PATCH, 3)
    true_spots = patches_from_image(cut, np.stack(truth)).reshape(-1, 2).astype(np.float32)
    flat = np.array(values, np.uint8).ravel()
    told = flat != _UNTOLD
    return patches[told], flat[told], true_spots[told]


def _empty_cells(picture: Picture, rng: Rng) -> list[NDArray[np.float64]]:
    """Some triangles where a tile could be laid to the board and none is: the digits round them are not theirs."""
    middles = np.array([tile.corners.mean(axis=0) for tile in picture.tiles])
    empty = []
    for tile in picture.tiles:
        if tile.kind is Kind.BOARD and rng.random() < 0.35:
            before, corner, after = np.roll(tile.corners, int(rng.integers(3)), axis=0)
            spots = np.stack([before, after, before + after - corner])
            side = float(np.linalg.norm(after - before))
            if (np.linalg.norm(middles - spots.mean(axis=0), axis=1) > 0.4 * side).all():
                empty.append(np.roll(spots, int(rng.integers(3)), axis=0))
    return empty


def _elsewhere(picture: Picture, rng: Rng) -> list[NDArray[np.float64]]:
    """Some triangles away from the tiles: what a finder may take for one."""
    height, width = picture.image.shape[:2]
    found = []
    for _ in range(1 + len(picture.tiles) // 8):
        side, turn = rng.uniform(30, 200), rng.uniform(0, 2 * np.pi)
        angles = turn + np.arange(3) * 2 * np.pi / 3
        spots = rng.uniform(0, 1, 2) * [width, height] + side / 3**0.5 * np.stack(
            [np.cos(angles), np.sin(angles)], axis=1
        )
        if all(np.linalg.norm(spots.mean(axis=0) - tile.corners.mean(axis=0)) > 1.1 * side for tile in picture.tiles):
            found.append(spots)
    return found


def _class_of(picture: Picture, tile: TrueTile, corner: int) -> int:
    if tile.digits is None or tile.marks[corner] < 0.35:
        return BLANK
    if tile.marks[corner] < _SEEN:
        # A mark that is half hidden has no class that could be taught.
        return _UNTOLD
    if picture.mark is Mark.DIGITS:
        return digit_class(tile.digits[corner], tile.turns[corner])
    return pips_class(tile.digits[corner])

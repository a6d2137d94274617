"""Reading tiles: outlines to what their corners show, all corners of a picture in one batch."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tileref.vision.convention import MarkedSet, corner_values, decide_convention
from tileref.vision.looks import TileLook
from tileref.vision.marks import BLANK, CLASSES, by_turn
from tileref.vision.network import Array, Network
from tileref.vision.rectify import XY_CORNER, Corners, Image, image_from_patches, normalise_patches, rectify_corners
from tileref.vision.tiles import TileOutline, TileSighting

Floats = NDArray[np.float64]

_BATCH = 192
"""So many patches at a time keep the memory of a picture with hundreds of tiles in bounds."""


MARKED = 0.2
"""From this probability on a corner may show a mark. Too low: patterns of the table pass for missed tiles; too
high: a tile that was missed raises no question."""

_PLAIN = 0.9
"""What is hardly a tile is one if each corner shows a value with this probability. Too low: print on a cloth is taken
for a tile; too high: tiles that the finder doubts are missed although they can be read."""

_SURELY = 0.5
"""From this tile-ness on a tile is one although it cannot be read. Too low: empty cells of a board are taken for tiles;
too high: tiles under glare are missed."""

_BACK = 0.25
"""From this tile-ness on the back of a tile may be one. Too low: patterns of the cloth are weighed in vain; too high:
tiles in the colour of the table are missed."""

_CLEAR = 0.98
"""A tile with a corner less likely to be anything than this is looked at twice. Too low: slips of the first look stay;
too high: every picture takes twice as long."""

_FARTHEST = 6.0
"""A look moves a corner by at most so many pixels of its patch. Too few: what the finder got wrong stays wrong; too
many: where a corner is hidden the reader's guess spoils the outline."""


@dataclass(frozen=True, slots=True)
class Readings:
    """What the tiles of a picture show, and how their set is marked."""

    sightings: tuple[TileSighting, ...]
    marked_set: MarkedSet


def look_at_tiles(
    image: Image, outlines: Sequence[TileOutline], network: Network, *, found: int
) -> tuple[TileLook, ...]:
    """How the corners of the outlines look; the first so many were found to be tiles, the others hardly are."""
    corners = np.array([outline.corners for outline in outlines]).reshape(-1, 3, 2)
    chances, embeddings, off = _run(image, corners, network)
    refined = _refined(corners, off)
    unclear = np.flatnonzero(_clearest(chances).min(axis=1) < _CLEAR)
    if len(unclear):
        # Where the corners really are is known now, and seen so they may be easier to read.
        again, _, off = _run(image, refined[unclear], network)
        refined[unclear] = _refined(refined[unclear], off)
        both = np.sqrt(chances[unclear] * again)
        chances[unclear] = both / both.sum(axis=-1, keepdims=True)
    return tuple(
        TileLook(replace(outline, corners=refined[at]), chances[at], embeddings[at], at < found)
        for at, outline in enumerate(outlines)
    )


def read_looks(looks: Sequence[TileLook]) -> Readings:
    """What tiles show that looked so, all of one set."""
    chances = np.array([look.chances for look in looks]).reshape(-1, 3, CLASSES)
    up = np.array([look.outline.face_up * look.outline.tileness for look in looks])
    marked_set = decide_convention(chances, up)
    values, blank = corner_values(chances, marked_set)
    sightings = (TileSighting(look.outline, values[at], blank[at], look.embedding) for at, look in enumerate(looks))
    return Readings(tuple(_turn_over(sighting, marked_set.pips) for sighting in sightings), marked_set)


def tell_apart(readings: Readings, found: int) -> tuple[tuple[TileSighting, ...], tuple[TileOutline, ...]]:
    """Which sightings are tiles, and which outlines may be some that were missed.

    The first so many were found to be tiles, the others are faint. Of these a tile is what plainly shows a value in
    each corner, for nothing else does; what lies face down by itself and is not too faint, if it then proves to have
    the size of one; and may be one what shows a mark in any corner. In a set of pips anything may, for it may be the
    tile that has none. What was found beside others, but not surely, and cannot be read, is faint too: so empty cells
    of a board look.
    """
    pips = readings.marked_set.pips > 0.5
    middles = np.array([sighting.outline.middle for sighting in readings.sightings[:found]]).reshape(-1, 2)
    tiles, faint = [], list[TileOutline]()
    for number, sighting in enumerate(readings.sightings):
        outline = sighting.outline
        away = np.linalg.norm(np.delete(middles, [number] if number < found else [], axis=0) - outline.middle, axis=1)
        is_alone = bool((away > 1.5 * outline.radius).all())
        if number < found:
            is_unread = outline.tileness < _SURELY and sighting.plain < 1 - _PLAIN
            is_tile = pips or is_alone or not is_unread
        else:
            is_tile = sighting.plain > _PLAIN or (is_alone and outline.tileness > _BACK and outline.face_up < 0.5)
        if is_tile:
            tiles.append(sighting)
        elif number < found or pips or sighting.plainest > MARKED:
            faint.append(outline)
    return tuple(tiles), tuple(faint)


def _run(image: Image, corners: Corners, network: Network) -> tuple[Floats, Array, Floats]:
    """For the corners of n tiles, (n, 3, classes) chances, (n, 3, d) embeddings, (n, 3, 2) pixels off."""
    if not len(corners):
        return np.empty((0, 3, CLASSES)), np.empty((0, 3, 0), np.float32), np.empty((0, 3, 2))
    patches = rectify_corners(image, corners)
    x = normalise_patches(patches.reshape(-1, *patches.shape[2:]))
    answers = [network.run(x[start : start + _BATCH]) for start in range(0, len(x), _BATCH)]
    logits, embeddings, off = (np.concatenate(parts) for parts in zip(*answers, strict=True))
    scaled = logits.astype(np.float64) / network.card["temperature"]
    chances = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    shape = (len(corners), 3, -1)
    return chances.reshape(shape), embeddings.reshape(shape), off.astype(np.float64).reshape(shape)


def _clearest(chances: Floats) -> Floats:
    """How likely the likeliest mark of each corner is, whichever way up; (n, 3)."""
    digits = by_turn(chances).sum(axis=-1)
    return np.asarray(np.maximum(digits.max(axis=-1), chances[..., BLANK:].max(axis=-1)))


def _refined(corners: Corners, off: Floats) -> Corners:
    """The corners, moved to where the reader saw them in their patches, as far as it can have seen them."""
    return image_from_patches(corners, np.clip(off, -_FARTHEST, _FARTHEST) + XY_CORNER)


def _turn_over(sighting: TileSighting, pips: float) -> TileSighting:
    """The sighting with what its corners say about face up or down; in a set of pips an empty corner says little."""
    outline, blank = sighting.outline, sighting.blank
    empty = 0.02 + 0.2 * pips
    up = outline.face_up * float(np.prod(empty * blank + (1 - empty) * (1 - blank)))
    down = (1 - outline.face_up) * float(np.prod(0.97 * blank + 0.03 * (1 - blank)))
    return replace(sighting, outline=replace(outline, face_up=(up + 1e-12) / (up + down + 2e-12)))

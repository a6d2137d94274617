"""Reading tiles: outlines to what their corners show, all corners of a picture in one batch."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tileref.vision.network import Array, Network
from tileref.vision.rectify import XY_CORNER, Corners, Image, image_from_patches, normalise_patches, rectify_corners
from tileref.vision.tiles import VALUES, TileOutline, TileSighting

Floats = NDArray[np.float64]

BLANK = VALUES
"""The class of a corner that shows nothing. Below it are the digits 0 to 5, above it one to five pips."""

_BATCH = 192
"""So many patches at a time keep the memory of a picture with hundreds of tiles in bounds."""


_PIPS = 0.1
"""How often a set has pips. Too low: few tiles with pips are read as digits; too high: the other way round."""

_LOUDEST = 3.0
"""So much one corner says at most about the whole set. Too low: a set of few marks stays unclear; too high: one misread
corner decides about all."""

_MARKED = 0.2
"""From this probability on a corner may show a mark. Too low: patterns of the table pass for missed tiles; too
high: a tile that was missed raises no question."""

_FARTHEST = 6.0
"""A corner is moved by at most so many pixels of its patch. Too few: what the finder got wrong stays wrong; too many:
where a corner is hidden the reader's guess spoils the outline."""


@dataclass(frozen=True, slots=True)
class Readings:
    """What the tiles of a picture show, and how likely the set has pips and not digits."""

    sightings: tuple[TileSighting, ...]
    pips: float


def read_tiles(image: Image, outlines: Sequence[TileOutline], network: Network) -> Readings:
    """What the corners of the outlines show."""
    if not outlines:
        return Readings((), 0.0)
    corners = np.stack([outline.corners for outline in outlines])
    chances, embeddings, off = _run(image, corners, network)
    pips = _pips_of_set(chances, np.array([outline.face_up * outline.tileness for outline in outlines]))
    # What a corner shows if it shows a mark of the set's kind.
    digits, counts = chances[..., :BLANK], chances[..., BLANK + 1 :]
    values = (1 - pips) * digits + 1e-9
    values[..., 1:] += pips * counts
    blank = chances[..., BLANK] / (chances[..., BLANK] + values.sum(axis=-1))
    values /= values.sum(axis=-1, keepdims=True)
    refined = _refined(corners, off)
    sightings = (
        TileSighting(replace(outline, corners=refined[at]), values[at], blank[at], embeddings[at])
        for at, outline in enumerate(outlines)
    )
    return Readings(tuple(_turn_over(sighting, pips) for sighting in sightings), pips)


def leave_marked(image: Image, faint: Sequence[TileOutline], pips: float, network: Network) -> tuple[TileOutline, ...]:
    """Those of some faint outlines that show a mark in a corner; in a set of pips any may be a tile without one."""
    if not faint or pips > 0.5:
        return tuple(faint)
    chances, _, _ = _run(image, np.stack([outline.corners for outline in faint]), network)
    marked = (1 - chances[..., BLANK]).max(axis=1) > _MARKED
    return tuple(outline for outline, is_marked in zip(faint, marked, strict=True) if is_marked)


def _run(image: Image, corners: Corners, network: Network) -> tuple[Floats, Array, Floats]:
    """For the corners of n tiles, (n, 3, 12) chances of the classes, (n, 3, d) embeddings, (n, 3, 2) pixels off."""
    patches = rectify_corners(image, corners)
    x = normalise_patches(patches.reshape(-1, *patches.shape[2:]))
    answers = [network.run(x[start : start + _BATCH]) for start in range(0, len(x), _BATCH)]
    logits, embeddings, off = (np.concatenate(parts) for parts in zip(*answers, strict=True))
    scaled = logits.astype(np.float64) / network.card["temperature"]
    chances = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    shape = (len(corners), 3, -1)
    return chances.reshape(shape), embeddings.reshape(shape), off.astype(np.float64).reshape(shape)


def _pips_of_set(chances: Floats, up: NDArray[np.float64]) -> float:
    """How likely the set has pips: all corners of the tiles that lie face up say so together, none too loudly."""
    digits, counts = chances[..., :BLANK].sum(axis=-1), chances[..., BLANK + 1 :].sum(axis=-1)
    says = np.clip(np.log(counts + 1e-3) - np.log(digits + 1e-3), -_LOUDEST, _LOUDEST)
    weight = up[:, None] * (1 - chances[..., BLANK])
    odds = float((weight * says).sum()) + np.log(_PIPS / (1 - _PIPS))
    return float(1 / (1 + np.exp(-np.clip(odds, -30, 30))))


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

"""Reading tiles: outlines to what their corners show, all corners of a picture in one batch."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tileref.vision.network import Network
from tileref.vision.rectify import Image, normalise_patches, rectify_corners
from tileref.vision.tiles import VALUES, TileOutline, TileSighting

BLANK = VALUES
"""The class of a corner that shows nothing. Below it are the digits 0 to 5, above it one to five pips."""

_BATCH = 192
"""So many patches at a time keep the memory of a picture with hundreds of tiles in bounds."""


@dataclass(frozen=True, slots=True)
class Readings:
    """What the tiles of a picture show, and how likely the set has pips and not digits."""

    sightings: tuple[TileSighting, ...]
    pips: float


def read_tiles(image: Image, outlines: Sequence[TileOutline], network: Network) -> Readings:
    """What the corners of the outlines show."""
    if not outlines:
        return Readings((), 0.0)
    patches = rectify_corners(image, np.stack([outline.corners for outline in outlines]))
    x = normalise_patches(patches.reshape(-1, *patches.shape[2:]))
    answers = [network.run(x[start : start + _BATCH]) for start in range(0, len(x), _BATCH)]
    logits = np.concatenate([answer[0] for answer in answers]).astype(np.float64) / network.card["temperature"]
    embeddings = np.concatenate([answer[1] for answer in answers])
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    digits, pips = chances[:, :BLANK], chances[:, BLANK + 1 :]
    values = digits.copy()
    values[:, 1:] += pips
    values = (values + 1e-9) / (values + 1e-9).sum(axis=1, keepdims=True)
    sightings = tuple(
        TileSighting(
            outline,
            values[3 * at : 3 * at + 3],
            chances[3 * at : 3 * at + 3, BLANK],
            embeddings[3 * at : 3 * at + 3],
        )
        for at, outline in enumerate(outlines)
    )
    up = np.repeat([outline.face_up * outline.tileness for outline in outlines], 3)
    marked = float((up * (digits.sum(axis=1) + pips.sum(axis=1))).sum())
    share = float((up * pips.sum(axis=1)).sum()) / marked if marked > 0.5 else 0.0
    return Readings(tuple(_turn_over(sighting, share) for sighting in sightings), share)


def _turn_over(sighting: TileSighting, pips: float) -> TileSighting:
    """The sighting with what its corners say about face up or down; in a set of pips an empty corner says nothing."""
    outline, blank = sighting.outline, sighting.blank
    up = outline.face_up * float(np.prod(0.02 * blank + 0.98 * (1 - blank))) ** (1 - pips)
    down = (1 - outline.face_up) * float(np.prod(0.97 * blank + 0.03 * (1 - blank))) ** (1 - pips)
    return replace(sighting, outline=replace(outline, face_up=(up + 1e-12) / (up + down + 2e-12)))

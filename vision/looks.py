"""Looks at tiles: what the networks made of them, before it is known how their set is marked; and several looks as one.

A tile that lies still can be looked at again and again. What one frame does not show clearly, under noise or shine,
several together may; and a tile that has not changed since it was read clearly need not be read again at all.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tileref.vision.marks import BLANK
from tileref.vision.tiles import TileOutline

Floats = NDArray[np.float64]

SAME_PLACE = 0.35
"""Outlines whose middles are nearer than this, in radii of a tile, show one tile. Too low: a tile is there twice; too
high: a tile and its neighbour, one radius away, are taken for one."""

_FAINTEST = 0.2
"""A corner that shows no digit says so much about it, beside one that does. Too low: one look that saw a digit on the
back of a tile is believed; too high: shine in one look hides what the next one shows."""

MOST_LOOKS = 6
"""Earlier looks count for so many at the most. Too few: one bad look outweighs them; too many: a tile that was misread
at first never comes right."""


@dataclass(frozen=True, slots=True, eq=False)
class TileLook:
    """A tile as it looked, in one frame or in several: `chances` is (3, classes) for its corners, `embedding` (3, d).

    What is not `found` is hardly a tile, and stands apart from those that are. `looks` says how many frames it is from.
    """

    outline: TileOutline
    chances: Floats
    embedding: NDArray[np.float32]
    found: bool
    looks: int = 1


def fuse_looks(before: Sequence[TileLook], now: Sequence[TileLook]) -> tuple[TileLook, ...]:
    """Two looks at one table at rest, tile by tile; what only one of them shows stays, as likely a tile as it then is.

    What is a tile in either is one.
    """
    fused: list[TileLook] = []
    pairs = match_outlines([look.outline for look in before], [look.outline for look in now])
    for number, look in enumerate(before):
        fused.append(_fused(look, now[pairs[number]]) if number in pairs else _missed(look))
    taken = set(pairs.values())
    fused += [_missed(look, by=_looks_of(before)) for number, look in enumerate(now) if number not in taken]
    return in_order(fused)


def match_outlines(before: Sequence[TileOutline], now: Sequence[TileOutline]) -> dict[int, int]:
    """Which outlines of two frames show one tile in one place, by their numbers; the nearest first."""
    if not before or not now:
        return {}
    distance = np.linalg.norm(
        np.array([outline.middle for outline in before])[:, None] - np.array([outline.middle for outline in now]),
        axis=2,
    )
    near = SAME_PLACE * np.minimum(
        np.array([outline.radius for outline in before])[:, None], np.array([outline.radius for outline in now])
    )
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for at in np.argsort(distance, axis=None):
        first, second = divmod(int(at), len(now))
        if distance[first, second] < near[first, second] and first not in pairs and second not in taken:
            pairs[first] = second
            taken.add(second)
    return pairs


def leave_new(outlines: Sequence[TileOutline], known: Sequence[TileOutline]) -> tuple[TileOutline, ...]:
    """The outlines that show none of the tiles that are known."""
    old = set(match_outlines(known, outlines).values())
    return tuple(outline for number, outline in enumerate(outlines) if number not in old)


def renew_looks(known: Sequence[TileLook], now: Sequence[TileLook]) -> tuple[TileLook, ...]:
    """What is seen now, with the tiles that are known to lie there: where they lie now, and what all looks say of them.

    Unlike with two looks at a table at rest, what is not known is new, and what reads otherwise is something else.
    """
    pairs = match_outlines([look.outline for look in known], [look.outline for look in now])
    renewed = {at: _renewed(known[number], now[at]) for number, at in pairs.items()}
    missed = (look for number, look in enumerate(known) if number not in pairs)
    return in_order((*missed, *(renewed.get(at, look) for at, look in enumerate(now))))


def _renewed(known: TileLook, now: TileLook) -> TileLook:
    if not say_the_same(known, now):
        return now
    fused = _fused(known, now)
    corners = np.roll(now.outline.corners, _turn_between(known.outline, now.outline), axis=0)
    return replace(fused, outline=replace(fused.outline, corners=corners))


def say_the_same(before: TileLook, now: TileLook) -> bool:
    """Whether two looks at one place show one tile the same way round, as far as the second can be read at all."""
    if (before.outline.face_up > 0.5) != (now.outline.face_up > 0.5):
        return False
    chances = np.roll(now.chances, _turn_between(before.outline, now.outline), axis=0)
    return bool((chances.argmax(axis=1) == before.chances.argmax(axis=1)).all())


def in_order(looks: Iterable[TileLook]) -> tuple[TileLook, ...]:
    """The tiles first, then what is hardly one."""
    return tuple(sorted(looks, key=lambda look: not look.found))


def _looks_of(looks: Sequence[TileLook]) -> int:
    return min((look.looks for look in looks), default=1)


def _missed(look: TileLook, *, by: int = 1) -> TileLook:
    """The look if so many others did not show the tile."""
    share = look.looks / (look.looks + by)
    return replace(look, outline=replace(look.outline, tileness=look.outline.tileness * share), looks=look.looks + by)


def _turn_between(old: TileOutline, new: TileOutline) -> int:
    """By how many corners the new outline must be rolled to begin where the old one does."""
    return min(range(3), key=lambda turn: float(np.abs(np.roll(new.corners, turn, axis=0) - old.corners).sum()))


def _fused(before: TileLook, now: TileLook) -> TileLook:
    weight = min(before.looks, MOST_LOOKS)
    old, new = before.outline, now.outline
    turn = _turn_between(old, new)
    seen = np.roll(now.chances, turn, axis=0)
    # Shine, or a finger, hides a digit: what shows none says little beside what shows one.
    heavy = weight * np.maximum(before.chances[:, :BLANK].sum(axis=1), _FAINTEST)
    light = np.maximum(seen[:, :BLANK].sum(axis=1), _FAINTEST)
    share = (light / (heavy + light))[:, None]
    chances = np.exp((1 - share) * np.log(before.chances + 1e-9) + share * np.log(seen + 1e-9))
    chances /= chances.sum(axis=1, keepdims=True)
    outline = TileOutline(
        (weight * old.corners + np.roll(new.corners, turn, axis=0)) / (weight + 1),
        (weight * old.tileness + new.tileness) / (weight + 1),
        (weight * old.face_up + new.face_up) / (weight + 1),
    )
    return TileLook(outline, chances, before.embedding, before.found or now.found, before.looks + 1)

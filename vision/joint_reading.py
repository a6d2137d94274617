"""What the tiles of a picture are, decided together.

A tile is one of a set, lies once on the table, and its digits ascend the way the set's do: that may mend a weak
reading. What the neighbours show never does: where a corner disagrees with them the placement may be illegal, and only
a person may say that it was misread. So neighbours raise doubts here and do nothing else.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product

import numpy as np
from numpy.typing import NDArray

from tileref.engine.triangles import Chirality, Digits, Tile, Vertex, tile_of, tile_set
from tileref.vision.lattice_reading import LatticeReading, NoLattice, Why
from tileref.vision.tiles import HARDLY, VALUES, SeenTile, TileSighting

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingSettings:
    """How far a reading is believed."""

    sure: float = 0.985
    """Below this probability a tile is not sure. Too low: wrong tiles pass for sure; too high: needless questions."""
    garbage: float = 1e-4
    """So often a corner reads anything at all. Too low: one blind certainty of the reader cannot be mended by all the
    rest; too high: nothing is ever sure."""
    mirrored: float = 2e-3
    """So often a tile runs against the set. Too low: a mirrored tile is bent into another; too high: handedness mends
    nothing."""
    twice: float = 1e-3
    """So often a tile lies on the table twice. Too low: a doubled tile is bent into another; too high: uniqueness mends
    nothing."""
    ccw: float = 0.1
    """How often a set runs counter-clockwise. Too low: such a set is read wrong from few tiles; too high: two weak
    readings turn a usual one round."""
    both: float = 5e-3
    """How often a set holds tiles of both directions. Too low: its first tiles are asked about; too high: one mirrored
    tile in a usual set passes without a word."""
    overruled: float = 12.0
    """A tile that the reading alone found so many times less likely than another is not sure. Too low: what was mended
    well is asked about; too high: what was bent is believed."""
    overwhelming: float = 0.999
    """Two corners that disagree are an illegal placement, and no doubt, from this probability each. Too low: a misread
    corner passes for a player's fault; too high: every fault is asked about."""
    hidden: float = 0.15
    """A corner that shows nothing with this probability is asked about. Too low: shine raises questions; too high: a
    hidden digit is guessed."""
    tileness: float = 0.5
    """What is less likely a tile is asked about. Too low: false tiles are believed; too high: needless questions."""
    fitting: float = HARDLY
    """The same for what lies apart and has the size and shape of a tile there. Too low or high: as `tileness`."""
    slack: float = 0.09
    """What is no stranger than this has the size and shape of a tile. Too low or high: as `misfit`."""
    misfit: float = 4.0
    """By how much `fitting` rises with the strangeness beyond that. Too low: patterns of the cloth are believed; too
    high: tiles far from the board are asked about."""
    plain: float = 0.98
    """What is hardly a tile is one all the same if each corner shows a value with this probability, which nothing else
    does. Too low: print on a cloth is believed to be a tile; too high: needless questions."""
    face: float = 0.85
    """Face up or down is asked about below this probability. Too low: a slip is believed; too high: as above."""


DEFAULTS = ReadingSettings()


class Doubt(StrEnum):
    """What is in doubt about a tile."""

    WEAK = "weak"
    """The digits are not clear."""
    OVERRULED = "overruled"
    """The reading alone says another tile, which lies elsewhere or is not of the set."""
    TWICE = "twice"
    """The same tile is seen twice."""
    MIRRORED = "mirrored"
    """The digits run against the set."""
    DISAGREES = "disagrees"
    """A corner and its neighbours show different digits: illegal, or misread?"""
    HIDDEN = "hidden"
    """A corner seems to show nothing."""
    NOT_A_TILE = "not_a_tile"
    """It may be no tile at all."""
    FACE = "face"
    """Face up or down is not clear."""
    LATTICE = "lattice"
    """Where it lies is in doubt."""


@dataclass(frozen=True, slots=True)
class ReadingDoubt:
    """Why a person should look at a tile, by the number of its sighting.

    Where it is about one corner: which (of the `SeenTile`), what it reads and what the neighbours say.
    """

    why: Doubt
    sighting: int
    corner: int | None = None
    reads: int | None = None
    neighbours_say: int | None = None


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """Digits a tile may show, corner by corner as in the `SeenTile`, and how likely."""

    digits: Digits
    probability: float


@dataclass(frozen=True, slots=True)
class JointReading:
    """All tiles of a picture.

    `sightings[i]` is the number of the sighting that `tiles[i]` comes from, and `hypotheses[i]` what it may be, the
    likeliest first, empty for a tile face down.
    """

    tiles: tuple[SeenTile, ...]
    sightings: tuple[int, ...]
    hypotheses: tuple[tuple[Hypothesis, ...], ...]
    chirality: Chirality
    doubts: tuple[ReadingDoubt, ...]


_TILES: tuple[Tile, ...] = tile_set(Chirality.BOTH)
_TRIPLES: tuple[Digits, ...] = tuple((a, b, c) for a, b, c in product(range(VALUES), repeat=3))
_TILE_OF = np.array([_TILES.index(tile_of(triple)) for triple in _TRIPLES])
# The triples tile by tile, and where each tile begins among them.
_BY_TILE = np.argsort(_TILE_OF, kind="stable")
_BEGINS = np.searchsorted(_TILE_OF[_BY_TILE], np.arange(len(_TILES)))
_BESIDE = frozenset({Why.NEAR, Why.OFF_LATTICE, Why.OVERLAP})
_CHIRALITIES = (Chirality.CW, Chirality.CCW, Chirality.BOTH)
_RANKED = 3


def decide_tiles(
    sightings: Sequence[TileSighting],
    lattice: LatticeReading | NoLattice,
    *,
    pips: float = 0.0,
    settings: ReadingSettings = DEFAULTS,
) -> JointReading:
    """What each tile is. The outlines of the lattice must be those of the sightings, in their order.

    `pips` is the probability that the set shows pips, on which a blank corner is a 0.
    """
    # What may belong to the board is asked about, whatever its size: one of its corners may be hidden.
    beside = {tile for doubt in lattice.doubts if doubt.why in _BESIDE for tile in doubt.tiles}
    strange = {number for number in lattice.strange if sightings[number].plain <= settings.plain} - beside
    left_out = {*lattice.doubled, *strange}
    kept = tuple(number for number in range(len(sightings)) if number not in left_out)
    up = [number for number in kept if sightings[number].outline.face_up >= 0.5]
    decision = _decide([sightings[number] for number in up], pips, settings)
    doubts = [ReadingDoubt(why, up[row]) for why, row in decision.doubts]
    doubts += _doubt_looks(sightings, kept, lattice, pips, settings)
    doubts += [ReadingDoubt(Doubt.NOT_A_TILE, number) for number in lattice.strange if number not in left_out]
    for doubt in lattice.doubts:
        doubts += [ReadingDoubt(Doubt.LATTICE, tile) for tile in doubt.tiles if tile not in left_out]
    placed = {tile.outline: tile for tile in lattice.board} if isinstance(lattice, LatticeReading) else {}
    turn = {number: placed[number].turn if number in placed else 0 for number in up}
    shown = {number: _turned(_TRIPLES[at], turn[number]) for number, at in zip(up, decision.chosen, strict=True)}
    certainty = {number: np.roll(decision.corners[row], -turn[number], axis=0) for row, number in enumerate(up)}
    at_vertex: dict[Vertex, list[_Mark]] = defaultdict(list)
    for number in up:
        if number in placed:
            for corner, vertex in enumerate(placed[number].cell.corners):
                digit, chances = shown[number][corner], certainty[number][corner]
                mark = _Mark(number, corner, digit, int(chances.argmax()), float(chances[digit]))
                at_vertex[vertex].append(mark)
    for marks in at_vertex.values():
        doubts += _disagreements(marks, settings.overwhelming)
    doubts = list(dict.fromkeys(doubts))
    doubtful = {doubt.sighting for doubt in doubts}
    rows = {number: row for row, number in enumerate(up)}
    tiles: list[SeenTile] = []
    hypotheses: list[tuple[Hypothesis, ...]] = []
    for number in kept:
        outline = sightings[number].outline
        row = rows.get(number)
        if row is None:
            tiles.append(SeenTile(outline.corners, None, 1 - outline.face_up, number not in doubtful, None))
            hypotheses.append(())
            continue
        confidence = float(decision.probability[row, decision.chosen[row]])
        corners, cell = (placed[number].corners, placed[number].cell) if number in placed else (outline.corners, None)
        tiles.append(SeenTile(corners, shown[number], confidence, number not in doubtful, cell))
        hypotheses.append(_ranked(decision.probability[row], turn[number]))
    return JointReading(tuple(tiles), kept, tuple(hypotheses), decision.chirality, tuple(doubts))


@dataclass(frozen=True, slots=True)
class _Mark:
    """A digit at a vertex: whose, at which corner, what the reading alone says, and how likely it finds the digit."""

    sighting: int
    corner: int
    digit: int
    read: int
    probability: float


@dataclass(frozen=True, slots=True)
class _Decision:
    """Face-up tiles row by row: the number of the chosen triple, (n, 216) probabilities, (n, 3, 6) of the corners."""

    chosen: NDArray[np.int64]
    probability: Floats
    corners: Floats
    chirality: Chirality
    doubts: tuple[tuple[Doubt, int], ...]


def _decide(sightings: Sequence[TileSighting], pips: float, settings: ReadingSettings) -> _Decision:
    corners = _corner_values(sightings, pips, settings.garbage)
    log = np.log(corners)
    read = (log[:, 0, :, None, None] + log[:, 1, None, :, None] + log[:, 2, None, None, :]).reshape(-1, len(_TRIPLES))
    prior, chirality = _prior(read, settings)
    weighed = read + np.log(prior)
    alone = _normalised(weighed)
    of_tile = np.add.reduceat(alone[:, _BY_TILE], _BEGINS, axis=1)
    # A tile that others probably are is so much less likely this one.
    others = np.log(np.maximum(1 - of_tile, settings.twice))
    free = np.maximum(others.sum(axis=0) - others, np.log(settings.twice))
    probability = _normalised(weighed + free[:, _TILE_OF])
    chosen = _assign(weighed, settings.twice)
    rows = np.arange(len(chosen))
    tiles = _TILE_OF[chosen]
    doubts: list[tuple[Doubt, int]] = []
    members = set(tile_set(chirality))
    overruled = read.max(axis=1, initial=-np.inf) - read[rows, chosen] > np.log(settings.overruled)
    for row in rows.tolist():
        if probability[row, chosen[row]] < settings.sure:
            doubts.append((Doubt.WEAK, row))
        if overruled[row]:
            doubts.append((Doubt.OVERRULED, row))
        if int((tiles == tiles[row]).sum()) > 1:
            doubts.append((Doubt.TWICE, row))
        if _TILES[tiles[row]] not in members:
            doubts.append((Doubt.MIRRORED, row))
    return _Decision(chosen, probability, corners, chirality, tuple(doubts))


def _corner_values(sightings: Sequence[TileSighting], pips: float, garbage: float) -> Floats:
    """(n, 3, 6): how likely each corner shows each value, once what is blank is put down to a 0 or to not knowing."""
    values = np.array([sighting.values for sighting in sightings], np.float64).reshape(-1, 3, VALUES)
    blank = np.array([sighting.blank for sighting in sightings], np.float64).reshape(-1, 3, 1)
    seen = (1 - blank) * values + blank * (1 - pips) / VALUES
    seen[..., :1] += blank * pips
    seen /= np.maximum(seen.sum(axis=2, keepdims=True), 1e-12)
    return np.asarray((1 - garbage) * seen + garbage / VALUES)


def _prior(read: Floats, settings: ReadingSettings) -> tuple[Floats, Chirality]:
    """How likely each of the triples is before it is read, and which way the set runs, by all tiles together."""
    share = np.array([1 - settings.ccw - settings.both, settings.ccw, settings.both])
    priors = (1 - settings.mirrored) * _IN_SET + settings.mirrored / len(_TRIPLES)
    evidence = np.log(np.exp(read) @ priors.T + 1e-300).sum(axis=0) + np.log(share)
    belief = np.exp(evidence - evidence.max())
    belief /= belief.sum()
    return np.asarray(belief @ priors), _CHIRALITIES[int(belief.argmax())]


def _in_set(chirality: Chirality) -> Floats:
    """How likely a triple is if every tile of the set is, turned any way."""
    tiles = tile_set(chirality)
    weights = [(3 if tile_of(t).is_triplet else 1) * (tile_of(t) in tiles) for t in _TRIPLES]
    return np.array(weights) / (3 * len(tiles))


_IN_SET = np.stack([_in_set(chirality) for chirality in _CHIRALITIES])


def _normalised(log: Floats) -> Floats:
    weights = np.exp(log - log.max(axis=1, keepdims=True, initial=-np.inf)) if len(log) else np.empty_like(log)
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def _assign(weighed: Floats, twice: float) -> NDArray[np.int64]:
    """The likeliest triple for each row if no tile may be there twice, but for a price."""
    count = len(weighed)
    best = np.maximum.reduceat(weighed[:, _BY_TILE], _BEGINS, axis=1)
    columns = best.argmax(axis=1)
    if len(np.unique(columns)) < count:
        # Two want one tile. Most pictures have no such rows, and need not wait half a second for scipy to load.
        from scipy.optimize import linear_sum_assignment

        stays = np.full((count, count), 1e6)
        np.fill_diagonal(stays, -weighed.max(axis=1, initial=-np.inf) - np.log(twice))
        _, columns = linear_sum_assignment(np.concatenate([-best, stays], axis=1))
    chosen = np.empty(count, np.int64)
    for row, column in enumerate(columns):
        allowed = weighed[row] if column >= len(_TILES) else np.where(column == _TILE_OF, weighed[row], -np.inf)
        chosen[row] = int(allowed.argmax())
    return chosen


def _doubt_looks(
    sightings: Sequence[TileSighting],
    numbers: Sequence[int],
    lattice: LatticeReading | NoLattice,
    pips: float,
    settings: ReadingSettings,
) -> list[ReadingDoubt]:
    """What can be doubted of a tile without knowing what the others show."""
    doubts = []
    for number in numbers:
        sighting = sightings[number]
        outline = sighting.outline
        off = lattice.strangeness[number] if isinstance(lattice, LatticeReading) else None
        least = (
            settings.tileness if off is None else settings.fitting + settings.misfit * max(off - settings.slack, 0.0)
        )
        if outline.tileness < least and sighting.plain <= settings.plain:
            doubts.append(ReadingDoubt(Doubt.NOT_A_TILE, number))
        if max(outline.face_up, 1 - outline.face_up) < settings.face:
            doubts.append(ReadingDoubt(Doubt.FACE, number))
        if outline.face_up >= 0.5 and float(sighting.blank.max()) * (1 - pips) > settings.hidden:
            doubts.append(ReadingDoubt(Doubt.HIDDEN, number))
    return doubts


def _disagreements(marks: list[_Mark], overwhelming: float) -> list[ReadingDoubt]:
    """The digits at a vertex that differ, unless both were read beyond doubt.

    A digit that had to be mended is one too, although it may agree now: what was mended may have been a fault.
    """
    doubts = []
    for mark in marks:
        others = [other for other in marks if other is not mark]
        against = [other for other in others if other.digit != mark.digit]
        unclear = any(min(mark.probability, other.probability) < overwhelming for other in against)
        if unclear or (others and mark.read != mark.digit):
            digits = [other.digit for other in others]
            say = max(digits, key=lambda digit: (digit != mark.read, digits.count(digit)))
            doubts.append(ReadingDoubt(Doubt.DISAGREES, mark.sighting, mark.corner, mark.read, say))
    return doubts


def _ranked(probability: Floats, turn: int) -> tuple[Hypothesis, ...]:
    order = np.argsort(-probability)[:_RANKED]
    return tuple(Hypothesis(_turned(_TRIPLES[at], turn), float(probability[at])) for at in order)


def _turned(digits: Digits, turn: int) -> Digits:
    """Digits in the order of corners that begins with this one."""
    a, b, c = digits[turn:] + digits[:turn]
    return a, b, c

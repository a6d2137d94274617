"""A picture as it was understood: its tiles, the board, and whether a person need look."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod

import numpy as np

from tileref.engine.triangles import ORIGIN, Cell, Chirality, Digits, Tile, tile_of
from tileref.vision.joint_reading import DEFAULTS, Doubt, Hypothesis, ReadingDoubt, ReadingSettings, decide_tiles
from tileref.vision.lattice_reading import LatticeDoubt, LatticeReading, NoLattice, Suspect, Why
from tileref.vision.reader import MARKED
from tileref.vision.tiles import SeenTile, TileOutline, TileSighting

WHOLE = 0.95
"""A picture whose tiles are all right with less probability than this is not sure, although each of them may be. Too
low: many tiles that are each nearly sure make a wrong board that is called sure; too high: no large board ever is."""


FAINT = 0.15
"""What is less likely a tile than this raises no question. Too low: every pattern on a cloth does; too high: a tile
that was missed at the rim of the board does not."""

ALIKE = 1.6
"""What is so many times larger or smaller than the tiles that were found is none. Too low: a tile seen askew raises no
question; too high: large patterns do."""


_WHERE = frozenset({Why.GAP, Why.NO_SIDE, Why.NEAR, Why.OFF_LATTICE, Why.RIVAL, Why.APART})
"""Doubts about where a tile lies that its having lain apart before answers."""


@dataclass(frozen=True, slots=True)
class ObservedPicture:
    """The tiles of a picture and what is in doubt about them.

    `sightings[i]` is the number of the sighting that `tiles[i]` comes from. `suspects` are the cells in which a tile
    may have been missed, without those looked at again, and `faint` what was seen elsewhere that may be a tile. A tile
    with a cell is of the board, one without digits lies face down, any other is loose.
    """

    tiles: tuple[SeenTile, ...]
    sightings: tuple[int, ...]
    hypotheses: tuple[tuple[Hypothesis, ...], ...]
    chirality: Chirality
    lattice: LatticeReading | NoLattice
    lattice_doubts: tuple[LatticeDoubt, ...]
    reading_doubts: tuple[ReadingDoubt, ...]
    suspects: tuple[Suspect, ...]
    faint: tuple[TileOutline, ...]

    @property
    def board(self) -> Mapping[Cell, Digits]:
        """What lies where."""
        return {tile.cell: tile.digits for tile in self.tiles if tile.cell is not None and tile.digits is not None}

    @property
    def sure(self) -> bool:
        """Whether nobody need look: every tile is sure, and so is where it lies and that none was missed."""
        if not self.lattice or self.lattice_doubts or self.reading_doubts or self.suspects or self.faint:
            return False
        face_up = [tile for tile in self.tiles if tile.digits is not None]
        return all(tile.sure for tile in self.tiles) and prod(tile.confidence for tile in face_up) >= WHOLE


def observe_picture(
    sightings: Sequence[TileSighting],
    lattice: LatticeReading | NoLattice,
    *,
    pips: float = 0.0,
    cleared: Collection[Cell] = (),
    faint: Sequence[TileOutline] = (),
    settings: ReadingSettings = DEFAULTS,
) -> ObservedPicture:
    """The picture with these sightings; `cleared` are suspect cells that a second look found empty, and `faint` are
    outlines apart from them that are hardly tiles."""
    joint = decide_tiles(sightings, lattice, pips=pips, settings=settings)
    kept = set(joint.sightings)
    # What was left out for its size but shows a mark may be a tile all the same.
    strange = [sightings[number] for number in lattice.strange if number not in kept]
    faint = [*faint, *(sighting.outline for sighting in strange if sighting.plainest > MARKED)]
    suspects = lattice.suspects if isinstance(lattice, LatticeReading) else ()
    return ObservedPicture(
        tiles=joint.tiles,
        sightings=joint.sightings,
        hypotheses=joint.hypotheses,
        chirality=joint.chirality,
        lattice=lattice,
        lattice_doubts=tuple(doubt for doubt in lattice.doubts if not kept.isdisjoint(doubt.tiles)),
        reading_doubts=joint.doubts,
        suspects=tuple(suspect for suspect in suspects if suspect.cell not in cleared),
        faint=tuple(outline for outline in faint if outline.tileness >= FAINT),
    )


def set_apart(observed: ObservedPicture, loose: Collection[Tile]) -> ObservedPicture:
    """The picture, if it is known that these tiles lay beside the board before.

    They still do unless they fit into the lattice beyond doubt. Where no two tiles touch, the one that is not among
    them is the board.
    """
    if not loose:
        return observed
    apart = {number for doubt in observed.lattice_doubts if doubt.why is Why.APART for number in doubt.tiles}
    doubtful = {number for doubt in observed.lattice_doubts if doubt.why in _WHERE for number in doubt.tiles}
    cells = {tile.cell for tile in observed.tiles if tile.cell is not None}
    beside: set[int] = set()
    for tile, number in zip(observed.tiles, observed.sightings, strict=True):
        if tile.digits is not None and tile_of(tile.digits) in loose:
            alone = tile.cell is not None and cells.isdisjoint(tile.cell.neighbours)
            if tile.cell is None or alone or number in doubtful:
                beside.add(number)
    rest = apart - beside
    board = next(iter(rest)) if len(rest) == 1 else None
    settled = beside | (rest if board is None else {board})
    tiles = tuple(
        replace(tile, cell=ORIGIN if number == board else None) if number in beside | apart else tile
        for tile, number in zip(observed.tiles, observed.sightings, strict=True)
    )
    return replace(
        observed,
        tiles=tiles,
        lattice_doubts=tuple(doubt for doubt in observed.lattice_doubts if not settled.intersection(doubt.tiles)),
        reading_doubts=tuple(
            doubt
            for doubt in observed.reading_doubts
            if doubt.why is not Doubt.LATTICE or doubt.sighting not in settled
        ),
    )


def leave_apart(faint: Sequence[TileOutline], tiles: Sequence[TileOutline]) -> tuple[TileOutline, ...]:
    """The faint outlines that are not another view of a tile that was found, and of a size with those."""
    middles = np.array([tile.corners.mean(axis=0) for tile in tiles]).reshape(-1, 2)
    usual = float(np.median([tile.radius for tile in tiles])) if tiles else None
    return tuple(
        outline
        for outline in faint
        if (usual is None or usual / ALIKE < outline.radius < usual * ALIKE)
        and (np.linalg.norm(middles - outline.corners.mean(axis=0), axis=1) > 0.8 * outline.radius).all()
    )

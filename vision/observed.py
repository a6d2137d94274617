"""A picture as it was understood: its tiles, the board, and whether a person need look."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import prod

from tileref.engine.triangles import Cell, Chirality, Digits
from tileref.vision.joint_reading import DEFAULTS, Hypothesis, ReadingDoubt, ReadingSettings, decide_tiles
from tileref.vision.lattice_reading import LatticeDoubt, LatticeReading, NoLattice, Suspect
from tileref.vision.tiles import SeenTile, TileSighting

WHOLE = 0.95
"""A picture whose tiles are all right with less probability than this is not sure, although each of them may be. Too
low: many tiles that are each nearly sure make a wrong board that is called sure; too high: no large board ever is."""


@dataclass(frozen=True, slots=True)
class ObservedPicture:
    """The tiles of a picture and what is in doubt about them.

    `sightings[i]` is the number of the sighting that `tiles[i]` comes from. `suspects` are the cells in which a tile
    may have been missed, without those looked at again. A tile with a cell is of the board, one without digits lies
    face down, any other is loose.
    """

    tiles: tuple[SeenTile, ...]
    sightings: tuple[int, ...]
    hypotheses: tuple[tuple[Hypothesis, ...], ...]
    chirality: Chirality
    lattice: LatticeReading | NoLattice
    lattice_doubts: tuple[LatticeDoubt, ...]
    reading_doubts: tuple[ReadingDoubt, ...]
    suspects: tuple[Suspect, ...]

    @property
    def board(self) -> Mapping[Cell, Digits]:
        """What lies where."""
        return {tile.cell: tile.digits for tile in self.tiles if tile.cell is not None and tile.digits is not None}

    @property
    def sure(self) -> bool:
        """Whether nobody need look: every tile is sure, and so is where it lies and that none was missed."""
        if self.lattice_doubts or self.reading_doubts or self.suspects:
            return False
        face_up = [tile for tile in self.tiles if tile.digits is not None]
        if not self.lattice and face_up:
            return False
        return all(tile.sure for tile in self.tiles) and prod(tile.confidence for tile in face_up) >= WHOLE


def observe_picture(
    sightings: Sequence[TileSighting],
    lattice: LatticeReading | NoLattice,
    *,
    pips: float = 0.0,
    cleared: Collection[Cell] = (),
    settings: ReadingSettings = DEFAULTS,
) -> ObservedPicture:
    """The picture with these sightings; `cleared` are suspect cells that a second look found empty."""
    joint = decide_tiles(sightings, lattice, pips=pips, settings=settings)
    suspects = lattice.suspects if isinstance(lattice, LatticeReading) else ()
    return ObservedPicture(
        tiles=joint.tiles,
        sightings=joint.sightings,
        hypotheses=joint.hypotheses,
        chirality=joint.chirality,
        lattice=lattice,
        lattice_doubts=lattice.doubts,
        reading_doubts=joint.doubts,
        suspects=tuple(suspect for suspect in suspects if suspect.cell not in cleared),
    )

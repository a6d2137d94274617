"""What one picture says of the board, tile by tile, for a referee who must not be fooled."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from tileref.engine.triangles import Cell, Digits
from tileref.vision.joint_reading import Doubt, Hypothesis, ReadingDoubt
from tileref.vision.lattice_reading import Why
from tileref.vision.observed import ObservedPicture
from tileref.vision.registration import Motion
from tileref.vision.tiles import SeenTile

PROBABLE = 0.9
"""An unclear tile counts when another photograph reads the same from this probability on. Too low: the same slip twice
passes for the truth; too high: a worn tile never counts, and all that is laid after it waits for it in vain."""

WORTH_ASKING = 0.002
"""What a tile shows with less probability is not offered as an answer. Too low: nonsense is; too high: the truth is not
among the answers."""

MOST_READINGS = 3
"""So many readings are offered at the most: more cannot be taken in at a glance."""

_ASTRAY = frozenset({Why.OFF_LATTICE, Why.OVERLAP, Why.CONTRADICTION, Why.SHAPE})
"""What lies where no tile can lie as the rules have it, and does not come to do so by being seen again."""

_IN_PLACE = frozenset({Why.FACE, Why.NO_SIDE})
"""Doubts about a tile that lies where a tile may lie. One that shares no side is against the rules there, which may be
disputed."""


class Vague(StrEnum):
    """What about a tile is not clear."""

    DIGITS = "digits"
    """Which tile it is."""
    PLACE = "place"
    """Whether it was laid there, or merely lies near."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A tile of the board as one photograph shows it.

    It is `clear` if its digits and its place can be relied on, and `probable` if they can once another photograph says
    the same; `vague` says what is not clear. It is `disputed` if what is against the rules about it may not be so: its
    neighbours show other digits, and it may have been misread; or it shares no side with any. `readings` are what it
    may show, the likeliest first.
    """

    digits: Digits
    clear: bool = True
    probable: bool = True
    disputed: bool = False
    vague: Vague = Vague.DIGITS
    readings: tuple[Digits, ...] = ()

    def moved(self, motion: Motion, cell: Cell) -> tuple[Cell, "Sight"]:
        """The sight in cell `cell` where a motion of the lattice brings it, and in which cell that is."""
        place = motion.place(cell, self.digits)
        readings = tuple(motion.place(cell, reading).digits for reading in self.readings)
        return place.cell, replace(self, digits=place.digits, readings=readings)


def see_board(observed: ObservedPicture) -> dict[Cell, Sight]:
    """The board of a picture, and which of its tiles can be relied on."""
    doubts: dict[int, list[ReadingDoubt]] = {}
    for doubt in observed.reading_doubts:
        doubts.setdefault(doubt.sighting, []).append(doubt)
    # Where a tile lies is doubted in words of the lattice's own, of which the reading only repeats that there are some.
    misplaced = {tile for doubt in observed.lattice_doubts if doubt.why not in _IN_PLACE for tile in doubt.tiles}
    sideless = {tile for doubt in observed.lattice_doubts if doubt.why is Why.NO_SIDE for tile in doubt.tiles}
    astray = {tile for doubt in observed.lattice_doubts if doubt.why in _ASTRAY for tile in doubt.tiles}
    sights: dict[Cell, Sight] = {}
    for tile, number, ranked in zip(observed.tiles, observed.sightings, observed.hypotheses, strict=True):
        if tile.cell is None or tile.digits is None:
            continue
        about = doubts.get(number, [])
        illegible = any(_is_about_digits(doubt, tile) for doubt in about)
        sights[tile.cell] = Sight(
            tile.digits,
            clear=not illegible and number not in misplaced,
            probable=number not in astray and tile.confidence >= PROBABLE,
            disputed=number in sideless or any(doubt.why is Doubt.DISAGREES for doubt in about),
            vague=Vague.DIGITS if illegible else Vague.PLACE,
            readings=_readings(tile.digits, ranked, about),
        )
    return sights


def _is_about_digits(doubt: ReadingDoubt, tile: SeenTile) -> bool:
    """Whether a doubt leaves open which tile this is.

    Only a tile face up shows digits, so where they were read that is answered. And a tile that disagrees with its
    neighbours though it was read as it is taken for, is what a referee is for.
    """
    if doubt.why is Doubt.DISAGREES and tile.digits is not None and doubt.corner is not None:
        return doubt.reads != tile.digits[doubt.corner]
    return doubt.why not in (Doubt.FACE, Doubt.LATTICE)


def _readings(digits: Digits, ranked: tuple[Hypothesis, ...], doubts: list[ReadingDoubt]) -> tuple[Digits, ...]:
    """What a tile may show: as it is taken for, as the neighbours would have it, and what else is likely."""
    found = [digits]
    agreeing = list(digits)
    for doubt in doubts:
        if doubt.why is Doubt.DISAGREES and doubt.corner is not None and doubt.neighbours_say is not None:
            agreeing[doubt.corner] = doubt.neighbours_say
    found.append((agreeing[0], agreeing[1], agreeing[2]))
    found += [hypothesis.digits for hypothesis in ranked if hypothesis.probability >= WORTH_ASKING]
    return tuple(dict.fromkeys(found))[:MOST_READINGS]


def move_sights(sights: Mapping[Cell, Sight], motion: Motion) -> dict[Cell, Sight]:
    """All sights in the cells where a motion of the lattice brings them."""
    return dict(sight.moved(motion, cell) for cell, sight in sights.items())

"""The lattice as a picture shows it: which tile lies in which cell, what lies apart, and what is in doubt."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from tileref.calibration.lens import CameraCalibration
from tileref.engine.triangles import Cell
from tileref.vision.lattice_map import LatticeMap
from tileref.vision.tiles import HARDLY, TileOutline

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]
Indices = tuple[int, ...]

# Blue, green, red.
_BOARD = (80, 200, 60)
_LOOSE = (220, 160, 40)
_DOUBT = (40, 60, 230)
_SUSPECT = (230, 60, 200)


VERY_SIZE = 0.15
"""The strangeness that what is hardly a tile may have to be one. Too low: tiles far from the board are missed; too
high: patterns of the cloth are taken for tiles."""


class Why(StrEnum):
    """What is in doubt about the lattice."""

    GAP = "gap"
    """Laid beside the board with a wider gap or more askew than the rest: laid, or merely near?"""
    NO_SIDE = "no_side"
    """On the lattice without a side shared: laid corner to corner, or a tile between was missed?"""
    NEAR = "near"
    """Loose, but so near to the board, or so well on its lattice, that it may belong to it."""
    OFF_LATTICE = "off_lattice"
    """Shares a side, but does not lie where the rest of the board would have it."""
    OVERLAP = "overlap"
    """Two triangles overlap; one of them is not a tile, or lies on another."""
    CONTRADICTION = "contradiction"
    """Two tiles claim one cell, or cells that touch do not touch in the picture."""
    FACE = "face"
    """Face up or down is not clear, or a tile taken for face down lies in the board."""
    RIVAL = "rival"
    """Another group of tiles may be the board."""
    APART = "apart"
    """No two tiles touch: which of them is the board, if any?"""
    SHAPE = "shape"
    """No camera sees a tile like this."""


@dataclass(frozen=True, slots=True)
class LatticeDoubt:
    """Something about the lattice a person should look at, and the outlines concerned, by number."""

    why: Why
    tiles: Indices


@dataclass(frozen=True, slots=True)
class BoardTile:
    """The outline of this number lies in this cell; its corner `turn` is the cell's corner 0.

    `corners` are those of the outline in the cell's order.
    """

    outline: int
    cell: Cell
    turn: int
    corners: Floats


@dataclass(frozen=True, slots=True)
class Suspect:
    """An empty cell beside two or more tiles, where one may have been missed, and where in the picture it is."""

    cell: Cell
    corners: Floats


@dataclass(frozen=True, slots=True)
class LatticeReading:
    """The board and what lies apart; outlines are given by their number in `outlines`.

    `loose` lie face up and apart from the board. `doubled` show a tile that another outline shows better: leave them
    out. `strangeness` says of each outline that lies apart how far it is from the size and shape a tile would have
    there (`LatticeMap.strangeness`), and `strange` are those for which that is too far: leave them out unless they are
    clearly tiles. What is face down is in none but these. `groups` are the tiles that hang together by shared
    sides, the board or its larger part first. `lattice` maps between lattice and picture and knows about the lens;
    `H_image_from_lattice` is the homography alone, from `Vertex.xy`. All else is in pixels of the picture.
    """

    outlines: tuple[TileOutline, ...]
    board: tuple[BoardTile, ...]
    loose: Indices
    doubled: Indices
    strangeness: tuple[float | None, ...]
    groups: tuple[Indices, ...]
    suspects: tuple[Suspect, ...]
    doubts: tuple[LatticeDoubt, ...]
    lattice: LatticeMap

    @property
    def H_image_from_lattice(self) -> Floats:
        """3×3, from lattice points as drawn (sides, y upwards) to pixels, straight ones where the lens is known."""
        return self.lattice.H_image_from_lattice

    @property
    def strange(self) -> Indices:
        """What lies apart and cannot be a tile of this table, by its size and shape."""
        usual = strange_from(len(self.board))
        return tuple(
            number
            for number, (outline, off) in enumerate(zip(self.outlines, self.strangeness, strict=True))
            if off is not None and off > (usual if outline.tileness >= HARDLY else VERY_SIZE)
        )

    @property
    def doubtful(self) -> frozenset[int]:
        """The outlines some doubt is about."""
        return frozenset(tile for doubt in self.doubts for tile in doubt.tiles)

    def seen_through(self, lens: CameraCalibration, outlines: Sequence[TileOutline]) -> "LatticeReading":
        """The reading of straightened outlines, back in the picture, where they are these."""
        return replace(
            self,
            outlines=tuple(outlines),
            board=tuple(
                replace(tile, corners=np.roll(outlines[tile.outline].corners, -tile.turn, axis=0))
                for tile in self.board
            ),
            suspects=tuple(replace(each, corners=lens.distort_points(each.corners)) for each in self.suspects),
            lattice=replace(self.lattice, lens=lens),
        )


@dataclass(frozen=True, slots=True)
class NoLattice:
    """There is no board in the picture, and why. Falsy. `doubled` and `strange` are to be left out, as in
    `LatticeReading`."""

    reason: str
    doubts: tuple[LatticeDoubt, ...] = ()
    doubled: Indices = ()
    strange: Indices = ()

    def __bool__(self) -> bool:
        return False


def leave_strange(reading: LatticeReading | NoLattice, outlines: Sequence[TileOutline]) -> tuple[TileOutline, ...]:
    """Those of some outlines that have the size and shape of a tile on this table, as far as that is known."""
    if not isinstance(reading, LatticeReading) or not outlines:
        return tuple(outlines)
    strange = reading.lattice.strangeness(np.stack([outline.corners for outline in outlines]))
    limit = strange_from(len(reading.board))
    return tuple(outline for outline, off in zip(outlines, strange, strict=True) if off <= limit)


def strange_from(tiles: int) -> float:
    """From which strangeness on a triangle is no tile, where the board has so many: the fewer, the less they know of
    the table. Too low: tiles far from the board are left out; too high: patterns of the cloth are taken for tiles."""
    return min(0.25 * (1 + 4 / tiles), 0.7)


def empty_suspects(reading: LatticeReading | NoLattice, faint: Sequence[TileOutline]) -> frozenset[Cell]:
    """The cells in which a tile may have been missed, but nothing was seen that could be one."""
    if not isinstance(reading, LatticeReading):
        return frozenset()
    seen = [*faint, *(reading.outlines[number] for number in reading.strange)]
    middles = np.array([outline.corners.mean(axis=0) for outline in seen]).reshape(-1, 2)
    empty = set()
    for suspect in reading.suspects:
        middle = suspect.corners.mean(axis=0)
        radius = float(np.linalg.norm(suspect.corners - middle, axis=1).mean())
        if (np.linalg.norm(middles - middle, axis=1) > 0.7 * radius).all():
            empty.add(suspect.cell)
    return frozenset(empty)


def draw_lattice(image: Image, reading: LatticeReading | NoLattice) -> Image:
    """A copy of a picture (blue, green, red) with the lattice on it.

    Tiles of the board are green with their cell, a dot at the cell's corner 0; loose ones blue; doubts red with the
    reason; cells where a tile may have been missed thin and violet.
    """
    drawn = image.copy()
    if not isinstance(reading, LatticeReading):
        cv2.putText(drawn, f"no lattice: {reading.reason}", (12, 28), cv2.FONT_HERSHEY_SIMPLEX, 0.7, _DOUBT, 2)
        return drawn
    why: dict[int, str] = {}
    for doubt in reading.doubts:
        for tile in doubt.tiles:
            why[tile] = f"{why[tile]} {doubt.why}" if tile in why else str(doubt.why)
    for suspect in reading.suspects:
        _outline(drawn, suspect.corners, _SUSPECT, 1)
    for tile in reading.loose:
        _outline(drawn, reading.outlines[tile].corners, _DOUBT if tile in why else _LOOSE, 2)
    for placed in reading.board:
        colour = _DOUBT if placed.outline in why else _BOARD
        _outline(drawn, placed.corners, colour, 2)
        x, y = placed.corners[0] * 0.85 + placed.corners.mean(axis=0) * 0.15
        cv2.circle(drawn, (round(float(x)), round(float(y))), 4, colour, -1)
        cell = placed.cell
        _write(drawn, placed.corners.mean(axis=0), f"{cell.x},{cell.y}{cell.point}", colour)
    for tile, words in why.items():
        _write(drawn, reading.outlines[tile].corners.mean(axis=0) + np.array([0, 14]), words, _DOUBT)
    return drawn


def _outline(image: Image, corners: Floats, colour: tuple[int, int, int], width: int) -> None:
    cv2.polylines(image, [np.round(corners * 8).astype(np.int32)], True, colour, width, cv2.LINE_AA, 3)


def _write(image: Image, middle: Floats, words: str, colour: tuple[int, int, int]) -> None:
    (width, height), _ = cv2.getTextSize(words, cv2.FONT_HERSHEY_SIMPLEX, 0.4, 1)
    at = (round(float(middle[0]) - width / 2), round(float(middle[1]) + height / 2))
    cv2.putText(image, words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.4, (0, 0, 0), 3, cv2.LINE_AA)
    cv2.putText(image, words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.4, colour, 1, cv2.LINE_AA)

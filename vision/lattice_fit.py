"""Where each tile lies in the lattice: the board, and what lies apart from it.

Tiles that share sides hang together; the largest group is the board. A map fitted to it then finds what shares no side
with the board but lies on its lattice all the same, tells where a tile may have been missed, and confirms the rest.
Whatever could be understood in two ways is said as a doubt: a wrong cell is worse than a question.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tileref.calibration.lens import CameraCalibration
from tileref.vision.lattice_groups import (
    STEPS,
    TURNS,
    Groups,
    Triangle,
    cells_of,
    grow_groups,
    move,
    nearest_cells,
    to_triangle,
    xy_of,
)
from tileref.vision.lattice_map import LatticeMap, fit_map
from tileref.vision.lattice_reading import (
    BoardTile,
    LatticeDoubt,
    LatticeReading,
    NoLattice,
    Suspect,
    Why,
)
from tileref.vision.side_graph import SharedSide, SideGraph, are_tiles, relate_tiles
from tileref.vision.tiles import HARDLY, TileOutline

Floats = NDArray[np.float64]
Indices = tuple[int, ...]

_TURNED = np.array([[0, 1, 2], [1, 2, 0], [2, 0, 1]])

__all__ = [
    "BoardTile",
    "LatticeDoubt",
    "LatticeReading",
    "LatticeSettings",
    "NoLattice",
    "Suspect",
    "Why",
    "fit_lattice",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class LatticeSettings:
    """What counts as touching, in sides of a tile."""

    face_up: float = 0.5
    """Too low: tiles of the well join the board; too high: tiles of the board fall out of it."""
    face_unclear: float = 0.3
    """So far round `face_up` the face is in doubt. Too low: a slip is believed; too high: needless questions."""
    stretch: float = 4.5
    """Too low: tiles seen at a flat angle are thrown away; too high: slivers are taken for tiles."""
    link: float = 0.25
    """Sides further apart are not shared. Too low: ill-laid boards fall apart; too high: loose tiles are drawn in."""
    neat: float = 0.06
    """Sides whose middles are this near are never asked about. Too low: noise raises questions; too high: a tile
    merely near a neat board is taken for laid."""
    few: float = 0.08
    """As `neat`, while there are too few sides to know how neat the hands are."""
    outlier: float = 4.0
    """Sides whose middles are so many standard deviations further apart than is usual on this board are asked about.
    Too low: needless questions; too high: a tile merely near an ill-laid board is taken for laid."""
    sloppy: float = 0.2
    """Sides with ends this far apart are always asked about. Too low or high: as `outlier`, for tiles laid askew."""
    join: float = 0.13
    """What shares no side but lies this near to the lattice is on it. Too low: a tile laid corner to corner, or cut
    off by a missed one, counts as loose; too high: a loose one is drawn in."""
    off: float = 0.2
    """A tile further off where the others would have it is asked about. Too low: a bent lens raises questions; too
    high: false triangles along a side of the board are believed."""
    far_off: float = 0.4
    """A tile this far off that hangs on by one side is not of the board. Too low: a tile with one corner hidden falls
    out of it; too high: false triangles stay in."""
    fold: float = 0.3
    """Neighbours further from mirror images of each other are asked about. Too low: a camera close to the table raises
    questions; too high: false triangles along a side of a small board are believed."""
    near: float = 0.2
    """A loose tile nearer to the board is asked about. Too low: a tile laid carelessly is ignored; too high: a crowded
    table is all questions."""
    overlap: float = 0.2
    """Tiles deeper in each other cannot both lie on the table. Too low: corners read a little outside raise questions;
    too high: false triangles across the board are believed."""
    doubled: float = 0.25
    """Triangles whose centres are nearer are one tile, found twice. Too low: it counts twice; too high: a false
    triangle passes for a second look at a tile and is dropped without a word."""
    rival: float = 0.5
    """A second group this large against the board makes it unclear which is the board. Too low: two loose tiles side
    by side question every small board; too high: a board of another table is believed."""
    odd: float = 0.5
    """Where there is no lattice, what is larger or smaller than tiles there by this, in logarithms of sides, is none.
    Too low: near and far tiles of a table seen askew are left out; too high: patterns of the cloth are not."""
    scatter: int = 8
    """So many tiles, none beside another, are no board. Too low: an opening tile among loose ones is not seen as the
    board; too high: one of many scattered tiles is called the board."""


def fit_lattice(
    outlines: Sequence[TileOutline],
    *,
    middle_image: tuple[float, float] | None = None,
    lens: CameraCalibration | None = None,
    settings: LatticeSettings = LatticeSettings(),
) -> LatticeReading | NoLattice:
    """The lattice of the face-up tiles among these outlines.

    The middle of the picture decides between groups of one size; where nobody says, the middle of the outlines does.
    Outlines are straightened where the lens is known, but what comes out is in pixels of the picture all the same.
    """
    if lens is None:
        return _fit(outlines, middle_image, settings)
    straight = [replace(outline, corners=lens.undistort_points(outline.corners)) for outline in outlines]
    if middle_image:
        x, y = lens.undistort_points(np.array([middle_image]))[0].tolist()
        middle_image = x, y
    reading = _fit(straight, middle_image, settings)
    return reading.seen_through(lens, outlines) if isinstance(reading, LatticeReading) else reading


def _fit(
    outlines: Sequence[TileOutline], middle_image: tuple[float, float] | None, settings: LatticeSettings
) -> LatticeReading | NoLattice:
    fit = _Fit(outlines, settings)
    fit.leave_out_overlaps()
    if not fit.up:
        return fit.no_lattice("no tile lies face up")
    groups = fit.group()
    first = fit.choose_board(groups, middle_image)
    if first is None:
        return fit.no_lattice(f"{len(fit.up)} tiles lie face up and none beside another")
    return fit.read(groups, first)


class _Fit:
    """One fit under way: what is known so far, step by step."""

    def __init__(self, outlines: Sequence[TileOutline], settings: LatticeSettings) -> None:
        self.outlines = tuple(outlines)
        self.settings = settings
        self.doubts: list[LatticeDoubt] = []
        self.doubled: set[int] = set()
        self.corners = np.array([o.corners for o in outlines], np.float64).reshape(-1, 3, 2)
        face = np.array([o.face_up for o in outlines])
        good = are_tiles(self.corners, stretch=settings.stretch)
        # The graph is made of what can be a tile; `ids` leads back to the outlines.
        self.ids = np.nonzero(good)[0]
        self.graph: SideGraph = relate_tiles(self.corners[self.ids])
        self.pairs = self.ids[self.graph.pairs] if len(self.graph.pairs) else np.empty((0, 2), np.int64)
        is_up = face >= settings.face_up
        self.up: list[int] = [int(tile) for tile in np.nonzero(good & is_up)[0]]
        self.down = {int(tile) for tile in np.nonzero(good & ~is_up)[0]}
        self.apart: list[int] = [int(tile) for tile in np.nonzero(~good & is_up)[0]]
        if self.apart:
            self.doubt(Why.SHAPE, self.apart)
        unclear = np.abs(face - settings.face_up) < settings.face_unclear
        if unclear.any():
            self.doubt(Why.FACE, np.nonzero(unclear)[0].tolist())

    def doubt(self, why: Why, tiles: Sequence[int]) -> None:
        self.doubts.append(LatticeDoubt(why, tuple(sorted(tiles))))

    def no_lattice(self, reason: str) -> NoLattice:
        # Nothing says how large a tile is, so that what hardly is one cannot prove to be.
        hardly = {tile for tile, outline in enumerate(self.outlines) if outline.tileness < HARDLY}
        flat = set(range(len(self.outlines))) - set(self.ids.tolist())
        strange = tuple(sorted({*hardly, *flat, *self.odd_sizes()} - self.doubled))
        return NoLattice(reason, tuple(dict.fromkeys(self.doubts)), tuple(sorted(self.doubled)), strange)

    def leave_out_overlaps(self) -> None:
        """Of triangles that cannot both be tiles keep the likelier one."""
        overlapping = np.nonzero(self.graph.gaps < -self.settings.overlap)[0].tolist()
        if not overlapping:
            return
        # A tile that lies well along others is likelier one than a triangle that does not.
        ways = Counter(tile for side in self.sides(self.settings.few) for tile in (side.tile, side.other))
        worth = {tile: self.outlines[tile].tileness + 0.15 * min(ways[tile], 3) for tile in self.ids.tolist()}
        gone: set[int] = set()
        for at in sorted(overlapping, key=lambda at: -max(worth[tile] for tile in self.pairs[at].tolist())):
            better, worse = sorted(self.pairs[at].tolist(), key=lambda tile: -worth[tile])
            face_down = len(self.down & {better, worse})
            if better in gone or worse in gone:
                continue
            if self.is_one_tile(at):
                gone.add(worse)
                self.doubled.add(worse)
                if face_down == 1:
                    self.doubt(Why.FACE, (better,))
            elif face_down == 0:
                gone.add(worse)
                self.apart.append(worse)
                self.doubt(Why.OVERLAP, (better, worse))
            elif face_down == 1:
                self.doubt(Why.OVERLAP, (better, worse))
        self.up = [tile for tile in self.up if tile not in gone]
        self.down -= gone

    def is_one_tile(self, pair: int) -> bool:
        """Whether two triangles have one place and one size, so that one is merely a second look at the other."""
        areas = np.abs(np.linalg.det(self.corners[self.pairs[pair], 1:] - self.corners[self.pairs[pair], :1]))
        near = self.graph.distances[pair] < self.settings.doubled
        return bool(near and areas.max() < 1.6 * areas.min())

    def sides(self, tolerance: float) -> list[SharedSide]:
        """The shared sides, by the numbers of the outlines."""
        return [
            side._replace(tile=int(self.ids[side.tile]), other=int(self.ids[side.other]))
            for side in self.graph.shared_sides(tolerance)
        ]

    def group(self) -> Groups:
        taking_part = set(self.up)
        self.shared = [
            side for side in self.sides(self.settings.link) if side.tile in taking_part and side.other in taking_part
        ]
        groups = grow_groups(self.up, len(self.outlines), self.shared)
        for side in groups.contradictions:
            self.doubt(Why.CONTRADICTION, (side.tile, side.other))
        return groups

    def choose_board(self, groups: Groups, middle_image: tuple[float, float] | None) -> Indices | None:
        """The largest group, of equals the one nearest to the middle; None where tiles are merely strewn."""
        largest = len(groups.members[0])
        if largest == 1 and len(self.up) >= self.settings.scatter:
            return None
        middle = np.array(middle_image) if middle_image else self.corners[self.ids].mean(axis=(0, 1))
        equals = [group for group in groups.members if len(group) == largest]
        board = min(
            equals, key=lambda group: float(np.linalg.norm(self.corners[list(group)].mean(axis=(0, 1)) - middle))
        )
        if largest == 1 and len(self.up) > 1:
            self.doubt(Why.APART, self.up)
        return board

    def read(self, groups: Groups, first: Indices) -> LatticeReading:
        """The reading with this group as the board, or the beginning of it."""
        vertices = _turned_upright(groups.vertices, first, self.corners)
        board = list(first)
        lattice = self.map_of(board, vertices)
        others = [group for group in groups.members if group != first]
        if len(board) > 1:
            lattice = self.join(board, others, vertices, lattice)
        lattice = self.leave_out_misfits(board, vertices, lattice)
        self.doubt_gaps(groups, board, vertices)
        on_board = set(board)
        for group in others:
            if len(group) > 1 and len(group) >= self.settings.rival * len(board) and on_board.isdisjoint(group):
                self.doubt(Why.RIVAL, group)
        loose = sorted({*self.up, *self.apart} - on_board)
        self.doubt_near(on_board, set(loose))
        tiles = _board_tiles(board, vertices, self.corners)
        return LatticeReading(
            outlines=self.outlines,
            board=tiles,
            loose=tuple(loose),
            doubled=tuple(sorted(self.doubled)),
            strangeness=self.strangeness(on_board, lattice),
            groups=(first, *others),
            suspects=_suspects(tiles, lattice),
            doubts=tuple(dict.fromkeys(self.doubts)),
            lattice=lattice,
        )

    def strangeness(self, on_board: set[int], lattice: LatticeMap) -> tuple[float | None, ...]:
        """How far each outline that lies apart is from the size and shape of a tile there."""
        off = np.full(len(self.outlines), np.inf)
        off[self.ids] = lattice.strangeness(self.corners[self.ids])
        left_out = on_board | self.doubled
        return tuple(None if tile in left_out else each for tile, each in enumerate(off.tolist()))

    def odd_sizes(self) -> Indices:
        """Where no lattice says how large a tile looks, what is much larger or smaller than most say it is there."""
        if len(self.ids) < self.settings.scatter:
            return ()
        corners = self.corners[self.ids]
        sides = 0.5 * np.log(np.abs(np.linalg.det(corners[:, 1:] - corners[:, :1])))
        weights = np.array([self.outlines[tile].tileness for tile in self.ids])
        order = np.argsort(sides)
        usual = sides[order][np.searchsorted(np.cumsum(weights[order]), weights.sum() / 2)]
        # Over a table seen askew the logarithm of a side changes about evenly.
        middles = corners.mean(axis=1)
        spread = np.maximum(middles.std(axis=0), 1.0)
        design = np.concatenate([np.ones((len(sides), 1)), (middles - middles.mean(axis=0)) / spread], axis=1)
        expected = np.full(len(sides), usual)
        for _ in range(3):
            near = np.abs(sides - expected) < self.settings.odd
            if near.sum() < 2 * design.shape[1]:
                break
            expected = design @ np.linalg.lstsq(design[near], sides[near], rcond=None)[0]
        return tuple(self.ids[np.abs(sides - expected) > self.settings.odd].tolist())

    def map_of(self, board: list[int], vertices: NDArray[np.int64]) -> LatticeMap:
        return fit_map(xy_of(vertices[board]).reshape(-1, 2), self.corners[board].reshape(-1, 2))

    def join(
        self, board: list[int], others: list[Indices], vertices: NDArray[np.int64], lattice: LatticeMap
    ) -> LatticeMap:
        """Take in the groups that share no side with the board but lie on its lattice, corner to corner."""
        left = list(others)
        while left:
            tiles = [tile for group in left for tile in group]
            xy_lattice = lattice.to_lattice(self.corners[tiles].reshape(-1, 2)).reshape(-1, 3, 2)
            nearest, off = nearest_cells(xy_lattice)
            taken = set(cells_of(vertices[board]))
            touched = {tuple(vertex) for vertex in vertices[board].reshape(-1, 2).tolist()}
            candidates = sorted(
                (float(away), tile, to_triangle(triangle))
                for tile, away, triangle in zip(tiles, off, nearest, strict=True)
                if away <= self.settings.join
            )
            for _, tile, triangle in candidates:
                group = next(group for group in left if tile in group)
                if touched.isdisjoint(triangle):
                    continue
                moved = np.array(move(map(to_triangle, vertices[list(group)]), to_triangle(vertices[tile]), triangle))
                if taken.isdisjoint(cells_of(moved)):
                    break
            else:
                self.doubt_strays(touched, [(tile, triangle) for _, tile, triangle in candidates])
                return lattice
            beside = any(not taken.isdisjoint(cell.neighbours) for cell in cells_of(moved))
            vertices[list(group)] = moved
            board += group
            left.remove(group)
            self.doubt(Why.OFF_LATTICE if beside else Why.NO_SIDE, group)
            lattice = self.map_of(board, vertices)
        return lattice

    def doubt_strays(self, touched: set[tuple[int, ...]], strays: list[tuple[int, Triangle]]) -> None:
        """Ask about loose tiles on the lattice a step from the board: the tiles between may have been missed."""
        for tile, triangle in strays:
            if any((x + right, y + up) in touched for x, y in triangle for right, up in STEPS):
                self.doubt(Why.NEAR, (tile,))

    def leave_out_misfits(self, board: list[int], vertices: NDArray[np.int64], lattice: LatticeMap) -> LatticeMap:
        """What hangs on by one side and does not lie where the rest would have it does not belong to the board."""
        if len(board) < 5:
            return lattice
        misfits = lattice.misfits()
        off = {tile: misfit for tile, misfit in zip(board, misfits, strict=True) if misfit > self.settings.off}
        if not off:
            return lattice
        ways = Counter(tile for side in self.shared for tile in (side.tile, side.other))
        for tile, misfit in off.items():
            self.doubt(Why.OFF_LATTICE, (tile,))
            if misfit > self.settings.far_off and ways[tile] < 2 and len(board) > 5:
                board.remove(tile)
        return self.map_of(board, vertices)

    def doubt_gaps(self, groups: Groups, board: list[int], vertices: NDArray[np.int64]) -> None:
        """Ask about tiles laid with a wider gap than the rest, and about cells that touch where tiles do not."""
        on_board = set(board)
        shared = {frozenset((side.tile, side.other)): side.shift for side in self.shared}
        inside = [shift for pair, shift in shared.items() if pair <= on_board]
        limit = self.settings.few
        if len(inside) >= 4:
            usual = float(np.median(inside))
            # 1.48 times the median deviation is the standard deviation where errors are normal.
            spread = 1.48 * float(np.median(np.abs(np.array(inside) - usual)))
            limit = max(usual + self.settings.outlier * spread, self.settings.neat)
        for joint in groups.joints:
            if not {joint.side.tile, joint.side.other} <= on_board:
                continue
            if joint.side.shift > limit or joint.side.misfit > self.settings.sloppy:
                self.doubt(Why.GAP, joint.smaller)
            if joint.side.fold > self.settings.fold:
                self.doubt(Why.OFF_LATTICE, (joint.side.tile, joint.side.other))
        at = {(x, y): tile for tile, (x, y) in zip(board, vertices[board].sum(axis=1).tolist(), strict=True)}
        # The cell across a side, as the sum of its corners: twice those of the side less the one opposite.
        across = 2 * vertices[board].sum(axis=1, keepdims=True) - 3 * vertices[board]
        for tile, keys in zip(board, across.tolist(), strict=True):
            for x, y in keys:
                other = at.get((x, y), -1)
                if other > tile and frozenset((tile, other)) not in shared:
                    self.doubt(Why.CONTRADICTION, (tile, other))

    def doubt_near(self, on_board: set[int], loose: set[int]) -> None:
        """Ask about loose tiles close to the board and about face-down ones that lie in it."""
        close = np.nonzero(self.graph.gaps < self.settings.near)[0]
        best = self.graph.misfits[close].min(axis=(1, 2)) if len(close) else ()
        for (one, other), misfit in zip(self.pairs[close].tolist(), best, strict=True):
            for tile, neighbour in ((one, other), (other, one)):
                if neighbour in on_board and tile in loose:
                    self.doubt(Why.NEAR, (tile,))
                if neighbour in on_board and tile in self.down and misfit < self.settings.few:
                    self.doubt(Why.FACE, (tile,))


def _turned_upright(vertices: NDArray[np.int64], group: Indices, corners: Floats) -> NDArray[np.int64]:
    """The lattice of a group turned so that its x axis runs right in the picture, a cell U in its middle the origin."""
    tiles = list(group)
    xy, xy_image = xy_of(vertices[tiles]).reshape(-1, 2), corners[tiles].reshape(-1, 2)
    design = np.concatenate([xy, np.ones((len(xy), 1))], axis=1)
    image_from_lattice = np.linalg.lstsq(design, xy_image, rcond=None)[0][:2].T
    angles = np.arange(6) * np.pi / 3
    # After a turn by k the x axis is what lay k · 60° clockwise of it.
    axes = image_from_lattice @ np.stack([np.cos(angles), -np.sin(angles)])
    rightness = axes[0] / np.linalg.norm(axes, axis=0)
    # A tile alone is U by agreement: what is U stays so by every other turn.
    turn = max(range(0, 6, 1 if len(tiles) > 1 else 2), key=lambda k: float(rightness[k]))
    turned = vertices @ TURNS[turn].T
    cells = cells_of(turned[tiles])
    centres = corners[tiles].mean(axis=1)
    middle = centres.mean(axis=0)
    nearest = min(
        (at for at, cell in enumerate(cells) if cell.point == "U"),
        key=lambda at: float(np.linalg.norm(centres[at] - middle)),
    )
    return np.asarray(turned - np.array([cells[nearest].x, cells[nearest].y]))


def _board_tiles(board: list[int], vertices: NDArray[np.int64], corners: Floats) -> tuple[BoardTile, ...]:
    tiles = []
    for tile, cell, triangle in zip(board, cells_of(vertices[board]), vertices[board], strict=True):
        turn = to_triangle(triangle).index(cell.corners[0])
        tiles.append(BoardTile(tile, cell, turn, corners[tile][_TURNED[turn]]))
    return tuple(tiles)


def _suspects(board: tuple[BoardTile, ...], lattice: LatticeMap) -> tuple[Suspect, ...]:
    taken = {tile.cell for tile in board}
    beside = Counter(cell for tile in board for cell in tile.cell.neighbours if cell not in taken)
    cells = sorted(cell for cell, count in beside.items() if count >= 2)
    if not cells:
        return ()
    xy_image = lattice.to_image(np.array([vertex.xy for cell in cells for vertex in cell.corners]))
    return tuple(Suspect(cell, corners) for cell, corners in zip(cells, xy_image.reshape(-1, 3, 2), strict=True))

"""The lattice of a picture, from corners as a finder gives them; no picture is drawn."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.typing import NDArray

from tests.strategies import seeds
from tileref.datasets.camera import Camera, look_at
from tileref.datasets.layout import Kind, LyingTile, lay_out_board, lay_tiles
from tileref.engine.triangles import ORIGIN, Cell, Chirality, Vertex
from tileref.vision.lattice_fit import LatticeReading, NoLattice, Why, fit_lattice
from tileref.vision.lattice_map import transform
from tileref.vision.lattice_reading import draw_lattice
from tileref.vision.tiles import TileOutline

Floats = NDArray[np.float64]
Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Table:
    """Outlines of a table and, for those of the board by number, the vertices under their corners."""

    outlines: tuple[TileOutline, ...]
    cells: dict[int, Cell]
    vertices: dict[int, tuple[Vertex, ...]]
    camera: Camera

    @property
    def middle(self) -> tuple[float, float]:
        return self.camera.width / 2, self.camera.height / 2

    def fit(self, outlines: Sequence[TileOutline] | None = None) -> LatticeReading:
        reading = fit_lattice(self.outlines if outlines is None else outlines, middle_image=self.middle)
        assert isinstance(reading, LatticeReading), reading
        return reading

    def shows(self, number: int) -> bool:
        corners = self.outlines[number].corners
        return bool((corners >= 0).all() and (corners < [self.camera.width, self.camera.height]).all())

    def without(self, gone: set[int]) -> "Table":
        kept = [number for number in range(len(self.outlines)) if number not in gone]
        again = {old: new for new, old in enumerate(kept)}
        return Table(
            tuple(self.outlines[number] for number in kept),
            {again[number]: cell for number, cell in self.cells.items() if number not in gone},
            {again[number]: corners for number, corners in self.vertices.items() if number not in gone},
            self.camera,
        )


def look(rng: Rng, tiles: Sequence[LyingTile], hardness: float) -> Camera:
    """A camera over a table, as the compositor sets it up."""
    width = int(rng.choice([640, 1024, 1600]))
    height = int(width * rng.choice([0.5625, 0.75, 1.333]))
    spots = np.concatenate([tile.corners for tile in tiles if tile.kind is Kind.BOARD])
    centre = (spots.max(axis=0) + spots.min(axis=0)) / 2
    reach = float(np.linalg.norm(spots - centre, axis=1).max()) + 0.3
    field = float(np.radians(rng.uniform(38, 78)))
    tilt = float(np.radians(rng.uniform(0, 14 + 41 * hardness)))
    fill = float(rng.uniform(0.3, 0.9))
    return look_at(
        width=width,
        height=height,
        target=(float(centre[0]), float(centre[1])),
        distance=max(1.6, reach / (np.tan(field / 2) * min(1.0, height / width) * fill) + reach * np.sin(tilt)),
        tilt=tilt,
        heading=float(rng.uniform(0, 2 * np.pi)),
        roll=float(rng.normal(0, 0.1)),
        field_of_view=field,
        bend=float(rng.uniform(-0.09, 0.03)),
    )


def see(
    rng: Rng, tiles: Sequence[LyingTile], camera: Camera, *, noise: float, thickness: float = 0.1
) -> tuple[list[TileOutline], dict[int, tuple[Vertex, ...]]]:
    """What a finder makes of tiles: corners off by a part of a side, beginning with any."""
    outlines, vertices = [], {}
    for number, tile in enumerate(tiles):
        order = np.roll(np.arange(3), int(rng.integers(3)))
        raised = np.concatenate([tile.corners, np.full((3, 1), thickness)], axis=1)
        xy_image = camera.distort(camera.project(raised))
        off = rng.normal(0, noise * side_of(xy_image), (3, 2))
        outlines.append(TileOutline((xy_image + off)[order], 0.98, 0.03 if tile.kind is Kind.FACEDOWN else 0.97))
        if tile.cell is not None:
            vertices[number] = tuple(tile.cell.corners[corner] for corner in order)
    return outlines, vertices


def side_of(corners: Floats) -> float:
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())


def lay(
    seed: int, *, size: int, hardness: float = 0.5, noise: float = 0.01, others: int = 0, gap: float | None = None
) -> Table:
    """A table with a board, and as many others loose and face down as there is room for."""
    rng = np.random.default_rng(seed)
    board = lay_out_board(rng, size, Chirality.CW)
    tiles = lay_tiles(
        rng,
        board,
        gap=float(rng.uniform(0.004, 0.03 + 0.04 * hardness)) if gap is None else gap,
        skew=float(rng.uniform(0, np.radians(4))),
        loose=int(rng.integers(0, others + 1)),
        facedown=int(rng.integers(0, others + 1)),
    )
    camera = look(rng, tiles, hardness)
    outlines, vertices = see(rng, tiles, camera, noise=noise)
    cells = {number: tile.cell for number, tile in enumerate(tiles) if tile.cell is not None}
    return Table(tuple(outlines), cells, vertices, camera)


def read_vertices(reading: LatticeReading) -> dict[int, tuple[Vertex, ...]]:
    return {
        tile.outline: tuple(tile.cell.corners[(corner - tile.turn) % 3] for corner in range(3))
        for tile in reading.board
    }


def is_same(truth: dict[int, tuple[Vertex, ...]], read: dict[int, tuple[Vertex, ...]]) -> bool:
    """Whether two lattices are one, but for a shift and one of the six turns."""
    if truth.keys() != read.keys():
        return False
    return any(_shift(turned, read) for turned in _turns(truth))


def _turns(lattice: dict[int, tuple[Vertex, ...]]) -> Iterator[dict[int, tuple[Vertex, ...]]]:
    for _ in range(6):
        lattice = {tile: tuple(Vertex(-y, x + y) for x, y in corners) for tile, corners in lattice.items()}
        yield lattice


def _shift(one: dict[int, tuple[Vertex, ...]], other: dict[int, tuple[Vertex, ...]]) -> bool:
    shifts = {(b.x - a.x, b.y - a.y) for tile in one for a, b in zip(one[tile], other[tile], strict=True)}
    return len(shifts) == 1


def reasons(reading: LatticeReading | NoLattice, tile: int) -> set[Why]:
    return {doubt.why for doubt in reading.doubts if tile in doubt.tiles}


hardnesses = st.sampled_from([0.0, 0.5, 1.0])
noises = st.sampled_from([0.0, 0.01, 0.02])
ROUGHLY = settings(max_examples=40)


@ROUGHLY
@given(seeds, st.integers(1, 44), hardnesses, noises)
def test_every_tile_of_the_board_gets_its_cell_and_loose_tiles_stay_loose(
    seed: int, size: int, hardness: float, noise: float
) -> None:
    table = lay(seed, size=size, hardness=hardness, noise=noise, others=6)
    reading = table.fit()
    assert is_same(table.vertices, read_vertices(reading))
    face_up = {number for number, outline in enumerate(table.outlines) if outline.face_up > 0.5}
    assert set(reading.loose) == face_up - table.vertices.keys()
    assert not reading.doubled


@ROUGHLY
@given(seeds, st.integers(10, 44), hardnesses)
def test_triangles_beside_the_board_that_are_no_tiles_of_this_table_are_strange_and_tiles_are_not(
    seed: int, size: int, hardness: float
) -> None:
    table = lay(seed, size=size, hardness=hardness, others=6)
    # A finder sees what is in the picture.
    table = table.without({at for at in range(len(table.outlines)) if at not in table.cells and not table.shows(at)})
    assert not table.fit().strange
    apart = [number for number in range(len(table.outlines)) if number not in table.cells]
    assume(apart)
    middle = {number: table.outlines[number].corners.mean(axis=0) for number in apart}
    for stretch in (np.diag([0.45, 0.45]), np.diag([2.2, 2.2]), np.diag([0.5, 2.0])):
        outlines = [
            replace(outline, corners=(outline.corners - middle[at]) @ stretch + middle[at]) if at in middle else outline
            for at, outline in enumerate(table.outlines)
        ]
        reading = table.fit(outlines)
        # What is drawn so large that it lies on another tile may be taken for a second look at that.
        assert set(apart) <= {*reading.strange, *reading.doubled}
        assert is_same(table.vertices, read_vertices(reading))


@ROUGHLY
@given(seeds, hardnesses)
def test_among_strewn_tiles_what_is_much_smaller_than_they_are_is_strange(seed: int, hardness: float) -> None:
    rng = np.random.default_rng(seed)
    spots = np.array([(2.0 * x, 2.0 * y) for x in range(4) for y in range(3)]) + rng.uniform(-0.4, 0.4, (12, 2))
    turns = rng.uniform(0, 2 * np.pi, 12)[:, None] - np.arange(3) * 2 * np.pi / 3
    corners = spots[:, None] + 3**-0.5 * np.stack([np.cos(turns), np.sin(turns)], axis=2)
    tiles = [LyingTile(Kind.BOARD, each, (0, 0, 0)) for each in corners]
    camera = look(rng, tiles, hardness)
    outlines, _ = see(rng, tiles, camera, noise=0.01)
    found = fit_lattice(outlines)
    assert isinstance(found, NoLattice)
    assert not found.strange
    small = [
        replace(each, corners=each.corners.mean(axis=0) + (each.corners - each.corners.mean(axis=0)) * 0.3 + 0.8)
        for each in outlines[:5]
    ]
    again = fit_lattice([*outlines[5:], *small])
    assert isinstance(again, NoLattice)
    assert set(again.strange) == set(range(7, 12))


@ROUGHLY
@given(seeds, st.integers(2, 44), hardnesses)
def test_the_corners_of_a_board_tile_are_those_of_its_cell_in_order(seed: int, size: int, hardness: float) -> None:
    table = lay(seed, size=size, hardness=hardness)
    reading = table.fit()
    for tile in reading.board:
        given_corners = table.outlines[tile.outline].corners
        assert np.array_equal(np.roll(given_corners, -tile.turn, axis=0), tile.corners)
        xy_lattice = np.array([vertex.xy for vertex in tile.cell.corners])
        side = side_of(tile.corners)
        assert np.linalg.norm(reading.lattice.to_image(xy_lattice) - tile.corners, axis=1).max() < 0.15 * side
        assert np.abs(reading.lattice.to_lattice(tile.corners) - xy_lattice).max() < 0.15
        # The homography knows nothing of the lens and may be further off.
        assert np.linalg.norm(transform(reading.H_image_from_lattice, xy_lattice) - tile.corners, axis=1).max() < side


@ROUGHLY
@given(seeds, st.integers(5, 44), hardnesses, st.integers(1, 3))
def test_what_is_said_without_a_doubt_is_right_even_if_tiles_were_missed(
    seed: int, size: int, hardness: float, missed: int
) -> None:
    whole = lay(seed, size=size, hardness=hardness)
    gone = np.random.default_rng(seed).choice(sorted(whole.cells), min(missed, len(whole.cells) - 2), replace=False)
    table = whole.without({int(tile) for tile in gone})
    reading = fit_lattice(table.outlines, middle_image=table.middle)
    if not isinstance(reading, LatticeReading) or reading.doubts:
        return
    assert is_same(table.vertices, read_vertices(reading))


@ROUGHLY
@given(seeds, st.integers(10, 44), hardnesses)
def test_a_missed_tile_beside_two_others_is_suspected_where_it_lies(seed: int, size: int, hardness: float) -> None:
    whole = lay(seed, size=size, hardness=hardness)
    taken = set(whole.cells.values())
    inner = [tile for tile, cell in whole.cells.items() if sum(beside in taken for beside in cell.neighbours) > 1]
    # Hexagons make a board that stays in one piece without one of their tiles.
    ringed = [tile for tile in inner if any(all(cell in taken for cell in v.cells) for v in whole.cells[tile].corners)]
    assume(ringed)
    missed = ringed[0]
    reading = whole.without({missed}).fit()
    corners = whole.outlines[missed].corners
    off = [
        np.linalg.norm(np.roll(suspect.corners, turn, axis=0) - corners, axis=1).max() / side_of(corners)
        for suspect in reading.suspects
        for turn in range(3)
    ]
    assert min(off) < 0.2


@ROUGHLY
@given(seeds, st.integers(4, 40), hardnesses)
def test_a_tile_found_twice_counts_once(seed: int, size: int, hardness: float) -> None:
    table = lay(seed, size=size, hardness=hardness)
    rng = np.random.default_rng(seed)
    corners = table.outlines[0].corners
    again = np.roll(corners + rng.normal(0, 0.02 * side_of(corners), (3, 2)), 1, axis=0)
    reading = table.fit([*table.outlines, TileOutline(again, 0.6, 0.97)])
    assert reading.doubled == (len(table.outlines),)
    assert is_same(table.vertices, read_vertices(reading))


@ROUGHLY
@given(seeds, st.integers(4, 40), hardnesses)
def test_a_triangle_made_of_four_tiles_does_not_disturb_the_board(seed: int, size: int, hardness: float) -> None:
    table = lay(seed, size=size, hardness=hardness)
    corners = table.outlines[0].corners
    middle = corners.mean(axis=0)
    large = TileOutline(middle - 2 * (corners - middle), 0.9, 0.97)
    reading = table.fit([*table.outlines, large])
    assert is_same(table.vertices, read_vertices(reading))
    assert Why.OVERLAP in reasons(reading, len(table.outlines))


def beside(table: Table, *, along: float = 0.0, away: float = 0.0, turn: float = 0.0) -> TileOutline:
    """A tile laid against an open side of the board, but shifted along it, away from it, and turned; in sides."""
    reading = table.fit()
    taken = {tile.cell for tile in reading.board}
    cell, side = next(
        (tile.cell, side)
        for tile in reading.board
        for side, open_cell in enumerate(tile.cell.neighbours)
        # Where there is nothing else that it might lie along.
        if sum(near in taken for near in open_cell.neighbours) == 1 and open_cell not in taken
    )
    a, b, c = (np.array(cell.corners[(side + step) % 3].xy) for step in range(3))
    across = (a + b) / 2 - c
    laid = np.array([b, a, a + b - c]) + along * (b - a) + away * across / np.linalg.norm(across)
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    centre = laid.mean(axis=0)
    return TileOutline(reading.lattice.to_image(centre + (laid - centre) @ rotation.T), 0.98, 0.97)


@pytest.mark.parametrize("seed", range(6))
def test_a_tile_shifted_by_half_a_side_is_loose_and_asked_about(seed: int) -> None:
    table = lay(seed, size=6, gap=0.01)
    reading = table.fit([*table.outlines, beside(table, along=0.5, away=0.03)])
    assert len(table.outlines) in reading.loose
    assert reasons(reading, len(table.outlines)) & {Why.NEAR, Why.OVERLAP}


@pytest.mark.parametrize("seed", range(6))
def test_a_turned_tile_near_the_board_is_loose_and_asked_about(seed: int) -> None:
    table = lay(seed, size=6, gap=0.01)
    reading = table.fit([*table.outlines, beside(table, away=0.25, turn=0.5)])
    assert len(table.outlines) in reading.loose
    assert reasons(reading, len(table.outlines)) & {Why.NEAR, Why.OVERLAP}


@pytest.mark.parametrize("seed", range(6))
def test_a_tile_that_lies_further_off_a_neat_board_than_the_rest_is_asked_about(seed: int) -> None:
    table = lay(seed, size=12, gap=0.01)
    reading = table.fit([*table.outlines, beside(table, away=0.12)])
    assert reasons(reading, len(table.outlines)) & {Why.GAP, Why.NEAR}


@pytest.mark.parametrize("seed", range(6))
def test_a_tile_laid_to_the_board_belongs_to_it_without_a_doubt(seed: int) -> None:
    table = lay(seed, size=12, gap=0.01)
    reading = table.fit([*table.outlines, beside(table, away=0.01, turn=0.01)])
    assert len(table.outlines) in read_vertices(reading)
    assert not reading.doubts


@ROUGHLY
@given(seeds, st.integers(4, 30), hardnesses)
def test_a_tile_that_touches_at_a_corner_only_is_on_the_board_and_asked_about(
    seed: int, size: int, hardness: float
) -> None:
    table = lay(seed, size=size, hardness=hardness)
    before = table.fit()
    taken = {tile.cell for tile in before.board}
    touching = sorted(
        cell
        for vertex in {vertex for cell in taken for vertex in cell.corners}
        for cell in vertex.cells
        if cell not in taken and taken.isdisjoint(cell.neighbours)
    )
    assume(touching)
    xy_lattice = np.array([vertex.xy for vertex in touching[0].corners])
    outline = TileOutline(before.lattice.to_image(xy_lattice), 0.98, 0.97)
    reading = table.fit([*table.outlines, outline])
    assert len(table.outlines) in read_vertices(reading)
    assert reasons(reading, len(table.outlines)) == {Why.NO_SIDE}


def test_two_groups_the_larger_is_the_board() -> None:
    table, other = lay(3, size=9), lay(4, size=3)
    far = [
        TileOutline(outline.corners / side_of(outline.corners) * 60 + 5000, 0.98, 0.97) for outline in other.outlines
    ]
    reading = table.fit([*far, *table.outlines])
    assert {tile.outline for tile in reading.board} == set(range(3, 12))
    assert reading.loose == (0, 1, 2)


def test_a_tile_alone_lies_at_the_origin() -> None:
    for turn in np.linspace(0, 2 * np.pi, 12, endpoint=False):
        reading = fit_lattice([TileOutline(triangle(300, 200, 50, turn), 0.99, 0.99)])
        assert isinstance(reading, LatticeReading)
        assert [tile.cell for tile in reading.board] == [ORIGIN]
        assert not reading.doubts


def test_one_of_a_few_tiles_that_lie_apart_is_the_board_but_in_doubt() -> None:
    outlines = [TileOutline(triangle(x, 200, 50, x), 0.99, 0.99) for x in (100, 340, 600)]
    reading = fit_lattice(outlines, middle_image=(320, 240))
    assert isinstance(reading, LatticeReading)
    assert [tile.outline for tile in reading.board] == [1]
    assert reading.loose == (0, 2)
    assert reasons(reading, 0) == {Why.APART}


def test_where_no_board_is_the_reason_is_said_and_falsy() -> None:
    strewn = [TileOutline(triangle(200 * x, 200 * y, 50, x + y), 0.99, 0.99) for x in range(3) for y in range(4)]
    face_down = [TileOutline(triangle(200, 200, 50, 0), 0.99, 0.01)]
    for outlines, reason in (
        ([], "no tile lies face up"),
        (face_down, "no tile lies face up"),
        (strewn, "12 tiles lie face up and none beside another"),
    ):
        reading = fit_lattice(outlines)
        assert not reading
        assert isinstance(reading, NoLattice)
        assert reading.reason == reason


def test_face_down_tiles_take_no_part_but_one_in_the_board_is_asked_about() -> None:
    table = lay(5, size=10)
    turned = TileOutline(table.outlines[9].corners, 0.98, 0.05)
    reading = table.fit([*table.outlines[:9], turned])
    assert 9 not in read_vertices(reading)
    assert 9 not in reading.loose
    assert reasons(reading, 9) == {Why.FACE}
    unclear = table.fit([*table.outlines[:9], TileOutline(turned.corners, 0.98, 0.6)])
    assert reasons(unclear, 9) == {Why.FACE}


@ROUGHLY
@given(seeds, st.integers(2, 30))
def test_the_order_of_outlines_and_corners_does_not_matter(seed: int, size: int) -> None:
    table = lay(seed, size=size)
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(table.outlines))
    shuffled = [
        TileOutline(np.roll(table.outlines[number].corners, int(rng.integers(3)), axis=0), 0.98, 0.97)
        for number in order
    ]
    here, there = table.fit(), table.fit(shuffled)
    assert len(here.suspects) == len(there.suspects)
    cells = {int(order[tile.outline]): tile.cell for tile in there.board}
    assert cells == {tile.outline: tile.cell for tile in here.board}


@settings(max_examples=60)
@given(
    hnp.arrays(
        np.float64,
        st.tuples(st.integers(0, 12), st.just(3), st.just(2)),
        elements=st.floats(allow_nan=True, allow_infinity=True, width=32) | st.integers(0, 9).map(lambda n: 40.0 * n),
    )
)
def test_whatever_the_outlines_each_that_lies_face_up_is_accounted_for(corners: Floats) -> None:
    outlines = [TileOutline(triangle, 0.9, 0.9) for triangle in corners]
    reading = fit_lattice(outlines)
    if isinstance(reading, LatticeReading):
        found = [*(tile.outline for tile in reading.board), *reading.loose, *reading.doubled]
        assert sorted(found) == list(range(len(outlines)))
        assert len({tile.cell for tile in reading.board}) == len(reading.board)


def test_drawing_leaves_the_picture_as_it_was() -> None:
    table = lay(7, size=12, others=4)
    image = np.full((table.camera.height, table.camera.width, 3), 90, np.uint8)
    for reading in (table.fit(), fit_lattice([])):
        drawn = draw_lattice(image, reading)
        assert (image == 90).all()
        assert (drawn != 90).any()


def triangle(x: float, y: float, radius: float, turn: float) -> Floats:
    """A tile seen from straight above, clockwise as a picture shows it."""
    angles = turn + np.arange(3) * 2 * np.pi / 3
    return np.array([x, y]) + radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)

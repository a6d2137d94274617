"""What the tiles of a picture are, from readings made up with noise; no picture is drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.strategies import lay_out, seeds
from tileref.engine.triangles import Board, Cell, Chirality, Digits, Placement, tile_of, tile_set
from tileref.vision.joint_reading import Doubt, JointReading, ReadingDoubt, decide_tiles
from tileref.vision.lattice_fit import LatticeReading, NoLattice, fit_lattice
from tileref.vision.observed import ObservedPicture, observe_picture
from tileref.vision.tiles import TileOutline, TileSighting

Floats = NDArray[np.float64]
CLEAR = 9.0
FAIR = 5.0
POOR = 3.5

ROUGHLY = settings(max_examples=40)
some_boards = st.builds(lay_out, seeds, st.integers(1, 40), st.just(Chirality.CW))


def sight(
    outline: TileOutline, digits: Digits, *, clarity: float | Sequence[float] = CLEAR, rng: np.random.Generator
) -> TileSighting:
    """What a calibrated reader makes of digits: a mark drowns in noise as its clarity, in standard deviations, falls.

    The values are the probabilities given what was seen, exactly.
    """
    signal = np.broadcast_to(np.asarray(clarity, float), (3,))[:, None]
    heard = signal * np.eye(6)[list(digits)] + rng.normal(0, 1, (3, 6))
    odds = np.exp(signal * (heard - heard.max(axis=1, keepdims=True)))
    values = odds / odds.sum(axis=1, keepdims=True)
    return TileSighting(outline, values, np.full(3, 1e-4), np.zeros((3, 1), np.float32))


def outline_of(cell: Cell) -> TileOutline:
    corners = np.array([vertex.xy for vertex in cell.corners]) * [100, -100] + 1000
    return TileOutline(corners, 0.99, 0.99)


def sightings_of(
    tiles: Mapping[Cell, Digits], *, clarity: float = CLEAR, seed: int = 0, turned: bool = True
) -> list[TileSighting]:
    """Sightings of a board in the order of its tiles, each beginning with any corner."""
    rng = np.random.default_rng(seed)
    found = []
    for cell, digits in tiles.items():
        outline, turn = outline_of(cell), int(rng.integers(3)) if turned else 0
        outline = replace(outline, corners=np.roll(outline.corners, -turn, axis=0))
        a, b, c = digits[turn:] + digits[:turn]
        found.append(sight(outline, (a, b, c), clarity=clarity, rng=rng))
    return found


def lattice_of(sightings: Sequence[TileSighting]) -> LatticeReading:
    lattice = fit_lattice([sighting.outline for sighting in sightings])
    assert isinstance(lattice, LatticeReading), lattice
    return lattice


def decide(sightings: Sequence[TileSighting], *, pips: float = 0.0) -> JointReading:
    return decide_tiles(sightings, lattice_of(sightings), pips=pips)


def observe(sightings: Sequence[TileSighting]) -> ObservedPicture:
    """The picture, with every suspect cell looked at again."""
    lattice = lattice_of(sightings)
    return observe_picture(sightings, lattice, cleared=[suspect.cell for suspect in lattice.suspects])


def agrees(seen: JointReading | ObservedPicture, tiles: Mapping[Cell, Digits]) -> list[bool]:
    """For each tile whether it was read right: digits at corners, wherever the corners begin."""
    right = []
    for tile, (cell, digits) in zip(seen.tiles, tiles.items(), strict=True):
        at = {
            tuple(np.round(corner).tolist()): digit
            for corner, digit in zip(tile.corners, tile.digits or (), strict=True)
        }
        truth = {
            tuple(np.round(corner).tolist()): digit
            for corner, digit in zip(outline_of(cell).corners, digits, strict=True)
        }
        right.append(at == truth)
    return right


def why(seen: JointReading, tile: int) -> set[Doubt]:
    return {doubt.why for doubt in seen.doubts if doubt.sighting == tile}


def with_another(board: Board, seed: int) -> tuple[Board, Cell]:
    """The board with one of its tiles changed for one that does not lie there and does not fit, and where."""
    rng = np.random.default_rng(seed)
    left = set(tile_set(Chirality.CW)) - board.used
    choices = [
        (placement.cell, changed)
        for placement in board
        for corner in range(3)
        for digit in range(6)
        for changed in [(*placement.digits[:corner], digit, *placement.digits[corner + 1 :])]
        if tile_of((changed[0], changed[1], changed[2])) in left
    ]
    rng.shuffle(choices)
    for cell, (a, b, c) in choices:
        # The order stays, so that a tile is found by its number.
        after = Board([Placement(at, (a, b, c) if at == cell else digits) for at, digits in board.tiles.items()])
        if after.faults():
            return after, cell
    assume(False)
    raise AssertionError


@ROUGHLY
@given(some_boards, seeds)
def test_a_clear_board_is_read_as_it_lies_and_sure(board: Board, seed: int) -> None:
    seen = observe(sightings_of(board.tiles, seed=seed))
    assert all(agrees(seen, board.tiles))
    assert seen.sure
    assert seen.chirality is Chirality.CW
    # Any origin and any turn, but the same position.
    again = Board(Placement(cell, digits) for cell, digits in seen.board.items())
    assert (len(again), again.value, again.hexagons) == (len(board), board.value, board.hexagons)
    assert not again.faults()


@ROUGHLY
@given(some_boards, seeds, st.sampled_from([POOR, FAIR]))
def test_what_is_sure_is_right_however_poor_the_picture(board: Board, seed: int, clarity: float) -> None:
    seen = observe(sightings_of(board.tiles, clarity=clarity, seed=seed))
    for tile, right in zip(seen.tiles, agrees(seen, board.tiles), strict=True):
        assert right or not tile.sure
    assert not seen.sure or all(agrees(seen, board.tiles))


@ROUGHLY
@given(some_boards, seeds, st.sampled_from([POOR, FAIR, CLEAR]))
def test_an_illegal_tile_keeps_its_fault_or_is_asked_about(board: Board, seed: int, clarity: float) -> None:
    illegal, cell = with_another(board, seed)
    seen = observe(sightings_of(illegal.tiles, clarity=clarity, seed=seed))
    at = list(illegal.tiles).index(cell)
    assert agrees(seen, illegal.tiles)[at] or not seen.tiles[at].sure
    if seen.sure:
        assert Board(Placement(where, digits) for where, digits in seen.board.items()).faults()


@ROUGHLY
@given(some_boards, seeds, st.sampled_from([POOR, FAIR, CLEAR]))
def test_where_tiles_lie_never_changes_what_they_are_read_as(board: Board, seed: int, clarity: float) -> None:
    illegal, _ = with_another(board, seed)
    sightings = sightings_of(illegal.tiles, clarity=clarity, seed=seed, turned=False)
    with_neighbours = decide(sightings)
    alone = decide_tiles(sightings, NoLattice("nobody looked"))
    assert agrees(with_neighbours, illegal.tiles) == agrees(alone, illegal.tiles)
    for here, there in zip(with_neighbours.tiles, alone.tiles, strict=True):
        assert here.confidence == there.confidence
        assert here.digits is not None
        assert there.digits is not None
        assert tile_of(here.digits) == tile_of(there.digits)


def test_confidence_is_how_often_the_digits_are_right() -> None:
    found = []
    for seed in range(60):
        board = lay_out(seed, 30)
        seen = decide(sightings_of(board.tiles, clarity=POOR, seed=seed))
        found += [(tile.confidence, right) for tile, right in zip(seen.tiles, agrees(seen, board.tiles), strict=True)]
    confidence, right = np.array(found, float).T
    for low, high in ((0.3, 0.7), (0.7, 0.9), (0.9, 0.98), (0.98, 1.0)):
        inside = (confidence >= low) & (confidence <= high)
        assert inside.sum() > 50
        spread = 3.5 * np.sqrt(0.25 / inside.sum())
        assert abs(confidence[inside].mean() - right[inside].mean()) < spread


def test_deciding_together_reads_more_than_each_tile_alone() -> None:
    alone = together = 0
    for seed in range(30):
        board = lay_out(seed, 40)
        sightings = sightings_of(board.tiles, clarity=POOR, seed=seed, turned=False)
        best = [tuple(sighting.values.argmax(axis=1).tolist()) for sighting in sightings]
        alone += sum(read == digits for read, digits in zip(best, board.tiles.values(), strict=True))
        together += sum(agrees(decide(sightings), board.tiles))
    assert together > alone + 50


def row(*cells_and_digits: tuple[Cell, Digits]) -> dict[Cell, Digits]:
    return dict(cells_and_digits)


APART = [Cell(4 * number, 0, "U") for number in range(7)]


def read_apart(
    *digits: Digits, clarity: float = CLEAR, values: dict[tuple[int, int], Floats] | None = None
) -> JointReading:
    """A reading of tiles that lie apart, with the probabilities of some corners given, by tile and corner."""
    tiles = dict(zip(APART, digits, strict=False))
    sightings = sightings_of(tiles, clarity=clarity, turned=False)
    for (tile, corner), given_values in (values or {}).items():
        changed = sightings[tile].values.copy()
        changed[corner] = given_values
        sightings[tile] = replace(sightings[tile], values=changed)
    return decide_tiles(sightings, NoLattice("they lie apart"))


def mostly(first: int, second: int, share: float) -> Floats:
    values = np.full(6, 1e-4)
    values[first], values[second] = share, 1 - share
    return np.asarray(values / values.sum())


def test_a_weak_reading_of_a_tile_that_lies_elsewhere_is_mended() -> None:
    seen = read_apart((1, 2, 3), (1, 2, 4), values={(1, 2): mostly(3, 4, 0.6)})
    assert [tile.digits for tile in seen.tiles] == [(1, 2, 3), (1, 2, 4)]
    assert seen.tiles[1].sure
    assert seen.hypotheses[1][0].digits == (1, 2, 4)
    assert seen.hypotheses[1][0].probability == pytest.approx(seen.tiles[1].confidence)


def test_a_strong_reading_of_a_tile_that_lies_elsewhere_is_not_mended_without_asking() -> None:
    seen = read_apart((1, 2, 3), (1, 2, 4), values={(1, 2): mostly(3, 4, 0.96)})
    assert not seen.tiles[1].sure
    assert Doubt.OVERRULED in why(seen, 1)


def test_a_tile_that_lies_twice_stays_as_read_and_both_are_asked_about() -> None:
    seen = read_apart((1, 2, 3), (0, 0, 5), (2, 3, 1))
    assert [tile.digits for tile in seen.tiles] == [(1, 2, 3), (0, 0, 5), (2, 3, 1)]
    assert [tile.sure for tile in seen.tiles] == [False, True, False]
    assert Doubt.TWICE in why(seen, 0) & why(seen, 2)


def test_a_mirrored_tile_stays_as_read_and_is_asked_about() -> None:
    seen = read_apart((1, 2, 3), (0, 4, 5), (1, 3, 4), (3, 2, 0), (0, 1, 5), (2, 3, 5))
    assert seen.chirality is Chirality.CW
    assert seen.tiles[3].digits == (3, 2, 0)
    assert why(seen, 3) == {Doubt.MIRRORED}


def test_a_weak_reading_is_mended_by_the_way_the_set_runs() -> None:
    others: list[Digits] = [(1, 2, 3), (0, 4, 5), (1, 3, 4), (0, 1, 5), (2, 3, 5)]
    seen = read_apart((0, 2, 3), *others, values={(0, 2): mostly(1, 3, 0.6)})
    assert seen.tiles[0].digits == (0, 2, 3)
    assert seen.tiles[0].sure


@pytest.mark.parametrize("chirality", list(Chirality))
def test_which_way_the_set_runs_is_seen_from_all_tiles(chirality: Chirality) -> None:
    for seed in range(5):
        board = lay_out(seed, 40, chirality)
        seen = decide(sightings_of(board.tiles, clarity=FAIR, seed=seed))
        assert seen.chirality is chirality


def test_tiles_that_run_neither_way_leave_the_usual_set() -> None:
    assert read_apart((1, 1, 2), (3, 3, 3)).chirality is Chirality.CW
    assert decide_tiles([], NoLattice("nothing there")).chirality is Chirality.CW


# Two tiles that share the side from (0, 1) to (1, 0); the second shows 2 and 4 there, the first 2 and 3.
FIRST, SECOND = Cell(0, 0, "U"), Cell(0, 0, "D")
DISAGREEING = row((FIRST, (1, 2, 3)), (SECOND, (2, 4, 4)))


def test_two_corners_read_beyond_doubt_that_disagree_are_a_sure_fault() -> None:
    seen = observe(sightings_of(DISAGREEING))
    assert seen.sure
    assert Board(Placement(cell, digits) for cell, digits in seen.board.items()).faults()


def test_a_weaker_corner_that_disagrees_with_its_neighbour_is_asked_about_and_left_as_read() -> None:
    sightings = sightings_of(DISAGREEING, turned=False)
    values = sightings[1].values.copy()
    values[2] = mostly(4, 3, 0.99)
    sightings[1] = replace(sightings[1], values=values)
    seen = decide(sightings)
    assert all(agrees(seen, DISAGREEING))
    assert [tile.sure for tile in seen.tiles] == [False, False]
    corner = [doubt for doubt in seen.doubts if doubt.sighting == 1]
    assert [(doubt.why, doubt.reads, doubt.neighbours_say) for doubt in corner] == [(Doubt.DISAGREES, 4, 3)]
    assert corner[0].corner is not None
    assert seen.tiles[1].digits is not None
    assert seen.tiles[1].digits[corner[0].corner] == 4


def test_mending_a_corner_into_agreement_with_its_neighbour_is_asked_about() -> None:
    # The second tile reads 2-2-4, which lies elsewhere, and is mended to 2-2-3, which fits: but it may be neither.
    tiles = row((FIRST, (1, 2, 3)), (SECOND, (2, 2, 3)), (APART[2], (2, 2, 4)))
    sightings = sightings_of(tiles, turned=False)
    values = sightings[1].values.copy()
    values[2] = mostly(4, 3, 0.6)
    sightings[1] = replace(sightings[1], values=values)
    alone = decide_tiles(sightings, NoLattice("nobody looked"))
    seen = decide(sightings)
    assert agrees(seen, tiles) == agrees(alone, tiles) == [True, True, True]
    assert alone.tiles[1].confidence > 0.9
    assert Doubt.DISAGREES in why(seen, 1)
    assert Doubt.DISAGREES not in why(alone, 1)


def test_what_has_not_the_size_of_a_tile_is_left_out_unless_its_digits_are_plain() -> None:
    rng = np.random.default_rng(3)
    board = lay_out(3, 8, Chirality.CW)
    used = {tile_of(placement.digits) for placement in board}
    a, b, c = next(tile for tile in tile_set(Chirality.CW) if tile not in used)
    small = TileOutline(np.array([[1900.0, 1900], [1930, 1952], [1870, 1952]]), 0.9, 0.9)
    blank = replace(sight(small, (a, b, c), rng=rng), blank=np.full(3, 0.9))
    sightings = sightings_of(board.tiles)
    assert len(decide([*sightings, blank]).tiles) == len(board)
    assert observe([*sightings, blank]).sure, "and what is none raises no question"
    plain = decide([*sightings, sight(small, (a, b, c), rng=rng)])
    assert plain.tiles[-1].digits == (a, b, c)
    assert Doubt.NOT_A_TILE in why(plain, len(board))


def test_what_was_left_out_for_its_size_is_a_question_if_it_shows_a_mark() -> None:
    sightings = sightings_of(lay_out(3, 8, Chirality.CW).tiles)
    small = TileOutline(np.array([[1900.0, 1900], [1930, 1952], [1870, 1952]]), 0.9, 0.9)
    marked = replace(sight(small, (0, 1, 2), rng=np.random.default_rng(3)), blank=np.array([0.3, 0.9, 0.9]))
    seen = observe([*sightings, marked])
    assert len(seen.tiles) == len(sightings)
    assert not seen.sure


@ROUGHLY
@given(seeds, st.sampled_from([8, 12, 20]), st.floats(0.45, 0.6), st.floats(0, 6.2), st.floats(0.5, 1))
def test_a_tile_of_the_board_with_a_corner_that_is_hidden_and_far_off_never_leaves_a_picture_sure(
    seed: int, size: int, off: float, way: float, blank: float
) -> None:
    tiles = lay_out(seed, size, Chirality.CW).tiles
    sightings = sightings_of(tiles, seed=seed)
    at = seed % len(sightings)
    corners = sightings[at].outline.corners.copy()
    corners[0] += 100 * off * np.array([np.cos(way), np.sin(way)])
    outline = replace(sightings[at].outline, corners=corners)
    sightings[at] = replace(sightings[at], outline=outline, blank=np.array([blank, 1e-4, 1e-4]))
    lattice = fit_lattice([sighting.outline for sighting in sightings])
    assume(isinstance(lattice, LatticeReading))
    assert not observe(sightings).sure


def test_the_back_of_a_tile_is_believed_the_more_the_better_its_size() -> None:
    sightings = sightings_of(lay_out(3, 12, Chirality.CW).tiles)

    def seen(scale: float, tileness: float) -> tuple[int, bool]:
        corners = np.array([[0.0, -57.7], [50, 28.9], [-50, 28.9]]) * scale + 2000
        back = TileSighting(
            TileOutline(corners, tileness, 0.02), np.full((3, 6), 1 / 6), np.full(3, 0.99), np.zeros((3, 1), np.float32)
        )
        picture = observe([*sightings, back])
        return len(picture.tiles) - len(sightings), picture.sure

    assert seen(1.0, 0.4) == (1, True)
    assert seen(1.0, 0.3) == (1, False), "hardly a tile, so it is asked about"
    assert seen(1.2, 0.4) == (1, False)
    assert seen(1.2, 0.9) == (1, True)
    assert seen(1.2, 0.3) == (0, True), "hardly a tile, and not its size"
    assert seen(1.6, 0.9) == (0, True)


def test_a_blank_corner_is_a_zero_on_pips_and_a_question_on_digits() -> None:
    (sighting,) = sightings_of({FIRST: (0, 2, 5)}, turned=False)
    values = sighting.values.copy()
    values[0] = 1 / 6
    blank = replace(sighting, values=values, blank=np.array([0.97, 0.01, 0.01]))
    on_pips = decide([blank], pips=0.99)
    assert agrees(on_pips, {FIRST: (0, 2, 5)}) == [True]
    assert why(on_pips, 0) <= {Doubt.WEAK}
    clearly = decide([replace(blank, blank=np.array([0.999, 0.001, 0.001]))], pips=1.0)
    assert clearly.tiles[0].sure
    on_digits = decide([blank], pips=0.0)
    assert Doubt.HIDDEN in why(on_digits, 0)
    assert not on_digits.tiles[0].sure


def test_what_may_be_no_tile_or_lie_face_down_is_asked_about() -> None:
    (clear,) = sightings_of({FIRST: (1, 2, 5)})
    shiny = replace(clear, blank=np.array([1e-4, 0.05, 1e-4]))
    for changed, doubts in (
        (replace(shiny, outline=replace(clear.outline, tileness=0.4)), {Doubt.NOT_A_TILE, Doubt.WEAK}),
        (replace(clear, outline=replace(clear.outline, face_up=0.7)), {Doubt.FACE}),
        (replace(clear, outline=replace(clear.outline, face_up=0.3)), {Doubt.FACE}),
    ):
        seen = decide_tiles([changed], NoLattice("nobody looked"))
        assert why(seen, 0) == doubts
        assert not seen.tiles[0].sure


def test_what_plainly_shows_three_digits_is_a_tile_although_it_hardly_looks_like_one() -> None:
    (clear,) = sightings_of({FIRST: (1, 2, 5)})
    seen = decide_tiles([replace(clear, outline=replace(clear.outline, tileness=0.4))], NoLattice("nobody looked"))
    assert why(seen, 0) == set()
    assert seen.tiles[0].sure


def test_a_tile_face_down_has_no_digits_and_takes_no_tile_from_the_set() -> None:
    sightings = sightings_of(dict(zip(APART, [(1, 2, 3), (1, 2, 3)], strict=False)))
    sightings[1] = replace(sightings[1], outline=replace(sightings[1].outline, face_up=0.02))
    seen = decide_tiles(sightings, NoLattice("nobody looked"))
    assert seen.tiles[1].digits is None
    assert seen.tiles[1].confidence == pytest.approx(0.98)
    assert [tile.sure for tile in seen.tiles] == [True, True]


def test_a_tile_found_twice_is_read_once() -> None:
    board = lay_out(1, 8)
    sightings = sightings_of(board.tiles)
    again = replace(sightings[3], outline=replace(sightings[3].outline, tileness=0.7))
    seen = observe([*sightings, again])
    assert seen.sightings == tuple(range(8))
    assert seen.sure


def test_a_doubt_about_where_a_tile_lies_is_a_doubt_about_the_tile() -> None:
    board = lay_out(1, 8)
    sightings = sightings_of(board.tiles)
    shifted = sightings[-1].outline.corners + np.array([9.0, 9.0])
    sightings[-1] = replace(sightings[-1], outline=replace(sightings[-1].outline, corners=shifted))
    seen = decide(sightings)
    assert ReadingDoubt(Doubt.LATTICE, 7) in seen.doubts
    assert not seen.tiles[7].sure


def test_a_picture_is_not_sure_while_a_tile_may_have_been_missed() -> None:
    sightings = sightings_of(lay_out(2, 56).tiles)
    lattice = lattice_of(sightings)
    assert lattice.suspects
    assert not observe_picture(sightings, lattice).sure
    assert observe(sightings).sure


def test_many_tiles_that_are_each_nearly_sure_are_no_sure_picture() -> None:
    board = lay_out(3, 40)
    sightings = sightings_of(board.tiles, turned=False)
    for number, (sighting, digits) in enumerate(zip(sightings, board.tiles.values(), strict=True)):
        values = sighting.values.copy()
        values[0] = mostly(digits[0], (digits[0] + 3) % 6, 0.99)
        sightings[number] = replace(sighting, values=values)
    seen = observe(sightings)
    assert sum(tile.sure for tile in seen.tiles) > 30
    assert not seen.sure

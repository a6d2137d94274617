"""Two readings of one table brought to the same cells."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import cells, digits, lay_out, legal_boards, seeds
from tileref.engine.triangles import Board, Cell, Digits, Placement, Vertex, parse_position, tile_of
from tileref.vision.registration import TURNS, Mismatch, Motion, NoRegistration, Registration, register

motions = st.builds(Motion, st.integers(0, TURNS - 1), st.integers(-9, 9), st.integers(-9, 9))
vertices = st.builds(Vertex, st.integers(-9, 9), st.integers(-9, 9))


def move(motion: Motion, board: Board) -> dict[Cell, Digits]:
    return dict(motion.place(*placement) for placement in board)


def found_in(board: dict[Cell, Digits], seen: dict[Cell, Digits]) -> Registration:
    found = register(board, seen)
    assert isinstance(found, Registration)
    return found


@given(motions, vertices, vertices)
def test_a_motion_keeps_every_distance(motion: Motion, one: Vertex, other: Vertex) -> None:
    def square(a: Vertex, b: Vertex) -> int:
        x, y = b.x - a.x, b.y - a.y
        return x * x + x * y + y * y

    assert square(motion.vertex(one), motion.vertex(other)) == square(one, other)


@given(motions, cells, digits)
def test_a_motion_takes_a_tile_with_its_corners_and_never_mirrors_it(motion: Motion, cell: Cell, shown: Digits) -> None:
    moved = motion.place(cell, shown)
    before = {motion.vertex(vertex): digit for vertex, digit in zip(cell.corners, shown, strict=True)}
    assert dict(zip(moved.cell.corners, moved.digits, strict=True)) == before
    assert moved.tile == tile_of(shown)
    assert moved.cell == motion.cell(cell)


@given(cells, digits)
def test_a_turn_of_sixty_degrees_exchanges_up_and_down_and_six_of_them_are_none(cell: Cell, shown: Digits) -> None:
    assert Motion(1).cell(cell).point != cell.point
    placement = Placement(cell, shown)
    for _ in range(TURNS):
        placement = Motion(1).place(*placement)
    assert placement == Placement(cell, shown)


@given(motions, legal_boards)
def test_a_board_is_worth_and_allowed_the_same_however_it_is_turned(motion: Motion, board: Board) -> None:
    moved = Board(map(Placement._make, move(motion, board).items()), chirality=board.chirality)
    assert not moved.faults()
    assert (moved.value, moved.hexagons) == (board.value, board.hexagons)


@given(motions, legal_boards)
def test_a_moved_board_is_brought_back_tile_for_tile(motion: Motion, board: Board) -> None:
    found = found_in(dict(board), move(motion, board))
    assert found.tiles == dict(board)
    assert (found.agree, found.disagree) == (len(board), 0)


@given(motions, seeds, st.integers(6, 30))
def test_misread_missing_and_new_tiles_do_not_hinder_it(motion: Motion, seed: int, size: int) -> None:
    rng = Random(seed)
    whole = list(lay_out(seed, size))
    board, truth = dict(whole[:-1]), dict(whole)
    wrong, lost = rng.sample(sorted(board), 2)
    a, b, c = truth[wrong]
    truth[wrong] = ((a + 1) % 6, b, c)
    del truth[lost]
    found = found_in(board, dict(motion.place(*placement) for placement in truth.items()))
    assert found.tiles == truth
    assert (found.agree, found.disagree) == (len(board) - 2, 1)


def test_a_lone_triplet_serves_in_any_turn() -> None:
    board = dict(parse_position("0,0U:222"))
    seen = dict(parse_position("3,1D:222 3,2U:232"))
    found = found_in(board, seen)
    assert found.agree == 1
    assert Cell(0, 0, "U") in found.tiles
    assert not Board(map(Placement._make, found.tiles.items())).faults()


def test_an_empty_table_is_told_from_another_board() -> None:
    board = dict(lay_out(1, 12))
    assert register(board, {}) == NoRegistration(Mismatch.EMPTY)
    other = {
        cell: shown for cell, shown in lay_out(2, 12) if tile_of(shown) not in {tile_of(d) for d in board.values()}
    }
    assert register(board, other) == NoRegistration(Mismatch.UNRELATED)
    assert not register(board, other)


def test_the_same_tiles_laid_otherwise_are_another_board() -> None:
    board = lay_out(5, 14)
    rng = Random(4)
    shown = [placement.digits for placement in board]
    rng.shuffle(shown)
    seen = dict(zip(board.tiles, shown, strict=True))
    assert register(dict(board), seen) == NoRegistration(Mismatch.UNRELATED)


def test_a_triplet_beside_a_misread_tile_does_not_tell_where_that_lies() -> None:
    board = dict(parse_position("0,0U:222 -1,0D:122 0,0D:232"))
    seen = dict(parse_position("0,0U:222 0,0D:242"))
    assert register(board, seen) == NoRegistration(Mismatch.AMBIGUOUS)


def test_a_misread_tile_lies_where_the_board_has_one_rather_than_beside_it() -> None:
    board = dict(parse_position("0,0U:222 0,0D:232"))
    found = found_in(board, dict(parse_position("0,0U:222 0,-1D:244")))
    assert (found.agree, found.disagree) == (1, 1)


def test_where_two_tiles_contradict_each_other_the_one_that_lies_longer_is_believed() -> None:
    older, newer = parse_position("0,0U:222 0,0D:252 -1,0D:322"), parse_position("0,0U:222 -1,0D:322 0,0D:252")
    seen = dict(parse_position("0,0U:222 0,0D:252 0,-1D:223"))
    assert found_in(dict(older), seen).tiles[Cell(0, 0, "D")] == (2, 5, 2)
    assert found_in(dict(newer), seen).tiles[Cell(-1, 0, "D")] == (3, 2, 2)

"""What changed on the table."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import any_boards, lay_out, seeds
from tileref.engine.triangles import Board, Cell, Placement, parse_placement, parse_position
from tileref.vision.compare import BoardDelta, Changed, Moved, compare

BOARD = parse_position("0,0U:015 0,0D:155")


@given(any_boards)
def test_a_board_does_not_differ_from_itself(board: Board) -> None:
    assert compare(board.tiles, board.tiles) == BoardDelta()
    assert not compare(board.tiles, board.tiles)


@given(any_boards, any_boards)
def test_the_difference_turns_the_one_board_into_the_other(board: Board, seen: Board) -> None:
    delta = compare(board.tiles, seen.tiles)
    tiles = dict(board.tiles)
    for gone in (*delta.removed, *(move.before for move in delta.moved)):
        assert tiles.pop(gone.cell) == gone.digits
    for change in delta.changed:
        assert tiles[change.cell] == change.before != change.after
        tiles[change.cell] = change.after
    for new in (*delta.added, *(move.after for move in delta.moved)):
        assert new.cell not in tiles
        tiles[new.cell] = new.digits
    assert tiles == dict(seen.tiles)
    assert all(move.before.tile == move.after.tile for move in delta.moved)
    assert not {gone.tile for gone in delta.removed} & {new.tile for new in delta.added}


@given(seeds, st.integers(2, 30))
def test_of_legal_boards_only_what_was_laid_is_added(seed: int, size: int) -> None:
    placements = list(lay_out(seed, size))
    count = Random(seed).randrange(len(placements))
    delta = compare(dict(placements[:count]), dict(placements))
    assert delta == BoardDelta(added=tuple(placements[count:]))


def test_a_tile_elsewhere_was_moved_and_other_digits_in_its_cell_are_a_change() -> None:
    seen = parse_position("0,0U:015 0,-1D:510")
    again = parse_position("0,0U:014 0,0D:155")
    third = dict(parse_position("0,0U:015 1,0U:551"))
    assert compare(BOARD.tiles, seen.tiles) == BoardDelta(
        added=(parse_placement("0,-1D:510"),), removed=(parse_placement("0,0D:155"),)
    )
    assert compare(BOARD.tiles, again.tiles) == BoardDelta(changed=(Changed(Cell(0, 0, "U"), (0, 1, 5), (0, 1, 4)),))
    moved = Moved(Placement(Cell(0, 0, "D"), (1, 5, 5)), Placement(Cell(1, 0, "U"), (5, 5, 1)))
    assert compare(BOARD.tiles, third) == BoardDelta(moved=(moved,))

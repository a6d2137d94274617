"""The board: kept tile by tile, it must say what the plain rules of `naive` say of the whole."""

from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests import naive
from tests.strategies import any_boards, digits, legal_boards, placements, seeds
from tileref.engine.faults import Reason
from tileref.engine.triangles import (
    ORIGIN,
    Board,
    Cell,
    Chirality,
    CornerRule,
    Placement,
    PlacementFault,
    from_ascii,
    parse_placement,
    parse_position,
    tile_of,
    tile_set,
)

rules = st.sampled_from(list(CornerRule))


def under(board: Board, corner_rule: CornerRule) -> Board:
    """The same tiles under a corner rule."""
    return Board(board, chirality=board.chirality, corner_rule=corner_rule)


@st.composite
def layouts(draw: st.DrawFn) -> Board:
    """Boards that hang together, whatever their digits: what counts is where tiles lie.

    They grow ragged or compact, so that bridges, holes and hexagons all come about.
    """
    rng = Random(draw(seeds))
    size, compact = draw(st.integers(1, 40)), draw(st.booleans())
    board = Board([Placement(ORIGIN, (0, 0, 0))])
    while len(board) < size:
        cells = sorted(board.open_cells)
        most = max(board.measure(cell).corners for cell in cells)
        best = [cell for cell in cells if board.measure(cell).corners == most]
        board = board.place(Placement(rng.choice(best if compact else cells), (0, 0, 0)))
    return board


def facts(board: Board) -> tuple[object, ...]:
    """All that a board tells of itself, freed from the order in which it was laid."""
    return (
        dict(board.tiles),
        board.used,
        set(board.open_cells),
        set(board.placements_of(tile_set(board.chirality))),
        board.hexagons,
        board.value,
        {fault_facts(fault) for fault in board.faults()},
    )


def fault_facts(fault: PlacementFault) -> tuple[object, ...]:
    return fault.reason, frozenset(fault.cells), fault.vertex


# What a board is.


@given(st.one_of(legal_boards, any_boards), rules, seeds)
@settings(max_examples=60)
def test_a_board_laid_tile_by_tile_in_any_order_is_the_board_built_at_once(
    board: Board, corner_rule: CornerRule, seed: int
) -> None:
    whole = under(board, corner_rule)
    shuffled = list(board)
    Random(seed).shuffle(shuffled)
    grown = Board(chirality=board.chirality, corner_rule=corner_rule)
    for placement in shuffled:
        grown = grown.place(placement)
    assert grown == whole
    assert hash(grown) == hash(whole)
    assert facts(grown) == facts(whole)


@given(st.one_of(legal_boards, any_boards), placements)
@settings(max_examples=60)
def test_to_remove_a_tile_undoes_to_place_it(board: Board, placement: Placement) -> None:
    if placement.cell in board:
        placement = Placement(placement.cell, board.tiles[placement.cell])
        without = board.remove(placement.cell)
        assert placement.cell not in without
        assert facts(without.place(placement)) == facts(board)
    else:
        assert facts(board.place(placement).remove(placement.cell)) == facts(board)


@given(legal_boards)
@settings(max_examples=30)
def test_placing_and_removing_leave_the_board_as_it_was(board: Board) -> None:
    before = facts(board)
    for placement in board.placements_of(naive.rest_of(board))[:3]:
        board.place(placement)
    board.remove(next(iter(board.tiles)))
    assert facts(board) == before


def test_nothing_can_be_written_into_the_tiles_of_a_board() -> None:
    board = parse_position("0,0U:012")
    with pytest.raises(TypeError):
        board.tiles[Cell(0, 0, "D")] = (1, 2, 2)  # type: ignore[index]


def test_a_covered_cell_takes_no_tile_and_an_empty_one_gives_none() -> None:
    board = parse_position("0,0U:012")
    with pytest.raises(ValueError, match="already covered"):
        board.place(parse_placement("0,0U:333"))
    with pytest.raises(ValueError, match="no tile lies"):
        board.remove(Cell(0, 0, "D"))


def test_boards_with_the_same_tiles_under_other_rules_are_different() -> None:
    board = parse_position("0,0U:012")
    assert board != under(board, CornerRule.SIDES_ONLY)
    assert board != Board(board, chirality=Chirality.BOTH)
    assert board != "0,0U:012"


# Where tiles may go.


@given(legal_boards, rules)
@settings(max_examples=40)
def test_the_placements_of_a_hand_are_what_brute_force_finds(board: Board, corner_rule: CornerRule) -> None:
    board = under(board, corner_rule)
    tiles = tile_set(board.chirality)
    found = board.placements_of(tiles)
    assert len(found) == len(set(found))
    assert set(found) == naive.legal_placements(board, tiles)
    assert all(not board.placement_faults(placement) for placement in found)


@given(any_boards, st.sampled_from(list(Chirality)), rules)
@settings(max_examples=40)
def test_an_illegal_board_still_tells_where_a_tile_would_be_legal(
    board: Board, chirality: Chirality, corner_rule: CornerRule
) -> None:
    board = Board(board, chirality=chirality, corner_rule=corner_rule)
    assert set(board.placements_of(tile_set(chirality))) == naive.legal_placements(board, tile_set(chirality))


@given(legal_boards, seeds)
@settings(max_examples=40)
def test_a_hand_can_be_placed_if_and_only_if_it_has_a_placement(board: Board, seed: int) -> None:
    rest = naive.rest_of(board)
    hand = Random(seed).sample(rest, min(3, len(rest)))
    assert board.can_place(hand) == bool(board.placements_of(hand))
    assert {placement.tile for placement in board.placements_of(hand)} <= set(hand)


@given(st.one_of(legal_boards, any_boards), rules, st.data())
@settings(max_examples=300)
def test_the_first_fault_of_a_placement_is_the_first_failure_in_the_rules(
    board: Board, corner_rule: CornerRule, data: st.DataObject
) -> None:
    board = under(board, corner_rule)
    cells = sorted(naive.cells_near(board) or {ORIGIN})
    placement = Placement(data.draw(st.sampled_from(cells)), data.draw(digits))
    faults = board.placement_faults(placement)
    assert (faults[0].reason if faults else None) == naive.first_fault(board, placement)
    order = list(Reason)
    assert [fault.reason for fault in faults] == sorted((fault.reason for fault in faults), key=order.index)


BRIDGE = r"""
       ____
     /\3  3/\
    /3 \4 /3 \
   /2__4\/4__4\
  /\2  4/\4  4/
 /2 \2 /  \5 /
/0__2\/    \/
\0  2/\
 \3 /2 \
  \/3__2\
"""


@pytest.mark.parametrize(
    ("move", "reasons"),
    [
        ("1,0D:252", []),
        ("1,0D:122", ["side_mismatch", "corner_mismatch"]),
        ("1,0D:212", ["corner_mismatch"]),
        ("1,0D:231", ["side_mismatch", "corner_mismatch"]),
        ("2,0D:555", ["no_side"]),
        ("2,0D:333", ["no_side", "corner_mismatch"]),
        ("5,5U:000", ["no_side"]),
        ("1,0U:555", ["occupied"]),
        ("1,0U:322", ["tile_used", "occupied"]),
        ("1,0U:321", ["bad_tile", "occupied"]),
        ("1,0D:223", ["tile_used", "side_mismatch", "corner_mismatch"]),
        ("1,0D:254", ["bad_tile", "side_mismatch"]),
        ("1,0D:132", ["bad_tile", "side_mismatch", "corner_mismatch"]),
    ],
)
def test_faults_are_named_in_the_order_of_the_rules(move: str, reasons: list[str]) -> None:
    assert [fault.reason for fault in from_ascii(BRIDGE).placement_faults(parse_placement(move))] == reasons


def test_a_digit_that_does_not_exist_is_a_final_fault() -> None:
    (fault,) = from_ascii(BRIDGE).placement_faults(Placement(Cell(1, 0, "D"), (2, 6, 2)))
    assert (fault.reason, fault.final) == (Reason.BAD_TILE, True)


def test_a_fault_points_at_the_cells_and_the_vertex_that_disagree() -> None:
    board = from_ascii(BRIDGE)
    (corner,) = board.placement_faults(parse_placement("1,0D:212"))
    assert (corner.cells, corner.vertex) == ((Cell(1, 0, "D"), Cell(1, 1, "D")), (2, 1))
    side, _ = board.placement_faults(parse_placement("1,0D:122"))
    assert side.cells == (Cell(1, 0, "D"), Cell(1, 0, "U"))
    (twin,) = board.placement_faults(parse_placement("9,9U:022"))[:1]
    assert (twin.reason, twin.cells) == (Reason.TILE_USED, (Cell(0, 1, "U"),))


# How a placement meets the board.


@given(layouts())
@settings(max_examples=60)
def test_measures_are_what_counting_gives(board: Board) -> None:
    for cell in naive.cells_near(board):
        if cell not in board:
            assert board.measure(cell) == naive.measures(board, cell)


@given(layouts())
@settings(max_examples=150)
def test_without_a_hole_two_sides_are_met_if_and_only_if_one_hexagon_is_closed(board: Board) -> None:
    if not naive.has_hole(board):
        for cell in board.open_cells:
            sides, _, hexagons, _ = board.measure(cell)
            assert sides < 3
            assert (sides == 2) == (hexagons == 1)


@given(layouts())
@settings(max_examples=100)
def test_a_bridge_takes_eight_tiles_and_makes_a_hole_and_two_hexagons_take_three_sides(board: Board) -> None:
    for cell in board.open_cells:
        sides, corners, hexagons, _ = board.measure(cell)
        if sides == 1 and corners == 3:
            assert len(board) >= 8
            assert naive.has_hole(board.place(Placement(cell, (0, 0, 0))))
        if hexagons >= 2:
            assert sides == 3


@given(layouts())
@settings(max_examples=60)
def test_the_hexagons_of_a_board_are_those_its_placements_closed(board: Board) -> None:
    grown, closed = Board(), 0
    for placement in board:
        closed += grown.measure(placement.cell).hexagons
        grown = grown.place(placement)
    assert board.hexagons == closed


# What is wrong with a board as it lies.


@given(st.one_of(legal_boards, any_boards), rules)
@example(from_ascii(BRIDGE).place(parse_placement("1,0D:212")), CornerRule.STRICT)
@settings(max_examples=100)
def test_the_faults_of_a_board_name_exactly_every_side_and_vertex_that_disagrees(
    board: Board, corner_rule: CornerRule
) -> None:
    board = under(board, corner_rule)
    vertices = {vertex: naive.digits_at(board, vertex) for cell in board.tiles for vertex in cell.corners}
    sides = {
        frozenset((cell, neighbour))
        for cell in board.tiles
        for neighbour in cell.neighbours
        for shown in vertices.values()
        if cell in shown and neighbour in shown and shown[cell] != shown[neighbour]
    }
    at_sides = {
        vertex
        for vertex, shown in vertices.items()
        for cell in shown
        for neighbour in cell.neighbours
        if shown.get(neighbour, shown[cell]) != shown[cell]
    }
    corners = {
        (vertex, frozenset(shown))
        for vertex, shown in vertices.items()
        if len(set(shown.values())) > 1 and vertex not in at_sides
    }
    faults = board.faults()
    named = [frozenset(fault.cells) for fault in faults if fault.reason is Reason.SIDE_MISMATCH]
    assert len(named) == len(sides)
    assert set(named) == sides
    named_corners = [
        (fault.vertex, frozenset(fault.cells)) for fault in faults if fault.reason is Reason.CORNER_MISMATCH
    ]
    assert len(named_corners) == len(set(named_corners))
    assert set(named_corners) == (corners if corner_rule is CornerRule.STRICT else set())


@given(any_boards, st.sampled_from(list(Chirality)))
@settings(max_examples=60)
def test_the_faults_of_a_board_name_every_tile_that_does_not_exist_lies_twice_or_lies_apart(
    board: Board, chirality: Chirality
) -> None:
    board = Board(board, chirality=chirality)
    named = {
        reason: sorted(sorted(fault.cells) for fault in board.faults() if fault.reason is reason) for reason in Reason
    }
    assert named[Reason.BAD_TILE] == sorted(
        [placement.cell] for placement in board if not naive.is_printed(placement.digits, chirality)
    )
    lying = [[other.cell for other in board if other.tile == tile] for tile in board.used]
    assert named[Reason.TILE_USED] == sorted(sorted(cells) for cells in lying if len(cells) > 1)
    groups = sorted(hanging_together(board), key=lambda group: (-len(group), group))
    assert named[Reason.NO_SIDE] == sorted(groups[1:])


def hanging_together(board: Board) -> list[list[Cell]]:
    groups: list[set[Cell]] = []
    for cell in board.tiles:
        joined = [group for group in groups if group & {*cell.neighbours}]
        groups = [group for group in groups if group not in joined] + [{cell}.union(*joined)]
    return [sorted(group) for group in groups]


@given(legal_boards)
@settings(max_examples=40)
def test_a_board_that_was_laid_legally_has_no_faults_and_one_digit_at_each_vertex(board: Board) -> None:
    assert board.faults() == ()
    for cell in board.tiles:
        for vertex in cell.corners:
            assert len(set(naive.digits_at(board, vertex).values())) == 1


@given(digits)
def test_a_tile_has_one_name_however_it_is_turned(shown: tuple[int, int, int]) -> None:
    a, b, c = shown
    assert tile_of((a, b, c)) == tile_of((b, c, a)) == tile_of((c, a, b))
    assert sorted(tile_of(shown)) == sorted(shown)
    assert (tile_of(shown) in tile_set(Chirality.CW)) == naive.is_printed(shown, Chirality.CW)
    assert (tile_of(shown) in tile_set(Chirality.CCW)) == naive.is_printed(shown, Chirality.CCW)


def test_a_set_has_56_tiles_worth_420_and_76_where_both_directions_are_printed() -> None:
    for chirality in (Chirality.CW, Chirality.CCW):
        tiles = tile_set(chirality)
        assert len(tiles) == 56
        assert sum(tile.value for tile in tiles) == 420
        assert sum(tile.is_triplet for tile in tiles) == 6
        assert sum(len(set(tile)) == 3 for tile in tiles) == 20
    assert len(tile_set(Chirality.BOTH)) == 76

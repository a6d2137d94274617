"""The lattice against section 1 of the rules and against plain geometry."""

from itertools import pairwise
from math import atan2, dist, isclose, tau

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import cells
from tileref.engine.triangles import Cell, Vertex

vertices = st.builds(Vertex, st.integers(-8, 8), st.integers(-8, 8))


def centre(cell: Cell) -> tuple[float, float]:
    spots = [corner.xy for corner in cell.corners]
    return sum(x for x, _ in spots) / 3, sum(y for _, y in spots) / 3


def bearing(vertex: Vertex, cell: Cell) -> float:
    """The direction of a cell from a vertex: clockwise from straight up, from 0 to a full turn."""
    (x0, y0), (x1, y1) = vertex.xy, centre(cell)
    return atan2(x1 - x0, y1 - y0) % tau


@pytest.mark.parametrize(
    ("cell", "corners", "neighbours"),
    [
        (Cell(2, 3, "U"), [(2, 3), (2, 4), (3, 3)], [(1, 3, "D"), (2, 3, "D"), (2, 2, "D")]),
        (Cell(2, 3, "D"), [(2, 4), (3, 4), (3, 3)], [(2, 4, "U"), (3, 3, "U"), (2, 3, "U")]),
    ],
)
def test_corners_and_neighbours_are_those_of_the_rules(
    cell: Cell, corners: list[tuple[int, int]], neighbours: list[tuple[int, int, str]]
) -> None:
    assert list(cell.corners) == corners
    assert list(cell.neighbours) == neighbours


def test_the_six_cells_round_a_vertex_are_those_of_the_rules() -> None:
    assert list(Vertex(2, 3).cells) == [
        (2, 3, "U"),
        (2, 2, "D"),
        (2, 2, "U"),
        (1, 2, "D"),
        (1, 3, "U"),
        (1, 3, "D"),
    ]


@given(cells)
def test_a_cell_is_a_triangle_of_unit_sides_with_its_corners_clockwise(cell: Cell) -> None:
    (x0, y0), (x1, y1), (x2, y2) = a, b, c = [corner.xy for corner in cell.corners]
    assert all(isclose(dist(*side), 1) for side in ((a, b), (b, c), (c, a)))
    assert (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0) < 0


@given(cells)
def test_a_cell_that_points_up_has_one_corner_above_the_others(cell: Cell) -> None:
    heights = sorted(corner.y for corner in cell.corners)
    assert (heights.count(min(heights)) == 2) == (cell.point == "U")


@given(cells, st.integers(0, 2))
def test_the_neighbour_across_a_side_shares_exactly_the_two_corners_of_that_side(cell: Cell, side: int) -> None:
    neighbour = cell.neighbours[side]
    shared = {*cell.corners} & {*neighbour.corners}
    assert shared == {cell.corners[side], cell.corners[(side + 1) % 3]}
    assert cell in neighbour.neighbours
    assert cell.point != neighbour.point


@given(cells, cells)
def test_two_cells_are_neighbours_if_and_only_if_they_share_two_corners(one: Cell, other: Cell) -> None:
    assert (len({*one.corners} & {*other.corners}) == 2) == (other in one.neighbours)


@given(vertices)
def test_six_cells_lie_round_a_vertex_clockwise_from_its_upper_right(vertex: Vertex) -> None:
    bearings = [bearing(vertex, cell) for cell in vertex.cells]
    assert isclose(bearings[0], tau / 6)
    assert all(isclose((later - earlier) % tau, tau / 6) for earlier, later in pairwise(bearings))
    assert all(later in earlier.neighbours for earlier, later in pairwise((*vertex.cells, vertex.cells[0])))


@given(vertices)
def test_the_cells_round_a_vertex_are_all_that_have_it_for_a_corner(vertex: Vertex) -> None:
    around = [
        Cell(vertex.x + dx, vertex.y + dy, point) for dx in range(-3, 4) for dy in range(-3, 4) for point in ("U", "D")
    ]
    assert {*vertex.cells} == {cell for cell in around if vertex in cell.corners}

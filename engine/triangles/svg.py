"""A board of triangular tiles as a picture.

Nothing is told by colour alone: the new tile has a heavy outline and a dot, a tile at fault a heavy outline and a
cross, a vertex that disagrees a ring, a cell where a tile may go a dashed outline.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from math import sqrt

from tileref.engine.svg import Theme, cross, document, element, number, ring, words
from tileref.engine.triangles.ascii import to_ascii
from tileref.engine.triangles.board import Board, PlacementFault
from tileref.engine.triangles.lattice import HALF_SQRT3, ORIGIN, Cell, Point, Vertex
from tileref.engine.triangles.notation import cell_order, format_cell
from tileref.engine.triangles.tiles import Digits

# Everything is drawn with sides of this length; the picture is then scaled to its size in pixels.
_SIDE = 100.0
_HEIGHT = _SIDE * HALF_SQRT3
_MARGIN = 26.0
_LARGEST_SIDE = 110.0
_GAP = 2.4
_ROUNDING = 11.0
_DIGIT = 27.5
_DIGIT_FROM_CORNER = 33.5
_MARK = 5.0
_RING = 15.0

_Spot = tuple[float, float]


def draw_board(
    board: Board,
    *,
    new: Cell | None = None,
    faults: Sequence[PlacementFault] = (),
    legal: Sequence[Cell] = (),
    coordinates: bool = False,
    size: int = 480,
    title: str = "Board",
) -> str:
    """The picture of a board as SVG, at most `size` pixels wide and high.

    `new` is the tile laid last; `faults` are outlined and ringed, on empty cells too; `legal` are cells where a tile
    may go; `coordinates` writes in every cell what notation calls it. The description is the drawing `to_ascii`.
    """
    if size < 1:
        raise ValueError(f"a picture of {size!r} pixels cannot be drawn: 1 or more are allowed")
    wrong = {cell for fault in faults for cell in fault.cells}
    open_cells = [cell for cell in dict.fromkeys(legal) if cell not in board]
    marked = dict.fromkeys([*wrong, *open_cells, *([] if new is None else [new])])
    shown = sorted({*board.tiles, *marked}, key=cell_order)
    content = [
        *(_outline(cell, "legal") for cell in open_cells),
        *(
            _tile(cell, board.tiles[cell], new=cell == new, wrong=cell in wrong)
            for cell in sorted(board.tiles, key=cell_order)
        ),
        # What is marked but empty shows where a tile was refused.
        *(
            _outline(cell, _classes("empty", new=cell == new, wrong=cell in wrong))
            for cell in sorted(marked, key=cell_order)
            if cell not in board and (cell == new or cell in wrong)
        ),
        *(_mark(cell, wrong=cell in wrong) for cell in shown if cell in wrong or cell == new),
        *(_name(cell) for cell in shown if coordinates),
        *(ring(*_at(vertex), _RING) for vertex in _disagreeing(board, faults)),
    ]
    box = _box(shown or [ORIGIN])
    _, _, width, height = box
    scale = min(_LARGEST_SIDE / _SIDE, size / width, size / height)
    pixels = (width * scale, height * scale)
    return document("board", content, box=box, pixels=pixels, title=title, desc=to_ascii(board), styles=_styles)


def _styles(theme: Theme) -> str:
    return f"""
        .tile path {{ fill:{theme.tile}; stroke:{theme.edge}; stroke-width:2 }}
        .digit {{ fill:{theme.ink}; font-weight:600 }}
        .tile.new path {{ fill:{theme.new}; stroke:{theme.new_edge}; stroke-width:5 }}
        .dot {{ fill:{theme.new_edge} }}
        .legal {{ fill:none; stroke:{theme.legal}; stroke-width:2.5; stroke-dasharray:8 6 }}
        .empty {{ fill:none; stroke:{theme.new_edge}; stroke-width:5 }}
        .tile.wrong path, .empty.wrong {{ stroke:{theme.fault}; stroke-width:4.5 }}
        .cross {{ stroke:{theme.fault}; stroke-width:4 }}
        .halo {{ stroke:{theme.paper}; stroke-width:9 }}
        .ring {{ stroke:{theme.fault}; stroke-width:4.5 }}
        .name {{ fill:{theme.quiet} }}
    """


def _at(vertex: Vertex) -> _Spot:
    x, y = vertex.xy
    return x * _SIDE, -y * _SIDE


def _corners(cell: Cell) -> list[_Spot]:
    return [_at(vertex) for vertex in cell.corners]


def _centre(cell: Cell) -> _Spot:
    spots = _corners(cell)
    return sum(x for x, _ in spots) / 3, sum(y for _, y in spots) / 3


def _toward(start: _Spot, end: _Spot, distance: float) -> _Spot:
    dx, dy = end[0] - start[0], end[1] - start[1]
    share = distance / sqrt(dx * dx + dy * dy)
    return start[0] + dx * share, start[1] + dy * share


def _triangle(cell: Cell) -> str:
    """The outline of a tile in a cell: a little smaller than the cell, the corners rounded."""
    centre = _centre(cell)
    # A corner is twice as far from a side as the gap, measured along its bisector.
    spots = [_toward(corner, centre, 2 * _GAP) for corner in _corners(cell)]
    steps = []
    for index, spot in enumerate(spots):
        before, after = spots[index - 1], spots[(index + 1) % 3]
        start, end = _toward(spot, before, _ROUNDING), _toward(spot, after, _ROUNDING)
        steps.append(f"{'L' if index else 'M'}{_pair(start)}Q{_pair(spot)} {_pair(end)}")
    return "".join(steps) + "Z"


def _pair(spot: _Spot) -> str:
    return f"{number(spot[0])} {number(spot[1])}"


def _classes(kind: str, *, new: bool, wrong: bool) -> str:
    return kind + " new" * new + " wrong" * wrong


def _tile(cell: Cell, digits: Digits, *, new: bool, wrong: bool) -> str:
    centre = _centre(cell)
    spots = [_toward(corner, centre, _DIGIT_FROM_CORNER) for corner in _corners(cell)]
    return element(
        "g",
        element("path", d=_triangle(cell)),
        *(words(str(digit), *spot, _DIGIT, "digit") for digit, spot in zip(digits, spots, strict=True)),
        class_=_classes("tile", new=new, wrong=wrong),
        data_cell=format_cell(cell),
    )


def _outline(cell: Cell, class_: str) -> str:
    return element("path", class_=class_, d=_triangle(cell), data_cell=format_cell(cell))


def _mark(cell: Cell, *, wrong: bool) -> str:
    """A cross or a dot between the two digits of the level side, where nothing else stands."""
    x, y = _centre(cell)
    y += 0.14 * _HEIGHT * _down(cell.point)
    return cross(x, y, _MARK) if wrong else element("circle", class_="dot", cx=x, cy=y, r=_MARK)


def _down(point: Point) -> int:
    return 1 if point == "U" else -1


def _name(cell: Cell) -> str:
    x, y = _centre(cell)
    name = format_cell(cell)
    # The middle of a tile has room for about 45 units between its digits.
    return words(name, x, y - 0.06 * _HEIGHT * _down(cell.point), min(12.0, 75 / len(name)), "name")


def _disagreeing(board: Board, faults: Iterable[PlacementFault]) -> Collection[Vertex]:
    """The vertices that faults name, and those at which the tiles of a fault show different digits."""
    return dict.fromkeys(vertex for fault in faults for vertex in _vertices_of(board, fault))


def _vertices_of(board: Board, fault: PlacementFault) -> Iterator[Vertex]:
    if fault.vertex is not None:
        yield fault.vertex
    digit_at: dict[Vertex, int] = {}
    for cell in fault.cells:
        if cell in board:
            for vertex, digit in zip(cell.corners, board.tiles[cell], strict=True):
                if digit_at.setdefault(vertex, digit) != digit:
                    yield vertex


def _box(cells: Sequence[Cell]) -> tuple[float, float, float, float]:
    spots = [spot for cell in cells for spot in _corners(cell)]
    left, right = min(x for x, _ in spots) - _MARGIN, max(x for x, _ in spots) + _MARGIN
    top, bottom = min(y for _, y in spots) - _MARGIN, max(y for _, y in spots) + _MARGIN
    return left, top, right - left, bottom - top

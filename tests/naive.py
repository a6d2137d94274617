"""The placement rules once more, written as plainly as the rules put them, to judge the board by."""

from collections.abc import Iterable, Iterator

from tileref.engine.faults import Reason
from tileref.engine.triangles import (
    Board,
    Cell,
    Chirality,
    CornerRule,
    Digits,
    Measures,
    Placement,
    Tile,
    Vertex,
    tile_set,
)


def is_printed(digits: Digits, chirality: Chirality) -> bool:
    """Whether a tile of the set shows these digits clockwise: some turn of them ascends, or descends."""
    a, b, c = digits
    turns = ((a, b, c), (b, c, a), (c, a, b))
    ascends = any(list(turn) == sorted(turn) for turn in turns)
    descends = any(list(turn) == sorted(turn, reverse=True) for turn in turns)
    in_set = {Chirality.CW: ascends, Chirality.CCW: descends, Chirality.BOTH: True}[chirality]
    return in_set and all(0 <= digit <= 5 for digit in digits)


def turned(tile: Tile) -> Iterator[Digits]:
    """The three ways a tile can lie; a triplet shows the same in each."""
    a, b, c = tile
    yield from dict.fromkeys(((a, b, c), (b, c, a), (c, a, b)))


def digits_at(board: Board, vertex: Vertex) -> dict[Cell, int]:
    """What the tiles that meet at a vertex show there."""
    return {cell: board.tiles[cell][cell.corners.index(vertex)] for cell in vertex.cells if cell in board.tiles}


def first_fault(board: Board, placement: Placement) -> Reason | None:
    """The first of the six failures that the rules list, None for a legal placement."""
    cell, digits = placement
    if not is_printed(digits, board.chirality):
        return Reason.BAD_TILE
    if any(shown in turned(Tile(*digits)) for shown in board.tiles.values()):
        return Reason.TILE_USED
    if cell in board.tiles:
        return Reason.OCCUPIED
    if not board.tiles:
        return None
    beside = [neighbour for neighbour in cell.neighbours if neighbour in board.tiles]
    if not beside:
        return Reason.NO_SIDE
    corners = list(zip(cell.corners, digits, strict=True))
    for neighbour in beside:
        if any(digits_at(board, vertex).get(neighbour, digit) != digit for vertex, digit in corners):
            return Reason.SIDE_MISMATCH
    if board.corner_rule is CornerRule.STRICT:
        for vertex, digit in corners:
            if any(shown != digit for shown in digits_at(board, vertex).values()):
                return Reason.CORNER_MISMATCH
    return None


def cells_near(board: Board) -> set[Cell]:
    """Every cell that touches the board, and those that touch these."""
    near = {*board.tiles}
    for _ in range(2):
        near |= {cell for other in near for corner in other.corners for cell in corner.cells}
    return near


def legal_placements(board: Board, tiles: Iterable[Tile]) -> set[Placement]:
    """Every legal placement of these tiles."""
    left = [tile for tile in tiles if not any(shown in turned(tile) for shown in board.tiles.values())]
    return {
        Placement(cell, digits)
        for cell in cells_near(board)
        if cell not in board.tiles and any(neighbour in board.tiles for neighbour in cell.neighbours)
        for tile in left
        for digits in turned(tile)
        if first_fault(board, Placement(cell, digits)) is None
    }


def measures(board: Board, cell: Cell) -> Measures:
    """s, t and h of the rules, and how often a corner meets a tile that shares no side with the cell."""
    meeting = [[other for other in vertex.cells if other in board.tiles] for vertex in cell.corners]
    sides = [neighbour for neighbour in cell.neighbours if neighbour in board.tiles]
    return Measures(
        sides=len(sides),
        corners=sum(bool(others) for others in meeting),
        hexagons=sum(len(others) == 5 for others in meeting),
        contacts=sum(other not in sides for others in meeting for other in others),
    )


def has_hole(board: Board) -> bool:
    """Whether some empty cell cannot be left for the outside across sides of empty cells."""
    xs, ys = [cell.x for cell in board.tiles], [cell.y for cell in board.tiles]
    frame = {
        Cell(x, y, point)
        for x in range(min(xs) - 2, max(xs) + 3)
        for y in range(min(ys) - 2, max(ys) + 3)
        for point in ("U", "D")
    }
    empty = frame - board.tiles.keys()
    reached = [Cell(min(xs) - 2, min(ys) - 2, "U")]
    seen = set(reached)
    for cell in reached:
        for neighbour in cell.neighbours:
            if neighbour in empty and neighbour not in seen:
                seen.add(neighbour)
                reached.append(neighbour)
    return seen != empty


def rest_of(board: Board) -> tuple[Tile, ...]:
    """The tiles of the set that do not lie on the board."""
    return tuple(tile for tile in tile_set(board.chirality) if tile not in board.used)

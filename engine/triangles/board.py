"""A board of triangular tiles: an immutable value that knows its open cells and everything wrong with it.

Illegal boards are boards too: players make them and cameras see them. The open cells, with the tiles that
would fit each, are kept up to date as tiles are laid, so that finding the legal placements of a hand is
one pass over them and never a scan of the board.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from tileref.engine.faults import Fault, Reason
from tileref.engine.triangles.lattice import Cell, Vertex, corners_of, neighbours_of
from tileref.engine.triangles.tiles import DIGITS, Chirality, Digits, Tile, tile_of, tile_set


class CornerRule(StrEnum):
    """What must agree: every vertex (strict), or only the digits along shared sides."""

    STRICT = "strict"
    SIDES_ONLY = "sides_only"


class Placement(NamedTuple):
    """A tile lying in a cell: the digits stand at the cell's corners, clockwise."""

    cell: Cell
    digits: Digits

    @property
    def tile(self) -> Tile:
        """The tile that shows these digits."""
        return tile_of(self.digits)

    @property
    def value(self) -> int:
        """The sum of the digits."""
        return sum(self.digits)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacementFault(Fault):
    """A fault of tiles on the board: the cells that disagree and, where it is one vertex, which."""

    cells: tuple[Cell, ...]
    vertex: Vertex | None = None


class Measures(NamedTuple):
    """How a placement meets the board as it was before it.

    sides: how many of its sides have an occupied neighbour; corners: at how many of its corners a tile lies;
    hexagons: how many corners have all five other cells occupied; contacts: how often its corners meet a
    tile that does not share a side with it.
    """

    sides: int
    corners: int
    hexagons: int
    contacts: int


_FREE = 6
_CONFLICT = 7

# Inside a board a set of tiles is an int with a bit for each, which makes "does any of these fit?" one `&`.
_BIT = {tile: 1 << number for number, tile in enumerate(tile_set(Chirality.BOTH))}
# What fits an open cell: all its tiles as bits, then each with the digits it would show.
_Fits = tuple[int, tuple[tuple[int, Digits], ...]]


def _bits(tiles: Iterable[Tile]) -> int:
    bits = 0
    for tile in tiles:
        bits |= _BIT[tile]
    return bits


@cache
def _fitting(chirality: Chirality, wanted: Digits) -> _Fits:
    """Every tile that can show the wanted digits clockwise, and how; _FREE matches any digit."""
    if _CONFLICT in wanted:
        return 0, ()
    tiles = set(tile_set(chirality))
    ways = [DIGITS if digit == _FREE else (digit,) for digit in wanted]
    shown = [(a, b, c) for a in ways[0] for b in ways[1] for c in ways[2] if tile_of((a, b, c)) in tiles]
    return _bits(map(tile_of, shown)), tuple((_BIT[tile_of(digits)], digits) for digits in shown)


class Board:
    """Tiles on the lattice. `place` and `remove` give a new board; nothing changes one."""

    __slots__ = ("_open", "_tiles", "_used", "_vertices", "chirality", "corner_rule")

    chirality: Chirality
    corner_rule: CornerRule
    _tiles: dict[Cell, Digits]
    # A vertex carries the digit its tiles show (or _CONFLICT) and how many tiles meet there.
    _vertices: dict[Vertex, tuple[int, int]]
    # Each empty cell beside a tile, with all that would fit it.
    _open: dict[Cell, _Fits]
    _used: int

    def __init__(
        self,
        placements: Iterable[Placement] = (),
        *,
        chirality: Chirality = Chirality.CW,
        corner_rule: CornerRule = CornerRule.STRICT,
    ) -> None:
        self.chirality = chirality
        self.corner_rule = corner_rule
        self._tiles = {}
        self._vertices = {}
        self._open = {}
        self._used = 0
        for placement in placements:
            self._lay(placement)

    @property
    def tiles(self) -> Mapping[Cell, Digits]:
        """What lies where, in the order in which it was laid."""
        return MappingProxyType(self._tiles)

    @property
    def used(self) -> frozenset[Tile]:
        """The tiles that lie on the board."""
        return frozenset(map(tile_of, self._tiles.values()))

    @property
    def open_cells(self) -> tuple[Cell, ...]:
        """The empty cells that share a side with a tile."""
        return tuple(self._open)

    @property
    def value(self) -> int:
        """The sum of all digits."""
        return sum(map(sum, self._tiles.values()))

    @property
    def hexagons(self) -> int:
        """How many vertices have all six cells occupied."""
        return sum(count == 6 for _, count in self._vertices.values())

    def __len__(self) -> int:
        return len(self._tiles)

    def __iter__(self) -> Iterator[Placement]:
        return (Placement(cell, digits) for cell, digits in self._tiles.items())

    def __contains__(self, cell: object) -> bool:
        return cell in self._tiles

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (self._tiles, self.chirality, self.corner_rule) == (
            other._tiles,
            other.chirality,
            other.corner_rule,
        )

    def __hash__(self) -> int:
        return hash((frozenset(self._tiles.items()), self.chirality, self.corner_rule))

    def __repr__(self) -> str:
        tiles = " ".join(f"{cell.x},{cell.y}{cell.point}:{tile_of(d)}" for cell, d in self._tiles.items())
        return f"<Board {tiles or 'empty'}>"

    def place(self, placement: Placement) -> "Board":
        """The board with one more tile, legal or not; the cell must be empty and the digits 0…5."""
        if placement.cell in self._tiles:
            raise ValueError(f"cell {tuple(placement.cell)!r} is already covered")
        after: Board = Board.__new__(Board)
        after.chirality = self.chirality
        after.corner_rule = self.corner_rule
        after._tiles = self._tiles.copy()
        after._vertices = self._vertices.copy()
        after._open = self._open.copy()
        after._used = self._used
        after._lay(placement)
        return after

    def remove(self, cell: Cell) -> "Board":
        """The board without the tile in this cell."""
        if cell not in self._tiles:
            raise ValueError(f"no tile lies in cell {tuple(cell)!r}")
        rest = (placement for placement in self if placement.cell != cell)
        return Board(rest, chirality=self.chirality, corner_rule=self.corner_rule)

    def measure(self, cell: Cell) -> Measures:
        """How a tile laid in this empty cell would meet the board."""
        tiles = self._tiles
        vertices = self._vertices
        sides = corners = hexagons = contacts = 0
        for neighbour in neighbours_of(cell):
            if neighbour in tiles:
                sides += 1
        for vertex in corners_of(cell):
            if vertex in vertices:
                count = vertices[vertex][1]
                corners += 1
                contacts += count
                if count == 5:
                    hexagons += 1
        # A neighbour across a side meets two of the corners.
        return Measures(sides, corners, hexagons, contacts - 2 * sides)

    def placements_of(self, tiles: Iterable[Tile]) -> list[Placement]:
        """Every legal placement of these tiles; none on an empty board, where any cell would do."""
        held = _bits(tiles) & ~self._used
        return [
            Placement(cell, digits)
            for cell, (any_of, fits) in self._open.items()
            if any_of & held
            for tile, digits in fits
            if tile & held
        ]

    def can_place(self, tiles: Iterable[Tile]) -> bool:
        """Whether any of these tiles has a legal placement."""
        held = _bits(tiles) & ~self._used
        return any(any_of & held for any_of, _ in self._open.values())

    def placement_faults(self, placement: Placement) -> tuple[PlacementFault, ...]:
        """Everything wrong with laying this tile here, in the order of the rules; empty when legal."""
        cell, digits = placement
        faults: list[PlacementFault] = []
        if any(digit not in DIGITS for digit in digits):
            return (PlacementFault(reason=Reason.BAD_TILE, final=True, cells=(cell,)),)
        if placement.tile not in tile_set(self.chirality):
            faults.append(PlacementFault(reason=Reason.BAD_TILE, cells=(cell,)))
        if _BIT[placement.tile] & self._used:
            twin = tuple(other.cell for other in self if other.tile == placement.tile)
            faults.append(PlacementFault(reason=Reason.TILE_USED, cells=twin))
        if cell in self._tiles:
            faults.append(PlacementFault(reason=Reason.OCCUPIED, final=True, cells=(cell,)))
            return tuple(faults)
        if self._tiles:
            if not any(neighbour in self._tiles for neighbour in cell.neighbours):
                faults.append(PlacementFault(reason=Reason.NO_SIDE, cells=(cell,)))
            faults.extend(self._disagreements(placement))
        return tuple(faults)

    def _disagreements(self, placement: Placement) -> Iterator[PlacementFault]:
        """The sides, then the corners off those sides, at which a new tile disagrees with the board."""
        cell, _ = placement
        shown = dict(zip(cell.corners, placement.digits, strict=True))
        blamed: set[Vertex] = set()
        for neighbour in cell.neighbours:
            if neighbour in self._tiles:
                theirs = zip(neighbour.corners, self._tiles[neighbour], strict=True)
                wrong = [vertex for vertex, digit in theirs if shown.get(vertex, digit) != digit]
                if wrong:
                    blamed.update(wrong)
                    yield PlacementFault(reason=Reason.SIDE_MISMATCH, cells=(cell, neighbour))
        if self.corner_rule is CornerRule.SIDES_ONLY:
            return
        for vertex, digit in shown.items():
            if vertex in blamed:
                continue
            others = tuple(
                other
                for other in vertex.cells
                if other in self._tiles and self._tiles[other][other.corners.index(vertex)] != digit
            )
            if others:
                yield PlacementFault(reason=Reason.CORNER_MISMATCH, cells=(cell, *others), vertex=vertex)

    def faults(self) -> tuple[PlacementFault, ...]:
        """Everything wrong with the board as it lies: tiles that do not exist or lie twice, tiles that share
        no side with another, every side and every vertex that disagrees."""
        faults: list[PlacementFault] = []
        legal = set(tile_set(self.chirality))
        cells_of: dict[Tile, list[Cell]] = {}
        for placement in self:
            cells_of.setdefault(placement.tile, []).append(placement.cell)
            if placement.tile not in legal:
                faults.append(PlacementFault(reason=Reason.BAD_TILE, cells=(placement.cell,)))
        for cells in cells_of.values():
            if len(cells) > 1:
                faults.append(PlacementFault(reason=Reason.TILE_USED, cells=tuple(cells)))
        for group in self._groups()[1:]:
            faults.append(PlacementFault(reason=Reason.NO_SIDE, cells=group))
        faults.extend(self._board_disagreements())
        return tuple(faults)

    def _groups(self) -> list[tuple[Cell, ...]]:
        """The tiles that hang together side by side, the largest group first."""
        left = dict.fromkeys(self._tiles)
        groups = []
        while left:
            start, _ = left.popitem()
            group = [start]
            for cell in group:
                for neighbour in cell.neighbours:
                    if neighbour in left:
                        del left[neighbour]
                        group.append(neighbour)
            groups.append(tuple(sorted(group)))
        return sorted(groups, key=lambda group: (-len(group), group))

    def _board_disagreements(self) -> Iterator[PlacementFault]:
        blamed: set[Vertex] = set()
        for cell, digits in self._tiles.items():
            shown = dict(zip(cell.corners, digits, strict=True))
            for neighbour in cell.neighbours:
                if neighbour in self._tiles and cell < neighbour:
                    theirs = zip(neighbour.corners, self._tiles[neighbour], strict=True)
                    wrong = [vertex for vertex, digit in theirs if shown.get(vertex, digit) != digit]
                    if wrong:
                        blamed.update(wrong)
                        yield PlacementFault(reason=Reason.SIDE_MISMATCH, cells=(cell, neighbour))
        if self.corner_rule is CornerRule.SIDES_ONLY:
            return
        for vertex, (digit, _) in self._vertices.items():
            if digit == _CONFLICT and vertex not in blamed:
                meeting = tuple(cell for cell in vertex.cells if cell in self._tiles)
                yield PlacementFault(reason=Reason.CORNER_MISMATCH, cells=meeting, vertex=vertex)

    def _lay(self, placement: Placement) -> None:
        """Put a tile down in place, and mend the open cells round it; for boards still in the making."""
        cell, digits = placement
        tiles, vertices, open_cells = self._tiles, self._vertices, self._open
        self._used |= _BIT[tile_of(digits)]
        tiles[cell] = digits
        open_cells.pop(cell, None)
        touched = [neighbour for neighbour in neighbours_of(cell) if neighbour not in tiles]
        for vertex, digit in zip(corners_of(cell), digits, strict=True):
            if vertex not in vertices:
                vertices[vertex] = (digit, 1)
            else:
                shown, count = vertices[vertex]
                vertices[vertex] = (digit if shown == digit else _CONFLICT, count + 1)
                if shown == digit:
                    continue
            # What the vertex demands has changed, so open cells that only meet it there fit other tiles now.
            touched += [other for other in vertex.cells if other in open_cells and other not in touched]
        for other in touched:
            open_cells[other] = _fitting(self.chirality, self._wanted(other))

    def _wanted(self, cell: Cell) -> Digits:
        """The digits a tile must show in this empty cell, clockwise."""
        a, b, c = corners_of(cell)
        if self.corner_rule is CornerRule.STRICT:
            vertices = self._vertices
            nothing = (_FREE, 0)
            return vertices.get(a, nothing)[0], vertices.get(b, nothing)[0], vertices.get(c, nothing)[0]
        wanted = {a: _FREE, b: _FREE, c: _FREE}
        for neighbour in neighbours_of(cell):
            if neighbour in self._tiles:
                for vertex, digit in zip(corners_of(neighbour), self._tiles[neighbour], strict=True):
                    if vertex in wanted:
                        wanted[vertex] = digit if wanted[vertex] in (_FREE, digit) else _CONFLICT
        return wanted[a], wanted[b], wanted[c]

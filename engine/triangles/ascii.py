r"""A board as a drawing of letters, and back.

A row of the lattice is a strip of three text lines, and vertex (x, y) stands at column 6x + 3y, so that tiles
share the strokes of a common side:

           /\
          /1 \
         /0__5\
         \0  5/
          \5 /
           \/
    at 0,-1D

The last line names the first tile by y, x and point: the drawing alone says nothing of where it lies. Every
digit has a place that belongs to one corner of one cell, so the digits are the position. The strokes are for
the eye, but a drawing whose strokes are out of place was meant otherwise than its digits say, and is refused.
"""

from collections.abc import Mapping
from typing import NamedTuple

from tileref.engine.notation_error import NotationError
from tileref.engine.quoting import quote
from tileref.engine.triangles.board import Board, CornerRule, Placement
from tileref.engine.triangles.lattice import Cell, Point
from tileref.engine.triangles.notation import (
    EMPTY,
    FARTHEST,
    cell_order,
    format_cell,
    parse_cell,
)
from tileref.engine.triangles.tiles import Chirality, Digits


class _Spot(NamedTuple):
    """A place for one character, counted from 0."""

    line: int
    column: int

    def __str__(self) -> str:
        # A drawing may have lost the line or the column in which a character is missing.
        line = f"line {self.line + 1}" if self.line >= 0 else "the line above line 1"
        return f"{line}, column {self.column + 1}" if self.column >= 0 else f"{line}, left of column 1"


_Ink = dict[_Spot, str]

# Spots are relative to the top line of the strip and the column of vertex (x, y).
_STROKES: Mapping[Point, tuple[tuple[int, int, str], ...]] = {
    "U": ((0, 2, "/\\"), (1, 1, "/"), (1, 4, "\\"), (2, 0, "/"), (2, 2, "__"), (2, 5, "\\")),
    "D": ((-1, 4, "____"), (0, 3, "\\"), (0, 8, "/"), (1, 4, "\\"), (1, 7, "/"), (2, 5, "\\/")),
}
_PLACES: Mapping[Point, tuple[_Spot, _Spot, _Spot]] = {
    "U": (_Spot(2, 1), _Spot(1, 2), _Spot(2, 4)),
    "D": (_Spot(0, 4), _Spot(0, 7), _Spot(1, 5)),
}
# The places repeat every six columns; with the column goes by how many cells the corner is off to the right.
_OWNERS: Mapping[_Spot, tuple[Point, int, int]] = {
    _Spot(line, column % 6): (point, corner, column // 6)
    for point, places in _PLACES.items()
    for corner, (line, column) in enumerate(places)
}
_DIGITS = "012345"
_ALLOWED = frozenset(" /\\_" + _DIGITS)
_CAPTION = "at "


def to_ascii(board: Board) -> str:
    """The drawing of a board, with the line that says where it lies; "." for the empty board."""
    if not board.tiles:
        return EMPTY
    ink = _draw(board.tiles)
    left = min(spot.column for spot in ink)
    line, column = min(ink).line, left
    parts: list[str] = []
    for spot in sorted(ink):
        if spot.line != line:
            parts.append("\n" * (spot.line - line))
            line, column = spot.line, left
        parts.append(" " * (spot.column - column) + ink[spot])
        column = spot.column + 1
    return "".join(parts) + "\n" + _CAPTION + format_cell(min(board.tiles, key=cell_order))


def from_ascii(text: str, *, chirality: Chirality = Chirality.CW, corner_rule: CornerRule = CornerRule.STRICT) -> Board:
    """The board of a drawing, which may be indented and have blank lines above and below.

    Without the line that says where it lies, the first tile by y, x and point goes to 0,0U or 0,0D.
    """
    lines = [line.rstrip(" \r") for line in text.split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    if not lines:
        raise NotationError(f"{quote(text)} is not a drawing of a board: the empty board is {EMPTY!r}")
    if lines[-1].strip() == EMPTY and not any(lines[:-1]):
        return Board(chirality=chirality, corner_rule=corner_rule)
    anchor = None
    if lines[-1].lstrip().startswith(_CAPTION):
        try:
            anchor = parse_cell(lines[-1].lstrip().removeprefix(_CAPTION))
        except NotationError as error:
            raise NotationError(f"line {len(lines)} does not say where the drawing lies: {error}") from None
        lines[-1] = ""
    ink = _ink_of(lines)
    if not ink:
        raise NotationError(f"{quote(text)} has no drawing above the line {quote(_CAPTION + '…')}")
    tiles = _shift(_read(lines, ink), anchor)
    placements = (Placement(cell, tiles[cell]) for cell in sorted(tiles, key=cell_order))
    return Board(placements, chirality=chirality, corner_rule=corner_rule)


def _draw(tiles: Mapping[Cell, Digits], line: int = 0, column: int = 0) -> _Ink:
    """The characters of a drawing whose row 0 has its top line, and vertex (0, 0) its column, as given."""
    ink: _Ink = {}
    digits: _Ink = {}
    for cell, shown in tiles.items():
        top, left = line - 3 * cell.y, column + 6 * cell.x + 3 * cell.y
        for down, right, stroke in _STROKES[cell.point]:
            for step, character in enumerate(stroke):
                ink[_Spot(top + down, left + right + step)] = character
        for place, digit in zip(_PLACES[cell.point], shown, strict=True):
            digits[_Spot(top + place.line, left + place.column)] = str(digit)
    # The base of a tile stands where the tile below has its top side, and its digits must not be underlined.
    return ink | digits


def _ink_of(lines: list[str]) -> _Ink:
    ink: _Ink = {}
    for number, line in enumerate(lines):
        for column, character in enumerate(line):
            if character not in _ALLOWED:
                raise NotationError(
                    f"{character!r} at {_Spot(number, column)} of {quote(line)} cannot stand in a drawing: "
                    f"allowed are spaces, / \\ _ and the digits from 0 to 5"
                )
            if character != " ":
                ink[_Spot(number, column)] = character
    return ink


def _read(lines: list[str], ink: _Ink) -> dict[Cell, Digits]:
    """The tiles of a drawing, with row 0 at the bottom and x counted from anywhere."""
    top = max(spot.line for spot in ink) - 2
    left = _find_left(lines, ink, top)
    corners: dict[Cell, dict[int, int]] = {}
    for spot, character in ink.items():
        if character in _DIGITS:
            y = -((spot.line - top) // 3)
            x, column = divmod(spot.column - left - 3 * y, 6)
            owner = _OWNERS.get(_Spot((spot.line - top) % 3, column))
            if owner is None:
                raise NotationError(f"{character!r} at {spot} of {quote(lines[spot.line])} is in no corner of a tile")
            point, corner, off = owner
            corners.setdefault(Cell(x - off, y, point), {})[corner] = int(character)
    tiles: dict[Cell, Digits] = {}
    for cell, shown in corners.items():
        for corner, place in enumerate(_PLACES[cell.point]):
            if corner not in shown:
                spot = _Spot(top - 3 * cell.y + place.line, left + 6 * cell.x + 3 * cell.y + place.column)
                raise NotationError(
                    f"{_character_at(ink, spot)} at {spot} of {quote(_line_at(lines, spot))} leaves a tile "
                    f"with {len(shown)} of its three digits: a digit from 0 to 5 belongs there"
                )
        tiles[cell] = shown[0], shown[1], shown[2]
    _compare(lines, ink, _draw(tiles, top, left))
    return tiles


def _find_left(lines: list[str], ink: _Ink, top: int) -> int:
    """The column of a vertex of the bottom row: the stroke before a digit says which way its tile points."""
    middle = top + 1
    digits = [spot for spot, character in ink.items() if spot.line == middle and character in _DIGITS]
    if not digits:
        raise NotationError(
            f"the drawing ends at line {top + 3}, {quote(lines[top + 2])}, but no digit stands in the middle "
            f"of a tile one line above: a row of tiles is three lines high"
        )
    first = min(digits)
    before = ink.get(_Spot(first.line, first.column - 1))
    if before == "/":
        return first.column - _PLACES["U"][1].column
    if before == "\\":
        return first.column - _PLACES["D"][2].column
    raise NotationError(
        f"{ink[first]!r} at {first} of {quote(lines[first.line])} has no stroke before it: "
        f"a digit in the middle of a tile follows / or \\"
    )


def _compare(lines: list[str], ink: _Ink, expected: _Ink) -> None:
    wrong = [spot for spot in ink.keys() | expected.keys() if ink.get(spot) != expected.get(spot)]
    if wrong:
        spot = min(wrong)
        raise NotationError(
            f"{_character_at(ink, spot)} at {spot} of {quote(_line_at(lines, spot))} does not fit the digits "
            f"round it: {_character_at(expected, spot)} belongs there"
        )


def _shift(tiles: Mapping[Cell, Digits], anchor: Cell | None) -> dict[Cell, Digits]:
    """The tiles moved to where the caption says, or to the origin."""
    first = min(tiles, key=cell_order)
    if anchor is None:
        anchor = Cell(0, 0, first.point)
    if anchor.point != first.point:
        raise NotationError(
            f"{quote(_CAPTION + format_cell(anchor))} names a tile that points the other way: "
            f"the first tile of the bottom row is a {first.point}"
        )
    shifted = {
        Cell(x + anchor.x - first.x, y + anchor.y - first.y, point): digits for (x, y, point), digits in tiles.items()
    }
    for cell in shifted:
        if max(abs(cell.x), abs(cell.y)) > FARTHEST:
            raise NotationError(
                f"the drawing at {format_cell(anchor)!r} reaches to {format_cell(cell)!r}: "
                f"x and y go from -{FARTHEST} to {FARTHEST}"
            )
    return shifted


def _character_at(ink: _Ink, spot: _Spot) -> str:
    return repr(ink.get(spot, " "))


def _line_at(lines: list[str], spot: _Spot) -> str:
    return lines[spot.line] if 0 <= spot.line < len(lines) else ""

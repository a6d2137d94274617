"""One line of text for a cell, a tile, a placement, a position, a move.

    cell       -1,2D               x, y and which way it points
    tile       015                 the digits clockwise from the smallest
    placement  0,0U:015            the digits at the cell's corners, clockwise
    position   0,0D:155 0,0U:015   placements by y, x and point; "." is the empty board
    move       0,0U:015            or "draw", "draw:015", "pass"; whose move it is stands elsewhere

There is one text for each value, but a position may be typed in any order and spaced at will.
"""

import re

from tileref.engine.notation_error import NotationError
from tileref.engine.quoting import quote
from tileref.engine.triangles.board import Board, CornerRule, Placement
from tileref.engine.triangles.events import Draw, Pass, Place
from tileref.engine.triangles.lattice import Cell, Point
from tileref.engine.triangles.tiles import Chirality, Digits, Tile, find_tile

FARTHEST = 999
"""The largest coordinate that can be written, either way."""

EMPTY = "."

_COORDINATE = "0|-?[1-9][0-9]{0,2}"
# The classes are spelled out because \d also matches digits of other scripts.
_CELL = re.compile(f"({_COORDINATE}),({_COORDINATE})([UD])")
_DIGITS = re.compile("[0-5]{3}")

_CELL_FORM = f"x,yU or x,yD with x and y from -{FARTHEST} to {FARTHEST}, such as '0,0U' or '-1,2D'"
_DIGITS_FORM = "three digits from 0 to 5, such as '015'"
_PLACEMENT_FORM = "a cell, a colon and three digits, such as '0,0U:015'"


Move = Place | Draw | Pass
"""What a player does in a turn."""


def cell_order(cell: Cell) -> tuple[int, int, Point]:
    """The key that sorts cells as a position lists them: by y, x and point."""
    return cell.y, cell.x, cell.point


def parse_cell(text: str) -> Cell:
    """The cell written "0,0U"."""
    found = _CELL.fullmatch(text)
    if not found:
        raise NotationError(f"{quote(text)} is not a cell: write {_CELL_FORM}")
    x, y, point = found.groups()
    return Cell(int(x), int(y), "U" if point == "U" else "D")


def parse_tile(text: str, *, chirality: Chirality = Chirality.CW) -> Tile:
    """The tile of the set with these digits, which may start at any corner.

    In a set of 56 any order names the one tile with these digits; in the set of 76 they are read clockwise.
    """
    tile = find_tile(_parse_digits(text, "tile"), chirality)
    if tile is None:
        raise NotationError(f"{quote(text)} is not a tile of the set {chirality.value!r}")
    return tile


def parse_placement(text: str) -> Placement:
    """The placement written "0,0U:015"; the digits need not be those of a tile that exists."""
    cell, colon, digits = text.partition(":")
    if not colon:
        raise NotationError(f"{quote(text)} is not a placement: write {_PLACEMENT_FORM}")
    return Placement(parse_cell(cell), _parse_digits(digits, "placement"))


def parse_position(
    text: str, *, chirality: Chirality = Chirality.CW, corner_rule: CornerRule = CornerRule.STRICT
) -> Board:
    """The board of these placements, legal or not, laid in the order of the text."""
    words = text.split()
    if not words:
        raise NotationError(
            f"{quote(text)} is not a position: write placements with a space between, or {EMPTY!r} for none"
        )
    if words == [EMPTY]:
        return Board(chirality=chirality, corner_rule=corner_rule)
    placements: dict[Cell, Placement] = {}
    for number, word in enumerate(words, start=1):
        try:
            placement = parse_placement(word)
        except NotationError as error:
            raise NotationError(f"placement {number} of the position is wrong: {error}") from None
        if placement.cell in placements:
            raise NotationError(
                f"placement {number} of the position, {quote(word)}, lies in a cell that "
                f"{quote(format_placement(placements[placement.cell]))} covers: a cell holds one tile"
            )
        placements[placement.cell] = placement
    return Board(placements.values(), chirality=chirality, corner_rule=corner_rule)


def parse_move(text: str, *, seat: int, chirality: Chirality = Chirality.CW) -> Move:
    """The move of a seat, written as a placement, "draw", "draw:015" or "pass"."""
    if text == "pass":
        return Pass(seat)
    word, colon, rest = text.partition(":")
    if word == "draw":
        return Draw(seat, parse_tile(rest, chirality=chirality) if colon else None)
    if not colon:
        raise NotationError(
            f"{quote(text)} is not a move: write a placement such as '0,0U:015', 'draw', 'draw:015' or 'pass'"
        )
    return Place(seat, *parse_placement(text))


def format_cell(cell: Cell) -> str:
    """The text of a cell: "0,0U"."""
    return f"{cell.x},{cell.y}{cell.point}"


def format_placement(placement: Placement) -> str:
    """The text of a placement: "0,0U:015"."""
    a, b, c = placement.digits
    return f"{format_cell(placement.cell)}:{a}{b}{c}"


def format_position(board: Board) -> str:
    """The text of a position: its placements by y, x and point, "." for the empty board."""
    placements = sorted(board, key=lambda placement: cell_order(placement.cell))
    return " ".join(map(format_placement, placements)) or EMPTY


def format_move(move: Move) -> str:
    """The text of a move, without the seat."""
    match move:
        case Place():
            return format_placement(move.placement)
        case Draw(_, None):
            return "draw"
        case Draw(_, tile):
            return f"draw:{tile}"
        case Pass():
            return "pass"


def _parse_digits(text: str, noun: str) -> Digits:
    if not _DIGITS.fullmatch(text):
        raise NotationError(f"{quote(text)} are not the digits of a {noun}: write {_DIGITS_FORM}")
    a, b, c = map(int, text)
    return a, b, c

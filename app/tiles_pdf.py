"""A set of tiles to print and cut out."""

from collections.abc import Iterator
from datetime import datetime
from math import atan2, cos, degrees, pi, sin

from tileref.engine.triangles import Chirality, Tile, tile_set
from tileref.files import FileError
from tileref.language import Language
from tileref.paper_size import PaperSize
from tileref.printed_paper import MARGIN, POINT, PrintedPaper
from tileref.printed_styles import Colour, Marks, PrintedStyle
from tileref.tile_sheets import Point, Triangle, pack_sheet

# In sides of a tile: how high a digit is, how far its middle is from the corner, and the same of pips.
_DIGIT, _INSET = 0.21, 0.25
_PIPS_INSET, _PIP, _PIPS_APART = 0.33, 0.038, 0.07
_RING, _RING_LINE = 0.14, 0.035
_HEAD = 19.0
_CUT: Colour = (150, 150, 150)
# Digits of Roboto are so much of the size of the font high.
_DIGIT_HEIGHT = 0.711

# Patterns that taper to the corner, as it does.
_PIPS: tuple[tuple[Point, ...], ...] = (
    (),
    ((0, 0),),
    ((0, -0.9), (0, 0.9)),
    ((0, -0.8), (-0.9, 0.8), (0.9, 0.8)),
    ((0, -1.1), (-1.1, 0), (1.1, 0), (0, 1.1)),
    ((0, -1.2), (-1.2, 0), (0, 0), (1.2, 0), (0, 1.2)),
)
"""Where the pips of each value lie, the corner being above."""


def draw_tiles_pdf(
    style: PrintedStyle,
    *,
    side: float,
    chirality: Chirality,
    paper: PaperSize,
    backs: bool,
    language: Language,
    made: datetime,
) -> tuple[bytes, int]:
    """The sheets of a set whose tiles have sides of so many millimetres, each followed by its other side if `backs` are
    wanted, and how many pages there are; `made` is the date the file bears."""
    pdf = PrintedPaper(paper, landscape=False, language=language.code, made=made, both_sides=backs)
    tiles = tile_set(chirality)
    places = pack_sheet(side, MARGIN, MARGIN + _HEAD, pdf.w - MARGIN, pdf.h - MARGIN)
    if not places:
        pdf.close_fonts()
        raise FileError(f"a tile with sides of {side:g} mm finds no room on a sheet of {paper}")
    for first in range(0, len(tiles), len(places)):
        laid = list(zip(tiles[first : first + len(places)], places, strict=False))
        pdf.add_page()
        _draw_head(pdf, language, len(tiles), style, side)
        for tile, place in laid:
            _draw_tile(pdf, style, tile, place, side)
        _draw_cuts(pdf, (place for _, place in laid))
        if backs:
            pdf.add_page()
            for _, place in laid:
                _draw_back(pdf, style, place.mirrored(pdf.w), side)
    return pdf.to_bytes(), pdf.pages_count


def _draw_head(pdf: PrintedPaper, language: Language, tiles: int, style: PrintedStyle, side: float) -> None:
    title = language("print-set-title", tiles=tiles, style=style.name)
    pdf.write_head(title, language("print-set-how", side=f"{side:g}"))
    pdf.draw_ruler(MARGIN, MARGIN + _HEAD - 2.0, language("print-ruler"))


def _draw_tile(pdf: PrintedPaper, style: PrintedStyle, tile: Tile, place: Triangle, side: float) -> None:
    _fill(pdf, style.tile, place.corners)
    if style.fields:
        for corner, value in enumerate(tile):
            _fill(pdf, style.fields[value], _field(place, corner, side))
    for corner, value in enumerate(tile):
        # Upright digits all point to where the smallest is.
        out = _way_out(place, 0 if style.marks is Marks.UPRIGHT else corner)
        turn = out + pi if style.marks is Marks.IN else out
        pips = style.marks is Marks.PIPS
        x, y = _towards_middle(place, corner, (_PIPS_INSET if pips else _INSET) * side)
        if pips:
            _draw_pips(pdf, style.inks[value], value, (x, y), turn, side)
        else:
            _draw_digit(pdf, style.inks[value], value, (x, y), turn, side)


def _way_out(place: Triangle, corner: int) -> float:
    """Where a corner points: clockwise from upwards."""
    (x, y), (middle_x, middle_y) = place.corners[corner], place.middle
    return atan2(x - middle_x, middle_y - y)


def _towards_middle(place: Triangle, corner: int, length: float) -> Point:
    out = _way_out(place, corner)
    x, y = place.corners[corner]
    return x - length * sin(out), y + length * cos(out)


def _field(place: Triangle, corner: int, side: float) -> tuple[Point, ...]:
    """The field of a corner: bounded by lines from the middle to the middles of the sides, with a gap between."""
    (ax, ay), (bx, by), (cx, cy) = (place.corners[(corner + step) % 3] for step in range(3))
    kite = ((ax, ay), ((ax + bx) / 2, (ay + by) / 2), place.middle, ((ax + cx) / 2, (ay + cy) / 2))
    out = _way_out(place, corner)
    inner_x, inner_y = ax - sin(out) * 0.3 * side, ay + cos(out) * 0.3 * side
    return tuple((inner_x + 0.86 * (x - inner_x), inner_y + 0.86 * (y - inner_y)) for x, y in kite)


def _draw_digit(pdf: PrintedPaper, ink: Colour, digit: int, at: Point, turn: float, side: float) -> None:
    height = _DIGIT * side
    pdf.set_font("roboto", "B", height / _DIGIT_HEIGHT / POINT)
    pdf.set_text_color(*ink)
    x, y = at
    text = str(digit)
    with pdf.rotation(-degrees(turn), x, y):
        pdf.text(x - pdf.get_string_width(text) / 2, y + height / 2, text)


def _draw_pips(pdf: PrintedPaper, ink: Colour, count: int, at: Point, turn: float, side: float) -> None:
    pdf.set_fill_color(*ink)
    for right, down in _PIPS[count]:
        x = at[0] + _PIPS_APART * side * (cos(turn) * right - sin(turn) * down)
        y = at[1] + _PIPS_APART * side * (sin(turn) * right + cos(turn) * down)
        pdf.circle(x, y, _PIP * side, "F")


def _draw_back(pdf: PrintedPaper, style: PrintedStyle, place: Triangle, side: float) -> None:
    """The other side: a colour, through which values do not shine, and a ring, so that it is no tile without pips."""
    _fill(pdf, style.back, place.corners)
    pdf.set_draw_color(255)
    pdf.set_line_width(_RING_LINE * side)
    pdf.circle(*place.middle, _RING * side)


def _draw_cuts(pdf: PrintedPaper, places: Iterator[Triangle]) -> None:
    pdf.set_draw_color(*_CUT)
    pdf.set_line_width(0.15)
    for place in places:
        pdf.polygon(list(place.corners))


def _fill(pdf: PrintedPaper, colour: Colour, outline: tuple[Point, ...]) -> None:
    pdf.set_fill_color(*colour)
    pdf.polygon(list(outline), style="F")

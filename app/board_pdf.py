"""The calibration board to print."""

from collections.abc import Iterator
from datetime import datetime

from tileref.calibration.board import COLUMNS, MODULES, ROWS, draw_modules
from tileref.language import Language
from tileref.paper_size import PaperSize
from tileref.printed_paper import MARGIN, PrintedPaper

# Millimetres. The words and the ruler above the board, and white to its left and right for the other ruler.
_HEAD, _SIDE = 23.0, 5.0
_BLACK = 0


def draw_board_pdf(paper: PaperSize, language: Language, made: datetime) -> bytes:
    """The board as large as the paper allows in squares of whole millimetres; `made` is the date the file bears."""
    pdf = PrintedPaper(paper, landscape=True, language=language.code, made=made)
    pdf.add_page()
    pdf.write_head(language("print-board-title"), language("print-board-how"))
    square = square_of(paper)
    left = (pdf.w - COLUMNS * square) / 2
    top = MARGIN + _HEAD
    label = language("print-ruler")
    pdf.draw_ruler(left, top - _SIDE, label)
    pdf.draw_ruler(left - _SIDE - 3.0, top, label, upright=True)
    pdf.set_fill_color(_BLACK)
    module = square / MODULES
    for x, y, width, height in _black_strips():
        pdf.rect(left + x * module, top + y * module, width * module, height * module, "F")
    return pdf.to_bytes()


def square_of(paper: PaperSize) -> float:
    """How long the sides of the squares are on this paper, in millimetres."""
    height, width = paper.size
    room = width - 2 * (MARGIN + _SIDE), height - 2 * MARGIN - _HEAD
    return float(min(room[0] // COLUMNS, room[1] // ROWS))


def _black_strips() -> Iterator[tuple[int, int, int, int]]:
    """All that is black, x, y, width and height in modules: strips along and across, for where only two strips of one
    direction meet, viewers and printers show a hair of paper between them."""
    black = draw_modules()
    for is_across, lines in ((False, black), (True, black.T)):
        for at, line in enumerate(lines.tolist()):
            begin = None
            for along, is_black in enumerate([*line, False]):
                if is_black and begin is None:
                    begin = along
                elif not is_black and begin is not None:
                    strip = (begin, at, along - begin, 1)
                    yield (strip[1], strip[0], strip[3], strip[2]) if is_across else strip
                    begin = None

"""Paper to print on at true size: millimetres from its upper left corner, a ruler to check them, words at the top."""

from datetime import UTC, datetime

from font_roboto import font_files
from fpdf import FPDF
from fpdf.enums import Duplex
from fpdf.fonts import TTFFont
from fpdf.prefs import ViewerPreferences

from tileref.paper_size import PaperSize

MARGIN = 8.0
"""Millimetres at the rim that printers leave white."""

RULER = 100.0

_TITLE, _TEXT, _SMALL = 11.0, 8.0, 7.0
_LINE = 3.6
_INK = 20
POINT = 25.4 / 72
"""Millimetres."""


class PrintedPaper(FPDF):
    """Pages of one paper, drawn piece by piece."""

    def __init__(
        self, paper: PaperSize, *, landscape: bool, language: str, made: datetime, both_sides: bool = False
    ) -> None:
        super().__init__("landscape" if landscape else "portrait", "mm", paper.size)
        self.set_auto_page_break(False)
        self.set_margin(MARGIN)
        self.c_margin = 0
        self.set_lang(language)
        self.set_creator("tileref")
        self.set_creation_date(made.astimezone(UTC))
        duplex = Duplex.DUPLEX_FLIP_LONG_EDGE if both_sides else None
        # Some viewers fit pages to the paper unless they are told not to.
        self.viewer_preferences = ViewerPreferences(print_scaling="None", duplex=duplex)
        for style, name in (("", "Roboto"), ("B", "RobotoBold")):
            self.add_font("roboto", style, font_files[name])

    def write_head(self, title: str, text: str) -> None:
        """The title and what to know, at the top of a page; `y` is below them afterwards."""
        self.set_title(title)
        self.set_text_color(_INK)
        self.set_xy(MARGIN, MARGIN)
        self.set_font("roboto", "B", _TITLE)
        self.cell(0, 5.0, title, new_x="LMARGIN", new_y="NEXT")
        self.set_font("roboto", "", _TEXT)
        self.multi_cell(0, _LINE, text, align="L", new_x="LMARGIN", new_y="NEXT")

    def draw_ruler(self, x: float, y: float, label: str, *, upright: bool = False) -> None:
        """A ruler from here on to the right, or downwards; its ticks stand to its left as one walks along it."""
        self.set_draw_color(_INK)
        self.set_line_width(0.2)

        def at(along: float, off: float) -> tuple[float, float]:
            return (x + off, y + along) if upright else (x + along, y - off)

        self.line(*at(0, 0), *at(RULER, 0))
        for tick in range(11):
            long = 3.0 if tick % 5 == 0 else 1.5
            self.line(*at(tick * RULER / 10, 0), *at(tick * RULER / 10, long))
        self.set_font("roboto", "", _SMALL)
        self.set_text_color(_INK)
        width = self.get_string_width(label)
        middle_x, middle_y = at(RULER * 0.25, 2.2)
        with self.rotation(-90 if upright else 0, middle_x, middle_y):
            self.text(middle_x - width / 2, middle_y, label)

    def to_bytes(self) -> bytes:
        """The file."""
        return bytes(self.output())

    def close_fonts(self) -> None:
        """Close the files of the fonts, of paper that nothing is printed on; `to_bytes` does it too."""
        for font in self.fonts.values():
            if isinstance(font, TTFFont):
                font.close()

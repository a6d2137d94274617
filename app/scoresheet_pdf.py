"""A scoresheet to print: pages of A4 with a column for each player, every glyph in the file that shows it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import cos, pi, sin
from unicodedata import normalize

from font_roboto import font_files
from fpdf import FPDF
from fpdf.fonts import TTFFont

from tileref.engine.sheet import Row, Section, Sheet
from tileref.engine.sheet_svg import GRAND_TOTAL

# Millimetres, but for the sizes of text, which are in points.
_MARGIN = 15.0
_LABELS = 50.0
_LINE = 6.0
_NAME_LINE = 4.4
_GAP = 2.0
_FOOT = 8.0
_PADDING = 1.5
_STAR, _WIDEST_PRIZE = 1.4, 34.0
_TITLE, _TEXT, _SMALL = 18.0, 10.0, 8.0
_NAME_LINES = 3
_NARROWEST = 19.0
"""A column narrower than this, and the paper is turned."""

_INK, _QUIET, _RULE, _BAND = 20, 90, 200, 236
"""How light things are. A printer may know only black, so nothing leans on a colour."""

_UNKNOWN = "\N{REPLACEMENT CHARACTER}"
_ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
_MINUS = "\N{MINUS SIGN}"


def draw_pdf(
    sheet: Sheet,
    *,
    label: Callable[[Row | Section], str],
    title: str,
    about: Sequence[str],
    won: str,
    language: str,
    begun: datetime,
) -> bytes:
    """The pages of a scoresheet.

    `label` and `won` are words as for the picture of a sheet, `about` paragraphs under the title. `begun` is the date
    that the file bears, so that the same sheet is the same file.
    """
    # How many pages there are is known once they are drawn, and stands on each of them.
    draft = _Paper(sheet, label, title, won, pages=0)
    draft.draw(about)
    draft.close_fonts()
    paper = _Paper(sheet, label, title, won, pages=draft.pages_count)
    paper.draw(about)
    paper.set_title(title)
    paper.set_lang(language)
    paper.set_creator("tileref")
    paper.set_creation_date(begun.astimezone(UTC))
    return bytes(paper.output())


@dataclass(frozen=True, slots=True)
class _Name:
    """A player's name over a column."""

    size: float
    lines: list[str]


class _Paper(FPDF):
    """The document, drawn from top to bottom."""

    def __init__(
        self, sheet: Sheet, label: Callable[[Row | Section], str], title: str, won: str, *, pages: int
    ) -> None:
        players = len(sheet.players)
        is_wide = (210 - 2 * _MARGIN - _LABELS) / players < _NARROWEST
        super().__init__("landscape" if is_wide else "portrait", "mm", "A4")
        self.set_auto_page_break(False)
        self.set_margin(_MARGIN)
        self.c_margin = 0
        # A player may be called as the mark that would be replaced by the number of pages.
        self.alias_nb_pages(None)  # type: ignore[arg-type]  # The documentation of the method has it so.
        for style, name in (("", "Roboto"), ("B", "RobotoBold")):
            self.add_font("roboto", style, font_files[name])
        self._sheet = sheet
        self._label = label
        self._title = self._shown(title)
        self._won = won
        self._pages = pages
        self._top = _MARGIN
        self._column = (self.epw - _LABELS) / players
        self._bottom = self.h - _MARGIN - _FOOT
        self._names = [self._make_name(seat, name) for seat, name in enumerate(sheet.players)]
        self._names_height = max(len(name.lines) for name in self._names) * _NAME_LINE + _GAP / 2
        self._middles = [_MARGIN + _LABELS + (seat + 0.5) * self._column for seat in range(players)]
        self._use(_TEXT, bold=True)
        self._ends = [
            middle + max(map(self.get_string_width, points), default=0) / 2
            for middle, points in zip(self._middles, self._points_by_seat(), strict=True)
        ]

    def draw(self, about: Sequence[str]) -> None:
        """Draw everything."""
        self.add_page()
        self._paragraph(self._title, _TITLE, 8.0, bold=True)
        for paragraph in about:
            self._paragraph(self._shown(paragraph), _TEXT, 5.0)
        self.y += 2 * _GAP
        self._draw_names()
        for section in self._sheet.sections:
            self._draw_section(section)
        self._draw_totals()

    def header(self) -> None:
        """On every page but the first, where they stand under the title: whose columns these are."""
        if self.page_no() > 1:
            self._draw_names()

    def footer(self) -> None:
        """What it is, and which page of how many."""
        self.y = self.h - _MARGIN - _LINE / 2
        self._use(_SMALL, _QUIET)
        self._write(_MARGIN, self._cut(self._title, self.epw - _LABELS), _LINE)
        self._write_before(self.w - _MARGIN, f"{self.page_no()} / {self._pages}", _LINE)

    def close_fonts(self) -> None:
        """Close the files of the fonts; writing the document does it too."""
        for font in self.fonts.values():
            if isinstance(font, TTFFont):
                font.close()

    def _draw_names(self) -> None:
        """The names over their columns, their last lines at one height."""
        top = self.y
        bottom = top + self._names_height - _GAP / 2
        for middle, name in zip(self._middles, self._names, strict=True):
            self._use(name.size, bold=True)
            for above, line in enumerate(reversed(name.lines), start=1):
                self.y = bottom - above * _NAME_LINE
                self._write(middle - self.get_string_width(line) / 2, line, _NAME_LINE)
        self.y = self._top = top + self._names_height

    def _draw_section(self, section: Section) -> None:
        """The name of a section and its rows: on one page, unless no page is long enough."""
        height = _GAP + _LINE * (1 + len(section.rows))
        is_long = height > self._bottom - _MARGIN - self._names_height
        # Of one that is longer than a page, its name must not stand alone at the end of the page before.
        if self.y > self._top:
            self._make_room(_GAP + 3 * _LINE if is_long else height)
        self._draw_band(section)
        for row in section.rows:
            if self.y + _LINE > self._bottom:
                self.add_page()
                self._draw_band(section)
            self._rule(0.2, _QUIET if row.is_sum else _RULE)
            self._draw_row(row, bold=row.is_sum)

    def _draw_band(self, section: Section) -> None:
        self.y += _GAP
        self.set_fill_color(_BAND)
        self.rect(_MARGIN, self.y + 0.4, self.epw, _LINE - 0.8, "F", round_corners=True, corner_radius=1)
        self._use(_TEXT, bold=True)
        self._write(_MARGIN + _PADDING, self._cut(self._label(section), self.epw - 2 * _PADDING), _LINE)
        self.y += _LINE

    def _draw_row(self, row: Row, *, bold: bool) -> None:
        self._use(_TEXT, _INK if bold else _QUIET, bold=bold)
        self._write(_MARGIN + _PADDING, self._cut(self._label(row), _LABELS - _PADDING), _LINE)
        self._use(_TEXT, _INK, bold=bold)
        for end, points in zip(self._ends, row.points, strict=True):
            self._write_before(end, _points(points), _LINE)
        self.y += _LINE

    def _draw_totals(self) -> None:
        """What everybody has in the end, and who has won, if somebody has."""
        self._make_room(2 * _LINE + 3 * _GAP)
        self.y += _GAP
        self._rule(0.6, _INK)
        self.y += _GAP / 2
        top = self.y
        self._draw_row(Row(GRAND_TOTAL, self._sheet.totals), bold=True)
        for seat in self._sheet.winners:
            self._draw_prize(self._middles[seat], top)

    def _draw_prize(self, middle: float, top: float) -> None:
        """The word and the star under the total of a winner, and a frame around all three."""
        self.set_draw_color(_INK)
        self.set_line_width(0.4)
        width = min(self._column - 1, _WIDEST_PRIZE)
        self.rect(middle - width / 2, top, width, 2 * _LINE, round_corners=True, corner_radius=1.5)
        self._use(_SMALL, bold=True)
        won = self._cut(self._won, width - 2.5 * _STAR - _PADDING)
        left = middle - (self.get_string_width(won) + 2.5 * _STAR) / 2
        self._write(left + 2.5 * _STAR, won, _LINE - 1)
        turns = [(_STAR * (0.45 if at % 2 else 1), at * pi / 5) for at in range(10)]
        x, y = left + _STAR, self.y + (_LINE - 1) / 2
        self.set_fill_color(_INK)
        self.polygon([(x + radius * sin(turn), y - radius * cos(turn)) for radius, turn in turns], style="F")

    def _make_room(self, height: float) -> None:
        """A new page, unless so much still fits on this one."""
        if self.y + height > self._bottom:
            self.add_page()

    def _paragraph(self, text: str, size: float, height: float, *, bold: bool = False) -> None:
        self._use(size, _INK if bold else _QUIET, bold=bold)
        self.multi_cell(0, height, text, align="L", new_x="LMARGIN", new_y="NEXT")

    def _rule(self, width: float, light: int) -> None:
        self.set_draw_color(light)
        self.set_line_width(width)
        self.line(_MARGIN, self.y, _MARGIN + self.epw, self.y)

    def _use(self, size: float, light: int = _INK, *, bold: bool = False) -> None:
        self.set_font("roboto", "B" if bold else "", size)
        self.set_text_color(light)

    def _write(self, x: float, text: str, height: float) -> None:
        """Write from here on, in the middle of a line of this height."""
        # Digits and capitals are about seven tenths of the size above the line they stand on.
        self.text(x, self.y + height / 2 + 0.355 * self.font_size, text)

    def _write_before(self, x: float, text: str, height: float) -> None:
        self._write(x - self.get_string_width(text), text, height)

    def _points_by_seat(self) -> Iterator[list[str]]:
        """All that is written into each column."""
        rows = [row.points for section in self._sheet.sections for row in section.rows]
        for points in zip(*rows, self._sheet.totals, strict=True):
            yield [_points(each) for each in points]

    def _make_name(self, seat: int, name: str) -> _Name:
        """The name as it stands over its column: smaller, if that saves a word from being broken."""
        shown = self._shown(name)
        if _UNKNOWN in shown:
            # Two names that the font cannot write must still be told apart.
            shown = f"{seat + 1}. {shown}"
        width = self._column - _PADDING
        words = shown.replace("-", "- ").split()
        for size in (_TEXT, _SMALL):
            self._use(size, bold=True)
            if all(self.get_string_width(word) <= width for word in words):
                break
        return _Name(size, list(self._broken(shown, width)))

    def _broken(self, rest: str, width: float) -> Iterator[str]:
        """The text in as many lines as there may be, with an ellipsis where they are too few."""
        for _ in range(_NAME_LINES - 1):
            if self.get_string_width(rest) <= width:
                break
            fitting = self._fitting(rest, width)
            # At a space or behind a hyphen, if there is one; else where the line is full.
            end = max(rest.rfind(" ", 0, fitting + 1), rest.rfind("-", 0, fitting) + 1)
            end = end if end > 0 else fitting
            yield rest[:end].rstrip()
            rest = rest[end:].lstrip()
        yield self._cut(rest, width)

    def _cut(self, text: str, width: float) -> str:
        """The text, with an ellipsis for what of it has no room."""
        if self.get_string_width(text) <= width:
            return text
        return text[: self._fitting(text, width - self.get_string_width(_ELLIPSIS))].rstrip() + _ELLIPSIS

    def _fitting(self, text: str, width: float) -> int:
        """How many characters have room, but at least one."""
        return max(1, sum(self.get_string_width(text[:end]) <= width for end in range(1, len(text) + 1)))

    def _shown(self, text: str) -> str:
        """The text with a mark for each character that the font has not."""
        font = self.fonts["roboto"]
        assert isinstance(font, TTFFont), "it was added from a file"
        composed = normalize("NFC", text)
        return "".join(each if ord(each) in font.cmap or each.isspace() else _UNKNOWN for each in composed)


def _points(value: int | None) -> str:
    return "" if value is None else str(value).replace("-", _MINUS)

"""The scoresheet of a match in the forms that people want it in: to read, to calculate with, to look at, to print."""

import csv
import io
import json
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from rich.console import Console

from tileref.announcements import sheet_label
from tileref.engine.record import Record
from tileref.engine.sheet import Row
from tileref.engine.sheet_svg import GRAND_TOTAL, draw_sheet
from tileref.engine.tally import sheet_of
from tileref.language import Language
from tileref.ruleset_words import describe_ruleset
from tileref.terminal import make_sheet_table


class Form(StrEnum):
    """What a scoresheet can be."""

    TEXT = "text"
    CSV = "csv"
    JSON = "json"
    SVG = "svg"
    PDF = "pdf"

    @classmethod
    def of(cls, file: Path | None) -> "Form":
        """What the name of a file asks for; text where it asks for nothing."""
        ending = file.suffix.lower().removeprefix(".") if file else ""
        return cls(ending) if ending in set(cls) else cls.TEXT


@dataclass(frozen=True, slots=True)
class Scoresheet:
    """The scoresheet of a match in a language. `begun` is when the match began, in the time of the place."""

    record: Record
    begun: datetime
    language: Language

    def to_bytes(self, form: Form) -> bytes:
        """The sheet as a file of this form."""
        if form is Form.PDF:
            return self._draw_pdf()
        # Without this mark a spreadsheet takes the names for Latin letters, whatever they are.
        return self.to_text(form).encode("utf-8-sig" if form is Form.CSV else "utf-8")

    def to_text(self, form: Form) -> str:
        """The sheet in a form that is text."""
        match form:
            case Form.TEXT:
                return self._draw_text()
            case Form.CSV:
                return self._write_csv()
            case Form.JSON:
                return self._write_json()
            case Form.SVG:
                return draw_scoresheet(self.record, self.language)
            case Form.PDF:
                raise ValueError("a PDF is no text")

    def _draw_text(self) -> str:
        """The sheet drawn with characters."""
        page = io.StringIO()
        console = Console(file=page, width=10_000, highlight=False, emoji=False, markup=False, color_system=None)
        console.print(_title(self.record, self.language), *self._about, sep="\n", soft_wrap=True)
        console.print(make_sheet_table(self.language, sheet_of(self.record)))
        return "".join(f"{line.rstrip()}\n" for line in page.getvalue().splitlines())

    def _write_csv(self) -> str:
        """The sheet for a spreadsheet: section, row, and the points of each player."""
        sheet = sheet_of(self.record)
        page = io.StringIO()
        write = csv.writer(page, lineterminator="\n").writerow
        write(["", "", *map(_cell, sheet.players)])
        for section in sheet.sections:
            for row in section.rows:
                write([sheet_label(self.language, section), sheet_label(self.language, row), *row.points])
        write(["", sheet_label(self.language, Row(GRAND_TOTAL, sheet.totals)), *sheet.totals])
        if sheet.winners:
            seats = range(len(sheet.players))
            write(["", self.language("won"), *("★" if seat in sheet.winners else "" for seat in seats)])
        return page.getvalue()

    def _write_json(self) -> str:
        """The sheet as one JSON object: keys instead of words, seats from 0."""
        sheet = sheet_of(self.record)
        sections = [
            {
                "section": section.key,
                "number": section.number,
                "rows": [{"row": row.key, "number": row.number, "points": row.points} for row in section.rows],
            }
            for section in sheet.sections
        ]
        value = {
            "ruleset": self.record.ruleset.id,
            "begun": self.begun.isoformat(timespec="seconds"),
            "players": sheet.players,
            "sections": sections,
            "totals": sheet.totals,
            "over": self._is_over,
            "winners": sheet.winners,
        }
        return json.dumps(value, ensure_ascii=False) + "\n"

    def _draw_pdf(self) -> bytes:
        """The sheet to print."""
        # Fonts and pages take a library that nothing else should wait for.
        from tileref.scoresheet_pdf import draw_pdf

        language = self.language
        return draw_pdf(
            sheet_of(self.record),
            label=lambda line: sheet_label(language, line),
            title=_title(self.record, self.language),
            about=self._about,
            won=language("won"),
            language=language.code,
            begun=self.begun,
        )

    @property
    def _is_over(self) -> bool:
        return self.record.state.standings().over

    @property
    def _about(self) -> list[str]:
        """When it was, who played, and that the match is not over where it is not."""
        about = [f"{self.begun:%Y-%m-%d %H:%M}", ", ".join(self.record.players)]
        return about if self._is_over else [*about, self.language("not-over")]


def draw_scoresheet(record: Record, language: Language) -> str:
    """The scoresheet of a record as SVG."""
    return draw_sheet(
        sheet_of(record),
        label=lambda line: sheet_label(language, line),
        title=_title(record, language),
        won=language("won"),
    )


def _title(record: Record, language: Language) -> str:
    return describe_ruleset(language, record.ruleset).name


def _cell(name: str) -> str:
    """The name as a spreadsheet shows it, and does not take it for a formula."""
    return f"'{name}" if name[0] in "=+-@" else name

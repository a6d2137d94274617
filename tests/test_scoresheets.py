"""Scoresheets in every form: the same points in all of them, and paper that shows everything it should."""

import csv
import io
import json
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from pypdf import PageObject, PdfReader

from tests.strategies import NAMES, play
from tests.strategies import record_of as played
from tileref.announcements import sheet_label
from tileref.engine.games import RULESETS, AnyRuleset, find_ruleset
from tileref.engine.record import Accepted, Record
from tileref.engine.sheet import Row
from tileref.engine.tally import sheet_of
from tileref.language import LANGUAGES, find_language
from tileref.ruleset_words import describe_ruleset
from tileref.scoresheets import Form, Scoresheet

BEGUN = datetime(2026, 7, 30, 18, 5, tzinfo=timezone(timedelta(hours=3)))
TRIPLE_400 = find_ruleset("triple-400")
LONG = (
    "Александра-Виктория Константинопольская",
    "Bartholomew Featherstonehaugh the Third",
    "Анна",
    "李小龙",
    "W" * 80,
    "{nb} Зоя",
)

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
in_both_languages = pytest.mark.parametrize("code", LANGUAGES)


def named(ruleset: AnyRuleset, names: tuple[str, ...], seed: int, events: int | None = None) -> Record:
    """The record of so many events of a match between these players."""
    record = Record.begin(ruleset, names)
    for event in play(ruleset, len(names), seed)[1][:events]:
        outcome = record.submit(event)
        assert isinstance(outcome, Accepted)
        record = outcome.record
    return record


def scoresheet(record: Record, code: str = "en") -> Scoresheet:
    return Scoresheet(record, BEGUN, find_language(code))


def pages_of(record: Record, code: str = "en") -> list[PageObject]:
    return list(PdfReader(io.BytesIO(scoresheet(record, code).to_bytes(Form.PDF))).pages)


def words_on(page: PageObject) -> list[tuple[float, float, str]]:
    """Where each piece of text begins, from the lower left corner of the page."""
    words: list[tuple[float, float, str]] = []

    def visit(text: str, _cm: Any, tm: list[float], _font: Any, _size: Any) -> None:
        if text.strip():
            words.append((tm[4], tm[5], text.strip()))

    page.extract_text(visitor_text=visit)
    return words


# The same in every form.


@every_ruleset
@in_both_languages
def test_every_form_shows_the_game_the_players_and_their_points(ruleset: AnyRuleset, code: str) -> None:
    record = played(ruleset, 2, 3)
    sheet = sheet_of(record)
    made = scoresheet(record, code)
    title = describe_ruleset(made.language, ruleset).name
    on_paper = "\n".join(page.extract_text() for page in pages_of(record, code))
    for text in (made.to_text(Form.TEXT), made.to_text(Form.SVG), on_paper):
        assert title in text
        for item in (*record.players, made.language("won"), sheet_label(made.language, Row("grand_total", ()))):
            assert item in text or (item == made.language("won") and "★" in text)
        for total in sheet.totals:
            assert str(total).replace("-", "−") in text


def test_the_sheet_as_data_is_the_sheet() -> None:
    record = played(TRIPLE_400, 3, 3)
    sheet = sheet_of(record)
    value = json.loads(scoresheet(record).to_text(Form.JSON))
    assert value["ruleset"] == "triple-400"
    assert value["begun"] == "2026-07-30T18:05:00+03:00"
    assert (value["players"], value["totals"]) == (list(sheet.players), list(sheet.totals))
    assert (value["over"], value["winners"]) == (True, list(sheet.winners))
    turns = [
        [(row["row"], row["number"], tuple(row["points"])) for row in section["rows"]] for section in value["sections"]
    ]
    assert turns == [[(row.key, row.number, row.points) for row in section.rows] for section in sheet.sections]


def test_a_spreadsheet_can_add_up_the_turns_to_the_totals() -> None:
    record = played(TRIPLE_400, 3, 3)
    head, *lines, totals, won = csv.reader(io.StringIO(scoresheet(record).to_text(Form.CSV)))
    assert head == ["", "", *record.players]
    added = [0] * 3
    for _, row, *points in lines:
        if row != "Total":
            added = [amount + int(more or 0) for amount, more in zip(added, points, strict=True)]
    assert totals == ["", "Grand total", *map(str, added)]
    assert [seat for seat, mark in enumerate(won[2:]) if mark] == list(sheet_of(record).winners)


def test_a_name_is_no_formula_to_a_spreadsheet() -> None:
    record = named(TRIPLE_400, ("=1+1", "@Anna", "-5", "+7", "Boris, the 2nd"), 3)
    head = next(csv.reader(io.StringIO(scoresheet(record).to_text(Form.CSV))))
    assert head[2:] == ["'=1+1", "'@Anna", "'-5", "'+7", "Boris, the 2nd"]


def test_only_a_file_for_a_spreadsheet_says_that_it_is_unicode() -> None:
    made = scoresheet(named(TRIPLE_400, ("Анна", "Борис"), 3))
    assert made.to_bytes(Form.CSV) == b"\xef\xbb\xbf" + made.to_text(Form.CSV).encode()
    for form in (Form.TEXT, Form.JSON, Form.SVG):
        assert made.to_bytes(form) == made.to_text(form).encode()


def test_long_names_are_whole_in_text_and_a_line_stays_a_line() -> None:
    text = scoresheet(named(TRIPLE_400, LONG, 4)).to_text(Form.TEXT)
    assert LONG[4] in text.split("┃")[6]
    lines = text.split("\n")
    assert lines[:3] == ["Triple Dominoes to 400", "2026-07-30 18:05", ", ".join(LONG)]
    assert not any(line.endswith(" ") or "\x1b" in line for line in lines)


def test_the_picture_is_an_svg() -> None:
    root = ElementTree.fromstring(scoresheet(played(TRIPLE_400, 2, 3)).to_bytes(Form.SVG))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"


@pytest.mark.parametrize("form", [Form.TEXT, Form.PDF])
def test_a_match_that_is_not_over_says_so_and_has_no_winner(form: Form) -> None:
    for events in (0, 12):
        record = named(TRIPLE_400, ("Anna", "Boris"), 3, events)
        text = pages_of(record)[0].extract_text() if form is Form.PDF else scoresheet(record).to_text(form)
        assert "The match is not over yet." in text
        assert "Winner" not in text
        assert "★" not in text


@pytest.mark.parametrize(
    ("name", "form"),
    [("a.pdf", Form.PDF), ("a.b.SVG", Form.SVG), ("csv", Form.TEXT), ("a.txt", Form.TEXT), ("a.json", Form.JSON)],
)
def test_the_name_of_a_file_says_what_should_be_in_it(name: str, form: Form) -> None:
    assert Form.of(Path(name)) is form


# Paper.


def test_the_same_sheet_is_the_same_file() -> None:
    made = scoresheet(named(TRIPLE_400, LONG, 4))
    assert made.to_bytes(Form.PDF) == made.to_bytes(Form.PDF)


def test_paper_is_a4_and_turned_where_many_play() -> None:
    for players, is_wide in ((2, False), (6, False), (12, True)):
        page = pages_of(named(find_ruleset("dice-xl"), NAMES[:players], 3, 20))[0]
        sides = [round(float(side) * 25.4 / 72) for side in (page.mediabox.width, page.mediabox.height)]
        assert sides == ([297, 210] if is_wide else [210, 297])


@pytest.mark.parametrize(
    "record",
    [
        named(TRIPLE_400, LONG, 4),
        played(find_ruleset("triomino-kids"), 1, 0),
        named(find_ruleset("dice-xl"), NAMES, 3),
        named(TRIPLE_400, ("W" * 80,) * 6, 4),
    ],
    ids=["long names", "long rounds", "many players", "wide names"],
)
def test_nothing_on_paper_runs_over_an_edge_or_over_the_next_line(record: Record) -> None:
    for page in pages_of(record, "ru"):
        width, height = float(page.mediabox.width), float(page.mediabox.height)
        words = words_on(page)
        assert all(35 < x < width - 35 and 35 < y < height - 35 for x, y, _ in words)
        labels = sorted((y for x, y, _ in words if x < 60), reverse=True)
        assert all(above - below > 9 for above, below in pairwise(labels))


def test_every_page_says_whose_columns_these_are_and_which_page_it_is() -> None:
    pages = pages_of(played(find_ruleset("triomino-kids"), 2, 3))
    assert len(pages) > 3
    for number, page in enumerate(pages, start=1):
        text = page.extract_text()
        assert f"{number} / {len(pages)}" in text
        assert "Anna" in text
        assert "Boris" in text


def test_a_round_that_fits_on_a_page_is_on_one() -> None:
    record = named(TRIPLE_400, LONG, 4)
    pages = [page.extract_text().split("\n") for page in pages_of(record)]
    assert len(pages) == 2
    shown = [line for page in pages for line in page if line.startswith("Round ")]
    assert shown == [f"Round {number}" for number in range(1, len(sheet_of(record).sections) + 1)]


def test_a_round_longer_than_a_page_goes_on_under_its_name_on_the_next() -> None:
    record = played(find_ruleset("triomino-kids"), 1, 0)
    sections = sheet_of(record).sections
    pages = [page.extract_text().split("\n") for page in pages_of(record)]
    assert sum("Round 1" in page for page in pages) > 1
    for page in pages:
        # Nothing is shown of a round whose name does not stand above it, nor a name with nothing below it.
        rounds = [line.split()[0] for line in page if line.startswith(("Round ", "Turn ", "Total "))]
        assert rounds[:1] in (["Round"], [])
        assert "Round Round" not in " ".join(rounds)
        assert rounds[-1:] != ["Round"]
    turns = [line for page in pages for line in page if line.startswith("Turn ")]
    assert len(turns) == sum(row.key == "turn" for section in sections for row in section.rows)


def test_all_names_are_written_out_under_the_title() -> None:
    text = "".join(pages_of(named(TRIPLE_400, LONG, 4))[0].extract_text().split("\n"))
    for name in LONG:
        assert name.replace("李小龙", "\ufffd" * 3) in text


def test_players_whose_names_the_font_lacks_are_told_apart_by_their_seats() -> None:
    text = pages_of(named(TRIPLE_400, ("李小龙", "王小明"), 4))[0].extract_text()
    assert "1. \ufffd\ufffd\ufffd" in text
    assert "2. \ufffd\ufffd\ufffd" in text


def fonts_of(record: Record) -> Iterator[Any]:
    for page in pages_of(record):
        for font in page["/Resources"]["/Font"].values():  # type: ignore[index]
            yield font["/DescendantFonts"][0]["/FontDescriptor"]


def test_the_glyphs_that_are_used_are_in_the_file_and_no_others() -> None:
    fonts = list(fonts_of(played(TRIPLE_400, 2, 3)))
    assert len(fonts) > 1
    for font in fonts:
        # Whole, each of the two fonts is of more than 100 kB.
        assert 1_000 < len(font["/FontFile2"].get_data()) < 30_000
        assert "+" in font["/FontName"]


def test_the_file_says_what_it_is() -> None:
    reader = PdfReader(io.BytesIO(scoresheet(played(TRIPLE_400, 2, 3), "ru").to_bytes(Form.PDF)))
    assert reader.metadata is not None
    assert reader.metadata.title == "Тройное домино 400"
    assert reader.metadata.creation_date == BEGUN

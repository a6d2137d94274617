"""Pictures: always well-formed, complete within their box, nothing from elsewhere, and true to what they show."""

import re
from collections.abc import Iterator
from itertools import combinations, pairwise
from math import dist, sqrt
from random import Random
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import NAMES, any_boards, cells, lay_out, legal_boards, placements, record_of
from tileref.engine.dice.svg import draw_dice
from tileref.engine.dominoes import DOMINOES, Chain
from tileref.engine.dominoes.svg import draw_chain
from tileref.engine.games import RULESETS, AnyRuleset, find_ruleset
from tileref.engine.options import with_options
from tileref.engine.record import Record
from tileref.engine.sheet import Row, Section, Sheet
from tileref.engine.sheet_svg import GRAND_TOTAL, draw_sheet
from tileref.engine.svg import DARK, LIGHT, PRINT, Theme, element, escape, number, pips, shorten, width_of
from tileref.engine.tally import sheet_of
from tileref.engine.triangles import Board, Cell, Placement, PlacementFault, draw_board, to_ascii
from tileref.engine.triangles.notation import format_cell, parse_cell

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "</title><script>alert(1)</script>&amp;\"'><!-- ]]> \0\x1b\ufffe\ud800 \u202eback\nline\rend"

# How much of a line or letter there is beyond the points that are given for it.
STROKE = 2.5
CHARACTER = 0.66


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: "Box", *, by: float = 0.01) -> bool:
        return (
            min(self.right, other.right) - max(self.left, other.left) > by
            and min(self.bottom, other.bottom) - max(self.top, other.top) > by
        )


def read(picture: str) -> Element:
    """The picture as a tree, once all that holds for every picture has been checked."""
    picture.encode()
    assert "<!" not in picture
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    kinds = ("title", "desc", "style", "rect", "g", "path", "text", "circle", "line", "polygon")
    for part in root.iter():
        assert part.tag.removeprefix(SVG) in (*kinds, "svg"), part.tag
        for name, value in part.attrib.items():
            assert not name.startswith("on")
            assert "href" not in name
            assert "id" not in name.split("-")
            assert "url(" not in value
    check_styles(root)
    check_box(root)
    return root


def check_styles(root: Element) -> None:
    (style,) = root.findall(f"{SVG}style")
    text = style.text or ""
    assert "url(" not in text
    assert "@import" not in text
    light, dark, paper = re.split(r"@media \(prefers-color-scheme:dark\)\{|@media print\{", text)
    kind = (root.get("class") or "").removeprefix("tileref ")
    for rules, theme in ((light, LIGHT), (dark, DARK), (paper, PRINT)):
        assert f"fill:{theme.paper}" in rules
        assert f"fill:{theme.ink}" in rules
        selectors = re.findall(r"([^{}]+)\{[^{}]*\}", rules)
        assert selectors
        for selector in ",".join(selectors).split(","):
            assert selector.startswith(f".tileref.{kind} "), "a style must not touch the page round the picture"


def check_box(root: Element) -> None:
    left, top, width, height = map(float, (root.get("viewBox") or "").split())
    assert min(width, height, float(root.get("width") or 0), float(root.get("height") or 0)) > 0
    (paper,) = [part for part in root.iter() if part.get("class") == "paper"]
    assert [float(paper.get(name) or "nan") for name in ("x", "y", "width", "height")] == [left, top, width, height]
    for part in root.iter():
        box = None if part is paper else box_of(part)
        if box is not None:
            assert box.left >= left, (part.tag, part.attrib)
            assert box.top >= top, (part.tag, part.attrib)
            assert box.right <= left + width + 0.01, (part.tag, part.attrib)
            assert box.bottom <= top + height + 0.01, (part.tag, part.attrib)


def numbers(part: Element, *names: str) -> tuple[float, ...]:
    return tuple(float(part.get(name) or "nan") for name in names)


def box_of(part: Element) -> Box | None:
    """The room that a part of a picture takes, strokes and all; None for one that is not drawn itself."""
    match part.tag.removeprefix(SVG):
        case "rect":
            x, y, width, height = numbers(part, "x", "y", "width", "height")
            return around([(x, y), (x + width, y + height)], STROKE)
        case "circle":
            x, y, radius = numbers(part, "cx", "cy", "r")
            return around([(x, y)], radius + STROKE)
        case "line":
            x1, y1, x2, y2 = numbers(part, "x1", "y1", "x2", "y2")
            return around([(x1, y1), (x2, y2)], STROKE)
        case "path" | "polygon":
            values = [float(value) for value in re.findall(r"-?[\d.]+", part.get("d") or part.get("points") or "")]
            return around(list(zip(values[::2], values[1::2], strict=True)), STROKE)
        case "text":
            return text_box(part)
    return None


def around(spots: list[tuple[float, float]], reach: float) -> Box:
    across, down = zip(*spots, strict=True)
    return Box(min(across) - reach, min(down) - reach, max(across) + reach, max(down) + reach)


def text_box(part: Element) -> Box:
    x, y, size = numbers(part, "x", "y", "font-size")
    width = width_of(part.text or "") * CHARACTER * size
    classes = set((part.get("class") or "").split())
    left = x - width / 2
    if classes & {"title", "section", "label"}:
        left = x
    elif "points" in classes:
        left = x - width
    return Box(left, y - 0.8 * size, left + width, y + 0.25 * size)


def words_in(root: Element) -> list[str]:
    return [part.text or "" for part in root.iter(f"{SVG}text")]


def all_of(root: Element, class_: str) -> list[Element]:
    return [part for part in root.iter() if class_ in (part.get("class") or "").split()]


def title_and_desc(root: Element) -> tuple[str, str]:
    return root.findtext(f"{SVG}title") or "", root.findtext(f"{SVG}desc") or ""


# Boards.


def vertex_at(x: int, y: int) -> tuple[float, float]:
    """Where a vertex is drawn, by the words of the rules, with sides of 100 and y downwards."""
    return (x + y / 2) * 100, -y * sqrt(3) / 2 * 100


def corners_at(cell: Cell) -> list[tuple[float, float]]:
    x, y, point = cell
    if point == "U":
        return [vertex_at(x, y), vertex_at(x, y + 1), vertex_at(x + 1, y)]
    return [vertex_at(x, y + 1), vertex_at(x + 1, y + 1), vertex_at(x + 1, y)]


def check_tiles(root: Element, board: Board) -> None:
    """Every tile of the board is drawn, each digit nearest to the corner it stands at."""
    tiles = {parse_cell(part.get("data-cell") or ""): part for part in all_of(root, "tile")}
    assert set(tiles) == set(board.tiles)
    for cell, part in tiles.items():
        corners = corners_at(cell)
        shown: dict[int, int] = {}
        for digit in part.iter(f"{SVG}text"):
            x, y, size = numbers(digit, "x", "y", "font-size")
            spot = x, y - 0.36 * size
            corner = min(range(3), key=lambda corner: dist(spot, corners[corner]))
            assert dist(spot, corners[corner]) < 40
            shown[corner] = int(digit.text or "")
        assert tuple(shown[corner] for corner in range(3)) == board.tiles[cell]


@settings(max_examples=200)
@given(
    board=st.one_of(any_boards, legal_boards),
    new=st.none() | cells,
    legal=st.lists(cells, max_size=6),
    refused=st.lists(placements, max_size=2),
    coordinates=st.booleans(),
    size=st.integers(1, 1000),
)
def test_a_board_is_drawn_as_it_lies_with_whatever_is_marked_on_it(
    board: Board, new: Cell | None, legal: list[Cell], refused: list[Placement], coordinates: bool, size: int
) -> None:
    faults: list[PlacementFault] = [*board.faults(), *(f for p in refused for f in board.placement_faults(p))]
    picture = draw_board(board, new=new, faults=faults, legal=legal, coordinates=coordinates, size=size, title="T")
    root = read(picture)
    assert root.get("class") == "tileref board"
    assert title_and_desc(root) == ("T", to_ascii(board))
    width, height = numbers(root, "width", "height")
    assert max(width, height) <= size + 0.01
    check_tiles(root, board)
    wrong = {cell for fault in faults for cell in fault.cells}
    assert len(all_of(root, "cross")) == len(wrong)
    assert len(all_of(root, "dot")) == (new is not None and new not in wrong)
    assert {part.get("data-cell") for part in all_of(root, "wrong")} == set(map(format_cell, wrong))
    assert {part.get("data-cell") for part in all_of(root, "new")} == ({format_cell(new)} if new else set())
    outlined = {format_cell(cell) for cell in legal if cell not in board}
    assert {part.get("data-cell") for part in all_of(root, "legal")} == outlined
    assert len(all_of(root, "name")) == (len({*board.tiles, *wrong, *legal} | {new} - {None}) if coordinates else 0)
    check_rings(root, board, faults)


def check_rings(root: Element, board: Board, faults: list[PlacementFault]) -> None:
    """There is a ring at every vertex at which the tiles of a fault differ, and at every one a fault names."""
    expected = set()
    for fault in faults:
        if fault.vertex is not None:
            expected.add(vertex_at(*fault.vertex))
        shown: dict[tuple[float, float], set[int]] = {}
        for cell in fault.cells:
            if cell in board:
                for spot, digit in zip(corners_at(cell), board.tiles[cell], strict=True):
                    shown.setdefault(spot, set()).add(digit)
        expected |= {spot for spot, digits in shown.items() if len(digits) > 1}
    drawn = [numbers(part, "cx", "cy") for part in all_of(root, "ring")]
    assert len(drawn) == len(expected)
    assert all(min(dist(spot, ring) for ring in drawn) < 0.1 for spot in expected)


def test_the_drawing_in_the_description_is_kept_line_by_line() -> None:
    board = lay_out(3, 30)
    assert title_and_desc(read(draw_board(board)))[1].splitlines() == to_ascii(board).splitlines()


def test_an_empty_board_is_a_picture_too() -> None:
    root = read(draw_board(Board()))
    assert title_and_desc(root) == ("Board", ".")
    assert words_in(root) == []


@pytest.mark.parametrize("size", [0, -5])
def test_a_picture_without_pixels_is_refused_with_a_sentence(size: int) -> None:
    pixels = f"a picture of {size} pixels cannot be drawn: 1 or more are allowed"
    with pytest.raises(ValueError, match=pixels):
        draw_board(Board(), size=size)
    with pytest.raises(ValueError, match=pixels):
        draw_chain([], size=size)
    with pytest.raises(ValueError, match=pixels):
        draw_dice((), size=size)


# Chains.

halves = st.tuples(st.integers(0, 6), st.integers(0, 6))


def legal_chain(seed: int) -> list[tuple[int, int]]:
    """Dominoes laid at random until none fits."""
    rng = Random(seed)
    chain, left = Chain(), list(DOMINOES)
    while choices := chain.placements_of(left):
        placement = rng.choice(choices)
        chain = chain.place(*placement)
        left.remove(placement.tile)
    return [(laid.left, laid.right) for laid in chain]


chains = st.lists(halves, max_size=40) | st.integers(0, 2**32).map(legal_chain)


@settings(max_examples=200)
@given(chain=chains, marks=st.data(), size=st.integers(1, 1000))
def test_a_chain_is_drawn_domino_by_domino_without_one_on_another(
    chain: list[tuple[int, int]], marks: st.DataObject, size: int
) -> None:
    places = st.integers(0, len(chain))
    new = marks.draw(st.none() | places)
    faults = marks.draw(st.sets(places, max_size=3))
    root = read(draw_chain(chain, new=new, faults=faults, size=size, title="T"))
    assert title_and_desc(root) == ("T", " ".join(f"{a}-{b}" for a, b in chain) or ".")
    assert numbers(root, "width")[0] <= size + 0.01
    tiles = all_of(root, "tile")
    assert [part.get("data-tile") for part in tiles] == [f"{a}-{b}" for a, b in chain]
    assert [len(all_of(part, "pip")) for part in tiles] == [a + b for a, b in chain]
    assert words_in(root) == (["L", "R"] if chain else [])
    assert [index for index, part in enumerate(tiles) if all_of(part, "cross")] == sorted(faults - {len(chain)})
    assert [index for index, part in enumerate(tiles) if "new" in (part.get("class") or "").split()] == (
        [] if new in (None, len(chain)) else [new]
    )
    boxes = [bare_box(next(part.iter(f"{SVG}rect"))) for part in tiles]
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
    for one, other in pairwise(boxes):
        # Neighbours leave no more than the gap between them.
        across = max(one.left, other.left) - min(one.right, other.right)
        down = max(one.top, other.top) - min(one.bottom, other.bottom)
        assert max(across, down) < 4
    for letter in root.iter(f"{SVG}text"):
        assert not any(text_box(letter).overlaps(box) for box in boxes)
    rings = all_of(root, "ring")
    differ = [
        (one, other) for (one, a), (other, b) in pairwise(enumerate(chain)) if a[1] != b[0] and faults & {one, other}
    ]
    assert len(rings) == len(differ)
    for ring in rings:
        covered = bare_box(ring, reach=1.5)
        for pip in all_of(root, "pip"):
            x, y, radius = numbers(pip, "cx", "cy", "r")
            assert not covered.overlaps(around([(x, y)], radius)), "a ring hides no pip"


def bare_box(rect: Element, reach: float = 0.0) -> Box:
    x, y, width, height = numbers(rect, "x", "y", "width", "height")
    return around([(x, y), (x + width, y + height)], reach)


def test_a_double_lies_across_the_chain() -> None:
    root = read(draw_chain([(2, 6), (6, 6), (6, 3)]))
    boxes = [bare_box(next(part.iter(f"{SVG}rect"))) for part in all_of(root, "tile")]
    assert [box.right - box.left > box.bottom - box.top for box in boxes] == [True, False, True]


@pytest.mark.parametrize("bad", [(7, 1), (-1, 0)])
def test_pips_that_no_domino_has_cannot_be_drawn(bad: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="pips cannot be drawn: 0 to 6 are allowed"):
        draw_chain([bad])


# Dice.


@given(st.lists(st.integers(1, 6), max_size=7), st.sets(st.integers(0, 7)), st.integers(1, 900))
def test_dice_are_drawn_face_by_face_and_those_held_stand_on_a_bar(dice: list[int], held: set[int], size: int) -> None:
    root = read(draw_dice(dice, held=held, size=size, title="T"))
    faces = all_of(root, "die")
    assert [len(all_of(part, "pip")) for part in faces] == dice
    assert [bool(all_of(part, "bar")) for part in faces] == [index in held for index in range(len(dice))]
    assert [bool(all_of(part, "held")) for part in faces] == [index in held for index in range(len(dice))]
    desc = " ".join(f"[{die}]" if index in held else str(die) for index, die in enumerate(dice)) or "."
    assert title_and_desc(root) == ("T", desc)
    assert numbers(root, "width")[0] <= size + 0.01
    for part in faces:
        (face,) = all_of(part, "face")
        box = bare_box(face)
        for pip in all_of(part, "pip"):
            x, y, radius = numbers(pip, "cx", "cy", "r")
            inner = around([(x, y)], radius)
            assert (inner.left > box.left, inner.right < box.right) == (True, True)
            assert (inner.top > box.top, inner.bottom < box.bottom) == (True, True)


@pytest.mark.parametrize("die", [0, 7])
def test_a_die_that_shows_what_no_die_shows_cannot_be_drawn(die: int) -> None:
    with pytest.raises(ValueError, match="cannot be drawn: 1 to 6 are allowed"):
        draw_dice((1, die, 3))


def test_the_faces_of_a_die_turned_by_a_quarter_have_their_pips_turned() -> None:
    def spots(value: int, *, lying: bool) -> set[tuple[float, float]]:
        drawn = ElementTree.fromstring(f"<g>{pips(value, 0, 0, 100, lying=lying)}</g>")
        return {(float(pip.get("cx") or ""), float(pip.get("cy") or "")) for pip in drawn}

    for value in range(7):
        upright = spots(value, lying=False)
        assert len(upright) == value
        assert spots(value, lying=True) == {(-y or 0.0, x) for x, y in upright}


# Sheets.


def label(line: Row | Section) -> str:
    return line.key if line.number is None else f"{line.key} {line.number}"


def draw(sheet: Sheet, title: str = "Title", won: str = "won") -> Element:
    return read(draw_sheet(sheet, label=label, title=title, won=won))


def columns_of(root: Element) -> Iterator[list[Box]]:
    """The rooms of the words in each line of a sheet, from left to right."""
    lines: dict[str, list[Box]] = {}
    for part in root.iter(f"{SVG}text"):
        lines.setdefault(part.get("y") or "", []).append(text_box(part))
    yield from (sorted(boxes) for boxes in lines.values())


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
@pytest.mark.parametrize("players", [2, 4])
def test_a_sheet_has_every_row_of_points_and_says_so_in_words(ruleset: AnyRuleset, players: int) -> None:
    sheet = sheet_of(record_of(ruleset, players, 3))
    root = draw(sheet)
    rows = [row for section in sheet.sections for row in section.rows]
    shown = [
        str(points).replace("-", "\N{MINUS SIGN}")
        for row in (*rows, Row(GRAND_TOTAL, sheet.totals))
        for points in row.points
        if points is not None
    ]
    assert [part.text for part in all_of(root, "points")] == shown
    assert [part.text for part in all_of(root, "name")] == list(sheet.players)
    assert [part.text for part in all_of(root, "won")] == ["won"] * len(sheet.winners)
    assert len(all_of(root, "prize")) == len(all_of(root, "star")) == len(sheet.winners) > 0
    title, desc = title_and_desc(root)
    assert title == "Title"
    head, *lines = desc.splitlines()
    assert head == " | ".join(["", *sheet.players]).strip()
    count = len(sheet.winners)
    assert lines[-count:] == [f"won: {sheet.players[seat]}" for seat in sheet.winners]
    assert len(lines) == len(rows) + len(sheet.sections) + 1 + count
    assert lines[-count - 1] == " | ".join([GRAND_TOTAL, *shown[-players:]])
    for boxes in columns_of(root):
        assert not any(one.overlaps(other) for one, other in pairwise(boxes)), "words stand clear of each other"


def test_a_sheet_without_rounds_or_winners_has_its_totals() -> None:
    root = draw(sheet_of(Record.begin(find_ruleset("triple-400"), NAMES[:6])))
    assert [part.text for part in all_of(root, "points")] == ["0"] * 6
    assert all_of(root, "won") == all_of(root, "prize") == all_of(root, "star") == []


def test_a_series_of_dice_for_twelve_fits_its_sheet() -> None:
    series = with_options(find_ruleset("dice-xl"), {"series": "sum", "games": 3})
    root = draw(sheet_of(record_of(series, 12, 1)))
    assert len(all_of(root, "section")) == 6
    assert len(all_of(root, "name")) == 12


names = st.text(min_size=1, max_size=80) | st.sampled_from(
    ["W" * 80, "Щ" * 80, "千" * 80, "e\u0301\u0301\u0301\u0301\u0301" * 9, HOSTILE, "\u202e\u2066", " ", "\ud800" * 9]
)
points = st.none() | st.integers(-100_000, 100_000)


@settings(max_examples=200)
@given(players=st.lists(names, min_size=1, max_size=6), title=names, won=names, data=st.data())
def test_whatever_names_and_points_there_are_the_words_of_a_sheet_stand_clear_of_each_other(
    players: list[str], title: str, won: str, data: st.DataObject
) -> None:
    row = st.tuples(*[points] * len(players))
    rows = tuple(Row("turn", shown) for shown in data.draw(st.lists(row, max_size=4)))
    totals = tuple(data.draw(st.integers(-(10**6), 10**6)) for _ in players)
    winners = tuple(sorted(data.draw(st.sets(st.integers(0, len(players) - 1)))))
    root = draw(Sheet(tuple(players), (Section("round", rows, 1),), totals, winners), title=title, won=won)
    assert len(all_of(root, "name")) == len(players)
    for boxes in columns_of(root):
        assert not any(one.overlaps(other) for one, other in pairwise(boxes))


def test_a_name_of_broad_letters_is_cut_before_it_runs_into_the_next() -> None:
    sheet = Sheet(("W" * 20, "Щ" * 20), (), (1, 2))
    assert [part.text for part in all_of(draw(sheet), "name")] == ["WWWWWWWW…", "ЩЩЩЩЩЩЩЩ…"]


# Words.


def test_hostile_titles_are_words_and_nothing_else() -> None:
    pictures = [
        draw_board(lay_out(1, 3), title=HOSTILE),
        draw_chain([(6, 6)], title=HOSTILE),
        draw_dice((1, 2), title=HOSTILE),
        draw_sheet(Sheet((HOSTILE, "b"), (), (1, 2), (0,)), label=lambda _: HOSTILE, title=HOSTILE, won=HOSTILE),
    ]
    for picture in pictures:
        root = read(picture)
        assert "<script" not in picture
        assert title_and_desc(root)[0].startswith("</title><script>alert(1)")
        assert "\u202e" not in picture


@given(st.text())
def test_any_text_is_escaped_to_what_it_says(text: str) -> None:
    drawn = ElementTree.fromstring(element("text", escape(text), title=text))
    allowed = re.sub("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)
    assert (drawn.text or "") == allowed
    # In an attribute a line break or tab is a space to a reader of XML.
    assert (drawn.get("title") or "").split() == allowed.split()


@given(st.text(), st.integers(1, 40))
def test_a_shortened_text_is_one_line_within_its_columns_that_begins_as_the_text_does(text: str, columns: int) -> None:
    line = shorten(text, columns)
    assert width_of(line) <= columns
    assert line == " ".join(line.split())
    assert shorten(line, columns) == line


def test_a_text_is_cut_only_where_it_is_too_long() -> None:
    assert shorten("abcdef", 6) == "abcdef"
    assert shorten("abcdef", 5) == "abcd…"
    assert shorten("  a \n b\t", 5) == "a b"
    assert shorten("千千千", 6) == "千千千"
    assert shorten("千千千", 5) == "千千…"
    assert shorten("e" + "\u0301" * 50, 5) == "e" + "\u0301" * 3
    assert shorten("a\u202eb\u2066c", 9) == "abc"


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (-0.001, "0"), (1.5, "1.5"), (100, "100"), (2.004, "2"), (-3.456, "-3.46")]
)
def test_a_coordinate_has_no_more_digits_than_it_needs(value: float, text: str) -> None:
    assert number(value) == text


# Colours.


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2."""

    def luminance(colour: str) -> float:
        shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = [share / 12.92 if share <= 0.03928 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK, PRINT], ids=["light", "dark", "print"])
def test_words_and_marks_stand_out_from_what_they_are_drawn_on(theme: Theme) -> None:
    for surface in (theme.paper, theme.tile, theme.new, theme.band):
        assert contrast(theme.ink, surface) >= 7
        assert contrast(theme.fault, surface) >= 3
    for surface in (theme.paper, theme.tile, theme.new):
        assert contrast(theme.quiet, surface) >= 4.5
    for surface in (theme.paper, theme.tile):
        for mark in (theme.edge, theme.new_edge, theme.legal):
            assert contrast(mark, surface) >= 3

"""A scoresheet as a picture: a table with a column for each player, sums set apart, the winners marked."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import cos, pi, sin

from tileref.engine.sheet import Row, Section, Sheet
from tileref.engine.svg import Theme, document, element, number, shorten, width_of, words

GRAND_TOTAL = "grand_total"
"""The key of the row of totals that ends a sheet."""

_MARGIN = 24.0
_LINE = 27.0
_HEAD = 40.0
_SPACE = 9.0
_TEXT = 15.0
_TITLE = 20.0
# How wide a character is for its size, at most, in the usual fonts.
_CHARACTER = 0.66
_BETWEEN = 22.0
_NAME_COLUMNS = 14
_LABEL_COLUMNS = 32
_TITLE_COLUMNS = 48
_STAR = 6.5
_MINUS = "\N{MINUS SIGN}"

_Line = tuple[str, Row | Section]


@dataclass(frozen=True, slots=True)
class _Columns:
    """Where the columns stand. Points end at the same place in a column, so that they can be added by eye."""

    width: float
    column: float
    centres: tuple[float, ...]
    ends: tuple[float, ...]


def draw_sheet(sheet: Sheet, *, label: Callable[[Row | Section], str], title: str, won: str) -> str:
    """The picture of a scoresheet as SVG.

    `label` puts words to sections and rows, the row of totals with the key `GRAND_TOTAL` among them; `won` is
    written under the totals of the winners. The description is the table as lines of text.
    """
    title = shorten(title, _TITLE_COLUMNS)
    won = shorten(won, _NAME_COLUMNS)
    names = [shorten(name, _NAME_COLUMNS) for name in sheet.players]
    lines = [(shorten(label(line), _LABEL_COLUMNS), line) for line in _lines_of(sheet)]
    columns = _columns(title, [*names, f"** {won}"] if sheet.winners else names, lines, len(names))
    content = [words(title, 0, _TITLE / 2, _TITLE, "title")]
    for name, centre in zip(names, columns.centres, strict=True):
        content.append(words(name, centre, _HEAD + _LINE / 2, _TEXT, "name"))
    y = _HEAD + _LINE
    for at, (text, line) in enumerate(lines, start=1):
        is_last = at == len(lines)
        if isinstance(line, Section):
            y += _SPACE
            content += _section(columns, text, y)
        else:
            kind = "total" if is_last else "sum" if line.is_sum else "plain"
            y += _SPACE * is_last
            content.append(element("line", class_=f"{kind}-rule", x1=0.0, y1=y, x2=columns.width, y2=y))
            y += _SPACE * is_last
            content += [_prize(columns, seat, y) for seat in sheet.winners if is_last]
            content += _row(columns, text, line, y, kind)
        y += _LINE
    if sheet.winners:
        for seat in sheet.winners:
            content += _won(columns, seat, won, y)
        y += _LINE
    box = (-_MARGIN, -_MARGIN, columns.width + 2 * _MARGIN, y + 2 * _MARGIN)
    desc = "\n".join(_describe(sheet, names, lines, won))
    return document("sheet", content, box=box, pixels=box[2:], title=title, desc=desc, styles=_styles)


def _styles(theme: Theme) -> str:
    return f"""
        .title, .section, .label {{ text-anchor:start }}
        .points {{ text-anchor:end }}
        .label {{ fill:{theme.quiet} }}
        .title, .name, .section, .won, .sum, .total {{ fill:{theme.ink}; font-weight:600 }}
        .band {{ fill:{theme.band} }}
        .plain-rule {{ stroke:{theme.band}; stroke-width:1 }}
        .sum-rule {{ stroke:{theme.edge}; stroke-width:1.2 }}
        .total-rule {{ stroke:{theme.ink}; stroke-width:2.5 }}
        .prize {{ fill:{theme.new}; stroke:{theme.new_edge}; stroke-width:2 }}
        .star {{ fill:{theme.new_edge} }}
    """


def _lines_of(sheet: Sheet) -> list[Row | Section]:
    """Sections, each with its rows, and the totals."""
    lines: list[Row | Section] = []
    for section in sheet.sections:
        lines += [section, *section.rows]
    return [*lines, Row(GRAND_TOTAL, sheet.totals)]


def _columns(title: str, heads: list[str], lines: list[_Line], players: int) -> _Columns:
    values: list[list[str]] = [[] for _ in range(players)]
    for _, line in lines:
        if isinstance(line, Row):
            for texts, points in zip(values, line.points, strict=True):
                texts.append(_points(points))
    column = max(_room(heads), *map(_room, values), 0.0) + _BETWEEN
    labels = _room(text for text, _ in lines) + _BETWEEN
    width = max(labels + column * players, _room([title]) * _TITLE / _TEXT)
    centres = tuple(width - (players - seat - 0.5) * column for seat in range(players))
    ends = tuple(centre + _room(texts) / 2 for centre, texts in zip(centres, values, strict=True))
    return _Columns(width, column, centres, ends)


def _room(texts: Iterable[str]) -> float:
    return max(map(width_of, texts), default=0) * _TEXT * _CHARACTER


def _points(value: int | None) -> str:
    if value is None:
        return ""
    return f"{_MINUS}{-value}" if value < 0 else str(value)


def _section(columns: _Columns, text: str, y: float) -> Iterator[str]:
    yield element("rect", class_="band", x=-10.0, y=y + 1, width=columns.width + 20, height=_LINE - 2, rx=5)
    yield words(text, 0, y + _LINE / 2, _TEXT, "section")


def _row(columns: _Columns, text: str, row: Row, y: float, kind: str) -> Iterator[str]:
    yield words(text, 0, y + _LINE / 2, _TEXT, f"label {kind}")
    for end, value in zip(columns.ends, row.points, strict=True):
        if value is not None:
            yield words(_points(value), end, y + _LINE / 2, _TEXT, f"points {kind}")


def _prize(columns: _Columns, seat: int, y: float) -> str:
    """What lies under the total of a winner and the word below it."""
    left = columns.centres[seat] - columns.column / 2 + 4
    return element("rect", class_="prize", x=left, y=y, width=columns.column - 8, height=2 * _LINE, rx=8)


def _won(columns: _Columns, seat: int, won: str, y: float) -> Iterator[str]:
    x, middle = columns.centres[seat] + _STAR + 2, y + _LINE / 2 - 3
    star = x - _room([won]) / 2 - _STAR - 5
    points = (
        (star + radius * sin(turn * pi / 5), middle - radius * cos(turn * pi / 5))
        for turn, radius in enumerate([_STAR, 0.45 * _STAR] * 5)
    )
    yield element("polygon", class_="star", points=" ".join(f"{number(x)},{number(y)}" for x, y in points))
    yield words(won, x, middle, _TEXT, "won")


def _describe(sheet: Sheet, names: list[str], lines: list[_Line], won: str) -> Iterator[str]:
    yield " | ".join(["", *names]).strip()
    for text, line in lines:
        yield " | ".join([text, *map(_points, line.points)]) if isinstance(line, Row) else text
    for seat in sheet.winners:
        yield f"{won}: {names[seat]}"

"""A chain of dominoes as a picture: it runs in rows, turning back at the end of each like a snake.

The tile at a turn stands upright between two rows, and it and the two it joins lie lengthwise; everywhere else a
double lies across. The open ends are marked L and R. Nothing is told by colour alone: the new tile has a heavy
outline, a tile at fault a heavy outline and a cross, halves that meet and differ a ring.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from tileref.engine.svg import Theme, cross, document, element, pips, words

_HALF = 40.0
_GAP = 1.5
_MARGIN = 34.0
_ROWS_APART = 3 * _HALF
_ROW = 15 * _HALF
_LARGEST_HALF = 36.0
_MARK = 4.0
_RING = 7.0
_LETTER = 17.0

_Halves = tuple[int, int]
_Spot = tuple[float, float]


class _Lying(NamedTuple):
    """A tile on the table: the centres of its halves, where the next tile joins it, and which way that is."""

    first: _Spot
    second: _Spot
    end: _Spot
    heading: _Spot

    @property
    def centre(self) -> _Spot:
        return (self.first[0] + self.second[0]) / 2, (self.first[1] + self.second[1]) / 2

    @property
    def is_level(self) -> bool:
        return self.first[1] == self.second[1]


def draw_chain(
    halves: Sequence[_Halves],
    *,
    new: int | None = None,
    faults: Collection[int] = (),
    size: int = 480,
    title: str = "Chain",
) -> str:
    """The picture of a chain as SVG, at most `size` pixels wide; each tile is its halves from L to R.

    `new` and `faults` are places in the chain, counted from 0. Where a tile at fault meets a half that differs
    there is a ring. The description is the chain in one line: "6-6 6-3 3-0", or "." where nothing lies.
    """
    if size < 1:
        raise ValueError(f"a picture of {size!r} pixels cannot be drawn: 1 or more are allowed")
    lying = _lay(halves)
    content = [
        _tile(tile, where, new=index == new, wrong=index in faults)
        for index, (tile, where) in enumerate(zip(halves, lying, strict=True))
    ]
    for index, where in enumerate(lying[:-1]):
        blamed = index in faults or index + 1 in faults
        if blamed and halves[index][1] != halves[index + 1][0]:
            content.append(_ring(where))
    if lying:
        (x, y), (right, down) = lying[-1].end, lying[-1].heading
        content.append(words("L", -_LETTER, 0, _LETTER, "end"))
        content.append(words("R", x + right * _LETTER, y + down * _LETTER, _LETTER, "end"))
    box = _box(lying)
    scale = min(_LARGEST_HALF / _HALF, size / box[2])
    return document(
        "chain",
        content,
        box=box,
        pixels=(box[2] * scale, box[3] * scale),
        title=title,
        desc=" ".join(f"{a}-{b}" for a, b in halves) or ".",
        styles=_styles,
    )


def _styles(theme: Theme) -> str:
    return f"""
        .tile rect {{ fill:{theme.tile}; stroke:{theme.edge}; stroke-width:1.5 }}
        .middle {{ stroke:{theme.edge}; stroke-width:1.5 }}
        .pip {{ fill:{theme.ink} }}
        .new rect {{ fill:{theme.new}; stroke:{theme.new_edge}; stroke-width:3.5 }}
        .wrong rect {{ stroke:{theme.fault}; stroke-width:3.5 }}
        .cross {{ stroke:{theme.fault}; stroke-width:3 }}
        .ring {{ fill:{theme.paper}; stroke:{theme.fault}; stroke-width:3 }}
        .end {{ fill:{theme.quiet}; font-weight:600 }}
    """


def _is_double(halves: _Halves) -> bool:
    return halves[0] == halves[1]


def _find_turn(halves: Sequence[_Halves], start: int, room: float) -> int | None:
    """The tile that turns the row of tiles from `start` back within so much room, None where the rest fits."""
    end = start
    while end < len(halves) and room >= 0:
        room -= _HALF if _is_double(halves[end]) else 2 * _HALF
        end += 1
    if room >= 0:
        return None
    # A double looks best across, so the turn goes where the fewest of the three tiles at it are doubles.
    turns = range(end - 1, max(start, end - 5), -1)
    return min(turns, key=lambda turn: sum(map(_is_double, halves[turn - 1 : turn + 2])))


def _lay(halves: Sequence[_Halves]) -> list[_Lying]:
    lying: list[_Lying] = []
    x, y, way = 0.0, 0.0, 1
    while (start := len(lying)) < len(halves):
        turn = _find_turn(halves, start, _ROW - x if way > 0 else x)
        stop = len(halves) if turn is None else turn
        for index in range(start, stop):
            at_turn = index == start > 0 or index + 1 == turn
            if _is_double(halves[index]) and not at_turn:
                middle = x + way * _HALF / 2
                x += way * _HALF
                lying.append(_Lying((middle, y - _HALF / 2), (middle, y + _HALF / 2), (x, y), (way, 0)))
            else:
                first, second = x + way * _HALF / 2, x + way * 1.5 * _HALF
                x += way * 2 * _HALF
                lying.append(_Lying((first, y), (second, y), (x, y), (way, 0)))
        if turn is not None:
            # The turn hangs from the last half of its row and stands on the first half of the next.
            column = x - way * _HALF / 2
            end = (column, y + 2.5 * _HALF)
            lying[-1] = lying[-1]._replace(end=(column, y + _HALF / 2), heading=(0, 1))
            lying.append(_Lying((column, y + _HALF), (column, y + 2 * _HALF), end, (0, 1)))
            y += _ROWS_APART
            way = -way
    return lying


def _tile(halves: _Halves, where: _Lying, *, new: bool, wrong: bool) -> str:
    x, y = where.centre
    along, across = 2 * (_HALF - _GAP), _HALF - 2 * _GAP
    width, height = (along, across) if where.is_level else (across, along)
    reach = _HALF / 2 - 5
    right, down = (0.0, reach) if where.is_level else (reach, 0.0)
    return element(
        "g",
        element("rect", x=x - width / 2, y=y - height / 2, width=width, height=height, rx=6),
        element("line", class_="middle", x1=x - right, y1=y - down, x2=x + right, y2=y + down),
        *(
            pips(value, *spot, _HALF, lying=where.is_level)
            for value, spot in zip(halves, (where.first, where.second), strict=True)
        ),
        *[cross(x, y, _MARK)] * wrong,
        class_="tile" + " new" * new + " wrong" * wrong,
        data_tile=f"{halves[0]}-{halves[1]}",
    )


def _ring(where: _Lying) -> str:
    """A ring about the end of a tile, so narrow that it hides no pip."""
    x, y = where.end
    width, height = (_RING, _HALF + 4) if where.heading[0] else (_HALF + 4, _RING)
    return element(
        "rect",
        class_="ring",
        x=x - width / 2,
        y=y - height / 2,
        width=width,
        height=height,
        rx=_RING / 2,
    )


def _box(lying: Sequence[_Lying]) -> tuple[float, float, float, float]:
    spots = [spot for where in lying for spot in (where.first, where.second)] or [(0.0, 0.0)]
    left, top = min(x for x, _ in spots) - _HALF / 2, min(y for _, y in spots) - _HALF / 2
    right, bottom = max(x for x, _ in spots) + _HALF / 2, max(y for _, y in spots) + _HALF / 2
    return left - _MARGIN, top - _MARGIN, right - left + 2 * _MARGIN, bottom - top + 2 * _MARGIN

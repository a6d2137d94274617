"""What all pictures share: markup that is always valid XML, the colours, the sheet of styles.

A picture stands alone: no script, no font and no file from elsewhere. Its colours follow the reader's choice of
light or dark, and paper is always white. Every style is confined to the class `tileref`, and there are no ids, so
that a page may hold many pictures and keep its own looks.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from unicodedata import category, east_asian_width

# What XML 1.0 does not allow, even escaped; the surrogates are among it.
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# Unbalanced, these turn round the words that follow.
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
_ELLIPSIS = "…"
_MARKS = ("Mn", "Me", "Cf")
# Half as broad again as other letters; a name in capitals has many of them.
_BROAD = frozenset("@%&MWmwЖМФШЩЫЮжмфшщыю")
# No script stacks more; text that does means to run over its neighbours.
_MOST_MARKS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """The colours of a picture.

    paper: behind everything; tile, edge, ink: a tile, its outline, what is printed on it; quiet: lines and words that
    stand back; new, new_edge: the tile laid last; fault: what is wrong; legal: where a tile may go; band: a stripe
    that sets rows apart.
    """

    paper: str
    tile: str
    edge: str
    ink: str
    quiet: str
    new: str
    new_edge: str
    fault: str
    legal: str
    band: str


LIGHT = Theme(
    paper="#eef1ea",
    tile="#fffdf6",
    edge="#6b6557",
    ink="#1f1c16",
    quiet="#5a5a50",
    new="#ffe8a3",
    new_edge="#8a5a00",
    fault="#b3121f",
    legal="#1f6b3f",
    band="#dfe5da",
)
DARK = Theme(
    paper="#161b19",
    tile="#2d3431",
    edge="#8f9a94",
    ink="#f4f2ea",
    quiet="#a9b3ad",
    new="#50400f",
    new_edge="#f2c14e",
    fault="#ff8a80",
    legal="#7fd1a0",
    band="#232a27",
)
# A printer may know only black, so nothing on paper leans on a tint.
PRINT = Theme(
    paper="#ffffff",
    tile="#ffffff",
    edge="#333333",
    ink="#000000",
    quiet="#444444",
    new="#f2f2f2",
    new_edge="#000000",
    fault="#a00000",
    legal="#333333",
    band="#eeeeee",
)

_FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"


def escape(text: str) -> str:
    """The text as content or attribute of an element; what XML cannot hold becomes U+FFFD."""
    text = _FORBIDDEN.sub("\ufffd", text)
    for character, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("\r", "&#13;")):
        text = text.replace(character, entity)
    return text


def width_of(text: str) -> float:
    """About how many columns the text takes: wide characters two, marks on other characters none."""
    return sum(_columns(character) for character in text)


def shorten(text: str, columns: int) -> str:
    """The text in one line of at most so many columns, cut with an ellipsis where it is longer."""
    kept: list[str] = []
    marks = 0
    for character in " ".join(_TURNING.sub("", text).split()):
        marks = marks + 1 if _columns(character) == 0 else 0
        if marks <= _MOST_MARKS:
            kept.append(character)
    line = "".join(kept)
    if width_of(line) <= columns:
        return line
    used = 0.0
    for at, character in enumerate(line):
        used += _columns(character)
        if used > columns - 1:
            return line[:at].rstrip() + _ELLIPSIS
    return line


def number(value: float) -> str:
    """A coordinate with no more digits than an eye can tell."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if round(value, 2) else "0"


def element(name: str, /, *content: str, **attributes: str | float) -> str:
    """An element around markup; `class_` stands for the attribute class, other underscores for hyphens."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(value) if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{''.join(content)}</{name}>" if content else f"<{name}{written}/>"


def words(text: str, x: float, y: float, size: float, class_: str, **attributes: str | float) -> str:
    """Text in one line, centred on a point unless `text_anchor` says otherwise.

    The baseline is set by the height of capitals and digits, for not every viewer knows how to centre.
    """
    return element("text", escape(text), class_=class_, x=x, y=y + 0.36 * size, font_size=size, **attributes)


_PIPS = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def pips(value: int, x: float, y: float, size: float, *, lying: bool = False) -> str:
    """The pips of a square face of this size about its centre; a lying face is turned by a quarter."""
    if value not in _PIPS:
        raise ValueError(f"a face with {value!r} pips cannot be drawn: 0 to 6 are allowed")
    apart = 0.27 * size
    return "".join(
        element(
            "circle",
            class_="pip",
            cx=x + apart * (-down if lying else right),
            cy=y + apart * (right if lying else down),
            r=0.1 * size,
        )
        for right, down in _PIPS[value]
    )


def cross(x: float, y: float, reach: float) -> str:
    """The mark of what is wrong."""
    ends = [number(value) for value in (x - reach, x + reach, y - reach, y + reach)]
    left, right, top, bottom = ends
    strokes = f"M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}"
    return element("path", class_="cross", d=strokes, fill="none", stroke_linecap="round")


def ring(x: float, y: float, radius: float) -> str:
    """The mark of a place where two things disagree; the halo parts it from what lies beneath."""
    return "".join(element("circle", class_=class_, cx=x, cy=y, r=radius, fill="none") for class_ in ("halo", "ring"))


def document(
    kind: str,
    content: Iterable[str],
    *,
    box: tuple[float, float, float, float],
    pixels: tuple[float, float],
    title: str,
    desc: str,
    styles: Callable[[Theme], str],
) -> str:
    """A whole picture of a kind ("board", "dice"): its content on paper, in a box (x, y, width, height)."""
    x, y, width, height = box
    paper = element("rect", class_="paper", x=x, y=y, width=width, height=height, rx=12)
    return element(
        "svg",
        element("title", escape(shorten(title, 200))),
        element("desc", escape(desc)),
        element("style", escape(_sheet_of_styles(kind, styles))),
        paper,
        *content,
        xmlns="http://www.w3.org/2000/svg",
        class_=f"tileref {kind}",
        role="img",
        viewBox=" ".join(map(number, box)),
        width=pixels[0],
        height=pixels[1],
    )


def _columns(character: str) -> float:
    if category(character) in _MARKS:
        return 0
    if east_asian_width(character) in "WF":
        return 2
    return 1.5 if character in _BROAD else 1


def _sheet_of_styles(kind: str, styles: Callable[[Theme], str]) -> str:
    """The rules, then those of the dark theme, then those of paper, so that paper wins over dark."""

    def confined(theme: Theme) -> str:
        rules = f".paper{{fill:{theme.paper}}}text{{fill:{theme.ink}}}" + styles(theme)
        found = re.findall(r"\s*([^{}]+?)\s*\{([^{}]*)\}", rules)
        return "".join(
            ",".join(f".tileref.{kind} {selector.strip()}" for selector in selectors.split(",")) + f"{{{body}}}"
            for selectors, body in found
        )

    fonts = f".tileref.{kind} text{{{_FONT};text-anchor:middle;font-variant-numeric:tabular-nums}}"
    return (
        fonts
        + confined(LIGHT)
        + f"@media (prefers-color-scheme:dark){{{confined(DARK)}}}"
        + f"@media print{{{confined(PRINT)}}}"
    )

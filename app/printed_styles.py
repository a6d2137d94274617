"""What printed tiles look like: a flat list of styles."""

from dataclasses import dataclass
from enum import StrEnum

Colour = tuple[int, int, int]
"""Red, green, blue from 0 to 255."""


class Marks(StrEnum):
    """What stands in the corners, and where its top points."""

    OUT = "out"
    """Digits with their tops to the corner."""
    IN = "in"
    """Digits with their tops to the middle."""
    UPRIGHT = "upright"
    """Digits all the same way up, the smallest on top."""
    PIPS = "pips"


@dataclass(frozen=True, slots=True)
class PrintedStyle:
    """A style: `inks` and `fields` are the colours of each value and of the field behind it."""

    name: str
    marks: Marks
    tile: Colour
    inks: tuple[Colour, ...]
    fields: tuple[Colour, ...] | None = None
    back: Colour = (70, 90, 120)


class UnknownStyleError(LookupError):
    """A style that is not there. The message is one sentence that lists those there are."""


_BLACK, _WHITE, _IVORY = (20, 20, 20), (255, 255, 255), (247, 240, 220)
_BRIGHT = ((60, 60, 60), (196, 30, 40), (20, 100, 190), (20, 125, 60), (130, 50, 150), (190, 90, 0))

PRINTED_STYLES = (
    PrintedStyle("plain", Marks.OUT, _WHITE, (_BLACK,) * 6),
    PrintedStyle("inward", Marks.IN, _IVORY, (_BLACK,) * 6),
    PrintedStyle("upright", Marks.UPRIGHT, _WHITE, (_BLACK,) * 6),
    PrintedStyle("colours", Marks.OUT, _WHITE, _BRIGHT),
    PrintedStyle("fields", Marks.OUT, _BLACK, (_WHITE,) * 6, fields=_BRIGHT),
    PrintedStyle("dark", Marks.OUT, (35, 38, 45), ((250, 240, 210),) * 6, back=(120, 40, 45)),
    PrintedStyle("pips", Marks.PIPS, _WHITE, (_BLACK,) * 6),
)


def find_style(name: str) -> PrintedStyle:
    """The style with this name; another name is an UnknownStyleError."""
    for style in PRINTED_STYLES:
        if style.name == name:
            return style
    known = ", ".join(style.name for style in PRINTED_STYLES)
    raise UnknownStyleError(f"there is no style {name!r}; the styles are {known}")

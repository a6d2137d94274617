"""Thrown dice as a picture. A held die has a heavy outline and stands on a bar."""

from collections.abc import Collection, Sequence

from tileref.engine.svg import Theme, document, element, pips

_DIE = 60.0
_APART = 18.0
_MARGIN = 22.0
_LIFT = 10.0


def draw_dice(dice: Sequence[int], *, held: Collection[int] = (), size: int = 420, title: str = "Dice") -> str:
    """The picture of dice as SVG, at most `size` pixels wide; `held` are places among them, counted from 0.

    The description is the dice in one line, those held in brackets: "1 [6] [6] 3 2", or "." where there are none.
    """
    if size < 1:
        raise ValueError(f"a picture of {size!r} pixels cannot be drawn: 1 or more are allowed")
    if any(die not in range(1, 7) for die in dice):
        raise ValueError(f"dice that show {tuple(dice)!r} cannot be drawn: 1 to 6 are allowed")
    content = [_die(die, index * (_DIE + _APART), held=index in held) for index, die in enumerate(dice)]
    width = max(1, len(dice)) * (_DIE + _APART) - _APART + 2 * _MARGIN
    height = _DIE + _LIFT + 2 * _MARGIN
    scale = min(1.0, size / width)
    return document(
        "dice",
        content,
        box=(-_MARGIN, -_MARGIN - _LIFT, width, height),
        pixels=(width * scale, height * scale),
        title=title,
        desc=" ".join(f"[{die}]" if index in held else f"{die}" for index, die in enumerate(dice)) or ".",
        styles=_styles,
    )


def _styles(theme: Theme) -> str:
    return f"""
        .die rect {{ fill:{theme.tile}; stroke:{theme.edge}; stroke-width:2 }}
        .pip {{ fill:{theme.ink} }}
        .held .face {{ fill:{theme.new}; stroke:{theme.new_edge}; stroke-width:4 }}
        .held .bar {{ fill:{theme.new_edge}; stroke:none }}
    """


def _die(value: int, left: float, *, held: bool) -> str:
    top = -_LIFT if held else 0.0
    bar = element("rect", class_="bar", x=left + 6, y=_DIE - 3, width=_DIE - 12, height=6, rx=3)
    return element(
        "g",
        element("rect", class_="face", x=left, y=top, width=_DIE, height=_DIE, rx=12),
        pips(value, left + _DIE / 2, top + _DIE / 2, _DIE),
        *[bar] * held,
        class_="die" + " held" * held,
    )

"""The classes that the reader tells apart: a digit with its top in one of six directions, nothing, one to five pips."""

import numpy as np
from numpy.typing import NDArray

from tileref.vision.tiles import VALUES

TURNS = 6
"""The top of a digit points outwards, to its corner (0), or so many sixths of a turn clockwise from there."""

BLANK = VALUES * TURNS
"""The class of a corner that shows nothing: face down, hidden, no tile at all, or the corner of no pips."""

CLASSES = BLANK + VALUES
"""How many there are: those above `BLANK` are one to five pips."""


def digit_class(digit: int, turn: int) -> int:
    """The class of a digit whose top points so."""
    return digit * TURNS + turn


def pips_class(count: int) -> int:
    """The class of so many pips, which have no top; of no pips it is `BLANK`."""
    return BLANK + count


def by_turn(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """The chances of the digits among those of all classes, (…, classes), by value and turn: (…, 6, 6)."""
    return chances[..., :BLANK].reshape(*chances.shape[:-1], VALUES, TURNS)

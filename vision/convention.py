"""How a set marks its tiles, decided over the whole picture: pips or digits, and where the tops of the digits point.

One corner may be read in several ways, and some of them upside down; all tiles of a set are marked alike, so that
together they say which of these ways are worth considering.
"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from tileref.vision.marks import BLANK, TURNS, by_turn

Floats = NDArray[np.float64]


class Convention(StrEnum):
    """What the sets of the world do."""

    CORNER = "corner"
    """Digits with their tops to the corner."""
    CENTRE = "centre"
    """Digits with their tops to the middle of the tile."""
    UPRIGHT = "upright"
    """All three digits the same way up, towards a corner or towards a side."""
    ANY = "any"
    """Digits, each as it likes."""
    PIPS = "pips"
    """Pips."""


_USUAL = {
    Convention.CORNER: 0.55,
    Convention.CENTRE: 0.17,
    Convention.UPRIGHT: 0.12,
    Convention.ANY: 0.06,
    Convention.PIPS: 0.1,
}
"""How often a set is so. Too low: a set of few tiles is read as another; too high: the other way round."""

_LOUDEST = 8.0
"""So much one tile says at most about the whole set. Too low: a set of few tiles stays unclear; too high: one misread
tile decides about all."""

_ASTRAY = 0.02
"""So often a digit does not point where the set's digits do. Too low: a tile printed badly is read as another; too
high: what the set does says little."""

# Where the tops point at the three corners of a tile marked upright, in all six ways to turn it.
_WAYS = tuple(
    tuple((2 * (first - corner) + 3 * over) % TURNS for corner in range(3)) for first in range(3) for over in (0, 1)
)


@dataclass(frozen=True, slots=True)
class MarkedSet:
    """How likely a set follows each convention."""

    shares: dict[Convention, float]

    @property
    def pips(self) -> float:
        """How likely it has pips."""
        return self.shares[Convention.PIPS]

    @property
    def likeliest(self) -> Convention:
        """The convention that fits best."""
        return max(self.shares, key=self.shares.__getitem__)


def decide_convention(chances: Floats, weights: Floats) -> MarkedSet:
    """How the set of these tiles is marked: (n, 3, classes) chances of their corners, and (n,) how much each of them,
    which may be none or lie face down, has to say."""
    digits, pips, ways = _split(chances)
    marked = np.maximum(1 - chances[..., BLANK], 1e-9)
    weight = weights[:, None] * marked
    log = {
        Convention.CORNER: _log(digits[..., 0].sum(axis=-1) / marked),
        Convention.CENTRE: _log(digits[..., TURNS // 2].sum(axis=-1) / marked),
        Convention.ANY: _log(digits.sum(axis=(-1, -2)) / marked / TURNS),
        Convention.PIPS: _log(pips.sum(axis=-1) / marked),
    }
    says = {convention: (weight * each).sum(axis=1) for convention, each in log.items()}
    of_ways = (weight[:, None] * _log(ways.sum(axis=-1) / marked[:, None])).sum(axis=2)
    says[Convention.UPRIGHT] = np.logaddexp.reduce(of_ways, axis=1) - np.log(len(_WAYS))
    table = np.stack([says[convention] for convention in _USUAL])
    heard = np.maximum(table - table.max(axis=0, initial=-np.inf), -_LOUDEST).sum(axis=1)
    odds = heard + np.log(list(_USUAL.values()))
    shares = np.exp(odds - odds.max())
    shares /= shares.sum()
    return MarkedSet(dict(zip(_USUAL, shares.tolist(), strict=True)))


def corner_values(chances: Floats, marked_set: MarkedSet) -> tuple[Floats, Floats]:
    """For (n, 3, classes) chances of the corners of such a set, (n, 3, 6) how likely they show each value if they show
    any, and (n, 3) how likely they show nothing."""
    digits, pips, ways = _split(chances)
    shares = marked_set.shares
    any_way = digits.sum(axis=-1)
    likely = (ways.sum(axis=-1) + 1e-9).prod(axis=2)
    likely /= likely.sum(axis=1, keepdims=True)
    upright = (likely[:, :, None, None] * ways).sum(axis=1)
    values = shares[Convention.ANY] * any_way
    for convention, so in (
        (Convention.CORNER, digits[..., 0]),
        (Convention.CENTRE, digits[..., TURNS // 2]),
        (Convention.UPRIGHT, upright),
    ):
        values = values + shares[convention] * ((1 - _ASTRAY) * so + _ASTRAY * any_way)
    values[..., 1:] += shares[Convention.PIPS] * pips
    mark = (1 - marked_set.pips) * any_way.sum(axis=-1) + marked_set.pips * pips.sum(axis=-1)
    blank = chances[..., BLANK] / (chances[..., BLANK] + mark + 1e-9)
    values += 1e-9
    return values / values.sum(axis=-1, keepdims=True), blank


def _split(chances: Floats) -> tuple[Floats, Floats, Floats]:
    """(n, 3, 6, 6) of digits by value and turn, (n, 3, 5) of pips, (n, 6, 3, 6) of digits in each way to be upright."""
    digits = by_turn(chances)
    ways = np.stack([[digits[:, corner, :, turn] for corner, turn in enumerate(way)] for way in _WAYS])
    return digits, chances[..., BLANK + 1 :], ways.transpose(2, 0, 1, 3)


def _log(share: Floats) -> Floats:
    return np.asarray(np.log(share + 1e-3))

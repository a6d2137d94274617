"""The dominoes: two halves with nought to six pips each, 28 in a set.

A domino is named by its halves, the larger first, so that turning it never changes its name.
"""

from itertools import combinations_with_replacement, product
from typing import NamedTuple

PIPS = range(7)


class Domino(NamedTuple):
    """A domino: its halves, the larger first. Make one with `domino_of`."""

    high: int
    low: int

    @property
    def value(self) -> int:
        """The sum of the pips."""
        return self.high + self.low

    @property
    def is_double(self) -> bool:
        """Two equal halves."""
        return self.high == self.low

    def __str__(self) -> str:
        return f"{self.high}{self.low}"


DOMINOES: tuple[Domino, ...] = tuple(Domino(high, low) for low, high in combinations_with_replacement(PIPS, 2))
"""The 28 dominoes of a set."""

_DOMINO_OF: dict[tuple[int, int], Domino] = {(a, b): Domino(max(a, b), min(a, b)) for a, b in product(PIPS, repeat=2)}


def domino_of(a: int, b: int) -> Domino:
    """The domino with these halves, in any order; a half outside 0…6 is a KeyError."""
    return _DOMINO_OF[a, b]

"""The score on paper: rows of points, a column for each player.

A row names itself by a key ("turn", "settlement", "total", or a line of the dice card); whoever draws the sheet
puts words to the keys.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One row: its key, a number where rows of that key are counted, and the points by seat (None: blank)."""

    key: str
    points: tuple[int | None, ...]
    number: int | None = None

    @property
    def is_sum(self) -> bool:
        """Whether the row adds up others, and is drawn apart from them."""
        return self.key in SUMS


SUMS = frozenset({"total", "upper", "lower", "grand_total"})


@dataclass(frozen=True, slots=True)
class Section:
    """The rows of one round, or of one part of the dice card."""

    key: str
    rows: tuple[Row, ...]
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole scoresheet. `winners` is empty while the match goes on."""

    players: tuple[str, ...]
    sections: tuple[Section, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...] = ()

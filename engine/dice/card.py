"""A player's card in the dice game: thirteen lines, each filled once, and the marks for further yachts."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Category(StrEnum):
    """A line of the card, in the order in which it is printed."""

    ONES = "ones"
    TWOS = "twos"
    THREES = "threes"
    FOURS = "fours"
    FIVES = "fives"
    SIXES = "sixes"
    SET = "set"
    KARE = "kare"
    FULL_HOUSE = "full_house"
    SMALL_STRAIGHT = "small_straight"
    LARGE_STRAIGHT = "large_straight"
    YACHT = "yacht"
    CHANCE = "chance"

    @property
    def is_upper(self) -> bool:
        """Whether the line stands in the upper section."""
        return self in UPPER

    @property
    def face(self) -> int | None:
        """The face an upper line counts, None for a lower line."""
        return UPPER.index(self) + 1 if self in UPPER else None


CATEGORIES = tuple(Category)
UPPER = CATEGORIES[:6]
LOWER = CATEGORIES[6:]


def upper_line(face: int) -> Category:
    """The upper line that counts a face."""
    return UPPER[face - 1]


@dataclass(frozen=True, slots=True)
class Card:
    """The lines of a card in printed order, None where open, and the number of yacht bonuses marked on it."""

    lines: tuple[int | None, ...] = (None,) * len(CATEGORIES)
    bonuses: int = 0

    @classmethod
    def of(cls, filled: Mapping[Category, int], bonuses: int = 0) -> "Card":
        """A card with some lines filled."""
        return cls(tuple(filled.get(category) for category in CATEGORIES), bonuses)

    def __getitem__(self, category: Category) -> int | None:
        return self.lines[CATEGORIES.index(category)]

    @property
    def open_lines(self) -> tuple[Category, ...]:
        """The lines that are still to be filled, in printed order."""
        return tuple(category for category, points in zip(CATEGORIES, self.lines, strict=True) if points is None)

    @property
    def is_full(self) -> bool:
        """Whether every line is filled."""
        return None not in self.lines

    @property
    def upper(self) -> int:
        """The points in the upper section, without its bonus."""
        return sum(points or 0 for points in self.lines[: len(UPPER)])

    @property
    def lower(self) -> int:
        """The points in the lower section, without yacht bonuses."""
        return sum(points or 0 for points in self.lines[len(UPPER) :])

    def write(self, category: Category, points: int, *, bonus: bool = False) -> "Card":
        """The card with a line filled, and a bonus marked if there is one."""
        at = CATEGORIES.index(category)
        return Card((*self.lines[:at], points, *self.lines[at + 1 :]), self.bonuses + bonus)

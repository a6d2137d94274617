"""What dice are worth on a card: a line, the bonus for a further yacht, the joker, and the sums."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tileref.engine.dice.card import LOWER, UPPER, Card, Category, upper_line
from tileref.engine.dice.ruleset import DiceRuleset, JokerRule
from tileref.engine.faults import Fault, Reason

FACES = range(1, 7)
DICE = 5
"""How many dice are thrown."""


@dataclass(frozen=True, slots=True)
class LineScore:
    """What dice earn in a line: its points, the bonus for a further yacht, and whether they are a joker."""

    points: int
    yacht_bonus: int = 0
    joker: bool = False


@dataclass(frozen=True, slots=True)
class CardTotals:
    """The sums of a card; `lower` includes the yacht bonuses."""

    upper: int
    upper_bonus: int
    lower: int

    @property
    def total(self) -> int:
        """The points of the game."""
        return self.upper + self.upper_bonus + self.lower


@dataclass(frozen=True, slots=True, kw_only=True)
class LineFault(Fault):
    """A line that may not be filled, and those that may be instead."""

    instead: tuple[Category, ...]


def is_yacht(dice: Sequence[int]) -> bool:
    """Five dice that show the same."""
    return len(set(dice)) == 1


def is_joker(dice: Sequence[int], category: Category, card: Card) -> bool:
    """Whether the dice fill this line as a joker.

    It takes five alike with the yacht line and the upper line of their face filled, and serves in the lower
    section only.
    """
    if not is_yacht(dice) or category.is_upper or card[Category.YACHT] is None:
        return False
    return card[upper_line(dice[0])] is not None


def score_faults(dice: Sequence[int], category: Category, card: Card, ruleset: DiceRuleset) -> tuple[Fault, ...]:
    """Everything that keeps the dice from being written in the line."""
    if card[category] is not None:
        return (LineFault(reason=Reason.CATEGORY_FILLED, final=True, instead=card.open_lines),)
    if ruleset.joker is JokerRule.FREE or not is_yacht(dice) or card[Category.YACHT] is None:
        return ()
    matching = upper_line(dice[0])
    if card[matching] is None:
        if category is not matching:
            return (LineFault(reason=Reason.MUST_USE_UPPER, instead=(matching,)),)
        return ()
    lower = tuple(line for line in card.open_lines if line in LOWER)
    if lower and category in UPPER:
        return (LineFault(reason=Reason.MUST_USE_LOWER, instead=lower),)
    return ()


def score_of(dice: Sequence[int], category: Category, card: Card, ruleset: DiceRuleset) -> LineScore:
    """What the dice earn in a line that is open."""
    joker = is_joker(dice, category, card)
    further = is_yacht(dice) and bool(card[Category.YACHT])
    due = further and (joker or ruleset.bonus_without_joker)
    points = _line_points(dice, category, ruleset, joker=joker)
    return LineScore(points, ruleset.yacht_bonus if due else 0, joker)


def _line_points(dice: Sequence[int], category: Category, ruleset: DiceRuleset, *, joker: bool) -> int:
    counts = sorted(Counter(dice).values())
    yacht = is_yacht(dice)
    match category:
        case Category.SET:
            return sum(dice) if counts[-1] >= 3 else 0
        case Category.KARE:
            return sum(dice) if counts[-1] >= 4 else 0
        case Category.FULL_HOUSE:
            full = counts == [2, 3] or joker or (yacht and ruleset.yacht_is_full_house)
            return ruleset.full_house if full else 0
        case Category.SMALL_STRAIGHT:
            return ruleset.small_straight if joker or _longest_run(dice) >= 4 else 0
        case Category.LARGE_STRAIGHT:
            return ruleset.large_straight if joker or _longest_run(dice) >= 5 else 0
        case Category.YACHT:
            return ruleset.yacht if yacht else 0
        case Category.CHANCE:
            return sum(dice)
        case _:
            return sum(die for die in dice if die == category.face)


def possible_points(category: Category, ruleset: DiceRuleset) -> frozenset[int]:
    """Everything a line can hold, with a joker too."""
    fixed = {
        Category.FULL_HOUSE: ruleset.full_house,
        Category.SMALL_STRAIGHT: ruleset.small_straight,
        Category.LARGE_STRAIGHT: ruleset.large_straight,
        Category.YACHT: ruleset.yacht,
    }
    if category in fixed:
        return frozenset({0, fixed[category]})
    if category.face is not None:
        return frozenset(category.face * count for count in range(DICE + 1))
    sums = frozenset(range(DICE, 6 * DICE + 1))
    return sums if category is Category.CHANCE else sums | {0}


def _longest_run(dice: Sequence[int]) -> int:
    """How many consecutive faces there are among the dice, at most."""
    shown = set(dice)
    longest = run = 0
    for face in FACES:
        run = run + 1 if face in shown else 0
        longest = max(longest, run)
    return longest


def totals_of(card: Card, ruleset: DiceRuleset) -> CardTotals:
    """The sums of a card as they are written when the game is over."""
    least = ruleset.upper_bonus_from + ruleset.upper_bonus_strict
    return CardTotals(
        upper=card.upper,
        upper_bonus=ruleset.upper_bonus if card.upper >= least else 0,
        lower=card.lower + card.bonuses * ruleset.yacht_bonus,
    )

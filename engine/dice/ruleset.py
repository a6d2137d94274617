"""The ruleset of the dice game of leaflet 002: a value with every option as a field."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from tileref.engine.options import Span
from tileref.engine.ruleset import Ruleset

Points = Annotated[int, Span(0, 1000)]


class JokerRule(StrEnum):
    """What must be done with a further yacht: nothing, or take its upper line first, then a lower one."""

    FREE = "free"
    FORCED = "forced"


class Series(StrEnum):
    """What the columns of the card are: a match each, or games whose totals are added up."""

    SINGLE = "single"
    SUM = "sum"


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceRuleset(Ruleset):
    """The rules of a match of dice. The defaults are those of leaflet 002."""

    # The table.
    players_min: Annotated[int, Span(1, 12)] = 1
    players_max: Annotated[int, Span(1, 12)] = 12
    throws: Annotated[int, Span(1, 10)] = 3

    # What the lines of the card earn; the others earn what the dice show.
    full_house: Points = 25
    small_straight: Points = 30
    large_straight: Points = 40
    yacht: Annotated[int, Span(1, 1000)] = 50
    yacht_is_full_house: bool = False

    # The upper section.
    upper_bonus: Points = 35
    upper_bonus_from: Annotated[int, Span(0, 105)] = 63
    upper_bonus_strict: bool = False

    # Further yachts.
    yacht_bonus: Points = 100
    bonus_without_joker: bool = True
    joker: JokerRule = JokerRule.FREE

    # The match. The card has five columns; a single game fills one of them.
    series: Series = Series.SINGLE
    games: Annotated[int, Span(1, 5)] = 5

    @property
    def games_to_play(self) -> int:
        """How many games make a match."""
        return self.games if self.series is Series.SUM else 1


DICE_XL = DiceRuleset(
    id="dice-xl",
    name="Кости Dice XL",
    leaflet="002",
    summary="Five dice, three throws a turn, thirteen lines to fill; further yachts earn a bonus and are jokers.",
)

DICE_RULESETS = (DICE_XL,)

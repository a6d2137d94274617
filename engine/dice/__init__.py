"""The dice game: leaflet 002."""

from tileref.engine.dice.card import CATEGORIES, LOWER, UPPER, Card, Category, upper_line
from tileref.engine.dice.events import EVENTS, DiceEvent, Reroll, Roll, Score
from tileref.engine.dice.match import DiceMatch, set_up_match, start_match
from tileref.engine.dice.notation import (
    format_dice,
    format_move,
    format_position,
    parse_category,
    parse_dice,
    parse_move,
    parse_position,
)
from tileref.engine.dice.play import choose_any, choose_best, next_event
from tileref.engine.dice.ruleset import DICE_RULESETS, DICE_XL, DiceRuleset, JokerRule, Series
from tileref.engine.dice.scoring import (
    DICE,
    FACES,
    CardTotals,
    LineFault,
    LineScore,
    is_joker,
    is_yacht,
    possible_points,
    score_faults,
    score_of,
    totals_of,
)

__all__ = [
    "CATEGORIES",
    "DICE",
    "DICE_RULESETS",
    "DICE_XL",
    "EVENTS",
    "FACES",
    "LOWER",
    "UPPER",
    "Card",
    "CardTotals",
    "Category",
    "DiceEvent",
    "DiceMatch",
    "DiceRuleset",
    "JokerRule",
    "LineFault",
    "LineScore",
    "Reroll",
    "Roll",
    "Score",
    "Series",
    "choose_any",
    "choose_best",
    "format_dice",
    "format_move",
    "format_position",
    "is_joker",
    "is_yacht",
    "next_event",
    "parse_category",
    "parse_dice",
    "parse_move",
    "parse_position",
    "possible_points",
    "score_faults",
    "score_of",
    "set_up_match",
    "start_match",
    "totals_of",
    "upper_line",
]

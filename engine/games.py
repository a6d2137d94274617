"""The games and their nine rulesets, behind one door."""

from collections.abc import Sequence
from random import Random
from typing import assert_never

from tileref.engine import dice, dominoes, triangles
from tileref.engine.dice import DiceMatch, DiceRuleset
from tileref.engine.dominoes import DominoMatch, DominoRuleset
from tileref.engine.match import Event
from tileref.engine.quoting import quote
from tileref.engine.triangles import TriangleMatch, TriangleRuleset

AnyRuleset = TriangleRuleset | DominoRuleset | DiceRuleset
AnyMatch = TriangleMatch | DominoMatch | DiceMatch

RULESETS: tuple[AnyRuleset, ...] = (
    *triangles.TRIANGLE_RULESETS,
    *dominoes.DOMINO_RULESETS,
    *dice.DICE_RULESETS,
)


class UnknownRulesetError(LookupError):
    """A name that no ruleset has. The message is one sentence that lists the known ones."""


def find_ruleset(name: str) -> AnyRuleset:
    """The ruleset with this id."""
    for ruleset in RULESETS:
        if ruleset.id == name:
            return ruleset
    known = ", ".join(ruleset.id for ruleset in RULESETS)
    raise UnknownRulesetError(f"there is no ruleset {quote(name)}; the rulesets are {known}")


def events_of(ruleset: AnyRuleset) -> Sequence[type[Event]]:
    """The events of the ruleset's game."""
    match ruleset:
        case TriangleRuleset():
            return triangles.EVENTS
        case DominoRuleset():
            return dominoes.EVENTS
        case DiceRuleset():
            return dice.EVENTS
        case _:
            assert_never(ruleset)


def start_match(ruleset: AnyRuleset, players: int) -> AnyMatch:
    """A match before its first event; a ValueError says why this number of players cannot play it."""
    match ruleset:
        case TriangleRuleset():
            return triangles.start_match(ruleset, players)
        case DominoRuleset():
            return dominoes.start_match(ruleset, players)
        case DiceRuleset():
            return dice.start_match(ruleset, players)
        case _:
            assert_never(ruleset)


def simulate_event(state: AnyMatch, rng: Random, *, greedy: bool = False) -> Event | None:
    """What simulated players and chance do next, None when the match is over; greedy ones take the most points."""
    match state:
        case TriangleMatch():
            return triangles.next_event(state, rng, triangles.choose_best if greedy else triangles.choose_any)
        case DominoMatch():
            return dominoes.next_event(state, rng, dominoes.choose_best if greedy else dominoes.choose_any)
        case DiceMatch():
            return dice.next_event(state, rng, dice.choose_best if greedy else dice.choose_any)
        case _:
            assert_never(state)

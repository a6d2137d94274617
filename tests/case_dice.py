"""Worked cases of the dice game: each kind of case, put to the engine."""

from typing import Any

from tileref.engine.dice import (
    DICE_RULESETS,
    Card,
    Category,
    DiceEvent,
    DiceRuleset,
    LineScore,
    Reroll,
    Roll,
    Score,
    score_faults,
    score_of,
    set_up_match,
    totals_of,
)
from tileref.engine.match import leaders_of
from tileref.engine.options import with_options

Case = dict[str, Any]

SEAT = 0


def run(case: Case) -> Case:
    """What the engine says to a case: at least the keys that the case expects."""
    base = next(ruleset for ruleset in DICE_RULESETS if ruleset.id == case["ruleset"])
    ruleset = with_options(base, case.get("options", {}))
    return _KINDS[case["kind"]](ruleset, case)


def _score(ruleset: DiceRuleset, case: Case) -> Case:
    category, card = Category(case["category"]), _card(case)
    faults = score_faults(case["dice"], category, card, ruleset)
    if faults:
        return {"legal": False, "reason": faults[0].reason}
    return {"legal": True} | _scored(score_of(case["dice"], category, card, ruleset))


def _total(ruleset: DiceRuleset, case: Case) -> Case:
    totals = totals_of(_card(case), ruleset)
    return {
        "upper": totals.upper,
        "upper_bonus": totals.upper_bonus,
        "lower": totals.lower,
        "total": totals.total,
    }


def _turn(ruleset: DiceRuleset, case: Case) -> Case:
    # The other seat waits, so that a turn that is over can be told from the next one.
    state = set_up_match(ruleset, cards=(_card(case), Card()), to_move=SEAT)
    answer: Case = {"legal": True, "dice": [], "ended": False}
    for at, action in enumerate(case["actions"]):
        event = _event(action)
        faults = state.faults(event)
        if faults:
            return {"legal": False, "reason": faults[0].reason, "at": at}
        if isinstance(event, Score):
            answer |= _scored(score_of(state.dice, event.category, state.cards[SEAT], ruleset)) | {"ended": True}
        state = state.apply(event)
        if state.dice:
            answer["dice"] = list(state.dice)
    return answer


def _event(action: Case) -> DiceEvent:
    if "score" in action:
        return Score(SEAT, Category(action["score"]))
    if "reroll" in action:
        return Reroll(SEAT, tuple(action["reroll"]), tuple(action["roll"]))
    return Roll(SEAT, tuple(action["roll"]))


def _winner(_: DiceRuleset, case: Case) -> Case:
    return {"winners": list(leaders_of(tuple(case["totals"])))}


def _scored(score: LineScore) -> Case:
    return {"score": score.points, "bonus100": score.yacht_bonus, "joker": score.joker}


def _card(case: Case) -> Card:
    filled = {Category(name): points for name, points in case.get("card", {}).items()}
    return Card.of(filled, case.get("bonuses", 0))


_KINDS = {"dice-score": _score, "dice-total": _total, "dice-turn": _turn, "dice-winner": _winner}

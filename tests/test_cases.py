"""The worked cases of the rules, and further ones of our own, put to the engine."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests import case_dice, case_dominoes, case_triangles
from tileref.engine.dice import DiceRuleset
from tileref.engine.dominoes import DominoRuleset
from tileref.engine.games import find_ruleset
from tileref.engine.triangles import TriangleRuleset

Case = dict[str, Any]

HERE = Path(__file__).parent
RUNNERS = {"tri": case_triangles.run, "dom": case_dominoes.run, "dice": case_dice.run}


def load(name: str) -> list[Case]:
    return [json.loads(line) for line in (HERE / name).read_text(encoding="utf-8").splitlines()]


GIVEN = load("cases.jsonl")
MORE = load("more_cases.jsonl")


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in GIVEN + MORE])
def test_the_engine_rules_as_the_worked_case_says(case: Case) -> None:
    expected = case["expect"]
    answer = RUNNERS[case["kind"].partition("-")[0]](case)
    assert {key: answer.get(key) for key in expected} == expected, case["why"]


def test_every_case_is_there_once() -> None:
    assert len(GIVEN) == 101
    assert len({case["id"] for case in GIVEN + MORE}) == len(GIVEN) + len(MORE)


# The options that the rules name, apart from those that need more than a case can tell.
NAMED = {
    "triangles": """
        chirality corner_rule bonus_sum open_tie pass_penalty_empty_well voluntary_draw all_three_reading
        all_three_bonus block_score block_tie multi_400 qualify floor_zero bridge_corner end_at_400 race_block
        start_tie redraw opening_tile play_after_buy decline_after_three two_sides_bonus triple_hexagon
        double_hexagon out_bonus equal_turns target round_limit tie timeout points
    """,
    "dominoes": "block_subtract_own block_tie draw_one_block target",
    "dice": "upper_bonus_strict joker yacht_is_full_house bonus_without_joker",
}


@pytest.mark.parametrize("game", NAMED)
def test_every_option_the_rules_name_is_tried_with_another_value(game: str) -> None:
    kind = {"triangles": TriangleRuleset, "dominoes": DominoRuleset, "dice": DiceRuleset}[game]
    tried = {
        name
        for case in GIVEN + MORE
        for name, value in case.get("options", {}).items()
        if isinstance(base := find_ruleset(case["ruleset"]), kind) and getattr(base, name) != value
    }
    assert set(NAMED[game].split()) <= tried

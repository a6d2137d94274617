"""The options that RULES.md names: there under that name, with that default, and with the other values it gives."""

from dataclasses import FrozenInstanceError
from typing import NamedTuple

import pytest

from tileref.engine.games import RULESETS, AnyRuleset, find_ruleset
from tileref.engine.options import NONE, OptionError, Span, changed_options, options_of, with_options


class Named(NamedTuple):
    """An option as RULES.md names it: its default in a ruleset, and the values it may have instead."""

    ruleset: str
    option: str
    default: object
    others: tuple[object, ...]
    # What must be changed along with it for the other values to make sense.
    along: tuple[tuple[str, object], ...] = ()


SWITCH = (True, False)

RULES = (
    # Section 1, the lattice.
    Named("triple-400", "chirality", "cw", ("ccw", "both")),
    Named("triple-400", "corner_rule", "strict", ("sides_only",)),
    Named("triple-400", "bonus_sum", "largest", ("add",)),
    # Section 2, leaflet 000.
    Named("triple-400", "players_min", 2, ()),
    Named("triple-400", "players_max", 6, ()),
    Named("triple-400", "deal", (9, 9, 7, 7, 6, 6), ()),
    Named("triple-400", "points", "on", ("off",)),
    Named("triple-400", "triplet_bonus", 10, ()),
    Named("triple-400", "zeros_bonus", 40, ()),
    Named("triple-400", "reveal_triplet", True, (False,)),
    Named("triple-400", "open_tie", "next_tile", ("seat", "redraw")),
    Named("triple-400", "later_opener", "same", ("round_winner",)),
    Named("triple-400", "draw_penalty", 5, ()),
    Named("triple-400", "draw_limit", None, ()),
    Named("triple-400", "pass_penalty", 10, ()),
    Named("triple-400", "pass_penalty_empty_well", True, (False,)),
    Named("triple-400", "voluntary_draw", False, (True,)),
    Named("triple-400", "bridge_bonus", 40, ()),
    Named("triple-400", "two_sides_bonus", 40, ()),
    Named("triple-400", "all_three_reading", "hexagon_or_three_sides", ("hexagon", "three_sides")),
    Named("triple-400", "all_three_bonus", 60, (50,)),
    Named("triple-400", "out_points", 25, ()),
    Named("triple-400", "block_detection", "full_circle", ("immediate",)),
    Named("triple-400", "block_score", "sum_minus_own", ("differences",)),
    Named("triple-400", "block_tie", "all", ("none",)),
    Named("triple-400", "target", 400, ()),
    Named("triple-400", "end_at_400", "play_round_out", ("immediate",)),
    Named("triple-400", "multi_400", "round_winner_if_qualified", ("round_winner", "highest")),
    Named("triple-400", "qualify", "latched", ("at_round_end",)),
    Named("triple-400", "floor_zero", False, (True,)),
    Named("triple-400", "equal_turns", False, (True,)),
    # Sections 3 and 4, leaflet 001.
    Named("triple-02982", "zeros_bonus", 40, ()),
    Named("triple-02982", "bridge_corner", "opposite", ("any",)),
    Named("triple-02982", "all_three_reading", "hexagon_or_three_sides", ("hexagon", "three_sides")),
    Named("triple-02982", "end_at_400", "immediate", ("play_round_out",)),
    Named("triple-02982", "block_detection", "full_circle", ("immediate",)),
    Named("triple-02982", "block_score", "sum_minus_own", ("differences",)),
    Named("triple-02982", "block_tie", "all", ("none",)),
    Named("triple-02982-race", "points", "off", ("on",)),
    Named("triple-02982-race", "race_block", "lowest_value", ("fewest_tiles", "draw")),
    # Section 5, leaflet 004.
    Named("triomino-hex", "players_min", 1, ()),
    Named("triomino-hex", "players_max", 6, (4,)),
    Named("triomino-hex", "deal", (9, 9, 7, 7, 6, 6), ()),
    Named("triomino-hex", "start_tie", "largest_only", ("any",)),
    Named("triomino-hex", "redraw", "all", ("tied",)),
    Named("triomino-hex", "opening_tile", "bank", ("hand",)),
    Named("triomino-hex", "later_opener", "same", ("round_winner",)),
    Named("triomino-hex", "triplet_bonus", 0, ()),
    Named("triomino-hex", "zeros_bonus", 0, ()),
    Named("triomino-hex", "voluntary_draw", True, (False,)),
    Named("triomino-hex", "draw_limit", 3, ()),
    Named("triomino-hex", "draw_penalty", 5, ()),
    Named("triomino-hex", "play_after_buy", "any", ("bought_only",)),
    Named("triomino-hex", "decline_after_three", True, (False,)),
    Named("triomino-hex", "pass_penalty", 10, ()),
    Named("triomino-hex", "pass_penalty_empty_well", False, (True,)),
    Named("triomino-hex", "bridge_bonus", 40, ()),
    Named("triomino-hex", "two_sides_bonus", 0, (40,)),
    Named("triomino-hex", "three_sides_bonus", 0, ()),
    Named("triomino-hex", "hexagon", 50, ()),
    Named("triomino-hex", "double_hexagon", 60, (100,)),
    Named("triomino-hex", "triple_hexagon", 70, (60, 150)),
    Named("triomino-hex", "out_points", 25, ()),
    Named("triomino-hex", "out_bonus", "first", ("each",)),
    Named("triomino-hex", "count_hands", "after_last_turns", ("at_once",)),
    Named("triomino-hex", "equal_turns", True, (False,)),
    Named("triomino-hex", "block_score", "sum_minus_own", ("differences",)),
    Named("triomino-hex", "block_tie", "all", ("none",)),
    Named("triomino-hex", "target", 400, (None, NONE), along=(("round_limit", 3),)),
    Named("triomino-hex", "round_limit", None, (1, 5)),
    Named("triomino-hex", "tie", "shared", ("extra_round",)),
    Named("triomino-hex", "turn_seconds", None, (30,)),
    Named("triomino-hex", "timeout", "unwilling", ("skip", "warn")),
    Named("triomino-hex", "points", "on", ("off",)),
    # Section 6, the children's game.
    Named("triomino-kids", "points", "on", ("off",)),
    Named("triomino-kids", "tile_points", "one", ("value",)),
    Named("triomino-kids", "bridge_bonus", 1, ()),
    Named("triomino-kids", "hexagon", 1, ()),
    Named("triomino-kids", "double_hexagon", 2, ()),
    Named("triomino-kids", "triple_hexagon", 3, ()),
    Named("triomino-kids", "two_sides_bonus", 0, ()),
    Named("triomino-kids", "out_points", 5, ()),
    Named("triomino-kids", "draw_limit", 3, ()),
    Named("triomino-kids", "draw_penalty", 0, ()),
    Named("triomino-kids", "pass_penalty", 0, ()),
    Named("triomino-kids", "hands_scored", False, (True,)),
    Named("triomino-kids", "equal_turns", True, (False,)),
    # Section 7, leaflet 003.
    *(
        named
        for ruleset, draw, target in (
            ("domino-100", "until_fits", 100),
            ("domino-50", "until_fits", 50),
            ("domino-draw-one", "one", 100),
        )
        for named in (
            Named(ruleset, "players_min", 2, ()),
            Named(ruleset, "players_max", 4, ()),
            Named(ruleset, "deal", (7, 7, 5, 5), ()),
            Named(ruleset, "draw", draw, ()),
            Named(ruleset, "later_opener", "highest_double", ("round_winner",)),
            Named(ruleset, "block_subtract_own", False, (True,)),
            Named(ruleset, "block_tie", "none", ("all", "fewest_tiles")),
            Named(ruleset, "draw_one_block", "empty_bazaar", ("literal",)),
            Named(ruleset, "target", target, (50, 100)),
        )
    ),
    # Section 8, leaflet 002.
    Named("dice-xl", "players_min", 1, ()),
    Named("dice-xl", "throws", 3, ()),
    Named("dice-xl", "full_house", 25, ()),
    Named("dice-xl", "small_straight", 30, ()),
    Named("dice-xl", "large_straight", 40, ()),
    Named("dice-xl", "yacht", 50, ()),
    Named("dice-xl", "upper_bonus", 35, ()),
    Named("dice-xl", "upper_bonus_from", 63, ()),
    Named("dice-xl", "upper_bonus_strict", False, (True,)),
    Named("dice-xl", "yacht_bonus", 100, ()),
    Named("dice-xl", "joker", "free", ("forced",)),
    Named("dice-xl", "yacht_is_full_house", False, (True,)),
    Named("dice-xl", "bonus_without_joker", True, (False,)),
    Named("dice-xl", "series", "single", ("sum",)),
)


def name_of(named: Named) -> str:
    return f"{named.ruleset}-{named.option}"


@pytest.mark.parametrize("named", RULES, ids=name_of)
def test_an_option_of_the_rules_has_its_default(named: Named) -> None:
    ruleset = find_ruleset(named.ruleset)
    assert named.option in options_of(type(ruleset))
    assert getattr(ruleset, named.option) == named.default


@pytest.mark.parametrize("named", [named for named in RULES if named.others], ids=name_of)
def test_an_option_of_the_rules_takes_every_other_value_they_name(named: Named) -> None:
    ruleset = find_ruleset(named.ruleset)
    for value in named.others:
        changed = with_options(ruleset, {named.option: value, **dict(named.along)})
        # "none" is a choice of some options, and the absence of a number for others.
        means_absent = value == NONE and options_of(type(ruleset))[named.option].optional
        assert getattr(changed, named.option) == (None if means_absent else value)


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_a_choice_has_no_value_that_the_rules_do_not_name(ruleset: AnyRuleset) -> None:
    named: dict[str, set[object]] = {}
    for of in RULES:
        if isinstance(find_ruleset(of.ruleset), type(ruleset)):
            named.setdefault(of.option, set()).update((of.default, *of.others))
    for name, option in options_of(type(ruleset)).items():
        # The schemes and openings are what tells the leaflets apart, and are named by describing them.
        if isinstance(option.kind, Span) or name in ("scheme", "opening"):
            continue
        values: set[object] = set(SWITCH) if option.kind is bool else set(option.kind)
        assert values == named[name], name


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_setting_every_option_to_what_it_is_changes_nothing(ruleset: AnyRuleset) -> None:
    same = {name: getattr(ruleset, name) for name in options_of(type(ruleset))}
    assert with_options(ruleset, same) == ruleset
    assert changed_options(with_options(ruleset, same), ruleset) == {}


def test_changed_options_are_those_that_differ() -> None:
    base = find_ruleset("triple-400")
    ruleset = with_options(base, {"target": 300, "chirality": "cw", "draw_limit": 4})
    assert changed_options(ruleset, base) == {"draw_limit": 4, "target": 300}


def test_what_describes_a_ruleset_is_no_option() -> None:
    for ruleset in RULESETS:
        assert options_of(type(ruleset)).keys().isdisjoint({"id", "name", "leaflet", "summary"})


def test_a_ruleset_cannot_be_changed_in_place() -> None:
    with pytest.raises(FrozenInstanceError):
        find_ruleset("triple-400").players_max = 3  # type: ignore[misc]


@pytest.mark.parametrize(
    ("ruleset", "changes", "message"),
    [
        ("triple-400", {"players_min": 5, "players_max": 3}, "players_max must be at least players_min (5), not 3"),
        ("triple-400", {"deal": [9, 9]}, "deal must have a number for each of 1 to 6 players, not [9, 9]"),
        ("triple-400", {"deal": [9, 28, 7, 7, 6, 6]}, "2 players cannot have 28 of 56 tiles each"),
        ("triple-400", {"target": None}, "target and round_limit must not both be 'none'"),
        ("triple-400", {"timeout": "unwilling"}, "timeout must be one of skip, warn while draw_limit is 'none'"),
        ("triomino-hex", {"draw_limit": None}, "timeout must be one of skip, warn while draw_limit is 'none'"),
        ("domino-100", {"deal": [7, 7, 5]}, "deal must have a number for each of 1 to 4 players, not [7, 7, 5]"),
        ("domino-100", {"deal": [7, 7, 5, 8]}, "deal must be at most 7 dominoes each for 4 players, not 8"),
    ],
)
def test_options_that_contradict_each_other_are_refused(ruleset: str, changes: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError) as refused:
        with_options(find_ruleset(ruleset), changes)
    assert message in str(refused.value)


def test_a_larger_set_allows_a_larger_deal() -> None:
    ruleset = with_options(find_ruleset("triple-400"), {"chirality": "both", "deal": [9, 28, 7, 7, 6, 6]})
    assert ruleset.deal[1] == 28  # type: ignore[union-attr]


def test_without_points_a_match_needs_neither_target_nor_round_limit() -> None:
    assert changed_options(
        with_options(find_ruleset("triple-02982-race"), {"target": None}), find_ruleset("triple-02982-race")
    ) == {"target": None}

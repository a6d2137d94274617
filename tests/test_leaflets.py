"""The leaflets as numbered rules, and which of them decides what."""

import pytest

from tileref.engine.dice import Category, DiceRuleset
from tileref.engine.dominoes import DominoRuleset
from tileref.engine.faults import Reason
from tileref.engine.games import RULESETS, AnyRuleset, find_ruleset
from tileref.engine.leaflets import LEAFLETS, Leaflet, Subject, Topic, find_leaflet, rule_for
from tileref.engine.match import LineKind, MatchOver, RoundEnd
from tileref.engine.triangles import PlacementClass, TriangleRuleset

ON_TILES = (
    Topic.TILE_SET,
    Topic.DEAL,
    Topic.OPENING,
    Topic.TURN,
    Topic.FIT,
    Topic.DRAW,
    Topic.PASS,
    Topic.EMPTY_WELL,
    Topic.OUT,
    Topic.HANDS,
    Topic.BLOCK,
    Topic.MATCH,
)
ON_TRIANGLES = (
    *ON_TILES,
    Topic.OPENING_ZEROS,
    Topic.OPENING_CHOICE,
    Topic.OPENING_NO_TRIPLET,
    Topic.START_DRAW,
    Topic.TILE,
    Topic.BONUS,
    Topic.ALL_THREE,
    Topic.BRIDGE,
    Topic.TWO_SIDES,
    Topic.HEXAGON,
    Topic.MANY_HEXAGONS,
    Topic.LAST_TURNS,
    Topic.TIME,
)
ON_DICE = (Topic.TURN, Topic.MATCH, *(topic for topic in Topic if topic not in ON_TRIANGLES))


def topics_of(ruleset: AnyRuleset) -> tuple[Topic, ...]:
    match ruleset:
        case TriangleRuleset():
            return ON_TRIANGLES
        case DominoRuleset():
            return ON_TILES
        case DiceRuleset():
            return ON_DICE


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_a_leaflet_has_a_rule_for_every_topic_of_its_game_and_for_no_other(ruleset: AnyRuleset) -> None:
    decided = {topic for topic in Topic if rule_for(ruleset, topic) is not None}
    assert decided == set(topics_of(ruleset))


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_whatever_is_asked_for_the_rule_is_one_of_the_rulesets_own_leaflet(ruleset: AnyRuleset) -> None:
    subjects: list[Subject] = [*Topic, *Reason, *LineKind, *PlacementClass, *RoundEnd, *Category, MatchOver(())]
    rules = [rule for subject in subjects if (rule := rule_for(ruleset, subject)) is not None]
    assert rules
    assert all(rule in find_leaflet(ruleset.leaflet).rules for rule in rules)


@pytest.mark.parametrize(
    ("ruleset", "subject", "number"),
    [
        ("triple-400", LineKind.OPENING, "3"),
        ("triple-400", Reason.MUST_REVEAL, "4"),
        ("triple-400", LineKind.DRAW, "7"),
        ("triple-400", LineKind.PASS, "8"),
        ("triple-400", RoundEnd.BLOCKED, "9"),
        ("triple-400", MatchOver((0,)), "10"),
        ("triple-400", PlacementClass.ALL_THREE, "11.1"),
        ("triple-400", PlacementClass.BRIDGE, "11.2"),
        ("triple-400", PlacementClass.TWO_SIDES, "11.3"),
        ("triple-02982", MatchOver((0,)), "3"),
        ("triple-02982-race", MatchOver((0,)), "10"),
        ("triomino-hex", PlacementClass.HEXAGON, "6.2"),
        ("triomino-hex", Reason.WELL_EMPTY, "15"),
        ("triomino-hex", LineKind.OUT, "8"),
        ("triomino-kids", LineKind.OUT, "16.2"),
        ("triomino-kids", PlacementClass.BRIDGE, "16.2"),
        ("domino-100", Reason.DRAW_NOT_ALLOWED, "3.4"),
        ("domino-draw-one", Reason.DRAW_LIMIT, "5"),
        ("domino-50", RoundEnd.BLOCKED, "4.2"),
        ("dice-xl", LineKind.UPPER_BONUS, "4.2"),
        ("dice-xl", LineKind.YACHT_BONUS, "9.2"),
        ("dice-xl", Category.FULL_HOUSE, "8"),
        ("dice-xl", Reason.ROLL_LIMIT, "3.2"),
    ],
)
def test_the_rule_is_the_one_a_person_finds_in_the_leaflet(ruleset: str, subject: Subject, number: str) -> None:
    rule = rule_for(find_ruleset(ruleset), subject)
    assert rule is not None
    assert rule.number == number


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_no_leaflet_says_who_may_sit_where(ruleset: AnyRuleset) -> None:
    assert rule_for(ruleset, Reason.NO_SUCH_SEAT) is None


@pytest.mark.parametrize("leaflet", LEAFLETS, ids=lambda leaflet: leaflet.id)
def test_rules_are_numbered_in_printed_order_without_gaps(leaflet: Leaflet) -> None:
    expected = []
    heading = item = 0
    for rule in leaflet.rules:
        heading, item = (heading, item + 1) if "." in rule.number else (heading + 1, 0)
        expected.append(f"{heading}.{item}" if item else f"{heading}")
    assert [rule.number for rule in leaflet.rules] == expected


def test_an_unknown_leaflet_or_rule_says_what_there_is() -> None:
    with pytest.raises(LookupError, match="000, 001, 002, 003, 004"):
        find_leaflet("005")
    with pytest.raises(LookupError, match=r"leaflet 000 has no rule '12'"):
        find_leaflet("000").find("12")

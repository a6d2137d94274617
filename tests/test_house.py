"""House rules: every ruleset survives being written and read, and nonsense is refused in one sentence."""

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from enum import StrEnum

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import values_of, with_any_options
from tileref.engine.games import RULESETS, AnyRuleset, find_ruleset
from tileref.engine.house import HouseRulesError, format_house_rules, parse_house_rules
from tileref.engine.names import LONGEST_NAME
from tileref.engine.options import NONE, Option, OptionError, Span, options_of, with_options

ONE_OF_A_KIND: tuple[AnyRuleset, ...] = tuple({type(ruleset): ruleset for ruleset in RULESETS}.values())

names = st.text(st.characters(exclude_categories=("C", "Z")) | st.just(" "), min_size=1, max_size=LONGEST_NAME)


def refusal(text: str) -> str:
    """The sentence with which a text is refused."""
    with pytest.raises(HouseRulesError) as refused:
        parse_house_rules(text)
    sentence = str(refused.value)
    assert "\n" not in sentence
    return sentence


def house(options: str, ruleset: str = "triple-400") -> str:
    return f"ruleset = {json.dumps(ruleset)}\n\n[options]\n{options}\n"


# Writing and reading.


@given(ruleset=st.sampled_from(RULESETS).flatmap(with_any_options), name=st.none() | names)
@settings(max_examples=50, deadline=None)
def test_any_house_rules_survive_being_written_and_read(ruleset: AnyRuleset, name: str | None) -> None:
    if name is not None:
        ruleset = replace(ruleset, name=name)
    text = format_house_rules(ruleset)
    assert parse_house_rules(text) == ruleset
    assert format_house_rules(parse_house_rules(text)) == text


def every_value(option: Option) -> Sequence[object]:
    """Every choice of an option, or the ends of its range."""
    if isinstance(option.kind, Span):
        values: list[object] = [option.kind.low, option.kind.high]
        if option.many:
            values = [(option.kind.low,) * 12, (option.kind.high,) * 12]
    else:
        values = [True, False] if option.kind is bool else list(option.kind)
    return [*values, None] if option.optional else values


@pytest.mark.parametrize("base", RULESETS, ids=lambda base: base.id)
def test_every_value_of_every_option_survives_being_written_and_read(base: AnyRuleset) -> None:
    survived = 0
    for name, option in options_of(type(base)).items():
        for value in every_value(option):
            try:
                ruleset = with_options(base, {name: value})
            except OptionError:
                continue
            assert parse_house_rules(format_house_rules(ruleset)) == ruleset, name
            survived += 1
    # Nearly all values make sense alone; the others want another option changed along with them.
    assert survived > 1.8 * len(options_of(type(base)))


@given(data=st.data(), base=st.sampled_from(RULESETS))
@settings(max_examples=50, deadline=None)
def test_a_value_in_a_file_means_what_it_means_in_python(data: st.DataObject, base: AnyRuleset) -> None:
    option = data.draw(st.sampled_from(list(options_of(type(base)).values())))
    value = data.draw(values_of(option))
    text = house(f"{option.name} = {json.dumps(NONE if value is None else value)}", base.id)
    try:
        expected = with_options(base, {option.name: value})
    except OptionError as error:
        contradiction = str(error)
    else:
        assert parse_house_rules(text) == expected
        return
    assert refusal(text) == contradiction


@pytest.mark.parametrize("base", RULESETS, ids=lambda base: base.id)
def test_an_unchanged_ruleset_is_one_line(base: AnyRuleset) -> None:
    text = format_house_rules(base)
    assert text == f'ruleset = "{base.id}"\n'
    assert parse_house_rules(text) == base


def test_only_what_differs_is_written() -> None:
    base = find_ruleset("triomino-hex")
    changes = {"target": None, "round_limit": 3, "tie": "extra_round", "equal_turns": False, "hexagon": 50}
    ruleset = replace(with_options(base, changes), name="У бабушки")
    assert format_house_rules(ruleset) == (
        'ruleset = "triomino-hex"\n'
        'name = "У бабушки"\n'
        "\n"
        "[options]\n"
        "equal_turns = false\n"
        'target = "none"\n'
        "round_limit = 3\n"
        'tie = "extra_round"\n'
    )


def test_options_may_be_left_out_or_empty() -> None:
    base = find_ruleset("domino-50")
    assert parse_house_rules('ruleset = "domino-50"') == base
    assert parse_house_rules('ruleset = "domino-50"\noptions = {}') == base
    assert parse_house_rules('ruleset = "domino-50"\n[options]\n') == base


def test_a_comment_and_any_order_of_options_are_fine() -> None:
    text = house("# As Uncle Petya plays.\ntarget = 200\nbridge_bonus = 30")
    assert parse_house_rules(text) == parse_house_rules(house("bridge_bonus = 30\ntarget = 200"))


# Names.


@pytest.mark.parametrize("name", ["x", "У бабушки", "«»\"'\\ = [options] #", "🀄 кости", "a" * LONGEST_NAME])
def test_a_name_is_kept(name: str) -> None:
    ruleset = parse_house_rules(f'ruleset = "triple-400"\nname = {json.dumps(name, ensure_ascii=False)}')
    assert ruleset.name == name
    assert parse_house_rules(format_house_rules(ruleset)).name == name


@pytest.mark.parametrize(
    "name", ['""', '"two\\nlines"', '"bell \\u0007"', "3", "[]", "true", "{}", f'"{"a" * (LONGEST_NAME + 1)}"']
)
def test_a_name_that_is_no_short_line_is_refused(name: str) -> None:
    sentence = refusal(f'ruleset = "triple-400"\nname = {name}')
    assert sentence.startswith(f"name must be a line of 1 to {LONGEST_NAME} characters, not ")


# Impossible values.


def wrong_values(option: Option) -> Iterator[str]:
    """Values in TOML that an option cannot have."""
    yield from ("nan", "inf", "1.5", '""', '"no such choice"', "{}", "{ a = { b = 1 } }", "2024-02-29", "[[1]]")
    yield from (str(10**40), str(-(10**40)), "-1", '["none"]', "[nan]")
    if option.many:
        yield from ("3", "true", '"3"', "[true]", "[1, 2, -1]")
    else:
        yield from ("[]", "[1]", "[true]")
    if isinstance(option.kind, Span):
        low, high = option.kind.low - 1, option.kind.high + 1
        yield from (f"[{low}]", f"[{high}]") if option.many else (str(low), str(high), '"1"', "true")
    elif option.kind is bool:
        yield from ("0", "1", '"true"', '"yes"')
    else:
        yield from ("0", "true", "'CW'", *(json.dumps(choice.upper()) for choice in option.kind))
    if not option.optional and not (isinstance(option.kind, type) and NONE in list_choices(option.kind)):
        yield f'"{NONE}"'


def list_choices(kind: type) -> Sequence[str]:
    return list(kind) if issubclass(kind, StrEnum) else ()


@pytest.mark.parametrize(
    ("ruleset", "option"),
    [(ruleset, option) for ruleset in ONE_OF_A_KIND for option in options_of(type(ruleset)).values()],
    ids=lambda value: value.name if isinstance(value, Option) else value.id,
)
def test_an_impossible_value_is_refused_with_the_option_and_what_it_may_be(ruleset: AnyRuleset, option: Option) -> None:
    for value in wrong_values(option):
        sentence = refusal(house(f"{option.name} = {value}", ruleset.id))
        assert sentence.startswith(f"{option.name} must be {option.allowed}, not "), value


@pytest.mark.parametrize("ruleset", ["triple-400", "domino-100"])
def test_an_empty_deal_is_refused_for_the_players_it_leaves_out(ruleset: str) -> None:
    players = find_ruleset(ruleset).players_max
    assert refusal(house("deal = []", ruleset)) == (
        f"deal must have a number for each of 1 to {players} players, not []"
    )


def test_the_value_is_repeated() -> None:
    assert refusal(house('chirality = "left"')) == "chirality must be one of cw, ccw, both, not 'left'"
    assert refusal(house("target = nan")) == "target must be a whole number from 1 to 100000, or 'none', not nan"
    assert refusal(house("target = 2024-02-29")).endswith(f"not {date(2024, 2, 29)!r}")
    assert refusal(house("target = inf")).endswith(f"not {math.inf!r}")


def test_options_that_contradict_each_other_are_refused_in_a_file_too() -> None:
    assert "would never end" in refusal(house('target = "none"'))
    assert refusal(house("players_max = 1")) == "players_max must be at least players_min (2), not 1"


# Unknown names.


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("traget", "target"),
        ("bridge-bonus", "bridge_bonus"),
        ("Target", "target"),
        ("all_tree_bonus", "all_three_bonus"),
        ("block_ties", "block_tie"),
    ],
)
def test_an_unknown_option_suggests_the_nearest(wrong: str, right: str) -> None:
    assert refusal(house(f"{wrong} = 1")) == f"there is no option {wrong!r}; did you mean {right!r}?"


def test_an_option_like_no_other_lists_them_all() -> None:
    sentence = refusal(house("zzz = 1"))
    assert sentence.startswith("there is no option 'zzz'; the options are ")
    assert all(name in sentence for name in options_of(type(find_ruleset("triple-400"))))


@pytest.mark.parametrize("field", ["id", "leaflet", "summary", "name"])
def test_what_describes_a_ruleset_cannot_be_changed_as_an_option(field: str) -> None:
    assert refusal(house(f'{field} = "x"')).startswith(f"there is no option {field!r}")


def test_an_option_of_another_game_is_unknown() -> None:
    assert refusal(house("hexagon = 50", "domino-100")).startswith("there is no option 'hexagon'")


@pytest.mark.parametrize("ruleset", ["triple-401", "", "Triple-400", "тройное", "\u0000"])
def test_an_unknown_ruleset_lists_the_known_ones(ruleset: str) -> None:
    sentence = refusal(f"ruleset = {json.dumps(ruleset)}")
    known = ", ".join(ruleset.id for ruleset in RULESETS)
    assert sentence == f"there is no ruleset {ruleset!r}; the rulesets are {known}"


@pytest.mark.parametrize("ruleset", ["3", "true", "[]", '["triple-400"]', "{ id = 'triple-400' }", "nan"])
def test_a_ruleset_that_is_no_text_is_refused(ruleset: str) -> None:
    assert refusal(f"ruleset = {ruleset}").startswith("house rules must name the ruleset they change, as in ")


def test_a_missing_ruleset_is_refused() -> None:
    assert refusal("").startswith("house rules must name the ruleset they change, as in ")
    assert refusal('name = "x"').startswith("house rules must name the ruleset they change, as in ")


def test_an_unknown_field_is_refused() -> None:
    assert refusal('ruleset = "triple-400"\ntarget = 300') == (
        "house rules have ruleset, name and options, but no 'target'"
    )


@pytest.mark.parametrize("options", ["3", "[]", '"target"', "true"])
def test_options_that_are_no_table_are_refused(options: str) -> None:
    sentence = refusal(f'ruleset = "triple-400"\noptions = {options}')
    assert sentence.startswith("options must be a table, as in [options], not ")


# Texts that are no house rules at all.


@pytest.mark.parametrize(
    "text",
    [
        "ruleset =",
        "ruleset = triple-400",
        'ruleset = "triple-400',
        'ruleset = "triple-400"\nruleset = "triple-400"',
        "[options",
        "\x00\x01\x02\xff",
        "\ufeffruleset",
        "\ud800",
        '{"ruleset": "triple-400"}',
        "<html></html>",
        'ruleset = "\\q"',
        'ruleset = "triple-400"\n[options]\ntarget = 1__0',
        'ruleset = "triple-400"\n[options]\ntarget = 2024-13-01',
    ],
)
def test_broken_toml_is_refused(text: str) -> None:
    assert refusal(text).startswith("the house rules are not valid TOML: ")


@given(text=st.binary(max_size=200).map(lambda rubbish: rubbish.decode("latin-1")) | st.text(max_size=200))
@settings(max_examples=100, deadline=None)
def test_rubbish_is_refused_in_one_sentence(text: str) -> None:
    assert refusal(text)


@pytest.mark.parametrize(
    "value", ["[" * 10_000 + "]" * 10_000, "{ a = " * 10_000 + "1" + " }" * 10_000], ids=["lists", "tables"]
)
def test_ten_thousandfold_nesting_is_refused(value: str) -> None:
    assert refusal(house(f"target = {value}")) == "the house rules are nested too deeply"


def test_a_number_of_five_thousand_digits_is_refused() -> None:
    assert refusal(house(f"target = {'9' * 5_000}")).startswith("the house rules are not valid TOML: ")


@pytest.mark.parametrize(
    "text",
    [
        house(f"target = 0x{'f' * 5_000}"),
        f"ruleset = 0x{'f' * 5_000}",
        f'ruleset = "triple-400"\nname = 0x{"f" * 5_000}',
        house(f"target{'.a' * 2_000} = 1"),
        f"ruleset{'.a' * 2_000} = 1",
        f'ruleset = "triple-400"\nname{".a" * 2_000} = 1',
        house(f"deal = {list(range(100_000))}"),
        house(f'chirality = "{"x" * 100_000}"'),
        f'ruleset = "{"x" * 100_000}"',
        house(f"{'x' * 100_000} = 1"),
        f"{'x' * 100_000} = 1",
    ],
    ids=[
        "long number as option",
        "long number as ruleset",
        "long number as name",
        "deep option",
        "deep ruleset",
        "deep name",
        "long list",
        "long choice",
        "long ruleset",
        "long option",
        "long field",
    ],
)
def test_a_value_too_long_or_too_deep_to_show_is_refused_in_a_short_sentence(text: str) -> None:
    assert len(refusal(text)) < 1000

"""Rulesets in words, with all that a house rule may change."""

from collections.abc import Iterator, Mapping

from tileref.engine.games import UnknownRulesetError
from tileref.engine.leaflets import find_leaflet
from tileref.engine.options import NONE, Option, Span, options_of, with_options
from tileref.engine.triangles import TRIANGLE_RULESETS, TriangleRuleset
from tileref.language import Language
from tileref.ruleset_words import OptionWords, SectionWords, describe_ruleset
from tileref.web.shapes import (
    ChoiceShape,
    LeafletShape,
    OptionShape,
    PlayersShape,
    RulesetShape,
    SectionShape,
)

OptionMap = Mapping[str, bool | int | str | list[int] | None]


def find_triangle_ruleset(name: str, options: OptionMap) -> TriangleRuleset:
    """The ruleset with this id and house rules; an UnknownRulesetError or OptionError says what is wrong."""
    rules = next((each for each in TRIANGLE_RULESETS if each.id == name), None)
    if rules is None:
        known = ", ".join(each.id for each in TRIANGLE_RULESETS)
        raise UnknownRulesetError(f"there is no ruleset {name[:60]!r} of triangular dominoes; the choice is {known}")
    return with_options(rules, options)


def shape_rulesets(language: Language) -> tuple[RulesetShape, ...]:
    """The rulesets of the leaflets."""
    return tuple(shape_ruleset(rules, language) for rules in TRIANGLE_RULESETS)


def shape_ruleset(rules: TriangleRuleset, language: Language) -> RulesetShape:
    """A ruleset in words."""
    words, leaflet = describe_ruleset(language, rules), find_leaflet(rules.leaflet)
    return RulesetShape(
        id=words.id,
        name=words.name,
        summary=words.summary,
        leaflet=LeafletShape(id=leaflet.id, name=f"{words.leaflet}: {leaflet.name}"),
        players=PlayersShape(least=rules.players_min, most=rules.players_max),
        options=tuple(option for section in words.sections for option in _options(rules, section)),
    )


def _options(rules: TriangleRuleset, section: SectionWords) -> Iterator[OptionShape]:
    known = options_of(type(rules))
    for words in section.lines:
        option = known[words.option]
        # How many tiles each number of players takes is said at the table, with the deal.
        if not option.many:
            yield _option(option, getattr(rules, option.name), words, SectionShape(id=section.id, title=section.title))


def _option(option: Option, value: object, words: OptionWords, section: SectionShape) -> OptionShape:
    span = option.kind if isinstance(option.kind, Span) else None
    is_number = span is not None
    is_switch = option.kind is bool and not option.optional
    return OptionShape(
        name=option.name,
        section=section,
        text=words.sentence,
        kind="number" if is_number else "switch" if is_switch else "choice",
        value=value if value is None or isinstance(value, bool | int) else str(value),
        changed=words.changed,
        optional=option.optional,
        choices=tuple(
            ChoiceShape(value=str(choice.value), text=choice.meaning)
            for choice in words.choices
            if not (is_number and choice.value == NONE)
        ),
        least=span.low if span is not None else None,
        most=span.high if span is not None else None,
    )

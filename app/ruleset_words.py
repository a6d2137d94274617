"""A ruleset in words and numbers: what each of its options says, and what else it could say."""

import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import assert_never

from tileref.engine.dice import DiceRuleset
from tileref.engine.dice.ruleset import Series
from tileref.engine.dominoes import DominoRuleset
from tileref.engine.dominoes.ruleset import DrawRule
from tileref.engine.games import RULESETS, AnyRuleset, find_ruleset
from tileref.engine.options import NONE, Option, Span, changed_options, options_of
from tileref.engine.triangles import TriangleRuleset
from tileref.engine.triangles.ruleset import BonusSum, EndAt400, Opening, OpeningTile, PointsSwitch, Scheme, Tie
from tileref.language import Argument, Language

WIDTH = 88


@dataclass(frozen=True, slots=True)
class RulesetTitle:
    """A ruleset in an overview."""

    id: str
    name: str
    summary: str


@dataclass(frozen=True, slots=True)
class ChoiceWords:
    """A value an option may have, as it is written in house rules, and its meaning in a few words."""

    value: str
    meaning: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class OptionWords:
    """What an option says in this ruleset.

    `value` is its value as it is written in house rules; `changed` says whether that differs from the ruleset
    of the leaflet; `choices` are all its values that have a name, empty for a mere number; `allowed` says what
    else it may be.
    """

    option: str
    value: str
    sentence: str
    changed: bool
    choices: tuple[ChoiceWords, ...]
    allowed: str


@dataclass(frozen=True, slots=True)
class SectionWords:
    """The options about one matter, after a sentence on what no option changes."""

    id: str
    title: str
    intro: str | None
    lines: tuple[OptionWords, ...]


@dataclass(frozen=True, slots=True)
class RulesetWords:
    """A ruleset in words.

    `deal` is None where nothing is dealt. `differs` says what the changed lines differ from, and `idle` which
    changes have no effect; both are None where there are none.
    """

    id: str
    name: str
    summary: str
    leaflet: str
    players: str
    deal: str | None
    sections: tuple[SectionWords, ...]
    differs: str | None
    idle: str | None


_TRIANGLE_SECTIONS = {
    "table": "players_min players_max deal chirality corner_rule",
    "earnings": "points tile_points scheme bridge_bonus bridge_corner two_sides_bonus three_sides_bonus "
    "all_three_bonus all_three_reading hexagon double_hexagon triple_hexagon bonus_sum",
    "opening": "opening start_tie redraw open_tie opening_tile triplet_bonus zeros_bonus reveal_triplet later_opener",
    "drawing": "voluntary_draw draw_limit draw_penalty play_after_buy decline_after_three pass_penalty "
    "pass_penalty_empty_well turn_seconds timeout",
    "round-end": "equal_turns out_bonus out_points hands_scored count_hands block_detection block_score block_tie "
    "race_block",
    "match-end": "target end_at_400 qualify multi_400 round_limit tie floor_zero",
}
_DOMINO_SECTIONS = {
    "table": "players_min players_max deal",
    "opening": "later_opener",
    "drawing": "draw",
    "round-end": "draw_one_block block_subtract_own block_tie",
    "match-end": "target",
}
_DICE_SECTIONS = {
    "turn": "players_min players_max throws",
    "card": "full_house small_straight large_straight yacht yacht_is_full_house",
    "upper": "upper_bonus upper_bonus_from upper_bonus_strict",
    "yachts": "yacht_bonus bonus_without_joker joker",
    "match-end": "series games",
}


def list_rulesets(language: Language) -> tuple[RulesetTitle, ...]:
    """The rulesets of the leaflets."""
    return tuple(
        RulesetTitle(ruleset.id, language(f"ruleset-{ruleset.id}-name"), language(f"ruleset-{ruleset.id}-summary"))
        for ruleset in RULESETS
    )


def describe_ruleset(language: Language, ruleset: AnyRuleset) -> RulesetWords:
    """A ruleset in words; one with changed options is compared with the ruleset of its leaflet."""
    return _Describer(language, ruleset).describe()


class _Describer:
    """Finds the words for one ruleset in one language."""

    def __init__(self, language: Language, ruleset: AnyRuleset) -> None:
        self.language = language
        self.ruleset = ruleset
        self.base = find_ruleset(ruleset.id)
        self.changed = changed_options(ruleset, self.base)
        self.options = options_of(type(ruleset))
        self.idle = idle_options(ruleset)
        self.game, self.sections = _game(ruleset)
        # Any sentence may mention, or depend on, any option of the ruleset.
        self.arguments = {name: _argument(getattr(ruleset, name)) for name in self.options if name != "deal"}
        self.arguments["leaflet"] = f"leaflet-{ruleset.leaflet}"

    def describe(self) -> RulesetWords:
        ruleset, language = self.ruleset, self.language
        sections = tuple(self.section(name, options.split()) for name, options in self.sections.items())
        base_name = language(f"ruleset-{ruleset.id}-name")
        without_effect = ", ".join(name for name in self.changed if name in self.idle)
        return RulesetWords(
            id=ruleset.id,
            # A name that is not the leaflet's was given by people, and is the same in every language.
            name=base_name if ruleset.name == self.base.name else ruleset.name,
            summary=language(f"ruleset-{ruleset.id}-summary")
            if not self.changed
            # The leaflet's summary need not be true any more.
            else language("rules-summary-changed", base=base_name, n=len(self.changed)),
            leaflet=language("rules-leaflet", number=ruleset.leaflet),
            players=self.players(),
            deal=None if isinstance(ruleset, DiceRuleset) else self.deal(ruleset),
            sections=tuple(section for section in sections if section.lines),
            differs=language("rules-differs", base=ruleset.id) if self.changed else None,
            idle=language("rules-idle", options=without_effect) if without_effect else None,
        )

    def players(self) -> str:
        low, high = self.ruleset.players_min, self.ruleset.players_max
        if low == high:
            return self.language("rules-players-exact", n=low)
        return self.language("rules-players-range", low=low, high=high)

    def deal(self, ruleset: TriangleRuleset | DominoRuleset) -> str:
        """How many tiles each number of players takes, neighbouring numbers with equal deals in one."""
        groups = []
        players = range(ruleset.players_min, ruleset.players_max + 1)
        for size, group in groupby(players, key=lambda players: ruleset.deal[players - 1]):
            low, *more = group
            high = more[-1] if more else low
            span = f"{low}–{high}" if more else str(low)
            groups.append(self.say("deal-group", players=span, high=high, n=size))
        return self.say("deal", groups="; ".join(groups))

    def section(self, name: str, options: list[str]) -> SectionWords:
        intro = f"rules-{self.game}-{name}-intro"
        return SectionWords(
            id=name,
            title=self.language(f"rules-section-{name}"),
            intro=self.language(intro, **self.arguments) if self.language.has(intro) else None,
            lines=tuple(self.line(self.options[option]) for option in options if option not in self.idle),
        )

    def line(self, option: Option) -> OptionWords:
        value = getattr(self.ruleset, option.name)
        literal = _literal(value)
        choices = tuple(
            ChoiceWords(choice, self.say(option.name, choice, "short"), choice == literal)
            for choice in _choices(option)
        )
        others = [
            self.language("rules-choice", value=choice.value, meaning=choice.meaning)
            for choice in choices
            if not choice.chosen
        ]
        if isinstance(option.kind, Span):
            numbers = "rules-numbers" if option.many else "rules-number"
            others.insert(0, self.language(numbers, low=option.kind.low, high=option.kind.high))
        return OptionWords(
            option=option.name,
            value=literal,
            sentence=self.sentence(option, value),
            changed=option.name in self.changed,
            choices=choices,
            allowed=self.language("rules-else", allowed="; ".join(others)),
        )

    def sentence(self, option: Option, value: object) -> str:
        if option.many and not isinstance(self.ruleset, DiceRuleset):
            return self.deal(self.ruleset)
        if isinstance(option.kind, Span) and isinstance(value, int):
            return self.say(option.name, n=value)
        return self.say(option.name, _literal(value))

    def say(self, *of: str, **more: Argument) -> str:
        """The message of this game with these words in its id."""
        message = "-".join(("rules", self.game, *of)).replace("_", "-")
        return self.language(message, **(self.arguments | more))


def _game(ruleset: AnyRuleset) -> tuple[str, Mapping[str, str]]:
    """The name of a ruleset's game in the ids of messages, and the sections of its options."""
    match ruleset:
        case TriangleRuleset():
            return "triangles", _TRIANGLE_SECTIONS
        case DominoRuleset():
            return "dominoes", _DOMINO_SECTIONS
        case DiceRuleset():
            return "dice", _DICE_SECTIONS
        case _:
            assert_never(ruleset)


def _choices(option: Option) -> tuple[str, ...]:
    """The values of an option that have a name."""
    if isinstance(option.kind, Span):
        named: tuple[str, ...] = ()
    elif issubclass(option.kind, StrEnum):
        named = tuple(option.kind)
    else:
        named = ("true", "false")
    return (*named, NONE) if option.optional else named


def _argument(value: object) -> Argument:
    """A value as messages take it: a number stays one, for its plural."""
    return value if isinstance(value, int) and not isinstance(value, bool) else _literal(value)


def _literal(value: object) -> str:
    """A value as it is written in house rules, without quotes."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return str(list(value))
    return NONE if value is None else str(value)


def idle_options(ruleset: AnyRuleset) -> frozenset[str]:
    """The options that cannot matter as the other options of the ruleset stand."""
    match ruleset:
        case TriangleRuleset():
            return frozenset(_idle_in_triangles(ruleset))
        case DominoRuleset():
            # Where dominoes are drawn until one fits, a circle can be idle only with the bazaar empty.
            return frozenset() if ruleset.draw is DrawRule.ONE else frozenset({"draw_one_block"})
        case DiceRuleset():
            return frozenset(_idle_in_dice(ruleset))
        case _:
            assert_never(ruleset)


def _idle_in_triangles(rules: TriangleRuleset) -> Iterator[str]:
    if rules.points is PointsSwitch.OFF:
        # There is nothing to earn or lose, and one round decides.
        yield from ("tile_points", "scheme", "bonus_sum", "bridge_bonus", "bridge_corner", "two_sides_bonus")
        yield from ("three_sides_bonus", "all_three_bonus", "all_three_reading")
        yield from ("hexagon", "double_hexagon", "triple_hexagon", "triplet_bonus", "zeros_bonus", "later_opener")
        yield from ("draw_penalty", "pass_penalty", "pass_penalty_empty_well")
        yield from ("out_points", "hands_scored", "count_hands", "block_score", "block_tie")
        yield from ("target", "round_limit", "end_at_400", "multi_400", "qualify", "tie", "floor_zero")
    else:
        # With points a blocked round is settled by block_score and block_tie.
        yield "race_block"
    if rules.scheme is Scheme.ALL_THREE:
        # Hexagons are part of "all three digits", and so are three sides.
        yield from ("three_sides_bonus", "hexagon", "double_hexagon", "triple_hexagon")
    else:
        yield from ("all_three_bonus", "all_three_reading")
    if rules.bonus_sum is BonusSum.ADD:
        # Every hexagon is paid for itself.
        yield from ("double_hexagon", "triple_hexagon")
    if not rules.bridge_bonus:
        # What a bridge is matters only for its bonus.
        yield "bridge_corner"
    if rules.opening is Opening.TRIPLET:
        yield from ("start_tie", "redraw")
        if rules.opening_tile is OpeningTile.HAND:
            # The tile that gives the right to open comes from the hand anyway.
            yield "opening_tile"
    else:
        yield from ("open_tie", "reveal_triplet")
    if rules.opening_tile is OpeningTile.BANK:
        # Whoever opens with an unseen tile does not choose 0-0-0 over a triplet.
        yield "reveal_triplet"
    if rules.round_limit == 1 and rules.tie is Tie.SHARED:
        # There is no later round.
        yield "later_opener"
    if not rules.voluntary_draw:
        # Whoever had nothing to lay before drawing can lay only what was drawn.
        yield "play_after_buy"
    if rules.draw_limit is None:
        # Drawing goes on until a tile fits: nobody comes to a limit after which to decline.
        yield "decline_after_three"
    if not rules.pass_penalty:
        # Nothing is to be paid, whether the well is empty or not.
        yield "pass_penalty_empty_well"
    if not (rules.draw_penalty or rules.pass_penalty or rules.hands_scored):
        # Nothing is ever taken away: no total falls below zero, or below a target it has reached.
        yield from ("floor_zero", "qualify")
    if rules.turn_seconds is None:
        # Time never runs out.
        yield "timeout"
    if not rules.equal_turns:
        # The round ends with the first player out: there are no last turns.
        yield from ("out_bonus", "count_hands")
    if not rules.hands_scored:
        # Hands are not counted, at whatever moment, and a blocked round has no winner.
        yield from ("count_hands", "block_score", "block_tie")
    if rules.target is None:
        # There is nothing to reach.
        yield from ("end_at_400", "multi_400", "qualify")
    if rules.end_at_400 is EndAt400.IMMEDIATE:
        # The first to get there has won: nobody can join or fall back.
        yield from ("multi_400", "qualify")
    if rules.players_max == 1:
        # Alone there is nobody to open instead, to have a last turn, or to be equal to.
        yield from ("open_tie", "start_tie", "redraw", "later_opener", "equal_turns", "out_bonus", "count_hands")
        yield from ("block_tie", "race_block", "multi_400", "tie")


def _idle_in_dice(rules: DiceRuleset) -> Iterator[str]:
    if not rules.full_house:
        # A full house earns nothing, whatever is one.
        yield "yacht_is_full_house"
    if not rules.upper_bonus:
        # There is no bonus to reach.
        yield from ("upper_bonus_from", "upper_bonus_strict")
    if not rules.yacht_bonus:
        # There is no bonus to be due.
        yield "bonus_without_joker"
    if rules.series is Series.SINGLE:
        # A game is a match.
        yield "games"


def to_text(words: RulesetWords) -> str:
    """The words as plain text of at most 88 columns; a star marks what differs from the leaflet."""
    margin = 2 + max(len(line.option) for section in words.sections for line in section.lines) + 2
    text = [*_wrap(f"{words.name} ({words.id})"), *_wrap(words.summary), *_wrap(f"{words.leaflet}. {words.players}")]
    for section in words.sections:
        text += ["", section.title]
        if section.intro is not None:
            text += _wrap(section.intro, "  ")
        for line in section.lines:
            label = f"{'*' if line.changed else ' '} {line.option}".ljust(margin)
            text += _wrap(line.sentence, label, " " * margin)
            text += _wrap(line.allowed, " " * (margin + 2))
    if words.differs is not None:
        text += ["", *_wrap(words.differs, "* ", "  ")]
    if words.idle is not None:
        text += ["", *_wrap(words.idle)]
    return "\n".join(text) + "\n"


def _wrap(text: str, first: str = "", later: str | None = None) -> list[str]:
    """Lines no wider than the page; a tile such as 0-0-0 is never broken."""
    later = first if later is None else later
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=later, break_on_hyphens=False)

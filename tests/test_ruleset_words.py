"""Rulesets in words: complete in both languages, true to the ruleset, and without what cannot matter."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib.resources import files

import pytest
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.strategies import play, seeds, short_rulesets, values_of, with_any_options
from tileref.engine.dice import DiceRuleset
from tileref.engine.dominoes import DominoRuleset
from tileref.engine.games import RULESETS, AnyRuleset, find_ruleset
from tileref.engine.options import Option, OptionError, Span, changed_options, options_of, with_options
from tileref.engine.triangles import TriangleRuleset
from tileref.language import LANGUAGES, Language, find_language
from tileref.ruleset_words import (
    WIDTH,
    OptionWords,
    RulesetWords,
    describe_ruleset,
    idle_options,
    list_rulesets,
    to_text,
)

GAMES: Mapping[str, type[AnyRuleset]] = {
    "triangles": TriangleRuleset,
    "dominoes": DominoRuleset,
    "dice": DiceRuleset,
}

any_rulesets = st.sampled_from(RULESETS).flatmap(with_any_options)
languages = st.sampled_from(LANGUAGES).map(find_language)


def changed(ruleset: str, **options: object) -> AnyRuleset:
    return with_options(find_ruleset(ruleset), options)


def lines_of(words: RulesetWords) -> Mapping[str, OptionWords]:
    return {line.option: line for section in words.sections for line in section.lines}


def sentence(language: str, ruleset: str, option: str, **options: object) -> str:
    """What a ruleset with these options changed says about one of its options."""
    words = describe_ruleset(find_language(language), changed(ruleset, **options))
    return lines_of(words)[option].sentence


# The messages.


class _Used(Visitor):
    """The variables that a message uses, and the messages."""

    def __init__(self) -> None:
        self.variables: set[str] = set()
        self.messages: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802
        self.variables.add(node.id.name)

    def visit_MessageReference(self, node: ast.MessageReference) -> None:  # noqa: N802
        self.messages.add(node.id.name)


def read_messages(language: str) -> Mapping[str, _Used]:
    text = (files("tileref") / "locales" / language / "rules.ftl").read_text(encoding="utf-8")
    messages: dict[str, _Used] = {}
    for entry in FluentParser().parse(text).body:
        assert not isinstance(entry, ast.Junk), f"not Fluent: {entry.content!r}"
        if isinstance(entry, ast.Message):
            assert entry.id.name not in messages, f"{entry.id.name} is there twice"
            used = messages[entry.id.name] = _Used()
            used.visit(entry)
    return messages


def variables_of(messages: Mapping[str, _Used], message: str) -> set[str]:
    """The variables of a message and of those it is made of, but for the one that chooses a leaflet's words."""
    used = messages[message]
    return used.variables.union(*(variables_of(messages, other) for other in used.messages)) - {"leaflet"}


def messages_of(game: str, option: Option) -> Iterator[str]:
    """The ids of the messages that an option needs."""
    stem = f"rules-{game}-{option.name}".replace("_", "-")
    choices: list[str] = ["none"] if option.optional else []
    if isinstance(option.kind, Span):
        yield stem
    elif option.kind is bool:
        choices += ["true", "false"]
    else:
        choices += option.kind
    for choice in choices:
        message = f"{stem}-{choice}".replace("_", "-")
        yield from (message, f"{message}-short")


def is_word(message: str) -> bool:
    """Whether a message is a word of one language alone."""
    return message.startswith("rules-word-")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "option"),
    [(game, option) for game, kind in GAMES.items() for option in options_of(kind).values()],
    ids=lambda value: value.name if isinstance(value, Option) else value,
)
def test_every_option_and_each_of_its_choices_has_words(language: str, game: str, option: Option) -> None:
    assert [message for message in messages_of(game, option) if not find_language(language).has(message)] == []


def test_no_two_options_share_a_message() -> None:
    needed = [
        message
        for game, kind in GAMES.items()
        for option in options_of(kind).values()
        for message in messages_of(game, option)
    ]
    assert len(needed) == len(set(needed))


def test_both_languages_have_the_same_messages_with_the_same_variables() -> None:
    english, russian = (
        {message: variables_of(messages, message) for message in messages if not is_word(message)}
        for messages in map(read_messages, ("en", "ru"))
    )
    assert english == russian


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_used(language: str) -> None:
    messages = read_messages(language)
    used = {message for of in messages.values() for message in of.messages}
    for game, kind in GAMES.items():
        used.update(message for option in options_of(kind).values() for message in messages_of(game, option))
        used.update((f"rules-{game}-deal", f"rules-{game}-deal-group"))
    for ruleset in RULESETS:
        used.update((f"ruleset-{ruleset.id}-name", f"ruleset-{ruleset.id}-summary"))
        game = next(game for game, kind in GAMES.items() if isinstance(ruleset, kind))
        for section in describe_ruleset(find_language(language), ruleset).sections:
            used.update((f"rules-section-{section.id}", f"rules-{game}-{section.id}-intro"))
    frame = "leaflet summary-changed players-range players-exact differs idle else choice number numbers"
    used.update(f"rules-{name}" for name in frame.split())
    assert set(messages) - used == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_of_a_game_uses_no_variable_that_it_is_not_given(language: str) -> None:
    messages = read_messages(language)
    given_to_all = {"n"}
    for game, kind in GAMES.items():
        for message in messages:
            if not message.startswith(f"rules-{game}-"):
                continue
            deal = {"groups", "players", "high"} if message.startswith(f"rules-{game}-deal") else set()
            assert variables_of(messages, message) <= {*options_of(kind), *given_to_all, *deal}, message


# Rulesets in words.


@given(language=languages, ruleset=any_rulesets)
@settings(max_examples=40, deadline=None)
def test_any_ruleset_is_described_with_every_option_that_matters(language: Language, ruleset: AnyRuleset) -> None:
    words = describe_ruleset(language, ruleset)
    options = options_of(type(ruleset))
    said = [line.option for section in words.sections for line in section.lines]
    assert sorted(said) == sorted(set(options) - idle_options(ruleset))
    for line in lines_of(words).values():
        assert line.sentence[0].isupper() or line.sentence[0].isdigit(), line
        assert line.sentence.endswith("."), line
        assert not re.search(r"\s\s|\s[.,;]|\n", line.sentence), line
        assert [choice.value for choice in line.choices if choice.chosen] in ([], [line.value]), line


@given(language=languages, ruleset=any_rulesets)
@settings(max_examples=40, deadline=None)
def test_changes_are_marked_and_those_without_effect_are_listed(language: Language, ruleset: AnyRuleset) -> None:
    words = describe_ruleset(language, ruleset)
    changes = set(changed_options(ruleset, find_ruleset(ruleset.id)))
    idle = changes & idle_options(ruleset)
    assert {line.option for line in lines_of(words).values() if line.changed} == changes - idle
    assert (words.differs is not None) == bool(changes)
    assert (words.idle is not None) == bool(idle)
    assert all(name in (words.idle or "") for name in idle)


@given(language=languages, ruleset=any_rulesets)
@settings(max_examples=20, deadline=None)
def test_the_text_of_any_ruleset_says_everything_and_fits_the_page(language: Language, ruleset: AnyRuleset) -> None:
    words = describe_ruleset(language, ruleset)
    text = to_text(words)
    assert max(map(len, text.splitlines())) <= WIDTH
    flowing = " ".join(text.split())
    for line in lines_of(words).values():
        assert f"{'* ' if line.changed else ''}{line.option} {' '.join(line.sentence.split())}" in flowing


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_overview_names_every_ruleset_in_the_language(language: str) -> None:
    titles = list_rulesets(find_language(language))
    assert [title.id for title in titles] == [ruleset.id for ruleset in RULESETS]
    for title in titles:
        words = describe_ruleset(find_language(language), find_ruleset(title.id))
        assert (words.name, words.summary) == (title.name, title.summary)
        assert bool(re.search("[а-я]", title.summary)) == (language == "ru")


def test_the_names_and_summaries_on_the_rulesets_are_those_of_the_messages() -> None:
    russian, english = (list_rulesets(find_language(language)) for language in ("ru", "en"))
    assert [title.name for title in russian] == [ruleset.name for ruleset in RULESETS]
    assert [title.summary for title in english] == [ruleset.summary for ruleset in RULESETS]


def test_a_house_name_is_kept_in_every_language() -> None:
    ruleset = replace(find_ruleset("triple-400"), name="У бабушки")
    assert describe_ruleset(find_language("en"), ruleset).name == "У бабушки"


def test_a_changed_ruleset_does_not_claim_the_summary_of_its_leaflet() -> None:
    words = describe_ruleset(find_language("en"), changed("triple-400", target=300, bridge_bonus=1))
    assert words.summary == "House rules: Triple Dominoes to 400 with 2 changes."
    words = describe_ruleset(find_language("ru"), changed("domino-100", target=60))
    assert words.summary == "Домашние правила: «Домино до 100», 1 изменение."


def test_a_choice_says_what_it_is_and_what_else_it_could_be() -> None:
    line = lines_of(describe_ruleset(find_language("en"), find_ruleset("triple-400")))["chirality"]
    assert line.value == "cw"
    assert [(choice.value, choice.chosen) for choice in line.choices] == [("cw", True), ("ccw", False), ("both", False)]
    assert line.allowed == "or: ccw (they go up anticlockwise, 56 tiles); both (both ways round, 76 tiles)"


def test_a_number_says_its_range_and_none_where_it_may_be_missing() -> None:
    lines = lines_of(describe_ruleset(find_language("ru"), find_ruleset("triple-400")))
    assert lines["target"].value == "400"
    assert lines["target"].allowed == "или: целое число от 1 до 100000; none (решает число раундов)"
    assert lines["turn_seconds"].value == "none"
    assert lines["turn_seconds"].allowed == "или: целое число от 5 до 3600"
    assert lines["deal"].value == "[9, 9, 7, 7, 6, 6]"


def test_dice_are_not_dealt() -> None:
    assert describe_ruleset(find_language("en"), find_ruleset("dice-xl")).deal is None


def test_players_and_deal_are_sentences() -> None:
    words = describe_ruleset(find_language("en"), changed("triomino-hex", deal=[8, 9, 7, 7, 6, 1]))
    assert words.players == "For 1 to 6 players."
    assert words.deal == (
        "1 player: 8 tiles to start with; 2 players: 9 tiles each; 3–4 players: 7 tiles each; 5 players: 6 tiles each; "
        "6 players: 1 tile each. The rest lie face down: they are the bank."
    )
    assert describe_ruleset(find_language("en"), changed("domino-100", players_max=2)).players == "For 2 players."
    solo = describe_ruleset(find_language("ru"), changed("triomino-hex", players_max=1))
    assert solo.players == "Для 1 игрока."


# The words of each leaflet.


@pytest.mark.parametrize(
    ("ruleset", "own", "foreign"),
    [
        ("triple-400", "костяшк колод", "фишк банк базар"),
        ("triple-02982", "фишк колод", "костяшк банк базар"),
        ("triple-02982-race", "фишк колод", "костяшк банк базар"),
        ("triomino-hex", "фишк банк покупа", "костяшк колод базар тянет"),
        ("triomino-kids", "фишк банк покупа", "костяшк колод базар тянет"),
        ("domino-100", "костяшк базар", "фишк колод банк"),
        ("dice-xl", "Сэт Карэ Шанс Яхта джокер", "костяшк фишк"),
        ("dice-xl", "Фул.Хаус Младший.стрит Старший.стрит", "базар"),
    ],
)
def test_russian_words_are_those_of_the_leaflet(ruleset: str, own: str, foreign: str) -> None:
    text = " ".join(to_text(describe_ruleset(find_language("ru"), find_ruleset(ruleset))).split())
    assert [word for word in own.split() if not re.search(word, text)] == []
    assert [word for word in foreign.split() if re.search(word, text)] == []


@pytest.mark.parametrize(
    ("ruleset", "option", "value", "expected"),
    [
        ("triple-400", "bridge_bonus", 0, "За мост бонуса нет."),
        ("triple-400", "bridge_bonus", 1, "Бонус за мост — 1 очко."),
        ("triple-400", "bridge_bonus", 2, "Бонус за мост — 2 очка."),
        ("triple-400", "bridge_bonus", 5, "Бонус за мост — 5 очков."),
        ("triple-400", "bridge_bonus", 11, "Бонус за мост — 11 очков."),
        ("triple-400", "bridge_bonus", 21, "Бонус за мост — 21 очко."),
        ("triple-400", "bridge_bonus", 104, "Бонус за мост — 104 очка."),
        ("triple-400", "bridge_bonus", 112, "Бонус за мост — 112 очков."),
        ("triple-400", "draw_penalty", 1, "За каждую вытянутую костяшку вычитают 1 очко."),
        ("triple-400", "draw_penalty", 3, "За каждую вытянутую костяшку вычитают 3 очка."),
        ("triple-400", "target", 1, "Играют до 1 очка."),
        ("triple-400", "target", 2, "Играют до 2 очков."),
        ("triple-400", "target", 321, "Играют до 321 очка."),
        ("triple-400", "target", 400, "Играют до 400 очков."),
        ("triple-400", "turn_seconds", 5, "На ход даётся 5 секунд."),
        ("triple-400", "turn_seconds", 21, "На ход даётся 21 секунда."),
        ("triple-400", "turn_seconds", 33, "На ход даётся 33 секунды."),
        ("triple-400", "round_limit", 1, "Играют не больше 1 раунда; потом побеждает тот, у кого больше очков."),
        ("triple-400", "round_limit", 3, "Играют не больше 3 раундов; потом побеждает тот, у кого больше очков."),
        (
            "triomino-hex",
            "draw_limit",
            1,
            "Пока банк не пуст, тот, кто ничего не выложил, покупает дальше — до 1 фишки за ход.",
        ),
        (
            "triomino-hex",
            "draw_limit",
            2,
            "Пока банк не пуст, тот, кто ничего не выложил, покупает дальше — до 2 фишек за ход.",
        ),
        ("domino-100", "target", 63, "Побеждает тот, кто к концу раунда первым набрал 63 очка или больше."),
        ("dice-xl", "throws", 1, "За ход можно бросить кости не больше 1 раза."),
        ("dice-xl", "throws", 2, "За ход можно бросить кости не больше 2 раз."),
    ],
)
def test_russian_numbers_stand_in_the_right_form(ruleset: str, option: str, value: int, expected: str) -> None:
    assert sentence("ru", ruleset, option, **{option: value}) == expected


@pytest.mark.parametrize(("games", "expected"), [(1, "1 игра"), (2, "2 игры"), (5, "5 игр")])
def test_russian_games_stand_in_the_right_form(games: int, expected: str) -> None:
    assert sentence("ru", "dice-xl", "games", series="sum", games=games) == f"В партии {expected}."


def test_russian_deals_stand_in_the_right_form() -> None:
    words = describe_ruleset(find_language("ru"), changed("triple-400", players_min=1, deal=[1, 2, 5, 1, 3, 3]))
    assert words.deal == (
        "1 игрок — 1 костяшка; 2 игрока — по 2 костяшки; 3 игрока — по 5 костяшек; 4 игрока — по 1 костяшке; "
        "5–6 игроков — по 3 костяшки. Остальные лежат цифрами вниз: это колодец."
    )
    words = describe_ruleset(find_language("ru"), changed("domino-100", deal=[1, 1, 2, 7]))
    assert words.deal == (
        "2 игрока — по 1 костяшке; 3 игрока — по 2 костяшки; 4 игрока — по 7 костяшек. "
        "Остальные лежат значением вниз: это базар."
    )


@pytest.mark.parametrize(
    ("bonus", "expected"), [(0, "no bonus"), (1, "a bonus of 1 point"), (2, "a bonus of 2 points")]
)
def test_english_numbers_stand_in_the_right_form(bonus: int, expected: str) -> None:
    assert sentence("en", "triple-400", "bridge_bonus", bridge_bonus=bonus) == f"A bridge earns {expected}."


# What depends on other options.


@pytest.mark.parametrize(
    ("ruleset", "options", "left_out", "said"),
    [
        ("triple-400", {}, "hexagon double_hexagon triple_hexagon three_sides_bonus race_block", "all_three_bonus"),
        ("triple-400", {}, "start_tie redraw opening_tile", "open_tie reveal_triplet"),
        ("triple-400", {}, "timeout play_after_buy decline_after_three out_bonus count_hands", "turn_seconds"),
        ("triple-400", {"turn_seconds": 30}, "", "timeout"),
        ("triple-400", {"opening_tile": "bank"}, "reveal_triplet", "opening_tile"),
        ("triple-400", {"target": "none", "round_limit": 3}, "end_at_400 multi_400 qualify", "target round_limit tie"),
        ("triple-400", {"round_limit": 1}, "later_opener", "round_limit"),
        ("triple-400", {"round_limit": 1, "tie": "extra_round"}, "", "later_opener"),
        ("triple-400", {"bridge_bonus": 0}, "bridge_corner", "bridge_bonus"),
        ("triple-400", {"pass_penalty": 0}, "pass_penalty_empty_well", "pass_penalty"),
        ("triple-02982", {}, "multi_400 qualify", "end_at_400 tie"),
        ("triple-02982-race", {}, "tile_points target draw_penalty later_opener block_score", "race_block points"),
        ("triomino-hex", {}, "all_three_bonus all_three_reading open_tie reveal_triplet", "hexagon start_tie redraw"),
        ("triomino-hex", {}, "race_block", "out_bonus count_hands decline_after_three play_after_buy"),
        ("triomino-hex", {"bonus_sum": "add"}, "double_hexagon triple_hexagon", "hexagon"),
        ("triomino-hex", {"points": "off"}, "hexagon bridge_bonus", "out_bonus race_block"),
        ("triomino-hex", {"players_max": 1}, "equal_turns start_tie tie multi_400", "block_score deal"),
        ("triomino-kids", {}, "block_score block_tie count_hands floor_zero qualify", "hands_scored"),
        ("domino-100", {}, "draw_one_block", "block_tie"),
        ("domino-draw-one", {}, "", "draw_one_block"),
        ("dice-xl", {}, "games", "series yacht_bonus upper_bonus_from"),
        ("dice-xl", {"series": "sum"}, "", "games"),
        ("dice-xl", {"upper_bonus": 0}, "upper_bonus_from upper_bonus_strict", "upper_bonus"),
        ("dice-xl", {"yacht_bonus": 0}, "bonus_without_joker", "joker"),
        ("dice-xl", {"full_house": 0}, "yacht_is_full_house", "full_house"),
    ],
)
def test_options_that_cannot_matter_are_left_out(
    ruleset: str, options: Mapping[str, object], left_out: str, said: str
) -> None:
    lines = lines_of(describe_ruleset(find_language("en"), changed(ruleset, **options)))
    assert [option for option in left_out.split() if option in lines] == []
    assert [option for option in said.split() if option not in lines] == []


@given(data=st.data(), seed=seeds, alone=st.booleans())
@settings(max_examples=40, deadline=None)
def test_an_option_that_is_left_out_makes_no_difference_to_a_match(data: st.DataObject, seed: int, alone: bool) -> None:
    kind = data.draw(st.sampled_from((TriangleRuleset, TriangleRuleset, DominoRuleset, DiceRuleset)))
    ruleset = data.draw(short_rulesets(kind))
    if alone and not isinstance(ruleset, DominoRuleset):
        ruleset = with_options(ruleset, {"players_min": 1, "players_max": 1})
    # An opening tile from the bank after a triplet is no leaflet's rule, but the engine would play it: while it
    # comes from the hand it goes without saying.
    idle = sorted(idle_options(ruleset) - {"opening_tile"})
    assume(idle)
    option = data.draw(st.sampled_from(idle))
    try:
        other = with_options(ruleset, {option: data.draw(values_of(options_of(kind)[option]))})
    except OptionError:
        assume(False)
    players = data.draw(st.integers(ruleset.players_min, min(ruleset.players_max, 4)))
    (state, events), (other_state, other_events) = (play(rules, players, seed) for rules in (ruleset, other))
    assert events == other_events
    assert state.standings() == other_state.standings()


@pytest.mark.parametrize(
    ("ruleset", "options", "option", "expected"),
    [
        ("triple-400", {"target": 300}, "end_at_400", "The round in which somebody reaches 300 is played out."),
        ("dice-xl", {"upper_bonus_from": 70}, "upper_bonus_strict", "Exactly 70 is enough."),
        (
            "triple-400",
            {"pass_penalty_empty_well": False},
            "pass_penalty_empty_well",
            "Passing is free if the well was already empty when the turn began.",
        ),
        (
            "triomino-hex",
            {},
            "pass_penalty_empty_well",
            "Passing is free if the bank is empty.",
        ),
        (
            "triomino-hex",
            {"bonus_sum": "add", "two_sides_bonus": 40},
            "two_sides_bonus",
            "A tile that fits along two of its sides earns a bonus of 40 points.",
        ),
        (
            "triomino-hex",
            {"bonus_sum": "add"},
            "hexagon",
            "Each hexagon that a tile completes earns a bonus of 50 points.",
        ),
        (
            "triomino-hex",
            {"turn_seconds": 60, "points": "off"},
            "timeout",
            "Whoever runs out of time buys as many tiles as allowed and passes.",
        ),
        (
            "triple-400",
            {"later_opener": "round_winner"},
            "later_opener",
            "The winner of a round opens the next one, with any tile.",
        ),
    ],
)
def test_a_sentence_takes_the_other_options_into_account(
    ruleset: str, options: Mapping[str, object], option: str, expected: str
) -> None:
    assert sentence("en", ruleset, option, **options) == expected

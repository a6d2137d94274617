"""The dice game: every line over every throw, the joker over every card, turns, games and series."""

import inspect
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import seeds, short_rulesets
from tileref.engine import dice as dice_game
from tileref.engine import dominoes
from tileref.engine.dice import (
    CATEGORIES,
    DICE_XL,
    LOWER,
    UPPER,
    Card,
    Category,
    DiceEvent,
    DiceMatch,
    DiceRuleset,
    LineFault,
    LineScore,
    Reroll,
    Roll,
    Score,
    choose_any,
    choose_best,
    next_event,
    score_faults,
    score_of,
    set_up_match,
    start_match,
    totals_of,
)
from tileref.engine.faults import Fault, Reason
from tileref.engine.match import Line, LineKind, MatchOver, RoundEnd, RoundOver
from tileref.engine.options import with_options
from tileref.engine.record import Accepted, Record
from tileref.engine.ruleset import PlayersError

FORCED = with_options(DICE_XL, {"joker": "forced"})
EMPTY = Card()
ALL_THROWS = list(product(range(1, 7), repeat=5))


def card(bonuses: int = 0, **filled: int) -> Card:
    """A card with these lines filled: card(yacht=50, fours=12)."""
    return Card.of({Category(name): points for name, points in filled.items()}, bonuses)


def full_card(*but: Category, points: int = 0) -> Card:
    """A card with the same in every line but some, which are open."""
    return Card.of({category: points for category in CATEGORIES if category not in but})


# The lines, against a scorer that shares nothing with the engine.


def naive_points(dice: Sequence[int], category: str) -> int:
    a, b, c, d, e = sorted(dice)
    shown = {*dice}
    match category:
        case "ones" | "twos" | "threes" | "fours" | "fives" | "sixes":
            face = ["ones", "twos", "threes", "fours", "fives", "sixes"].index(category) + 1
            return face * dice.count(face)
        case "set":
            return a + b + c + d + e if a == c or b == d or c == e else 0
        case "kare":
            return a + b + c + d + e if a == d or b == e else 0
        case "full_house":
            return 25 if a == b and d == e and a != e and c in (b, d) else 0
        case "small_straight":
            return 30 if shown >= {1, 2, 3, 4} or shown >= {2, 3, 4, 5} or shown >= {3, 4, 5, 6} else 0
        case "large_straight":
            return 40 if shown in ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6}) else 0
        case "yacht":
            return 50 if a == e else 0
        case "chance":
            return a + b + c + d + e
    raise AssertionError(category)


@pytest.mark.parametrize("category", CATEGORIES)
def test_a_line_of_an_empty_card_earns_what_the_leaflet_says_for_all_7776_throws(category: Category) -> None:
    assert len(ALL_THROWS) == 7776
    for dice in ALL_THROWS:
        assert score_of(dice, category, EMPTY, DICE_XL) == LineScore(naive_points(dice, category)), dice


def test_any_line_of_an_empty_card_may_be_filled_with_any_throw() -> None:
    for dice, category, ruleset in product(ALL_THROWS[::7], CATEGORIES, (DICE_XL, FORCED)):
        assert score_faults(dice, category, EMPTY, ruleset) == ()


def test_house_rules_change_what_the_fixed_lines_earn() -> None:
    options = {"full_house": 28, "small_straight": 31, "large_straight": 42, "yacht": 60}
    ruleset = with_options(DICE_XL, options)
    throws = {"full_house": (2, 2, 2, 6, 6), "small_straight": (1, 2, 3, 4, 6), "large_straight": (2, 3, 4, 5, 6)}
    for name, dice in {**throws, "yacht": (3, 3, 3, 3, 3)}.items():
        assert score_of(dice, Category(name), EMPTY, ruleset).points == options[name]


def test_five_alike_are_a_full_house_without_the_joker_only_by_house_rule() -> None:
    fours, line = (4, 4, 4, 4, 4), Category.FULL_HOUSE
    assert score_of(fours, line, EMPTY, DICE_XL) == LineScore(0)
    ruleset = with_options(DICE_XL, {"yacht_is_full_house": True})
    assert score_of(fours, line, EMPTY, ruleset) == LineScore(25)
    assert score_of((4, 4, 4, 4, 1), line, EMPTY, ruleset) == LineScore(0)


# The upper bonus.


@pytest.mark.parametrize(("upper", "loose", "strict"), [(62, 0, 0), (63, 35, 0), (64, 35, 35)])
def test_the_upper_bonus_is_due_from_63_or_strictly_above_it(upper: int, loose: int, strict: int) -> None:
    shown = card(ones=upper - 60, twos=6, threes=9, fours=12, fives=15, sixes=18)
    assert shown.upper == upper
    assert totals_of(shown, DICE_XL).upper_bonus == loose
    assert totals_of(shown, with_options(DICE_XL, {"upper_bonus_strict": True})).upper_bonus == strict


def test_the_upper_bonus_counts_no_lower_line_and_no_yacht_bonus() -> None:
    sums = totals_of(card(bonuses=3, sixes=30, yacht=50, chance=30), DICE_XL)
    assert (sums.upper, sums.upper_bonus, sums.lower, sums.total) == (30, 0, 380, 410)


def test_the_upper_bonus_is_written_when_the_game_is_over_and_not_before() -> None:
    cards = (card(ones=3, twos=6, threes=9, fours=12, fives=15, sixes=18), EMPTY)
    assert set_up_match(DICE_XL, cards=cards).totals == (63, 0)
    # The first card is full, but the second player still has a turn.
    last = (Card.of({**dict.fromkeys(LOWER, 0), **dict(zip(UPPER, (3, 6, 9, 12, 15, 18), strict=True))}),)
    state = set_up_match(DICE_XL, cards=(*last, full_card(Category.CHANCE)), to_move=1)
    assert state.totals == (63, 0)
    state = state.apply(Roll(1, (1, 1, 1, 1, 2))).apply(Score(1, Category.CHANCE))
    assert state.totals == (98, 6)
    assert state.news == (
        Line(1, 6, LineKind.CATEGORY, Category.CHANCE),
        Line(0, 35, LineKind.UPPER_BONUS),
        RoundOver(1, RoundEnd.PLAYED, (0,)),
        MatchOver((0,)),
    )


# Further yachts and the joker.


@st.composite
def cards(draw: st.DrawFn) -> Card:
    """Any card: what a line holds is what some throw earns in it, or nothing yet."""
    filled: dict[Category, int] = {}
    for category in draw(st.sets(st.sampled_from(CATEGORIES))):
        filled[category] = naive_points(draw(st.sampled_from(ALL_THROWS)), category)
    if draw(st.booleans()):
        # Left to chance, a yacht is rare.
        filled[Category.YACHT] = 50
    return Card.of(filled, draw(st.integers(0, 3)))


throws = st.sampled_from(ALL_THROWS) | st.integers(1, 6).map(lambda face: (face,) * 5)


@settings(max_examples=250)
@given(dice=throws, shown=cards(), with_zero=st.booleans())
def test_a_further_yacht_earns_the_bonus_and_the_joker_on_exactly_the_cards_the_leaflet_names(
    dice: tuple[int, ...], shown: Card, with_zero: bool
) -> None:
    ruleset = with_options(DICE_XL, {"bonus_without_joker": with_zero})
    alike = len(set(dice)) == 1
    yacht, own_line = shown[Category.YACHT], shown[UPPER[dice[0] - 1]]
    for category in shown.open_lines:
        joker = alike and yacht is not None and own_line is not None and category in LOWER
        fixed = {Category.FULL_HOUSE: 25, Category.SMALL_STRAIGHT: 30, Category.LARGE_STRAIGHT: 40}
        points = fixed[category] if joker and category in fixed else naive_points(dice, category)
        bonus = 100 if alike and yacht == 50 and (joker or with_zero) else 0
        assert score_of(dice, category, shown, ruleset) == LineScore(points, bonus, joker), category


@settings(max_examples=200)
@given(dice=throws, shown=cards())
def test_the_free_joker_demands_nothing_and_the_forced_one_its_upper_line_then_a_lower_one(
    dice: tuple[int, ...], shown: Card
) -> None:
    own = UPPER[dice[0] - 1]
    lower = [line for line in shown.open_lines if line in LOWER]
    for category in CATEGORIES:
        forced = score_faults(dice, category, shown, FORCED)
        if shown[category] is not None:
            filled = (LineFault(reason=Reason.CATEGORY_FILLED, final=True, instead=shown.open_lines),)
            assert forced == score_faults(dice, category, shown, DICE_XL) == filled
            continue
        assert score_faults(dice, category, shown, DICE_XL) == ()
        expected: tuple[Fault, ...] = ()
        if len(set(dice)) == 1 and shown[Category.YACHT] is not None:
            if shown[own] is None and category is not own:
                expected = (LineFault(reason=Reason.MUST_USE_UPPER, instead=(own,)),)
            elif shown[own] is not None and lower and category in UPPER:
                expected = (LineFault(reason=Reason.MUST_USE_LOWER, instead=tuple(lower)),)
        assert forced == expected


def test_the_forced_joker_always_leaves_a_line_to_fill() -> None:
    for face, own, yacht, others in product(range(1, 7), (None, 0), (None, 0, 50), (True, False)):
        but = {UPPER[face - 1]} if own is None else set()
        but |= {Category.YACHT} if yacht is None else set()
        but |= set(UPPER) - {UPPER[face - 1]} if others else {Category.CHANCE}
        shown = Card.of({line: 50 if line is Category.YACHT and yacht else 0 for line in set(CATEGORIES) - but})
        assert any(not score_faults((face,) * 5, line, shown, FORCED) for line in CATEGORIES)


# Turns.


def reasons(state: DiceMatch, event: DiceEvent) -> list[tuple[Reason, bool]]:
    return [(fault.reason, fault.final) for fault in state.faults(event)]


def after(state: DiceMatch, *events: DiceEvent) -> DiceMatch:
    for event in events:
        assert state.faults(event) == ()
        state = state.apply(event)
    return state


TWO = start_match(DICE_XL, 2)
THROWN = after(TWO, Roll(0, (4, 4, 4, 4, 1)))
THRICE = after(THROWN, Reroll(0, (4,), (2,)), Reroll(0, (3, 4), (2, 2)))
SECOND = after(THROWN, Score(0, Category.FOURS))
YACHTED = set_up_match(FORCED, cards=(card(yacht=50), EMPTY), dice=(4, 4, 4, 4, 4), throws=1)
YACHTED_FOURS = set_up_match(FORCED, cards=(card(yacht=50, fours=12), EMPTY), dice=(4, 4, 4, 4, 4), throws=1)
AHEAD = set_up_match(DICE_XL, cards=(full_card(), EMPTY), to_move=1)
ENDED = after(
    set_up_match(DICE_XL, cards=(full_card(Category.ONES),)), Roll(0, (1, 1, 2, 2, 3)), Score(0, Category.ONES)
)

Expected = list[tuple[Reason, bool]]

FAULTS: list[tuple[str, DiceMatch, DiceEvent, Expected]] = [
    ("the match is over", ENDED, Roll(0, (1, 1, 1, 1, 1)), [(Reason.MATCH_OVER, True)]),
    ("no such seat", TWO, Roll(2, (1, 1, 1, 1, 1)), [(Reason.NO_SUCH_SEAT, True)]),
    ("a turn that has not come", TWO, Roll(1, (1, 1, 1, 1, 1)), [(Reason.NOT_YOUR_TURN, False)]),
    ("a turn that is over", SECOND, Roll(0, (1, 1, 1, 1, 1)), [(Reason.TURN_OVER, False)]),
    (
        "a line filled in a turn that is over",
        SECOND,
        Score(0, Category.ONES),
        [(Reason.TURN_OVER, False), (Reason.NO_ROLL, True)],
    ),
    (
        "a throw with a full card",
        AHEAD,
        Roll(0, (1, 1, 1, 1, 1)),
        [(Reason.NOT_YOUR_TURN, False), (Reason.NOT_NOW, True)],
    ),
    ("a line before any throw", TWO, Score(0, Category.CHANCE), [(Reason.NO_ROLL, True)]),
    ("some dice thrown again before all were", TWO, Reroll(0, (0,), (1,)), [(Reason.NO_ROLL, True)]),
    ("a fourth throw of some dice", THRICE, Reroll(0, (0,), (1,)), [(Reason.ROLL_LIMIT, False)]),
    ("a fourth throw of all dice", THRICE, Roll(0, (1, 1, 1, 1, 1)), [(Reason.ROLL_LIMIT, False)]),
    ("four dice", TWO, Roll(0, (1, 2, 3, 4)), [(Reason.BAD_DICE, True)]),
    ("six dice", TWO, Roll(0, (1, 2, 3, 4, 5, 6)), [(Reason.BAD_DICE, True)]),
    ("a seven", TWO, Roll(0, (1, 2, 3, 4, 7)), [(Reason.BAD_DICE, True)]),
    ("a nought", THROWN, Reroll(0, (1,), (0,)), [(Reason.BAD_DICE, True)]),
    ("a sixth die", THROWN, Reroll(0, (5,), (1,)), [(Reason.BAD_DICE, True)]),
    ("a die thrown again twice", THROWN, Reroll(0, (1, 1), (2, 3)), [(Reason.BAD_DICE, True)]),
    ("more dice than places", THROWN, Reroll(0, (1,), (2, 3)), [(Reason.BAD_DICE, True)]),
    ("no die thrown again", THROWN, Reroll(0, (), ()), [(Reason.BAD_DICE, True)]),
    (
        "a line that is filled",
        after(SECOND, Roll(1, (1, 1, 1, 1, 2)), Score(1, Category.ONES), Roll(0, (4, 4, 1, 1, 1))),
        Score(0, Category.FOURS),
        [(Reason.CATEGORY_FILLED, True)],
    ),
    ("a lower line before the open upper one", YACHTED, Score(0, Category.SET), [(Reason.MUST_USE_UPPER, False)]),
    ("an upper line before a lower one", YACHTED_FOURS, Score(0, Category.ONES), [(Reason.MUST_USE_LOWER, False)]),
]


@pytest.mark.parametrize(
    ("state", "event", "expected"), [case[1:] for case in FAULTS], ids=[case[0] for case in FAULTS]
)
def test_an_event_has_every_fault_that_it_has_and_no_other(
    state: DiceMatch, event: DiceEvent, expected: Expected
) -> None:
    assert reasons(state, event) == expected


def test_every_reason_that_dice_can_give_is_among_the_examples() -> None:
    sources = inspect.getsource(dice_game.match) + inspect.getsource(dice_game.scoring)
    can_be_given = {Reason[name] for name in re.findall(r"Reason\.([A-Z_]+)", sources)}
    assert can_be_given == {reason for *_, expected in FAULTS for reason, _ in expected}


def test_an_event_of_another_game_is_a_mistake_of_the_caller() -> None:
    for do in (TWO.faults, TWO.apply):
        with pytest.raises(TypeError):
            do(dominoes.Pass(0))


def test_dice_thrown_again_keep_their_places_and_the_others_stay() -> None:
    state = after(TWO, Roll(0, (1, 2, 3, 4, 6)), Reroll(0, (4, 0), (5, 6)))
    assert (state.dice, state.throws) == ((6, 2, 3, 4, 5), 2)


def test_all_dice_thrown_once_more_count_as_a_throw() -> None:
    state = after(TWO, Roll(0, (1, 2, 3, 4, 6)), Roll(0, (2, 2, 2, 2, 2)), Roll(0, (1, 1, 1, 1, 1)))
    assert (state.dice, state.throws) == ((1, 1, 1, 1, 1), 3)
    assert reasons(state, Roll(0, (1, 1, 1, 1, 1))) == [(Reason.ROLL_LIMIT, False)]


def test_a_turn_may_stop_after_any_throw_and_ends_with_its_line() -> None:
    for state in (THROWN, THRICE):
        scored = after(state, Score(0, Category.CHANCE))
        assert (scored.to_move, scored.dice, scored.throws) == (1, (), 0)
        assert scored.cards[0][Category.CHANCE] == sum(state.dice)


@pytest.mark.parametrize("limit", [1, 2, 5])
def test_throws_says_how_often_the_dice_may_be_thrown(limit: int) -> None:
    state = start_match(with_options(DICE_XL, {"throws": limit}), 1)
    for _ in range(limit):
        state = after(state, Roll(0, (1, 2, 3, 4, 6)))
    assert reasons(state, Reroll(0, (0,), (1,))) == [(Reason.ROLL_LIMIT, False)]


def test_a_seat_that_throws_out_of_turn_by_agreement_takes_the_turn() -> None:
    state = THROWN.apply(Roll(1, (6, 6, 6, 6, 6)))
    assert (state.to_move, state.dice, state.throws) == (1, (6, 6, 6, 6, 6), 1)
    assert after(state, Score(1, Category.YACHT)).to_move == 0


def test_a_seat_whose_card_is_full_is_passed_over() -> None:
    state = set_up_match(DICE_XL, cards=(EMPTY, full_card(), EMPTY))
    assert after(state, Roll(0, (1, 1, 1, 1, 2)), Score(0, Category.ONES)).to_move == 2


# Matches.

rulesets = short_rulesets(DiceRuleset)


def play_out(state: DiceMatch, seed: int, *, greedy: bool) -> Iterable[tuple[DiceMatch, DiceEvent]]:
    rng = Random(seed)
    while (event := next_event(state, rng, choose_best if greedy else choose_any)) is not None:
        yield state, event
        state = state.apply(event)


@settings(max_examples=25)
@given(ruleset=rulesets, players=st.integers(1, 12), seed=seeds, greedy=st.booleans())
def test_a_match_fills_every_line_once_and_has_every_point_on_a_line(
    ruleset: DiceRuleset, players: int, seed: int, greedy: bool
) -> None:
    written = [0] * players
    games = scores = 0
    state = start_match(ruleset, players)
    for before, event in play_out(state, seed, greedy=greedy):
        assert before.faults(event) == ()
        assert before.throws <= ruleset.throws
        state = before.apply(event)
        for item in state.news:
            if isinstance(item, Line):
                written[item.seat] += item.points
        scores += isinstance(event, Score)
        assert state.totals == tuple(written)
        games += any(isinstance(item, RoundOver) for item in state.news)
        filled = [13 - len(shown.open_lines) for shown in state.cards]
        assert max(filled) - min(filled) <= 1
        assert filled == sorted(filled, reverse=True), "seats take their turns in order"
    assert scores == 13 * players * ruleset.games_to_play
    assert games == len(state.games) == ruleset.games_to_play
    assert all(shown.is_full for game in state.games for shown in game)
    assert state.totals == tuple(
        sum(totals_of(game[seat], ruleset).total for game in state.games) for seat in range(players)
    )
    winners = tuple(seat for seat in range(players) if written[seat] == max(written))
    assert state.news[-1] == MatchOver(winners)
    assert (state.is_over, state.standings().leaders, state.standings().over) == (True, winners, True)


@settings(max_examples=15)
@given(ruleset=rulesets, players=st.integers(1, 4), seed=seeds)
def test_the_lines_on_offer_are_those_without_faults_and_earn_what_is_said(
    ruleset: DiceRuleset, players: int, seed: int
) -> None:
    for state, _ in play_out(start_match(ruleset, players), seed, greedy=True):
        offer = state.options_now()
        seat = state.to_move
        assert seat is not None
        allowed = [line for line in CATEGORIES if not state.faults(Score(seat, line))]
        assert list(offer) == (allowed if state.dice else [])
        for line, score in offer.items():
            scored = state.apply(Score(seat, line))
            shown = next(cards for cards in reversed(scored.games) if cards[seat][line] is not None)[seat]
            assert shown[line] == score.points
            assert shown.bonuses - state.cards[seat].bonuses == bool(score.yacht_bonus)
            earned = [item for item in scored.news if isinstance(item, Line) and item.kind is not LineKind.UPPER_BONUS]
            assert sum(item.points for item in earned) == score.points + score.yacht_bonus
            assert {item.of for item in earned} == {line}


def test_nothing_is_on_offer_before_a_throw_or_after_the_match() -> None:
    assert TWO.options_now() == {}
    assert ENDED.options_now() == {}


@settings(max_examples=8)
@given(ruleset=rulesets, players=st.integers(1, 3), seed=seeds)
def test_undoing_an_event_leaves_the_match_as_it_was_and_replaying_all_gives_it_again(
    ruleset: DiceRuleset, players: int, seed: int
) -> None:
    record = Record.begin(ruleset, "ABC"[:players])
    for state, event in play_out(start_match(ruleset, players), seed, greedy=False):
        assert record.state == state
        submitted = record.submit(event)
        assert isinstance(submitted, Accepted)
        undone = submitted.record.undo()
        assert undone is not None
        assert undone.record.steps == record.steps
        record = submitted.record
    replayed = start_match(ruleset, players)
    for step in record.steps:
        replayed = replayed.apply(step.event)
    assert replayed == record.state


def test_the_best_possible_game_earns_1575() -> None:
    state = start_match(DICE_XL, 1)
    faces = {Category.YACHT: 6, **{line: number for number, line in enumerate(UPPER, start=1)}}
    for line in (Category.YACHT, *UPPER, *(line for line in LOWER if line is not Category.YACHT)):
        state = after(state, Roll(0, (faces.get(line, 6),) * 5), Score(0, line))
    assert state.is_over
    assert state.totals == (1575,)
    assert state.cards[0].bonuses == 12
    (sums,) = state.sums[0]
    assert (sums.upper, sums.upper_bonus, sums.lower) == (105, 35, 1435)


@pytest.mark.parametrize(("chances", "winners"), [((9, 9, 5), (0, 1)), ((9, 8, 9), (0, 2)), ((5, 6, 7), (2,))])
def test_equal_totals_share_the_win(chances: tuple[int, ...], winners: tuple[int, ...]) -> None:
    state = set_up_match(DICE_XL, cards=(full_card(Category.CHANCE),) * 3)
    for seat, total in enumerate(chances):
        state = after(state, Roll(seat, (1, 1, 1, 1, total - 4)), Score(seat, Category.CHANCE))
    assert state.totals == chances
    assert state.news[-2:] == (RoundOver(1, RoundEnd.PLAYED, winners), MatchOver(winners))


def finish_game(state: DiceMatch, *totals: int) -> DiceMatch:
    """Play the last line of a game, the chance, so that each seat earns so much."""
    state = replace(state, games=(*state.games[:-1], (full_card(Category.CHANCE),) * state.players))
    for seat, total in enumerate(totals):
        state = after(state, Roll(seat, (1, 1, 1, 1, total - 4)), Score(seat, Category.CHANCE))
    return state


def test_a_series_adds_up_its_games_whoever_won_most_of_them() -> None:
    state = start_match(with_options(DICE_XL, {"series": "sum", "games": 3}), 2)
    state = finish_game(state, 6, 5)
    assert (state.to_move, state.is_over, state.cards) == (0, False, (EMPTY, EMPTY))
    assert state.news[-1] == RoundOver(1, RoundEnd.PLAYED, (0,))
    state = finish_game(state, 6, 5)
    state = finish_game(state, 5, 9)
    assert state.totals == (17, 19)
    assert state.news[-2:] == (RoundOver(3, RoundEnd.PLAYED, (1,)), MatchOver((1,)))


def test_a_single_game_is_the_match_however_many_columns_the_card_has() -> None:
    assert DICE_XL.games == 5
    assert finish_game(start_match(DICE_XL, 2), 6, 5).is_over


@pytest.mark.parametrize("players", [0, 13])
def test_one_to_twelve_can_play_and_nobody_else(players: int) -> None:
    with pytest.raises(PlayersError, match=f"dice-xl is for 1 to 12 players, not {players}"):
        start_match(DICE_XL, players)
    assert start_match(DICE_XL, 12).players == 12

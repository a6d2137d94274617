"""Scoresheets: whatever happened, the rows of a sheet add up to the totals."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import NAMES, record_of, seeds, short_rulesets
from tests.test_record import disturbed_record
from tileref.engine import dice, dominoes, triangles
from tileref.engine.dice import DICE_XL, LOWER, UPPER, Category, DiceRuleset
from tileref.engine.dominoes import DOMINO_100, DominoRuleset, End, parse_tile
from tileref.engine.games import RULESETS, AnyRuleset, find_ruleset
from tileref.engine.hands import Hand
from tileref.engine.match import Event, MatchOver
from tileref.engine.options import with_options
from tileref.engine.record import Accepted, Record
from tileref.engine.sheet import Row, Section, Sheet
from tileref.engine.tally import sheet_of
from tileref.engine.triangles import Cell, TriangleRuleset, tile_of

Points = list[int]


def added(rows: list[Row], players: int) -> Points:
    return [sum(row.points[seat] or 0 for row in rows) for seat in range(players)]


def check(record: Record) -> Sheet:
    """The sheet of a record, added up by hand."""
    sheet = sheet_of(record)
    players = len(record.players)
    assert sheet.players == record.players
    assert sheet.totals == record.state.standings().totals
    assert all(len(row.points) == players for section in sheet.sections for row in section.rows)
    if isinstance(record.ruleset, DiceRuleset):
        check_cards(sheet, players)
    else:
        check_rounds(sheet, players)
    won = [item.winners for step in record.steps for item in step.news if isinstance(item, MatchOver)]
    assert sheet.winners == (won[0] if won else ())
    return sheet


def check_rounds(sheet: Sheet, players: int) -> None:
    before = [0] * players
    for section in sheet.sections:
        *rows, total = section.rows
        assert (section.key, total.key, total.is_sum) == ("round", "total", True)
        turns = [row for row in rows if row.key == "turn"]
        assert [row.number for row in turns] == list(range(1, len(turns) + 1))
        assert [row.key for row in rows[len(turns) :]] in ([], ["settlement"])
        earned = added(rows, players)
        assert list(total.points) == [was + more for was, more in zip(before, earned, strict=True)]
        before = [points or 0 for points in total.points]
    assert tuple(before) == sheet.totals
    numbers = [section.number for section in sheet.sections]
    assert numbers == sorted(numbers, key=lambda number: number or 0)
    assert len(set(numbers)) == len(numbers)


def check_cards(sheet: Sheet, players: int) -> None:
    together = [0] * players
    for upper, lower in zip(sheet.sections[::2], sheet.sections[1::2], strict=True):
        assert (upper.key, lower.key, upper.number) == ("upper_section", "lower_section", lower.number)
        assert [row.key for row in upper.rows] == [*UPPER, "upper_bonus", "upper"]
        assert [row.key for row in lower.rows] == [*LOWER, "yacht_bonus", "lower"]
        for section in (upper, lower):
            *rows, total = section.rows
            assert total.is_sum
            assert added(rows, players) == list(total.points)
            together = [so_far + (more or 0) for so_far, more in zip(together, total.points, strict=True)]
    assert tuple(together) == sheet.totals


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
@pytest.mark.parametrize("players", [2, 3])
def test_the_rows_of_a_played_match_add_up_to_its_totals(ruleset: AnyRuleset, players: int) -> None:
    for seed in range(3):
        sheet = check(record_of(ruleset, players, seed, greedy=seed == 1))
        assert sheet.sections
        assert sheet.winners


@settings(max_examples=40)
@given(
    ruleset=st.one_of(short_rulesets(TriangleRuleset), short_rulesets(DominoRuleset), short_rulesets(DiceRuleset)),
    players=st.integers(2, 4),
    seed=seeds,
)
def test_the_rows_add_up_under_any_options_when_a_match_has_got_anywhere(
    ruleset: AnyRuleset, players: int, seed: int
) -> None:
    record = record_of(ruleset, players, seed)
    for length in {len(record.steps), seed % len(record.steps), seed // 7 % len(record.steps)}:
        so_far = Record(ruleset, record.players, record.start, record.entries[:length], record.steps[:length])
        check(so_far)


@settings(max_examples=150)
@given(seeds)
def test_the_rows_add_up_after_whatever_was_overruled_undone_and_corrected(seed: int) -> None:
    check(disturbed_record(seed))


def written(ruleset: AnyRuleset, *events: Event, players: int = 2) -> Record:
    record = Record.begin(ruleset, NAMES[:players])
    for event in events:
        outcome = record.submit(event, overrule=True)
        assert isinstance(outcome, Accepted), outcome
        record = outcome.record
    return record


def rows_of(section: Section) -> list[tuple[str, tuple[int | None, ...]]]:
    return [(row.key, row.points) for row in section.rows]


def test_a_match_that_has_not_begun_has_totals_and_nothing_else() -> None:
    sheet = check(Record.begin(find_ruleset("triple-400"), NAMES[:3]))
    assert sheet == Sheet(NAMES[:3], (), (0, 0, 0))


# Triangles.

OPENED = (
    triangles.Deal((Hand.hidden(9), Hand.hidden(9)), Hand.hidden(38)),
    triangles.Opener(0),
    triangles.Place(0, Cell(0, 0, "U"), (5, 5, 5)),
)


def test_what_a_turn_cost_and_earned_stands_in_one_row() -> None:
    laid = triangles.Place(1, Cell(0, 0, "D"), (5, 5, 4))
    record = written(find_ruleset("triple-400"), *OPENED, triangles.Draw(1), triangles.Draw(1), laid)
    assert tile_of((5, 5, 4)).value == 14
    assert rows_of(check(record).sections[0]) == [("turn", (25, 4)), ("total", (25, 4))]


def test_a_turn_in_which_time_was_only_called_goes_on_in_its_row() -> None:
    events = (*OPENED, triangles.Draw(1), triangles.Timeout(1), triangles.Place(1, Cell(0, 0, "D"), (5, 5, 4)))
    warned = with_options(find_ruleset("triple-400"), {"timeout": "warn"})
    assert rows_of(check(written(warned, *events)).sections[0]) == [("turn", (25, 9)), ("total", (25, 9))]


def test_a_turn_that_ran_out_of_time_has_a_row_even_if_it_cost_nothing() -> None:
    events = (*OPENED, triangles.Timeout(1), triangles.Draw(0), triangles.Draw(0))
    record = written(find_ruleset("triple-400"), *events)
    assert rows_of(check(record).sections[0]) == [("turn", (25, 0)), ("turn", (-10, None)), ("total", (15, 0))]


def test_an_event_taken_back_leaves_no_trace_on_the_sheet() -> None:
    record = written(find_ruleset("triple-400"), *OPENED, triangles.Draw(1))
    assert check(record).totals == (25, -5)
    undone = record.undo()
    assert undone is not None
    assert check(undone.record) == check(written(find_ruleset("triple-400"), *OPENED))


def test_a_corrected_tile_changes_its_row() -> None:
    record = written(find_ruleset("triple-400"), *OPENED, triangles.Draw(1))
    corrected = record.correct(2, [triangles.Place(0, Cell(0, 0, "U"), (4, 4, 4))])
    assert isinstance(corrected, Accepted)
    assert rows_of(check(corrected.record).sections[0]) == [("turn", (22, -5)), ("total", (22, -5))]


# Dominoes.


def hands(*texts: str) -> dominoes.Deal:
    piles = [frozenset(map(parse_tile, text.split())) for text in texts]
    return dominoes.Deal(tuple(map(Hand.of, piles)), Hand.of(set(dominoes.DOMINOES).difference(*piles)))


def test_turns_that_earn_nothing_have_no_rows_so_a_round_of_dominoes_is_its_settlement() -> None:
    # Dealt one domino each by agreement, the opener is out at once.
    record = written(DOMINO_100, hands("66", "54"), dominoes.Place(0, parse_tile("66"), End.R))
    assert [rows_of(section) for section in check(record).sections] == [[("settlement", (9, None)), ("total", (9, 0))]]


def test_a_deal_that_is_repeated_is_no_round_on_the_sheet() -> None:
    deal = hands("65 54 43 32 21 10 30", "64 63 62 61 60 50 51")
    assert check(written(DOMINO_100, deal)).sections == ()


# Dice.


def test_the_upper_bonus_is_on_the_sheet_when_the_game_is_over_and_not_before() -> None:
    events: list[Event] = []
    for face, line in enumerate(UPPER, start=1):
        events += [dice.Roll(0, (face,) * 5), dice.Score(0, line)]
    sheet = check(written(DICE_XL, *events, players=1))
    assert rows_of(sheet.sections[0])[-2:] == [("upper_bonus", (None,)), ("upper", (105,))]
    for line in LOWER:
        events += [dice.Roll(0, (1, 2, 3, 4, 6)), dice.Score(0, line)]
    sheet = check(written(DICE_XL, *events, players=1))
    assert rows_of(sheet.sections[0])[-2:] == [("upper_bonus", (35,)), ("upper", (140,))]
    assert sheet.winners == (0,)


def test_a_further_yacht_stands_in_the_row_of_bonuses() -> None:
    events: list[Event] = []
    for line in (Category.YACHT, Category.SIXES, Category.SET):
        events += [dice.Roll(0, (6,) * 5), dice.Score(0, line)]
    sheet = check(written(DICE_XL, *events, players=1))
    lower = dict(rows_of(sheet.sections[1]))
    assert (lower["yacht"], lower["set"], lower["yacht_bonus"], lower["lower"]) == ((50,), (30,), (200,), (280,))


def test_the_games_of_a_series_are_numbered_and_a_single_one_is_not() -> None:
    series = with_options(DICE_XL, {"series": "sum", "games": 2})
    numbers = [section.number for section in check(record_of(series, 2, 1)).sections]
    assert numbers == [1, 1, 2, 2]
    assert [section.number for section in check(record_of(DICE_XL, 2, 1)).sections] == [None, None]

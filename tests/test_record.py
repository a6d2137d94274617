"""Records: the log is only added to, undo and corrections are entries of it, and what they change is told exactly."""

import dataclasses
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from random import Random
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.strategies import NAMES, record_of, seeds
from tileref.engine import dice, dominoes
from tileref.engine.dice import DICE_XL, Category, DiceMatch, Roll, Score
from tileref.engine.dominoes import DOMINO_100, DOMINOES, Domino, DominoMatch, End, parse_tile
from tileref.engine.faults import Reason
from tileref.engine.games import RULESETS, AnyRuleset, events_of, simulate_event, start_match
from tileref.engine.hands import Hand
from tileref.engine.match import Event, Line, LineKind
from tileref.engine.record import Accepted, Change, Correct, Difference, Entry, Record, Refused, Step, Undo
from tileref.engine.record_file import format_record, parse_record
from tileref.engine.ruleset import PlayersError
from tileref.engine.triangles import Cell, Chirality, Tile, TriangleMatch, tile_set

# Events of any kind with any values, most of them nonsense where they stand.


def any_value(rng: Random, hint: Any) -> Any:
    """A value of a type that a field of an event has."""
    if hint is int:
        return rng.randrange(7)
    if hint is Tile:
        return rng.choice(tile_set(Chirality.BOTH))
    if hint is Domino:
        return rng.choice(DOMINOES)
    if hint is Cell:
        return Cell(rng.randint(-2, 2), rng.randint(-2, 2), rng.choice(("U", "D")))
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return rng.choice(list(hint))
    origin, args = get_origin(hint), get_args(hint)
    if NoneType in args:
        return rng.choice((None, any_value(rng, args[0])))
    if origin is Hand:
        return Hand.of(any_set(rng, args[0])) if rng.random() < 0.5 else Hand.hidden(rng.randrange(30))
    if origin is frozenset:
        return any_set(rng, args[0])
    assert origin is tuple, hint
    items = [args[0]] * rng.randrange(6) if args[-1] is Ellipsis else args
    return tuple(any_value(rng, item) for item in items)


def any_set(rng: Random, hint: Any) -> frozenset[Any]:
    return frozenset(any_value(rng, hint) for _ in range(rng.randrange(10)))


def any_event(rng: Random, kind: type[Event]) -> Event:
    """An event of this kind with any values."""
    hints = get_type_hints(kind)
    names = [field.name for field in dataclasses.fields(kind)]  # type: ignore[arg-type]
    return kind(**{name: any_value(rng, hints[name]) for name in names})


def disturbing_event(rng: Random, record: Record) -> Event:
    """An event of any kind, often of the seat to move."""
    event = any_event(rng, rng.choice(list(events_of(record.ruleset))))
    if hasattr(event, "seat") and record.state.to_move is not None and rng.random() < 0.7:
        return replace(event, seat=record.state.to_move)  # type: ignore[type-var]
    return event


def next_play(rng: Random, record: Record) -> Event | None:
    """What simulated players do next, None where hidden hands or a bank without tiles leave them at a loss."""
    state = record.state
    assert isinstance(state, TriangleMatch | DominoMatch | DiceMatch)
    try:
        return simulate_event(state, rng)
    except (AssertionError, IndexError, ValueError):
        return None


def disturbed_record(seed: int, *, length: int = 50) -> Record:
    """A record of any game in which much was overruled, undone and corrected."""
    rng = Random(seed)
    ruleset = rng.choice(RULESETS)
    players = rng.randint(ruleset.players_min, min(ruleset.players_max, 4))
    record = Record.begin(ruleset, NAMES[:players])
    unruly = rng.choice((0.05, 0.3, 0.8))
    for number in range(length):
        outcome: Accepted | Refused | None
        chance = rng.random()
        if record.steps and chance < 0.08:
            outcome = record.undo(time=float(number))
        elif record.steps and chance < 0.16:
            events = [disturbing_event(rng, record) for _ in range(rng.randrange(3))]
            outcome = record.correct(rng.choice(record.steps).number, events, overrule=True)
        else:
            event = None if rng.random() < unruly else next_play(rng, record)
            outcome = record.submit(event or disturbing_event(rng, record), overrule=True)
        if isinstance(outcome, Accepted):
            assert outcome.record.entries[:-1] == record.entries, "a log is only ever added to"
            record = outcome.record
    return record


def judged(record: Record, events: Sequence[tuple[int, Event]]) -> list[Step]:
    """The steps that follow from events, from the beginning."""
    state = start_match(record.ruleset, len(record.players))
    steps = []
    for number, event in events:
        faults = state.faults(event)
        after = state if any(fault.final for fault in faults) else state.apply(event)
        steps.append(Step(number, event, faults, state, after))
        state = after
    return steps


@settings(max_examples=120)
@given(seeds)
def test_whatever_was_overruled_undone_and_corrected_the_state_is_the_fold_of_what_is_in_force(seed: int) -> None:
    record = disturbed_record(seed)
    steps = judged(record, [(step.number, step.event) for step in record.steps])
    assert list(record.steps) == steps
    assert record.state == (steps[-1].after if steps else record.start)
    numbers = [step.number for step in steps]
    assert numbers == sorted(numbers)
    assert set(numbers) <= {
        number for number, entry in enumerate(record.entries) if not isinstance(entry.event, Undo | Correct)
    }
    for step in steps:
        if step.is_void:
            assert (step.after, step.news, step.lines) == (step.before, (), ())


@settings(max_examples=120)
@given(seeds)
def test_a_difference_reports_exactly_the_entries_that_came_out_differently(seed: int) -> None:
    rng = Random(seed)
    record = disturbed_record(seed, length=25)
    assume(record.steps)
    at = rng.choice(record.steps).number
    events = [disturbing_event(rng, record) for _ in range(rng.randrange(3))]
    outcome = record.correct(at, events, overrule=True)
    assume(isinstance(outcome, Accepted))
    assert isinstance(outcome, Accepted)
    difference = outcome.difference
    assert difference is not None
    old = [(step.number, step.event) for step in record.steps]
    before = [pair for pair in old if pair[0] < at]
    new = judged(record, [*before, *((at, event) for event in events), *(pair for pair in old if pair[0] > at)])
    assert list(outcome.record.steps) == new
    assert difference.totals_before == record.state.standings().totals
    assert difference.totals_after == outcome.record.state.standings().totals

    def outcomes(steps: Sequence[Step], number: int) -> list[tuple[object, ...]]:
        return [(step.event, step.faults, step.news) for step in steps if step.number == number]

    changed = [
        number
        for number in sorted({step.number for step in (*record.steps, *new)})
        if outcomes(record.steps, number) != outcomes(new, number)
    ]
    assert [change.number for change in difference.changes] == changed
    for change in difference.changes:
        assert change.before == tuple(step for step in record.steps if step.number == change.number)
        assert change.after == tuple(step for step in new if step.number == change.number)


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_correcting_an_entry_to_what_it_says_changes_nothing(ruleset: AnyRuleset) -> None:
    record = record_of(ruleset, 2, 7)
    for step in record.steps[:: max(1, len(record.steps) // 10)]:
        outcome = record.correct(step.number, [step.event])
        assert isinstance(outcome, Accepted)
        assert outcome.record.steps == record.steps
        totals = record.state.standings().totals
        assert outcome.difference == Difference((), totals, totals)


# Writing.

FIRST, SECOND = (5, 5, 5, 2, 4), (6, 6, 6, 6, 6)


def dice_record(*events: Event, players: int = 1) -> Record:
    record = Record.begin(DICE_XL, NAMES[:players])
    for event in events:
        outcome = record.submit(event)
        assert isinstance(outcome, Accepted)
        record = outcome.record
    return record


TWO_TURNS = dice_record(Roll(0, FIRST), Score(0, Category.SET), Roll(0, SECOND), Score(0, Category.YACHT))


def test_an_event_with_faults_is_refused_and_nothing_is_written() -> None:
    record = dice_record(Roll(0, FIRST), players=2)
    refused = record.submit(Roll(1, SECOND))
    assert isinstance(refused, Refused)
    assert not refused
    assert [fault.reason for fault in refused.faults] == [Reason.NOT_YOUR_TURN]


def test_an_overruled_event_is_written_with_its_faults() -> None:
    outcome = dice_record(Roll(0, FIRST), players=2).submit(Roll(1, SECOND), overrule=True, time=12.5)
    assert isinstance(outcome, Accepted)
    assert outcome.difference is None
    assert outcome.record.entries[-1] == Entry(Roll(1, SECOND), overruled=True, time=12.5)
    assert [fault.reason for fault in outcome.record.steps[-1].faults] == [Reason.NOT_YOUR_TURN]
    assert not outcome.record.steps[-1].is_void


def test_what_cannot_be_is_refused_even_if_everybody_agrees() -> None:
    refused = dice_record().submit(Score(0, Category.SET), overrule=True)
    assert isinstance(refused, Refused)
    assert refused.faults[0].final


def test_an_event_without_faults_is_not_marked_as_overruled() -> None:
    outcome = dice_record().submit(Roll(0, FIRST), overrule=True)
    assert isinstance(outcome, Accepted)
    assert not outcome.record.entries[-1].overruled


@pytest.mark.parametrize("name", ["", "a\nb", "\ud800", "x" * 81, "\u202e", 5, None])
def test_a_name_that_cannot_be_written_in_one_line_is_refused_with_a_sentence(name: Any) -> None:
    with pytest.raises(PlayersError, match="a player's name must have 1 to 80 printable characters, unlike ") as caught:
        Record.begin(DICE_XL, ["Anna", name])
    str(caught.value).encode()


def test_names_in_any_script_are_welcome() -> None:
    names = ("Жанна", "千代", "نور", "x" * 80)
    assert Record.begin(DICE_XL, names).players == names


# Undoing.


def test_there_is_nothing_to_undo_before_the_first_event() -> None:
    assert dice_record().undo() is None


def test_undoing_takes_back_the_last_entry_in_force_and_says_what_that_changed() -> None:
    undone = TWO_TURNS.undo(time=3.0)
    assert undone is not None
    record = undone.record
    assert record.entries == (*TWO_TURNS.entries, Entry(Undo(), time=3.0))
    assert record.steps == TWO_TURNS.steps[:-1]
    assert undone.difference == Difference((Change(3, TWO_TURNS.steps[-1:], ()),), (71,), (21,))
    again = record.undo()
    assert again is not None
    assert again.record.steps == TWO_TURNS.steps[:-2]


def test_a_new_event_after_an_undo_is_an_entry_of_its_own() -> None:
    undone = TWO_TURNS.undo()
    assert undone is not None
    outcome = undone.record.submit(Score(0, Category.SIXES))
    assert isinstance(outcome, Accepted)
    assert [step.number for step in outcome.record.steps] == [0, 1, 2, 5]
    assert outcome.record.state.standings().totals == (21 + 30,)


def test_undoing_a_corrected_entry_takes_back_all_that_stands_in_its_place() -> None:
    corrected = TWO_TURNS.correct(3, [dice.Reroll(0, (4,), (5,)), Score(0, Category.CHANCE)])
    assert isinstance(corrected, Accepted)
    assert corrected.record.state.standings().totals == (21 + 29,)
    undone = corrected.record.undo()
    assert undone is not None
    assert undone.record.steps == TWO_TURNS.steps[:3]


# Correcting.


def test_only_an_entry_in_force_can_be_corrected() -> None:
    undone = TWO_TURNS.undo()
    assert undone is not None
    for at in (-1, 3, 4, 5, 100):
        assert undone.record.correct(at, []) is None


def test_a_correction_that_is_against_the_rules_is_refused_unless_it_is_overruled() -> None:
    four_throws = [dice.Reroll(0, (0,), (1,))] * 3
    refused = TWO_TURNS.correct(1, [*four_throws, Score(0, Category.SET)])
    assert isinstance(refused, Refused)
    assert [fault.reason for fault in refused.faults] == [Reason.ROLL_LIMIT]
    outcome = TWO_TURNS.correct(1, [*four_throws, Score(0, Category.SET)], overrule=True, time=9.0)
    assert isinstance(outcome, Accepted)
    assert outcome.record.entries[-1] == Entry(
        Correct(1, (*four_throws, Score(0, Category.SET))), overruled=True, time=9.0
    )
    assert isinstance(TWO_TURNS.correct(1, [Score(0, Category.SET)] * 2, overrule=True), Refused)


def test_a_misread_throw_is_corrected_and_the_points_with_it() -> None:
    outcome = TWO_TURNS.correct(0, [Roll(0, (5, 5, 5, 2, 3))])
    assert isinstance(outcome, Accepted)
    assert outcome.difference is not None
    assert (outcome.difference.totals_before, outcome.difference.totals_after) == ((71,), (70,))
    assert [change.number for change in outcome.difference.changes] == [0, 1]
    score = outcome.difference.changes[1]
    assert [step.lines for step in (*score.before, *score.after)] == [
        (Line(0, 21, LineKind.CATEGORY, "set"),),
        (Line(0, 20, LineKind.CATEGORY, "set"),),
    ]


def test_a_later_event_that_cannot_be_any_more_is_void_until_it_is_corrected_too() -> None:
    outcome = TWO_TURNS.correct(1, [Score(0, Category.YACHT)])
    assert isinstance(outcome, Accepted)
    record = outcome.record
    *_, void = record.steps
    assert [fault.reason for fault in void.faults] == [Reason.CATEGORY_FILLED]
    assert void.is_void
    assert (void.lines, void.news, void.after) == ((), (), void.before)
    assert outcome.difference is not None
    assert [change.number for change in outcome.difference.changes] == [1, 3]
    assert outcome.difference.totals_after == (0,)
    mended = record.correct(3, [Score(0, Category.SIXES)])
    assert isinstance(mended, Accepted)
    assert mended.record.state.standings().totals == (30,)


def test_an_event_that_did_not_happen_is_corrected_to_nothing() -> None:
    outcome = dice_record(Roll(0, FIRST), Roll(0, SECOND), Score(0, Category.YACHT)).correct(1, [])
    assert isinstance(outcome, Accepted)
    assert [step.number for step in outcome.record.steps] == [0, 2]
    assert outcome.record.state.standings().totals == (0,)


def test_an_event_that_was_struck_out_by_mistake_can_be_brought_back() -> None:
    record = dice_record(Roll(0, FIRST), Roll(0, SECOND), Score(0, Category.YACHT))
    struck = record.correct(1, [])
    assert isinstance(struck, Accepted)
    mended = struck.record.correct(1, [Roll(0, SECOND)])
    assert isinstance(mended, Accepted)
    assert mended.record.steps == record.steps
    assert parse_record(format_record(mended.record)).state == record.state


def chain_record() -> Record:
    """66 was laid, then 65 and 51 to its right, hands hidden."""
    record = Record.begin(DOMINO_100, NAMES[:2])
    laid = [dominoes.Place(seat, parse_tile(text), End.R) for seat, text in ((0, "66"), (1, "65"), (0, "51"))]
    deal = dominoes.Deal((Hand.hidden(7), Hand.hidden(7)), Hand.hidden(14))
    for event in (deal, dominoes.Opener(0), *laid):
        outcome = record.submit(event)
        assert isinstance(outcome, Accepted)
        record = outcome.record
    return record


def test_a_later_event_that_is_wrong_now_stays_on_the_table_with_its_fault() -> None:
    outcome = chain_record().correct(3, [dominoes.Place(1, parse_tile("64"), End.R)])
    assert isinstance(outcome, Accepted)
    *_, last = outcome.record.steps
    assert [fault.reason for fault in last.faults] == [Reason.NO_MATCH]
    assert not last.is_void
    assert outcome.difference is not None
    assert [change.number for change in outcome.difference.changes] == [3, 4]
    state = outcome.record.state
    assert isinstance(state, DominoMatch)
    assert str(state.chain) == "66 64 51"
    assert not outcome.record.entries[-1].overruled, "the correction itself is in order"


def test_a_later_event_that_comes_out_the_same_is_not_reported() -> None:
    outcome = chain_record().correct(1, [])
    assert isinstance(outcome, Accepted)
    assert outcome.difference is not None
    assert [change.number for change in outcome.difference.changes] == [1]
    assert outcome.difference.changes[0].after == ()


@settings(max_examples=40)
@given(seed=seeds, ruleset=st.sampled_from(RULESETS))
def test_a_record_of_honest_players_has_no_faults_and_can_be_undone_to_its_beginning(
    seed: int, ruleset: AnyRuleset
) -> None:
    record = Record.begin(ruleset, NAMES[:2])
    rng = Random(seed)
    for _ in range(30):
        state = record.state
        assert isinstance(state, TriangleMatch | DominoMatch | DiceMatch)
        event = simulate_event(state, rng)
        assert event is not None
        outcome = record.submit(event)
        assert isinstance(outcome, Accepted)
        record = outcome.record
    assert not any(step.faults or record.entries[step.number].overruled for step in record.steps)
    count = len(record.steps)
    for left in reversed(range(count)):
        undone = record.undo()
        assert undone is not None
        record = undone.record
        assert len(record.steps) == left
    assert record.state == record.start == start_match(ruleset, 2)
    assert len(record.entries) == 2 * count

"""Whole matches of triangular dominoes, played at random under any options: what must hold after every event."""

from collections import Counter
from itertools import pairwise
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import NAMES, play, record_of, seeds, short_rulesets
from tests.tables import lively_event, mixed_rules
from tileref.engine.faults import Reason
from tileref.engine.match import Line, MatchOver, Out, RoundEnd, RoundOver
from tileref.engine.record import Accepted, Record
from tileref.engine.record_file import format_record, parse_record
from tileref.engine.triangles import (
    CornerRule,
    Phase,
    Place,
    Tile,
    TriangleEvent,
    TriangleMatch,
    TriangleRuleset,
    start_match,
    tile_set,
)
from tileref.engine.triangles.ruleset import PointsSwitch


@st.composite
def tables(draw: st.DrawFn) -> tuple[TriangleRuleset, int]:
    """A ruleset with any options, and a number of players it is for."""
    ruleset = draw(st.one_of(short_rulesets(TriangleRuleset), st.builds(mixed_rules, st.builds(Random, seeds))))
    return ruleset, draw(st.integers(ruleset.players_min, ruleset.players_max))


def play_lively(ruleset: TriangleRuleset, players: int, seed: int) -> tuple[list[TriangleEvent], list[TriangleMatch]]:
    """The events of a match and the states from before the first to after the last."""
    rng = Random(seed)
    events: list[TriangleEvent] = []
    states = [start_match(ruleset, players)]
    while (event := lively_event(states[-1], rng)) is not None:
        events.append(event)
        assert states[-1].faults(event) == ()
        states.append(states[-1].apply(event))
    return events, states


@given(tables(), seeds)
@settings(max_examples=60)
def test_a_match_played_at_random_comes_to_an_end_and_keeps_its_tiles_and_its_score(
    at: tuple[TriangleRuleset, int], seed: int
) -> None:
    ruleset, players = at
    events, states = play_lively(ruleset, players, seed)
    lines = Counter[int]()
    for state in states:
        assert_tiles_are_conserved(state)
        lines.update(points_of(state))
        assert state.totals == tuple(lines[seat] for seat in range(players))
        assert (state.to_move is not None) == (state.phase in (Phase.OPEN, Phase.PLAY))
        assert state.to_move is None or state.to_move in range(players)
        if ruleset.floor_zero:
            assert min(state.totals) >= 0
        if ruleset.points is PointsSwitch.OFF:
            assert state.totals == (0,) * players
    for before, event in zip(states, events, strict=False):
        if isinstance(event, Place) and before.phase is Phase.PLAY:
            assert event.placement in before.board.placements_of(before.hands[event.seat].tiles or ())
    assert states[-1].phase is Phase.OVER
    assert states[-1].standings().over
    assert states[-1].standings().leaders == states[-1].winners != ()
    assert states[-1].news[-1] == MatchOver(states[-1].winners)


def points_of(state: TriangleMatch) -> Counter[int]:
    points = Counter[int]()
    for item in state.news:
        if isinstance(item, Line):
            assert item.points
            points[item.seat] += item.points
    return points


def assert_tiles_are_conserved(state: TriangleMatch) -> None:
    if state.phase is Phase.DEAL:
        return
    piles = [*state.hands, state.well]
    everywhere: list[Tile] = [placement.tile for placement in state.board]
    for pile in piles:
        assert pile.tiles is not None
        assert pile.count == len(pile.tiles)
        everywhere += pile.tiles
    assert sorted(everywhere) == list(tile_set(state.ruleset.chirality))
    faults = {fault.reason for fault in state.board.faults()}
    assert faults <= ({Reason.CORNER_MISMATCH} if state.ruleset.corner_rule is CornerRule.SIDES_ONLY else set())


@given(tables(), seeds)
@settings(max_examples=40)
def test_rounds_are_counted_and_end_as_their_news_say(at: tuple[TriangleRuleset, int], seed: int) -> None:
    ruleset, players = at
    events, states = play_lively(ruleset, players, seed)
    rounds = [item for state in states for item in state.news if isinstance(item, RoundOver)]
    assert [item.number for item in rounds] == list(range(1, len(rounds) + 1))
    assert sum(isinstance(item, MatchOver) for state in states for item in state.news) == 1
    for before, state in pairwise(states):
        for item in state.news:
            if isinstance(item, RoundOver) and item.how is RoundEnd.OUT:
                assert item.winners
                assert set(item.winners) <= {*before.outs, *(out.seat for out in state.news if isinstance(out, Out))}
            if isinstance(item, RoundOver) and item.how is RoundEnd.BLOCKED:
                assert state.well.count == 0
    assert len(events) == len(states) - 1


@given(tables(), seeds)
@settings(max_examples=25)
def test_everybody_has_as_many_turns_where_turns_are_equal(at: tuple[TriangleRuleset, int], seed: int) -> None:
    ruleset, players = at
    _, states = play_lively(ruleset, players, seed)
    turns = Counter[int]()
    for before, state in pairwise(states):
        if before.phase is Phase.DEAL:
            turns.clear()
        if before.phase in (Phase.OPEN, Phase.PLAY) and before.to_move is not None and state.to_move != before.to_move:
            turns[before.to_move] += 1
        over = [item for item in state.news if isinstance(item, RoundOver)]
        if over and over[0].how is RoundEnd.OUT and players > 1:
            counts = {turns[seat] for seat in range(players)}
            assert len(counts) == 1 if ruleset.equal_turns else max(counts) - min(counts) <= 1


@given(tables(), seeds, st.booleans())
@settings(max_examples=30)
def test_simulated_players_never_do_what_is_not_allowed(
    at: tuple[TriangleRuleset, int], seed: int, greedy: bool
) -> None:
    ruleset, players = at
    state, events = play(ruleset, players, seed, greedy=greedy)
    replayed = start_match(ruleset, players)
    for event in events:
        assert replayed.faults(event) == ()
        replayed = replayed.apply(event)
    assert replayed == state


# The record of a match.


@given(tables(), seeds)
@settings(max_examples=20)
def test_a_record_read_back_from_its_file_stands_where_the_match_stands(
    at: tuple[TriangleRuleset, int], seed: int
) -> None:
    record = record_of(*at, seed)
    again = parse_record(format_record(record))
    assert again.state == record.state
    assert again.steps == record.steps
    assert format_record(again) == format_record(record)


def lively_record(ruleset: TriangleRuleset, players: int, seed: int, most: int = 150) -> Record:
    record = Record.begin(ruleset, NAMES[:players])
    for event in play_lively(ruleset, players, seed)[0][:most]:
        outcome = record.submit(event)
        assert isinstance(outcome, Accepted)
        record = outcome.record
    return record


@given(tables(), seeds)
@settings(max_examples=30)
def test_to_undo_takes_back_what_was_submitted_and_nothing_else(at: tuple[TriangleRuleset, int], seed: int) -> None:
    record = lively_record(*at, seed)
    while record.steps:
        last = record.steps[-1]
        undone = record.undo()
        assert undone is not None
        assert undone.record.state == last.before
        assert undone.record.steps == record.steps[:-1]
        assert undone.difference is not None
        assert undone.difference.totals_before == record.state.standings().totals
        assert [change.number for change in undone.difference.changes] == [last.number]
        again = undone.record.submit(last.event)
        assert isinstance(again, Accepted)
        assert again.record.state == record.state
        record = Record(record.ruleset, record.players, record.start, record.entries[:-1], record.steps[:-1])


@given(tables(), seeds)
@settings(max_examples=40)
def test_a_correction_corrected_back_leaves_the_match_as_it_was(at: tuple[TriangleRuleset, int], seed: int) -> None:
    record = lively_record(*at, seed)
    rng = Random(seed)
    for step in rng.sample(record.steps, min(6, len(record.steps))):
        other = another_event(step.before, step.event, rng)
        corrected = record.correct(step.number, (other,))
        assert isinstance(corrected, Accepted)
        back = corrected.record.correct(step.number, (step.event,))
        assert isinstance(back, Accepted)
        assert back.record.state == record.state
        assert back.record.steps == record.steps
        there, back_again = corrected.difference, back.difference
        assert there is not None
        assert back_again is not None
        assert (there.totals_before, there.totals_after) == (back_again.totals_after, back_again.totals_before)
        assert [change.number for change in there.changes] == [change.number for change in back_again.changes]


def another_event(state: object, event: object, rng: Random) -> TriangleEvent:
    """Something else that may happen in this state, if there is anything else."""
    assert isinstance(state, TriangleMatch)
    other = None
    for _ in range(20):
        other = lively_event(state, rng)
        if other != event:
            break
    assert other is not None
    return other

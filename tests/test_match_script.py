"""The scripts of recorded matches follow the rules where they say so, and break them where they say so."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import seeds
from tileref.datasets.match_script import (
    PLAIN,
    RULESET,
    Action,
    Drawn,
    Laid,
    Script,
    TakenBack,
    Tricks,
    write_script,
)
from tileref.engine.faults import Reason
from tileref.engine.games import find_ruleset
from tileref.engine.triangles import Board, Placement, TriangleRuleset, score_placement

scripts = st.builds(
    lambda seed, placements, players: write_script(seed, placements=placements, players=players),
    seeds,
    st.integers(1, 14),
    st.integers(2, 4),
)


def ruleset() -> TriangleRuleset:
    found = find_ruleset(RULESET)
    assert isinstance(found, TriangleRuleset)
    return found


def play(script: Script) -> Board:
    """The board at the end; what is laid is compared with the engine on the way."""
    board = Board()
    last: Laid | None = None
    for happening in script.happenings:
        match happening:
            case Laid():
                placement = Placement(happening.cell, happening.digits)
                reasons = {fault.reason for fault in board.placement_faults(placement)}
                assert reasons == set(happening.reasons)
                earned = 0 if reasons else score_placement(ruleset(), board, placement).points
                assert happening.points == earned
                board, last = board.place(placement), happening
            case TakenBack():
                assert last is not None
                assert (happening.cell, happening.digits, happening.seat) == (last.cell, last.digits, last.seat)
                assert happening.counted is last.legal
                board, last = board.remove(happening.cell), None
            case Drawn():
                pass
    return board


@settings(max_examples=40)
@given(scripts)
def test_what_is_called_legal_is_and_earns_what_the_engine_gives(script: Script) -> None:
    board = play(script)
    assert not board.faults()
    laid = [happening for happening in script.happenings if isinstance(happening, Laid)]
    assert len(board) == sum(each.legal for each in laid) - sum(
        isinstance(each, TakenBack) and each.counted for each in script.happenings
    )
    assert not board.used & set(script.loose)


@settings(max_examples=40)
@given(scripts)
def test_one_thing_happens_after_another(script: Script) -> None:
    for before, after in pairwise(script.moments):
        assert before.start < before.end < after.start
    assert all(moment.start <= moment.arrival <= moment.change <= moment.end for moment in script.moments)
    assert script.moments[-1].end < script.duration


@settings(max_examples=20)
@given(seeds)
def test_a_seed_gives_the_same_script_each_time(seed: int) -> None:
    assert write_script(seed) == write_script(seed)


@settings(max_examples=20)
@given(scripts)
def test_nobody_lays_a_tile_that_he_does_not_have(script: Script) -> None:
    hands = [ruleset().deal[script.players - 1]] * script.players
    for happening in script.happenings:
        match happening:
            case Laid():
                assert hands[happening.seat] >= 1
                hands[happening.seat] -= 1
            case TakenBack() | Drawn():
                hands[happening.seat] += 1
    assert min(hands) >= 1
    assert script.well >= sum(isinstance(happening, Drawn) for happening in script.happenings)


@settings(max_examples=20)
@given(scripts)
def test_turns_rotate(script: Script) -> None:
    board: list[int] = []
    for happening in script.happenings:
        if isinstance(happening, Laid):
            board.append(happening.seat)
        elif isinstance(happening, TakenBack):
            board.pop()
    assert board == [turn % script.players for turn in range(len(board))]


def test_a_match_has_the_tricks_that_were_asked_for() -> None:
    tricks = Tricks(illegal=3, apart=2, taken_back=2, passing=4, resting=5, nudges=2, exposures=1, draws=1)
    script = write_script(5, placements=28, tricks=tricks)
    actions = Counter(moment.action for moment in script.moments)
    assert actions[Action.PASS_OVER] == 4
    assert actions[Action.NUDGE] == 2
    assert actions[Action.EXPOSURE] == 1
    assert actions[Action.TAKE_BACK] == 7
    assert sum(moment.rest > 0 for moment in script.moments) == 5
    reasons = [happening.reasons for happening in script.happenings if isinstance(happening, Laid)]
    assert sum(map(bool, reasons)) == 5
    assert sum(Reason.NO_SIDE in each for each in reasons) == 2


def test_a_plain_match_is_nothing_but_placements() -> None:
    script = write_script(5, placements=14, tricks=PLAIN)
    assert [moment.action for moment in script.moments] == [Action.LAY] * 14


@pytest.mark.parametrize(("placements", "players"), [(0, 2), (5, 1), (5, 5)])
def test_a_match_that_nobody_can_play_is_refused_with_the_number(placements: int, players: int) -> None:
    with pytest.raises(ValueError, match=f"not {placements if not placements else players}"):
        write_script(1, placements=placements, players=players)

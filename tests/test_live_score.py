"""How a refereed match is counted, on events that are made up."""

import json
from dataclasses import replace

import pytest

from tests.live_score import LiveEvent, LiveScore, draw_scores, parse_events, score_events
from tileref.datasets.match_script import Drawn, Happening, Laid, TakenBack, write_script
from tileref.engine.faults import Reason
from tileref.engine.triangles import ORIGIN

TWICE = Laid(time=5.0, seat=0, cell=ORIGIN, digits=(0, 1, 5), points=6)
WRONG = Laid(time=20.0, seat=1, cell=ORIGIN, digits=(1, 1, 4), reasons=(Reason.SIDE_MISMATCH,))
HAPPENINGS: tuple[Happening, ...] = (
    TWICE,
    TakenBack(time=10.0, seat=0, cell=ORIGIN, digits=(0, 1, 5), counted=True),
    replace(TWICE, time=15.0),
    Drawn(time=17.0, seat=1),
    WRONG,
    TakenBack(time=25.0, seat=1, cell=ORIGIN, digits=(1, 1, 4), counted=False),
)
# The referee sees the table turned: its digits begin at another corner.
EVENTS = (
    LiveEvent("placed", 5.5, (1, 5, 0), 0, 6),
    LiveEvent("taken_back", 10.75, (1, 5, 0)),
    LiveEvent("placed", 15.5, (5, 0, 1), 0, 6),
    LiveEvent("refused", 21.0, (1, 4, 1), 1),
    LiveEvent("taken_back", 25.5, (1, 4, 1)),
)
FLAWLESS = LiveScore(legal=2, right=2, illegal=1, noticed=1, taken_back=2, taken_back_noticed=2, delays=(0.5, 0.5, 1.0))


def without(number: int) -> list[LiveEvent]:
    return [event for at, event in enumerate(EVENTS) if at != number]


def test_a_match_refereed_as_it_was_played_is_flawless() -> None:
    assert score_events(EVENTS, HAPPENINGS) == FLAWLESS
    assert FLAWLESS.flawless


@pytest.mark.parametrize(
    ("event", "count"),
    [
        (LiveEvent("placed", 16.5, (0, 1, 5), 0, 6), "doubled"),
        (LiveEvent("refused", 16.5, (0, 1, 5), 0), "false_refusals"),
        (LiveEvent("refused", 22.5, (1, 1, 4), 0), "phantoms"),
        (LiveEvent("taken_back", 26.0, (1, 1, 4)), "phantoms"),
        (LiveEvent("placed", 16.5, (0, 5, 1), 0, 6), "phantoms"),
        (LiveEvent("placed", 2.5, (0, 1, 5), 0, 6), "phantoms"),
    ],
    ids=[
        "announced twice",
        "refused though legal",
        "refused twice",
        "taken back twice",
        "mirrored",
        "long before it was laid",
    ],
)
def test_an_event_too_many_is_a_flaw(event: LiveEvent, count: str) -> None:
    score = score_events([*EVENTS, event], HAPPENINGS)
    assert getattr(score, count) == 1
    assert not score.flawless


def test_what_was_not_announced_is_missed() -> None:
    score = score_events(without(2), HAPPENINGS)
    assert (score.right, score.missed, score.doubled) == (1, 1, 0)
    assert not score.flawless


def test_an_illegal_tile_that_was_not_refused_is_not_noticed() -> None:
    assert score_events(without(3), HAPPENINGS).noticed == 0


def test_an_illegal_tile_that_was_counted_is_not_noticed_though_it_was_refused_later() -> None:
    assert score_events([*EVENTS, LiveEvent("placed", 20.5, (1, 1, 4), 1, 6)], HAPPENINGS).noticed == 0


def test_a_tile_that_was_taken_back_in_silence_is_counted() -> None:
    score = score_events(without(1), HAPPENINGS)
    assert (score.taken_back, score.taken_back_noticed) == (2, 1)
    assert not score.flawless


@pytest.mark.parametrize("wrong", [replace(EVENTS[0], points=7), replace(EVENTS[0], seat=1)])
def test_wrong_points_and_wrong_players_are_not_right(wrong: LiveEvent) -> None:
    score = score_events([wrong, *EVENTS[1:]], HAPPENINGS)
    assert (score.right, score.wrong, score.missed) == (1, 1, 0)


def test_an_illegal_tile_that_was_only_asked_about_is_not_noticed_and_not_passed_over_either() -> None:
    score = score_events([*without(3), LiveEvent("unclear", 21.0, (1, 4, 1))], HAPPENINGS)
    assert (score.noticed, score.asked, score.questions) == (0, 1, 1)
    assert not score.flawless


def test_questions_are_counted_and_are_no_flaw() -> None:
    score = score_events([*EVENTS, LiveEvent("unclear", 20.0, None)], HAPPENINGS)
    assert score == replace(FLAWLESS, questions=1)


def test_scores_add_up() -> None:
    both = FLAWLESS + LiveScore(legal=1, missed=1)
    assert (both.legal, both.right, both.missed, both.delays) == (3, 2, 1, FLAWLESS.delays)


def test_events_are_read_as_watch_prints_them() -> None:
    lines = [
        json.dumps({"event": "camera_gone", "time": 1.0}),
        json.dumps({"event": "placed", "time": 2.5, "seat": 1, "values": [0, 1, 5], "cell": [0, 0, "U"], "points": 6}),
        json.dumps({"event": "taken_back", "time": 4.0, "values": [0, 1, 5], "cell": [0, 0, "U"]}),
        json.dumps({"event": "unclear", "time": 5.0, "why": "hand"}),
    ]
    assert parse_events(lines) == [
        LiveEvent("placed", 2.5, (0, 1, 5), 1, 6),
        LiveEvent("taken_back", 4.0, (0, 1, 5)),
        LiveEvent("unclear", 5.0, None),
    ]


def test_a_referee_who_says_what_a_script_says_is_flawless() -> None:
    script = write_script(3, placements=20)
    events = []
    for happening in script.happenings:
        match happening:
            case Laid(legal=legal, digits=digits, seat=seat, points=points):
                kind, earned = ("placed", points) if legal else ("refused", None)
                events.append(LiveEvent(kind, happening.time + 0.5, digits, seat, earned))
            case TakenBack(digits=digits):
                events.append(LiveEvent("taken_back", happening.time + 0.5, digits))
    score = score_events(events, script.happenings)
    assert score.flawless
    assert score.right == 20 + sum(isinstance(each, TakenBack) and each.counted for each in script.happenings)


def test_the_table_has_a_column_for_each_match() -> None:
    table = draw_scores({"one": FLAWLESS, "all": FLAWLESS + LiveScore(legal=1, missed=1)})
    assert {line.count("|") for line in table} == {4}
    assert "0.50 and 1.00 s" in "\n".join(table)

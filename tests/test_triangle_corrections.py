"""What the table overrules, and what a late correction makes of everything that came after it."""

import pytest

from tests.tables import lay, pile, rules, tile, tiles
from tileref.engine.faults import Reason
from tileref.engine.match import Event, MatchOver
from tileref.engine.record import Accepted, Record, Refused
from tileref.engine.record_file import format_record, parse_record
from tileref.engine.rounds import audit, rounds_of
from tileref.engine.triangles import Deal, Draw, Pass, Show, TriangleMatch, TriangleRuleset

RULES = rules("triple-400", deal=(3, 3, 3, 3, 3, 3))
DEALT = Deal((pile(3), pile(3)), pile(50))
# Entries 0 to 4: Anna opens with three fives and later lays a tile beside Boris's.
EVENTS = (DEALT, lay(0, "0,0U:555"), lay(1, "0,0D:545"), lay(0, "1,0U:544"), lay(1, "0,-1D:551"))


def record_of(*events: Event, ruleset: TriangleRuleset = RULES) -> Record:
    record = Record.begin(ruleset, ("Anna", "Boris"))
    for event in events:
        record = accepted(record.submit(event)).record
    return record


def accepted(outcome: Accepted | Refused | None) -> Accepted:
    assert isinstance(outcome, Accepted), f"{outcome!r}"
    return outcome


def faults(record: Record) -> dict[int, list[str]]:
    """The entries with something wrong, and what."""
    return {step.number: [fault.reason for fault in step.faults] for step in record.steps if step.faults}


def state_of(record: Record) -> TriangleMatch:
    assert isinstance(record.state, TriangleMatch)
    return record.state


# Overruling.


def test_an_event_with_faults_is_written_only_if_the_table_overrules_them() -> None:
    record = record_of(*EVENTS[:2])
    wrong = lay(1, "0,0D:544")
    refused = record.submit(wrong)
    assert isinstance(refused, Refused)
    assert [fault.reason for fault in refused.faults] == [Reason.SIDE_MISMATCH]
    assert not refused
    written = accepted(record.submit(wrong, overrule=True)).record
    assert written.entries[-1].overruled
    assert faults(written) == {2: ["side_mismatch"]}
    assert state_of(written).totals == (25, 13)
    assert parse_record(format_record(written)).steps == written.steps


def test_a_final_fault_cannot_be_overruled() -> None:
    outcome = record_of(*EVENTS[:2]).submit(lay(1, "0,0U:123"), overrule=True)
    assert isinstance(outcome, Refused)


def test_an_event_without_faults_is_not_marked_as_overruled() -> None:
    assert not accepted(record_of(*EVENTS[:2]).submit(EVENTS[2], overrule=True)).record.entries[-1].overruled


def test_overruled_events_are_no_findings_of_an_audit_unless_the_hands_prove_them_wrong() -> None:
    record = accepted(record_of(*EVENTS[:2]).submit(Pass(1), overrule=True)).record
    (played,) = rounds_of(record)
    assert audit(played) == ()


# Correcting.


def test_a_tile_that_lies_elsewhere_after_all_leaves_the_one_beside_it_without_a_side() -> None:
    outcome = accepted(record_of(*EVENTS).correct(2, (lay(1, "-1,0D:455"),)))
    assert faults(outcome.record) == {3: ["no_side"]}
    # It lies on the table, so it stays, and so do its points.
    assert state_of(outcome.record).totals == (25 + 13, 14 + 11)
    assert outcome.difference is not None
    assert [change.number for change in outcome.difference.changes] == [2, 3]
    moved, loose = outcome.difference.changes
    assert [step.event for step in moved.before] == [lay(1, "0,0D:545")]
    assert [step.event for step in moved.after] == [lay(1, "-1,0D:455")]
    assert ([step.faults for step in loose.before], len(loose.after[0].faults)) == ([()], 1)


def test_a_tile_that_cannot_lie_where_it_lay_is_void_until_it_is_corrected_too() -> None:
    legal = record_of(DEALT, lay(0, "0,0U:555"), lay(1, "-1,0D:455"), lay(0, "0,0D:525"), lay(1, "0,-1D:551"))
    # Boris's tile lay where Anna's is written down.
    outcome = accepted(legal.correct(2, (lay(1, "0,0D:545"),)))
    record = outcome.record
    assert faults(record) == {3: ["occupied"], 4: ["turn_over"]}
    assert [step.number for step in record.steps if step.is_void] == [3]
    (void,) = [step for step in record.steps if step.is_void]
    assert (void.before, void.news, void.lines) == (void.after, (), ())
    assert state_of(record).totals == (25, 14 + 11)
    assert outcome.difference is not None
    assert (outcome.difference.totals_before, outcome.difference.totals_after) == ((25 + 12, 14 + 11), (25, 14 + 11))
    back = accepted(record.correct(3, EVENTS[3:4])).record
    assert faults(back) == {}
    assert state_of(back) == state_of(record_of(*EVENTS))


def test_what_was_forgotten_is_put_in_with_the_entry_it_belongs_to() -> None:
    outcome = accepted(record_of(*EVENTS).correct(2, (Draw(1), Draw(1), lay(1, "0,0D:545"))))
    assert [step.number for step in outcome.record.steps] == [0, 1, 2, 2, 2, 3, 4]
    state = state_of(outcome.record)
    assert (state.totals, [hand.count for hand in state.hands]) == ((38, 25 - 10), [1, 3])
    assert faults(outcome.record) == {}
    assert outcome.difference is not None
    assert [change.number for change in outcome.difference.changes] == [2]
    assert parse_record(format_record(outcome.record)).state == state
    undone = accepted(accepted(accepted(outcome.record.undo()).record.undo()).record.undo()).record
    assert [step.number for step in undone.steps] == [0, 1]


def test_what_did_not_happen_leaves_the_turn_to_the_same_seat() -> None:
    record = accepted(record_of(*EVENTS).correct(2, ())).record
    assert faults(record) == {3: ["turn_over", "no_side"]}
    assert state_of(record).totals == (38, 11)


@pytest.mark.parametrize("at", [-1, 5, 99])
def test_an_entry_that_is_not_there_cannot_be_corrected(at: int) -> None:
    assert record_of(*EVENTS).correct(at, ()) is None


def test_a_correction_is_judged_like_any_event() -> None:
    record = record_of(*EVENTS)
    wrong = lay(1, "-1,0D:444")
    refused = record.correct(2, (wrong,))
    assert isinstance(refused, Refused)
    assert [fault.reason for fault in refused.faults] == [Reason.SIDE_MISMATCH]
    overruled = accepted(record.correct(2, (wrong,), overrule=True)).record
    assert overruled.entries[-1].overruled
    assert faults(overruled)[2] == ["side_mismatch"]


def test_a_correction_that_ends_the_match_voids_what_came_after() -> None:
    ruleset = rules("triple-02982", deal=(3, 3, 3, 3, 3, 3), target=39)
    record = record_of(*EVENTS, ruleset=ruleset)
    assert state_of(record).totals == (38, 25)
    # Boris had laid 3-5-5 and Anna 4-5-5, which is a point more than 4-4-5: enough for her.
    record = accepted(record.correct(2, (lay(1, "0,0D:535"),))).record
    outcome = accepted(record.correct(3, (lay(0, "0,-1D:554"),)))
    assert MatchOver((0,)) in outcome.record.steps[3].news
    assert faults(outcome.record) == {4: ["match_over"]}
    assert state_of(outcome.record).totals == (25 + 14, 13)
    assert state_of(outcome.record).winners == (0,)


def test_a_hand_shown_wrongly_changes_the_score_of_its_round_and_all_that_follows() -> None:
    ruleset = rules("triple-400", deal=(2, 2, 2, 2, 2, 2))
    dealt = Deal((pile(2), pile(2)), pile(52))
    first = (dealt, lay(0, "0,0U:555"), lay(1, "0,0D:545"), lay(0, "-1,0D:355"), Show(1, tiles("012")))
    record = record_of(*first, dealt, lay(1, "0,0U:444"), ruleset=ruleset)
    assert state_of(record).totals == (25 + 13 + 25 + 3, 14 + 22)
    outcome = accepted(record.correct(4, (Show(1, tiles("123")),)))
    assert state_of(outcome.record).totals == (25 + 13 + 25 + 6, 14 + 22)
    assert [played.number for played in rounds_of(outcome.record)] == [1, 2]
    assert outcome.difference is not None
    assert outcome.difference.totals_before != outcome.difference.totals_after
    assert [change.number for change in outcome.difference.changes] == [4]


def test_a_round_that_goes_on_after_a_correction_voids_the_deal_that_followed_it() -> None:
    ruleset = rules("triple-400", deal=(2, 2, 2, 2, 2, 2))
    dealt = Deal((pile(2), pile(2)), pile(52))
    first = (dealt, lay(0, "0,0U:555"), lay(1, "0,0D:545"), lay(0, "-1,0D:355"), Show(1, tiles("012")))
    record = record_of(*first, dealt, lay(1, "0,0U:444"), ruleset=ruleset)
    # Anna had drawn a tile nobody wrote down, so she was not out.
    outcome = accepted(record.correct(3, (Draw(0), lay(0, "-1,0D:355"))))
    assert faults(outcome.record) == {4: ["not_now"], 5: ["not_now"], 6: ["occupied"]}
    state = state_of(outcome.record)
    assert (state.round, state.to_move, state.totals) == (1, 1, (25 - 5 + 13, 14))
    assert [played.number for played in rounds_of(outcome.record)] == [1]


def test_the_audit_looks_past_what_is_void() -> None:
    record = record_of(DEALT, lay(0, "0,0U:555"), Draw(1, tile("012")), lay(1, "0,0D:545"))
    (played,) = rounds_of(record)
    ((step, finding),) = audit(played)
    assert (step.number, finding.reason) == (2, Reason.DRAW_NOT_ALLOWED)
    corrected = accepted(record.correct(2, ())).record
    (played,) = rounds_of(corrected)
    assert audit(played) == ()

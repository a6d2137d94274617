"""The rounds of a record, and the audit of each, whatever the game."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.make_playthroughs import Playthrough, play
from tests.strategies import record_of, seeds
from tests.tables import lay, pile, rules, tile, tiles
from tileref.engine import dominoes
from tileref.engine.dominoes import End, domino_of
from tileref.engine.faults import Reason
from tileref.engine.games import RULESETS, AnyRuleset, find_ruleset
from tileref.engine.hands import Hand
from tileref.engine.match import Event, MatchOver, RoundOver
from tileref.engine.record import Accepted, Record
from tileref.engine.rounds import audit, rounds_of
from tileref.engine.triangles import Deal, Draw, Show


def written(ruleset: AnyRuleset, *events: Event) -> Record:
    record = Record.begin(ruleset, ("Anna", "Boris"))
    for event in events:
        outcome = record.submit(event)
        assert isinstance(outcome, Accepted), f"{event!r}, {outcome!r}"
        record = outcome.record
    return record


@given(st.sampled_from(RULESETS), seeds)
@settings(max_examples=18)
def test_the_rounds_of_a_record_are_all_its_steps_each_ending_with_its_round(ruleset: AnyRuleset, seed: int) -> None:
    record = record_of(ruleset, 2, seed)
    rounds = list(rounds_of(record))
    assert [played.number for played in rounds] == list(range(1, len(rounds) + 1))
    assert tuple(step for played in rounds for step in played.steps) == record.steps
    for played in rounds:
        *before, last = played.steps
        assert any(isinstance(item, RoundOver | MatchOver) for item in last.news)
        assert not any(isinstance(item, RoundOver | MatchOver) for step in before for item in step.news)
        assert audit(played) == ()


def test_a_record_without_entries_has_no_rounds_and_one_that_has_begun_has_one() -> None:
    ruleset = rules("triple-400")
    assert list(rounds_of(written(ruleset))) == []
    (played,) = rounds_of(written(ruleset, Deal((pile(9), pile(9)), pile(38))))
    assert (played.number, len(played.steps)) == (1, 1)


def test_what_is_void_after_the_end_of_the_match_begins_no_round() -> None:
    ruleset = rules("triple-02982", deal=(3, 3, 3, 3, 3, 3), target=39)
    record = written(
        ruleset,
        Deal((pile(3), pile(3)), pile(50)),
        lay(0, "0,0U:555"),
        lay(1, "0,0D:545"),
        lay(0, "-1,0D:355"),
        lay(1, "0,-1D:551"),
    )
    # Boris had laid 2-5-5 and Anna 4-5-5: with 39 points she had won before Boris laid another tile.
    for at, other in ((2, lay(1, "0,0D:525")), (3, lay(0, "-1,0D:455"))):
        outcome = record.correct(at, (other,))
        assert isinstance(outcome, Accepted)
        record = outcome.record
    (played,) = rounds_of(record)
    assert [step.is_void for step in played.steps] == [False, False, False, False, True]
    assert MatchOver((0,)) in played.steps[3].news


def test_the_audit_begins_with_the_last_of_repeated_deals() -> None:
    ruleset = rules("triple-400", deal=(2, 2, 2, 2, 2, 2), open_tie="redraw", round_limit=1)
    dealt = Deal((pile(2), pile(2)), pile(52))
    events = (
        lay(0, "0,0U:555"),
        Draw(1, tile("012")),
        lay(1, "0,0D:545"),
        lay(0, "-1,0D:055"),
        Show(1, tiles("012 123")),
    )
    (played,) = rounds_of(written(ruleset, dealt, dealt, *events))
    ((step, finding),) = audit(played)
    assert (step.number, step.event, finding.at) == (3, Draw(1, tile("012")), 2)


def test_a_round_of_dominoes_is_audited_by_its_own_rules() -> None:
    hidden = Hand[dominoes.Domino].hidden
    (played,) = rounds_of(
        written(
            find_ruleset("domino-100"),
            dominoes.Deal((hidden(7), hidden(7)), hidden(14)),
            dominoes.Place(0, domino_of(6, 6), End.R),
            dominoes.Draw(1, domino_of(0, 0)),
            dominoes.Place(1, domino_of(6, 5), End.R),
        )
    )
    ((step, finding),) = audit(played)
    assert (step.number, finding.reason, finding.tiles) == (2, Reason.DRAW_NOT_ALLOWED, (domino_of(6, 5),))


def test_dice_are_thrown_in_the_open() -> None:
    for played in rounds_of(play(Playthrough("dice-xl"))):
        assert audit(played) == ()

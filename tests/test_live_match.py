"""Matches as a table plays them, refereed by what a camera sees and what people say."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.kill_live import play_with_kills
from tests.live_table import LiveTable, blurred, essence, open_kept, open_match, photograph
from tests.strategies import NAMES
from tests.tables import rules
from tests.test_scoring import placed
from tileref.engine.faults import Reason
from tileref.engine.options import with_options
from tileref.engine.triangles import (
    TRIANGLE_RULESETS,
    Board,
    Cell,
    Chirality,
    Draw,
    Phase,
    Placement,
    Tile,
    TriangleRuleset,
    parse_placement,
    parse_tile,
    tile_of,
)
from tileref.kept_record import record_of
from tileref.language import find_language
from tileref.live_match import PATIENCE, LiveMatch, Look, begin_match
from tileref.match_log import TableEvent
from tileref.orders import (
    AnswerQuestion,
    CorrectSeat,
    CorrectTile,
    DealAnew,
    DrawTile,
    NameOpener,
    NextRound,
    Order,
    OrderError,
    OverruleRefusal,
    RevealTriplet,
    ShowHand,
    UndoLast,
)
from tileref.questions import Ask, ItIs, LaidBy, No, NotLaid, Question, Yes
from tileref.sights import Sight, Vague
from tileref.store import Store

FIRST, SECOND, THIRD = (parse_placement(text) for text in ("0,0U:222", "0,0D:252", "1,0U:255"))
FOURTH = parse_placement("1,0D:555")
WRONG = parse_placement("0,-1D:111")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "matches.db") as kept:
        yield kept


class Watching:
    """A match between two, and a camera over it; what it brings about is kept by its kind."""

    def __init__(self, live: LiveMatch, *, seed: int = 1) -> None:
        self.live = live
        self.rng = Random(seed)
        self.seconds = 0.0

    def see(self, *tiles: Placement, **how: Any) -> list[str]:
        """What comes of a look at a board with these tiles."""
        return kinds(self.events(*tiles, **how))

    def events(
        self, *tiles: Placement, unlike: Mapping[Cell, Sight] | None = None, **how: Any
    ) -> tuple[TableEvent, ...]:
        """The same, with what is told of it."""
        self.seconds += 1
        return self.live.look(Look(photograph(tiles, self.rng, unlike), time=self.seconds, **how))

    def say(self, *orders: Order) -> list[str]:
        """What comes of orders."""
        return [kind for order in orders for kind in kinds(self.live.order(order).events)]

    def asks(self) -> Question | None:
        """What is asked now."""
        return self.live.question

    @property
    def totals(self) -> tuple[int, ...]:
        return self.live.game.state.totals


def kinds(events: tuple[TableEvent, ...]) -> list[str]:
    return [event.value["event"] for event in events]


def said(events: tuple[TableEvent, ...]) -> list[str]:
    return [announcement.text for event in events for announcement in event.said]


def watching(
    store: Store, *, attended: bool = True, ruleset: TriangleRuleset | None = None, players: int = 2
) -> Watching:
    """A match of which Anna opens."""
    live = open_match(store, ruleset or rules("triple-400"), players, attended=attended)
    if live.game.state.phase is Phase.OPEN:
        live.order(NameOpener(0))
    return Watching(live)


# Whole matches.


def short(ruleset: TriangleRuleset) -> TriangleRuleset:
    """The same rules, over after a round or two or three, for a match is as long as its target is high."""
    return with_options(ruleset, {"target": 20 if ruleset.id == "triomino-kids" else 120})


@pytest.mark.slow
@pytest.mark.parametrize("attended", [True, False], ids=["attended", "alone"])
@pytest.mark.parametrize("ruleset", TRIANGLE_RULESETS, ids=lambda ruleset: ruleset.id)
def test_a_match_ends_as_it_was_played_whatever_goes_wrong_at_the_table(
    store: Store, ruleset: TriangleRuleset, attended: bool
) -> None:
    rng = Random(f"{ruleset.id} {attended}")
    players = 3 if attended else 2
    table = LiveTable(short(ruleset), players, rng, store, attended=attended, trouble=0.4, resume=0.1)
    laid = 0
    for event in table.turns():
        laid += hasattr(event, "digits")
    assert table.game.state.standings() == table.truth.standings()
    assert len(placed(table.game.record)) == laid
    assert sum(event.value["event"] == "match_ended" for event in table.told) == 1
    (match,) = store.matches()
    assert match.ended is not None
    assert record_of(store, match.id) == table.game.record


@pytest.mark.slow
def test_whatever_kills_the_referee_nothing_that_was_said_is_lost_or_doubled(tmp_path: Path) -> None:
    tally = play_with_kills(tmp_path, 30, 5, rules("triple-400", target=60))
    assert tally.kills == 30
    assert tally.kept >= tally.announced


# Corrections.


def test_the_digits_of_a_tile_are_corrected_and_only_the_difference_is_told(store: Store) -> None:
    table = watching(store)
    misread = Placement(SECOND.cell, (2, 3, 2))
    table.see(FIRST)
    table.see(FIRST, misread)
    heard = table.live.order(CorrectTile(tile_of(misread.digits), SECOND.digits)).events
    assert said(heard) == ["It is 2-2-5, not 2-2-3.", "Boris: 7 becomes 9."]
    assert table.totals == (16, 9)


def test_what_a_person_says_of_a_tile_outlasts_what_the_camera_reads_there(store: Store) -> None:
    table = watching(store)
    misread = Placement(SECOND.cell, (2, 3, 2))
    table.see(FIRST)
    table.see(FIRST, misread)
    table.say(CorrectTile(tile_of(misread.digits), SECOND.digits))
    assert table.see(FIRST, misread) == []
    assert table.see(FIRST, misread, THIRD) == ["placed"]
    assert table.totals == (28, 9)
    # It reads otherwise again, and rightly in the end; nothing of that is news.
    assert table.see(FIRST, Placement(SECOND.cell, (2, 4, 2)), THIRD) == []
    assert table.see(FIRST, SECOND, THIRD) == []
    assert table.totals == (28, 9)


def test_a_correction_names_later_tiles_that_it_makes_wrong_and_no_entries(store: Store) -> None:
    table = watching(store)
    for count in (1, 2, 3):
        table.see(*(FIRST, SECOND, THIRD)[:count])
    heard = said(table.live.order(CorrectTile(parse_tile("225"), (2, 3, 2))).events)
    assert heard[0] == "It is 2-2-3, not 2-2-5."
    assert any(text.startswith("2-5-5 is against the rules now. 2-5-5 does not fit 2-2-3") for text in heard)
    assert "Boris: 9 becomes 7." in heard
    assert not any("ntry" in text for text in heard)


def test_a_tile_that_was_refused_for_a_misread_neighbour_counts_once_that_is_corrected(store: Store) -> None:
    table = watching(store)
    misread = Placement(SECOND.cell, (2, 3, 2))
    table.see(FIRST)
    table.see(FIRST, misread)
    assert table.see(FIRST, misread, THIRD) == ["refused"]
    heard = table.live.order(CorrectTile(tile_of(misread.digits), SECOND.digits)).events
    assert [event.value["event"] for event in heard] == ["corrected", "placed"]
    assert table.totals == (28, 9)
    assert not table.live.game.refused


def test_a_tile_that_was_undone_and_still_lies_there_does_not_count_again_until_it_is_laid_anew(store: Store) -> None:
    table = watching(store)
    table.see(FIRST)
    table.see(FIRST, SECOND)
    heard = table.live.order(UndoLast())
    assert said(heard.events) == ["2-2-5 no longer counts.", "Boris: 9 becomes 0.", "2-2-5 still lies there."]
    for _ in range(3):
        assert table.see(FIRST, SECOND) == []
    assert table.totals == (16, 0)
    assert table.see(FIRST) == ["taken_back"]
    assert table.see(FIRST, SECOND) == ["placed"]
    assert table.totals == (16, 9)


def test_an_undone_tile_counts_again_by_word(store: Store) -> None:
    table = watching(store)
    table.see(FIRST)
    table.see(FIRST, SECOND)
    table.say(UndoLast())
    assert table.say(OverruleRefusal()) == ["placed"]
    assert table.totals == (16, 9)


def test_lifting_the_last_tile_is_an_undo(store: Store) -> None:
    table = watching(store)
    table.see(FIRST)
    table.see(FIRST, SECOND)
    assert said(table.events(FIRST)) == ["2-2-5 has been taken back and no longer counts.", "Boris: 9 becomes 0."]
    assert table.live.game.state.to_move == 1


def test_lifting_the_only_tile_is_an_undo_and_another_may_be_laid(store: Store) -> None:
    table = watching(store)
    table.see(FIRST)
    assert table.see() == ["taken_back"]
    assert table.see(parse_placement("0,0U:333")) == ["placed"]
    assert table.totals == (19, 0)


def test_a_refused_tile_that_was_alone_on_the_table_may_be_lifted(store: Store) -> None:
    table = watching(store)
    table.see(FIRST)
    table.say(UndoLast())
    assert table.see() == ["taken_back"]
    assert table.see(FIRST) == ["placed"]


def test_the_only_tile_exchanged_at_once_is_the_other_from_then_on(store: Store) -> None:
    table = watching(store)
    table.see(FIRST)
    assert table.see(parse_placement("0,0U:333")) == ["corrected"]
    assert table.totals == (19, 0)


def test_a_tile_lifted_for_a_moment_after_the_next_player_drew_is_still_its_players(store: Store) -> None:
    table = watching(store)
    table.see(FIRST)
    table.see(FIRST, SECOND)
    table.say(DrawTile())
    assert table.see(FIRST) == ["taken_back"]
    assert table.see(FIRST, SECOND) == ["placed"]
    assert placed(table.live.game.record) == [(0, (2, 2, 2)), (1, (2, 2, 5))]
    assert table.totals == (11, 9)


def test_a_refusal_is_overruled_and_a_person_need_not_say_so_twice(store: Store) -> None:
    table = watching(store)
    table.see(FIRST)
    assert table.see(FIRST, WRONG) == ["refused"]
    assert table.see(FIRST, WRONG) == []
    assert table.say(OverruleRefusal()) == ["placed"]
    assert table.see(FIRST, WRONG) == []
    assert table.totals == (16, 3)


def test_a_seat_that_was_not_seen_is_corrected_and_points_follow(store: Store) -> None:
    table = watching(store)
    table.see(FIRST)
    table.see(FIRST, SECOND)
    heard = table.live.order(CorrectSeat(0))
    assert said(heard.events)[0] == "2-2-5 was laid by Anna."
    assert table.totals == (25, 0)
    with pytest.raises(OrderError, match="Anna is who laid the last tile"):
        table.say(CorrectSeat(0))


def test_who_opened_is_corrected_with_the_first_tile(store: Store) -> None:
    table = watching(store)
    table.see(FIRST)
    table.say(CorrectSeat(1))
    assert table.totals == (0, 16)
    assert not any(step.faults for step in table.live.game.record.steps)


# Questions.


def test_an_unclear_tile_is_asked_about_once_and_a_better_view_may_answer(store: Store) -> None:
    table = watching(store)
    table.see(FIRST)
    unclear = {SECOND.cell: blurred((2, 3, 2), SECOND.digits)}
    assert table.see(FIRST, SECOND, unlike=unclear) == ["unclear"]
    question = table.asks()
    assert question is not None
    assert (question.ask, len(question.answers)) == (Ask.DIGITS, 2)
    assert table.see(FIRST, SECOND, unlike=unclear, apart=False) == []
    assert table.see(FIRST, SECOND) == ["placed"]
    assert table.asks() is None
    assert table.totals == (16, 9)


def test_an_answer_settles_what_was_unclear(store: Store) -> None:
    table = watching(store)
    table.see(FIRST)
    table.see(FIRST, SECOND, unlike={SECOND.cell: blurred((2, 3, 2), SECOND.digits)})
    assert table.say(AnswerQuestion(2)) == ["answered", "placed"]
    assert table.totals == (16, 9)
    assert table.see(FIRST, SECOND, unlike={SECOND.cell: blurred((2, 3, 2), SECOND.digits)}) == []


def test_a_tile_that_merely_lies_near_is_left_out_until_it_is_gone(store: Store) -> None:
    table = watching(store)
    table.see(FIRST)
    askew = {SECOND.cell: blurred(SECOND.digits, vague=Vague.PLACE)}
    table.see(FIRST, SECOND, unlike=askew)
    question = table.asks()
    assert question is not None
    assert question.answers[1] == NotLaid()
    table.say(AnswerQuestion(2))
    assert table.see(FIRST, SECOND) == []
    assert table.see(FIRST) == []
    assert table.see(FIRST, SECOND) == ["placed"]


def test_who_opens_is_asked_where_nobody_has_said_so(store: Store) -> None:
    table = Watching(open_match(store, rules("triple-400"), 2, attended=True))
    assert table.see(FIRST) == ["unclear"]
    question = table.asks()
    assert question is not None
    assert question.answers == (LaidBy(0), LaidBy(1))
    assert table.say(AnswerQuestion(2)) == ["answered", "placed"]
    assert table.totals == (0, 16)


def test_whose_hand_it_was_is_asked_where_it_is_not_that_players_turn_and_one_tap_answers(store: Store) -> None:
    for number, last, totals in ((1, "placed", (16, 9)), (2, "refused", (16, 0))):
        table = watching(store)
        table.see(FIRST, hand=0)
        # Boris is to move, and Anna's hand was seen.
        assert table.see(FIRST, SECOND, hand=0) == ["unclear"]
        question = table.asks()
        assert question is not None
        assert (question.ask, question.answers) == (Ask.SEAT, (LaidBy(1), LaidBy(0)))
        assert table.say(AnswerQuestion(number)) == ["answered", last]
        assert table.totals == totals


def test_a_tile_laid_out_of_turn_counts_if_all_agree(store: Store) -> None:
    table = watching(store)
    table.see(FIRST)
    table.see(FIRST, SECOND, hand=0)
    table.say(AnswerQuestion(2), OverruleRefusal())
    assert table.totals == (25, 0)
    assert table.live.game.state.to_move == 1


def test_a_hand_from_the_right_seat_or_from_nowhere_raises_no_question(store: Store) -> None:
    table = watching(store)
    assert table.see(FIRST, hand=0) == ["placed"]
    assert table.see(FIRST, SECOND, hand=None) == ["placed"]
    assert table.see(FIRST, SECOND, THIRD, hand=0) == ["placed"]


def test_a_tile_that_lies_against_the_rules_and_may_be_misread_is_asked_about(store: Store) -> None:
    table = watching(store)
    table.see(FIRST)
    wrong = Sight((1, 5, 1), disputed=True, readings=((1, 5, 1), SECOND.digits))
    assert table.see(FIRST, SECOND, unlike={SECOND.cell: wrong}) == ["refused"]
    question = table.asks()
    assert question is not None
    assert question.ask is Ask.MISREAD
    assert table.say(AnswerQuestion(2)) == ["answered", "placed"]
    assert table.totals == (16, 9)


# The well.


def test_a_tile_gone_from_the_well_is_asked_about_and_counts_only_if_somebody_says_so(store: Store) -> None:
    table = watching(store)
    table.see(FIRST, backs=6)
    assert table.see(FIRST, backs=6) == []
    assert table.see(FIRST, backs=5) == []
    assert table.live.looks_again
    events = table.events(FIRST, backs=5)
    assert kinds(events) == ["unclear"]
    assert said(events) == ["A tile has gone from the well."]
    question = table.asks()
    assert question is not None
    assert (question.ask, question.seat, question.answers) == (Ask.DRAW, 1, (Yes(), No()))
    assert table.totals == (16, 0)
    assert table.say(AnswerQuestion(1)) == ["answered", "drawn"]
    assert table.totals == (16, -5)
    assert table.see(FIRST, backs=5) == []
    assert table.asks() is None


def test_no_draw_is_counted_that_was_denied_and_the_next_one_is_asked_about(store: Store) -> None:
    table = watching(store)
    for backs in (6, 6, 5, 5):
        table.see(FIRST, backs=backs)
    assert table.say(AnswerQuestion(2)) == ["answered"]
    for _ in range(3):
        assert table.see(FIRST, backs=5) == []
    table.see(FIRST, backs=4)
    assert table.see(FIRST, backs=4) == ["unclear"]
    assert table.totals == (16, 0)


def test_a_question_about_the_well_goes_away_with_the_next_tile_or_when_the_count_is_back(store: Store) -> None:
    table = watching(store)
    for backs in (6, 6, 5, 5, 6):
        table.see(FIRST, backs=backs)
    assert table.asks() is not None
    assert table.see(FIRST, backs=6) == ["withdrawn"]
    assert table.asks() is None
    table.see(FIRST, backs=5)
    assert table.see(FIRST, backs=5) == ["unclear"]
    assert table.see(FIRST, SECOND, backs=5) == ["placed"]
    assert table.asks() is None
    assert table.totals == (16, 9)


def test_a_draw_that_was_said_is_not_asked_about_before_or_after_its_tile_is_taken(store: Store) -> None:
    table = watching(store)
    table.see(FIRST, backs=6)
    table.see(FIRST, backs=6)
    table.say(DrawTile())
    for backs in (6, 6, 5, 5, 5):
        assert table.see(FIRST, backs=backs) == []
    table.see(FIRST, backs=4)
    table.say(DrawTile())
    for backs in (4, 4, 4):
        assert table.see(FIRST, backs=backs) == []
    table.say(UndoLast())
    for backs in (4, 4, 5, 5):
        assert table.see(FIRST, backs=backs) == []


@pytest.mark.parametrize("counts", [(6, 6, 4, 4, 4), (6, 6, 5, 6, 5, 6), (60, 60, 59, 59), (6, 6, 7, 7)])
def test_a_count_that_is_not_one_tile_less_or_not_to_be_believed_raises_no_question(
    store: Store, counts: tuple[int, ...]
) -> None:
    table = watching(store)
    table.see(FIRST)
    assert [table.see(FIRST, backs=backs) for backs in counts] == [[]] * len(counts)


def test_where_nobody_attends_the_well_raises_no_question(store: Store) -> None:
    table = watching(store, attended=False)
    assert [table.see(FIRST, backs=backs) for backs in (6, 6, 5, 5, 5)] == [["placed"], [], [], [], []]
    assert not table.live.looks_again


# Sets that run the other way.

MIRRORED = [parse_placement(text) for text in ("0,0U:000", "0,0D:010", "1,0U:021")]


def mirrored_table(store: Store, *, seen: Chirality = Chirality.CCW) -> Watching:
    table = watching(store)
    table.see(MIRRORED[0], chirality=seen)
    table.see(*MIRRORED[:2], chirality=seen)
    return table


def chiral() -> Placement:
    """A tile with three different digits as sets against the clock have it, that fits on the third of them."""
    board = Board(MIRRORED[:2], chirality=Chirality.CCW)
    return next(placement for placement in board.placements_of([Tile(0, 2, 1)]) if placement.tile == Tile(0, 2, 1))


def test_a_set_that_runs_against_the_clock_is_noticed_once_and_played_as_such(store: Store) -> None:
    table = mirrored_table(store)
    first = chiral()
    events = table.events(*MIRRORED[:2], first, chirality=Chirality.CCW)
    assert kinds(events) == ["handed", "placed"]
    assert said(events)[0] == "The digits of this set ascend against the clock. I judge by that."
    kept = record_of(store, table.live.id)
    assert kept == table.live.game.record
    assert table.live.game.state.ruleset.chirality is Chirality.CCW
    assert essence(open_kept(store, table.live.id)) == essence(table.live)
    # A tile that runs with the clock is none of this set now.
    board = table.live.game.lying
    refused = table.events(*MIRRORED[:2], first, _wrong_way(MIRRORED[:2], first), chirality=Chirality.CCW)
    assert kinds(refused) == ["refused"]
    assert refused[0].value["reasons"][0] == Reason.BAD_TILE
    assert len(table.live.game.lying) == len(board)


def _wrong_way(lying: list[Placement], last: Placement) -> Placement:
    """A tile that fits, of a set that runs with the clock."""
    board = Board([*lying, last], chirality=Chirality.BOTH)
    return next(
        placement
        for placement in board.placements_of([Tile(0, 1, 3), Tile(0, 1, 4), Tile(0, 1, 5), Tile(0, 2, 3)])
        if len(set(placement.digits)) == 3
    )


@pytest.mark.parametrize(
    ("seen", "clear", "disputed"),
    [
        (Chirality.CW, True, False),
        (Chirality.BOTH, True, False),
        (Chirality.CCW, False, False),
        (Chirality.CCW, True, True),
    ],
)
def test_what_is_not_beyond_doubt_turns_no_set_round(
    store: Store, seen: Chirality, clear: bool, disputed: bool
) -> None:
    table = mirrored_table(store, seen=seen)
    first = chiral()
    doubtful = Sight(first.digits, clear=clear, disputed=disputed)
    assert "handed" not in table.see(*MIRRORED[:2], first, unlike={first.cell: doubtful}, chirality=seen)
    assert table.live.game.state.ruleset.chirality is Chirality.CW


def test_a_mirrored_tile_later_in_the_match_is_a_wrong_tile(store: Store) -> None:
    table = watching(store)
    tiles = [parse_placement(text) for text in ("0,0U:111", "0,0D:121", "1,0U:123")]
    for count in (1, 2, 3):
        table.see(*tiles[:count])
    assert len(table.live.game.lying) == 3
    wrong = next(
        placement
        for placement in Board(tiles, chirality=Chirality.BOTH).placements_of([Tile(1, 4, 3), Tile(1, 5, 2)])
        if placement.tile in (Tile(1, 4, 3), Tile(1, 5, 2))
    )
    events = table.events(*tiles, wrong, chirality=Chirality.CCW)
    assert kinds(events) == ["refused"]


# What is in the way.


def test_a_board_out_of_view_is_said_after_a_while_and_once(store: Store) -> None:
    table = watching(store)
    for count in (1, 2, 3, 4):
        table.see(*(FIRST, SECOND, THIRD, FOURTH)[:count])
    came = [table.see() for _ in range(int(PATIENCE) + 4)]
    assert [kind for kinds_ in came for kind in kinds_] == ["unrelated"]
    assert table.live.is_blind
    assert table.see(FIRST, SECOND, THIRD, FOURTH) == []
    assert not table.live.is_blind


def test_two_tiles_lifted_are_taken_back_after_a_while_and_not_at_once(store: Store) -> None:
    table = watching(store)
    for count in (1, 2, 3, 4):
        table.see(*(FIRST, SECOND, THIRD, FOURTH)[:count])
    before = table.totals
    assert table.see(FIRST, SECOND) == []
    assert table.totals == before
    came = [kind for _ in range(int(PATIENCE) + 2) for kind in table.see(FIRST, SECOND)]
    assert came == ["obstructed", "taken_back", "taken_back"]
    assert placed(table.live.game.record) == [(0, (2, 2, 2)), (1, (2, 2, 5))]


# The end of a round.


def at_the_end(store: Store, *, players: int = 2) -> Watching:
    """A round that Anna, who was dealt two tiles, is about to end; the others have some left."""
    table = watching(store, players=players)
    table.say(DealAnew((2, *range(3, 2 + players))))
    return table


def end(table: Watching) -> tuple[TableEvent, ...]:
    table.see(FIRST)
    table.see(FIRST, SECOND)
    if len(table.totals) == 3:
        table.see(FIRST, SECOND, THIRD)
        return table.events(FIRST, SECOND, THIRD, FOURTH)
    return table.events(FIRST, SECOND, THIRD)


def hand(text: str, *, sure: bool = True) -> dict[Tile, bool]:
    return {parse_tile(word): sure for word in text.split()}


def test_a_hand_laid_in_view_is_counted_and_ends_the_round(store: Store) -> None:
    table = at_the_end(store)
    end(table)
    assert table.live.game.state.phase is Phase.SHOW
    assert table.see(FIRST, SECOND, THIRD, loose=hand("000")) == []
    assert table.see(FIRST, SECOND, THIRD, loose=hand("000 001")) == ["hand_shown", "round_ended"]
    assert table.totals == (16 + 12 + 25 + 1, 9)


def test_a_hand_shown_after_the_board_was_swept_counts_all_the_same(store: Store) -> None:
    table = at_the_end(store)
    end(table)
    assert table.see(parse_placement("0,0U:000"), parse_placement("0,0D:010")) == ["hand_shown", "round_ended"]


def test_a_hand_that_is_not_read_for_sure_is_asked_about_and_no_is_not_asked_again(store: Store) -> None:
    table = at_the_end(store)
    end(table)
    lying = {"loose": hand("000 001", sure=False)}
    assert table.see(FIRST, SECOND, THIRD, **lying) == ["unclear"]
    assert table.see(FIRST, SECOND, THIRD, **lying) == []
    assert table.say(AnswerQuestion(2)) == ["answered"]
    assert table.see(FIRST, SECOND, THIRD, **lying) == []
    assert table.asks() is None
    assert table.see(FIRST, SECOND, THIRD, loose=hand("000 002")) == ["hand_shown", "round_ended"]


def test_a_hand_with_more_tiles_than_were_counted_shows_that_draws_were_forgotten(store: Store) -> None:
    table = at_the_end(store)
    end(table)
    assert table.see(FIRST, SECOND, THIRD, loose=hand("000 001 002")) == ["unclear"]
    assert table.say(AnswerQuestion(1)) == ["answered", "drawn", "hand_shown", "round_ended"]
    assert table.totals == (16 + 12 + 25 + 3, 9 - 5)


def test_a_hand_with_fewer_tiles_than_were_counted_counts_by_word_and_its_draw_is_taken_back(store: Store) -> None:
    table = at_the_end(store)
    table.see(FIRST)
    table.say(DrawTile())
    table.see(FIRST, SECOND)
    table.see(FIRST, SECOND, THIRD)
    lying = {"loose": hand("000 001")}
    assert table.see(FIRST, SECOND, THIRD, **lying) == []
    assert table.say(ShowHand(1)) == ["undone", "hand_shown", "round_ended"]
    assert table.totals == (16 + 12 + 25 + 1, 9)


def test_with_several_hands_to_come_it_is_asked_whose_it_is_unless_that_was_seen(store: Store) -> None:
    table = at_the_end(store, players=3)
    end(table)
    state = table.live.game.state
    assert (state.phase, [state.hands[seat].count for seat in (1, 2)]) == (Phase.SHOW, [2, 3])
    board = (FIRST, SECOND, THIRD, FOURTH)
    assert table.see(*board, loose=hand("000 001 003")) == ["unclear"]
    question = table.asks()
    assert question is not None
    assert (question.ask, question.seat) == (Ask.HAND, 2)
    # Somebody takes the tiles up again, and the question with them.
    assert table.see(*board) == ["withdrawn"]
    assert table.see(*board, loose=hand("000 001"), hand=1) == ["hand_shown"]
    assert table.see(*board, loose=hand("000 001 003 004 005")) == ["hand_shown", "round_ended"]


def test_where_two_hold_as_many_tiles_it_is_asked_whose_they_are(store: Store) -> None:
    table = watching(store, players=3)
    table.say(DealAnew((2, 3, 3)))
    end(table)
    board = (FIRST, SECOND, THIRD, FOURTH)
    events = table.events(*board, loose=hand("000 001"))
    assert kinds(events) == ["unclear"]
    question = table.asks()
    assert question is not None
    assert question.answers == (LaidBy(1), LaidBy(2), No())
    assert table.live.announcer.ask_with_answers(question) == (
        "Whose tiles are these: 0-0-0 and 0-0-1? Press 1: Boris, 2: Vera, 3: no."
    )
    assert table.say(AnswerQuestion(2)) == ["answered", "hand_shown"]
    assert table.live.game.state.hands[2].tiles == frozenset(hand("000 001"))


def test_the_next_round_begins_when_the_board_is_cleared_and_not_while_its_tiles_are_mixed(store: Store) -> None:
    table = at_the_end(store)
    end(table)
    table.see(FIRST, SECOND, THIRD, loose=hand("000 001"))
    with pytest.raises(OrderError, match="still lies there"):
        table.say(NextRound())
    mixed = [parse_placement(text) for text in ("0,0U:333", "0,0D:343", "4,0U:005")]
    assert table.see(*mixed) == []
    assert table.see() == ["cleared", "dealt"]
    assert (table.live.game.state.round, table.live.game.state.phase) == (2, Phase.OPEN)


def test_a_round_whose_board_is_out_of_sight_is_begun_by_word_and_sees_none_of_the_old_one(store: Store) -> None:
    table = at_the_end(store)
    end(table)
    table.see(FIRST, SECOND, THIRD, loose=hand("000 001"))
    mixed = [parse_placement(text) for text in ("0,0U:333", "0,0D:343", "4,0U:005")]
    table.see(*mixed)
    assert table.say(NextRound()) == ["cleared", "dealt"]
    assert len(table.live.game.lying) == 0


def test_clearing_the_table_after_the_match_brings_nothing_about(store: Store) -> None:
    table = watching(store, ruleset=rules("triple-02982-race"))
    table.say(DealAnew((1, 5)))
    assert table.see(FIRST)[:1] == ["placed"]
    assert table.live.game.state.phase is Phase.OVER
    assert table.see() == []
    assert table.see(SECOND) == []


def test_the_last_tile_of_a_match_is_undone_and_the_match_goes_on(store: Store) -> None:
    table = watching(store, ruleset=rules("triple-02982-race"))
    table.say(DealAnew((1, 5)))
    table.see(FIRST)
    assert store.match(table.live.id).ended is not None
    assert "undone" in table.say(UndoLast())
    assert store.match(table.live.id).ended is None
    assert table.see(FIRST) == []


def test_an_end_that_was_not_noted_before_the_process_died_is_noted_when_it_is_back(store: Store) -> None:
    table = watching(store, ruleset=rules("triple-02982-race"))
    table.say(DealAnew((1, 5)))
    table.see(FIRST)
    store.reopen(table.live.id)
    open_kept(store, table.live.id).start()
    assert store.match(table.live.id).ended is not None


def test_what_the_hands_prove_is_told_without_entries(store: Store) -> None:
    table = at_the_end(store)
    table.see(FIRST)
    table.say(DrawTile())
    table.see(FIRST, SECOND)
    table.see(FIRST, SECOND, THIRD)
    events = table.events(FIRST, SECOND, THIRD, loose=hand("122 123 124"))
    assert kinds(events)[:1] == ["hand_shown"]
    assert not any("ntry" in text for text in said(events))


# Orders that mean nothing now.


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (AnswerQuestion(1), "nothing was asked"),
        (OverruleRefusal(), "nothing was refused"),
        (UndoLast(), None),
        (NextRound(), "not over"),
        (ShowHand(0), "no hand is in view"),
        (CorrectSeat(1), "no tile has been laid"),
        (CorrectTile(Tile(0, 1, 5), (0, 1, 4)), "no tile 0-1-5"),
        (DealAnew((50, 50)), "cannot be dealt"),
    ],
)
def test_an_order_that_means_nothing_now_gets_a_sentence_and_changes_nothing(
    store: Store, order: Order, words: str | None
) -> None:
    table = watching(store)
    before = table.live.game
    if words is None:
        table.say(order)
        before = table.live.game
        words = "nothing to undo"
    with pytest.raises(OrderError, match=words):
        table.say(order)
    assert table.live.game == before


def test_a_triplet_is_shown_by_whoever_opens_and_that_must_be_known(store: Store) -> None:
    table = Watching(open_match(store, rules("triple-400"), 2, attended=True))
    with pytest.raises(OrderError, match="nobody has said who opens"):
        table.say(RevealTriplet(parse_tile("555")))


def test_what_is_against_the_rules_is_said_and_not_kept(store: Store) -> None:
    table = watching(store)
    table.see(FIRST)
    rows = len(store.rows(table.live.id))
    heard = table.live.order(DrawTile(0))
    assert heard.events == ()
    assert "it is Boris’s turn" in heard.said[0].text or "turn is over" in heard.said[0].text
    assert len(store.rows(table.live.id)) == rows
    assert not any(isinstance(step.event, Draw) for step in table.live.game.record.steps)


def test_matches_in_one_store_know_nothing_of_each_other(store: Store) -> None:
    one, other = watching(store), watching(store, ruleset=rules("triomino-hex"))
    one.see(FIRST)
    assert len(other.live.game.lying) == 0
    assert one.totals == (16, 0)
    begin_match(store, rules("triple-400"), NAMES[:3], table="another", time=1.0)
    assert len(store.matches()) == 3


def test_every_event_is_kept_before_it_is_told_in_each_language(store: Store) -> None:
    live = LiveMatch(
        store,
        begin_match(store, rules("triple-400"), NAMES[:2], table="t", time=1.0),
        find_language("ru"),
        attended=False,
    )
    (event,) = live.start()
    assert event.said[0].text.startswith("Раунд 1")
    (row,) = store.rows(live.id)
    assert "Раунд 1" in row.event


def test_only_tiles_of_the_set_are_offered_as_answers(store: Store) -> None:
    table = watching(store)
    table.see(FIRST)
    # 2-1-0 runs against the clock.
    table.see(FIRST, SECOND, unlike={SECOND.cell: blurred((2, 1, 0), SECOND.digits)})
    question = table.asks()
    assert question is not None
    first, second = question.answers
    assert isinstance(first, ItIs)
    assert (tile_of(first.digits), second) == (parse_tile("225"), NotLaid())

"""How a turn, a round and a match of triangular dominoes end."""

import pytest

from tests.strategies import lay_out
from tests.tables import after, lay, reasons, rules, table, tile, tiles
from tileref.engine.match import Line, LineKind, MatchOver, Out, RoundEnd, RoundOver
from tileref.engine.triangles import Board, Draw, Pass, Phase, Place, Timeout, TriangleMatch, TriangleRuleset

TRIPLE, IMMEDIATE, RACE = rules("triple-400"), rules("triple-02982"), rules("triple-02982-race")
HEX, KIDS = rules("triomino-hex"), rules("triomino-kids")
FIVES = "0,0U:555"


def points(state: TriangleMatch) -> list[tuple[int, int, str]]:
    """The score lines of the last event."""
    return [(item.seat, item.points, item.kind) for item in state.news if isinstance(item, Line)]


# Somebody lays the last tile.


def test_an_empty_hand_ends_the_round_at_once_with_25_and_the_other_hands() -> None:
    state = after(table(TRIPLE, FIVES, "455", "012 123", "333", well="001"), lay(0, "0,0D:545"))
    assert state.news == (
        Line(0, 14, LineKind.TILE),
        Out(0, ()),
        Line(0, 25, LineKind.OUT),
        Line(0, 18, LineKind.HANDS),
        RoundOver(1, RoundEnd.OUT, (0,)),
    )
    assert (state.phase, state.round, state.totals) == (Phase.DEAL, 2, (57, 0, 0))
    assert (len(state.board), state.well.count, state.to_move) == (0, 0, None)


def test_those_after_the_first_out_in_the_order_of_the_round_have_one_more_turn() -> None:
    # Seat 1 opened, seat 2 goes out: 3 and 0 have had a turn fewer, 1 has not.
    state = table(HEX, FIVES, "355 012", "001 002", "455", "255 111", well="333 444", to_move=2, opener=1)
    state = after(state, lay(2, "0,0D:545"))
    assert (state.to_move, state.last_turns, state.news[-1]) == (3, (3, 0), Out(2, (3, 0)))
    state = after(state, lay(3, "-1,0D:255"))
    assert (state.to_move, state.last_turns) == (0, (0,))
    state = after(state, lay(0, "0,-1D:553"))
    # 25, and what the others hold now: 3 + 1 + 2 + 3.
    assert points(state) == [(0, 13, "tile"), (2, 25, "out"), (2, 9, "hands")]
    assert RoundOver(1, RoundEnd.OUT, (2,)) in state.news


def test_a_last_turn_is_an_ordinary_one_with_its_purchases_and_penalties() -> None:
    state = table(HEX, FIVES, "455", "012 123", well="001 002 003 333")
    state = after(state, lay(0, "0,0D:545"))
    state = after(state, *(Draw(1, drawn) for drawn in sorted(tiles("001 002 003"))))
    assert (state.phase, state.to_move) == (Phase.PLAY, 1)
    state = after(state, Pass(1))
    assert points(state) == [(1, -10, "pass"), (0, 25, "out"), (0, 3 + 6 + 1 + 2 + 3, "hands")]
    assert state.totals == (14 + 25 + 15, -25)


def test_the_last_of_the_circle_who_goes_out_ends_the_round_at_once() -> None:
    state = after(table(HEX, FIVES, "012", "455", well="001", to_move=1), lay(1, "0,0D:545"))
    assert RoundOver(1, RoundEnd.OUT, (1,)) in state.news


@pytest.mark.parametrize(
    ("out_bonus", "lines", "winners"),
    [
        ("first", [(0, 25, "out"), (0, 9, "hands")], (0,)),
        ("each", [(0, 25, "out"), (0, 9, "hands"), (1, 25, "out"), (1, 9, "hands")], (0, 1)),
    ],
)
def test_a_second_player_out_earns_nothing_unless_each_is_paid(
    out_bonus: str, lines: list[tuple[int, int, str]], winners: tuple[int, ...]
) -> None:
    state = table(rules("triomino-hex", out_bonus=out_bonus), FIVES, "455", "355", "111", well="001 002 003 333")
    state = after(state, lay(0, "0,0D:545"), lay(1, "-1,0D:355"))
    assert (state.news[-1], state.outs, state.to_move) == (Out(1, (2,)), (0, 1), 2)
    state = after(state, *(Draw(2, drawn) for drawn in sorted(tiles("001 002 003"))), Pass(2))
    assert points(state) == [(2, -10, "pass"), *lines]
    assert state.round_winners == winners


def test_hands_counted_at_once_are_those_before_the_last_turns() -> None:
    for count_hands, hands in (("after_last_turns", 3), ("at_once", 3 + 13)):
        state = table(rules("triomino-hex", count_hands=count_hands), FIVES, "455", "355 012", well="001")
        state = after(state, lay(0, "0,0D:545"), lay(1, "-1,0D:355"))
        assert points(state) == [(1, 13, "tile"), (0, 25, "out"), (0, hands, "hands")]


def test_without_equal_turns_the_round_of_004_ends_at_once() -> None:
    state = after(table(rules("triomino-hex", equal_turns=False), FIVES, "455", "012", well="001"), lay(0, "0,0D:545"))
    assert RoundOver(1, RoundEnd.OUT, (0,)) in state.news


def test_children_are_paid_five_for_going_out_and_nothing_for_hands() -> None:
    state = after(table(KIDS, FIVES, "012", "455", well="001", to_move=1), lay(1, "0,0D:545"))
    assert points(state) == [(1, 1, "tile"), (1, 5, "out")]


def test_a_single_player_ends_the_round_by_going_out_or_by_a_block() -> None:
    state = after(table(HEX, FIVES, "455", well="001"), lay(0, "0,0D:545"))
    assert points(state) == [(0, 14, "tile"), (0, 25, "out")]
    state = after(table(HEX, FIVES, "012"), Pass(0))
    assert points(state) == [(0, -3, "own_hand")]
    assert RoundOver(1, RoundEnd.BLOCKED, (0,)) in state.news


# Nobody can move.


def test_a_block_is_noticed_after_a_circle_of_failures_each_with_its_penalty() -> None:
    state = after(table(TRIPLE, FIVES, "012", "123 001", "333"), Pass(0), Pass(1))
    assert state.phase is Phase.PLAY
    state = after(state, Pass(2))
    assert points(state) == [(2, -10, "pass"), (0, 16, "hands"), (0, -3, "own_hand")]
    assert state.totals == (3, -10, -10)
    assert RoundOver(1, RoundEnd.BLOCKED, (0,)) in state.news


def test_a_tile_laid_in_between_begins_the_circle_anew() -> None:
    state = after(table(TRIPLE, FIVES, "012", "455 123 001"), Pass(0), lay(1, "0,0D:545"), Pass(0))
    assert (state.phase, state.idle) == (Phase.PLAY, 1)
    assert after(state, Pass(1)).round_winners == (0,)


def test_whoever_draws_the_well_empty_in_vain_has_failed_too() -> None:
    state = after(table(TRIPLE, FIVES, "012", "123", well="001", to_move=1), Draw(1, tile("001")), Pass(1), Pass(0))
    assert state.totals == (-10 + 7 - 3, -15)
    assert RoundOver(1, RoundEnd.BLOCKED, (0,)) in state.news


BLOCKS_AT_ONCE = rules("triple-400", block_detection="immediate")


def test_a_block_may_be_noticed_at_once_and_costs_nothing_more() -> None:
    state = after(table(BLOCKS_AT_ONCE, FIVES, "012", "455 123"), Pass(0), lay(1, "0,0D:545"))
    assert points(state) == [(1, 14, "tile"), (0, 6, "hands"), (0, -3, "own_hand")]
    assert RoundOver(1, RoundEnd.BLOCKED, (0,)) in state.news


def test_a_block_of_counted_hands_is_noticed_at_once_when_no_tile_that_is_left_would_fit() -> None:
    assert after(table(BLOCKS_AT_ONCE, FIVES, 1, 2), Pass(0)).phase is Phase.PLAY
    # Fifty tiles lie, and none of the other six fits anywhere.
    *before, last = lay_out(0, 56)
    state = table(BLOCKS_AT_ONCE, Board(before), 4, 3)
    assert (len(state.board), state.board.can_place([last.tile])) == (49, True)
    state = after(state, Place(0, *last))
    assert (state.phase, state.ended) == (Phase.SHOW, RoundEnd.BLOCKED)


def test_the_draw_that_empties_the_well_may_block_the_round_by_itself() -> None:
    state = after(table(BLOCKS_AT_ONCE, FIVES, "012", "123", well="001"), Draw(0, tile("001")))
    assert points(state) == [(0, -5, "draw"), (0, 6, "hands"), (0, -4, "own_hand")]
    assert (state.round, state.bought) == (2, ())


def test_skips_are_free_in_004_and_a_full_circle_of_them_is_a_block() -> None:
    state = after(table(HEX, FIVES, "012", "123 001"), Pass(0))
    assert state.totals == (0, 0)
    assert points(after(state, Pass(1))) == [(0, 7, "hands"), (0, -3, "own_hand")]


def test_a_blocked_race_goes_to_the_lowest_hand_and_the_match_with_it() -> None:
    state = after(table(RACE, FIVES, "012", "001"), Pass(0), Pass(1))
    assert state.news == (RoundOver(1, RoundEnd.BLOCKED, (1,)), MatchOver((1,)))
    assert (state.phase, state.totals) == (Phase.OVER, (0, 0))


# Time runs out.


@pytest.mark.parametrize(
    ("ruleset", "well", "tiles_taken", "total", "next_seat"),
    [
        (HEX, "001 002 003 004", "001 002 003", -25, 1),
        (HEX, "001 002", "001 002", -10, 1),
        (HEX, "", "", 0, 1),
        (KIDS, "001 002 003 004", "001 002 003", 0, 1),
        (rules("triomino-hex", timeout="skip"), "001 002", "", 0, 1),
        (rules("triomino-hex", timeout="warn"), "001 002", "", 0, 0),
        (TRIPLE, "001 002", "", 0, 1),
    ],
)
def test_time_that_runs_out_buys_up_to_three_tiles_or_skips_or_only_warns(
    ruleset: TriangleRuleset, well: str, tiles_taken: str, total: int, next_seat: int
) -> None:
    taken = tuple(sorted(tiles(tiles_taken)))
    known = table(ruleset, FIVES, "012 455", "123", well=well)
    counted = table(ruleset, FIVES, 2, 1, well=len(well.split()))
    for state in (after(known, Timeout(0, taken)), after(counted, Timeout(0))):
        assert (state.totals[0], state.to_move) == (total, next_seat)
        assert state.hands[0].count == 2 + len(taken)


def test_time_that_ran_out_is_a_failed_turn_only_if_nothing_could_be_laid() -> None:
    state = table(HEX, FIVES, "012", "455 123")
    assert after(state, Timeout(0, ())).idle == 1
    state = after(table(HEX, FIVES, "455 123", "012"), Timeout(0, ()))
    assert state.idle == 0
    assert after(state, Pass(1)).phase is Phase.PLAY
    assert after(table(HEX, FIVES, "012", "123"), Timeout(0, ()), Pass(1)).round_winners == (0,)
    # Of a counted hand nobody knows it, so the table must say pass.
    assert after(table(HEX, FIVES, 1, 1), Timeout(0)).idle == 0


# The match.


def test_400_in_mid_round_ends_the_match_of_001_and_the_round_is_not_settled() -> None:
    state = after(table(IMMEDIATE, FIVES, "455 012", "123", well="001", totals=(386, 399)), lay(0, "0,0D:545"))
    assert state.news == (Line(0, 14, LineKind.TILE), MatchOver((0,)))
    assert (state.phase, state.to_move, state.winners) == (Phase.OVER, None, (0,))
    assert state.standings().leaders == (0,)
    assert reasons(state, Pass(1)) == ["match_over"]


def test_penalties_and_points_of_a_turn_are_netted_before_400_is_looked_at() -> None:
    state = table(IMMEDIATE, FIVES, "012", "123", well="455 001", totals=(390, 0))
    state = after(state, Draw(0, tile("001")), Draw(0, tile("455")))
    assert state.totals == (380, 0)
    assert after(state, lay(0, "0,0D:545")).phase is Phase.PLAY


def test_400_reached_by_settling_a_round_ends_the_match_of_001() -> None:
    state = after(table(IMMEDIATE, FIVES, "455", "123", well="001", totals=(360, 399)), lay(0, "0,0D:545"))
    assert state.news[-2:] == (RoundOver(1, RoundEnd.OUT, (0,)), MatchOver((0,)))
    assert state.totals == (405, 399)


def test_400_in_mid_round_is_played_out_in_000_and_counts_though_it_is_lost_again() -> None:
    state = after(table(TRIPLE, FIVES, "455 333", "123 000", totals=(390, 100)), lay(0, "0,0D:545"))
    assert (state.phase, state.totals, state.reached) == (Phase.PLAY, (404, 100), (True, False))
    state = after(state, Pass(1), Pass(0))
    assert state.totals == (404 - 10, 90 + 9 - 6)
    assert (state.phase, state.winners) == (Phase.OVER, (0,))
    at_end = rules("triple-400", qualify="at_round_end")
    state = after(table(at_end, FIVES, "455 333", "123 000", totals=(390, 100)), lay(0, "0,0D:545"), Pass(1), Pass(0))
    assert state.phase is Phase.DEAL


def test_of_several_past_400_the_winner_of_the_last_round_wins_in_000() -> None:
    state = after(table(TRIPLE, FIVES, "455", "123", well="001", totals=(370, 450)), lay(0, "0,0D:545"))
    assert (state.totals, state.winners) == ((415, 450), (0,))


def test_most_points_win_when_a_round_of_004_is_over() -> None:
    state = table(HEX, FIVES, "123", "455", well="001", to_move=1, totals=(450, 370))
    state = after(state, lay(1, "0,0D:545"))
    assert (state.totals, state.winners) == ((450, 415), (0,))


def test_equal_totals_share_a_match_or_play_another_round() -> None:
    for tie, phase in (("shared", Phase.OVER), ("extra_round", Phase.DEAL)):
        ruleset = rules("triomino-hex", tie=tie)
        state = table(ruleset, FIVES, "123", "455", well="001", to_move=1, totals=(415, 370))
        state = after(state, lay(1, "0,0D:545"))
        assert state.totals == (415, 415)
        assert state.phase is phase
        assert state.winners == ((0, 1) if tie == "shared" else ())


def test_a_limit_of_rounds_ends_the_match_with_the_last_of_them() -> None:
    ruleset = rules("triomino-hex", target=None, round_limit=1)
    state = after(table(ruleset, FIVES, "123", "455", well="001", to_move=1), lay(1, "0,0D:545"))
    assert state.news[-1] == MatchOver((1,))


def test_without_points_one_round_decides() -> None:
    for ruleset in (RACE, rules("triomino-kids", points="off"), rules("triple-400", points="off")):
        state = after(table(ruleset, FIVES, "123", "455", well="001", to_move=1), lay(1, "0,0D:545"))
        assert state.news[-1] == MatchOver((1,))
        assert state.totals == (0, 0)


def test_a_total_that_may_not_go_below_zero_loses_only_what_it_has() -> None:
    floor = rules("triple-400", floor_zero=True)
    state = after(table(floor, FIVES, "012", "123", well="001 455", totals=(3, 0)), Draw(0, tile("001")))
    assert points(state) == [(0, -3, "draw")]
    state = after(state, Draw(0, tile("455")), lay(0, "0,0D:545"))
    assert state.totals == (14, 0)
    state = after(table(TRIPLE, FIVES, "012", "123", well="001", totals=(3, 0)), Draw(0, tile("001")), Pass(0))
    assert state.totals == (-12, 0)


def test_a_referee_who_comes_late_knows_who_has_reached_the_target() -> None:
    assert table(TRIPLE, FIVES, "012", "123", totals=(400, 399)).reached == (True, False)
    assert table(rules("triple-400", target=None, round_limit=2), FIVES, "012", "123", totals=(400, 1)).reached == (
        False,
        False,
    )

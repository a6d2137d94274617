"""Who opens a round of triangular dominoes, with what, and what it earns."""

import pytest

from tests.tables import after, lay, pile, reasons, rules, tile, tiles
from tileref.engine.match import Line, LineKind, Repeat
from tileref.engine.ruleset import PlayersError
from tileref.engine.triangles import (
    Deal,
    Opener,
    Pass,
    Phase,
    Reveal,
    Show,
    StartDraw,
    TriangleMatch,
    TriangleRuleset,
    start_match,
    tile_set,
)


def dealt(ruleset: TriangleRuleset, *hands: str) -> TriangleMatch:
    """A match after its first deal; the well has the rest."""
    rest = frozenset(tile_set(ruleset.chirality)).difference(*map(tiles, hands))
    well = pile(" ".join(map(str, sorted(rest))))
    return after(start_match(ruleset, len(hands)), Deal(tuple(map(pile, hands)), well))


THREES = "333 000 012 123 234 035 115 224 044"
TWOS = "222 455 355 445 005 133 255 144 022"
HIGH = "355 245 004 005 022 122 023 024 113"
EQUAL = "445 255 001 002 011 112 012 003 013"

TRIPLE, HEX = rules("triple-400"), rules("triomino-hex")


def test_the_highest_triplet_opens_and_earns_ten_more() -> None:
    state = dealt(TRIPLE, TWOS, THREES)
    assert (state.phase, state.to_move, state.opener) == (Phase.OPEN, 1, 1)
    state = after(state, lay(1, "4,-2D:333"))
    assert state.news == (Line(1, 9, LineKind.TILE), Line(1, 10, LineKind.OPENING, "opening"))
    assert (state.totals, state.to_move, state.last_seat) == ((0, 19), 0, 1)
    assert [hand.count for hand in state.hands] == [9, 8]


@pytest.mark.parametrize("name", ["triple-400", "triple-02982"])
def test_three_zeros_may_open_instead_once_the_higher_triplet_was_shown(name: str) -> None:
    state = dealt(rules(name), THREES, TWOS)
    assert reasons(state, lay(0, "0,0U:000")) == ["must_reveal"]
    state = after(state, Reveal(0, tile("333")))
    assert (state.phase, state.revealed, state.to_move) == (Phase.OPEN, tile("333"), 0)
    state = after(state, lay(0, "0,0U:000"))
    # Zeros have no value, so there is no line for it.
    assert state.news == (Line(0, 40, LineKind.OPENING, "opening"),)


def test_whoever_has_shown_the_higher_triplet_may_open_with_it_after_all() -> None:
    state = after(dealt(TRIPLE, THREES, TWOS), Reveal(0, tile("333")), lay(0, "0,0U:333"))
    assert state.totals == (19, 0)


def test_three_zeros_may_open_unshown_where_nothing_need_be_shown() -> None:
    state = after(dealt(rules("triple-400", reveal_triplet=False), THREES, TWOS), lay(0, "0,0U:000"))
    assert state.totals == (40, 0)


def test_three_zeros_open_by_themselves_where_they_are_the_only_triplet() -> None:
    state = dealt(TRIPLE, THREES.replace("333", "334"), TWOS.replace("222", "223"))
    assert after(state, lay(0, "0,0U:000")).totals == (40, 0)


def test_a_race_is_opened_by_the_same_player_for_no_points() -> None:
    state = after(dealt(rules("triple-02982-race"), THREES, TWOS), lay(0, "0,0U:333"))
    assert (state.totals, state.news, state.to_move) == ((0, 0), (), 1)


def test_without_triplets_the_largest_sum_opens_and_equal_ones_are_told_by_the_next_tile() -> None:
    state = dealt(TRIPLE, HIGH, EQUAL)
    assert state.to_move == 1
    assert reasons(state, lay(1, "0,0U:255")) == ["must_open_with"]
    assert after(state, lay(1, "0,0U:445")).totals == (0, 13)


def test_equal_sums_may_be_left_to_the_seat_or_to_a_new_deal() -> None:
    assert dealt(rules("triple-400", open_tie="seat"), HIGH, EQUAL).to_move == 0
    again = dealt(rules("triple-400", open_tie="redraw"), HIGH, EQUAL)
    assert (again.phase, again.to_move, again.news) == (Phase.DEAL, None, (Repeat((0, 1)),))
    assert again.round == 1
    assert dealt(rules("triple-400", open_tie="redraw"), THREES, TWOS).phase is Phase.OPEN


# Drawing for the start.


def test_the_largest_drawn_tile_opens_with_a_tile_from_the_bank() -> None:
    state = dealt(HEX, THREES, TWOS)
    assert (state.phase, state.to_move) == (Phase.START_DRAW, None)
    state = after(state, StartDraw((tile("001"), tile("555"))))
    assert (state.phase, state.to_move, state.news) == (Phase.OPEN, 1, ())
    state = after(state, lay(1, "0,0U:555"))
    assert state.totals == (0, 15)
    assert ([hand.count for hand in state.hands], state.well.count) == ([9, 9], 37)


def test_a_shared_largest_sum_is_drawn_for_again_by_everybody() -> None:
    state = after(dealt(HEX, THREES, TWOS), StartDraw((tile("145"), tile("334"))))
    assert (state.phase, state.news) == (Phase.START_DRAW, (Repeat((0, 1)),))
    assert after(state, StartDraw((tile("145"), tile("335")))).opener == 1


def test_only_those_who_tie_draw_again_where_that_is_the_rule() -> None:
    state = after(
        start_match(rules("triomino-hex", redraw="tied"), 3),
        Deal((pile(7), pile(7), pile(7)), pile(35)),
        StartDraw((tile("145"), tile("001"), tile("334"))),
    )
    assert state.news == (Repeat((0, 2)),)
    assert reasons(state, StartDraw((tile("145"), tile("001"), tile("334")))) == ["wrong_count"]
    # Seat 1 is out of it, whatever the others draw now.
    assert after(state, StartDraw((tile("000"), tile("001")))).opener == 2


def test_seats_that_tie_below_the_lead_draw_again_and_may_overtake_it() -> None:
    ruleset = rules("triomino-hex", redraw="tied", start_tie="any")
    start = after(
        start_match(ruleset, 3),
        Deal((pile(7), pile(7), pile(7)), pile(35)),
        StartDraw((tile("145"), tile("005"), tile("014"))),
    )
    assert start.news == (Repeat((1, 2)),)
    assert after(start, StartDraw((tile("000"), tile("001")))).opener == 0
    assert after(start, StartDraw((tile("555"), tile("001")))).opener == 1
    # A tie with the lead must be drawn for by those two.
    again = after(start, StartDraw((tile("235"), tile("001"))))
    assert again.news == (Repeat((0, 1)),)


def test_the_opening_tile_comes_out_of_the_hand_where_that_is_the_rule() -> None:
    state = after(dealt(rules("triomino-hex", opening_tile="hand"), THREES, TWOS), Opener(1))
    assert reasons(state, lay(1, "0,0U:555")) == ["not_in_hand"]
    state = after(state, lay(1, "0,0U:455"))
    assert (state.totals, [hand.count for hand in state.hands]) == ((0, 14), [9, 8])


def test_a_single_player_opens_without_a_draw() -> None:
    state = dealt(HEX, THREES)
    assert (state.phase, state.to_move) == (Phase.OPEN, 0)
    state = after(state, lay(0, "0,0U:555"))
    assert (state.to_move, state.totals) == (0, (15,))


# Later rounds.


ONE_EACH = Deal((pile(1), pile(1)), pile(54))


@pytest.mark.parametrize("name", ["triple-400", "triomino-hex"])
def test_the_winner_of_a_round_opens_the_next_with_any_tile_where_that_is_the_rule(name: str) -> None:
    ruleset = rules(name, later_opener="round_winner", deal=(1, 1, 1, 1, 1, 1), equal_turns=False, opening_tile="hand")
    first = after(start_match(ruleset, 2), ONE_EACH, Opener(1), lay(1, "0,0U:555"), Show(0, tiles("012")))
    assert first.round == 2
    state = after(first, ONE_EACH)
    assert (state.phase, state.opener, state.to_move) == (Phase.OPEN, 1, 1)
    assert reasons(state, lay(0, "0,0U:345")) == ["wrong_opener"]
    assert after(state, lay(1, "0,0U:012")).totals[1] == first.totals[1] + 3


def test_every_round_is_opened_like_the_first_by_default() -> None:
    ruleset = rules("triple-400", deal=(1, 1, 1, 1, 1, 1))
    state = after(start_match(ruleset, 2), ONE_EACH, Opener(1), lay(1, "0,0U:555"), Show(0, tiles("012")), ONE_EACH)
    assert (state.phase, state.opener, state.to_move) == (Phase.OPEN, None, None)


def test_a_round_that_nobody_won_leaves_the_next_opening_to_the_tiles() -> None:
    ruleset = rules("triple-400", later_opener="round_winner", block_tie="none", deal=(2, 2, 2, 2, 2, 2))
    # A deal with next to no tiles, which the table lets pass: both are stuck at once, with three points each.
    stuck = start_match(ruleset, 2).apply(Deal((pile("555 012"), pile("001 002")), pile("")))
    state = after(stuck, lay(0, "0,0U:555"), Pass(1), Pass(0))
    assert (state.round, state.round_winners) == (2, ())
    state = after(state, Deal((pile(2), pile(2)), pile(52)))
    assert (state.phase, state.opener) == (Phase.OPEN, None)


# The table.


@pytest.mark.parametrize(
    ("name", "players", "hand"),
    [
        ("triple-400", 2, 9),
        ("triple-400", 3, 7),
        ("triple-02982", 4, 7),
        ("triomino-hex", 1, 9),
        ("triomino-kids", 6, 6),
    ],
)
def test_hands_have_the_size_of_the_leaflet(name: str, players: int, hand: int) -> None:
    state = start_match(rules(name), players)
    right = Deal((pile(hand),) * players, pile(56 - players * hand))
    assert reasons(state, right) == []
    assert reasons(state, Deal((pile(hand - 1),) * players, pile(56 - players * (hand - 1)))) == ["wrong_deal"]


@pytest.mark.parametrize(
    ("ruleset", "players"),
    [(TRIPLE, 1), (TRIPLE, 7), (HEX, 0), (HEX, 7), (rules("triomino-hex", players_max=4), 5)],
)
def test_a_match_is_for_as_many_players_as_the_leaflet_says(ruleset: TriangleRuleset, players: int) -> None:
    with pytest.raises(PlayersError, match=f"not {players}"):
        start_match(ruleset, players)

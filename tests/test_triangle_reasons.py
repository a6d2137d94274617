"""Every reason for which an event of triangular dominoes is refused, and what it points at."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings

from tests.strategies import seeds
from tests.tables import after, lay, lively_event, mixed_rules, pile, reasons, rules, table, tile, tiles
from tileref.engine.dominoes import Pass as DominoPass
from tileref.engine.faults import Reason
from tileref.engine.match import Line
from tileref.engine.triangles import (
    Cell,
    Chirality,
    CouldPlay,
    Deal,
    Draw,
    Opener,
    Pass,
    Phase,
    Place,
    Reveal,
    Show,
    StartDraw,
    TileFault,
    Timeout,
    TriangleEvent,
    TriangleMatch,
    from_ascii,
    next_event,
    start_match,
    tile_set,
)

TRIPLE, HEX = rules("triple-400"), rules("triomino-hex")
BOUGHT_ONLY = rules("triomino-hex", play_after_buy="bought_only")

NEW = start_match(TRIPLE, 2)
A = "333 000 012 123 234 035 115 224 044"
B = "222 455 355 445 005 133 255 144 022"
REST = tiles(" ".join(map(str, tile_set(TRIPLE.chirality)))) - tiles(A) - tiles(B)
WELL = " ".join(map(str, sorted(REST)))
DEALT = after(NEW, Deal((pile(A), pile(B)), pile(WELL)))
HIDDEN = after(NEW, Deal((pile(9), pile(9)), pile(38)))
DRAWING = after(start_match(HEX, 2), Deal((pile(9), pile(9)), pile(38)))
FROM_BANK = after(start_match(HEX, 2), Deal((pile(A), pile(B)), pile(WELL)), Opener(0))

# Three fives lie; seat 0 is to move, with 4-5-5 that fits and 0-1-2 that does not.
PLAY = table(TRIPLE, "0,0U:555", "455 012", "355 123", well="255 001 112")
STUCK = table(TRIPLE, "0,0U:555", "012", "355 123")
BUYING = table(HEX, "0,0U:555", "455 012", "355 123", well="255 001 112 334")
BOUGHT_3 = after(BUYING, Draw(0, tile("001")), Draw(0, tile("112")), Draw(0, tile("334")))
BOUGHT_1 = after(
    table(BOUGHT_ONLY, "0,0U:555", "455 012", "355 123", well="255 001 112 334"),
    Draw(0, tile("001")),
)
LAID = after(PLAY, lay(0, "0,0D:545"))
SHOWING = after(table(TRIPLE, "0,0U:555", "455", 2, well=9), lay(0, "0,0D:545"))
OVER = replace(PLAY, phase=Phase.OVER, winners=(0,), to_move=None)
BRIDGE = table(
    TRIPLE,
    from_ascii(r"""
       ____
     /\3  3/\
    /3 \4 /3 \
   /2__4\/4__4\
  /\2  4/\4  4/
 /2 \2 /  \5 /
/0__2\/    \/
\0  2/\
 \3 /2 \
  \/3__2\
"""),
    "225 122 555 333 223",
    3,
    well=9,
)

Row = tuple[TriangleMatch, TriangleEvent, list[str]]
REFUSED: list[Row] = [
    # Laying a tile.
    (BRIDGE, lay(0, "1,0D:254"), ["bad_tile", "not_in_hand", "side_mismatch"]),
    (BRIDGE, Place(0, Cell(1, 0, "D"), (2, 7, 2)), ["bad_tile"]),
    (BRIDGE, lay(1, "9,9U:322"), ["not_your_turn", "not_in_hand", "tile_used", "no_side"]),
    (BRIDGE, lay(0, "1,0U:555"), ["occupied"]),
    (BRIDGE, lay(0, "2,0D:555"), ["no_side"]),
    (BRIDGE, lay(0, "1,0D:333"), ["side_mismatch", "corner_mismatch"]),
    (BRIDGE, lay(0, "1,0D:212"), ["corner_mismatch"]),
    (PLAY, lay(0, "0,0D:515"), ["not_in_hand"]),
    (BOUGHT_1, lay(0, "0,0D:545"), ["must_play_bought"]),
    (BOUGHT_1, lay(0, "0,0D:515"), ["not_in_hand"]),
    # Whose turn it is.
    (PLAY, lay(1, "0,0D:535"), ["not_your_turn"]),
    (LAID, lay(0, "0,-1D:551"), ["turn_over", "not_in_hand"]),
    (LAID, lay(0, "0,0D:012"), ["turn_over", "occupied"]),
    (LAID, Draw(0), ["turn_over"]),
    (LAID, Pass(0), ["turn_over", "pass_not_allowed"]),
    # Drawing and passing.
    (PLAY, Draw(0, tile("255")), ["draw_not_allowed"]),
    (PLAY, Draw(1, tile("255")), ["not_your_turn", "draw_not_allowed"]),
    (STUCK, Draw(0), ["well_empty"]),
    (BUYING, Draw(0, tile("000")), ["not_in_well"]),
    (BOUGHT_3, Draw(0, tile("255")), ["draw_limit"]),
    (BOUGHT_3, Draw(1, tile("255")), ["not_your_turn"]),
    (PLAY, Pass(0), ["pass_not_allowed"]),
    (BUYING, Pass(0), ["pass_not_allowed"]),
    (replace(PLAY, well=pile("")), Pass(0), ["pass_not_allowed"]),
    (BUYING, Timeout(0, tuple(sorted(tiles("255 001")))), ["wrong_count"]),
    (BUYING, Timeout(0, (tile("255"), tile("255"), tile("001"))), ["not_in_well"]),
    (BUYING, Timeout(0, (tile("255"), tile("000"), tile("001"))), ["not_in_well"]),
    (BOUGHT_3, Timeout(1, (tile("255"),)), ["not_your_turn"]),
    # Opening.
    (DEALT, lay(1, "0,0U:222"), ["wrong_opener"]),
    (DEALT, Opener(1), ["wrong_opener"]),
    (DEALT, Reveal(1, tile("222")), ["wrong_opener", "must_reveal"]),
    (DEALT, lay(0, "0,0U:234"), ["must_open_with"]),
    (DEALT, lay(0, "0,0U:000"), ["must_reveal"]),
    (DEALT, Reveal(0, tile("000")), ["must_reveal"]),
    (DEALT, Reveal(0, tile("555")), ["not_in_hand", "must_reveal"]),
    (DEALT, lay(0, "0,0U:555"), ["not_in_hand", "must_open_with"]),
    (DEALT, lay(0, "0,0U:321"), ["bad_tile", "not_in_hand", "must_open_with"]),
    (HIDDEN, Reveal(1, tile("123")), ["must_reveal"]),
    (after(HIDDEN, Reveal(1, tile("333"))), lay(1, "0,0U:234"), ["must_open_with"]),
    (FROM_BANK, lay(0, "0,0U:012"), ["not_in_well"]),
    (FROM_BANK, lay(0, "0,0U:321"), ["bad_tile", "not_in_well"]),
    (DRAWING, StartDraw((tile("012"),)), ["wrong_count"]),
    (DRAWING, StartDraw((tile("012"), tile("012"))), ["not_in_well"]),
    # The deal.
    (NEW, Deal((pile(9),), pile(47)), ["wrong_deal"]),
    (NEW, Deal((pile(9), pile(0)), pile(47)), ["wrong_deal"]),
    (NEW, Deal((pile(8), pile(9)), pile(39)), ["wrong_deal"]),
    (NEW, Deal((pile(9), pile(9)), pile(37)), ["wrong_deal"]),
    (NEW, Deal((pile(A), pile(A)), pile(38)), ["wrong_deal"]),
    # The end of a round.
    (SHOWING, Show(1, tiles("012")), ["wrong_count"]),
    (SHOWING, Show(1, tiles("012 455")), ["tile_used"]),
    (SHOWING, Show(0, frozenset()), ["not_now"]),
    # The match is at another point.
    (NEW, lay(0, "0,0U:012"), ["not_now"]),
    (PLAY, Deal((pile(9), pile(9)), pile(38)), ["not_now"]),
    (PLAY, StartDraw((tile("012"), tile("013"))), ["not_now"]),
    (PLAY, Opener(0), ["not_now"]),
    (PLAY, Reveal(0, tile("555")), ["not_now"]),
    (PLAY, Show(0, tiles("455 012")), ["not_now"]),
    (DEALT, Draw(0), ["not_now"]),
    (DEALT, Pass(0), ["not_now"]),
    (DEALT, Timeout(0), ["not_now"]),
    (PLAY, Pass(2), ["no_such_seat"]),
    (PLAY, Draw(-1), ["no_such_seat"]),
    (OVER, Pass(0), ["match_over"]),
]
FINAL = {
    "occupied",
    "not_in_hand",
    "not_in_well",
    "well_empty",
    "wrong_count",
    "not_now",
    "no_such_seat",
    "match_over",
}
"""What the state has no room for, whoever agrees to it. A deal can be either."""


@pytest.mark.parametrize(("state", "event", "expected"), REFUSED)
def test_an_event_is_refused_for_every_reason_there_is_the_decisive_one_first(
    state: TriangleMatch, event: TriangleEvent, expected: list[str]
) -> None:
    assert reasons(state, event) == expected
    for fault in state.faults(event):
        if fault.reason not in (Reason.WRONG_DEAL, Reason.BAD_TILE):
            assert fault.final == (fault.reason in FINAL)


def test_every_reason_of_triangular_dominoes_is_among_the_refused() -> None:
    other_games = """
        wrong_end no_match must_open_with_double bad_dice no_roll roll_limit category_filled must_use_upper
        must_use_lower
    """
    assert {reason for _, _, listed in REFUSED for reason in listed} == {*Reason} - {*other_games.split()}


def test_a_tile_of_another_set_is_told_from_one_that_is_missing() -> None:
    mirrored = (0, 2, 1)
    hidden = replace(BUYING, well=pile(4))
    stranger = Place(0, Cell(0, 0, "U"), mirrored).placement.tile
    assert reasons(hidden, Draw(0, stranger)) == ["bad_tile"]
    assert reasons(NEW, Deal((replace(pile(A), tiles=tiles(A) - tiles("012") | {stranger}), pile(9)), pile(38))) == [
        "bad_tile"
    ]
    assert reasons(SHOWING, Show(1, tiles("123") | {stranger})) == ["bad_tile"]


def test_a_deal_that_cannot_be_is_final_and_one_that_should_not_be_is_not() -> None:
    assert [fault.final for fault in NEW.faults(Deal((pile(8), pile(9)), pile(39)))] == [False]
    assert [fault.final for fault in NEW.faults(Deal((pile(9), pile(0)), pile(47)))] == [True]
    assert [fault.final for fault in NEW.faults(Deal((pile(A), pile(A)), pile(38)))] == [True]


def test_a_draw_or_pass_that_was_not_allowed_names_a_tile_that_could_be_laid() -> None:
    for event in (Draw(0, tile("255")), Pass(0)):
        (fault,) = replace(PLAY, well=pile("255") if isinstance(event, Draw) else pile("")).faults(event)
        assert isinstance(fault, CouldPlay)
        assert fault.placement in PLAY.board.placements_of(tiles("455"))


def test_a_fault_about_tiles_names_them() -> None:
    (missing,) = BUYING.faults(Timeout(0, (tile("255"), tile("000"), tile("255"))))
    assert isinstance(missing, TileFault)
    assert missing.tiles == (tile("000"), tile("255"))
    (instead,) = DEALT.faults(lay(0, "0,0U:234"))
    assert isinstance(instead, TileFault)
    assert instead.tiles == (tile("333"), tile("000"))
    for event in (Reveal(0, tile("000")), lay(0, "0,0U:000")):
        (hidden,) = DEALT.faults(event)
        assert isinstance(hidden, TileFault)
        assert hidden.tiles == (tile("333"),)
    (bought,) = BOUGHT_1.faults(lay(0, "0,0D:545"))
    assert isinstance(bought, TileFault)
    assert bought.tiles == (tile("001"),)


def test_an_event_of_another_game_is_a_mistake_of_the_program() -> None:
    with pytest.raises(TypeError, match="triangular dominoes"):
        PLAY.faults(DominoPass(0))
    with pytest.raises(TypeError, match="triangular dominoes"):
        PLAY.apply(DominoPass(0))


# The table may overrule whatever is not final.


def any_event(state: TriangleMatch, rng: Random) -> TriangleEvent:
    """Anything at all that somebody might enter, most of it against the rules."""
    seat = rng.randrange(-1, state.players + 1)
    some = rng.sample(tile_set(rng.choice(list(Chirality))), 6)
    cells = [*state.board.open_cells, *state.board.tiles, Cell(rng.randint(-3, 3), rng.randint(-3, 3), "D")]
    a, b, c = rng.choice(some)
    return rng.choice(
        (
            Place(seat, rng.choice(cells), (a, b, c)),
            Draw(seat, rng.choice((None, some[0]))),
            Pass(seat),
            Timeout(seat, rng.choice((None, tuple(some[: rng.randrange(4)])))),
            Opener(seat),
            Reveal(seat, some[0]),
            StartDraw(tuple(some[: state.players])),
            Show(seat, frozenset(some[: rng.randrange(4)])),
            Deal(
                tuple(rng.choice((pile(rng.randrange(10)), pile(""))) for _ in range(state.players)),
                pile(rng.randrange(40)),
            ),
        )
    )


@given(seeds)
@settings(max_examples=100)
def test_whatever_the_table_overrules_the_match_goes_on_with_its_tiles_and_its_score(seed: int) -> None:
    rng = Random(seed)
    ruleset = mixed_rules(rng)
    state = start_match(ruleset, rng.randint(ruleset.players_min, ruleset.players_max))
    for _ in range(150):
        honest = lively_event(state, rng) if all(pile.is_known for pile in (*state.hands, state.well)) else None
        event = honest if honest is not None and rng.random() < 0.6 else any_event(state, rng)
        if any(fault.final for fault in state.faults(event)):
            continue
        before, state = state, state.apply(event)
        for seat in range(state.players):
            earned = sum(item.points for item in state.news if isinstance(item, Line) and item.seat == seat)
            assert state.totals[seat] == before.totals[seat] + earned
        if not isinstance(event, Deal) and before.round == state.round:
            assert count(state) == count(before)
        assert state.to_move is None or state.to_move in range(state.players)
        assert (state.to_move is None) <= (state.phase is not Phase.PLAY)
        if state.phase is Phase.OVER:
            break


def count(state: TriangleMatch) -> int:
    return len(state.board) + state.well.count + sum(hand.count for hand in state.hands)


def test_a_tile_the_table_lets_lie_counts_like_any_other() -> None:
    state = BRIDGE.apply(lay(0, "1,0D:212"))
    assert state.board.faults() != ()
    assert state.totals == (45, 0)
    assert state.to_move == 1


@pytest.mark.parametrize("bridge_corner", ["opposite", "any"])
def test_a_tile_that_lies_free_spans_no_bridge(bridge_corner: str) -> None:
    ruleset = rules("triple-400", bridge_corner=bridge_corner)
    state = table(ruleset, "-1,0U:001 -1,1D:222 1,-1D:333", "123 012", 3, well=9)
    free = lay(0, "0,0U:123")
    assert state.board.measure(free.cell)[:2] == (0, 3)
    assert reasons(state, free) == ["no_side"]
    assert state.apply(free).totals == (6, 0)


def test_a_seat_that_was_let_out_of_turn_begins_a_turn_of_its_own() -> None:
    state = BOUGHT_3.apply(Draw(1, tile("255")))
    assert (state.to_move, state.bought) == (1, (tile("255"),))
    assert state.totals == (-15, -5)
    assert next_event(state, Random(1)) is not None
    state = BOUGHT_3.apply(Pass(1))
    assert (state.to_move, state.last_seat, state.totals) == (0, 1, (-15, -10))

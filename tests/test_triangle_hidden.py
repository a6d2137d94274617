"""A referee who only counts the tiles of a hand must keep the same match as one who sees them."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import seeds
from tests.tables import Onlooker, after, lay, lively_event, mixed_rules, pile, reasons, rules, table, tile, tiles
from tileref.engine.match import Line, LineKind, Out, Repeat, RoundEnd, RoundOver
from tileref.engine.record import Record
from tileref.engine.rounds import audit, rounds_of
from tileref.engine.triangles import (
    Deal,
    Draw,
    Opener,
    Phase,
    Show,
    TriangleMatch,
    TriangleRuleset,
    start_match,
)


def watch(
    ruleset: TriangleRuleset, players: int, rng: Random, *, open_hands: frozenset[int], shown_draws: float
) -> Record:
    """Play a match with all hands known and keep the record of an onlooker, comparing the two after every event."""
    state = start_match(ruleset, players)
    onlooker = Onlooker(ruleset, players, rng, open_hands=open_hands, shown_draws=shown_draws)
    while (event := lively_event(state, rng)) is not None:
        state = state.apply(event)
        news = onlooker.watch(event, state)
        # That hidden hands have equal sums nobody knows until the table says so, by dealing again.
        repeated = state.phase is Phase.DEAL and onlooker.state.phase is Phase.OPEN
        if repeated:
            news += tuple(item for item in state.news if isinstance(item, Repeat))
        assert news == state.news
        assert public(onlooker.state, repeated=repeated) == public(state)
    assert onlooker.state.phase is Phase.OVER
    return onlooker.record


def public(state: TriangleMatch, *, repeated: bool = False) -> tuple[object, ...]:
    """What everybody at the table knows."""
    return (
        state.to_move,
        Phase.DEAL if repeated else state.phase,
        state.totals,
        state.reached,
        state.round,
        state.board,
        [hand.count for hand in state.hands],
        state.well.count,
        state.opener,
        state.last_seat,
        state.idle,
        state.outs,
        state.last_turns,
        state.round_winners,
        state.winners,
    )


@given(seeds, st.sampled_from([0.0, 0.5, 1.0]), st.booleans())
@settings(max_examples=120)
def test_counted_hands_give_the_same_match_as_known_ones_and_an_audit_finds_nothing(
    seed: int, shown_draws: float, some_are_open: bool
) -> None:
    rng = Random(seed)
    ruleset = mixed_rules(rng)
    players = rng.randint(ruleset.players_min, ruleset.players_max)
    open_hands = frozenset(rng.sample(range(players), rng.randrange(players))) if some_are_open else frozenset[int]()
    record = watch(ruleset, players, rng, open_hands=open_hands, shown_draws=shown_draws)
    for played in rounds_of(record):
        assert audit(played) == ()


# What a referee without hands must be told, and what it must not believe.

TRIPLE = rules("triple-400")
DEALT = Deal((pile(9), pile(9)), pile(38))


def test_whoever_lays_the_first_tile_has_opened_where_nobody_said_who_would() -> None:
    state = after(start_match(TRIPLE, 2), DEALT)
    assert (state.phase, state.to_move, state.opener) == (Phase.OPEN, None, None)
    state = after(state, lay(1, "0,0U:444"))
    assert (state.opener, state.to_move, state.totals) == (1, 0, (0, 22))
    assert [hand.count for hand in state.hands] == [9, 8]


def test_the_table_says_who_opens_and_then_nobody_else_may() -> None:
    state = after(start_match(TRIPLE, 2), DEALT, Opener(1))
    assert state.to_move == 1
    assert reasons(state, lay(0, "0,0U:444")) == ["wrong_opener"]
    assert reasons(state, Opener(0)) == ["wrong_opener"]


def test_hidden_hands_with_equal_sums_are_dealt_again_where_that_is_the_rule() -> None:
    state = after(start_match(rules("triple-400", open_tie="redraw"), 2), DEALT, DEALT)
    assert state.phase is Phase.OPEN
    assert reasons(after(state, Opener(0)), DEALT) == ["not_now"]
    assert reasons(after(start_match(TRIPLE, 2), DEALT), DEALT) == ["not_now"]


def test_a_drawn_tile_that_was_seen_to_fit_must_be_laid_though_the_hand_is_hidden() -> None:
    state = after(table(TRIPLE, "0,0U:555", 3, 3, well=9), Draw(0, tile("012")), Draw(0, tile("255")))
    assert reasons(state, Draw(0)) == ["draw_not_allowed"]
    assert reasons(after(table(TRIPLE, "0,0U:555", 3, 3, well=9), Draw(0)), Draw(0)) == []


def test_a_hidden_pile_cannot_hold_a_tile_that_lies_elsewhere() -> None:
    state = table(TRIPLE, "0,0U:555", "455 012", 2, well=3, to_move=1)
    assert reasons(state, lay(1, "0,0D:545")) == ["not_in_hand"]
    assert reasons(state, Draw(1, tile("455"))) == ["not_in_well"]
    assert reasons(state, Draw(1, tile("555"))) == ["tile_used"]
    assert reasons(state, lay(1, "0,0D:525")) == []


def test_the_last_tile_of_a_counted_hand_ends_the_round_and_the_others_are_shown() -> None:
    state = after(table(TRIPLE, "0,0U:555", 1, 2, 1, well=5), lay(0, "0,0D:545"))
    assert (state.phase, state.to_move, state.totals) == (Phase.SHOW, None, (14, 0, 0))
    assert state.news[-1] == Out(0, ())
    assert reasons(state, Show(0, frozenset())) == ["not_now"]
    assert reasons(state, Show(1, tiles("012"))) == ["wrong_count"]
    assert reasons(state, Show(1, tiles("012 555"))) == ["tile_used"]
    state = after(state, Show(1, tiles("012 013")))
    assert (state.phase, state.news) == (Phase.SHOW, ())
    assert reasons(state, Show(2, tiles("013"))) == ["tile_used"]
    state = after(state, Show(2, tiles("333")))
    assert state.news == (Line(0, 25, LineKind.OUT), Line(0, 16, LineKind.HANDS), RoundOver(1, RoundEnd.OUT, (0,)))
    assert (state.phase, state.round, state.totals) == (Phase.DEAL, 2, (55, 0, 0))


def test_hands_are_not_shown_where_they_decide_nothing() -> None:
    for name in ("triple-02982-race", "triomino-kids"):
        ruleset = rules(name, equal_turns=False)
        state = after(table(ruleset, "0,0U:555", 1, 2, well=5), lay(0, "0,0D:545"))
        assert RoundOver(1, RoundEnd.OUT, (0,)) in state.news
        assert state.phase in (Phase.DEAL, Phase.OVER)


def test_hands_counted_at_once_are_shown_before_the_last_turns() -> None:
    ruleset = rules("triomino-hex", count_hands="at_once")
    state = after(table(ruleset, "0,0U:555", 1, 2, well=5), lay(0, "0,0D:545"))
    assert (state.phase, state.last_turns) == (Phase.SHOW, (1,))
    state = after(state, Show(1, tiles("255 355")))
    assert (state.phase, state.to_move) == (Phase.PLAY, 1)
    state = after(state, lay(1, "-1,0D:255"))
    # 14 for the tile, 25 for going out, and the two hands as they were: 12 + 13.
    assert state.totals == (14 + 25 + 25, 12)


def test_a_place_by_a_hidden_hand_that_should_be_empty_is_impossible() -> None:
    state = table(rules("triomino-hex"), "0,0U:555", 0, 2, well=5)
    assert reasons(state, lay(0, "0,0D:545")) == ["not_in_hand"]

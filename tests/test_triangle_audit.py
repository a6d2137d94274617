"""Looking back at a round whose hands were hidden: what the shown tiles prove, and what they leave open."""

from collections.abc import Iterator
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import seeds
from tests.tables import Onlooker, lay, pile, rules, tile, tiles
from tileref.engine.audit import HandHistory
from tileref.engine.faults import Reason
from tileref.engine.hands import Hand
from tileref.engine.record import Accepted, Record
from tileref.engine.rounds import audit, rounds_of
from tileref.engine.triangles import (
    Chirality,
    Deal,
    Draw,
    Opener,
    Pass,
    Phase,
    Placement,
    Reveal,
    Show,
    Tile,
    TriangleEvent,
    TriangleMatch,
    TriangleRuleset,
    format_placement,
    next_event,
    start_match,
    tile_set,
)

# A hand as the rules of evidence see it.

TILES = tile_set(Chirality.CW)


@st.composite
def histories(draw: st.DrawFn) -> tuple[HandHistory[Tile], int, frozenset[Tile]]:
    """What became known of a hand, a moment of the round, and tiles that would have fitted then.

    Some hands stay hidden in the end; then so many of their tiles are unknown as nobody ever saw.
    """
    rng = Random(draw(seeds))
    stock = iter(rng.sample(TILES, 12))
    held = {next(stock) for _ in range(rng.randint(1, 3))}
    dealt = Hand.of(held) if rng.random() < 0.2 else Hand[Tile].hidden(len(held))
    taken: list[tuple[int, Tile | None]] = []
    laid: list[tuple[int, Tile]] = []
    times = range(rng.randint(1, 7))
    for at in times:
        what = rng.random()
        if what < 0.5 and len(taken) < 5:
            new = next(stock)
            held.add(new)
            taken.append((at, new if rng.random() < 0.3 else None))
        elif what < 0.9 and held:
            gone = rng.choice(sorted(held))
            held.discard(gone)
            laid.append((at, gone))
    seen = {*(dealt.tiles or ()), *(new for _, new in taken)}
    shown = frozenset(held) if rng.random() < 0.8 else None
    known = [*held, *(gone for _, gone in laid)] or [TILES[0]]
    wanted = frozenset(rng.sample(sorted(known), rng.randint(1, len(known))))
    history = HandHistory.of(dealt, taken=taken, laid=laid, shown=shown)
    assert history.unknown == (len(held - seen) if shown is None else 0)
    return history, rng.choice(times), wanted


def ways(history: HandHistory[Tile]) -> Iterator[dict[Tile | int, int]]:
    """Every way to tell the tiles out over the deal and the draws: when each came into the hand."""
    hidden: list[Tile | int] = [held for held in history.left if held not in history.seen]
    hidden += range(history.unknown)
    for brought in permutations(hidden, len(history.unseen)):
        pairs = list(zip(history.unseen, brought, strict=True))
        if all(isinstance(what, int) or at < history.left[what] for at, what in pairs):
            yield dict.fromkeys(hidden, -1) | {**history.seen} | {what: at for at, what in pairs}


@given(histories())
@settings(max_examples=300)
def test_a_tile_was_certainly_held_if_and_only_if_no_way_to_tell_the_tiles_out_denies_it(
    told: tuple[HandHistory[Tile], int, frozenset[Tile]],
) -> None:
    history, at, wanted = told
    held = [
        {tile for tile in wanted & history.left.keys() if came[tile] < at <= history.left[tile]}
        for came in ways(history)
    ]
    assert held, "what really happened is one way"
    found = history.certainly_held(at, wanted.__contains__)
    assert bool(found) == all(held)
    if found:
        always = frozenset.intersection(*map(frozenset, held))
        assert found == (always or frozenset[Tile]().union(*held))


# Dishonest players.


def wrong_event(state: TriangleMatch, rng: Random) -> Draw | Pass | None:
    """A draw, or a pass where there is nothing to draw, by a seat that could play."""
    if state.phase is not Phase.PLAY or state.to_move is None:
        return None
    well = sorted(state.well.tiles or ())
    event = Draw(state.to_move, rng.choice(well)) if well else Pass(state.to_move)
    return event if state.faults(event) else None


@given(seeds, st.sampled_from([0.02, 0.5]))
@settings(max_examples=80)
def test_a_draw_or_pass_by_a_seat_that_could_play_is_found_once_its_hand_is_shown(seed: int, temptation: float) -> None:
    # Tiles are seen when they are drawn, so that it is certain which of a hand were dealt.
    rng = Random(seed)
    ruleset = rules("triple-400", target=100_000, round_limit=1)
    players = rng.randint(2, 4)
    state = start_match(ruleset, players)
    onlooker = Onlooker(ruleset, players, rng, shown_draws=1)
    guilty: list[tuple[int, TriangleMatch, Draw | Pass]] = []
    while (event := next_event(state, rng)) is not None:
        wrong = wrong_event(state, rng)
        # A tile that was seen to come and to fit is refused at once: the doubt is about the hand.
        tempted = wrong is not None and not guilty and rng.random() < temptation
        if wrong is not None and tempted and not onlooker.state.faults(wrong):
            guilty.append((len(onlooker.record.entries), state, wrong))
            event = wrong
        state = state.apply(event)
        onlooker.watch(event, state)
    (played,) = rounds_of(onlooker.record)
    findings = audit(played)
    assert len(findings) == len(guilty)
    for (step, finding), (number, before, wrong) in zip(findings, guilty, strict=True):
        assert (step.number, step.event) == (number, wrong)
        assert (finding.seat, finding.holder) == (wrong.seat, wrong.seat)
        draws = isinstance(wrong, Draw)
        assert finding.reason is (Reason.DRAW_NOT_ALLOWED if draws else Reason.PASS_NOT_ALLOWED)
        placements = before.board.placements_of(before.hands[wrong.seat].tiles or ())
        assert set(finding.placements) == set(placements)
        assert set(finding.tiles) == {placement.tile for placement in placements}


def findings_of(ruleset: TriangleRuleset, *events: TriangleEvent) -> list[tuple[int, str, int, str, str]]:
    """What an audit finds in a round of two players: entry, reason, holder, tiles and where the first would go."""
    record = Record.begin(ruleset, ("Anna", "Boris"))
    for event in events:
        outcome = record.submit(event)
        assert isinstance(outcome, Accepted), f"{event!r}, {outcome!r}"
        record = outcome.record
    (played,) = rounds_of(record)
    return [
        (
            step.number,
            finding.reason,
            finding.holder,
            " ".join(map(str, finding.tiles)),
            format_placement(finding.placements[0]),
        )
        for step, finding in audit(played)
        if isinstance(finding.placements[0], Placement)
    ]


TINY = rules("triple-400", deal=(2, 2, 2, 2, 2, 2), round_limit=1)
DEALT = Deal((pile(2), pile(2)), pile(52))


def test_one_tile_that_fitted_may_have_come_with_the_very_draw() -> None:
    assert not findings_of(TINY, DEALT, lay(0, "0,0U:555"), Draw(1), lay(1, "0,0D:545"))


def test_a_tile_that_was_not_drawn_was_held_before() -> None:
    assert findings_of(TINY, DEALT, lay(0, "0,0U:555"), Draw(1, tile("012")), lay(1, "0,0D:545")) == [
        (2, "draw_not_allowed", 1, "455", "-1,0D:455")
    ]


def test_of_two_tiles_that_fitted_one_draw_cannot_have_brought_both() -> None:
    events = (
        lay(0, "0,0U:555"),
        Draw(1),
        lay(1, "0,0D:545"),
        lay(0, "-1,0D:055"),
        Show(1, tiles("012 255")),
    )
    assert findings_of(TINY, DEALT, *events) == [(2, "draw_not_allowed", 1, "255 455", "-1,0D:255")]


def test_a_pass_is_found_though_draws_went_before_it() -> None:
    # The well is drawn empty in vain, says the player; the tile shown in the end was there all the time.
    small = Deal((pile(2), pile(2)), pile(1))
    record = Record.begin(TINY, ("Anna", "Boris"))
    outcome = record.submit(small, overrule=True)
    for event in (
        lay(0, "0,0U:555"),
        Draw(1, tile("012")),
        Pass(1),
        lay(0, "0,0D:545"),
        Show(1, tiles("012 123 255")),
    ):
        assert isinstance(outcome, Accepted)
        outcome = outcome.record.submit(event)
    assert isinstance(outcome, Accepted)
    (played,) = rounds_of(outcome.record)
    assert [(step.number, finding.reason) for step, finding in audit(played)] == [
        (2, Reason.DRAW_NOT_ALLOWED),
        (3, Reason.PASS_NOT_ALLOWED),
    ]


def test_a_purchase_at_will_is_no_offence() -> None:
    ruleset = rules("triomino-hex", deal=(2, 2, 2, 2, 2, 2), round_limit=1)
    events = (
        Opener(0),
        lay(0, "0,0U:555"),
        Draw(1, tile("012")),
        lay(1, "0,0D:545"),
    )
    assert not findings_of(ruleset, DEALT, *events)


def test_hands_counted_before_the_last_turns_leave_later_draws_unknown() -> None:
    ruleset = rules("triomino-hex", deal=(2, 2, 2, 2, 2, 2), count_hands="at_once", voluntary_draw=False, round_limit=1)
    events = (
        Opener(0),
        lay(0, "0,0U:555"),
        Draw(1),
        lay(1, "0,0D:545"),
        lay(0, "-1,0D:055"),
        lay(1, "0,-1D:552"),
        lay(0, "-1,1U:005"),
        Show(1, tiles("123")),
        Draw(1),
        Draw(1),
        Draw(1),
        Pass(1),
    )
    assert findings_of(ruleset, DEALT, *events) == [(3, "draw_not_allowed", 1, "255 455", "-1,0D:255")]


# Openings. Anna opens, and in the end the tile that was left in a hand is shown.


@pytest.mark.parametrize(
    ("opening", "left", "found"),
    [
        ("444", "555", [(1, "wrong_opener", 1, "555", "0,0U:555")]),
        ("444", "333", []),
        ("444", "455", []),
        ("445", "000", [(1, "wrong_opener", 1, "000", "0,0U:000")]),
        ("445", "345", []),
    ],
)
def test_the_holder_of_a_tile_that_comes_before_the_opening_should_have_opened(
    opening: str, left: str, found: list[object]
) -> None:
    more = {"444": (lay(1, "-1,0D:344"), lay(0, "0,0D:424")), "445": (lay(1, "-1,0D:344"), lay(0, "0,-1D:451"))}
    events = (lay(0, f"0,0U:{opening}"), *more[opening], Show(1, tiles(left)))
    assert findings_of(TINY, DEALT, *events) == found


def test_the_opener_should_have_opened_with_the_higher_triplet_in_hand() -> None:
    events = (lay(0, "0,0U:444"), lay(1, "0,0D:434"), Draw(0, tile("244")), lay(0, "-1,0D:244"), lay(1, "0,-1D:441"))
    assert findings_of(TINY, DEALT, *events, Show(0, tiles("555"))) == [(1, "must_open_with", 0, "555", "0,0U:555")]
    assert findings_of(TINY, DEALT, *events, Show(0, tiles("333"))) == []


UNSHOWN = rules("triple-400", deal=(2, 2, 2, 2, 2, 2), round_limit=1, reveal_triplet=False)
ZEROS_THEN_TWOS = (
    lay(0, "0,0U:000"),
    lay(1, "0,0D:020"),
    Draw(0, tile("022")),
    lay(0, "1,0U:022"),
    lay(1, "1,0D:222"),
)
"""Anna opens with 0-0-0; Boris goes out with 2-2-2."""


@pytest.mark.parametrize(
    ("ruleset", "left", "found"),
    [
        (TINY, "333", [("must_reveal", 0, "333")]),
        (TINY, "111", [("must_reveal", 0, "111"), ("wrong_opener", 1, "222")]),
        (TINY, "345", [("wrong_opener", 1, "222")]),
        (UNSHOWN, "333", []),
        (UNSHOWN, "111", [("wrong_opener", 1, "222")]),
        (UNSHOWN, "345", [("wrong_opener", 1, "222")]),
    ],
)
def test_whoever_opens_with_three_zeros_must_have_the_right_and_show_it_if_that_is_the_rule(
    ruleset: TriangleRuleset, left: str, found: list[object]
) -> None:
    found_now = findings_of(ruleset, DEALT, *ZEROS_THEN_TWOS, Show(0, tiles(left)))
    assert [(reason, holder, tile) for _, reason, holder, tile, _ in found_now] == found


def test_a_higher_triplet_that_was_shown_gives_the_right_to_open_with_three_zeros() -> None:
    events = (Reveal(0, tile("333")), *ZEROS_THEN_TWOS, Show(0, tiles("333")))
    assert findings_of(TINY, DEALT, *events) == []


def test_a_hand_that_is_never_shown_may_have_held_the_right_to_open() -> None:
    race = rules("triple-02982-race", deal=(2, 2, 2, 2, 2, 2), reveal_triplet=False)
    assert findings_of(race, DEALT, *ZEROS_THEN_TWOS) == []


def test_an_opening_is_not_looked_at_where_it_is_drawn_for_or_won() -> None:
    drawn = rules("triple-400", deal=(2, 2, 2, 2, 2, 2), round_limit=1, opening="start_draw")
    opened = (lay(0, "0,0U:444"), lay(1, "-1,0D:344"), lay(0, "0,0D:424"), Show(1, tiles("555")))
    assert findings_of(drawn, DEALT, Opener(0), *opened) == []
    from_bank = rules("triple-400", deal=(2, 2, 2, 2, 2, 2), round_limit=1, opening_tile="bank")
    out = (lay(0, "0,0U:444"), lay(1, "-1,0D:344"), lay(0, "0,0D:424"), lay(1, "0,-1D:441"), Show(0, tiles("555")))
    assert findings_of(from_bank, DEALT, Opener(0), *out) == []
    won = rules("triple-400", deal=(2, 2, 2, 2, 2, 2), later_opener="round_winner")
    record = Record.begin(won, ("Anna", "Boris"))
    for event in (DEALT, *opened[:3], Show(1, tiles("012")), DEALT, *opened):
        outcome = record.submit(event)
        assert isinstance(outcome, Accepted), f"{event!r}, {outcome!r}"
        record = outcome.record
    assert [audit(played) for played in rounds_of(record)] == [(), ()]

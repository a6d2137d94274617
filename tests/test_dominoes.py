"""Dominoes: matches played at random keep what must hold, and every rule and option does what the leaflet says."""

import inspect
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.strategies import seeds, short_rulesets
from tileref.engine import dice, dominoes
from tileref.engine.dominoes import (
    DOMINO_50,
    DOMINO_100,
    DOMINO_DRAW_ONE,
    DOMINO_RULESETS,
    DOMINOES,
    BlockTie,
    Chain,
    ChainFault,
    CouldPlay,
    Deal,
    Domino,
    DominoEvent,
    DominoFinding,
    DominoMatch,
    DominoRuleset,
    Draw,
    DrawOneBlock,
    DrawRule,
    End,
    Laid,
    LaterOpener,
    Opener,
    Pass,
    Phase,
    Place,
    Placement,
    Show,
    TileFault,
    audit_round,
    choose_best,
    domino_of,
    legal_placements,
    next_event,
    parse_chain,
    parse_tile,
    set_up_match,
    settle_block,
    start_match,
)
from tileref.engine.faults import Reason
from tileref.engine.hands import Hand
from tileref.engine.match import Line, LineKind, MatchOver, News, Out, Repeat, RoundEnd, RoundOver
from tileref.engine.options import OptionError, with_options
from tileref.engine.record import Accepted, Record
from tileref.engine.ruleset import PlayersError

rulesets = short_rulesets(DominoRuleset)
tables = st.integers(2, 4)

Turn = tuple[DominoMatch, DominoEvent]


def tile(text: str) -> Domino:
    return parse_tile(text)


def tiles(text: str) -> frozenset[Domino]:
    return frozenset(map(parse_tile, text.split()))


def pile(of: str | int) -> Hand[Domino]:
    """A pile known as "64 55", or hidden as its number."""
    return Hand.hidden(of) if isinstance(of, int) else Hand.of(tiles(of))


def table(
    chain: str,
    *hands: str | int,
    well: str | int = 9,
    ruleset: DominoRuleset = DOMINO_100,
    to_move: int = 0,
    totals: tuple[int, ...] | None = None,
) -> DominoMatch:
    """A match in the middle of a round."""
    return set_up_match(
        ruleset,
        chain=parse_chain(chain),
        hands=tuple(map(pile, hands)),
        well=pile(well),
        to_move=to_move,
        totals=totals,
    )


def dealt(*hands: str | int) -> Deal:
    """A deal of the whole set: these hands, and the rest as the bazaar, hidden where any hand is."""
    piles = tuple(map(pile, hands))
    known = [hand.tiles for hand in piles if hand.tiles is not None]
    if len(known) < len(piles):
        return Deal(piles, Hand.hidden(len(DOMINOES) - sum(hand.count for hand in piles)))
    return Deal(piles, Hand.of(set(DOMINOES).difference(*known)))


def reasons(state: DominoMatch, event: DominoEvent) -> list[Reason]:
    return [fault.reason for fault in state.faults(event)]


def play_out(state: DominoMatch, rng: Random, *, greedy: bool = False) -> Iterator[tuple[DominoMatch, DominoEvent]]:
    """Every event until the match is over, with the state before it."""
    choose = choose_best if greedy else dominoes.choose_any
    while (event := next_event(state, rng, choose)) is not None:
        yield state, event
        state = state.apply(event)


def lines_in(news: Iterable[News]) -> list[Line]:
    return [item for item in news if isinstance(item, Line)]


# Matches played at random.


@settings(max_examples=60)
@given(ruleset=rulesets, players=tables, seed=seeds, greedy=st.booleans())
def test_a_match_keeps_every_domino_in_one_place_and_every_point_on_a_line(
    ruleset: DominoRuleset, players: int, seed: int, greedy: bool
) -> None:
    written = [0] * players
    after = start_match(ruleset, players)
    for state, event in play_out(start_match(ruleset, players), Random(seed), greedy=greedy):
        assert state.faults(event) == ()
        after = state.apply(event)
        for line in lines_in(after.news):
            assert line.points != 0
            written[line.seat] += line.points
        assert after.totals == tuple(written)
        if after.phase is not Phase.DEAL:
            piles = [*(hand.tiles or () for hand in after.hands), after.well.tiles or (), after.chain.used]
            assert sorted(domino for held in piles for domino in held) == sorted(DOMINOES)
            assert all(hand.count == len(hand.tiles or ()) for hand in (*after.hands, after.well))
        assert after.chain.faults() == ()
        assert all(one.right == other.left for one, other in zip(after.chain.laid, after.chain.laid[1:], strict=False))
    assert after.phase is Phase.OVER
    assert max(written) >= ruleset.target
    assert after.winners == tuple(seat for seat in range(players) if written[seat] == max(written))
    assert after.news[-1] == MatchOver(after.winners)
    assert (after.standings().leaders, after.standings().over) == (after.winners, True)


@settings(max_examples=25)
@given(ruleset=rulesets, players=tables, seed=seeds)
def test_undoing_an_event_leaves_the_match_as_it_was_and_replaying_all_gives_it_again(
    ruleset: DominoRuleset, players: int, seed: int
) -> None:
    record = Record.begin(ruleset, "ABCD"[:players])
    for state, event in play_out(start_match(ruleset, players), Random(seed)):
        assert record.state == state
        submitted = record.submit(event)
        assert isinstance(submitted, Accepted)
        undone = submitted.record.undo()
        assert undone is not None
        assert (undone.record.state, undone.record.steps) == (record.state, record.steps)
        record = submitted.record
    replayed = start_match(ruleset, players)
    for step in record.steps:
        replayed = replayed.apply(step.event)
    assert replayed == record.state


# The same matches, with hands nobody sees.


class Mirror:
    """A match whose hands are known, followed with hidden ones: counts, said openers, hands shown at the end."""

    def __init__(self, ruleset: DominoRuleset, players: int, *, seen_draws: bool = False) -> None:
        self.state = start_match(ruleset, players)
        self.seen_draws = seen_draws
        self.turns: list[Turn] = []
        self.rounds: list[list[Turn]] = []
        self.news: list[News] = []

    def follow(self, before: DominoMatch, event: DominoEvent, after: DominoMatch) -> None:
        self.news = []
        match event:
            case Deal(hands, well):
                self.turns = []
                self.write(Deal(tuple(Hand.hidden(hand.count) for hand in hands), Hand.hidden(well.count)))
                if after.opener is not None and self.state.opener is None:
                    self.write(Opener(after.opener))
            case Draw(seat) if not self.seen_draws:
                self.write(Draw(seat))
            case _:
                self.write(event)
        for seat in self.state.to_show:
            hand = before.hands[seat]
            if isinstance(event, Place) and event.seat == seat:
                hand = hand.minus(event.tile)
            assert hand.tiles is not None
            self.write(Show(seat, hand.tiles))
        if any(isinstance(item, RoundOver) for item in self.news):
            self.rounds.append(self.turns)

    def write(self, event: DominoEvent) -> None:
        assert self.state.faults(event) == (), f"{event!r} is allowed where hands are known"
        self.turns.append((self.state, event))
        self.state = self.state.apply(event)
        self.news += self.state.news


@settings(max_examples=40)
@given(ruleset=rulesets, players=tables, seed=seeds)
def test_a_match_with_counted_hands_goes_as_the_one_with_known_hands(
    ruleset: DominoRuleset, players: int, seed: int
) -> None:
    mirror = Mirror(ruleset, players)
    for state, event in play_out(start_match(ruleset, players), Random(seed)):
        after = state.apply(event)
        mirror.follow(state, event, after)
        hidden = mirror.state
        if any(isinstance(item, Repeat) for item in after.news):
            # Nobody can tell that hidden hands have no double until the players say so and deal again.
            assert (hidden.phase, hidden.opener) == (Phase.OPEN, None)
            continue
        assert [item for item in mirror.news if not isinstance(item, Repeat)] == list(after.news)
        for name in (
            *("phase", "totals", "round", "chain", "to_move", "opener", "last_seat"),
            *("idle", "ended", "round_winners", "winners"),
        ):
            assert getattr(hidden, name) == getattr(after, name), name
        assert [hand.count for hand in hidden.hands] == [hand.count for hand in after.hands]
        assert hidden.well.count == after.well.count
        assert len(hidden.drawn) == len(after.drawn)


@settings(max_examples=40)
@given(ruleset=rulesets, players=tables, seed=seeds, seen_draws=st.booleans())
def test_an_honest_round_is_found_clean(ruleset: DominoRuleset, players: int, seed: int, seen_draws: bool) -> None:
    mirror = Mirror(ruleset, players, seen_draws=seen_draws)
    for state, event in play_out(start_match(ruleset, players), Random(seed)):
        mirror.follow(state, event, state.apply(event))
    assert mirror.rounds
    assert [audit_round(turns) for turns in mirror.rounds] == [()] * len(mirror.rounds)


def cheat(
    ruleset: DominoRuleset, players: int, seed: int, after_chances: int, *, seen_draws: bool
) -> tuple[list[Turn], DominoMatch, int] | None:
    """A round in which somebody once drew or passed with a domino that fitted, hands hidden.

    The turns of the round, the known state the cheat was done in, and its place; None where it never came to it.
    """
    rng = Random(seed)
    mirror = Mirror(ruleset, players, seen_draws=seen_draws)
    state = start_match(ruleset, players)
    crime: tuple[DominoMatch, int] | None = None
    while not mirror.rounds:
        event = next_event(state, rng)
        assert event is not None
        if state.phase is Phase.PLAY and crime is None and not state.drawn and isinstance(event, Place):
            if after_chances == 0:
                event = Draw(event.seat, min(state.well.tiles or ())) if state.well.count else Pass(event.seat)
                assert state.faults(event)
                crime = state, len(mirror.turns)
            after_chances -= 1
        after = state.apply(event)
        mirror.follow(state, event, after)
        state = after
    return (mirror.rounds[0], *crime) if crime else None


# With all dominoes dealt the only way to cheat is to pass; with few, it is to draw.
_DEALS = [(1, 14, 9, 7), (1, 4, 3, 2), (7, 7, 5, 5)]


def findings_at(turns: list[Turn], place: int) -> tuple[list[DominoFinding], list[DominoFinding]]:
    """What the audit says of one event, and of all others."""
    found = audit_round(turns)
    return [finding for finding in found if finding.at == place], [finding for finding in found if finding.at != place]


@settings(max_examples=80)
@given(
    base=st.sampled_from(DOMINO_RULESETS),
    deal=st.sampled_from(_DEALS),
    players=tables,
    seed=seeds,
    chances=st.integers(0, 6),
)
def test_a_draw_or_pass_that_was_not_allowed_is_found_with_the_domino_and_its_ends(
    base: DominoRuleset, deal: tuple[int, ...], players: int, seed: int, chances: int
) -> None:
    done = cheat(with_options(base, {"deal": deal}), players, seed, chances, seen_draws=True)
    assume(done is not None)
    assert done is not None
    turns, state, place = done
    event = turns[place][1]
    assert isinstance(event, Draw | Pass)
    (finding,), others = findings_at(turns, place)
    assert others == []
    assert (finding.seat, finding.holder) == (event.seat, event.seat)
    assert finding.reason is (Reason.DRAW_NOT_ALLOWED if isinstance(event, Draw) else Reason.PASS_NOT_ALLOWED)
    fitting = {placement.tile for placement in state.chain.placements_of(state.hands[event.seat].tiles or ())}
    assert set(finding.tiles) <= fitting
    assert finding.tiles
    ends = state.chain.ends
    assert ends is not None
    assert set(finding.placements) == {
        Placement(held, end)
        for held, (end, pips) in product(finding.tiles, zip(End, ends, strict=True))
        if pips in held
    }


@settings(max_examples=60)
@given(
    base=st.sampled_from(DOMINO_RULESETS),
    deal=st.sampled_from(_DEALS),
    players=tables,
    seed=seeds,
    chances=st.integers(0, 6),
)
def test_the_audit_never_blames_an_honest_event_however_little_was_seen(
    base: DominoRuleset, deal: tuple[int, ...], players: int, seed: int, chances: int
) -> None:
    done = cheat(with_options(base, {"deal": deal}), players, seed, chances, seen_draws=False)
    assume(done is not None)
    assert done is not None
    turns, state, place = done
    about, others = findings_at(turns, place)
    assert others == []
    for finding in about:
        held = state.hands[finding.seat].tiles or frozenset()
        assert held & set(finding.tiles), "the seat held one at least of the dominoes that are named"


def hidden_round(*events: DominoEvent, chain: str = "66", hands: tuple[int, ...] = (3, 3), well: int = 5) -> list[Turn]:
    state = table(chain, *hands, well=well)
    turns: list[Turn] = []
    for event in events:
        turns.append((state, event))
        state = state.apply(event)
    return turns


def test_one_unseen_draw_cannot_have_brought_two_dominoes_that_fitted_before_it() -> None:
    turns = hidden_round(
        Draw(0), Place(0, tile("65"), End.R), Pass(1), Pass(0), Show(0, tiles("61 00 11")), Show(1, tiles("22 33 44"))
    )
    finding = audit_round(turns)[0]
    assert (finding.at, finding.seat, finding.reason) == (0, 0, Reason.DRAW_NOT_ALLOWED)
    assert finding.tiles == (tile("61"), tile("65"))
    assert finding.placements == tuple(Placement(held, end) for held in finding.tiles for end in (End.L, End.R))


def test_an_unseen_draw_may_have_brought_the_only_domino_that_fitted() -> None:
    turns = hidden_round(Draw(0), Place(0, tile("65"), End.R), Pass(1), Pass(0), Show(0, tiles("22 00 11")))
    assert [finding for finding in audit_round(turns) if finding.at == 0] == []


def test_a_hand_that_was_never_shown_proves_nothing_but_what_it_laid_later_does() -> None:
    assert audit_round(hidden_round(Pass(0), Pass(1))) == ()
    (finding,) = audit_round(hidden_round(Pass(0), Place(1, tile("61"), End.R), Place(0, tile("63"), End.L)))
    assert (finding.at, finding.reason, finding.tiles) == (0, Reason.PASS_NOT_ALLOWED, (tile("63"),))


@pytest.mark.parametrize(
    ("holder", "reason"),
    [(0, Reason.MUST_OPEN_WITH_DOUBLE), (1, Reason.WRONG_OPENER)],
    ids=["the opener's own", "another seat's"],
)
def test_a_higher_double_that_comes_to_light_convicts_the_opening(holder: int, reason: Reason) -> None:
    state = start_match(with_options(DOMINO_100, {"deal": (2, 2, 2, 2)}), 2)
    shown = {0: "10", 1: "21 20"}
    shown[holder] = shown[holder].replace("10", "55").replace("21", "55")
    events: list[DominoEvent] = [
        Deal((Hand.hidden(2), Hand.hidden(2)), Hand.hidden(24)),
        Opener(0),
        Place(0, tile("33"), End.R),
        Pass(1),
        Pass(0),
        Show(0, tiles(shown[0])),
        Show(1, tiles(shown[1])),
    ]
    turns: list[Turn] = []
    for event in events:
        turns.append((state, event))
        state = state.apply(event)
    (finding,) = audit_round(turns)
    assert (finding.at, finding.seat, finding.holder, finding.reason) == (2, 0, holder, reason)
    assert finding.tiles == (tile("55"),)


# Every fault.

OVER = replace(table(".", "66", "55"), phase=Phase.OVER)
BEFORE_DEAL = start_match(DOMINO_100, 2)
OPENING = start_match(DOMINO_100, 2).apply(dealt("66 54 43 32 21 10 30", "55 65 64 63 62 61 60"))
HIDDEN_OPENING = start_match(DOMINO_100, 2).apply(dealt(7, 7))
MIXED_OPENING = start_match(DOMINO_100, 2).apply(dealt("44 54 43 32 21 10 30", 7))
# The ends are 2 and 3.
TURN = table("26 66 63", "45 42 11", "65 00", well="33 55")
STUCK = table("26 66 63", "45 11", "65 00", well="33 55")
STUCK_EMPTY = table("26 66 63", "45 11", "65 00", well="")
HIDDEN = table("26 66 63", 3, 2, well=5)
AFTER_TURN = TURN.apply(Place(0, tile("42"), End.L))
SHOWING = table("26 66 63", 1, 2, 3, well=0).apply(Place(0, tile("33"), End.R))

Expected = tuple[Reason, bool]
"""A reason and whether it is final."""

FAULTS: list[tuple[str, DominoMatch, DominoEvent, list[Expected]]] = [
    ("a match that is over", OVER, Pass(0), [(Reason.MATCH_OVER, True)]),
    ("a turn before the deal", BEFORE_DEAL, Pass(0), [(Reason.NOT_NOW, True)]),
    ("a draw before the opening", OPENING, Draw(0), [(Reason.NOT_NOW, True)]),
    ("a deal when the opener is known", OPENING, dealt(7, 7), [(Reason.NOT_NOW, True)]),
    ("a deal in mid-round", TURN, dealt(7, 7), [(Reason.NOT_NOW, True)]),
    ("a hand shown in mid-round", HIDDEN, Show(0, tiles("45 42 11")), [(Reason.NOT_NOW, True)]),
    ("a hand shown twice", SHOWING.apply(Show(1, tiles("65 00"))), Show(1, tiles("65 00")), [(Reason.NOT_NOW, True)]),
    ("the empty hand shown", SHOWING, Show(0, tiles("")), [(Reason.NOT_NOW, True)]),
    ("a seat that does not exist", TURN, Pass(2), [(Reason.NO_SUCH_SEAT, True)]),
    ("a deal of six each", BEFORE_DEAL, dealt(6, 6), [(Reason.WRONG_DEAL, False)]),
    ("a deal of unequal hands", BEFORE_DEAL, dealt(6, 8), [(Reason.WRONG_DEAL, False)]),
    (
        "a deal that lacks a domino",
        BEFORE_DEAL,
        Deal((pile(7), pile(7)), pile(13)),
        [(Reason.WRONG_DEAL, False)],
    ),
    ("a deal to three of two", BEFORE_DEAL, dealt(7, 7, 7), [(Reason.WRONG_DEAL, True)]),
    ("a deal of nothing to one", BEFORE_DEAL, dealt(0, 7), [(Reason.WRONG_DEAL, True)]),
    (
        "a domino dealt twice",
        BEFORE_DEAL,
        Deal((pile("66 65 64 63 62 61 60"), pile("66 55 54 53 52 51 50")), pile(14)),
        [(Reason.WRONG_DEAL, True)],
    ),
    (
        "a domino of another set dealt",
        BEFORE_DEAL,
        Deal((Hand.of([Domino(9, 9), *tiles("65 64 63 62 61 60")]), pile(7)), pile(14)),
        [(Reason.BAD_TILE, True)],
    ),
    ("a wrong opener said", OPENING, Opener(1), [(Reason.WRONG_OPENER, False)]),
    ("an opener said who has no double", MIXED_OPENING, Opener(0), []),
    ("the other seat opens", OPENING, Place(1, tile("55"), End.R), [(Reason.WRONG_OPENER, False)]),
    (
        "a lower double than one that is known elsewhere opens",
        MIXED_OPENING,
        Place(1, tile("33"), End.R),
        [(Reason.WRONG_OPENER, False)],
    ),
    (
        "the opening is no double",
        OPENING,
        Place(0, tile("54"), End.R),
        [(Reason.MUST_OPEN_WITH_DOUBLE, False)],
    ),
    (
        "a hidden hand opens without a double",
        HIDDEN_OPENING,
        Place(0, tile("54"), End.R),
        [(Reason.MUST_OPEN_WITH_DOUBLE, False)],
    ),
    (
        "the opening is in the other hand",
        OPENING,
        Place(0, tile("55"), End.R),
        [(Reason.NOT_IN_HAND, True), (Reason.MUST_OPEN_WITH_DOUBLE, False)],
    ),
    (
        "a turn before its time",
        TURN,
        Place(1, tile("00"), End.R),
        [(Reason.NOT_YOUR_TURN, False), (Reason.NO_MATCH, False)],
    ),
    ("a second turn", AFTER_TURN, Pass(0), [(Reason.TURN_OVER, False), (Reason.PASS_NOT_ALLOWED, False)]),
    ("a domino of another set", TURN, Place(0, Domino(7, 2), End.L), [(Reason.BAD_TILE, True)]),
    ("a domino that is not held", TURN, Place(0, tile("22"), End.L), [(Reason.NOT_IN_HAND, True)]),
    (
        "a domino the other seat holds",
        table("26 66 63", 3, "31 00"),
        Place(0, tile("31"), End.R),
        [(Reason.NOT_IN_HAND, True)],
    ),
    (
        "a domino from the bazaar laid",
        table("26 66 63", 3, 2, well="31"),
        Place(0, tile("31"), End.R),
        [(Reason.NOT_IN_HAND, True)],
    ),
    ("a domino of an empty hand", table("26 66 63", "", 2), Place(0, tile("31"), End.R), [(Reason.NOT_IN_HAND, True)]),
    ("a domino that lies already", HIDDEN, Place(0, tile("63"), End.R), [(Reason.TILE_USED, False)]),
    ("the wrong end", TURN, Place(0, tile("42"), End.R), [(Reason.WRONG_END, False)]),
    ("the middle of the chain", HIDDEN, Place(0, tile("61"), End.L), [(Reason.NO_MATCH, False)]),
    ("no end fits", TURN, Place(0, tile("45"), End.R), [(Reason.NO_MATCH, False)]),
    ("a draw with a domino that fits", TURN, Draw(0, tile("33")), [(Reason.DRAW_NOT_ALLOWED, False)]),
    ("a draw of what is not in the bazaar", STUCK, Draw(0, tile("22")), [(Reason.NOT_IN_WELL, True)]),
    ("a draw of what a hand holds", table("26 66 63", 2, "65 00"), Draw(0, tile("00")), [(Reason.NOT_IN_WELL, True)]),
    (
        "a draw of what was drawn in the same turn",
        HIDDEN.apply(Draw(0, tile("00"))),
        Draw(0, tile("00")),
        [(Reason.NOT_IN_WELL, True)],
    ),
    ("a draw of what lies in the chain", HIDDEN, Draw(0, tile("66")), [(Reason.TILE_USED, False)]),
    ("a draw of a domino of another set", HIDDEN, Draw(0, Domino(9, 1)), [(Reason.BAD_TILE, True)]),
    ("a draw from nothing", STUCK_EMPTY, Draw(0), [(Reason.WELL_EMPTY, True)]),
    (
        "a second draw where one is the rule",
        table("26 66 63", "45", 2, ruleset=DOMINO_DRAW_ONE).apply(Draw(0, tile("11"))),
        Draw(0),
        [(Reason.DRAW_LIMIT, False)],
    ),
    ("a pass with a domino that fits", TURN, Pass(0), [(Reason.PASS_NOT_ALLOWED, False)]),
    ("a pass with dominoes in the bazaar", STUCK, Pass(0), [(Reason.PASS_NOT_ALLOWED, False)]),
    ("a hidden hand passes with dominoes in the bazaar", HIDDEN, Pass(0), [(Reason.PASS_NOT_ALLOWED, False)]),
    ("too few shown", SHOWING, Show(1, tiles("65")), [(Reason.WRONG_COUNT, True)]),
    ("shown what lies in the chain", SHOWING, Show(1, tiles("66 00")), [(Reason.TILE_USED, False)]),
    (
        "shown what another has shown",
        SHOWING.apply(Show(1, tiles("65 00"))),
        Show(2, tiles("65 11 22")),
        [(Reason.TILE_USED, False)],
    ),
    (
        "shown a domino of another set",
        SHOWING,
        Show(1, frozenset({Domino(8, 8), tile("00")})),
        [(Reason.BAD_TILE, True)],
    ),
]


@pytest.mark.parametrize(
    ("state", "event", "expected"), [case[1:] for case in FAULTS], ids=[case[0] for case in FAULTS]
)
def test_an_event_has_every_fault_that_it_has_and_no_other(
    state: DominoMatch, event: DominoEvent, expected: list[Expected]
) -> None:
    assert [(fault.reason, fault.final) for fault in state.faults(event)] == expected


def test_every_reason_that_dominoes_can_give_is_among_the_examples() -> None:
    modules = (inspect.getmodule(dominoes.legality.event_faults), inspect.getmodule(Chain))
    sources = "".join(inspect.getsource(module) for module in modules if module is not None)
    can_be_given = {Reason[name] for name in re.findall(r"Reason\.([A-Z_]+)", sources)}
    assert can_be_given == {reason for *_, expected in FAULTS for reason, _ in expected}


def test_a_fault_points_at_what_is_wrong() -> None:
    assert TURN.faults(Draw(0)) == (CouldPlay(reason=Reason.DRAW_NOT_ALLOWED, placement=Placement(tile("42"), End.L)),)
    assert TURN.faults(Place(0, tile("42"), End.R)) == (ChainFault(reason=Reason.WRONG_END, positions=(2,)),)
    assert HIDDEN.faults(Place(0, tile("61"), End.L)) == (ChainFault(reason=Reason.NO_MATCH, positions=(0,)),)
    assert HIDDEN.faults(Place(0, tile("63"), End.R)) == (ChainFault(reason=Reason.TILE_USED, positions=(2,)),)
    assert OPENING.faults(Place(0, tile("54"), End.R)) == (
        TileFault(reason=Reason.MUST_OPEN_WITH_DOUBLE, tiles=(tile("66"),)),
    )
    assert SHOWING.faults(Show(1, tiles("66 26"))) == (
        TileFault(reason=Reason.TILE_USED, tiles=(tile("62"), tile("66"))),
    )


def test_an_event_of_another_game_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(TypeError):
        TURN.faults(dice.Roll(0, (1, 2, 3, 4, 5)))
    with pytest.raises(TypeError):
        TURN.apply(dice.Roll(0, (1, 2, 3, 4, 5)))


# Events that people overruled.


def test_a_seat_that_draws_or_lays_out_of_turn_takes_the_turn() -> None:
    drawing = AFTER_TURN.apply(Draw(0, tile("55")))
    assert (drawing.to_move, drawing.drawn) == (0, (tile("55"),))
    drawing = STUCK.apply(Draw(0, tile("55"))).apply(Draw(1, tile("33")))
    assert (drawing.to_move, drawing.drawn) == (1, (tile("33"),))
    laying = TURN.apply(Place(1, tile("00"), End.R))
    assert (laying.to_move, laying.last_seat) == (0, 1)
    assert format(laying.chain) == "26 66 63 00"


def test_a_domino_that_does_not_fit_lies_as_its_name_reads() -> None:
    assert str(parse_chain("26 66").place(tile("54"), End.R)) == "26 66 54"
    assert str(parse_chain("26 66").place(tile("54"), End.L)) == "54 26 66"


# The chain.


def test_a_domino_is_turned_so_that_it_fits_whichever_end_it_is_laid_at() -> None:
    for laid, domino, end in product(map(domino_of, range(7), range(7)), DOMINOES, End):
        chain = Chain((Laid(*laid),))
        after = chain.place(domino, end)
        assert sorted(after.laid[0 if end is End.L else 1]) == sorted(domino)
        joint = after.laid[0].right == after.laid[1].left
        assert joint == chain.fits(domino, end) == (laid[0] in domino)


def test_a_chain_tells_every_joint_and_every_twin_that_is_wrong() -> None:
    chain = parse_chain("26 66 31 66 62")
    assert {(fault.reason, fault.positions) for fault in chain.faults()} == {
        (Reason.TILE_USED, (0, 4)),
        (Reason.TILE_USED, (1, 3)),
        (Reason.NO_MATCH, (1, 2)),
        (Reason.NO_MATCH, (2, 3)),
    }
    assert chain.value == 8 + 12 + 4 + 12 + 8


@given(st.lists(st.builds(Laid, st.integers(0, 6), st.integers(0, 6)), max_size=12))
def test_the_placements_of_dominoes_are_those_without_faults(laid: list[Laid]) -> None:
    chain = Chain(tuple(laid))
    ends = tuple(End) if laid else (End.R,)
    assert set(chain.placements_of(DOMINOES)) == {
        Placement(domino, end) for domino in DOMINOES for end in ends if not chain.placement_faults(domino, end)
    }


# The opening.


def test_the_highest_double_opens_and_must_be_laid() -> None:
    assert (OPENING.phase, OPENING.opener, OPENING.to_move) == (Phase.OPEN, 0, 0)
    assert OPENING.opening_tile == tile("66")
    assert legal_placements(OPENING) == [Placement(tile("66"), End.R)]
    assert OPENING.faults(Place(0, tile("66"), End.L)) == ()
    assert OPENING.apply(Place(0, tile("66"), End.R)).to_move == 1


def test_nought_nought_opens_where_it_is_the_only_double() -> None:
    state = start_match(DOMINO_100, 3).apply(dealt("32 65 64 21 40", "54 10 20 41 52", "00 61 51 60 43"))
    assert (state.opener, state.opening_tile) == (2, tile("00"))


def test_a_deal_without_a_double_is_dealt_again() -> None:
    before = start_match(DOMINO_100, 2)
    after = before.apply(dealt("65 54 43 32 21 10 30", "64 63 62 61 60 50 51"))
    assert after.news == (Repeat((0, 1)),)
    assert replace(after, news=()) == before
    assert after.faults(dealt(7, 7)) == ()


def test_hidden_hands_without_a_double_are_dealt_again_until_somebody_opens() -> None:
    assert HIDDEN_OPENING.faults(dealt(7, 7)) == ()
    assert reasons(HIDDEN_OPENING.apply(Opener(1)), dealt(7, 7)) == [Reason.NOT_NOW]


def test_the_opener_of_hidden_hands_is_whom_the_table_says_or_who_lays_first() -> None:
    assert HIDDEN_OPENING.to_move is None
    assert HIDDEN_OPENING.apply(Opener(1)).to_move == 1
    assert reasons(HIDDEN_OPENING.apply(Opener(1)), Place(0, tile("66"), End.R)) == [Reason.WRONG_OPENER]
    after = HIDDEN_OPENING.apply(Place(1, tile("44"), End.R))
    assert (after.opener, after.to_move) == (1, 0)


def after_a_round_won_by_seat_1(ruleset: DominoRuleset) -> DominoMatch:
    return table("26", "65 66", "62", ruleset=ruleset, to_move=1).apply(Place(1, tile("62"), End.L))


def test_later_opener_round_winner_lets_the_winner_open_with_anything() -> None:
    ruleset = with_options(DOMINO_100, {"later_opener": "round_winner"})
    again = dealt("66 54 43 32 21 10 30", "55 65 64 63 62 61 60")
    for state in (
        after_a_round_won_by_seat_1(ruleset).apply(again),
        after_a_round_won_by_seat_1(ruleset).apply(dealt(7, 7)),
    ):
        assert (state.opener, state.to_move, state.opening_tile) == (1, 1, None)
        assert state.faults(Place(1, tile("64"), End.R)) == ()
        assert reasons(state, Place(0, tile("66"), End.R)) == [Reason.WRONG_OPENER]
        assert reasons(state, Opener(0)) == [Reason.WRONG_OPENER]
    assert after_a_round_won_by_seat_1(DOMINO_100).apply(again).opener == 0


def test_a_winner_who_opens_needs_no_double_so_the_deal_stands() -> None:
    ruleset = with_options(DOMINO_100, {"later_opener": "round_winner"})
    deal = dealt("65 54 43 32 21 10 30", "64 63 62 61 60 50 51")
    assert after_a_round_won_by_seat_1(ruleset).apply(deal).opener == 1
    assert start_match(ruleset, 2).apply(deal).phase is Phase.DEAL


@pytest.mark.parametrize("tie", [BlockTie.NONE, BlockTie.ALL])
def test_a_round_without_one_winner_leaves_the_next_opening_to_the_highest_double(tie: BlockTie) -> None:
    ruleset = with_options(DOMINO_100, {"later_opener": "round_winner", "block_tie": tie})
    state = table("66", "54", "52 20", well="", ruleset=ruleset).apply(Pass(0)).apply(Pass(1))
    assert len(state.round_winners) == (2 if tie is BlockTie.ALL else 0)
    assert state.apply(dealt("55 65 64 63 62 61 60", "66 54 43 32 21 10 30")).opener == 1


# Drawing.


def test_a_player_draws_until_a_domino_fits_and_keeps_the_others() -> None:
    state = STUCK.apply(Draw(0, tile("55")))
    assert reasons(state, Pass(0)) == [Reason.PASS_NOT_ALLOWED]
    assert state.faults(Draw(0, tile("33"))) == ()
    state = state.apply(Draw(0, tile("33")))
    assert reasons(state, Pass(0)) == [Reason.PASS_NOT_ALLOWED]
    state = state.apply(Place(0, tile("33"), End.R))
    assert (state.hands[0], state.to_move, state.drawn) == (pile("45 11 55"), 1, ())


def test_a_player_may_pass_once_the_bazaar_is_empty() -> None:
    state = table("26 66 63", "45", "65 00", well="11").apply(Draw(0, tile("11")))
    assert state.faults(Pass(0)) == ()
    assert state.apply(Pass(0)).hands[0] == pile("45 11")


def test_one_is_drawn_a_turn_in_draw_one_and_must_be_laid_if_it_fits() -> None:
    stuck = replace(STUCK, ruleset=DOMINO_DRAW_ONE)
    assert reasons(stuck, Pass(0)) == [Reason.PASS_NOT_ALLOWED]
    fits = stuck.apply(Draw(0, tile("33")))
    assert fits.faults(Pass(0)) == (CouldPlay(reason=Reason.PASS_NOT_ALLOWED, placement=Placement(tile("33"), End.R)),)
    assert reasons(fits, Draw(0)) == [Reason.DRAW_NOT_ALLOWED, Reason.DRAW_LIMIT]
    assert fits.faults(Place(0, tile("33"), End.R)) == ()
    other = stuck.apply(Draw(0, tile("55")))
    assert other.faults(Pass(0)) == ()
    passed = other.apply(Pass(0))
    assert (passed.hands[0], passed.to_move) == (pile("45 11 55"), 1)


def test_a_domino_seen_to_come_to_a_hidden_hand_must_be_laid_in_draw_one_too() -> None:
    state = replace(HIDDEN, ruleset=DOMINO_DRAW_ONE).apply(Draw(0, tile("33")))
    assert reasons(state, Pass(0)) == [Reason.PASS_NOT_ALLOWED]
    assert replace(HIDDEN, ruleset=DOMINO_DRAW_ONE).apply(Draw(0)).faults(Pass(0)) == ()


# The end of a round.


def test_whoever_lays_the_last_domino_gets_what_the_others_hold() -> None:
    after = table("26", "65", "66", "45").apply(Place(0, tile("65"), End.R))
    assert after.news == (Out(0, ()), Line(0, 21, LineKind.HANDS), RoundOver(1, RoundEnd.OUT, (0,)))
    assert (after.totals, after.round, after.phase) == ((21, 0, 0), 2, Phase.DEAL)


def test_a_round_that_leaves_the_others_with_nought_nought_has_a_winner_and_no_line() -> None:
    after = table("26", "65", "00").apply(Place(0, tile("65"), End.R))
    assert after.news == (Out(0, ()), RoundOver(1, RoundEnd.OUT, (0,)))


def pass_round(state: DominoMatch) -> DominoMatch:
    for step in range(state.players):
        state = state.apply(Pass((step + 1) % state.players))
    return state


def blocked(*hands: str, **options: object) -> DominoMatch:
    state = table("66", *hands, well="", to_move=1, ruleset=with_options(DOMINO_100, options))
    return pass_round(state)


def test_a_whole_circle_without_a_laid_domino_is_a_block_and_a_laid_one_begins_it_anew() -> None:
    state = table("66", "14", "45", "63 02", well="").apply(Pass(0)).apply(Pass(1))
    assert state.phase is Phase.PLAY
    state = state.apply(Place(2, tile("63"), End.R)).apply(Pass(0)).apply(Pass(1))
    assert state.phase is Phase.PLAY
    assert state.apply(Pass(2)).news[-1] == RoundOver(1, RoundEnd.BLOCKED, (2,))


def test_the_lowest_hand_of_a_block_gets_the_others_and_loses_nothing_for_its_own() -> None:
    after = blocked("14", "45", "55 02")
    assert after.news == (Line(0, 21, LineKind.HANDS), RoundOver(1, RoundEnd.BLOCKED, (0,)))


def test_block_subtract_own_takes_the_winners_own_hand_off() -> None:
    after = blocked("14", "45", "55 02", block_subtract_own=True)
    assert lines_in(after.news) == [Line(0, 21, LineKind.HANDS), Line(0, -5, LineKind.OWN_HAND)]
    assert after.totals == (16, 0, 0)


@pytest.mark.parametrize(
    ("tie", "hands", "winners", "totals"),
    [
        ("none", ("54", "52 20", "55"), (), (0, 0, 0)),
        ("all", ("54", "52 20", "55"), (0, 1), (19, 19, 0)),
        ("fewest_tiles", ("54", "52 20", "55"), (0,), (19, 0, 0)),
        ("fewest_tiles", ("54", "63", "55"), (), (0, 0, 0)),
        ("none", ("54", "52 21", "55"), (0,), (20, 0, 0)),
    ],
)
def test_block_tie_says_who_wins_when_the_lowest_hands_are_equal(
    tie: str, hands: tuple[str, ...], winners: tuple[int, ...], totals: tuple[int, ...]
) -> None:
    hands_of = [pile(hand) for hand in hands]
    ruleset = with_options(DOMINO_100, {"block_tie": tie})
    found, lines = settle_block(ruleset, [hand.value or 0 for hand in hands_of], [hand.count for hand in hands_of])
    earned = [sum(line.points for line in lines if line.seat == seat) for seat in range(3)]
    assert (found, tuple(earned)) == (winners, totals)


def draw_and_pass(state: DominoMatch, *drawn: str) -> DominoMatch:
    for text in drawn:
        seat = state.to_move
        assert seat is not None
        for event in (Draw(seat, tile(text)), Pass(seat)):
            assert state.faults(event) == ()
            state = state.apply(event)
    return state


def test_draw_one_block_waits_for_the_bazaar_to_be_empty() -> None:
    state = table("66", "14", "45", well="11 22 32", ruleset=DOMINO_DRAW_ONE)
    circle = draw_and_pass(state, "11", "22")
    assert (circle.phase, circle.idle) == (Phase.PLAY, 2)
    over = draw_and_pass(circle, "32")
    assert over.news[-1] == RoundOver(1, RoundEnd.BLOCKED, (0,))
    assert over.totals == (9 + 4, 0)


def test_draw_one_block_literal_ends_the_round_with_dominoes_left_in_the_bazaar() -> None:
    ruleset = with_options(DOMINO_DRAW_ONE, {"draw_one_block": "literal"})
    state = table("66", "14", "45", well="11 22 33", ruleset=ruleset)
    assert draw_and_pass(state, "11").phase is Phase.PLAY
    assert draw_and_pass(state, "11", "22").news[-1] == RoundOver(1, RoundEnd.BLOCKED, (0,))


def test_a_block_with_hidden_hands_is_settled_when_the_last_of_them_is_shown() -> None:
    state = table("66", 1, 1, well=0).apply(Pass(0)).apply(Pass(1))
    assert (state.phase, state.ended, state.to_show, state.to_move) == (Phase.SHOW, RoundEnd.BLOCKED, (0, 1), None)
    state = state.apply(Show(1, tiles("54")))
    assert (state.to_show, state.totals) == ((0,), (0, 0))
    state = state.apply(Show(0, tiles("22")))
    assert (state.totals, state.phase, state.round) == ((9, 0), Phase.DEAL, 2)


# The end of the match.


@pytest.mark.parametrize(
    ("ruleset", "totals", "over"),
    [
        (DOMINO_100, (99, 0), False),
        (DOMINO_100, (100, 0), True),
        (DOMINO_50, (49, 0), False),
        (DOMINO_50, (50, 0), True),
        (with_options(DOMINO_DRAW_ONE, {"target": 50}), (50, 0), True),
        (DOMINO_DRAW_ONE, (50, 0), False),
    ],
    ids=["99 of 100", "100 of 100", "49 of 50", "50 of 50", "draw-one to 50", "draw-one to 100"],
)
def test_the_target_is_reached_by_having_exactly_so_many(
    ruleset: DominoRuleset, totals: tuple[int, int], over: bool
) -> None:
    before = (totals[0] - 4, totals[1])
    state = table("26", "65", "31", ruleset=ruleset, totals=before).apply(Place(0, tile("65"), End.R))
    assert state.totals == totals
    assert (state.phase is Phase.OVER) is over
    assert state.winners == ((0,) if over else ())


def test_equal_totals_share_the_match_where_a_tied_block_pays_all() -> None:
    ruleset = with_options(DOMINO_50, {"block_tie": "all"})
    state = table("66", "54", "63", well="", ruleset=ruleset, totals=(45, 45))
    state = state.apply(Pass(0)).apply(Pass(1))
    assert (state.totals, state.winners) == ((54, 54), (0, 1))


# The table.


@pytest.mark.parametrize(("players", "each"), [(2, 7), (3, 5), (4, 5)])
def test_two_are_dealt_seven_each_and_more_five(players: int, each: int) -> None:
    deal = next_event(start_match(DOMINO_100, players), Random(1))
    assert isinstance(deal, Deal)
    assert [hand.count for hand in deal.hands] == [each] * players
    assert deal.well.count == 28 - players * each


@pytest.mark.parametrize("players", [0, 1, 5])
def test_other_numbers_of_players_cannot_play(players: int) -> None:
    with pytest.raises(PlayersError, match=f"domino-100 is for 2 to 4 players, not {players}"):
        start_match(DOMINO_100, players)


@pytest.mark.parametrize("deal", [(7, 15, 5, 5), (7, 14, 10, 5), (7, 7, 5)])
def test_a_deal_must_be_there_for_every_number_of_players_and_within_the_set(deal: tuple[int, ...]) -> None:
    with pytest.raises(OptionError, match="deal must"):
        with_options(DOMINO_100, {"deal": deal})


def test_the_rulesets_differ_as_the_leaflet_says() -> None:
    assert [(ruleset.target, ruleset.draw) for ruleset in DOMINO_RULESETS] == [
        (100, DrawRule.UNTIL_FITS),
        (50, DrawRule.UNTIL_FITS),
        (100, DrawRule.ONE),
    ]
    for ruleset in DOMINO_RULESETS:
        assert ruleset.later_opener is LaterOpener.HIGHEST_DOUBLE
        assert ruleset.draw_one_block is DrawOneBlock.EMPTY_BAZAAR
        assert ruleset.block_tie is BlockTie.NONE
        assert not ruleset.block_subtract_own

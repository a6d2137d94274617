"""What an event does to a match of dominoes.

It carries out whatever it is told and leaves the judging to `legality`: an event that people overruled counts
like any other.
"""

from dataclasses import replace
from typing import TypeVar, assert_never

from tileref.engine.dominoes.chain import Chain
from tileref.engine.dominoes.events import EVENTS, Deal, Draw, Opener, Pass, Place, Show
from tileref.engine.dominoes.settlement import (
    RightToOpen,
    is_blocked,
    match_winners,
    right_to_open,
    settle_block,
    settle_out,
)
from tileref.engine.dominoes.state import DominoState, Phase
from tileref.engine.dominoes.tiles import Domino
from tileref.engine.hands import Hand
from tileref.engine.match import Event, MatchOver, Out, RoundEnd, RoundOver

StateT = TypeVar("StateT", bound=DominoState)


def fold(state: StateT, event: Event) -> StateT:
    """The state after the event."""
    if not isinstance(event, EVENTS):
        raise TypeError(f"{event!r} is not an event of dominoes")
    state = replace(state, news=())
    match event:
        case Deal():
            return _deal(state, event)
        case Opener():
            return _open_with(state, event.seat)
        case Place():
            return _place(state, event)
        case Draw():
            return _draw(state, event)
        case Pass():
            return _skip(state, event.seat)
        case Show():
            return _settle_if_known(_with_hand(state, event.seat, Hand.of(event.tiles)))
        case _:
            assert_never(event)


def _deal(state: StateT, deal: Deal) -> StateT:
    state = replace(state, phase=Phase.OPEN, hands=deal.hands, well=deal.well)
    if state.winner_opens:
        return _open_with(state, state.round_winners[0])
    known = [hand.tiles for hand in deal.hands if hand.tiles is not None]
    if len(known) < state.players:
        return state
    right = right_to_open(known)
    if isinstance(right, RightToOpen):
        return _open_with(state, right.seat)
    return replace(_cleared(state), news=(right,))


def _open_with(state: StateT, seat: int) -> StateT:
    return replace(state, opener=seat, to_move=seat)


def _place(state: StateT, place: Place) -> StateT:
    opener = place.seat if state.phase is Phase.OPEN else state.opener
    hand = state.hands[place.seat].minus(place.tile)
    state = replace(state, phase=Phase.PLAY, opener=opener, chain=state.chain.place(place.tile, place.end), idle=0)
    state = _end_turn(_with_hand(state, place.seat, hand), place.seat)
    if hand.count:
        return state
    return _end_round(replace(state, news=(Out(place.seat, ()),)), RoundEnd.OUT)


def _draw(state: StateT, draw: Draw) -> StateT:
    # A seat that was not to move, and was allowed to, takes the turn with its draw.
    drawn = state.drawn if draw.seat == state.to_move else ()
    state = replace(state, to_move=draw.seat, drawn=(*drawn, draw.tile), well=state.well.minus(draw.tile))
    return _with_hand(state, draw.seat, state.hands[draw.seat].plus(draw.tile))


def _skip(state: StateT, seat: int) -> StateT:
    state = _end_turn(replace(state, idle=state.idle + 1), seat)
    blocked = is_blocked(state.ruleset, players=state.players, idle_turns=state.idle, well_count=state.well.count)
    return _end_round(state, RoundEnd.BLOCKED) if blocked else state


def _end_turn(state: StateT, seat: int) -> StateT:
    return replace(state, drawn=(), last_seat=seat, to_move=(seat + 1) % state.players)


def _end_round(state: StateT, how: RoundEnd) -> StateT:
    return _settle_if_known(replace(state, phase=Phase.SHOW, ended=how, to_move=None))


def _settle_if_known(state: StateT) -> StateT:
    """Settle the round once every hand is known."""
    values = [value for hand in state.hands if (value := hand.value) is not None]
    if len(values) < state.players:
        return state
    if state.ended is RoundEnd.OUT:
        assert state.last_seat is not None, "somebody laid the last domino"
        winners, lines = settle_out(values, state.last_seat)
    else:
        winners, lines = settle_block(state.ruleset, values, [hand.count for hand in state.hands])
    totals = list(state.totals)
    for line in lines:
        totals[line.seat] += line.points
    how = state.ended or RoundEnd.BLOCKED
    news = (*state.news, *lines, RoundOver(state.round, how, winners))
    state = replace(state, totals=tuple(totals), round_winners=winners, news=news)
    champions = match_winners(state.ruleset, totals)
    if champions is None:
        return replace(_cleared(state), round=state.round + 1)
    return replace(state, phase=Phase.OVER, winners=champions, news=(*news, MatchOver(champions)))


def _cleared(state: StateT) -> StateT:
    """The table before a deal."""
    return replace(
        state,
        phase=Phase.DEAL,
        chain=Chain(),
        hands=(Hand[Domino].hidden(0),) * state.players,
        well=Hand.hidden(0),
        to_move=None,
        opener=None,
        last_seat=None,
        idle=0,
        ended=None,
    )


def _with_hand(state: StateT, seat: int, hand: Hand[Domino]) -> StateT:
    return replace(state, hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))

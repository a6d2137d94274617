"""What is wrong with an event in a match of dominoes.

A hidden hand is given the benefit of the doubt: what cannot be known is allowed, and the audit looks at it
once the hands are shown.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from tileref.engine.dominoes.chain import Placement
from tileref.engine.dominoes.events import EVENTS, Deal, DominoEvent, Draw, Opener, Pass, Place, Show
from tileref.engine.dominoes.ruleset import DrawRule
from tileref.engine.dominoes.settlement import highest_double
from tileref.engine.dominoes.state import DominoState, Phase
from tileref.engine.dominoes.tiles import DOMINOES, Domino
from tileref.engine.faults import Fault, Reason
from tileref.engine.match import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class CouldPlay(Fault):
    """A draw or pass by a player who could have laid a domino: this one."""

    placement: Placement


@dataclass(frozen=True, slots=True, kw_only=True)
class TileFault(Fault):
    """A fault about dominoes that are not where the event says, or should have been taken instead."""

    tiles: tuple[Domino, ...]


def event_faults(state: DominoState, event: Event) -> tuple[Fault, ...]:
    """Everything that is wrong with the event, the decisive fault first."""
    if not isinstance(event, EVENTS):
        raise TypeError(f"{event!r} is not an event of dominoes")
    if state.phase is Phase.OVER:
        return (Fault(reason=Reason.MATCH_OVER, final=True),)
    if state.phase not in _PHASES[type(event)] or (isinstance(event, Deal) and state.opener is not None):
        return (Fault(reason=Reason.NOT_NOW, final=True),)
    if not isinstance(event, Deal) and event.seat not in range(state.players):
        return (Fault(reason=Reason.NO_SUCH_SEAT, final=True),)
    return tuple(_faults(state, event))


# Hidden hands may turn out to hold no double: then the table deals again before anybody has opened.
_PHASES: dict[type[Event], tuple[Phase, ...]] = {
    Deal: (Phase.DEAL, Phase.OPEN),
    Opener: (Phase.OPEN,),
    Place: (Phase.OPEN, Phase.PLAY),
    Draw: (Phase.PLAY,),
    Pass: (Phase.PLAY,),
    Show: (Phase.SHOW,),
}


def _faults(state: DominoState, event: DominoEvent) -> Iterator[Fault]:
    match event:
        case Deal():
            yield from _deal_faults(state, event)
        case Opener():
            if _is_wrong_opener(state, event.seat, highest_double(state.held(event.seat))):
                yield Fault(reason=Reason.WRONG_OPENER)
        case Place():
            yield from _place_faults(state, event)
        case Draw():
            yield from _turn_faults(state, event.seat)
            yield from _draw_faults(state, event)
        case Pass():
            yield from _turn_faults(state, event.seat)
            yield from _pass_faults(state, event.seat)
        case Show():
            yield from _show_faults(state, event)
        case _:
            assert_never(event)


def _deal_faults(state: DominoState, deal: Deal) -> Iterator[Fault]:
    piles = (*deal.hands, deal.well)
    known = [tile for pile in piles for tile in pile.tiles or ()]
    counts = [hand.count for hand in deal.hands]
    impossible = len(counts) != state.players or 0 in counts or len(set(known)) < len(known)
    whole = sum(pile.count for pile in piles) == len(DOMINOES)
    if impossible or not whole or set(counts) != {state.ruleset.deal[state.players - 1]}:
        yield Fault(reason=Reason.WRONG_DEAL, final=impossible)
    yield from _set_faults(known)


def _set_faults(tiles: Iterable[Domino]) -> Iterator[Fault]:
    strangers = tuple(tile for tile in tiles if tile not in DOMINOES)
    if strangers:
        yield TileFault(reason=Reason.BAD_TILE, final=True, tiles=strangers)


def _turn_faults(state: DominoState, seat: int) -> Iterator[Fault]:
    if seat != state.to_move:
        over = seat == state.last_seat
        yield Fault(reason=Reason.TURN_OVER if over else Reason.NOT_YOUR_TURN)


def _place_faults(state: DominoState, place: Place) -> Iterator[Fault]:
    strangers = tuple(_set_faults((place.tile,)))
    if strangers:
        yield from strangers
        return
    if state.phase is Phase.PLAY:
        yield from _turn_faults(state, place.seat)
        yield from _hand_faults(state, place.seat, place.tile)
        yield from state.chain.placement_faults(place.tile, place.end)
    else:
        yield from _opening_faults(state, place.seat, place.tile)


def _hand_faults(state: DominoState, seat: int, tile: Domino) -> Iterator[Fault]:
    held = state.hands[seat].may_hold(tile)
    if not held or tile in _held_by_others(state, seat) or tile in (state.well.tiles or ()):
        yield TileFault(reason=Reason.NOT_IN_HAND, final=True, tiles=(tile,))


def _held_by_others(state: DominoState, seat: int) -> frozenset[Domino]:
    return frozenset(tile for other in range(state.players) if other != seat for tile in state.held(other))


def _opening_faults(state: DominoState, seat: int, tile: Domino) -> Iterator[Fault]:
    if _is_wrong_opener(state, seat, tile if tile.is_double else None):
        yield Fault(reason=Reason.WRONG_OPENER)
    yield from _hand_faults(state, seat, tile)
    if not state.winner_opens:
        must = highest_double(state.held(seat))
        if not tile.is_double or (must is not None and tile < must):
            tiles = () if must is None else (must,)
            yield TileFault(reason=Reason.MUST_OPEN_WITH_DOUBLE, tiles=tiles)


def _is_wrong_opener(state: DominoState, seat: int, double: Domino | None) -> bool:
    """Whether the seat has no right to open with this double, its highest as far as is known."""
    if state.opener not in (None, seat):
        return True
    if state.winner_opens:
        return False
    if double is None:
        return state.hands[seat].tiles is not None and highest_double(state.held(seat)) is None
    return (highest_double(_held_by_others(state, seat)) or double) > double


def _draw_faults(state: DominoState, draw: Draw) -> Iterator[Fault]:
    yield from _could_play(state, draw.seat, Reason.DRAW_NOT_ALLOWED)
    if not _may_draw_more(state, draw.seat):
        yield Fault(reason=Reason.DRAW_LIMIT)
    if not state.well.count:
        yield Fault(reason=Reason.WELL_EMPTY, final=True)
    elif draw.tile is not None:
        yield from _well_faults(state, draw.tile)


def _may_draw_more(state: DominoState, seat: int) -> bool:
    drawn = state.drawn if seat == state.to_move else ()
    return state.ruleset.draw is DrawRule.UNTIL_FITS or not drawn


def _well_faults(state: DominoState, tile: Domino) -> Iterator[Fault]:
    if not state.well.may_hold(tile) or any(tile in state.held(seat) for seat in range(state.players)):
        yield TileFault(reason=Reason.NOT_IN_WELL, final=True, tiles=(tile,))
    if tile in state.chain.used:
        yield TileFault(reason=Reason.TILE_USED, tiles=(tile,))
    yield from _set_faults((tile,))


def _pass_faults(state: DominoState, seat: int) -> Iterator[Fault]:
    could_play = tuple(_could_play(state, seat, Reason.PASS_NOT_ALLOWED))
    yield from could_play
    if not could_play and state.well.count and _may_draw_more(state, seat):
        yield Fault(reason=Reason.PASS_NOT_ALLOWED)


def _could_play(state: DominoState, seat: int, reason: Reason) -> Iterator[Fault]:
    placements = state.chain.placements_of(state.held(seat))
    if placements:
        yield CouldPlay(reason=reason, placement=placements[0])


def _show_faults(state: DominoState, show: Show) -> Iterator[Fault]:
    hand = state.hands[show.seat]
    if hand.is_known:
        yield Fault(reason=Reason.NOT_NOW, final=True)
        return
    if len(show.tiles) != hand.count:
        yield Fault(reason=Reason.WRONG_COUNT, final=True)
    elsewhere = state.chain.used | _held_by_others(state, show.seat) | (state.well.tiles or frozenset())
    twice = show.tiles & elsewhere
    if twice:
        yield TileFault(reason=Reason.TILE_USED, tiles=tuple(sorted(twice)))
    yield from _set_faults(sorted(show.tiles))

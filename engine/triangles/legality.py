"""What is wrong with an event in a match of triangular dominoes.

A hidden hand is given the benefit of the doubt: what cannot be known is allowed, and the audit looks at it
once the hands are shown.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from tileref.engine.faults import Fault, Reason
from tileref.engine.hands import Hand
from tileref.engine.match import Event
from tileref.engine.triangles.board import Placement
from tileref.engine.triangles.events import (
    EVENTS,
    Deal,
    Draw,
    Opener,
    Pass,
    Place,
    Reveal,
    Show,
    StartDraw,
    Timeout,
    TriangleEvent,
)
from tileref.engine.triangles.opening import ZEROS, RightToOpen, right_to_open
from tileref.engine.triangles.ruleset import Opening, OpeningTile, OpenTie, TimeoutRule
from tileref.engine.triangles.state import Phase, TriangleState, opens_by_winning
from tileref.engine.triangles.tiles import Tile, tile_set


@dataclass(frozen=True, slots=True, kw_only=True)
class CouldPlay(Fault):
    """A draw or pass by a player who could have laid a tile: this one."""

    placement: Placement


@dataclass(frozen=True, slots=True, kw_only=True)
class TileFault(Fault):
    """A fault about tiles that are not where the event says, or should have been taken instead."""

    tiles: tuple[Tile, ...]


def event_faults(state: TriangleState, event: Event) -> tuple[Fault, ...]:
    """Everything that is wrong with the event, the decisive fault first."""
    if not isinstance(event, EVENTS):
        raise TypeError(f"{event!r} is not an event of triangular dominoes")
    if state.phase is Phase.OVER:
        return (Fault(reason=Reason.MATCH_OVER, final=True),)
    if not _is_now(state, event):
        return (Fault(reason=Reason.NOT_NOW, final=True),)
    if not isinstance(event, Deal | StartDraw) and event.seat not in range(state.players):
        return (Fault(reason=Reason.NO_SUCH_SEAT, final=True),)
    return tuple(_faults(state, event))


def _is_now(state: TriangleState, event: TriangleEvent) -> bool:
    """Whether the match waits for such an event."""
    if isinstance(event, Deal) and state.phase is Phase.OPEN:
        # Hidden hands may turn out to have equal largest sums, and the table then deals again.
        return state.ruleset.open_tie is OpenTie.REDRAW and state.opener is None
    return state.phase in _PHASES[type(event)]


_PHASES: dict[type[Event], tuple[Phase, ...]] = {
    Deal: (Phase.DEAL,),
    StartDraw: (Phase.START_DRAW,),
    Opener: (Phase.START_DRAW, Phase.OPEN),
    Reveal: (Phase.OPEN,),
    Place: (Phase.OPEN, Phase.PLAY),
    Draw: (Phase.PLAY,),
    Pass: (Phase.PLAY,),
    Timeout: (Phase.PLAY,),
    Show: (Phase.SHOW,),
}


def _faults(state: TriangleState, event: TriangleEvent) -> Iterator[Fault]:
    match event:
        case Deal():
            yield from _deal_faults(state, event)
        case StartDraw():
            if state.start is not None and len(event.tiles) != len(state.start.drawing):
                yield Fault(reason=Reason.WRONG_COUNT, final=True)
            yield from _well_faults(state, event.tiles)
        case Opener():
            if state.opener not in (None, event.seat):
                yield Fault(reason=Reason.WRONG_OPENER)
        case Reveal():
            yield from _reveal_faults(state, event)
        case Place():
            yield from _place_faults(state, event)
        case Draw():
            yield from _turn_faults(state, event.seat)
            yield from _draw_faults(state, event)
        case Pass():
            yield from _turn_faults(state, event.seat)
            yield from _pass_faults(state, event.seat)
        case Timeout():
            yield from _turn_faults(state, event.seat)
            yield from _timeout_faults(state, event)
        case Show():
            yield from _show_faults(state, event)
        case _:
            assert_never(event)


def _deal_faults(state: TriangleState, deal: Deal) -> Iterator[Fault]:
    everything = tile_set(state.ruleset.chirality)
    if len(deal.hands) != state.players or not all(hand.count for hand in deal.hands):
        yield Fault(reason=Reason.WRONG_DEAL, final=True)
        return
    size = state.ruleset.deal[state.players - 1]
    piles = (*deal.hands, deal.well)
    if any(hand.count != size for hand in deal.hands) or sum(pile.count for pile in piles) != len(everything):
        yield Fault(reason=Reason.WRONG_DEAL)
    known = [tile for pile in piles if pile.tiles is not None for tile in pile.tiles]
    if len(set(known)) < len(known):
        yield Fault(reason=Reason.WRONG_DEAL, final=True)
    yield from _tile_set_faults(state, known)


def _tile_set_faults(state: TriangleState, tiles: "list[Tile] | tuple[Tile, ...]") -> Iterator[Fault]:
    strangers = tuple(tile for tile in tiles if tile not in tile_set(state.ruleset.chirality))
    if strangers:
        yield TileFault(reason=Reason.BAD_TILE, tiles=strangers)


def _reveal_faults(state: TriangleState, reveal: Reveal) -> Iterator[Fault]:
    if state.opener not in (None, reveal.seat):
        yield Fault(reason=Reason.WRONG_OPENER)
    yield from _hand_faults(state, reveal.seat, reveal.tile)
    right = state.right_to_open
    if not reveal.tile.is_triplet or (right is not None and reveal.tile != right.tiles[0]):
        yield TileFault(reason=Reason.MUST_REVEAL, tiles=right.tiles[:1] if right else ())


def _turn_faults(state: TriangleState, seat: int) -> Iterator[Fault]:
    if seat != state.to_move:
        over = seat == state.last_seat
        yield Fault(reason=Reason.TURN_OVER if over else Reason.NOT_YOUR_TURN)


def _place_faults(state: TriangleState, place: Place) -> Iterator[Fault]:
    if state.phase is Phase.PLAY:
        yield from _turn_faults(state, place.seat)
    elif state.opener not in (None, place.seat):
        yield Fault(reason=Reason.WRONG_OPENER)
    board_faults = state.board.placement_faults(place.placement)
    if any(fault.final for fault in board_faults):
        yield from board_faults
        return
    # That a tile does not exist says more than that the hand lacks it.
    bad = tuple(fault for fault in board_faults if fault.reason is Reason.BAD_TILE)
    yield from bad
    if state.phase is Phase.PLAY:
        yield from _choice_faults(state, place.seat, place.placement.tile)
    else:
        yield from _opening_faults(state, place.seat, place.placement.tile)
    yield from board_faults[len(bad) :]


def _choice_faults(state: TriangleState, seat: int, tile: Tile) -> Iterator[Fault]:
    missing = tuple(_hand_faults(state, seat, tile))
    yield from missing
    choice = state.playable(seat)
    if not missing and choice is not None and tile not in choice:
        yield TileFault(reason=Reason.MUST_PLAY_BOUGHT, tiles=tuple(sorted(choice)))


def _hand_faults(state: TriangleState, seat: int, tile: Tile) -> Iterator[Fault]:
    if not _may_be_in(state, state.hands[seat], tile):
        yield TileFault(reason=Reason.NOT_IN_HAND, final=True, tiles=(tile,))


def _may_be_in(state: TriangleState, pile: Hand[Tile], tile: Tile) -> bool:
    """Whether a hand or the well may hold the tile: a hidden one may, unless another is known to hold it."""
    known_elsewhere = not pile.is_known and any(tile in (other.tiles or ()) for other in (*state.hands, state.well))
    return pile.may_hold(tile) and not known_elsewhere


def _opening_faults(state: TriangleState, seat: int, tile: Tile) -> Iterator[Fault]:
    if state.ruleset.opening_tile is OpeningTile.BANK:
        if not _may_be_in(state, state.well, tile):
            yield TileFault(reason=Reason.NOT_IN_WELL, final=True, tiles=(tile,))
        return
    yield from _hand_faults(state, seat, tile)
    right = state.right_to_open or _claim_of(state, seat)
    if right is not None:
        if seat == right.seat and tile not in right.tiles:
            yield TileFault(reason=Reason.MUST_OPEN_WITH, tiles=right.tiles)
        elif tile == ZEROS != right.tiles[0] and state.revealed is None and state.ruleset.reveal_triplet:
            yield TileFault(reason=Reason.MUST_REVEAL, tiles=right.tiles[:1])
    elif state.revealed is not None and tile not in (state.revealed, ZEROS):
        yield TileFault(reason=Reason.MUST_OPEN_WITH, tiles=(state.revealed,))


def _claim_of(state: TriangleState, seat: int) -> RightToOpen | None:
    """What a seat may open with whose own hand is known, though others are not: the tile that gives it the right."""
    tiles = state.hands[seat].tiles
    ruleset = state.ruleset
    if not tiles or ruleset.opening is not Opening.TRIPLET or opens_by_winning(ruleset, state.round_winners):
        return None
    right = right_to_open(ruleset, [tiles])
    return RightToOpen(seat, right.tiles) if isinstance(right, RightToOpen) else None


def _draw_faults(state: TriangleState, draw: Draw) -> Iterator[Fault]:
    ruleset = state.ruleset
    if not ruleset.voluntary_draw:
        yield from _could_play(state, draw.seat, Reason.DRAW_NOT_ALLOWED)
    if not _may_draw_more(state, draw.seat):
        yield Fault(reason=Reason.DRAW_LIMIT)
    if not state.well.count:
        yield Fault(reason=Reason.WELL_EMPTY, final=True)
    elif draw.tile is not None:
        yield from _well_faults(state, (draw.tile,))


def _well_faults(state: TriangleState, tiles: tuple[Tile, ...]) -> Iterator[Fault]:
    missing = tuple(
        tile for number, tile in enumerate(tiles) if tile in tiles[:number] or not _may_be_in(state, state.well, tile)
    )
    if missing:
        yield TileFault(reason=Reason.NOT_IN_WELL, final=True, tiles=missing)
    used = tuple(tile for tile in tiles if tile in state.board.used and tile not in missing)
    if used:
        yield TileFault(reason=Reason.TILE_USED, tiles=used)
    yield from _tile_set_faults(state, tiles)


def _pass_faults(state: TriangleState, seat: int) -> Iterator[Fault]:
    if state.well.count and _may_draw_more(state, seat):
        yield Fault(reason=Reason.PASS_NOT_ALLOWED)
    elif not (state.well.count and state.ruleset.decline_after_three):
        yield from _could_play(state, seat, Reason.PASS_NOT_ALLOWED)


def _may_draw_more(state: TriangleState, seat: int) -> bool:
    limit = state.ruleset.draw_limit
    return limit is None or len(state.bought_by(seat)) < limit


def _could_play(state: TriangleState, seat: int, reason: Reason) -> Iterator[Fault]:
    choice = state.playable(seat)
    # Of a hidden hand that much is known: what was seen to come into it in this turn.
    placements = state.board.placements_of(state.seen_bought_by(seat) if choice is None else choice)
    if placements:
        yield CouldPlay(reason=reason, placement=placements[0])


def _timeout_faults(state: TriangleState, timeout: Timeout) -> Iterator[Fault]:
    if timeout.tiles is not None:
        if len(timeout.tiles) != purchases_on_timeout(state, timeout.seat):
            yield Fault(reason=Reason.WRONG_COUNT, final=True)
        yield from _well_faults(state, timeout.tiles)


def purchases_on_timeout(state: TriangleState, seat: int) -> int:
    """How many tiles a seat whose time runs out must still buy."""
    ruleset = state.ruleset
    if ruleset.timeout is not TimeoutRule.UNWILLING or ruleset.draw_limit is None:
        return 0
    return min(max(ruleset.draw_limit - len(state.bought_by(seat)), 0), state.well.count)


def _show_faults(state: TriangleState, show: Show) -> Iterator[Fault]:
    hand = state.hands[show.seat]
    if hand.is_known:
        yield Fault(reason=Reason.NOT_NOW, final=True)
        return
    if len(show.tiles) != hand.count:
        yield Fault(reason=Reason.WRONG_COUNT, final=True)
    elsewhere = state.board.used.union(*(pile.tiles or () for pile in (*state.hands, state.well)))
    twice = show.tiles & elsewhere
    if twice:
        yield TileFault(reason=Reason.TILE_USED, tiles=tuple(sorted(twice)))
    yield from _tile_set_faults(state, tuple(sorted(show.tiles)))

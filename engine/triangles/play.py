"""Simulated players: who deals, draws and chooses when no people do. Hands are known."""

from collections.abc import Callable
from random import Random
from typing import assert_never

from tileref.engine.hands import Hand
from tileref.engine.triangles.board import Placement
from tileref.engine.triangles.events import Deal, Draw, Pass, Place, Reveal, StartDraw, TriangleEvent
from tileref.engine.triangles.lattice import ORIGIN
from tileref.engine.triangles.moves import best_of
from tileref.engine.triangles.opening import ZEROS
from tileref.engine.triangles.ruleset import OpeningTile
from tileref.engine.triangles.state import Phase, TriangleState
from tileref.engine.triangles.tiles import Tile, tile_set

Choice = Callable[[TriangleState, list[Placement], Random], Placement | None]
"""How a player picks from the legal placements; None is to draw or pass instead, where the rules allow it."""


def choose_any(_state: TriangleState, placements: list[Placement], rng: Random) -> Placement | None:
    """Any legal placement, each as likely."""
    return rng.choice(placements)


def choose_best(state: TriangleState, placements: list[Placement], _rng: Random) -> Placement | None:
    """The placement that scores most at once."""
    return best_of(state.ruleset, state.board, placements)


def next_event(state: TriangleState, rng: Random, choose: Choice = choose_any) -> TriangleEvent | None:
    """What happens next when chance and the player to move have their way; None when the match is over."""
    match state.phase:
        case Phase.DEAL:
            return deal(state, rng)
        case Phase.START_DRAW:
            assert state.start is not None, "a start draw has somebody to draw"
            return StartDraw(tuple(rng.sample(_tiles(state.well), len(state.start.drawing))))
        case Phase.OPEN:
            return _open(state, rng)
        case Phase.PLAY:
            return _turn(state, rng, choose)
        case Phase.SHOW | Phase.OVER:
            return None
        case _:
            assert_never(state.phase)


def deal(state: TriangleState, rng: Random) -> Deal:
    """A shuffled deal of the whole set."""
    tiles = list(tile_set(state.ruleset.chirality))
    rng.shuffle(tiles)
    size = state.ruleset.deal[state.players - 1]
    hands = tuple(Hand.of(tiles[seat * size : (seat + 1) * size]) for seat in range(state.players))
    return Deal(hands, Hand.of(tiles[state.players * size :]))


def _open(state: TriangleState, rng: Random) -> TriangleEvent:
    assert state.to_move is not None, "known hands tell who opens"
    right = state.right_to_open
    if state.ruleset.opening_tile is OpeningTile.BANK:
        tile = rng.choice(_tiles(state.well))
    elif right is None:
        tile = rng.choice(_tiles(state.hands[state.to_move]))
    else:
        tile = rng.choice(right.tiles) if state.revealed is None else ZEROS
        if tile == ZEROS != right.tiles[0] and state.revealed is None:
            return Reveal(state.to_move, right.tiles[0])
    return Place(state.to_move, ORIGIN, (tile.a, tile.b, tile.c))


def _turn(state: TriangleState, rng: Random, choose: Choice) -> TriangleEvent:
    seat = state.to_move
    assert seat is not None, "somebody is to move while the round is played"
    choice = state.playable(seat)
    assert choice is not None, "simulated players know their hands"
    placements = state.board.placements_of(choice)
    if placements:
        placement = choose(state, placements, rng)
        if placement is not None:
            return Place(seat, placement.cell, placement.digits)
    limit = state.ruleset.draw_limit
    if state.well.count and (limit is None or len(state.bought) < limit):
        return Draw(seat, rng.choice(_tiles(state.well)))
    return Pass(seat)


def _tiles(hand: Hand[Tile]) -> list[Tile]:
    """The tiles in an order that does not depend on how sets are stored, so that a seed gives one match."""
    assert hand.tiles is not None, "simulated hands are known"
    return sorted(hand.tiles)

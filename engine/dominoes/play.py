"""Simulated players: who deals, draws and chooses when no people do. Hands are known."""

from collections.abc import Callable
from random import Random

from tileref.engine.dominoes.chain import Placement
from tileref.engine.dominoes.events import Deal, DominoEvent, Draw, Pass, Place
from tileref.engine.dominoes.ruleset import DrawRule
from tileref.engine.dominoes.state import DominoState, Phase
from tileref.engine.dominoes.tiles import DOMINOES, Domino
from tileref.engine.hands import Hand

Chooser = Callable[[DominoState, Random], DominoEvent]
"""How a player takes a turn: what the seat to move does next."""


def chance_event(state: DominoState, rng: Random) -> Deal | None:
    """The deal where one is due, a shuffled one of the whole set; None where a player decides."""
    if state.phase is not Phase.DEAL:
        return None
    tiles = list(DOMINOES)
    rng.shuffle(tiles)
    size = state.ruleset.deal[state.players - 1]
    hands = tuple(Hand.of(tiles[seat * size : (seat + 1) * size]) for seat in range(state.players))
    return Deal(hands, Hand.of(tiles[state.players * size :]))


def choose_any(state: DominoState, rng: Random) -> DominoEvent:
    """Lay any domino that may be laid, each as likely; else draw, else pass."""
    placements = legal_placements(state)
    return _lay(state, rng.choice(placements)) if placements else _draw_or_pass(state, rng)


def choose_best(state: DominoState, rng: Random) -> DominoEvent:
    """Lay the domino with the most pips: laying scores nothing, so the best is to be rid of them."""
    placements = legal_placements(state)
    if not placements:
        return _draw_or_pass(state, rng)
    return _lay(state, max(placements, key=lambda placement: (placement.tile.value, placement.tile)))


def next_event(state: DominoState, rng: Random, choose: Chooser = choose_any) -> DominoEvent | None:
    """What happens next when chance and the player to move have their way; None when the match is over."""
    if state.phase is Phase.OVER:
        return None
    return chance_event(state, rng) or choose(state, rng)


def legal_placements(state: DominoState) -> list[Placement]:
    """Everything the seat to move may lay, its hand being known."""
    must = state.opening_tile
    tiles = _tiles(state.hands[_mover(state)]) if must is None else [must]
    return state.chain.placements_of(tiles)


def _lay(state: DominoState, placement: Placement) -> Place:
    return Place(_mover(state), placement.tile, placement.end)


def _draw_or_pass(state: DominoState, rng: Random) -> Draw | Pass:
    if state.well.count and (state.ruleset.draw is DrawRule.UNTIL_FITS or not state.drawn):
        return Draw(_mover(state), rng.choice(_tiles(state.well)))
    return Pass(_mover(state))


def _mover(state: DominoState) -> int:
    assert state.to_move is not None, "somebody is to move while a round is played"
    return state.to_move


def _tiles(hand: Hand[Domino]) -> list[Domino]:
    """The dominoes in an order that does not depend on how sets are stored: a seed gives one match."""
    assert hand.tiles is not None, "simulated hands are known"
    return sorted(hand.tiles)

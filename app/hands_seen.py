"""The hands that are laid in view when a round is over, one after another."""

from collections.abc import Mapping

from tileref.engine.triangles import Phase, Tile, TriangleMatch, tile_of
from tileref.happenings import HandSeen
from tileref.vision.observed import ObservedPicture


def find_loose(observed: ObservedPicture) -> Mapping[Tile, bool]:
    """The tiles that lie face up beside the board, and whether each was read for sure."""
    loose: dict[Tile, bool] = {}
    for tile in observed.tiles:
        if tile.cell is None and tile.digits is not None:
            # Two that read alike cannot both be right.
            loose[tile_of(tile.digits)] = tile.sure and tile_of(tile.digits) not in loose
    return loose


def find_hand(state: TriangleMatch, loose: Mapping[Tile, bool], others: frozenset[Tile]) -> HandSeen | None:
    """The hand of the seat that is to show next, once as many tiles lie there as it holds; `others` lay there before.

    The hands that were shown already may lie there as well.
    """
    if state.phase is not Phase.SHOW:
        return None
    seat = next((seat for seat in range(state.players) if not state.hands[seat].is_known), None)
    if seat is None:
        return None
    shown = frozenset[Tile]().union(*(hand.tiles or () for hand in state.hands))
    tiles = frozenset(loose) - others - shown
    count = state.hands[seat].count
    if len(tiles) < count or not tiles:
        return None
    sure = len(tiles) == count and all(loose[tile] for tile in tiles) and not tiles & state.board.used
    return HandSeen(seat, tiles, count, sure=sure)

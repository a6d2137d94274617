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


def find_fitting(state: TriangleMatch, tiles: frozenset[Tile]) -> tuple[int, ...]:
    """The seats that are still to show their hands and hold as many tiles."""
    hands = enumerate(state.hands)
    return tuple(seat for seat, hand in hands if not hand.is_known and hand.count == len(tiles))


def find_hand(
    state: TriangleMatch, loose: Mapping[Tile, bool], others: frozenset[Tile], *, by: int | None, attended: bool
) -> HandSeen | None:
    """The hand that was laid in view, once as many tiles lie there as somebody holds; `others` lay there before.

    The hands that were shown already may lie there as well. `by` is whose hand was seen. Where several are still to
    show theirs and that was not seen, it is not sure whose it is, if there is somebody to ask; else they do it in turn.
    """
    hidden = [seat for seat, hand in enumerate(state.hands) if not hand.is_known]
    if state.phase is not Phase.SHOW or not hidden:
        return None
    shown = frozenset[Tile]().union(*(hand.tiles or () for hand in state.hands))
    tiles = frozenset(loose) - others - shown
    fitting = find_fitting(state, tiles) if attended else ()
    likeliest = (by,) if by is not None and by in (fitting or hidden) else ()
    seat = (*likeliest, *fitting, *hidden)[0]
    count = state.hands[seat].count
    if not tiles or len(tiles) < count:
        return None
    whose = bool(likeliest) or len(hidden) == 1 or not attended
    sure = whose and len(tiles) == count and all(loose[tile] for tile in tiles) and not tiles & state.board.used
    return HandSeen(seat, tiles, count, sure=sure)

"""What could be laid: the best placement of a hand, and counts of ways to go on."""

from collections.abc import Iterable

from tileref.engine.triangles.board import Board, Placement
from tileref.engine.triangles.bonus import score_placement
from tileref.engine.triangles.ruleset import TriangleRuleset
from tileref.engine.triangles.tiles import Tile


def best_placement(ruleset: TriangleRuleset, board: Board, tiles: Iterable[Tile]) -> Placement | None:
    """The legal placement of these tiles that scores most at once, None where nothing fits."""
    return best_of(ruleset, board, board.placements_of(tiles))


def best_of(ruleset: TriangleRuleset, board: Board, placements: Iterable[Placement]) -> Placement | None:
    """The placement that scores most at once; of equals the tile of the highest value, which is best got rid of."""
    return max(
        placements,
        key=lambda placement: (score_placement(ruleset, board, placement).points, placement.value),
        default=None,
    )


def perft(board: Board, tiles: frozenset[Tile], depth: int) -> int:
    """How many ways there are to lay `depth` of these tiles one after another.

    The counts are to the placement rules what perft is to a chess engine: one wrong rule and they differ.
    """
    if depth == 0:
        return 1
    placements = board.placements_of(tiles)
    if depth == 1:
        return len(placements)
    return sum(perft(board.place(placement), tiles - {placement.tile}, depth - 1) for placement in placements)

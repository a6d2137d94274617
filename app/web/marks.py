"""The tiles in the picture of a table, each with what has become of it: what the overlay draws."""

from collections.abc import Iterator

from tileref.engine.triangles import Cell
from tileref.game import Game
from tileref.locating import locate
from tileref.reading import kind_of
from tileref.sights import see_board
from tileref.vision.observed import ObservedPicture
from tileref.vision.registration import Registration
from tileref.vision.tiles import SeenTile
from tileref.web.table_shapes import MarkShape


def find_marks(game: Game | None, observed: ObservedPicture) -> tuple[MarkShape, ...]:
    """Every tile that was seen; by the cells of the game, where the picture shows its board."""
    return tuple(_marks(game, observed))


def _marks(game: Game | None, observed: ObservedPicture) -> Iterator[MarkShape]:
    found = locate(game, see_board(observed)) if game is not None else None
    for tile in observed.tiles:
        cell, digits = tile.cell, tile.digits
        if cell is not None and digits is not None and isinstance(found, Registration):
            # The corners stay where they are; only the cell has another name in the match.
            cell = found.motion.cell(cell)
        yield MarkShape.model_validate(
            {
                "corners": _corners(tile),
                "values": digits,
                "kind": kind_of(tile),
                "sure": tile.sure,
                "cell": cell if isinstance(found, Registration) else None,
                "state": _state(game, tile, cell if isinstance(found, Registration) else None),
            }
        )


def _state(game: Game | None, tile: SeenTile, cell: Cell | None) -> str:
    if tile.digits is None:
        return "facedown"
    if game is not None and cell is not None:
        if cell in game.refused:
            return "refused"
        if cell in game.waiting:
            return "waiting"
        if cell in game.lying:
            return "counts"
    if not tile.sure:
        return "unsure"
    return "loose"


def _corners(tile: SeenTile) -> tuple[tuple[float, float], ...]:
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in tile.corners)

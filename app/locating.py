"""How the cells of a picture lie to those of a game."""

from collections.abc import Mapping
from operator import eq

from tileref.engine.triangles import Cell, Digits
from tileref.game import Game
from tileref.sights import Sight
from tileref.vision.registration import TURNS, Motion, NoRegistration, Registration, register


def locate(game: Game, sights: Mapping[Cell, Sight]) -> Registration | NoRegistration:
    """How the cells of a picture lie to those of the game."""
    seen = {cell: sight.digits for cell, sight in sights.items()}
    known = game.known
    if not known and seen:
        return Registration(Motion(), seen, 0, 0)
    # What was just lifted tells as well, if it is back: a triplet alone would not say which way the rest lies.
    found = register(known | {cell: it.digits for cell, it in game.struck.items() if cell not in known}, seen)
    if not found and len(known) == len(seen) == 1 and not game.leftover:
        # One tile alone lies where the other lay: it was exchanged, or one of the two was misread.
        return _put_upon(*known.items(), *seen.items())
    return found


def _put_upon(known: tuple[Cell, Digits], seen: tuple[Cell, Digits]) -> Registration:
    """The tile that is seen in the cell of the one that is known, turned so that most corners agree."""
    turned = ((Motion(turns), Motion(turns).cell(seen[0])) for turns in range(TURNS))
    motions = (
        Motion(motion.turns, known[0].x - cell.x, known[0].y - cell.y)
        for motion, cell in turned
        if cell.point == known[0].point
    )
    placed = {motion: motion.place(*seen).digits for motion in motions}
    best = max(placed, key=lambda motion: sum(map(eq, placed[motion], known[1])))
    return Registration(best, {known[0]: placed[best]}, 0, 1)

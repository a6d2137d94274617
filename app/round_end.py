"""The end of a round as a table has it: what its hands prove, and a board that still lies there."""

from dataclasses import replace

from tileref.engine.match import RoundOver
from tileref.engine.rounds import audit, rounds_of
from tileref.engine.triangles import Phase
from tileref.game import Game
from tileref.happenings import Found, Happening


def end_rounds(before: Game, game: Game, happenings: tuple[Happening, ...]) -> tuple[Game, tuple[Happening, ...]]:
    """If a round has ended, what its hands prove, and the game with its board still to be cleared away."""
    known = {id(step) for step in before.record.steps}
    over = [
        step
        for step in game.record.steps
        if id(step) not in known and any(isinstance(item, RoundOver) for item in step.news)
    ]
    if not over or game.state.phase not in (Phase.DEAL, Phase.OVER):
        return game, happenings
    known_found = {finding for played in rounds_of(before.record) for _, finding in audit(played)}
    found = (
        Found(step, finding)
        for played in rounds_of(game.record)
        for step, finding in audit(played)
        if finding not in known_found
    )
    return _without_board(game), (*happenings, *found)


def _without_board(game: Game) -> Game:
    """The game when its round is over: what lay there and did not count is of no matter any more."""
    return replace(game, refused={}, waiting={}, missing=frozenset(), covered=frozenset(), leftover=True)

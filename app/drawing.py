"""The table after a step, as text and as a picture, whatever game is played on it.

The last event of a round clears the state for the next one, but not the table, so the drawing follows from the
event and the state before it.
"""

from tileref.engine import dice, dominoes, triangles
from tileref.engine.dice.svg import draw_dice
from tileref.engine.dominoes.svg import draw_chain
from tileref.engine.record import Step


def draw_text(step: Step) -> str | None:
    """What lies on the table after a step that laid or threw something, drawn with characters."""
    match _table_after(step):
        case triangles.Board() as board:
            return triangles.to_ascii(board)
        case dominoes.Chain() as chain:
            return " ".join(f"[{laid.left}|{laid.right}]" for laid in chain)
        case tuple() as thrown:
            return " ".join(f"[{die}]" for die in thrown)
        case None:
            return None


def draw_svg(step: Step, *, title: str) -> str | None:
    """The picture of what lies on the table after a step that laid or threw something."""
    event = step.event
    match _table_after(step):
        case triangles.Board() as board:
            assert isinstance(event, triangles.Place), "only a placement changes a board"
            faults = [fault for fault in step.faults if isinstance(fault, triangles.PlacementFault)]
            return triangles.draw_board(board, new=event.cell, faults=faults, title=title)
        case dominoes.Chain() as chain:
            assert isinstance(event, dominoes.Place), "only a placement changes a chain"
            new = 0 if event.end is dominoes.End.L else len(chain) - 1
            wrong = any(isinstance(fault, dominoes.ChainFault) for fault in step.faults)
            return draw_chain(chain.laid, new=new, faults=(new,) if wrong else (), title=title)
        case tuple() as thrown:
            again = event.indices if isinstance(event, dice.Reroll) else range(len(thrown))
            held = [place for place in range(len(thrown)) if place not in again]
            return draw_dice(thrown, held=held, title=title)
        case None:
            return None


def _table_after(step: Step) -> triangles.Board | dominoes.Chain | tuple[int, ...] | None:
    if step.is_void:
        return None
    match step.before, step.event:
        case triangles.TriangleMatch() as before, triangles.Place() as event:
            return before.board.place(event.placement)
        case dominoes.DominoMatch() as before, dominoes.Place() as event:
            return before.chain.place(event.tile, event.end)
        case dice.DiceMatch(), dice.Roll() | dice.Reroll():
            assert isinstance(step.after, dice.DiceMatch), "a match stays of its game"
            return step.after.dice
    return None

"""A match of triangular dominoes: its state, what may happen next, and where it stands.

What is wrong with an event is in `legality`, what it does in `fold`.
"""

from tileref.engine.faults import Fault
from tileref.engine.hands import Hand
from tileref.engine.match import Event, Standings, leaders_of
from tileref.engine.triangles.board import Board
from tileref.engine.triangles.fold import fold
from tileref.engine.triangles.legality import event_faults
from tileref.engine.triangles.ruleset import TriangleRuleset
from tileref.engine.triangles.state import Phase, TriangleState, empty_board
from tileref.engine.triangles.tiles import Tile


class TriangleMatch(TriangleState):
    """A match at one moment; `apply` gives the next."""

    def faults(self, event: Event) -> tuple[Fault, ...]:
        """Everything that is wrong with the event, the decisive fault first; empty when it may stand."""
        return event_faults(self, event)

    def apply(self, event: Event) -> "TriangleMatch":
        """The state after the event, which must have no final fault."""
        return fold(self, event)

    def standings(self) -> Standings:
        """Points and leaders; once the match is over the leaders are its winners."""
        over = self.phase is Phase.OVER
        return Standings(self.totals, self.winners if over else leaders_of(self.totals), over)


def start_match(ruleset: TriangleRuleset, players: int) -> TriangleMatch:
    """A match before its first deal; the number of players must be one the ruleset allows."""
    ruleset.check_players(players)
    return TriangleMatch(
        ruleset=ruleset,
        players=players,
        phase=Phase.DEAL,
        totals=(0,) * players,
        reached=(False,) * players,
        round=1,
        board=empty_board(ruleset),
        hands=(Hand.hidden(0),) * players,
        well=Hand.hidden(0),
    )


def set_up_match(
    ruleset: TriangleRuleset,
    *,
    board: Board,
    hands: tuple[Hand[Tile], ...],
    well: Hand[Tile],
    to_move: int,
    opener: int = 0,
    totals: tuple[int, ...] | None = None,
) -> TriangleMatch:
    """A match in the middle of a round, for a referee who comes late; with an empty board, at its opening."""
    totals = totals or (0,) * len(hands)
    return TriangleMatch(
        ruleset=ruleset,
        players=len(hands),
        phase=Phase.PLAY if len(board) else Phase.OPEN,
        totals=totals,
        reached=tuple(ruleset.target is not None and total >= ruleset.target for total in totals),
        round=1,
        board=board,
        hands=hands,
        well=well,
        to_move=to_move,
        opener=opener if len(board) else to_move,
    )

"""A match of dominoes: its state, what may happen next, and where it stands.

What is wrong with an event is in `legality`, what it does in `fold`.
"""

from tileref.engine.dominoes.chain import Chain
from tileref.engine.dominoes.fold import fold
from tileref.engine.dominoes.legality import event_faults
from tileref.engine.dominoes.ruleset import DominoRuleset
from tileref.engine.dominoes.state import DominoState, Phase
from tileref.engine.dominoes.tiles import Domino
from tileref.engine.faults import Fault
from tileref.engine.hands import Hand
from tileref.engine.match import Event, Standings, leaders_of


class DominoMatch(DominoState):
    """A match at one moment; `apply` gives the next."""

    __slots__ = ()

    def faults(self, event: Event) -> tuple[Fault, ...]:
        """Everything that is wrong with the event, the decisive fault first; empty when it may stand."""
        return event_faults(self, event)

    def apply(self, event: Event) -> "DominoMatch":
        """The state after the event, which must have no final fault."""
        return fold(self, event)

    def standings(self) -> Standings:
        """Points and leaders; once the match is over the leaders are its winners."""
        over = self.phase is Phase.OVER
        return Standings(self.totals, self.winners if over else leaders_of(self.totals), over)


def start_match(ruleset: DominoRuleset, players: int) -> DominoMatch:
    """A match before its first deal; the number of players must be one the ruleset allows."""
    ruleset.check_players(players)
    return DominoMatch(
        ruleset=ruleset,
        players=players,
        phase=Phase.DEAL,
        totals=(0,) * players,
        round=1,
        chain=Chain(),
        hands=(Hand.hidden(0),) * players,
        well=Hand.hidden(0),
    )


def set_up_match(
    ruleset: DominoRuleset,
    *,
    chain: Chain,
    hands: tuple[Hand[Domino], ...],
    well: Hand[Domino],
    to_move: int,
    totals: tuple[int, ...] | None = None,
) -> DominoMatch:
    """A match in the middle of a round, for a referee who comes late; with an empty chain, at its opening."""
    return DominoMatch(
        ruleset=ruleset,
        players=len(hands),
        phase=Phase.PLAY if len(chain) else Phase.OPEN,
        totals=totals or (0,) * len(hands),
        round=1,
        chain=chain,
        hands=hands,
        well=well,
        to_move=to_move,
        opener=None if len(chain) else to_move,
    )

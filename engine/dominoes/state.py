"""The state of a match of dominoes, and what can be told from it."""

from dataclasses import dataclass
from enum import StrEnum

from tileref.engine.dominoes.chain import Chain
from tileref.engine.dominoes.ruleset import DominoRuleset, LaterOpener
from tileref.engine.dominoes.settlement import highest_double
from tileref.engine.dominoes.tiles import Domino
from tileref.engine.hands import Hand
from tileref.engine.match import News, RoundEnd


class Phase(StrEnum):
    """What the match waits for."""

    DEAL = "deal"
    OPEN = "open"
    PLAY = "play"
    SHOW = "show"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class DominoState:
    """Everything a match is at one moment. Nothing changes it."""

    ruleset: DominoRuleset
    players: int
    phase: Phase
    totals: tuple[int, ...]
    # The round that is being played, from 1; its chain, hands and bazaar.
    round: int
    chain: Chain
    hands: tuple[Hand[Domino], ...]
    well: Hand[Domino]
    to_move: int | None = None
    opener: int | None = None
    # Dominoes drawn in the turn that is being taken, None for each that nobody saw.
    drawn: tuple[Domino | None, ...] = ()
    # The seat that took the last turn, to tell a turn that is over from one that has not come.
    last_seat: int | None = None
    # Turns in a row without a laid domino.
    idle: int = 0
    # How the round ended, while its hands are still to be shown.
    ended: RoundEnd | None = None
    round_winners: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    news: tuple[News, ...] = ()

    @property
    def winner_opens(self) -> bool:
        """Whether the winner of the last round opens this one, with any domino.

        A round that nobody or several have won leaves the opening to the highest double.
        """
        return self.ruleset.later_opener is LaterOpener.ROUND_WINNER and len(self.round_winners) == 1

    @property
    def opening_tile(self) -> Domino | None:
        """The double that must open, while that is to be done and the opener's hand tells."""
        if self.phase is not Phase.OPEN or self.opener is None or self.winner_opens:
            return None
        return highest_double(self.hands[self.opener].tiles or ())

    @property
    def to_show(self) -> tuple[int, ...]:
        """The seats whose hands must still be shown before the round can be settled."""
        if self.phase is not Phase.SHOW:
            return ()
        return tuple(seat for seat, hand in enumerate(self.hands) if not hand.is_known)

    def held(self, seat: int) -> frozenset[Domino]:
        """The dominoes the seat certainly holds: its hand, or those it was seen to draw in this turn."""
        tiles = self.hands[seat].tiles
        if tiles is not None:
            return tiles
        seen = self.drawn if seat == self.to_move else ()
        return frozenset(tile for tile in seen if tile is not None)

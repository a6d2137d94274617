"""The state of a match of triangular dominoes, and what can be told from it."""

from dataclasses import dataclass
from enum import StrEnum

from tileref.engine.hands import Hand
from tileref.engine.match import News, RoundEnd
from tileref.engine.triangles.board import Board
from tileref.engine.triangles.opening import RightToOpen, StartSums, right_to_open
from tileref.engine.triangles.ruleset import LaterOpener, Opening, PlayAfterBuy, TriangleRuleset
from tileref.engine.triangles.tiles import Tile, tile_set


class Phase(StrEnum):
    """What the match waits for."""

    DEAL = "deal"
    START_DRAW = "start_draw"
    OPEN = "open"
    PLAY = "play"
    SHOW = "show"
    OVER = "over"


# Not slotted: a fold copies the whole of a state at every event, which a `__dict__` does in one step.
@dataclass(frozen=True)
class TriangleState:
    """Everything a match is at one moment. Nothing changes it."""

    ruleset: TriangleRuleset
    players: int
    phase: Phase
    totals: tuple[int, ...]
    # Which seats had the target at any moment of the match.
    reached: tuple[bool, ...]
    # The round that is being played, from 1; its board, hands and well.
    round: int
    board: Board
    hands: tuple[Hand[Tile], ...]
    well: Hand[Tile]
    to_move: int | None = None
    opener: int | None = None
    start: StartSums | None = None
    # The triplet the opener has shown.
    revealed: Tile | None = None
    # Tiles drawn in the turn that is being taken, None for each that nobody saw.
    bought: tuple[Tile | None, ...] = ()
    # The seat that took the last turn, to tell a turn that is over from one that has not come.
    last_seat: int | None = None
    # Turns in a row that failed with the well empty.
    idle: int = 0
    # The seats that have gone out, in order, and those that then still have a last turn.
    outs: tuple[int, ...] = ()
    last_turns: tuple[int, ...] = ()
    # How the round ended, while its hands are still to be shown.
    ended: RoundEnd | None = None
    # The hands as they were counted when somebody went out, where that is the rule.
    counted: tuple[int, ...] | None = None
    round_winners: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    news: tuple[News, ...] = ()

    @property
    def right_to_open(self) -> RightToOpen | None:
        """Who opens with what, while that is to be done and the hands tell."""
        if self.phase is not Phase.OPEN or self.ruleset.opening is not Opening.TRIPLET:
            return None
        if opens_by_winning(self.ruleset, self.round_winners):
            return None
        hands = [hand.tiles for hand in self.hands if hand.tiles is not None]
        if len(hands) < self.players:
            return None
        right = right_to_open(self.ruleset, hands)
        return right if isinstance(right, RightToOpen) else None

    def bought_by(self, seat: int) -> tuple[Tile | None, ...]:
        """What the seat has drawn in the turn it is taking, None for each tile that nobody saw."""
        return self.bought if seat == self.to_move else ()

    def playable(self, seat: int) -> frozenset[Tile] | None:
        """The tiles the seat may choose from in its turn, None where they are not all known."""
        if self.ruleset.play_after_buy is PlayAfterBuy.BOUGHT_ONLY and (bought := self.bought_by(seat)):
            seen = self.seen_bought_by(seat)
            return seen if len(seen) == len(bought) else None
        return self.hands[seat].tiles

    def seen_bought_by(self, seat: int) -> frozenset[Tile]:
        """The tiles the seat was seen to draw in the turn it is taking."""
        return frozenset(tile for tile in self.bought_by(seat) if tile is not None)


def opens_by_winning(ruleset: TriangleRuleset, round_winners: tuple[int, ...]) -> bool:
    """Whether the winner of the last round opens the next, with any tile."""
    return ruleset.later_opener is LaterOpener.ROUND_WINNER and bool(round_winners)


def unplayed_tiles(board: Board, piles: tuple[Hand[Tile], ...]) -> frozenset[Tile]:
    """The tiles in hands and well: those that are known, or else all that do not lie on the board."""
    known = [pile.tiles for pile in piles if pile.tiles is not None]
    if len(known) < len(piles):
        return frozenset(tile_set(board.chirality)) - board.used
    return frozenset[Tile]().union(*known)


def empty_board(ruleset: TriangleRuleset) -> Board:
    """A board without tiles, under the ruleset's placement rules."""
    return Board(chirality=ruleset.chirality, corner_rule=ruleset.corner_rule)

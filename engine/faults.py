"""Why an event is refused: a stable code, and what it points at."""

from dataclasses import dataclass
from enum import StrEnum


class Reason(StrEnum):
    """Every code a refusal can carry, in all games."""

    # Laying a triangular tile, in the order in which they are tested.
    BAD_TILE = "bad_tile"
    TILE_USED = "tile_used"
    OCCUPIED = "occupied"
    NO_SIDE = "no_side"
    SIDE_MISMATCH = "side_mismatch"
    CORNER_MISMATCH = "corner_mismatch"
    # Laying a domino.
    WRONG_END = "wrong_end"
    NO_MATCH = "no_match"
    MUST_OPEN_WITH_DOUBLE = "must_open_with_double"
    # Opening a round.
    WRONG_OPENER = "wrong_opener"
    MUST_OPEN_WITH = "must_open_with"
    MUST_REVEAL = "must_reveal"
    WRONG_DEAL = "wrong_deal"
    WRONG_COUNT = "wrong_count"
    # Taking a turn.
    NOT_YOUR_TURN = "not_your_turn"
    TURN_OVER = "turn_over"
    NOT_IN_HAND = "not_in_hand"
    NOT_IN_WELL = "not_in_well"
    MUST_PLAY_BOUGHT = "must_play_bought"
    DRAW_NOT_ALLOWED = "draw_not_allowed"
    DRAW_LIMIT = "draw_limit"
    WELL_EMPTY = "well_empty"
    PASS_NOT_ALLOWED = "pass_not_allowed"
    # Dice.
    BAD_DICE = "bad_dice"
    NO_ROLL = "no_roll"
    ROLL_LIMIT = "roll_limit"
    CATEGORY_FILLED = "category_filled"
    MUST_USE_UPPER = "must_use_upper"
    MUST_USE_LOWER = "must_use_lower"
    # The match is at another point.
    NOT_NOW = "not_now"
    NO_SUCH_SEAT = "no_such_seat"
    MATCH_OVER = "match_over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One thing wrong with an event.

    A `final` fault cannot stand even if everybody agrees (a tile on top of another, a draw from an empty
    well): the state has no room for it. Any other may be overruled by the people at the table.
    """

    reason: Reason
    final: bool = False

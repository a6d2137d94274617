"""Rulesets of triangular dominoes: the five of the leaflets, each a value with every option as a field."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from tileref.engine.options import OptionError, Span
from tileref.engine.ruleset import Ruleset
from tileref.engine.triangles.board import CornerRule
from tileref.engine.triangles.tiles import Chirality, tile_set

Points = Annotated[int, Span(0, 1000)]


class Scheme(StrEnum):
    """Which placements are told apart: by digits matched (leaflets 000, 001) or by hexagons (004)."""

    ALL_THREE = "all_three"
    HEXAGONS = "hexagons"


class Opening(StrEnum):
    """Who opens: the holder of the highest triplet, or whoever draws the largest tile from the bank."""

    TRIPLET = "triplet"
    START_DRAW = "start_draw"


class TilePoints(StrEnum):
    """What a laid tile is worth: the sum of its digits, or one point."""

    VALUE = "value"
    ONE = "one"


class BonusSum(StrEnum):
    """Several bonuses for one placement: the largest, or all of them."""

    LARGEST = "largest"
    ADD = "add"


class AllThreeReading(StrEnum):
    """What "matches in all three digits" means."""

    HEXAGON_OR_THREE_SIDES = "hexagon_or_three_sides"
    HEXAGON = "hexagon"
    THREE_SIDES = "three_sides"


class BridgeCorner(StrEnum):
    """Which corner of a tile laid by one side must touch another tile to make a bridge."""

    OPPOSITE = "opposite"
    ANY = "any"


class OpenTie(StrEnum):
    """Equal largest sums without a triplet: the next tiles decide, the seat decides, or a new deal."""

    NEXT_TILE = "next_tile"
    SEAT = "seat"
    REDRAW = "redraw"


class LaterOpener(StrEnum):
    """Who opens from the second round on."""

    SAME = "same"
    ROUND_WINNER = "round_winner"


class OpeningTile(StrEnum):
    """Where the opening tile comes from after a start draw."""

    BANK = "bank"
    HAND = "hand"


class StartTie(StrEnum):
    """Which equal sums make the start draw be repeated."""

    LARGEST_ONLY = "largest_only"
    ANY = "any"


class Redraw(StrEnum):
    """Who repeats the start draw."""

    ALL = "all"
    TIED = "tied"


class PlayAfterBuy(StrEnum):
    """What may be laid after a purchase."""

    ANY = "any"
    BOUGHT_ONLY = "bought_only"


class OutBonus(StrEnum):
    """Who is paid for laying the last tile when the last turns bring out another player too."""

    FIRST = "first"
    EACH = "each"


class CountHands(StrEnum):
    """When the remaining hands are counted."""

    AFTER_LAST_TURNS = "after_last_turns"
    AT_ONCE = "at_once"


class BlockDetection(StrEnum):
    """When a block is noticed."""

    FULL_CIRCLE = "full_circle"
    IMMEDIATE = "immediate"


class BlockScore(StrEnum):
    """What the winner of a blocked round gets: the other hands less his own once, or the differences."""

    SUM_MINUS_OWN = "sum_minus_own"
    DIFFERENCES = "differences"


class BlockTie(StrEnum):
    """Equal lowest hands in a blocked round: all win, or nobody."""

    ALL = "all"
    NONE = "none"


class RaceBlock(StrEnum):
    """Who wins a blocked round that is played without points."""

    LOWEST_VALUE = "lowest_value"
    FEWEST_TILES = "fewest_tiles"
    DRAW = "draw"


class EndAt400(StrEnum):
    """What happens when a total reaches the target in mid-round."""

    IMMEDIATE = "immediate"
    PLAY_ROUND_OUT = "play_round_out"


class Multi400(StrEnum):
    """Who wins when several have reached the target by the end of a round."""

    ROUND_WINNER_IF_QUALIFIED = "round_winner_if_qualified"
    ROUND_WINNER = "round_winner"
    HIGHEST = "highest"


class Qualify(StrEnum):
    """Who has reached the target: whoever ever did, or whoever stands there when the round is over."""

    LATCHED = "latched"
    AT_ROUND_END = "at_round_end"


class Tie(StrEnum):
    """Equal winners of the match: they share it, or play another round."""

    SHARED = "shared"
    EXTRA_ROUND = "extra_round"


class TimeoutRule(StrEnum):
    """What the end of a turn's time does."""

    UNWILLING = "unwilling"
    SKIP = "skip"
    WARN = "warn"


class PointsSwitch(StrEnum):
    """Whether points are counted; without them one round decides."""

    ON = "on"
    OFF = "off"


@dataclass(frozen=True, slots=True, kw_only=True)
class TriangleRuleset(Ruleset):
    """The rules of a match of triangular dominoes. The defaults are those of leaflet 000."""

    # The table.
    players_min: Annotated[int, Span(1, 6)] = 2
    players_max: Annotated[int, Span(1, 6)] = 6
    # Tiles each, by number of players from one up.
    deal: tuple[Annotated[int, Span(1, 30)], ...] = (9, 9, 7, 7, 6, 6)
    chirality: Chirality = Chirality.CW
    corner_rule: CornerRule = CornerRule.STRICT

    # What a placement earns.
    points: PointsSwitch = PointsSwitch.ON
    tile_points: TilePoints = TilePoints.VALUE
    scheme: Scheme = Scheme.ALL_THREE
    bonus_sum: BonusSum = BonusSum.LARGEST
    bridge_bonus: Points = 40
    bridge_corner: BridgeCorner = BridgeCorner.OPPOSITE
    two_sides_bonus: Points = 40
    three_sides_bonus: Points = 0
    all_three_bonus: Points = 60
    all_three_reading: AllThreeReading = AllThreeReading.HEXAGON_OR_THREE_SIDES
    hexagon: Points = 50
    double_hexagon: Points = 60
    triple_hexagon: Points = 70

    # The opening.
    opening: Opening = Opening.TRIPLET
    triplet_bonus: Points = 10
    zeros_bonus: Points = 40
    reveal_triplet: bool = True
    open_tie: OpenTie = OpenTie.NEXT_TILE
    start_tie: StartTie = StartTie.LARGEST_ONLY
    redraw: Redraw = Redraw.ALL
    opening_tile: OpeningTile = OpeningTile.HAND
    later_opener: LaterOpener = LaterOpener.SAME

    # Drawing and passing.
    voluntary_draw: bool = False
    draw_limit: Annotated[int, Span(1, 50)] | None = None
    draw_penalty: Points = 5
    play_after_buy: PlayAfterBuy = PlayAfterBuy.ANY
    decline_after_three: bool = False
    pass_penalty: Points = 10
    pass_penalty_empty_well: bool = True
    turn_seconds: Annotated[int, Span(5, 3600)] | None = None
    timeout: TimeoutRule = TimeoutRule.SKIP

    # The end of a round.
    equal_turns: bool = False
    out_points: Points = 25
    out_bonus: OutBonus = OutBonus.FIRST
    count_hands: CountHands = CountHands.AFTER_LAST_TURNS
    hands_scored: bool = True
    block_detection: BlockDetection = BlockDetection.FULL_CIRCLE
    block_score: BlockScore = BlockScore.SUM_MINUS_OWN
    block_tie: BlockTie = BlockTie.ALL
    race_block: RaceBlock = RaceBlock.LOWEST_VALUE

    # The end of the match.
    target: Annotated[int, Span(1, 100_000)] | None = 400
    round_limit: Annotated[int, Span(1, 1000)] | None = None
    end_at_400: EndAt400 = EndAt400.PLAY_ROUND_OUT
    multi_400: Multi400 = Multi400.ROUND_WINNER_IF_QUALIFIED
    qualify: Qualify = Qualify.LATCHED
    tie: Tie = Tie.SHARED
    floor_zero: bool = False

    def __post_init__(self) -> None:
        Ruleset.__post_init__(self)
        if len(self.deal) < self.players_max:
            raise OptionError(
                f"deal must have a number for each of 1 to {self.players_max} players, not {list(self.deal)!r}"
            )
        tiles = len(tile_set(self.chirality))
        for players in range(self.players_min, self.players_max + 1):
            if players * self.deal[players - 1] >= tiles:
                raise OptionError(
                    f"deal must leave a tile in the well: {players} players cannot have "
                    f"{self.deal[players - 1]} of {tiles} tiles each"
                )
        if self.points is PointsSwitch.ON and self.target is None and self.round_limit is None:
            raise OptionError("target and round_limit must not both be 'none': the match would never end")
        if self.timeout is TimeoutRule.UNWILLING and self.draw_limit is None:
            raise OptionError(
                "timeout must be one of skip, warn while draw_limit is 'none': 'unwilling' buys up to the limit"
            )


TRIPLE_400 = TriangleRuleset(
    id="triple-400",
    name="Тройное домино 400",
    leaflet="000",
    summary="Triangular dominoes to 400 points; the round in which somebody gets there is played out.",
)

TRIPLE_02982 = TriangleRuleset(
    id="triple-02982",
    name="Тройное домино 02982",
    leaflet="001",
    summary="Triangular dominoes to 400 points; whoever gets there has won at once.",
    end_at_400=EndAt400.IMMEDIATE,
)

TRIPLE_02982_RACE = TriangleRuleset(
    id="triple-02982-race",
    name="Тройное домино 02982, наперегонки",
    leaflet="001",
    summary="Triangular dominoes without points: the first to lay all tiles wins.",
    points=PointsSwitch.OFF,
)

TRIOMINO_HEX = TriangleRuleset(
    id="triomino-hex",
    name="Триомино",
    leaflet="004",
    summary="Bridges and hexagons; buy up to three tiles a turn, equal last turns, most points at 400 win.",
    players_min=1,
    scheme=Scheme.HEXAGONS,
    two_sides_bonus=0,
    opening=Opening.START_DRAW,
    opening_tile=OpeningTile.BANK,
    triplet_bonus=0,
    zeros_bonus=0,
    voluntary_draw=True,
    draw_limit=3,
    decline_after_three=True,
    pass_penalty_empty_well=False,
    timeout=TimeoutRule.UNWILLING,
    equal_turns=True,
    multi_400=Multi400.HIGHEST,
    qualify=Qualify.AT_ROUND_END,
)

TRIOMINO_KIDS = TriangleRuleset(
    id="triomino-kids",
    name="Триомино для детей",
    leaflet="004",
    summary="Triomino for children: a point for a tile, a point for a bridge or hexagon, no penalties.",
    players_min=1,
    tile_points=TilePoints.ONE,
    scheme=Scheme.HEXAGONS,
    bridge_bonus=1,
    two_sides_bonus=0,
    hexagon=1,
    double_hexagon=2,
    triple_hexagon=3,
    opening=Opening.START_DRAW,
    opening_tile=OpeningTile.BANK,
    triplet_bonus=0,
    zeros_bonus=0,
    voluntary_draw=True,
    draw_limit=3,
    draw_penalty=0,
    decline_after_three=True,
    pass_penalty=0,
    pass_penalty_empty_well=False,
    timeout=TimeoutRule.UNWILLING,
    equal_turns=True,
    out_points=5,
    hands_scored=False,
    multi_400=Multi400.HIGHEST,
    qualify=Qualify.AT_ROUND_END,
)

TRIANGLE_RULESETS = (TRIPLE_400, TRIPLE_02982, TRIPLE_02982_RACE, TRIOMINO_HEX, TRIOMINO_KIDS)

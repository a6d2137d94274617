"""What a placement is worth: its class, its value and its bonus."""

from enum import StrEnum
from typing import NamedTuple

from tileref.engine.triangles.board import Board, Measures, Placement
from tileref.engine.triangles.ruleset import (
    AllThreeReading,
    BonusSum,
    BridgeCorner,
    PointsSwitch,
    Scheme,
    TilePoints,
    TriangleRuleset,
)


class PlacementClass(StrEnum):
    """The one class of a placement; which of them exist depends on the ruleset's scheme."""

    OPENING = "opening"
    PLAIN = "plain"
    BRIDGE = "bridge"
    TWO_SIDES = "two_sides"
    THREE_SIDES = "three_sides"
    ALL_THREE = "all_three"
    HEXAGON = "hexagon"
    DOUBLE_HEXAGON = "double_hexagon"
    TRIPLE_HEXAGON = "triple_hexagon"


_BY_HEXAGONS = (
    PlacementClass.HEXAGON,
    PlacementClass.DOUBLE_HEXAGON,
    PlacementClass.TRIPLE_HEXAGON,
)


class PlacementScore(NamedTuple):
    """What a placement earns: `value` for the tile, `bonus` for how it was laid."""

    placement_class: PlacementClass
    value: int
    bonus: int

    @property
    def points(self) -> int:
        """Value and bonus together."""
        return self.value + self.bonus


def score_placement(ruleset: TriangleRuleset, board: Board, placement: Placement) -> PlacementScore:
    """What laying this tile on the board earns; the first tile of a board is an opening."""
    if not len(board):
        return score_opening(ruleset, placement)
    measures = board.measure(placement.cell)
    placement_class = classify(ruleset, measures)
    if ruleset.points is PointsSwitch.OFF:
        return PlacementScore(placement_class, 0, 0)
    if placement_class is PlacementClass.PLAIN:
        return PlacementScore(placement_class, tile_points(ruleset, placement), 0)
    if ruleset.bonus_sum is BonusSum.ADD:
        bonus = _added_bonus(ruleset, measures)
    else:
        bonus = _class_bonus(ruleset, placement_class)
    return PlacementScore(placement_class, tile_points(ruleset, placement), bonus)


def score_opening(ruleset: TriangleRuleset, placement: Placement) -> PlacementScore:
    """What opening a round with this tile earns.

    A triplet earns the bonus of the first move; 0-0-0 earns one of its own in its place.
    """
    if ruleset.points is PointsSwitch.OFF:
        return PlacementScore(PlacementClass.OPENING, 0, 0)
    bonus = 0
    if placement.tile.is_triplet:
        bonus = ruleset.triplet_bonus if placement.value else ruleset.zeros_bonus
    return PlacementScore(PlacementClass.OPENING, tile_points(ruleset, placement), bonus)


def tile_points(ruleset: TriangleRuleset, placement: Placement) -> int:
    """What the tile itself is worth."""
    return placement.value if ruleset.tile_points is TilePoints.VALUE else 1


def classify(ruleset: TriangleRuleset, measures: Measures) -> PlacementClass:
    """The class of a placement that meets the board like this."""
    sides, corners, hexagons, contacts = measures
    if not sides:
        # A tile that lies free is illegal, and earns no bonus where the table lets it lie.
        return PlacementClass.PLAIN
    if sides == 1:
        # A bridge meets one tile by a side and another by a corner, its other two sides free.
        spans = corners == 3 if ruleset.bridge_corner is BridgeCorner.OPPOSITE else contacts > 0
        return PlacementClass.BRIDGE if spans else PlacementClass.PLAIN
    if ruleset.scheme is Scheme.ALL_THREE:
        return PlacementClass.ALL_THREE if _is_all_three(ruleset, measures) else PlacementClass.TWO_SIDES
    if hexagons:
        return _BY_HEXAGONS[hexagons - 1]
    return PlacementClass.TWO_SIDES if sides == 2 else PlacementClass.THREE_SIDES


def _is_all_three(ruleset: TriangleRuleset, measures: Measures) -> bool:
    by_hexagon = measures.hexagons > 0 and ruleset.all_three_reading is not AllThreeReading.THREE_SIDES
    by_sides = measures.sides == 3 and ruleset.all_three_reading is not AllThreeReading.HEXAGON
    return by_hexagon or by_sides


def _class_bonus(ruleset: TriangleRuleset, placement_class: PlacementClass) -> int:
    match placement_class:
        case PlacementClass.BRIDGE:
            return ruleset.bridge_bonus
        case PlacementClass.TWO_SIDES:
            return ruleset.two_sides_bonus
        case PlacementClass.THREE_SIDES:
            return ruleset.three_sides_bonus
        case PlacementClass.ALL_THREE:
            return ruleset.all_three_bonus
        case PlacementClass.HEXAGON:
            return ruleset.hexagon
        case PlacementClass.DOUBLE_HEXAGON:
            return ruleset.double_hexagon
        case PlacementClass.TRIPLE_HEXAGON:
            return ruleset.triple_hexagon
        case PlacementClass.OPENING | PlacementClass.PLAIN:
            return 0


def _added_bonus(ruleset: TriangleRuleset, measures: Measures) -> int:
    """Every bonus the placement earns, added up.

    In leaflet 004 that is each hexagon for itself and the sides besides; in 000 and 001 the one for all three digits,
    which is paid once however many hexagons close, and the one for two sides.
    """
    sides, _, hexagons, _ = measures
    if sides == 1:
        return ruleset.bridge_bonus
    if ruleset.scheme is Scheme.HEXAGONS:
        beside = ruleset.two_sides_bonus if sides == 2 else ruleset.three_sides_bonus
        return hexagons * ruleset.hexagon + beside
    return _is_all_three(ruleset, measures) * ruleset.all_three_bonus + ruleset.two_sides_bonus

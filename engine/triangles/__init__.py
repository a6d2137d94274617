"""Triangular dominoes."""

from tileref.engine.triangles.ascii import from_ascii, to_ascii
from tileref.engine.triangles.audit import TriangleFinding, audit_round
from tileref.engine.triangles.board import Board, CornerRule, Measures, Placement, PlacementFault
from tileref.engine.triangles.bonus import PlacementClass, PlacementScore, score_placement
from tileref.engine.triangles.events import (
    EVENTS,
    Deal,
    Draw,
    Opener,
    Pass,
    Place,
    Reveal,
    Show,
    StartDraw,
    Timeout,
    TriangleEvent,
)
from tileref.engine.triangles.lattice import ORIGIN, Cell, Vertex
from tileref.engine.triangles.legality import CouldPlay, TileFault
from tileref.engine.triangles.match import TriangleMatch, set_up_match, start_match
from tileref.engine.triangles.moves import best_placement, perft
from tileref.engine.triangles.notation import (
    Move,
    format_move,
    format_placement,
    format_position,
    parse_move,
    parse_placement,
    parse_position,
    parse_tile,
)
from tileref.engine.triangles.play import choose_any, choose_best, next_event
from tileref.engine.triangles.ruleset import TRIANGLE_RULESETS, TriangleRuleset
from tileref.engine.triangles.state import Phase
from tileref.engine.triangles.svg import draw_board
from tileref.engine.triangles.tiles import Chirality, Digits, Tile, find_tile, tile_of, tile_set

__all__ = [
    "EVENTS",
    "ORIGIN",
    "TRIANGLE_RULESETS",
    "Board",
    "Cell",
    "Chirality",
    "CornerRule",
    "CouldPlay",
    "Deal",
    "Digits",
    "Draw",
    "Measures",
    "Move",
    "Opener",
    "Pass",
    "Phase",
    "Place",
    "Placement",
    "PlacementClass",
    "PlacementFault",
    "PlacementScore",
    "Reveal",
    "Show",
    "StartDraw",
    "Tile",
    "TileFault",
    "Timeout",
    "TriangleEvent",
    "TriangleFinding",
    "TriangleMatch",
    "TriangleRuleset",
    "Vertex",
    "audit_round",
    "best_placement",
    "choose_any",
    "choose_best",
    "draw_board",
    "find_tile",
    "format_move",
    "format_placement",
    "format_position",
    "from_ascii",
    "next_event",
    "parse_move",
    "parse_placement",
    "parse_position",
    "parse_tile",
    "perft",
    "score_placement",
    "set_up_match",
    "start_match",
    "tile_of",
    "tile_set",
    "to_ascii",
]

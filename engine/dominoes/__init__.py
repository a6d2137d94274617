"""Dominoes with pips: leaflet 003."""

from tileref.engine.dominoes.audit import DominoFinding, audit_round
from tileref.engine.dominoes.chain import Chain, ChainFault, End, Laid, Placement
from tileref.engine.dominoes.events import EVENTS, Deal, DominoEvent, Draw, Opener, Pass, Place, Show
from tileref.engine.dominoes.legality import CouldPlay, TileFault
from tileref.engine.dominoes.match import DominoMatch, set_up_match, start_match
from tileref.engine.dominoes.notation import (
    Move,
    format_chain,
    format_move,
    format_placement,
    parse_chain,
    parse_move,
    parse_placement,
    parse_tile,
)
from tileref.engine.dominoes.play import choose_any, choose_best, legal_placements, next_event
from tileref.engine.dominoes.ruleset import (
    DOMINO_50,
    DOMINO_100,
    DOMINO_DRAW_ONE,
    DOMINO_RULESETS,
    BlockTie,
    DominoRuleset,
    DrawOneBlock,
    DrawRule,
    LaterOpener,
)
from tileref.engine.dominoes.settlement import (
    RightToOpen,
    highest_double,
    is_blocked,
    match_winners,
    right_to_open,
    settle_block,
    settle_out,
)
from tileref.engine.dominoes.state import DominoState, Phase
from tileref.engine.dominoes.tiles import DOMINOES, Domino, domino_of

__all__ = [
    "DOMINOES",
    "DOMINO_50",
    "DOMINO_100",
    "DOMINO_DRAW_ONE",
    "DOMINO_RULESETS",
    "EVENTS",
    "BlockTie",
    "Chain",
    "ChainFault",
    "CouldPlay",
    "Deal",
    "Domino",
    "DominoEvent",
    "DominoFinding",
    "DominoMatch",
    "DominoRuleset",
    "DominoState",
    "Draw",
    "DrawOneBlock",
    "DrawRule",
    "End",
    "Laid",
    "LaterOpener",
    "Move",
    "Opener",
    "Pass",
    "Phase",
    "Place",
    "Placement",
    "RightToOpen",
    "Show",
    "TileFault",
    "audit_round",
    "choose_any",
    "choose_best",
    "domino_of",
    "format_chain",
    "format_move",
    "format_placement",
    "highest_double",
    "is_blocked",
    "legal_placements",
    "match_winners",
    "next_event",
    "parse_chain",
    "parse_move",
    "parse_placement",
    "parse_tile",
    "right_to_open",
    "set_up_match",
    "settle_block",
    "settle_out",
    "start_match",
]

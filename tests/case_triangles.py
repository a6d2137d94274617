"""Worked cases of triangular dominoes: each kind of case, put to the engine.

Two additions to the format: a turn may have the action "timeout", and `total` is what its player had before it.
"""

from typing import Any

from tileref.engine.faults import Reason
from tileref.engine.hands import Hand
from tileref.engine.match import SETTLEMENT, Line
from tileref.engine.options import with_options
from tileref.engine.triangles import (
    ORIGIN,
    TRIANGLE_RULESETS,
    Board,
    Cell,
    Deal,
    Draw,
    Opener,
    Pass,
    Place,
    Placement,
    Tile,
    Timeout,
    TriangleEvent,
    TriangleMatch,
    TriangleRuleset,
    find_tile,
    score_placement,
    set_up_match,
    start_match,
    tile_set,
)
from tileref.engine.triangles.legality import purchases_on_timeout
from tileref.engine.triangles.opening import RightToOpen, StartSums, draw_for_start, right_to_open
from tileref.engine.triangles.settlement import At, match_winners, seats_to_move_after, settle_block, settle_out

Case = dict[str, Any]

SEAT, OTHER = 0, 1
"""A case about one turn has a seat that takes it and another that waits."""


def run(case: Case) -> Case:
    """What the engine says to a case: at least the keys that the case expects."""
    base = next(ruleset for ruleset in TRIANGLE_RULESETS if ruleset.id == case["ruleset"])
    ruleset = with_options(base, case.get("options", {}))
    return _KINDS[case["kind"]](ruleset, case)


def _place(ruleset: TriangleRuleset, case: Case) -> Case:
    board, placement = _board(ruleset, case), _placement(case["move"])
    faults = board.placement_faults(placement)
    if faults:
        return {"legal": False, "reason": faults[0].reason}
    measures = board.measure(placement.cell)
    score = score_placement(ruleset, board, placement)
    return {
        "legal": True,
        "sides": measures.sides,
        "corners": measures.corners,
        "hexagons": measures.hexagons,
        "class": score.placement_class,
        "value": score.value,
        "bonus": score.bonus,
        "points": score.points,
    }


def _open(ruleset: TriangleRuleset, case: Case) -> Case:
    if case.get("hands"):
        return _open_by_hands(ruleset, case)
    if case.get("draws"):
        drawn = [_tile(ruleset, digits) for digits in case["draws"]]
        outcome = draw_for_start(ruleset, StartSums.before(len(drawn)), drawn)
        if isinstance(outcome, int):
            return {"opener": outcome, "repeat": False}
        return {"opener": None, "repeat": True, "drawing": list(outcome.drawing)}
    return _open_with_tile(ruleset, case)


def _open_by_hands(ruleset: TriangleRuleset, case: Case) -> Case:
    right = right_to_open(ruleset, [frozenset(_tiles(ruleset, hand)) for hand in case["hands"]])
    if not isinstance(right, RightToOpen):
        return {"opener": None, "choices": [], "repeat": True}
    choices = [
        {"tile": sorted(tile), "points": score_placement(ruleset, Board(), _turned(tile)).points}
        for tile in right.tiles
    ]
    return {"opener": right.seat, "choices": _ordered_as_in(choices, case), "repeat": False}


def _ordered_as_in(choices: list[Case], case: Case) -> list[Case]:
    """The choices in the order in which the case expects to read them, since they have none."""
    expected = case["expect"].get("choices", [])
    same = len(choices) == len(expected) and all(choice in expected for choice in choices)
    return list(expected) if same else choices


def _open_with_tile(ruleset: TriangleRuleset, case: Case) -> Case:
    players = case["players"]
    size = ruleset.deal[players - 1]
    well = len(tile_set(ruleset.chirality)) - players * size
    state = start_match(ruleset, players)
    place = _turned(_tile(ruleset, case["opening_tile"]))
    for event in (
        Deal((Hand[Tile].hidden(size),) * players, Hand.hidden(well)),
        Opener(SEAT),
        Place(SEAT, place.cell, place.digits),
    ):
        faults = state.faults(event)
        if faults:
            return {"legal": False, "reason": faults[0].reason}
        state = state.apply(event)
    return {"opener": SEAT, "points": state.totals[SEAT], "hand_size_after": state.hands[SEAT].count, "repeat": False}


def _turn(ruleset: TriangleRuleset, case: Case) -> Case:
    well = _tiles(ruleset, case.get("well", ()))
    state = set_up_match(
        ruleset,
        board=_board(ruleset, case),
        hands=(Hand.of(_tiles(ruleset, case["hand"])), Hand.hidden(7)),
        well=Hand.of(well),
        to_move=SEAT,
        totals=(case.get("total", 0), 0),
    )
    delta, ended = 0, False
    for at, action in enumerate(case["actions"]):
        event = _event(state, action, well)
        faults = state.faults(event)
        if faults:
            # Whoever laid a last tile ended the round with the turn; a case asks about the turn.
            reason = Reason.TURN_OVER if ended else faults[0].reason
            return {"legal": False, "reason": reason, "at": at}
        state = state.apply(event)
        delta += sum(line.points for line in state.news if isinstance(line, Line) and line.kind not in SETTLEMENT)
        ended = state.to_move != SEAT
    return {"legal": True, "delta": delta, "ended": ended}


def _event(state: TriangleMatch, action: Any, well: list[Tile]) -> TriangleEvent:
    if action == "draw":
        return Draw(SEAT, well.pop(0) if well else None)
    if action == "pass":
        return Pass(SEAT)
    if action == "timeout":
        return Timeout(SEAT, tuple(well.pop(0) for _ in range(purchases_on_timeout(state, SEAT))))
    placement = _placement(action["place"])
    return Place(SEAT, placement.cell, placement.digits)


def _round_end(ruleset: TriangleRuleset, case: Case) -> Case:
    hands = [Hand.of(_tiles(ruleset, hand)) for hand in case["hands"]]
    values, counts = [hand.value or 0 for hand in hands], [hand.count for hand in hands]
    outs = [seat for seat, count in enumerate(counts) if not count]
    if case["how"] == "out":
        first = case.get("first_out")
        if not outs or first not in (None, *outs):
            return {"error": "nobody is out"}
        outs.sort(key=lambda seat: seat != first)
        winners, lines = settle_out(ruleset, values, outs)
    elif outs:
        return {"error": "somebody is out"}
    else:
        winners, lines = settle_block(ruleset, values, counts)
    deltas = [0] * len(hands)
    for line in lines:
        deltas[line.seat] += line.points
    return {"winners": list(winners), "deltas": deltas}


def _last_turns(ruleset: TriangleRuleset, case: Case) -> Case:
    seats = seats_to_move_after(ruleset, case["players"], case["opener"], case["first_out"])
    return {"still_to_move": list(seats)}


def _match_end(ruleset: TriangleRuleset, case: Case) -> Case:
    winner = case.get("round_winner")
    winners = match_winners(
        ruleset,
        at=At(case["at"]),
        totals=tuple(case["totals"]),
        reached=case.get("ever_400") or [total >= (ruleset.target or total + 1) for total in case["totals"]],
        round_winners=() if winner is None else (winner,) if isinstance(winner, int) else tuple(winner),
        rounds_played=case.get("rounds_played", 1),
    )
    return {"over": winners is not None, "winners": list(winners or ())}


def _board(ruleset: TriangleRuleset, case: Case) -> Board:
    laid = map(_placement, case["board"])
    return Board(laid, chirality=ruleset.chirality, corner_rule=ruleset.corner_rule)


def _placement(laid: Case) -> Placement:
    a, b, c = laid["digits"]
    return Placement(Cell(*laid["cell"]), (a, b, c))


def _turned(tile: Tile) -> Placement:
    return Placement(ORIGIN, (tile.a, tile.b, tile.c))


def _tile(ruleset: TriangleRuleset, digits: list[int]) -> Tile:
    tile = find_tile(digits, ruleset.chirality)
    assert tile is not None, f"{digits!r} is no tile"
    return tile


def _tiles(ruleset: TriangleRuleset, listed: Any) -> list[Tile]:
    return [_tile(ruleset, digits) for digits in listed]


_KINDS = {
    "tri-place": _place,
    "tri-open": _open,
    "tri-turn": _turn,
    "tri-round-end": _round_end,
    "tri-last-turns": _last_turns,
    "tri-match-end": _match_end,
}

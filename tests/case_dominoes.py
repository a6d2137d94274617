"""Worked cases of dominoes: each kind of case, put to the engine."""

from typing import Any

from tileref.engine.dominoes import (
    DOMINO_RULESETS,
    DOMINOES,
    Chain,
    Domino,
    DominoMatch,
    DominoRuleset,
    Draw,
    End,
    Laid,
    Pass,
    Place,
    RightToOpen,
    is_blocked,
    match_winners,
    right_to_open,
    set_up_match,
    settle_block,
    settle_out,
)
from tileref.engine.faults import Reason
from tileref.engine.hands import Hand
from tileref.engine.options import with_options

Case = dict[str, Any]

SEAT, OTHER = 0, 1
"""A case about one turn has a seat that takes it and another that waits."""


def run(case: Case) -> Case:
    """What the engine says to a case: at least the keys that the case expects."""
    base = next(ruleset for ruleset in DOMINO_RULESETS if ruleset.id == case["ruleset"])
    ruleset = with_options(base, case.get("options", {}))
    return _KINDS[case["kind"]](ruleset, case)


def _open(_: DominoRuleset, case: Case) -> Case:
    right = right_to_open([frozenset(_tiles(hand)) for hand in case["hands"]])
    if isinstance(right, RightToOpen):
        return {"opener": right.seat, "tile": _pair_as_in(right.tile, case), "repeat": False}
    return {"opener": None, "tile": None, "repeat": True}


def _pair_as_in(tile: Domino, case: Case) -> list[int]:
    """The domino as the case expects to read it, since pairs may come in any order."""
    expected = case["expect"].get("tile")
    return expected if expected and _tile(expected) == tile else list(tile)


def _place(ruleset: DominoRuleset, case: Case) -> Case:
    move = case["move"]
    tile = _tile(move["tile"])
    hand = _tiles(case.get("hand") or ())
    if not hand and case.get("open_tile"):
        hand = [_tile(case["open_tile"]), tile]
    state = _at_table(ruleset, case, Hand.of(hand) if hand else Hand.hidden(2), Hand.hidden(10))
    return _answer(state, [Place(SEAT, tile, End(move.get("end", End.R)))], case)


def _turn(ruleset: DominoRuleset, case: Case) -> Case:
    well = _tiles(case.get("boneyard", ()))
    state = _at_table(ruleset, case, Hand.of(_tiles(case["hand"])), Hand.of(well))
    events: list[Place | Draw | Pass] = []
    for action in case["actions"]:
        if action == "draw":
            events.append(Draw(SEAT, well.pop(0) if well else None))
        elif action == "pass":
            events.append(Pass(SEAT))
        else:
            place = action["place"]
            events.append(Place(SEAT, _tile(place["tile"]), End(place.get("end", End.R))))
    return _answer(state, events, case)


def _at_table(ruleset: DominoRuleset, case: Case, hand: Hand[Domino], well: Hand[Domino]) -> DominoMatch:
    chain = Chain(tuple(Laid(left, right) for left, right in case.get("chain", ())))
    return set_up_match(ruleset, chain=chain, hands=(hand, Hand.hidden(7)), well=well, to_move=SEAT)


def _answer(state: DominoMatch, events: list[Place | Draw | Pass], case: Case) -> Case:
    chain, hand, ended = state.chain, state.hands[SEAT], False
    for at, event in enumerate(events):
        faults = state.faults(event)
        if faults:
            # Whoever laid a last domino ended the round with the turn; a case asks about the turn.
            reason = Reason.TURN_OVER if ended else faults[0].reason
            return {"legal": False, "reason": reason, "at": at}
        state = state.apply(event)
        chain, hand, ended = state.chain, state.hands[SEAT], state.to_move != SEAT
    return {
        "legal": True,
        "ends": list(chain.ends or ()),
        "chain": [list(laid) for laid in chain],
        "hand_after": _hand_as_in(hand, case),
        "ended": ended,
        "next": state.to_move,
    }


def _hand_as_in(hand: Hand[Domino], case: Case) -> list[list[int]] | None:
    """The hand in the order in which the case expects to read it, since a hand has none."""
    expected = case["expect"].get("hand_after")
    if expected is not None and Hand.of(_tiles(expected)) == hand:
        return list(expected)
    return None if hand.tiles is None else [list(tile) for tile in sorted(hand.tiles)]


def _round_end(ruleset: DominoRuleset, case: Case) -> Case:
    hands = [Hand.of(_tiles(hand)) for hand in case["hands"]]
    values = [hand.value or 0 for hand in hands]
    if case["how"] == "out":
        out = next((seat for seat, hand in enumerate(hands) if not hand.count), None)
        if out is None:
            return {"error": "nobody is out"}
        winners, lines = settle_out(values, out)
    else:
        winners, lines = settle_block(ruleset, values, [hand.count for hand in hands])
    deltas = [0] * len(hands)
    for line in lines:
        deltas[line.seat] += line.points
    return {"winners": list(winners), "deltas": deltas}


def _match_end(ruleset: DominoRuleset, case: Case) -> Case:
    winners = match_winners(ruleset, case["totals"])
    return {"over": winners is not None, "winners": list(winners or ())}


def _block(ruleset: DominoRuleset, case: Case) -> Case:
    boneyard = case["boneyard"]
    well = boneyard if isinstance(boneyard, int) else len(boneyard)
    idle = case["passes_in_a_row"]
    return {"blocked": is_blocked(ruleset, players=case["players"], idle_turns=idle, well_count=well)}


def _tile(pair: list[int]) -> Domino:
    tile = Domino(max(pair), min(pair))
    assert tile in DOMINOES, f"{pair!r} is no domino"
    return tile


def _tiles(pairs: Any) -> list[Domino]:
    return [_tile(pair) for pair in pairs]


_KINDS = {
    "dom-open": _open,
    "dom-place": _place,
    "dom-turn": _turn,
    "dom-round-end": _round_end,
    "dom-match-end": _match_end,
    "dom-block": _block,
}

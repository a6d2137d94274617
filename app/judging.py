"""A ruling on a position and a move, both in notation."""

from dataclasses import dataclass
from typing import assert_never

from tileref.engine import dice, dominoes, triangles
from tileref.engine.dice import CATEGORIES, Card, DiceMatch, DiceRuleset, possible_points
from tileref.engine.dominoes import Domino, DominoMatch, DominoRuleset
from tileref.engine.faults import Reason
from tileref.engine.games import AnyMatch, AnyRuleset
from tileref.engine.hands import Hand
from tileref.engine.match import Event
from tileref.engine.notation_error import NotationError
from tileref.engine.record import Step, judge
from tileref.engine.triangles import (
    Board,
    Measures,
    Placement,
    PlacementScore,
    Tile,
    TriangleMatch,
    TriangleRuleset,
)
from tileref.engine.triangles.notation import format_cell

MOVER, OTHER = 0, 1
"""A ruling is about a seat that moves; another waits, so that a turn can end without ending the round."""

# What a hand and a well hold where nobody says: enough for any move.
_ENOUGH = 9


@dataclass(frozen=True, slots=True)
class Hint:
    """The placement of a known hand that scores most at once."""

    placement: Placement
    points: int


@dataclass(frozen=True, slots=True)
class PositionFault:
    """What is wrong with a position before the move, and where, in notation."""

    reason: Reason
    where: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """What comes of a move: the step it makes, how a tile meets the board, and what would have been best."""

    step: Step
    measures: Measures | None = None
    score: PlacementScore | None = None
    hint: Hint | None = None
    position_faults: tuple[PositionFault, ...] = ()

    @property
    def is_legal(self) -> bool:
        """Whether nothing is wrong with the move."""
        return not self.step.faults


def rule_on(ruleset: AnyRuleset, position: str, move: str, *, hand: str | None, well: int | None) -> Ruling:
    """What comes of a move in a position.

    `hand` is what the player holds, tiles with a space between, and `well` how many tiles can be drawn: where they
    are not given, the move has the benefit of the doubt.
    """
    state = _parse_state(ruleset, position, hand, well)
    step = judge(state, 0, _parse_move(ruleset, move))
    match state:
        case TriangleMatch():
            return _look_closer(state, step)
        case DominoMatch():
            laid = state.chain.laid
            faults = ((fault.reason, [str(laid[at]) for at in fault.positions]) for fault in state.chain.faults())
            return Ruling(step, position_faults=tuple(PositionFault(reason, ", ".join(at)) for reason, at in faults))
        case DiceMatch():
            return Ruling(step)
        case _:
            assert_never(state)


def _look_closer(state: TriangleMatch, step: Step) -> Ruling:
    """The ruling on a move in a triangular game, with what the board has to say."""
    board, event = state.board, step.event
    measures = score = hint = None
    if isinstance(event, triangles.Place) and not step.is_void:
        measures = board.measure(event.cell)
        score = triangles.score_placement(state.ruleset, board, event.placement)
    best = triangles.best_placement(state.ruleset, board, state.hands[MOVER].tiles or ())
    if best is not None:
        hint = Hint(best, triangles.score_placement(state.ruleset, board, best).points)
    faults = (PositionFault(fault.reason, ", ".join(map(format_cell, fault.cells))) for fault in board.faults())
    return Ruling(step, measures, score, hint, tuple(faults))


def _parse_state(ruleset: AnyRuleset, position: str, hand: str | None, well: int | None) -> AnyMatch:
    match ruleset:
        case TriangleRuleset():
            return _triangle_state(ruleset, position, hand, well)
        case DominoRuleset():
            return _domino_state(ruleset, position, hand, well)
        case DiceRuleset():
            thrown, card = dice.parse_position(position)
            _check_card(ruleset, card)
            throws = 1 if thrown else 0
            return dice.set_up_match(ruleset, cards=(card, Card()), to_move=MOVER, dice=thrown, throws=throws)
        case _:
            assert_never(ruleset)


def _check_card(ruleset: DiceRuleset, card: Card) -> None:
    """Refuse a card with points that no dice earn."""
    for category in CATEGORIES:
        points, possible = card[category], possible_points(category, ruleset)
        if points is not None and points not in possible:
            allowed = ", ".join(map(str, sorted(possible)))
            raise NotationError(f"'{category}={points}' cannot have been scored: {category} earns one of {allowed}")


def _triangle_state(ruleset: TriangleRuleset, position: str, hand: str | None, well: int | None) -> TriangleMatch:
    parse = triangles.from_ascii if "\n" in position.strip() else triangles.parse_position
    board: Board = parse(position, chirality=ruleset.chirality, corner_rule=ruleset.corner_rule)
    held = Hand[Tile].hidden(_ENOUGH)
    if hand is not None:
        held = Hand.of(triangles.parse_tile(word, chirality=ruleset.chirality) for word in hand.split())
    return triangles.set_up_match(
        ruleset,
        board=board,
        hands=(held, Hand.hidden(_ENOUGH)),
        well=Hand.hidden(_ENOUGH if well is None else well),
        to_move=MOVER,
    )


def _domino_state(ruleset: DominoRuleset, position: str, hand: str | None, well: int | None) -> DominoMatch:
    held = Hand[Domino].hidden(_ENOUGH)
    if hand is not None:
        held = Hand.of(dominoes.parse_tile(word) for word in hand.split())
    return dominoes.set_up_match(
        ruleset,
        chain=dominoes.parse_chain(position),
        hands=(held, Hand.hidden(_ENOUGH)),
        well=Hand.hidden(_ENOUGH if well is None else well),
        to_move=MOVER,
    )


def _parse_move(ruleset: AnyRuleset, text: str) -> Event:
    match ruleset:
        case TriangleRuleset():
            return triangles.parse_move(text, seat=MOVER, chirality=ruleset.chirality)
        case DominoRuleset():
            return dominoes.parse_move(text, seat=MOVER)
        case DiceRuleset():
            return dice.parse_move(text, seat=MOVER)
        case _:
            assert_never(ruleset)

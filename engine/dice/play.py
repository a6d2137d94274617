"""Simulated players: who throws and chooses when no people do."""

from collections import Counter
from collections.abc import Callable
from random import Random

from tileref.engine.dice.card import Category
from tileref.engine.dice.events import DiceEvent, Reroll, Roll, Score
from tileref.engine.dice.match import DiceMatch
from tileref.engine.dice.scoring import DICE, FACES, LineScore

Chooser = Callable[[DiceMatch, Random], DiceEvent]
"""How a player goes on with a turn: what the seat to move does next."""

# About what a good player gets in a line. A line is worth taking for what it earns beyond that: a zero costs
# little in the ones and much in a straight.
_PAR = {
    Category.ONES: 2,
    Category.TWOS: 5,
    Category.THREES: 8,
    Category.FOURS: 12,
    Category.FIVES: 15,
    Category.SIXES: 19,
    Category.SET: 22,
    Category.KARE: 13,
    Category.FULL_HOUSE: 22,
    Category.SMALL_STRAIGHT: 29,
    Category.LARGE_STRAIGHT: 32,
    Category.YACHT: 16,
    Category.CHANCE: 22,
}


def chance_event(state: DiceMatch, rng: Random) -> Roll | None:
    """The first throw of a turn where one is due, None where a player decides."""
    if state.to_move is None or state.throws:
        return None
    return Roll(state.to_move, _throw(rng, DICE))


def choose_any(state: DiceMatch, rng: Random) -> DiceEvent:
    """Throw any dice again or fill any line, each as likely; the dice are thrown too."""
    if state.throws < state.ruleset.throws and rng.random() < 0.5:
        indices = rng.sample(range(DICE), rng.randint(1, DICE))
        return _rethrow(state, tuple(sorted(indices)), rng)
    return Score(_mover(state), rng.choice(sorted(state.options_now())))


def choose_best(state: DiceMatch, rng: Random) -> DiceEvent:
    """Go for the most of one face, or for a straight that is nearly there; then fill the line that gains most."""
    options = state.options_now()
    line = max(options, key=lambda category: _gain(category, options[category]))
    loose = _loose_dice(state)
    if not loose or state.throws >= state.ruleset.throws or _is_made(line, options[line]):
        return Score(_mover(state), line)
    return _rethrow(state, loose, rng)


def next_event(state: DiceMatch, rng: Random, choose: Chooser = choose_any) -> DiceEvent | None:
    """What happens next when chance and the player to move have their way; None when the match is over."""
    if state.is_over:
        return None
    return chance_event(state, rng) or choose(state, rng)


def _gain(category: Category, score: LineScore) -> int:
    return score.points + score.yacht_bonus - _PAR[category]


def _is_made(category: Category, score: LineScore) -> bool:
    """Whether throwing again could only spoil the line."""
    fixed = (Category.FULL_HOUSE, Category.SMALL_STRAIGHT, Category.LARGE_STRAIGHT, Category.YACHT)
    return category in fixed and score.points > 0


def _loose_dice(state: DiceMatch) -> tuple[int, ...]:
    """The places of the dice to throw again."""
    open_lines = state.cards[_mover(state)].open_lines
    shown = set(state.dice)
    if Category.SMALL_STRAIGHT in open_lines or Category.LARGE_STRAIGHT in open_lines:
        for low in (3, 2, 1):
            run = set(range(low, low + 4))
            if len(run & shown) >= 3 and max(Counter(state.dice).values()) < 3:
                first = {state.dice.index(face) for face in run & shown}
                return tuple(index for index in range(DICE) if index not in first)
    counts = Counter(state.dice)
    face = max(counts, key=lambda face: (counts[face], face))
    return tuple(index for index, die in enumerate(state.dice) if die != face)


def _rethrow(state: DiceMatch, indices: tuple[int, ...], rng: Random) -> Reroll:
    return Reroll(_mover(state), indices, _throw(rng, len(indices)))


def _throw(rng: Random, count: int) -> tuple[int, ...]:
    return tuple(rng.choice(FACES) for _ in range(count))


def _mover(state: DiceMatch) -> int:
    assert state.to_move is not None, "somebody is to move until the match is over"
    return state.to_move

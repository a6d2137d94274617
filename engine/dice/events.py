"""What can happen in a match of dice."""

from dataclasses import dataclass

from tileref.engine.dice.card import Category
from tileref.engine.match import Event


@dataclass(frozen=True, slots=True)
class Roll(Event):
    """A seat threw all five dice: the first throw of a turn, or all of them once more."""

    seat: int
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reroll(Event):
    """A seat threw some dice again: their places among the five, from 0, and what each now shows."""

    seat: int
    indices: tuple[int, ...]
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Score(Event):
    """A seat filled a line of its card, which ends its turn."""

    seat: int
    category: Category


DiceEvent = Roll | Reroll | Score
EVENTS = (Roll, Reroll, Score)

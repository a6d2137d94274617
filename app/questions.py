"""What the referee asks, with the answers there are: one question at a time, till a person or a view answers."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from tileref.engine.faults import Reason
from tileref.engine.triangles import Cell, Digits, Placement, Tile
from tileref.game import Game, Told, Why
from tileref.orders import OrderError


class Ask(StrEnum):
    """What a question is about."""

    DIGITS = "digits"
    """Which tile is it?"""
    PLACE = "place"
    """Was it laid there?"""
    SEAT = "seat"
    """Who laid it?"""
    OPENER = "opener"
    """Who opens the round with it?"""
    OVER = "over"
    """Was it laid, though the round seemed over?"""
    MISREAD = "misread"
    """It does not fit: is it what it is taken for?"""
    HAND = "hand"
    """Are these all the tiles that somebody had left?"""
    DRAW = "draw"
    """Did somebody draw the tile that has gone from the well?"""


@dataclass(frozen=True, slots=True)
class ItIs:
    """It is this tile, and was laid there."""

    digits: Digits


@dataclass(frozen=True, slots=True)
class NotLaid:
    """It was not laid there: it merely lies there, or is no tile."""


@dataclass(frozen=True, slots=True)
class LaidBy:
    """It was laid by this seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class Yes:
    """So it is."""


@dataclass(frozen=True, slots=True)
class No:
    """It is not so."""


Answer = ItIs | NotLaid | LaidBy | Yes | No


@dataclass(frozen=True, slots=True)
class Question:
    """Something the referee cannot know, about a tile on the board, the hand of a seat or of one of several, or the
    well; the first answer is the likeliest."""

    ask: Ask
    answers: tuple[Answer, ...]
    placement: Placement | None = None
    seat: int | None = None
    tiles: frozenset[Tile] = frozenset()

    def choose(self, number: int) -> Answer:
        """The answer with this number, from 1; an OrderError says how many there are."""
        if not 1 <= number <= len(self.answers):
            raise OrderError(f"there is no answer {number}; there are {len(self.answers)}")
        return self.answers[number - 1]


def find_question(game: Game) -> Question | None:
    """What must be answered first about the tiles on the board, None if nothing."""
    for cell, waiting in game.waiting.items():
        if waiting.why not in (Why.BEHIND, Why.TOLD):
            placement = Placement(cell, waiting.digits)
            return Question(Ask(waiting.why), tuple(_answers(game, cell)), placement, waiting.seat)
    for cell, refusal in game.refused.items():
        if refusal.disputed:
            readings = tuple(map(ItIs, _possible(game, cell, refusal.readings)))
            answers: tuple[Answer, ...] = readings if len(readings) > 1 else (*readings, NotLaid())
            return Question(Ask.MISREAD, answers, Placement(cell, refusal.digits))
    return None


def _answers(game: Game, cell: Cell) -> Iterator[Answer]:
    waiting, state = game.waiting[cell], game.state
    match waiting.why:
        case Why.DIGITS:
            readings = _possible(game, cell, waiting.sight.readings)
            yield from map(ItIs, readings)
            if len(readings) < 2:
                yield NotLaid()
        case Why.PLACE:
            yield ItIs(waiting.digits)
            yield NotLaid()
        case Why.SEAT:
            yield from (LaidBy(seat) for seat in (state.to_move, waiting.seat) if seat is not None)
        case Why.OPENER:
            seats = sorted(range(state.players), key=lambda seat: seat != waiting.seat)
            yield from map(LaidBy, seats)
        case Why.OVER:
            yield Yes()
            yield NotLaid()
        case Why.BEHIND | Why.TOLD:
            raise AssertionError("what waits for another tile or a look raises no question")


def _possible(game: Game, cell: Cell, readings: tuple[Digits, ...]) -> tuple[Digits, ...]:
    """The readings that show a tile of the set."""
    board = game.lying
    return tuple(
        digits
        for digits in readings
        if all(fault.reason is not Reason.BAD_TILE for fault in board.placement_faults(Placement(cell, digits)))
    )


def answer(game: Game, question: Question, answer: Answer) -> Game:
    """The game once a person has answered a question about a tile on the board; it is to be judged anew."""
    assert question.placement is not None, "a question about the board is about a tile"
    cell, seen = question.placement
    told = game.told.get(cell) or Told(seen, seen)
    match answer:
        case ItIs(digits):
            told = replace(told, digits=digits)
        case NotLaid():
            told = replace(told, digits=None)
        case LaidBy(seat):
            told = replace(told, laid_by=seat)
        case Yes() | No():
            # It goes on where the round seemed to end: behind the seat that laid the tile before.
            last = game.state.last_seat
            told = replace(told, laid_by=0 if last is None else (last + 1) % game.state.players)
    refused, waiting = dict(game.refused), dict(game.waiting)
    refusal = refused.pop(cell, None)
    if refusal is not None and refusal.digits == told.digits:
        # What was refused was read right: there is nothing new to say of it.
        refused[cell] = replace(refusal, disputed=False)
    if cell in waiting:
        # Nobody need be asked again, also where no look follows for a while.
        waiting[cell] = replace(waiting[cell], why=Why.TOLD)
    return replace(game, told={**game.told, cell: told}, refused=refused, waiting=waiting)

"""The events and matches of the games there are, told from those of games nobody has written yet."""

from tileref.engine import dice, dominoes, triangles
from tileref.engine.dice import DiceEvent, DiceMatch
from tileref.engine.dominoes import DominoEvent, DominoMatch
from tileref.engine.games import AnyMatch
from tileref.engine.match import Event, Match
from tileref.engine.triangles import TriangleEvent, TriangleMatch

AnyEvent = TriangleEvent | DominoEvent | DiceEvent
TileMatch = TriangleMatch | DominoMatch
"""A match of a game with tiles, hands and a well."""


def known_event(event: Event) -> AnyEvent:
    """The event as one of the games there are; another is a TypeError."""
    if isinstance(event, triangles.EVENTS):
        return event
    if isinstance(event, dominoes.EVENTS):
        return event
    if isinstance(event, dice.EVENTS):
        return event
    raise TypeError(f"{event!r} is an event of no game that is known")


def known_match(state: Match[Event]) -> AnyMatch:
    """The state as a match of one of the games there are; another is a TypeError."""
    if isinstance(state, TriangleMatch | DominoMatch | DiceMatch):
        return state
    raise TypeError(f"{state!r} is a match of no game that is known")


def tile_match(state: Match[Event]) -> TileMatch:
    """The state as a match of a game with tiles; another is a TypeError."""
    if isinstance(state, TriangleMatch | DominoMatch):
        return state
    raise TypeError(f"{state!r} is no match with tiles")


def triangle_match(state: Match[Event]) -> TriangleMatch:
    """The state as a match of triangular dominoes; another is a TypeError."""
    if isinstance(state, TriangleMatch):
        return state
    raise TypeError(f"{state!r} is no match of triangular dominoes")


def domino_match(state: Match[Event]) -> DominoMatch:
    """The state as a match of dominoes; another is a TypeError."""
    if isinstance(state, DominoMatch):
        return state
    raise TypeError(f"{state!r} is no match of dominoes")


def dice_match(state: Match[Event]) -> DiceMatch:
    """The state as a match of dice; another is a TypeError."""
    if isinstance(state, DiceMatch):
        return state
    raise TypeError(f"{state!r} is no match of dice")


def seat_of(event: Event) -> int | None:
    """The seat an event is of, None for one of the whole table."""
    known = known_event(event)
    if isinstance(known, triangles.Deal | triangles.StartDraw | dominoes.Deal):
        return None
    return known.seat

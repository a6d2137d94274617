"""One line of text for a domino, a chain, a placement, a move.

    tile       64          the larger half first; it may be typed either way round
    chain      26 66 63    as the dominoes lie, from left to right; "." is the empty chain
    placement  64R         the domino and the end it is laid at, L or R
    move       64R         or "draw", "draw:64", "pass"; whose move it is stands elsewhere

There is one text for each value, but a chain may be spaced at will.
"""

import re

from tileref.engine.dominoes.chain import Chain, End, Laid, Placement
from tileref.engine.dominoes.events import Draw, Pass, Place
from tileref.engine.dominoes.tiles import Domino, domino_of
from tileref.engine.notation_error import NotationError
from tileref.engine.quoting import quote

EMPTY = "."

# The classes are spelled out because \d also matches digits of other scripts.
_TILE = re.compile("[0-6]{2}")
_TILE_FORM = "two digits from 0 to 6, such as '64'"


Move = Place | Draw | Pass
"""What a player does in a turn."""


def parse_tile(text: str) -> Domino:
    """The domino written "64" or "46"."""
    return domino_of(*_parse_halves(text, "a domino"))


def parse_chain(text: str) -> Chain:
    """The chain written "26 66 63", legal or not, or "." for none."""
    words = text.split()
    if not words:
        raise NotationError(
            f"{quote(text)} is not a chain: write dominoes from left to right with a space between, or {EMPTY!r}"
        )
    if words == [EMPTY]:
        return Chain()
    laid = []
    for number, word in enumerate(words, start=1):
        try:
            laid.append(Laid(*_parse_halves(word, "a domino")))
        except NotationError as error:
            raise NotationError(f"domino {number} of the chain is wrong: {error}") from None
    return Chain(tuple(laid))


def parse_placement(text: str) -> Placement:
    """The placement written "64R"."""
    if text[-1:] not in tuple(End):
        raise NotationError(f"{quote(text)} is not a placement: write a domino and an end, L or R, such as '64R'")
    return Placement(parse_tile(text[:-1]), End(text[-1]))


def parse_move(text: str, *, seat: int) -> Move:
    """The move of a seat, written as a placement, "draw", "draw:64" or "pass"."""
    if text == "pass":
        return Pass(seat)
    word, colon, rest = text.partition(":")
    if word == "draw":
        return Draw(seat, parse_tile(rest) if colon else None)
    if text[-1:] not in tuple(End):
        raise NotationError(
            f"{quote(text)} is not a move: write a placement such as '64R', 'draw', 'draw:64' or 'pass'"
        )
    return Place(seat, *parse_placement(text))


def format_chain(chain: Chain) -> str:
    """The text of a chain, "." for the empty one."""
    return str(chain)


def format_placement(placement: Placement) -> str:
    """The text of a placement: "64R"."""
    return f"{placement.tile}{placement.end}"


def format_move(move: Move) -> str:
    """The text of a move, without the seat."""
    match move:
        case Place():
            return format_placement(move.placement)
        case Draw(_, None):
            return "draw"
        case Draw(_, tile):
            return f"draw:{tile}"
        case Pass():
            return "pass"


def _parse_halves(text: str, noun: str) -> tuple[int, int]:
    if not _TILE.fullmatch(text):
        raise NotationError(f"{quote(text)} is not {noun}: write {_TILE_FORM}")
    left, right = map(int, text)
    return left, right

"""What people tell the referee of things that a camera cannot see: a draw, a pass, an answer, a correction."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from tileref.engine.notation_error import NotationError
from tileref.engine.quoting import quote
from tileref.engine.triangles import Cell, Chirality, Digits, Tile, find_tile, tile_of
from tileref.engine.triangles.notation import parse_cell


class OrderError(ValueError):
    """Words that are no order, or not now. The message is one sentence that says what would be."""


@dataclass(frozen=True, slots=True)
class DrawTile:
    """Somebody, or else whose turn it is, took a tile from the well."""

    seat: int | None = None


@dataclass(frozen=True, slots=True)
class PassTurn:
    """Somebody, or else whose turn it is, ends the turn without a tile."""

    seat: int | None = None


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The time of somebody, or else of whose turn it is, is up."""

    seat: int | None = None


@dataclass(frozen=True, slots=True)
class UndoLast:
    """Take back the last thing that counts."""


@dataclass(frozen=True, slots=True)
class OverruleRefusal:
    """What was refused last counts all the same."""


@dataclass(frozen=True, slots=True)
class AnswerQuestion:
    """The answer with this number, from 1, to what was asked."""

    number: int


@dataclass(frozen=True, slots=True)
class CorrectTile:
    """Where a tile is read, another lies, or none that was laid: `to` are its digits in any order."""

    at: Tile | Cell
    to: Digits | None


@dataclass(frozen=True, slots=True)
class CorrectSeat:
    """The last tile was laid by this seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class NameOpener:
    """Who opens the round."""

    seat: int


@dataclass(frozen=True, slots=True)
class DrawnForStart:
    """Which tiles were drawn to find out who opens, by seat."""

    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class RevealTriplet:
    """The opener showed this triplet, which gives the right to open with 0-0-0."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class ShowHand:
    """What somebody had left when the round ended; None where it is what the camera sees."""

    seat: int | None = None
    tiles: frozenset[Tile] | None = None


@dataclass(frozen=True, slots=True)
class DealAnew:
    """How many tiles each seat was dealt, where it is not as the rules have it."""

    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NextRound:
    """The board of the last round has been cleared away."""


Order = (
    DrawTile
    | PassTurn
    | TimeUp
    | UndoLast
    | OverruleRefusal
    | AnswerQuestion
    | CorrectTile
    | CorrectSeat
    | NameOpener
    | DrawnForStart
    | RevealTriplet
    | ShowHand
    | DealAnew
    | NextRound
)

WORDS = {
    "draw": "draw [PLAYER]",
    "pass": "pass [PLAYER]",
    "timeout": "timeout [PLAYER]",
    "undo": "undo",
    "overrule": "overrule",
    "answer": "answer NUMBER",
    "correct": "correct TILE as DIGITS, or correct TILE as none",
    "turn": "turn PLAYER",
    "opener": "opener PLAYER",
    "start": "start TILE TILE …",
    "reveal": "reveal TILE",
    "show": "show PLAYER [TILE …]",
    "deal": "deal COUNT COUNT …",
    "next": "next",
}
"""How each order is written."""

_MOST_TILES = 76
_LONGEST = 400


def parse_order(text: str, players: tuple[str, ...], chirality: Chirality = Chirality.CW) -> Order:
    """The order that a line stands for: "draw", "pass Anna", "2", "correct 0-1-5 as 0-1-4"."""
    if len(text) > _LONGEST:
        raise OrderError(f"an order has at most {_LONGEST} characters, unlike {quote(text)}")
    word, _, rest = text.strip().partition(" ")
    word, rest = word.casefold(), rest.strip()
    if re.fullmatch("[0-9]{1,2}", word) and not rest:
        return AnswerQuestion(int(word))
    if word not in _PARSERS:
        raise OrderError(f"{quote(text.strip())} is no order: the orders are {', '.join(WORDS)}")
    try:
        return _PARSERS[word](rest, _Match(players, chirality))
    except (NotationError, OrderError) as error:
        raise OrderError(f"{error.args[0]}; write '{WORDS[word]}'") from None


@dataclass(frozen=True, slots=True)
class _Match:
    """What words may be about."""

    players: tuple[str, ...]
    chirality: Chirality

    def tile(self, word: str) -> Tile:
        digits = _digits(word)
        return find_tile(digits, self.chirality) or tile_of(digits)

    def tiles(self, text: str) -> list[Tile]:
        words = text.split()
        if len(words) > _MOST_TILES:
            raise OrderError(f"{len(words)} tiles are more than there are")
        return [self.tile(word) for word in words]


_Parser = Callable[[str, _Match], Order]


def find_seat(name: str, players: tuple[str, ...]) -> int:
    """The seat of a player, by the name, its beginning, or the number from 1."""
    if re.fullmatch("[0-9]{1,2}", name) and 1 <= int(name) <= len(players):
        return int(name) - 1
    folded = [player.casefold() for player in players]
    whole = [seat for seat, player in enumerate(folded) if player == name.casefold()]
    begun = [seat for seat, player in enumerate(folded) if name and player.startswith(name.casefold())]
    for found in (whole, begun):
        if len(found) == 1:
            return found[0]
    raise OrderError(f"{quote(name)} is not the name of one player: they are {', '.join(players)}")


def _nothing(order: Order) -> _Parser:
    def parse(rest: str, _: _Match) -> Order:
        if rest:
            raise OrderError(f"{quote(rest)} is too much")
        return order

    return parse


def _perhaps_seat(order: type[DrawTile | PassTurn | TimeUp]) -> _Parser:
    return lambda rest, match: order(find_seat(rest, match.players) if rest else None)


def _seat(order: type[CorrectSeat | NameOpener]) -> _Parser:
    return lambda rest, match: order(find_seat(rest, match.players))


def _answer(rest: str, _: _Match) -> Order:
    if not re.fullmatch("[0-9]{1,2}", rest):
        raise OrderError(f"{quote(rest)} is not the number of an answer")
    return AnswerQuestion(int(rest))


def _correct(rest: str, match: _Match) -> Order:
    words = [word for word in rest.split() if word.casefold() != "as"]
    if len(words) != 2:
        raise OrderError(f"{quote(rest)} names no tile and what it is")
    at: Tile | Cell = parse_cell(words[0]) if "," in words[0] else match.tile(words[0])
    return CorrectTile(at, None if words[1].casefold() == "none" else _digits(words[1]))


def _start(rest: str, match: _Match) -> Order:
    return DrawnForStart(tuple(match.tiles(rest)))


def _reveal(rest: str, match: _Match) -> Order:
    return RevealTriplet(match.tile(rest))


def _show(rest: str, match: _Match) -> Order:
    if not rest:
        return ShowHand()
    words = rest.split()
    # The tiles come last, and names may have spaces in them.
    at = next((number for number, word in enumerate(words) if _is_digits(word)), len(words))
    tiles = match.tiles(" ".join(words[at:]))
    if len(set(tiles)) < len(tiles):
        raise OrderError(f"{quote(rest)} names a tile twice")
    return ShowHand(find_seat(" ".join(words[:at]), match.players), frozenset(tiles) if tiles else None)


def _deal(rest: str, match: _Match) -> Order:
    counts = re.split("[ ,]+", rest)
    if len(counts) != len(match.players) or not all(re.fullmatch("[0-9]{1,2}", count) for count in counts):
        raise OrderError(f"{quote(rest)} is not a number of tiles for each of {len(match.players)} players")
    return DealAnew(tuple(map(int, counts)))


def _is_digits(word: str) -> bool:
    return re.fullmatch("[0-5]-?[0-5]-?[0-5]", word) is not None


def _digits(word: str) -> Digits:
    if not _is_digits(word):
        raise OrderError(f"{quote(word)} is not a tile such as 0-1-5")
    a, b, c = map(int, word.replace("-", ""))
    return a, b, c


_PARSERS: dict[str, _Parser] = {
    "draw": _perhaps_seat(DrawTile),
    "pass": _perhaps_seat(PassTurn),
    "timeout": _perhaps_seat(TimeUp),
    "undo": _nothing(UndoLast()),
    "overrule": _nothing(OverruleRefusal()),
    "answer": _answer,
    "correct": _correct,
    "turn": _seat(CorrectSeat),
    "opener": _seat(NameOpener),
    "start": _start,
    "reveal": _reveal,
    "show": _show,
    "deal": _deal,
    "next": _nothing(NextRound()),
}

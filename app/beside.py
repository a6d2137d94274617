"""What stands beside the record of a match, as JSON: what lies on the table and does not count, or not yet.

It is written with every event, so that a match goes on where it was after whatever ended the process. A waiting tile
comes back as it waited, and the next look at the table decides what becomes of it.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tileref.engine.record import Record
from tileref.engine.triangles import Cell, Digits, Tile, tile_of
from tileref.game import Game, Refusal, Struck, Told, Waiting, Why
from tileref.sights import Sight, Vague

Json = Any


class BesideError(ValueError):
    """A text that does not say how a table was. The message is one sentence."""


@dataclass(frozen=True, slots=True)
class Beside:
    """A game, and the tiles that lie loose beside its board for another reason than to be counted."""

    game: Game
    loose: frozenset[Tile] = frozenset()


def format_beside(beside: Beside) -> str:
    """The text for a game, without its record."""
    game = beside.game
    value = {
        "refused": [[cell, it.digits, it.readings, it.disputed, it.undone] for cell, it in game.refused.items()],
        "waiting": [
            [cell, it.digits, it.sight.readings, it.sight.vague, it.why, it.seat] for cell, it in game.waiting.items()
        ],
        "told": [[cell, it.seen, it.digits, it.laid_by] for cell, it in game.told.items()],
        "missing": sorted(game.missing),
        "struck": [[cell, it.digits, it.entry, it.seat] for cell, it in game.struck.items()],
        "leftover": game.leftover,
        "loose": sorted(beside.loose),
    }
    return json.dumps(value, separators=(",", ":"))


def parse_beside(text: str, record: Record) -> Beside:
    """The game with this record that a text was written for; the text of no event stands for nothing beside it."""
    if not text:
        return Beside(Game(record))
    try:
        value: Mapping[str, Json] = json.loads(text)
        game = Game(
            record,
            refused={_cell(cell): _refusal(*rest) for cell, *rest in value["refused"]},
            waiting={_cell(cell): _waiting(*rest) for cell, *rest in value["waiting"]},
            told={_cell(cell): _told(*rest) for cell, *rest in value["told"]},
            missing=frozenset(map(_cell, value["missing"])),
            struck={_cell(cell): _struck(*rest) for cell, *rest in value["struck"]},
            leftover=bool(value["leftover"]),
        )
        return Beside(game, frozenset(tile_of(_digits(tile)) for tile in value["loose"]))
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        raise BesideError("what lay on the table when the match was left cannot be read") from None


def _refusal(digits: Json, readings: Json, disputed: Json, undone: Json) -> Refusal:
    return Refusal(_digits(digits), tuple(map(_digits, readings)), bool(disputed), bool(undone))


def _waiting(digits: Json, readings: Json, vague: Json, why: Json, seat: Json) -> Waiting:
    sight = Sight(_digits(digits), clear=False, vague=Vague(vague), readings=tuple(map(_digits, readings)))
    return Waiting(sight, Why(why), _seat(seat))


def _told(seen: Json, digits: Json, laid_by: Json) -> Told:
    return Told(_digits(seen), None if digits is None else _digits(digits), _seat(laid_by))


def _struck(digits: Json, entry: Json, seat: Json) -> Struck:
    if type(entry) is not int or type(seat) is not int:
        raise ValueError(entry, seat)
    return Struck(_digits(digits), entry, seat)


def _cell(value: Json) -> Cell:
    x, y, point = value
    if type(x) is not int or type(y) is not int or point not in ("U", "D"):
        raise ValueError(value)
    return Cell(x, y, point)


def _digits(value: Json) -> Digits:
    a, b, c = value
    if any(type(digit) is not int or not 0 <= digit <= 5 for digit in (a, b, c)):
        raise ValueError(value)
    return a, b, c


def _seat(value: Json) -> int | None:
    if value is not None and type(value) is not int:
        raise ValueError(value)
    return value


def without_board(game: Game) -> Game:
    """The game when its round is over: what lay there and did not count is of no matter any more."""
    return replace(game, refused={}, waiting={}, told={}, missing=frozenset(), covered=frozenset(), leftover=True)

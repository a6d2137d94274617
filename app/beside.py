"""What stands beside the record of a match, as JSON: what lies on the table and does not count, or not yet.

It is written with every event, so that a match goes on where it was after whatever ended the process. A waiting tile
comes back as it waited, and the next look at the table decides what becomes of it.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tileref.engine.record import Record
from tileref.engine.triangles import Cell, Digits, Tile, tile_of
from tileref.game import Game, Refusal, Struck, Told, Waiting, Why
from tileref.happenings import HandSeen, WellShrank
from tileref.sights import Sight, Vague
from tileref.well_seen import WellSeen

Json = Any


class BesideError(ValueError):
    """A text that does not say how a table was. The message is one sentence."""


@dataclass(frozen=True, slots=True)
class Beside:
    """A game, and what else is known of its table: the tiles that lie loose beside the board for another reason than to
    be counted, what was seen of the well, and what is asked about a hand or the well. The `denied` tiles are no hand.
    """

    game: Game
    loose: frozenset[Tile] = frozenset()
    well: WellSeen = field(default_factory=WellSeen)
    asked: HandSeen | WellShrank | None = None
    denied: frozenset[Tile] = frozenset()


def format_beside(beside: Beside) -> str:
    """The text for a game, without its record."""
    game, asked = beside.game, beside.asked
    value = {
        "refused": [[cell, it.digits, it.readings, it.disputed, it.undone] for cell, it in game.refused.items()],
        "waiting": [
            [cell, it.digits, it.sight.readings, it.sight.vague, it.why, it.seat, it.together]
            for cell, it in game.waiting.items()
        ],
        "told": [[cell, it.seen, it.digits, it.laid_by] for cell, it in game.told.items()],
        "missing": sorted(game.missing),
        "struck": [[cell, it.digits, it.entry, it.seat] for cell, it in game.struck.items()],
        "leftover": game.leftover,
        "loose": sorted(beside.loose),
        "well": [beside.well.last, beside.well.agreed, beside.well.well],
        "hand": [asked.seat, sorted(asked.tiles), asked.count] if isinstance(asked, HandSeen) else None,
        "drew": asked.seat if isinstance(asked, WellShrank) else None,
        "denied": sorted(beside.denied),
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
        return Beside(
            game,
            loose=_tiles(value["loose"]),
            well=_well(*value["well"]),
            asked=_asked(value["hand"], value["drew"]),
            denied=_tiles(value["denied"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        raise BesideError("what lay on the table when the match was left cannot be read") from None


def _refusal(digits: Json, readings: Json, disputed: Json, undone: Json) -> Refusal:
    return Refusal(_digits(digits), tuple(map(_digits, readings)), bool(disputed), bool(undone))


def _waiting(digits: Json, readings: Json, vague: Json, why: Json, seat: Json, together: Json) -> Waiting:
    sight = Sight(_digits(digits), clear=False, vague=Vague(vague), readings=tuple(map(_digits, readings)))
    return Waiting(sight, Why(why), _perhaps(seat), bool(together))


def _told(seen: Json, digits: Json, laid_by: Json) -> Told:
    return Told(_digits(seen), None if digits is None else _digits(digits), _perhaps(laid_by))


def _struck(digits: Json, entry: Json, seat: Json) -> Struck:
    return Struck(_digits(digits), _number(entry), _number(seat))


def _well(last: Json, agreed: Json, well: Json) -> WellSeen:
    return WellSeen(_perhaps(last), _perhaps(agreed), _number(well))


def _asked(hand: Json, drew: Json) -> HandSeen | WellShrank | None:
    if hand is not None:
        seat, tiles, count = hand
        return HandSeen(_number(seat), _tiles(tiles), _number(count), sure=False)
    return None if drew is None else WellShrank(_number(drew))


def _tiles(value: Json) -> frozenset[Tile]:
    return frozenset(tile_of(_digits(tile)) for tile in value)


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


def _perhaps(value: Json) -> int | None:
    return None if value is None else _number(value)


def _number(value: Json) -> int:
    if type(value) is not int:
        raise ValueError(value)
    return value

"""Events as JSON values and back, by the types of their fields.

A tile is its notation ("015"), a cell [x, y, "U"], a hidden hand its number of tiles, a known one the list of them.
"""

import dataclasses
import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from tileref.engine.dominoes.tiles import Domino, domino_of
from tileref.engine.hands import Hand
from tileref.engine.match import Event
from tileref.engine.quoting import quote
from tileref.engine.triangles.lattice import Cell
from tileref.engine.triangles.notation import FARTHEST
from tileref.engine.triangles.tiles import Tile, tile_of

# Far more than any table holds, and small enough that no arithmetic on it can hurt.
LARGEST = 100_000
LONGEST_LIST = 200

Json = Any


class CodecError(ValueError):
    """A value that is not an event. The message is one sentence for a person."""


def event_name(kind: type[Event]) -> str:
    """What an event is called in a record: StartDraw is "start_draw"."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


def encode_event(event: Event) -> dict[str, Json]:
    """The event as a JSON object."""
    fields = {field.name: _encode(getattr(event, field.name)) for field in dataclasses.fields(event)}  # type: ignore[arg-type]
    return {"event": event_name(type(event)), **fields}


def decode_event(kinds: tuple[type[Event], ...], value: Json) -> Event:
    """The event a JSON object stands for; a CodecError says what is wrong with it."""
    if not isinstance(value, dict):
        raise CodecError(f"an event is a JSON object, not {quote(value)}")
    names = {event_name(kind): kind for kind in kinds}
    name = value.get("event")
    if not isinstance(name, str) or name not in names:
        raise CodecError(f"there is no event {quote(name)}; the events are {', '.join(names)}")
    kind = names[name]
    hints = _hints(kind)
    for key in value:
        if key != "event" and key not in hints:
            raise CodecError(f"{name} has no field {quote(key)}; its fields are {', '.join(hints)}")
    missing = [key for key in hints if key not in value]
    if missing:
        raise CodecError(f"{name} lacks its field {missing[0]!r}")
    fields = {}
    for key, hint in hints.items():
        try:
            fields[key] = _decode(hint, value[key])
        except CodecError as error:
            raise CodecError(f"{key} of {name}: {error}") from None
    return kind(**fields)


_HINTS: dict[type[Event], Mapping[str, Any]] = {}


def _hints(kind: type[Event]) -> Mapping[str, Any]:
    if kind not in _HINTS:
        hints = get_type_hints(kind)
        _HINTS[kind] = {field.name: hints[field.name] for field in dataclasses.fields(kind)}  # type: ignore[arg-type]
    return _HINTS[kind]


def _encode(value: object) -> Json:
    match value:
        case Tile() | Domino():
            return str(value)
        case Hand():
            return value.count if value.tiles is None else _encode(value.tiles)
        case Cell() | tuple():
            return [_encode(item) for item in value]
        case frozenset():
            return [str(tile) for tile in sorted(value)]
        case StrEnum():
            return str(value)
        case int() | str() | None:
            return value
        case _:
            raise TypeError(f"{value!r} has no place in a record")


def _decode(hint: Any, value: Json) -> Any:
    if hint in _DECODERS:
        return _DECODERS[hint](value)
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        if value is None and NoneType in args:
            return None
        return _decode(next(arg for arg in args if arg is not NoneType), value)
    if origin is Hand:
        if isinstance(value, list):
            return Hand.of(_decode_set(args[0], value))
        return Hand.hidden(_decode_int(value))
    if origin is frozenset:
        return frozenset(_decode_set(args[0], value))
    if origin is tuple:
        items = _decode_list(value)
        if len(args) == 2 and args[1] is Ellipsis:
            return tuple(_decode(args[0], item) for item in items)
        if len(items) != len(args):
            raise CodecError(f"must have {len(args)} items, not {quote(value)}")
        return tuple(_decode(arg, item) for arg, item in zip(args, items, strict=True))
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        if isinstance(value, str) and value in list(hint):
            return hint(value)
        raise CodecError(f"must be one of {', '.join(hint)}, not {quote(value)}")
    raise TypeError(f"a field of type {hint!r} has no place in a record")


def _decode_list(value: Json) -> list[Json]:
    if not isinstance(value, list) or len(value) > LONGEST_LIST:
        raise CodecError(f"must be a list of at most {LONGEST_LIST} items, not {quote(value)}")
    return value


def _decode_set(hint: Any, value: Json) -> list[Any]:
    items = [_decode(hint, item) for item in _decode_list(value)]
    if len(set(items)) < len(items):
        raise CodecError(f"must not name a tile twice, as {quote(value)} does")
    return items


def _decode_int(value: Json) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= LARGEST:
        raise CodecError(f"must be a whole number from 0 to {LARGEST}, not {quote(value)}")
    return value


def _decode_cell(value: Json) -> Cell:
    match value:
        case [x, y, "U" | "D" as point] if _is_coordinate(x) and _is_coordinate(y):
            return Cell(x, y, point)
    raise CodecError(f'must be a cell such as [0, 0, "U"], not {quote(value)}')


def _is_coordinate(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= FARTHEST


def _decode_tile(value: Json) -> Tile:
    if isinstance(value, str) and re.fullmatch("[0-5]{3}", value):
        tile = tile_of((int(value[0]), int(value[1]), int(value[2])))
        if str(tile) == value:
            return tile
    raise CodecError(f'must be a tile, its digits clockwise from the smallest, such as "015", not {quote(value)}')


def _decode_domino(value: Json) -> Domino:
    if isinstance(value, str) and re.fullmatch("[0-6]{2}", value):
        domino = domino_of(int(value[0]), int(value[1]))
        if str(domino) == value:
            return domino
    raise CodecError(f"must be a domino such as {str(domino_of(6, 4))!r}, not {quote(value)}")


_DECODERS: dict[Any, Callable[[Json], Any]] = {
    int: _decode_int,
    Cell: _decode_cell,
    Tile: _decode_tile,
    Domino: _decode_domino,
}


# The usual repr goes as deep as the value does, which in hostile JSON is too deep.

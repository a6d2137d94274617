"""JSON from elsewhere, taken strictly: what Python would read its own way, or choke on later, is refused."""

import json
from collections import Counter
from math import isfinite
from typing import Any

from tileref.engine.quoting import quote

_DEEPEST = 32
_LONGEST_NUMBER = 20


class JsonError(ValueError):
    """A text that is no JSON object, or none that anybody should have written. The message ends a sentence."""


def parse_object(text: str) -> dict[str, Any]:
    """The JSON object that a text holds."""
    try:
        value = _JSON.decode(text)
    except JsonError:
        raise
    except ValueError:
        raise JsonError(f"{quote(text)} is not JSON") from None
    except RecursionError:
        raise JsonError("it is nested too deeply") from None
    if not isinstance(value, dict):
        raise JsonError(f"it must be a JSON object, not {quote(value)}")
    _check_depth(value, _DEEPEST)
    return value


def _parse_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        ((twice, _),) = Counter(key for key, _ in pairs).most_common(1)
        raise JsonError(f"it has {quote(twice)} twice")
    return value


def _parse_whole(text: str) -> int:
    if len(text) > _LONGEST_NUMBER:
        raise JsonError(f"the number {text[:_LONGEST_NUMBER]}... is too long")
    return int(text)


def _parse_decimal(text: str) -> float:
    value = float(text)
    if not isfinite(value):
        raise JsonError(f"the number {text[:_LONGEST_NUMBER]} is too large")
    return value


def _refuse_constant(text: str) -> None:
    raise JsonError(f"{text} is not JSON")


def _check_depth(value: Any, levels: int) -> None:
    if not isinstance(value, dict | list):
        return
    if levels == 0:
        raise JsonError("it is nested too deeply")
    for item in value.values() if isinstance(value, dict) else value:
        _check_depth(item, levels - 1)


_JSON = json.JSONDecoder(
    object_pairs_hook=_parse_pairs,
    parse_int=_parse_whole,
    parse_float=_parse_decimal,
    parse_constant=_refuse_constant,
)

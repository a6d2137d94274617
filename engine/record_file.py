"""A record as a file of JSON lines: a head with the rules and players, then a line for each entry.

{"tileref": "record", "version": 1, "ruleset": "triple-400", "options": {}, "players": ["Anna", "Boris"]}
{"event": "deal", "hands": [9, 9], "well": 38}
{"event": "opener", "seat": 1}
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from tileref.engine.codec import LONGEST_LIST, CodecError, decode_event, encode_event
from tileref.engine.games import AnyRuleset, UnknownRulesetError, events_of, find_ruleset
from tileref.engine.names import LONGEST_NAME, is_name
from tileref.engine.options import OptionError, changed_options, with_options
from tileref.engine.quoting import quote
from tileref.engine.record import Accepted, Correct, Entry, Record, Refused, Undo
from tileref.engine.ruleset import PlayersError

VERSION = 1

# More than any line of a record holds. What goes beyond is refused before anything looks at it or repeats it.
_DEEPEST = 8
_LONGEST_TEXT = 200
_LONGEST_NUMBER = 20
_LATEST = 1e15


class RecordError(ValueError):
    """A text that is not a record. The message is one sentence that names the line."""


def format_head(record: Record) -> str:
    """The first line of a record."""
    ruleset = record.ruleset
    base = find_ruleset(ruleset.id)
    head: dict[str, Any] = {"tileref": "record", "version": VERSION, "ruleset": ruleset.id}
    if ruleset.name != base.name:
        head["name"] = ruleset.name
    return _line({**head, "options": changed_options(ruleset, base), "players": record.players})


def format_entry(entry: Entry) -> str:
    """The line of one entry."""
    match entry.event:
        case Undo():
            value: dict[str, Any] = {"event": "undo"}
        case Correct(at, to):
            value = {"event": "correct", "at": at, "to": [encode_event(event) for event in to]}
        case event:
            value = encode_event(event)
    if entry.overruled:
        value["overruled"] = True
    if entry.time is not None:
        value["time"] = entry.time
    return _line(value)


def format_record(record: Record) -> str:
    """The whole record as text."""
    return "".join(line + "\n" for line in (format_head(record), *map(format_entry, record.entries)))


def parse_record(text: str) -> Record:
    """The record that a text holds, replayed to its state."""
    *_, record = (None, *replay_lines(text.split("\n")))
    if record is None:
        raise RecordError("the record is empty; its first line must hold the ruleset and the players")
    return record


def replay_lines(lines: Iterable[str]) -> Iterator[Record]:
    """The record as it was after each of its lines."""
    record: Record | None = None
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            value = _parse_line(line)
            record = _parse_head(value) if record is None else _written(record, _parse_entry(record.ruleset, value))
        except (CodecError, OptionError, PlayersError, UnknownRulesetError, _BrokenError) as error:
            raise RecordError(f"line {number} of the record: {error}") from None
        yield record


class _BrokenError(Exception):
    """A line that cannot be read, or cannot be written where it stands."""


def _parse_head(head: dict[str, Any]) -> Record:
    if head.get("tileref") != "record":
        raise _BrokenError('this is no record, which begins {"tileref": "record", ...')
    version = head.get("version")
    # JSON's true and 1.0 equal 1 in Python, but nobody has written them as a version.
    if type(version) is not int or version != VERSION:
        raise _BrokenError(f"the record has version {quote(version)}; this tileref reads version {VERSION}")
    for key in head:
        if key not in ("tileref", "version", "ruleset", "name", "options", "players"):
            raise _BrokenError(f"the head of a record has no {quote(key)}")
    players, options, base = head.get("players"), head.get("options", {}), head.get("ruleset")
    if not isinstance(base, str):
        raise _BrokenError(f"ruleset must be the id of a ruleset, not {quote(base)}")
    if not isinstance(options, dict):
        raise _BrokenError(f"options must be a JSON object, not {quote(options)}")
    if not isinstance(players, list):
        raise _BrokenError(f"players must be a list of names, not {quote(players)}")
    ruleset = with_options(find_ruleset(base), options)
    name = head.get("name", ruleset.name)
    if not is_name(name):
        raise _BrokenError(f"name must have 1 to {LONGEST_NAME} printable characters, unlike {quote(name)}")
    return Record.begin(replace(ruleset, name=name), players)


def _parse_entry(ruleset: AnyRuleset, value: dict[str, Any]) -> Entry:
    overruled = value.pop("overruled", False)
    time = value.pop("time", None)
    if not isinstance(overruled, bool):
        raise CodecError(f"overruled must be true or false, not {quote(overruled)}")
    if time is not None and (isinstance(time, bool) or not isinstance(time, int | float) or not abs(time) < _LATEST):
        raise CodecError(f"time must be a number of seconds, not {quote(time)}")
    kinds = tuple(events_of(ruleset))
    if value.get("event") == "undo":
        if len(value) > 1:
            raise CodecError(f"undo has no fields, unlike {quote(value)}")
        return Entry(Undo(), overruled, time)
    if value.get("event") == "correct":
        at, to = value.get("at"), value.get("to")
        if (
            set(value) != {"event", "at", "to"}
            or isinstance(at, bool)
            or not isinstance(at, int)
            or not isinstance(to, list)
        ):
            raise CodecError(f'a correction has an entry number "at" and a list of events "to", unlike {quote(value)}')
        return Entry(Correct(at, tuple(decode_event(kinds, event) for event in to)), overruled, time)
    return Entry(decode_event(kinds, value), overruled, time)


def _written(record: Record, entry: Entry) -> Record:
    outcome: Accepted | Refused | None
    match entry.event:
        case Undo():
            outcome = record.undo(time=entry.time)
        case Correct(at, to):
            outcome = record.correct(at, to, overrule=entry.overruled, time=entry.time)
        case event:
            outcome = record.submit(event, overrule=entry.overruled, time=entry.time)
    if isinstance(outcome, Accepted):
        return outcome.record
    if outcome is None:
        raise _BrokenError("there is nothing to undo" if entry.event == Undo() else "there is no such earlier entry")
    faults = ", ".join(fault.reason for fault in outcome.faults)
    ruling = "cannot be overruled" if any(fault.final for fault in outcome.faults) else "was not overruled"
    raise _BrokenError(f"the event is against the rules ({faults}) and {ruling}")


def _parse_line(line: str) -> dict[str, Any]:
    try:
        value = _JSON.decode(line)
    except ValueError:
        raise _BrokenError(f"{quote(line)} is not JSON") from None
    except RecursionError:
        raise _BrokenError("it is nested too deeply") from None
    if not isinstance(value, dict):
        raise _BrokenError(f"it must be a JSON object, not {quote(value)}")
    _check_size(value, _DEEPEST)
    return value


def _parse_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        ((twice, _),) = Counter(key for key, _ in pairs).most_common(1)
        raise _BrokenError(f"it has {quote(twice)} twice")
    return value


def _parse_whole(text: str) -> int:
    if len(text) > _LONGEST_NUMBER:
        raise _BrokenError(f"the number {text[:_LONGEST_NUMBER]}... is too long")
    return int(text)


def _refuse_constant(text: str) -> None:
    raise _BrokenError(f"{text} is not JSON")


_JSON = json.JSONDecoder(object_pairs_hook=_parse_object, parse_int=_parse_whole, parse_constant=_refuse_constant)


def _check_size(value: Any, levels: int) -> None:
    match value:
        case str() if len(value) > _LONGEST_TEXT:
            raise _BrokenError(f"the text {quote(value)} is too long")
        case list() if len(value) > LONGEST_LIST:
            raise _BrokenError(f"the list {quote(value)} is too long")
        case dict() | list() if levels == 0:
            raise _BrokenError("it is nested too deeply")
        case dict() | list():
            for item in [*value, *value.values()] if isinstance(value, dict) else value:
                _check_size(item, levels - 1)


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(", ", ": "))

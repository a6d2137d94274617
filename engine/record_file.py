"""A record as a file of JSON lines: a head with the rules and players, then a line for each entry.

{"tileref": "record", "version": 1, "ruleset": "triple-400", "options": {}, "players": ["Anna", "Boris"]}
{"event": "deal", "hands": [9, 9], "well": 38}
{"event": "opener", "seat": 1}
"""

import json
from dataclasses import replace
from typing import Any

from tileref.engine.codec import CodecError, decode_event, encode_event
from tileref.engine.games import AnyRuleset, UnknownRulesetError, events_of, find_ruleset
from tileref.engine.house import LONGEST_NAME
from tileref.engine.options import OptionError, changed_options, with_options
from tileref.engine.record import Accepted, Correct, Entry, Record, Refused, Undo
from tileref.engine.ruleset import PlayersError

VERSION = 1


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
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    if not lines:
        raise RecordError("the record is empty; its first line must hold the ruleset and the players")
    record = _parse_head(_json(*lines[0]))
    for number, line in lines[1:]:
        try:
            record = _written(record, _parse_entry(record.ruleset, _json(number, line)))
        except (CodecError, _BrokenError) as error:
            raise RecordError(f"line {number} of the record: {error}") from None
    return record


class _BrokenError(Exception):
    """An entry that reads well but cannot be written where it stands."""


def _parse_head(head: dict[str, Any]) -> Record:
    if head.get("tileref") != "record":
        raise RecordError('this is no record: its first line must begin {"tileref": "record", ...')
    if head.get("version") != VERSION:
        raise RecordError(f"the record has version {head.get('version')!r}; this tileref reads version {VERSION}")
    for key in head:
        if key not in ("tileref", "version", "ruleset", "name", "options", "players"):
            raise RecordError(f"the head of a record has no {key[:60]!r}")
    players, options = head.get("players"), head.get("options", {})
    if not isinstance(players, list) or not all(_is_name(name) for name in players):
        raise RecordError(f"players must be a list of names of 1 to {LONGEST_NAME} characters")
    if not isinstance(options, dict):
        raise RecordError("options must be a JSON object")
    try:
        ruleset = with_options(find_ruleset(str(head.get("ruleset"))), options)
        name = head.get("name", ruleset.name)
        if not _is_name(name):
            raise RecordError(f"name must be a line of 1 to {LONGEST_NAME} characters")
        return Record.begin(replace(ruleset, name=name), players)
    except (UnknownRulesetError, OptionError, PlayersError) as error:
        raise RecordError(f"the head of the record: {error.args[0]}") from None


def _is_name(name: object) -> bool:
    return isinstance(name, str) and 0 < len(name) <= LONGEST_NAME and name.isprintable()


def _parse_entry(ruleset: AnyRuleset, value: dict[str, Any]) -> Entry:
    overruled = value.pop("overruled", False)
    time = value.pop("time", None)
    if not isinstance(overruled, bool):
        raise CodecError(f"overruled must be true or false, not {overruled!r}")
    if time is not None and (isinstance(time, bool) or not isinstance(time, int | float) or not abs(time) < 1e15):
        raise CodecError("time must be a number of seconds")
    kinds = tuple(events_of(ruleset))
    if value == {"event": "undo"}:
        return Entry(Undo(), overruled, time)
    if value.get("event") == "correct":
        at, to = value.get("at"), value.get("to")
        if (
            set(value) != {"event", "at", "to"}
            or isinstance(at, bool)
            or not isinstance(at, int)
            or not isinstance(to, list)
        ):
            raise CodecError('a correction has an entry number "at" and a list of events "to"')
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
        raise _BrokenError("there is no such earlier entry")
    faults = ", ".join(fault.reason for fault in outcome.faults)
    raise _BrokenError(f"the event is against the rules ({faults}) and was not overruled")


def _json(number: int, line: str) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        raise RecordError(f"line {number} of the record is not JSON") from None
    if not isinstance(value, dict):
        raise RecordError(f"line {number} of the record is not a JSON object")
    return value


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))

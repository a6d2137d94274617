"""A kept match as one file: a ZIP of JSON lines and pictures that anybody can open, and that loses nothing.

`record.jsonl` is a record as `tileref replay` reads it, `events.jsonl` what `tileref watch --events` printed. In
`rows.jsonl` a line for each event says when it was, how many lines of the record are its own and which pictures it has;
`beside.jsonl` and `packets.jsonl` are what else was kept with it, a line for each event.
"""

import io
import json
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tileref.engine.quoting import quote
from tileref.engine.record_file import RecordError, parse_record
from tileref.files import FileError, read_bytes, write_bytes
from tileref.store import ROLES, LogRow, Picture, Store
from tileref.strict_json import JsonError, parse_object

VERSION = 1

LARGEST = 512 * 1024 * 1024
"""Bytes a file may hold, packed or unpacked. Less, and a long match with its pictures cannot be exported; more, and a
hostile file fills the memory."""

_MATCH, _ROWS, _RECORD, _EVENTS = "match.json", "rows.jsonl", "record.jsonl", "events.jsonl"
_BESIDE, _PACKETS = "beside.jsonl", "packets.jsonl"
_TEXTS = (_MATCH, _RECORD, _ROWS, _EVENTS, _BESIDE, _PACKETS)
# The same match is the same file, whenever it is exported.
_DATE = (1980, 1, 1, 0, 0, 0)
_JPEG = b"\xff\xd8\xff"
_LONGEST_TABLE = 200
_PICTURES = ([], *([role] for role in ROLES), list(ROLES))
"""Which pictures an event may have."""

# A calendar must have the day, in any time zone.
_LATEST = 250_000_000_000.0
_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    IndexError,
    OSError,
    OverflowError,
    RuntimeError,
    ValueError,
)
"""What reading a damaged ZIP raises."""


class MatchFileError(FileError):
    """A file that is no match, or a match that fits no file. The message is one sentence for a person."""


@dataclass(frozen=True, slots=True)
class MatchFile:
    """A match by itself: what a store keeps of it, apart from its number there."""

    table: str
    head: str
    begun: float
    ended: float | None
    rows: tuple[LogRow, ...]


def export_match(store: Store, match: int, file: Path) -> None:
    """Write a kept match to a file."""
    kept = store.match(match)
    rows = tuple(store.row(match, number) for number in range(1, kept.events + 1))
    content = MatchFile(kept.table, kept.head, kept.begun, kept.ended, rows)
    data = format_match(content)
    # Nobody should find out later, perhaps on another computer, that the file cannot be read.
    try:
        same = parse_match(data) == content
    except MatchFileError as error:
        raise MatchFileError(f"match {match} in {store.place!r} cannot be exported: {error}") from None
    assert same, "what was written reads back as it was"
    write_bytes(file, data)


def import_match(store: Store, file: Path) -> int:
    """Keep the match that a file holds; its id in this store."""
    data = read_bytes(file, largest=LARGEST)
    try:
        match = parse_match(data)
    except MatchFileError as error:
        raise MatchFileError(f"{str(file)!r} cannot be imported: {error}") from None
    return store.add(match.head, table=match.table, begun=match.begun, ended=match.ended, rows=match.rows)


def format_match(match: MatchFile) -> bytes:
    """The file of a match."""
    about = {"tileref": "match", "version": VERSION, "table": match.table, "begun": match.begun, "ended": match.ended}
    rows = [
        _to_json(
            {
                "number": row.number,
                "time": row.time,
                "entries": len(row.entries),
                "pictures": [picture.role for picture in row.pictures],
            }
        )
        for row in match.rows
    ]
    texts = {
        _MATCH: [_to_json(about)],
        _RECORD: [match.head, *(line for row in match.rows for line in row.entries)],
        _ROWS: rows,
        _EVENTS: [row.event for row in match.rows],
        _BESIDE: [row.beside for row in match.rows],
        _PACKETS: [row.packet for row in match.rows],
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, lines in texts.items():
            archive.writestr(_member(name, zipfile.ZIP_DEFLATED), "".join(f"{line}\n" for line in lines).encode())
        for row in match.rows:
            for picture in row.pictures:
                archive.writestr(_member(_picture_name(row.number, picture.role), zipfile.ZIP_STORED), picture.jpeg)
    return buffer.getvalue()


def parse_match(data: bytes) -> MatchFile:
    """The match that a file holds. Whatever else it may be, it is refused with a MatchFileError."""
    with _damage_told():
        archive = zipfile.ZipFile(io.BytesIO(data))
    with archive:
        _check_members(archive)
        about = _parse_about(_read_lines(archive, _MATCH))
        record = _read_lines(archive, _RECORD)
        rows = tuple(_read_rows(archive, record[1:]))
        expected = {*_TEXTS, *(_picture_name(row.number, picture.role) for row in rows for picture in row.pictures)}
        for name in archive.namelist():
            if name not in expected:
                raise MatchFileError(f"it holds {quote(name)}, which does not belong to a match")
    try:
        replayed = parse_record("\n".join(record))
    except RecordError as error:
        raise MatchFileError(f"{_RECORD}: {error}") from None
    if len(replayed.entries) != len(record) - 1:
        raise MatchFileError(f"{_RECORD} has an empty line")
    return MatchFile(about.table, record[0], about.begun, about.ended, rows)


@dataclass(frozen=True, slots=True)
class _About:
    """What stands in `match.json`."""

    table: str
    begun: float
    ended: float | None


def _check_members(archive: zipfile.ZipFile) -> None:
    members = archive.infolist()
    name, times = Counter(member.filename for member in members).most_common(1)[0] if members else ("", 0)
    if times > 1:
        raise MatchFileError(f"it holds {quote(name)} {times} times")
    if sum(member.file_size for member in members) > LARGEST:
        raise MatchFileError(f"unpacked it is larger than {LARGEST // 1024 // 1024} MiB")
    for member in members:
        if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise MatchFileError(f"{quote(member.filename)} is packed in an unusual way")


def _parse_about(lines: list[str]) -> _About:
    if len(lines) != 1:
        raise MatchFileError(f"{_MATCH} must have one line, not {len(lines)}")
    value = _parse_object(lines[0], _MATCH)
    if value.get("tileref") != "match":
        raise MatchFileError(f'{_MATCH} is not that of a match, which begins {{"tileref": "match", ...')
    version = value.get("version")
    # JSON's true and 1.0 equal 1 in Python, but nobody has written them as a version.
    if type(version) is not int or version != VERSION:
        raise MatchFileError(f"the file has version {quote(version)}; this tileref reads version {VERSION}")
    _check_keys(value, ("tileref", "version", "table", "begun", "ended"), _MATCH)
    table, ended = value["table"], value["ended"]
    if not isinstance(table, str) or not table.isprintable() or not 0 < len(table) <= _LONGEST_TABLE:
        raise MatchFileError(f"{_MATCH}: table must be 1 to {_LONGEST_TABLE} printable characters, not {quote(table)}")
    begun = _parse_time(value["begun"], _MATCH)
    return _About(table, begun, None if ended is None else _parse_time(ended, _MATCH))


def _read_rows(archive: zipfile.ZipFile, entries: Sequence[str]) -> Iterator[LogRow]:
    """The log: line for line what the files say of each event. `entries` are the lines of the record after its head."""
    rows, events, beside, packets = (_read_lines(archive, name) for name in (_ROWS, _EVENTS, _BESIDE, _PACKETS))
    for name, lines in ((_EVENTS, events), (_BESIDE, beside), (_PACKETS, packets)):
        if len(lines) != len(rows):
            raise MatchFileError(f"{name} must have a line for each of the {len(rows)} events, not {len(lines)}")
    used = 0
    for number, (line, *texts) in enumerate(zip(rows, events, beside, packets, strict=True), start=1):
        where = f"line {number} of {_ROWS}"
        value = _parse_object(line, where)
        _check_keys(value, ("number", "time", "entries", "pictures"), where)
        if type(value["number"]) is not int or value["number"] != number:
            raise MatchFileError(f"{where}: number must be {number}, not {quote(value['number'])}")
        count, roles = value["entries"], value["pictures"]
        if type(count) is not int or not 0 <= count <= len(entries) - used:
            left = len(entries) - used
            raise MatchFileError(
                f"{where}: entries must be 0 to {left}, the lines of the record left, not {quote(count)}"
            )
        if not isinstance(roles, list) or roles not in _PICTURES:
            raise MatchFileError(f"{where}: pictures must be some of {', '.join(ROLES)} in order, not {quote(roles)}")
        for name, text in zip((_EVENTS, _BESIDE, _PACKETS), texts, strict=True):
            if text or name == _EVENTS:
                _parse_object(text, f"line {number} of {name}")
        pictures = tuple(Picture(role, _read_jpeg(archive, _picture_name(number, role))) for role in roles)
        time = _parse_time(value["time"], where)
        yield LogRow(number, time, texts[0], tuple(entries[used : used + count]), texts[1], texts[2], pictures)
        used += count
    if used < len(entries):
        raise MatchFileError(f"{_RECORD} has {len(entries) - used} lines that belong to no event")


def _picture_name(number: int, role: str) -> str:
    return f"pictures/{number}-{role}.jpg"


def _member(name: str, compression: int) -> zipfile.ZipInfo:
    member = zipfile.ZipInfo(name, _DATE)
    member.compress_type = compression
    member.create_system = 3
    member.external_attr = 0o644 << 16
    return member


@contextmanager
def _damage_told() -> Iterator[None]:
    try:
        yield
    except _DAMAGE:
        raise MatchFileError("it is no ZIP file, or a damaged one") from None


def _read(archive: zipfile.ZipFile, name: str) -> bytes:
    if name not in archive.NameToInfo:
        raise MatchFileError(f"it has no {name}")
    with _damage_told():
        return archive.read(name)


def _read_jpeg(archive: zipfile.ZipFile, name: str) -> bytes:
    data = _read(archive, name)
    if not data.startswith(_JPEG):
        raise MatchFileError(f"{name} is no JPEG picture")
    return data


def _read_lines(archive: zipfile.ZipFile, name: str) -> list[str]:
    try:
        text = _read(archive, name).decode()
    except UnicodeDecodeError as error:
        raise MatchFileError(f"{name} is not a text in UTF-8: byte {error.start} is wrong") from None
    *lines, rest = text.split("\n")
    if rest:
        raise MatchFileError(f"{name} does not end with the end of a line")
    return lines


def _to_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _parse_object(text: str, where: str) -> dict[str, Any]:
    try:
        return parse_object(text)
    except JsonError as error:
        raise MatchFileError(f"{where}: {error}") from None


def _check_keys(value: dict[str, Any], keys: tuple[str, ...], where: str) -> None:
    if value.keys() != set(keys):
        raise MatchFileError(f"{where} must have {', '.join(keys)}, not {quote(', '.join(value))}")


def _parse_time(value: object, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < _LATEST:
        raise MatchFileError(f"{where}: a time must be seconds since 1970, not {quote(value)}")
    return float(value)

"""A match as one file: it loses nothing on the way, and what is no match is refused before anything of it is kept."""

import io
import json
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kept_matches import keep, match_of
from tests.strategies import record_of as played
from tests.test_record import disturbed_record
from tileref.engine.games import RULESETS, AnyRuleset, find_ruleset
from tileref.engine.record_file import parse_record
from tileref.kept_record import record_of
from tileref.match_file import MatchFile, MatchFileError, export_match, format_match, import_match, parse_match
from tileref.store import LogRow, Store, StoreError

RECORD = played(find_ruleset("triple-02982-race"), 3, 5)
MATCH = match_of(RECORD)
FILE = format_match(MATCH)


def contents(store: Store, match: int) -> MatchFile:
    kept = store.match(match)
    rows = tuple(store.row(match, row.number) for row in store.rows(match))
    return MatchFile(kept.table, kept.head, kept.begun, kept.ended, rows)


def unpacked(data: bytes = FILE) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(members: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def changed(name: str, content: bytes) -> bytes:
    """The file of the match with one member as given."""
    return packed({**unpacked(), name: content})


def edited(name: str, old: str, new: str) -> bytes:
    """The file of the match with a text in it replaced, once."""
    text = unpacked()[name].decode()
    assert old in text
    return changed(name, text.replace(old, new, 1).encode())


def without(name: str) -> bytes:
    members = unpacked()
    del members[name]
    return packed(members)


# There and back.


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_a_match_loses_nothing_on_its_way_to_another_computer(ruleset: AnyRuleset, tmp_path: Path) -> None:
    record = played(ruleset, 2, 4)
    match = match_of(record)
    file = tmp_path / "match.zip"
    with Store(tmp_path / "here.db") as here, Store(tmp_path / "there.db") as there:
        keep(here, match_of(RECORD))
        export_match(here, keep(here, match), file)
        imported = import_match(there, file)
        assert contents(there, imported) == match
        assert record_of(there, imported) == record
        again = tmp_path / "again.zip"
        export_match(there, imported, again)
    assert again.read_bytes() == file.read_bytes()


def test_a_match_goes_from_a_file_to_a_server(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    (tmp_path / "match.zip").write_bytes(FILE)
    with Store(request.getfixturevalue("postgres").new_database()) as store:
        assert contents(store, import_match(store, tmp_path / "match.zip")) == MATCH


@pytest.mark.parametrize("seed", range(12))
def test_undone_corrected_and_overruled_entries_come_back(seed: int) -> None:
    match = match_of(disturbed_record(seed), ended=None)
    assert parse_match(format_match(match)) == match


def test_a_match_of_which_nothing_has_happened_yet_comes_back() -> None:
    match = MatchFile("t", MATCH.head, 0.0, None, ())
    assert parse_match(format_match(match)) == match


def test_what_is_inside_can_be_read_without_tileref() -> None:
    members = unpacked()
    assert parse_record(members["record.jsonl"].decode()) == RECORD
    events = [json.loads(line) for line in members["events.jsonl"].decode().splitlines()]
    assert [event["at"] for event in events] == [row.number for row in MATCH.rows]
    assert members["pictures/4-after.jpg"] == MATCH.rows[3].pictures[-1].jpeg


def test_a_packed_match_may_be_packed_anew_by_another_program() -> None:
    assert parse_match(packed(dict(reversed(unpacked().items())), zipfile.ZIP_STORED)) == MATCH


def test_an_imported_match_gets_a_number_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "match.zip").write_bytes(FILE)
    with Store(tmp_path / "matches.db") as store:
        assert [import_match(store, tmp_path / "match.zip") for _ in range(2)] == [1, 2]


# What is refused.


def bomb() -> bytes:
    """Some hundred kilobytes that unpack to more than half a gigabyte."""
    block = bytes(1 << 20)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, content in unpacked().items():
            if name != "packets.jsonl":
                archive.writestr(name, content)
        with archive.open("packets.jsonl", "w", force_zip64=True) as member:
            for _ in range(520):
                member.write(block)
    return buffer.getvalue()


def twice() -> bytes:
    buffer = io.BytesIO(FILE)
    with zipfile.ZipFile(buffer, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr("record.jsonl", unpacked()["record.jsonl"])
    return buffer.getvalue()


def lying() -> bytes:
    """A member whose size in the list is less than what it unpacks to."""
    data = bytearray(packed(unpacked()))
    at = data.index(b"PK\x01\x02")
    data[at + 24 : at + 28] = struct.pack("<I", 5)
    return bytes(data)


def locked() -> bytes:
    """Members that are marked as encrypted."""
    data = bytearray(FILE)
    at = -1
    while (at := data.find(b"PK\x01\x02", at + 1)) >= 0:
        data[at + 8] |= 1
    return bytes(data)


HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "empty": (lambda: b"", "no ZIP file"),
    "a text": (lambda: b"Mix the flour with the eggs.", "no ZIP file"),
    "a ZIP of nothing": (lambda: packed({}), "it has no match.json"),
    "a head that is cut off": (lambda: FILE[: len(FILE) // 2], "no ZIP file, or a damaged one"),
    "a wrong byte in a picture": (lambda: FILE.replace(b"before 2", b"before 3", 1), "damaged"),
    "locked": (locked, "damaged"),
    "a bomb": (bomb, "unpacked it is larger than 512 MiB"),
    "a size that lies": (lying, "damaged"),
    "packed in an unusual way": (lambda: packed(unpacked(), zipfile.ZIP_LZMA), "unusual way"),
    "a name twice": (twice, "'record.jsonl' 2 times"),
    "a path out of the file": (lambda: changed("../../etc/passwd", b""), r"it holds '\.\./\.\./etc/passwd'"),
    "an absolute path": (lambda: changed("/tmp/x.jpg", b""), "it holds '/tmp/x.jpg'"),
    "a picture of no event": (lambda: changed("pictures/999-before.jpg", b"\xff\xd8\xff"), "does not belong"),
    "no record": (lambda: without("record.jsonl"), "it has no record.jsonl"),
    "no picture": (lambda: without("pictures/4-after.jpg"), "it has no pictures/4-after.jpg"),
    "a picture that is a script": (lambda: changed("pictures/4-after.jpg", b"<script>"), "is no JPEG picture"),
    "another file of ours": (lambda: edited("match.json", '"match"', '"record"'), "match.json is not that of a match"),
    "another version": (lambda: edited("match.json", '"version": 1', '"version": 2'), "version 2"),
    "a version that is none": (lambda: edited("match.json", '"version": 1', '"version": true'), "version True"),
    "a field too many": (lambda: edited("match.json", '"version"', '"note": 1, "version"'), "must have tileref"),
    "a field too few": (lambda: edited("match.json", ', "ended": ', ', "end": '), "must have tileref"),
    "a field twice": (lambda: edited("match.json", '"version"', '"table": "x", "version"'), "'table' twice"),
    "a table that is a number": (lambda: edited("match.json", '"Кухня"', "7"), "table must be"),
    "a table with a line end": (lambda: edited("match.json", "Кухня", "a\\nb"), "table must be"),
    "half a character": (lambda: edited("match.json", "Кухня", "\\ud800"), "table must be"),
    "a time that is text": (lambda: edited("match.json", "1753900000.25", '"now"'), "a time must be"),
    "a time before 1970": (lambda: edited("match.json", "1753900000.25", "-1"), "a time must be"),
    "a time after all calendars": (lambda: edited("match.json", "1753900000.25", "1e15"), "a time must be"),
    "a time without end": (lambda: edited("match.json", "1753900000.25", "1e999"), "too large"),
    "no number": (lambda: edited("match.json", "1753900000.25", "NaN"), "NaN is not JSON"),
    "a huge number": (lambda: edited("match.json", "1753900000.25", "1" * 10000), "too long"),
    "a list": (lambda: changed("match.json", b"[]\n"), "must be a JSON object"),
    "no JSON": (lambda: changed("match.json", b"{'tileref': 'match'}\n"), "is not JSON"),
    "deep JSON": (lambda: changed("match.json", b"[" * 100_000 + b"\n"), "nested too deeply"),
    "two lines": (lambda: changed("match.json", b"{}\n{}\n"), "must have one line, not 2"),
    "no line end": (lambda: changed("match.json", b"{}"), "does not end with the end of a line"),
    "no Unicode": (lambda: changed("match.json", b"\xff\xfe\n"), "is not a text in UTF-8: byte 0"),
    "a number left out": (lambda: edited("rows.jsonl", '"number": 3', '"number": 4'), "line 3 of rows.jsonl"),
    "a number that is half": (lambda: edited("rows.jsonl", '"number": 3', '"number": 3.0'), "number must be 3"),
    "entries that are not there": (
        lambda: edited("rows.jsonl", '"entries": 3', '"entries": 3000'),
        "entries must be 0",
    ),
    "entries below nought": (lambda: edited("rows.jsonl", '"entries": 3', '"entries": -3'), "entries must be 0"),
    "entries of no event": (lambda: edited("rows.jsonl", '"entries": 3', '"entries": 2'), "belong to no event"),
    "a picture of our own": (lambda: edited("rows.jsonl", '"before"', '"../../x"'), "pictures must be"),
    "pictures that are none": (lambda: edited("rows.jsonl", '["before"', '[{"a": 1}'), "pictures must be"),
    "an event too few": (
        lambda: changed("events.jsonl", b"{}\n"),
        f"events.jsonl must have a line for each of the {len(MATCH.rows)} events, not 1",
    ),
    "an event that is none": (lambda: edited("events.jsonl", "{", "["), "line 1 of events.jsonl"),
    "an event that is empty": (
        lambda: changed("events.jsonl", b"\n" * len(MATCH.rows)),
        "line 1 of events.jsonl: '' is not JSON",
    ),
    "a packet that is none": (
        lambda: changed("packets.jsonl", b"7\n" * len(MATCH.rows)),
        "line 1 of packets.jsonl: it must be a JSON object, not 7",
    ),
    "an empty record": (lambda: changed("record.jsonl", b""), "belong|entries"),
    "a record of another game": (lambda: edited("record.jsonl", "triple-02982-race", "chess"), "line 1 of the record"),
    "an entry against the rules": (
        lambda: edited("record.jsonl", '"place", "seat": ', '"place", "seat": 7'),
        "the record",
    ),
    "an entry that is none": (lambda: edited("record.jsonl", '{"event": "place"', '{"event": "cheat"'), "cheat"),
    "an empty line": (lambda: edited("record.jsonl", "\n", "\n\n"), "belong to no event"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_match_gets_one_sentence_and_nothing_of_it_is_kept(name: str, tmp_path: Path) -> None:
    make, sentence = HOSTILE[name]
    file = tmp_path / "match.zip"
    file.write_bytes(make())
    with Store(tmp_path / "matches.db") as store:
        with pytest.raises(MatchFileError, match=f"^'.*match.zip' cannot be imported: .*{sentence}") as caught:
            import_match(store, file)
        assert store.matches() == []
    said = str(caught.value)
    assert "\n" not in said
    assert len(said) < len(str(file)) + 300
    assert {each.name.partition("-")[0] for each in tmp_path.iterdir()} == {"match.zip", "matches.db"}


@given(st.data())
def test_a_damaged_file_is_refused_or_its_damage_is_of_no_account(data: st.DataObject) -> None:
    damaged = bytearray(FILE[: data.draw(st.integers(1, len(FILE)))] if data.draw(st.booleans()) else FILE)
    for _ in range(data.draw(st.integers(1, 4))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    try:
        match = parse_match(bytes(damaged))
    except MatchFileError:
        return
    assert match == MATCH


@given(st.binary(max_size=400))
def test_random_bytes_are_refused(data: bytes) -> None:
    for each in (data, changed("match.json", data), changed("rows.jsonl", data), changed("record.jsonl", data)):
        with pytest.raises(MatchFileError):
            parse_match(each)


@pytest.mark.parametrize(
    "row",
    [
        LogRow(1, 1.0, "no JSON"),
        LogRow(1, 1.0, "{}", ('{"event": "cheat"}',)),
        LogRow(1, 1e300, "{}"),
        LogRow(1, 1.0, "{}", beside="[]"),
    ],
    ids=["event", "entry", "time", "beside"],
)
def test_a_match_that_could_not_be_imported_again_is_not_exported(row: LogRow, tmp_path: Path) -> None:
    with Store(tmp_path / "matches.db") as store:
        match = store.add(MATCH.head, table="t", begun=1.0, rows=[row])
        with pytest.raises(MatchFileError, match=f"^match {match} in '.*' cannot be exported: "):
            export_match(store, match, tmp_path / "match.zip")
    assert not (tmp_path / "match.zip").exists()


def test_a_kept_record_that_cannot_be_replayed_is_said_with_its_match_and_line(tmp_path: Path) -> None:
    with Store(tmp_path / "matches.db") as store:
        match = store.add(MATCH.head, table="t", begun=1.0, rows=[LogRow(1, 1.0, "{}", ('{"event": "cheat"}',))])
        with pytest.raises(StoreError, match=f"match {match} in '.*' cannot be replayed: line 2 of the record: "):
            record_of(store, match)

"""`tileref matches` as people type it."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kept_matches import keep, match_of
from tests.postgres import Server
from tests.strategies import record_of
from tests.test_cli import Outcome, is_one_sentence, tileref
from tileref.engine.games import find_ruleset
from tileref.engine.record_file import parse_record
from tileref.engine.tally import sheet_of
from tileref.match_file import MatchFile, parse_match
from tileref.store import LogRow, Store

RECORD = record_of(find_ruleset("triple-400"), 3, 4)
TOTALS = sheet_of(RECORD).totals


def begun() -> MatchFile:
    """A match that was left after its first rows."""
    whole = match_of(record_of(find_ruleset("dice-xl"), 2, 4), ended=None)
    return MatchFile(whole.table, whole.head, whole.begun, None, whole.rows[:7])


@pytest.fixture
def place(tmp_path: Path) -> str:
    """A store with a match that is over and one that is not."""
    with Store(tmp_path / "matches.db") as store:
        keep(store, match_of(RECORD))
        keep(store, begun())
    return str(tmp_path / "matches.db")


def test_the_list_says_who_played_what_and_when_and_how_it_stands(place: str) -> None:
    outcome = tileref("matches", "--store", place)
    assert (outcome.code, outcome.err) == (0, "")
    first, second = (line.split("│")[1:-1] for line in outcome.out.split("\n") if "2025-07-" in line)
    assert [cell.strip() for cell in first[2:]] == [
        "Triple Dominoes to 400",
        ", ".join(
            f"{name} {total}{' ★' * (total == max(TOTALS))}" for name, total in zip(RECORD.players, TOTALS, strict=True)
        ),
        "over",
    ]
    assert second[0].strip() == "2"
    assert "★" not in second[3]
    assert second[4].strip() == "round 1, 7 events"


def test_the_list_speaks_russian(place: str) -> None:
    out = tileref("matches", "--store", place, language="ru").out
    assert "Тройное домино 400" in out
    assert "окончена" in out
    assert "раунд 1, 7 событий" in out
    assert tileref("matches", "--store", place, "-l", "ru").out == out


def test_a_match_that_cannot_be_replayed_does_not_hide_the_others(place: str) -> None:
    with Store(place) as store:
        store.add(match_of(RECORD).head, table="t", begun=1.0, rows=[LogRow(1, 1.0, "{}", ("{}",))])
    out = tileref("matches", "--store", place).out
    assert "cannot be replayed" in out
    assert "over" in out


def test_where_nobody_has_played_yet_nothing_is_wrong_and_nothing_is_made(tmp_path: Path) -> None:
    place = tmp_path / "matches.db"
    for _ in range(2):
        outcome = tileref("matches", "--store", str(place))
        assert (outcome.code, outcome.err) == (0, "")
        assert outcome.out == f"No match is kept in {place} yet.\n"
    assert not place.exists()
    Store(place).close()
    assert tileref("matches", "--store", str(place)).out == outcome.out


def test_a_list_of_nothing_tells_no_password(postgres: Server) -> None:
    place = postgres.new_database().replace("tileref@", "tileref:secret@")
    outcome = tileref("matches", "--store", place)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith("No match is kept in postgresql://tileref:")
    assert "secret" not in outcome.out


def test_matches_are_kept_where_the_environment_says(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEREF_DATA", str(Path(place).parent))
    assert tileref("matches").out == tileref("matches", "--store", place).out


def test_a_kept_match_is_replayed_as_its_record_is(place: str, tmp_path: Path) -> None:
    file = tmp_path / "record.jsonl"
    match = match_of(RECORD)
    file.write_text("\n".join([match.head, *(line for row in match.rows for line in row.entries)]), encoding="utf-8")
    assert parse_record(file.read_text(encoding="utf-8")) == RECORD
    outcome = tileref("matches", "replay", "1", "--store", place)
    assert outcome == tileref("replay", str(file))
    assert outcome.code == 0
    tileref("matches", "replay", "1", "--store", place, "--svg", str(tmp_path / "pictures"))
    tileref("replay", str(file), "--svg", str(tmp_path / "same"))
    pictures, same = (
        {each.name: each.read_bytes() for each in (tmp_path / name).iterdir()} for name in ("pictures", "same")
    )
    assert len(pictures) > 20
    assert pictures == same


def test_what_stands_before_the_command_holds_for_it(place: str) -> None:
    before = tileref("matches", "--store", place, "-l", "ru", "sheet", "1")
    after = tileref("matches", "sheet", "1", "--store", place, "-l", "ru")
    assert before == after
    assert "Общий счёт" in after.out
    assert tileref("matches", "--store", "nowhere.db", "-l", "en", "sheet", "1", "--store", place, "-l", "ru") == after


def test_a_scoresheet_is_printed_in_each_form_that_is_text(place: str) -> None:
    def sheet(form: str) -> str:
        outcome = tileref("matches", "sheet", "1", "--store", place, "--format", form)
        assert (outcome.code, outcome.err) == (0, "")
        return outcome.out

    assert tuple(json.loads(sheet("json"))["totals"]) == TOTALS
    *_, totals, _ = csv.reader(io.StringIO(sheet("csv")))
    assert totals == ["", "Grand total", *map(str, TOTALS)]
    assert sheet("svg").startswith("<svg")
    assert "★" in sheet("text")
    assert tileref("matches", "sheet", "1", "--store", place).out == sheet("text")


def test_a_scoresheet_is_written_as_its_file_is_called_or_as_told(place: str, tmp_path: Path) -> None:
    def write(name: str, *options: str) -> bytes:
        file = tmp_path / name
        outcome = tileref("matches", "sheet", "1", "--store", place, "-o", str(file), *options)
        assert outcome == Outcome(0, f"The scoresheet is in {file}.\n", "")
        return file.read_bytes()

    assert write("sheet.pdf").startswith(b"%PDF-")
    assert write("sheet", "--format", "pdf") == write("sheet.pdf")
    assert json.loads(write("sheet.json"))["totals"] == list(TOTALS)
    assert write("sheet.txt").decode() == tileref("matches", "sheet", "1", "--store", place).out


def test_a_match_goes_from_store_to_store_in_a_file(place: str, tmp_path: Path) -> None:
    file, other = tmp_path / "match.zip", str(tmp_path / "deep/er/other.db")
    assert tileref("matches", "export", "1", str(file), "--store", place).out == f"Match 1 is in {file}.\n"
    assert parse_match(file.read_bytes()) == match_of(RECORD)
    for number in (1, 2):
        outcome = tileref("matches", "import", str(file), "--store", other)
        assert outcome == Outcome(0, f"What was in {file} is kept as match {number}.\n", "")
    here, there = (tileref("matches", "sheet", "1", "--store", store).out for store in (place, other))
    assert here == there


@pytest.mark.parametrize(
    "arguments",
    [
        ["replay", "3"],
        ["replay", "0"],
        ["replay", "99999999999999999999"],
        ["replay", "one"],
        ["replay"],
        ["sheet", "3"],
        ["sheet", "1", "--format", "doc"],
        ["sheet", "1", "--format", "pdf"],
        ["sheet", "1", "-o", "/proc/nowhere/sheet.pdf"],
        ["sheet", "1", "--language", "xx"],
        ["export", "3", "match.zip"],
        ["export", "1", "/proc/nowhere/match.zip"],
        ["export", "1"],
        ["import", "nowhere.zip"],
        ["import", "."],
        ["import", "/dev/null"],
        ["import", __file__],
        ["lose", "1"],
    ],
    ids=" ".join,
)
def test_bad_input_gets_one_sentence_and_exit_code_2(arguments: list[str], place: str) -> None:
    assert is_one_sentence(tileref("matches", "--store", place, *arguments))
    assert tileref("matches", "--store", place).out.count("2025-07-") == 2


@pytest.mark.parametrize("command", [["replay", "1"], ["sheet", "1"], ["export", "1", "match.zip"]])
@pytest.mark.parametrize("place", ["nowhere.db", __file__, "mysql://x/y", "postgresql://a:secret@127.0.0.1:1/x", "\0"])
def test_a_place_that_keeps_no_matches_gets_one_sentence(place: str, command: list[str]) -> None:
    outcome = tileref("matches", *command, "--store", place)
    assert is_one_sentence(outcome)
    assert "secret" not in outcome.err


def test_other_commands_wait_for_no_database_and_no_printer() -> None:
    program = "import sys, tileref.cli; print(*{name.partition('.')[0] for name in sys.modules})"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not {"sqlalchemy", "fpdf", "psycopg", "sqlite3"} & set(done.stdout.split())

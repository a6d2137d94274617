"""The commands as people type them: what they print, what they refuse, and how they exit."""

import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from unittest import mock
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.strategies import record_of
from tileref.announcements import sheet_label
from tileref.cli import main
from tileref.engine.games import RULESETS, find_ruleset
from tileref.engine.record_file import format_record, parse_record
from tileref.engine.sheet import Row
from tileref.engine.triangles import from_ascii
from tileref.language import find_language

BRIDGE = "1,0U:322 0,0D:023 0,1U:022 0,1D:242 0,2U:234 0,2D:334 1,2U:434 1,1D:445"
IDS = [ruleset.id for ruleset in RULESETS]


@dataclass(frozen=True, slots=True)
class Outcome:
    code: int
    out: str
    err: str


def tileref(*arguments: str, language: str = "en") -> Outcome:
    """Run a command in this process."""
    out, err = io.StringIO(), io.StringIO()
    code: object = None
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        mock.patch.object(sys, "argv", ["tileref", *arguments]),
        mock.patch.dict(os.environ, {"LC_ALL": f"{language}.UTF-8", "COLUMNS": "200"}),
    ):
        try:
            main()
        except SystemExit as exit_:
            code = exit_.code
    assert isinstance(code, int)
    return Outcome(code, out.getvalue(), err.getvalue())


def is_one_sentence(outcome: Outcome) -> bool:
    """Whether bad input got exit code 2, nothing on stdout and one line on stderr."""
    line = outcome.err.rstrip("\n")
    return (
        outcome.code == 2 and not outcome.out and line.startswith("tileref: ") and len(line) > 20 and "\n" not in line
    )


@pytest.fixture
def record_file(tmp_path: Path) -> Path:
    path = tmp_path / "match.jsonl"
    path.write_text(format_record(record_of(find_ruleset("triple-02982"), 2, 3)), encoding="utf-8")
    return path


def test_the_installed_command_works_in_a_process_of_its_own() -> None:
    command = [
        str(Path(sys.executable).with_name("tileref")),
        "simulate",
        "--players",
        "Анна,Boris",
        "--language",
        "ru",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True, encoding="utf-8")
    assert "Анна" in done.stdout
    assert not done.stderr


@pytest.mark.parametrize("ruleset", IDS)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_shown_match_ends_with_its_winner_and_the_scoresheet(ruleset: str, language: str) -> None:
    outcome = tileref("simulate", "--ruleset", ruleset, "--show", "--language", language, "--players", "Xenia,Yakov")
    assert outcome.code == 0
    assert not outcome.err
    total = sheet_label(find_language(language), Row("grand_total", ()))
    assert total in outcome.out.rstrip("\n").split("\n")[-2]
    assert "★" in outcome.out


def test_the_same_seed_gives_the_same_match_and_another_seed_another() -> None:
    first, again, other = (tileref("simulate", "--show", "--seed", seed).out for seed in ("7", "7", "8"))
    assert first == again
    assert first != other


def test_statistics_count_every_match() -> None:
    outcome = tileref("simulate", "--matches", "20", "--ruleset", "domino-50", "--players", "3")
    assert outcome.code == 0
    wins = [
        int(line.split("│")[2]) for line in outcome.out.split("\n") if line.startswith(("│ Anna", "│ Boris", "│ Vera"))
    ]
    assert sum(wins) == 20


@pytest.mark.parametrize("ruleset", IDS)
def test_a_recorded_match_replays_to_the_same_end(ruleset: str, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    shown = tileref("simulate", "--ruleset", ruleset, "--seed", "5", "--show", "--record", str(file))
    replayed = tileref("replay", str(file))
    assert (shown.code, replayed.code) == (0, 0)
    assert parse_record(file.read_text(encoding="utf-8")).state.standings().over
    ends = [line for line in shown.out.split("\n") if "wins the match" in line or "share" in line]
    assert ends
    assert set(ends) <= set(replayed.out.split("\n"))


def test_many_matches_are_recorded_in_a_file_each(tmp_path: Path) -> None:
    tileref("simulate", "--matches", "3", "--ruleset", "triple-02982-race", "--record", str(tmp_path / "m.jsonl"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["m-1.jsonl", "m-2.jsonl", "m-3.jsonl"]


def test_a_replay_writes_a_picture_of_every_board_and_the_sheet(record_file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    outcome = tileref("replay", str(record_file), "--svg", str(folder))
    assert outcome.code == 0
    placed = sum('"event": "place"' in line for line in record_file.read_text(encoding="utf-8").split("\n"))
    pictures = sorted(folder.glob("[0-9]*.svg"))
    assert len(pictures) == placed
    for picture in [*pictures, folder / "sheet.svg"]:
        ElementTree.parse(picture)
    desc = ElementTree.parse(pictures[4]).getroot().findtext("{http://www.w3.org/2000/svg}desc")
    assert desc is not None
    assert len(from_ascii(desc)) == 5


def test_a_legal_move_is_judged_with_its_class_points_and_rule() -> None:
    outcome = tileref("judge", BRIDGE, "1,0D:252")
    assert outcome.code == 0
    assert "Legal." in outcome.out
    assert "bridge" in outcome.out
    assert "49" in outcome.out
    assert "rule 11.2" in outcome.out


def test_a_ruling_as_json_says_why_a_move_is_not_legal() -> None:
    outcome = tileref("judge", BRIDGE, "1,0D:212", "--json", "--ruleset", "triomino-hex")
    ruling = json.loads(outcome.out)
    assert outcome.code == 1
    assert ruling["legal"] is False
    assert ruling["reasons"] == ["corner_mismatch"]
    assert "rule 4" in ruling["said"][0]


def test_a_draw_with_a_fitting_tile_in_hand_is_refused_and_the_best_placement_named() -> None:
    outcome = tileref("judge", "0,0U:555", "draw", "--hand", "455 012", "--json")
    ruling = json.loads(outcome.out)
    assert (outcome.code, ruling["reasons"]) == (1, ["draw_not_allowed"])
    assert ruling["best"]["points"] == 14


def test_a_position_that_is_itself_wrong_is_said_to_be() -> None:
    ruling = json.loads(tileref("judge", "0,0U:012 0,0D:345", "0,-1D:023", "--json").out)
    assert [fault["reason"] for fault in ruling["position"]] == ["side_mismatch"]
    chain = json.loads(tileref("judge", "26 16", "64R", "-r", "domino-100", "--json").out)
    assert chain["position"] == [{"reason": "no_match", "where": "26, 16"}]


def test_a_cell_left_of_the_origin_is_not_taken_for_an_option() -> None:
    assert json.loads(tileref("judge", "0,0U:555", "-1,0D:155", "--json").out)["points"] == 11
    assert json.loads(tileref("judge", "-1,0D:155", "0,0U:555", "--json").out)["legal"] is True


def test_a_known_hand_must_open_with_its_highest_triplet_and_show_it_before_the_zeros() -> None:
    assert json.loads(tileref("judge", ".", "0,0U:123", "--hand", "123 555", "--json").out)["reasons"] == [
        "must_open_with"
    ]
    assert json.loads(tileref("judge", ".", "0,0U:000", "--hand", "000 555", "--json").out)["reasons"] == [
        "must_reveal"
    ]
    assert json.loads(tileref("judge", ".", "0,0U:555", "--hand", "000 555", "--json").out)["points"] == 25


def test_what_is_not_legal_has_no_points() -> None:
    assert "points" not in json.loads(tileref("judge", "0,0U:555", "0,0D:455", "--json").out)


def test_the_command_alone_prints_its_help() -> None:
    outcome = tileref()
    assert outcome.code == 0
    assert "Usage: tileref" in outcome.out
    assert len(outcome.out.splitlines()) > 10


def test_a_reader_who_has_seen_enough_is_no_error() -> None:
    command = f"{Path(sys.executable).with_name('tileref')} simulate --show -n 20 | head -n 1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_drawing_on_standard_input_is_a_position() -> None:
    drawing = "   /\\\n  /1 \\\n /0__5\\\n"
    with mock.patch.object(sys, "stdin", io.StringIO(drawing)):
        outcome = tileref("judge", "-", "0,0D:155", "--json")
    assert json.loads(outcome.out)["points"] == 11


def test_dominoes_and_dice_are_judged_too() -> None:
    assert json.loads(tileref("judge", "26 66", "65L", "-r", "domino-100", "--json").out)["reasons"] == ["wrong_end"]
    joker = tileref("judge", "44444 yacht=50 fours=12", "score full_house", "-r", "dice-xl", "--json")
    assert json.loads(joker.out)["points"] == 125


def test_house_rules_are_saved_and_played_by(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    outcome = tileref("rules", "triple-400", "--set", "target=120", "--set", "bridge_corner=any", "--save", str(file))
    assert outcome.code == 0
    assert "120" in outcome.out
    played = tileref("simulate", "--ruleset", str(file), "--record", str(tmp_path / "m.jsonl"))
    assert played.code == 0
    rules = parse_record((tmp_path / "m.jsonl").read_text(encoding="utf-8")).ruleset
    assert rules == parse_record(format_record(record_of(rules, 2, 1))).ruleset
    assert getattr(rules, "target", None) == 120


@pytest.mark.parametrize("ruleset", IDS)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_ruleset_is_told_in_words(ruleset: str, language: str) -> None:
    outcome = tileref("rules", ruleset, language=language)
    assert outcome.code == 0
    assert ruleset in outcome.out
    assert "{" not in outcome.out


def test_the_language_of_the_system_is_spoken() -> None:
    assert "Тройное домино" in tileref("rules", language="ru_RU").out
    assert "Тройное домино" not in tileref("rules", language="de_DE").out


@pytest.mark.parametrize(
    "arguments",
    [
        ["rules", "chess"],
        ["rules", "nowhere.toml"],
        ["rules", "--set", "target=3"],
        ["rules", "triple-400", "--set", "target"],
        ["rules", "triple-400", "--set", "target=-1"],
        ["rules", "triple-400", "--set", "corner_rule=maybe"],
        ["rules", "triple-400", "--language", "xx"],
        ["simulate", "--ruleset", "chess"],
        ["simulate", "--players", "-1"],
        ["simulate", "--players", "0"],
        ["simulate", "--players", "9"],
        ["simulate", "--players", "99999999999999999999999"],
        ["simulate", "--players", "Anna,Anna"],
        ["simulate", "--players", "Anna,,Boris"],
        ["simulate", "--players", "Anna,\x1b[31mBoris"],
        ["simulate", "--matches", "0"],
        ["simulate", "--seed", "99999999999999999999999999"],
        ["simulate", "--matches", "many"],
        ["simulate", "--record", "/proc/nowhere/m.jsonl"],
        ["replay"],
        ["replay", "nowhere.jsonl"],
        ["replay", "."],
        ["replay", "a\0b"],
        ["judge", "0,0U:555"],
        ["judge", "0,0U:555", "0,0D:565"],
        ["judge", "", "0,0D:565"],
        ["judge", "0,0U:555 0,0U:444", "0,0D:555"],
        ["judge", "0,0U:555", "0,0D:455", "--well", "-3"],
        ["judge", "0,0U:555", "0,0D:455", "--hand", "789"],
        ["judge", "66", "6R", "-r", "domino-50"],
        ["judge", "77777", "score chance", "-r", "dice-xl"],
        ["judge", "11111 yacht=x", "score chance", "-r", "dice-xl"],
        ["judge", "44444 yacht=37", "score full_house", "-r", "dice-xl"],
        ["referee"],
        ["--nonsense"],
    ],
    ids=" ".join,
)
def test_bad_input_gets_one_sentence_and_exit_code_2(arguments: list[str]) -> None:
    assert is_one_sentence(tileref(*arguments))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=40), st.text(max_size=20), st.sampled_from(IDS))
def test_whatever_is_typed_as_a_position_and_move_is_judged_or_refused(position: str, move: str, ruleset: str) -> None:
    with mock.patch.object(sys, "stdin", io.StringIO("")):
        outcome = tileref("judge", "--ruleset", ruleset, "--", position, move)
    assert outcome.code in (0, 1) or is_one_sentence(outcome)


@contextlib.contextmanager
def file_of(data: bytes, suffix: str) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"file{suffix}"
        path.write_bytes(data)
        yield str(path)


@given(st.binary(max_size=300))
def test_a_file_of_random_bytes_is_refused_as_a_record_and_as_house_rules(data: bytes) -> None:
    with file_of(data, ".jsonl") as record, file_of(data, ".toml") as rules:
        assert is_one_sentence(tileref("replay", record))
        assert is_one_sentence(tileref("simulate", "--ruleset", rules))


_RECORD = format_record(record_of(find_ruleset("triple-02982-race"), 2, 3)).encode()


@given(st.integers(0, len(_RECORD) - 1), st.integers(0, 255), st.integers(1, len(_RECORD)))
def test_a_damaged_record_is_replayed_as_far_as_it_makes_sense_or_refused(at: int, byte: int, length: int) -> None:
    damaged = bytearray(_RECORD[:length])
    damaged[at % len(damaged)] = byte
    with file_of(bytes(damaged), ".jsonl") as record:
        outcome = tileref("replay", record)
    assert outcome.code == 0 or is_one_sentence(outcome)

"""`tileref watch` and `tileref explain` as a user starts them: what is printed where, what is refused, how it ends."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.kept_matches import keep, match_of
from tests.strategies import record_of
from tests.tables import rules
from tests.test_cli import Outcome, is_one_sentence, tileref
from tileref.store import Store

PHOTOS = Path(__file__).parents[1] / "app" / "demo"
"""A game photographed tile by tile."""

TILEREF = [sys.executable, "-c", "from tileref.cli import main; main()"]


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first five photographs of the bundled game, as a folder."""
    folder = tmp_path_factory.mktemp("photos")
    for photo in sorted(PHOTOS.glob("*.jpg"))[:5]:
        (folder / photo.name).symlink_to(photo)
    return folder


def watch(source: Path | str, place: Path, *arguments: str, language: str = "en") -> Outcome:
    return tileref("watch", str(source), "--store", str(place / "matches.db"), *arguments, language=language)


def events_of(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


# What is printed.


@pytest.mark.slow
def test_events_on_stdout_are_one_json_object_a_line_and_nothing_else(photos: Path, tmp_path: Path) -> None:
    outcome = watch(photos, tmp_path, "--events", "-", "--players", "Anna,Boris")
    assert (outcome.code, outcome.err) == (0, "")
    events = events_of(outcome.out)
    assert [event["event"] for event in events] == ["dealt"] + ["placed"] * 5
    assert [event["number"] for event in events] == [1, 2, 3, 4, 5, 6]
    placed = events[1]
    assert placed.keys() >= {
        "frame", "time", "player", "cell", "values", "class", "value", "bonus", "points", "total", "said",
    }  # fmt: skip
    assert [event["frame"] for event in events[1:]] == [0, 1, 2, 3, 4]
    assert [event["time"] for event in events[1:]] == [0, 2, 4, 6, 8]


@pytest.mark.slow
@pytest.mark.parametrize(("language", "words"), [("en", "Anna opens with"), ("ru", "открывает раунд")])
def test_announcements_are_spoken_and_events_go_to_a_file_of_their_own(
    photos: Path, tmp_path: Path, language: str, words: str
) -> None:
    outcome = watch(photos, tmp_path, "--events", str(tmp_path / "events"), "--interval", "1", language=language)
    assert (outcome.code, outcome.err) == (0, "")
    assert words in outcome.out
    events = events_of((tmp_path / "events").read_text(encoding="utf-8"))
    said = [sentence for event in events for sentence in event["said"]]  # type: ignore[attr-defined]
    assert said
    assert all(sentence in outcome.out for sentence in said)
    assert [event["time"] for event in events[1:]] == [0, 1, 2, 3, 4]


@pytest.mark.slow
def test_what_was_said_at_a_table_is_heard_at_its_second_and_what_means_nothing_is_complained_of(
    photos: Path, tmp_path: Path
) -> None:
    (tmp_path / "orders").write_text("0 opener Boris\n3 draw\n5 overrule\n5 draw Boris\n", encoding="utf-8")
    outcome = watch(photos, tmp_path, "--events", "-", "--orders", str(tmp_path / "orders"))
    kinds = [event["event"] for event in events_of(outcome.out)]
    assert kinds == ["dealt", "opener", "placed", "placed", "drawn", "placed", "placed", "placed"]
    assert outcome.err.count("tileref: ") == 2
    assert "nothing was refused" in outcome.err


@pytest.mark.slow
def test_a_match_goes_on_where_it_was_left_and_its_events_are_added(photos: Path, tmp_path: Path) -> None:
    events = str(tmp_path / "events")
    parts = tmp_path / "begun", tmp_path / "goes on"
    for folder in parts:
        folder.mkdir()
    for number, photo in enumerate(sorted(photos.iterdir())):
        (parts[number > 1] / photo.name).symlink_to(photo.resolve())
    assert watch(parts[0], tmp_path, "--events", events).code == 0
    outcome = watch(parts[1], tmp_path, "--events", events, "--resume", "--players", "ignored,names")
    assert outcome.code == 0
    assert "Match 1 goes on" in outcome.out
    told = events_of((tmp_path / "events").read_text(encoding="utf-8"))
    assert [event["number"] for event in told] == list(range(1, len(told) + 1))
    assert [event["event"] for event in told] == ["dealt"] + ["placed"] * 5
    with Store(tmp_path / "matches.db") as store:
        assert [match.events for match in store.matches()] == [6]


def test_an_event_is_written_out_before_the_next_one_comes(photos: Path, tmp_path: Path) -> None:
    arguments = ["watch", str(photos), "--events", "-", "--store", str(tmp_path / "matches.db")]
    with subprocess.Popen([*TILEREF, *arguments], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        first = json.loads(process.stdout.readline())
        with Store(tmp_path / "matches.db") as store:
            assert json.loads(store.row(1, 1).event)["said"] == first["said"]
        process.kill()


# What is refused.

BAD = [
    (("no-such-video.mp4",), "no-such-video.mp4"),
    (("0123456789012",), "0123456789012"),
    (("http://",), "http://"),
    (("SOURCE", "--players", "Anna,Anna"), "Anna"),
    (("SOURCE", "--players", "1"), "players"),
    (("SOURCE", "--players", "A,B,C,D,E,F,G"), "7"),
    (("SOURCE", "--ruleset", "dice-xl"), "triple-400"),
    (("SOURCE", "--seats", "6"), "clock face"),
    (("SOURCE", "--seats", "6,99"), "clock face"),
    (("SOURCE", "--opener", "Zoya"), "Zoya"),
    (("SOURCE", "--orders", "no-such-orders"), "no-such-orders"),
    (("SOURCE", "--orders", "ORDERS"), "line 2"),
    (("SOURCE", "--events", "no/such/folder/events"), "cannot be written"),
    (("SOURCE", "--calibration", "no-such-calibration"), "no-such-calibration"),
    (("SOURCE", "--resume"), "no match was left"),
    (("SOURCE", "--interval", "0"), "interval"),
]


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize(("arguments", "words"), BAD, ids=lambda value: value if isinstance(value, str) else None)
def test_what_cannot_be_watched_gets_one_sentence_and_leaves_no_match(
    photos: Path, tmp_path: Path, arguments: tuple[str, ...], words: str, language: str
) -> None:
    orders = tmp_path / "orders"
    orders.write_text("1 draw\n2 fly\n", encoding="utf-8")
    typed = [{"SOURCE": str(photos), "ORDERS": str(orders)}.get(word, word) for word in arguments]
    outcome = watch(typed[0], tmp_path, *typed[1:], language=language)
    assert is_one_sentence(outcome), outcome
    assert words in outcome.err
    if (tmp_path / "matches.db").exists():
        with Store(tmp_path / "matches.db") as store:
            assert store.matches() == []


@pytest.mark.parametrize("content", [b"no database at all", b""], ids=["foreign", "folder"])
def test_a_store_that_cannot_be_opened_gets_one_sentence(photos: Path, tmp_path: Path, content: bytes) -> None:
    place = tmp_path / "matches.db"
    if content:
        place.write_bytes(content)
    else:
        place.mkdir()
    outcome = watch(photos, tmp_path)
    assert is_one_sentence(outcome), outcome
    assert "matches.db" in outcome.err


# The terminal.


class Screen:
    """A process at a terminal of its own, and what it has written there."""

    def __init__(self, process: subprocess.Popen[bytes], terminal: int) -> None:
        self.process = process
        self._terminal = terminal
        self.text = ""

    def wait_for(self, pattern: str, *, seconds: float = 60.0) -> None:
        """Read until something is written; what was is in `text`."""
        until = time.monotonic() + seconds
        while not re.search(pattern, self.text):
            assert time.monotonic() < until, f"{pattern!r} was not written: {self.text[-2000:]}"
            self._read(0.2)

    def press(self, keys: str) -> None:
        os.write(self._terminal, keys.encode())

    def end(self) -> int:
        """Its exit code, once all it wrote is read."""
        until = time.monotonic() + 60
        while self.process.poll() is None and time.monotonic() < until:
            self._read(0.1)
        self._read(0.1)
        return self.process.wait(timeout=10)

    def _read(self, seconds: float) -> None:
        while select.select([self._terminal], [], [], seconds)[0]:
            try:
                data = os.read(self._terminal, 65536)
            except OSError:
                return
            if not data:
                return
            self.text += data.decode(errors="replace")


@contextmanager
def at_a_terminal(*arguments: str) -> Iterator[Screen]:
    ours, theirs = pty.openpty()
    environment = {**os.environ, "LC_ALL": "en_US.UTF-8", "TERM": "dumb", "COLUMNS": "200"}
    process = subprocess.Popen(
        [*TILEREF, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
    )
    os.close(theirs)
    try:
        yield Screen(process, ours)
    finally:
        process.kill()
        process.wait()
        os.close(ours)


@pytest.mark.slow
def test_ctrl_c_ends_it_with_the_scores_and_the_match_goes_on_later(photos: Path, tmp_path: Path) -> None:
    store = ("--store", str(tmp_path / "matches.db"))
    with at_a_terminal("watch", str(photos), *store, "--interval", "30") as screen:
        screen.wait_for("Anna opens with")
        os.kill(screen.process.pid, signal.SIGINT)
        assert screen.end() == 130
    assert "Scoresheet" in screen.text
    assert "Traceback" not in screen.text
    assert "Fatal" not in screen.text
    assert watch(photos, tmp_path, "--resume", "--events", "-").code == 0
    with Store(tmp_path / "matches.db") as kept:
        assert [match.events for match in kept.matches()] == [6]


@pytest.mark.slow
def test_keys_give_orders_and_help_says_which_and_what_is_awaited(photos: Path, tmp_path: Path) -> None:
    store = ("--store", str(tmp_path / "matches.db"))
    with at_a_terminal("watch", str(photos), *store, "--interval", "30") as screen:
        screen.wait_for("Keys: d draw")
        screen.wait_for("Anna opens with")
        screen.press("d")
        screen.wait_for("Boris takes a tile from the well")
        screen.press("1")
        screen.wait_for("nothing was asked")
        screen.press(":turn Boris\n")
        screen.wait_for("2-2-2 was laid by Boris|was laid by Boris")
        screen.text = ""
        screen.press("?")
        screen.wait_for("Keys: d draw")
        screen.wait_for("to move|opens the round")
        screen.press("q")
        assert screen.end() == 0
    assert "Kept as match 1" in screen.text
    assert "Traceback" not in screen.text
    assert "Fatal" not in screen.text


# explain.


@pytest.fixture(scope="module")
def kept(photos: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A store with a match that was watched."""
    folder = tmp_path_factory.mktemp("kept")
    assert watch(photos, folder).code == 0
    return str(folder / "matches.db")


@pytest.mark.slow
@pytest.mark.parametrize(("language", "words"), [("en", "Read as"), ("ru", "Прочитано как")])
def test_an_event_is_explained_with_what_was_read_and_pictures(
    kept: str, tmp_path: Path, language: str, words: str
) -> None:
    outcome = tileref("explain", "4", "--store", kept, "--pictures", str(tmp_path / "seen"), language=language)
    assert (outcome.code, outcome.err) == (0, "")
    assert words in outcome.out
    pictures = sorted((tmp_path / "seen").iterdir())
    assert [picture.name for picture in pictures] == ["event-4-after.jpg", "event-4-before.jpg"]
    assert all(picture.read_bytes()[:2] == b"\xff\xd8" for picture in pictures)


@pytest.mark.slow
def test_an_event_as_json_has_its_packet(kept: str) -> None:
    outcome = tileref("explain", "2", "--store", kept, "--json")
    value = json.loads(outcome.out)
    assert (value["number"], value["event"]) == (2, "placed")
    (reading,) = value["packet"]["readings"]
    assert reading["values"] == value["values"]
    assert reading["chances"][0][0] == value["values"]
    assert value["packet"]["rule"] is not None


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("99",), "no event 99"),
        (("1", "--match", "7"), "no match 7"),
        (("0",), "EVENT"),
        (("x",), "EVENT"),
    ],
)
def test_an_event_that_is_not_there_gets_one_sentence(tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    with Store(tmp_path / "matches.db") as store:
        keep(store, match_of(record_of(rules("triple-02982-race"), 2, 1)))
        events = store.match(1).events
    assert events < 99
    outcome = tileref("explain", *arguments, "--store", str(tmp_path / "matches.db"))
    assert is_one_sentence(outcome), outcome
    assert words in outcome.err


def test_where_nothing_is_kept_there_is_nothing_to_explain_and_no_store_is_made(tmp_path: Path) -> None:
    outcome = tileref("explain", "1", "--store", str(tmp_path / "matches.db"))
    assert is_one_sentence(outcome), outcome
    assert not (tmp_path / "matches.db").exists()


def test_an_event_without_pictures_or_packet_is_explained_by_its_words(tmp_path: Path) -> None:
    with Store(tmp_path / "matches.db") as store:
        keep(store, match_of(record_of(rules("triple-02982-race"), 2, 1)))
    outcome = tileref("explain", "1", "--store", str(tmp_path / "matches.db"))
    assert outcome.code == 0
    assert "Event 1: placed" in outcome.out

"""The ways of the page's API to kept matches: looking back, printing, taking away and bringing, statistics."""

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.web_site import Site, running_site
from tileref.engine.record import Accepted, Record
from tileref.engine.record_file import format_entry, format_head
from tileref.engine.triangles import TRIANGLE_RULESETS, Place, TriangleMatch, next_event
from tileref.happening_json import happening_to_json
from tileref.happenings import Entered, Placed
from tileref.store import LogRow, Picture, Store


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_site(tmp_path_factory.mktemp("matches")) as site:
        yield site


@pytest.fixture(scope="module")
def match(site: Site) -> int:
    return _keep(site.rooms.store, _play(1, "Anna", "Boris"))


def _play(seed: int, *players: str, steps: int = 10**6) -> Record:
    """A match as simulated players play it."""
    record, rng = Record.begin(TRIANGLE_RULESETS[0], players), Random(seed)
    for _ in range(steps):
        state = record.state
        assert isinstance(state, TriangleMatch)
        event = next_event(state, rng)
        if event is None:
            break
        outcome = record.submit(event)
        assert isinstance(outcome, Accepted)
        record = outcome.record
    return record


def _keep(store: Store, record: Record, *, table: str = "kitchen") -> int:
    """A log of this match, in which Boris is refused a tile at the beginning."""
    rows = [LogRow(1, 99.0, json.dumps({"event": "refused", "seat": 1, "sure": True}), (), "", "", ())]
    for number, (entry, step) in enumerate(zip(record.entries, record.steps, strict=True), start=2):
        happening = Placed(step) if isinstance(step.event, Place) else Entered(step)
        event = json.dumps(happening_to_json(happening, record.players))
        pictures = (Picture("after", b"\xff\xd8\xff" + bytes(9)),) if number % 5 == 0 else ()
        rows.append(LogRow(number, 100.0 + number, event, (format_entry(entry),), pictures=pictures))
    ended = 500.0 if record.state.standings().over else None
    return store.add(format_head(record), table=table, begun=100.0, ended=ended, rows=rows)


def test_kept_matches_are_listed_with_who_played_and_how_it_stands(site: Site, match: int) -> None:
    going_on = _keep(site.rooms.store, _play(2, "Carl", "Dora", steps=9))
    listed = {one["id"]: one for one in site.get("/api/matches", language="ru")}
    assert (listed[match]["over"], listed[match]["state"], listed[match]["table"]) == (True, "окончена", "kitchen")
    assert sorted(player["name"] for player in listed[match]["players"]) == ["Anna", "Boris"]
    winner = next(player for player in listed[match]["players"] if player["winner"])
    assert winner["total"] == max(player["total"] for player in listed[match]["players"])
    assert listed[going_on]["over"] is False
    assert not any(player["winner"] for player in listed[going_on]["players"])


def test_a_match_that_cannot_be_replayed_is_listed_all_the_same(site: Site) -> None:
    broken = site.rooms.store.add('{"tileref": "record"}', table="attic", begun=5.0)
    shown = next(one for one in site.get("/api/matches") if one["id"] == broken)
    assert (shown["readable"], shown["players"], shown["state"]) == (False, [], "cannot be replayed")
    assert site.http.get(f"/api/matches/{broken}/sheet.txt").status_code == 503
    assert site.get("/api/statistics") is not None


def test_a_match_is_replayed_event_by_event(site: Site, match: int) -> None:
    log = site.get(f"/api/matches/{match}")["log"]
    boards = site.get(f"/api/matches/{match}/boards")
    assert [board["number"] for board in boards] == [event["number"] for event in log]
    assert boards[0]["position"] == "."
    placed = next(number for number, event in enumerate(log) if event["event"] == "placed")
    assert len(boards[placed]["position"].split()) == 1
    listed = next(one for one in site.get("/api/matches") if one["id"] == match)
    assert boards[-1]["totals"] == [player["total"] for player in listed["players"]]
    assert boards[-1]["round"] > 1


def test_an_event_is_explained_and_its_pictures_are_shown(site: Site, match: int) -> None:
    explained = site.get(f"/api/matches/{match}/events/5")
    assert explained["event"]["number"] == 5
    assert explained["event"]["pictures"] == ["after"]
    assert explained["packet"]["board_after"]
    picture = site.http.get(f"/api/matches/{match}/events/5/after.jpg")
    assert (picture.status_code, picture.headers["content-type"]) == (200, "image/jpeg")
    assert site.http.get(f"/api/matches/{match}/events/5/before.jpg").status_code == 404


@pytest.mark.parametrize(
    ("ending", "kind", "beginning"),
    [
        ("txt", "text/plain", b"Triple"),
        ("csv", "text/csv", b"\xef\xbb\xbf"),
        ("json", "application/json", b"{"),
        ("svg", "image/svg+xml", b"<svg"),
        ("pdf", "application/pdf", b"%PDF"),
    ],
)
def test_the_scoresheet_is_given_in_every_form(
    site: Site, match: int, ending: str, kind: str, beginning: bytes
) -> None:
    answer = site.http.get(f"/api/matches/{match}/sheet.{ending}")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith(kind)
    assert answer.content.startswith(beginning)


def test_a_match_that_was_exported_is_imported_as_it_was(site: Site, match: int) -> None:
    exported = site.http.get(f"/api/matches/{match}/export")
    assert exported.headers["content-type"] == "application/zip"
    assert "record.jsonl" in zipfile.ZipFile(io.BytesIO(exported.content)).namelist()
    answer = site.http.post("/api/matches/import", files={"file": ("match.zip", exported.content)})
    assert answer.status_code == 201
    imported = answer.json()["match"]
    assert imported != match
    assert site.get(f"/api/matches/{imported}")["log"] == site.get(f"/api/matches/{match}")["log"]


def test_what_is_not_there_is_not_found(site: Site, match: int) -> None:
    for path in (
        "999999",
        "999999/boards",
        "999999/export",
        "999999/sheet.pdf",
        f"{match}/events/99999",
        "999999/events",
    ):
        answer = site.http.get(f"/api/matches/{path}", params={"language": "ru"})
        assert answer.status_code == 404, path
        assert answer.json() == {"error": "Такой страницы нет."}


def test_statistics_tell_how_everybody_has_played(tmp_path: Path) -> None:
    with running_site(tmp_path) as site:
        records = [_play(seed, "Anna", "Boris") for seed in (3, 4)] + [_play(5, "Anna", "Carl", steps=8)]
        for record in records:
            _keep(site.rooms.store, record)
        statistics = {one["name"]: one for one in site.get("/api/statistics")}
        assert {name: one["matches"] for name, one in statistics.items()} == {"Anna": 3, "Boris": 2, "Carl": 1}
        assert sum(one["wins"] for one in statistics.values()) == 2
        assert {name: one["illegal"] for name, one in statistics.items()} == {"Anna": 0, "Boris": 2, "Carl": 1}
        assert statistics["Anna"]["points"] == sum(record.state.standings().totals[0] for record in records)
        assert statistics["Anna"]["best"] > 15


def test_a_match_that_goes_on_is_shown_as_it_is_now(site: Site) -> None:
    match = site.set_up()["match"]
    assert next(one for one in site.get("/api/matches") if one["id"] == match)["events"] == 1
    site.order("opener Anna")
    assert next(one for one in site.get("/api/matches") if one["id"] == match)["events"] == 2
    assert [event["event"] for event in site.get(f"/api/matches/{match}/events")] == ["dealt", "opener"]

"""What comes with tileref is refereed from pixels to points: a game of photographs, and the table of `make run`."""

import json
from pathlib import Path

import pytest

from tests.test_cli import tileref

DEMO = Path(__file__).parent.parent / "app/demo"
LAID = ["555", "055", "045", "034", "003", "023", "233", "223", "224", "133", "135", "124"]
TABLE = [
    ("dealt", ""),
    ("opener", ""),
    *(("placed", tile) for tile in ("333", "334", "133", "345", "113", "455", "255", "235")),
    ("refused", "355"),
    ("taken_back", "355"),
    ("placed", "135"),
    ("drawn", ""),
    ("placed", "344"),
]
POINTS = [25, 10, 9, 7, 3, 5, 8, 7, 8, 7, 9, 7]


def test_every_tile_of_the_bundled_game_is_counted_once_with_its_points() -> None:
    outcome = tileref("score", str(DEMO), "--players", "Anna,Boris", "--json")
    assert outcome.code == 0
    photos = [json.loads(line) for line in outcome.out.splitlines()]
    assert len(photos) == len(LAID)
    placed = [event for photo in photos for event in photo["events"] if event["event"] == "placed"]
    assert ["".join(map(str, sorted(event["values"]))) for event in placed] == LAID
    assert [event["points"] for event in placed] == POINTS
    assert photos[-1]["totals"] == {"Anna": sum(POINTS[::2]), "Boris": sum(POINTS[1::2])}


def test_the_last_photograph_alone_is_read_tile_by_tile() -> None:
    reading = json.loads(tileref("read", str(DEMO / "12.jpg"), "--json").out)
    assert sorted("".join(map(str, sorted(tile["values"]))) for tile in reading["tiles"]) == sorted(LAID)
    assert {tile["kind"] for tile in reading["tiles"]} == {"board"}
    assert reading["board"]["faults"] == []


@pytest.mark.slow
def test_the_bundled_table_is_refereed_from_its_video_with_every_tile_counted_once_and_the_wrong_one_refused(
    tmp_path: Path,
) -> None:
    outcome = tileref(
        *("watch", str(DEMO / "table.mp4"), "--orders", str(DEMO / "table.keys"), "--opener", "1"),
        *("--store", str(tmp_path / "matches.db"), "--events", "-"),
    )
    assert outcome.code == 0, outcome.err
    events = [json.loads(line) for line in outcome.out.splitlines()]
    told = [(event["event"], "".join(map(str, sorted(event.get("values", ()))))) for event in events]
    assert told == TABLE
    assert [event["points"] for event in events if event["event"] == "placed"] == [19, 10, 7, 12, 5, 14, 12, 10, 69, 11]
    assert events[-1]["total"] == 52
    assert [event["reasons"] for event in events if event["event"] == "refused"] == [["corner_mismatch"]]

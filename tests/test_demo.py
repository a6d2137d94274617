"""The bundled game of photographs is refereed from pixels to points."""

import json
from pathlib import Path

from tests.test_cli import tileref

DEMO = Path(__file__).parent.parent / "app/demo"
LAID = ["555", "055", "045", "034", "003", "023", "233", "223", "224", "133", "135", "124"]
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

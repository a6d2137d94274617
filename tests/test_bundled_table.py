"""The bundled recording is refereed as `make run` does it, and is the one that its script describes."""

from pathlib import Path

import pytest

from tests.live_score import parse_events, score_events
from tests.make_table import FOLDER, HEIGHT, RATE, TABLE, WIDTH, format_keys
from tests.test_cli import tileref
from tileref.datasets.match_script import Laid, TakenBack
from tileref.engine.faults import Reason
from tileref.vision.frame import Frame
from tileref.vision.recordings import open_video

VIDEO, KEYS = FOLDER / "table.mp4", FOLDER / "table.keys"


def test_the_bundled_table_is_whole_and_small() -> None:
    frames = [item for item in open_video(VIDEO).items() if isinstance(item, Frame)]
    assert len(frames) == int(TABLE.script.duration * RATE)
    assert {frame.image.shape for frame in frames} == {(HEIGHT, WIDTH, 3)}
    assert VIDEO.stat().st_size <= 4_000_000


def test_the_keys_are_those_of_the_script() -> None:
    assert KEYS.read_text(encoding="utf-8") == format_keys(TABLE.script)


def test_the_bundled_table_shows_what_a_referee_is_for() -> None:
    laid = [happening for happening in TABLE.script.happenings if isinstance(happening, Laid)]
    assert len([each for each in laid if each.legal]) == TABLE.placements
    assert [each.reasons for each in laid if not each.legal] == [(Reason.CORNER_MISMATCH,)]
    assert max(each.points for each in laid) >= 50, "somebody closes a hexagon"
    assert sum(isinstance(each, TakenBack) for each in TABLE.script.happenings) == 1


@pytest.mark.slow
def test_every_tile_of_the_bundled_table_is_announced_once_with_its_points(tmp_path: Path) -> None:
    said = ("--players", "Anna,Boris", "--opener", "Anna", "--seats", "6,12", "--orders", str(KEYS))
    outcome = tileref("watch", str(VIDEO), *said, "--events", "-", "--store", str(tmp_path / "matches.db"), "--new")
    assert outcome.code == 0
    score = score_events(parse_events(outcome.out.splitlines()), TABLE.script.happenings)
    assert score.flawless, score
    assert score.questions == 0

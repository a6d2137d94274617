"""Rendered recordings show what their scripts say: tiles where they lie, hands where they are, and nothing else."""

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tileref.datasets.hand import Pose, draw_hand, random_hand
from tileref.datasets.layout import Kind
from tileref.datasets.match_script import Action, Drawn, Moment, Tricks, write_script
from tileref.datasets.photo import Image
from tileref.datasets.recording import Recording, RestingTable
from tileref.datasets.recording_file import save_recording
from tileref.datasets.video import VideoError, write_video
from tileref.engine.triangles import tile_of
from tileref.vision.frame import Frame
from tileref.vision.pipeline import PictureReader
from tileref.vision.recordings import open_video

TRICKS = Tricks(illegal=1, taken_back=1, passing=1, resting=1, nudges=1, exposures=1, draws=1)
WIDTH, HEIGHT = 960, 540


def record(seed: int, *, players: int = 2, placements: int = 6) -> Recording:
    return Recording(
        write_script(seed, placements=placements, players=players, tricks=TRICKS), width=WIDTH, height=HEIGHT
    )


@pytest.fixture(scope="module")
def recording() -> Recording:
    return record(3)


@pytest.fixture(scope="module")
def reader() -> PictureReader:
    return PictureReader()


def find_moment(recording: Recording, action: Action) -> Moment:
    return next(moment for moment in recording.script.moments if moment.action is action)


def difference(one: Image, other: Image) -> NDArray[np.int64]:
    """How far two frames are apart in each pixel, without the noise of single ones."""
    apart = np.abs(one.astype(int) - other).max(axis=2)
    height, width = (length // 6 for length in apart.shape)
    return np.asarray(apart[: 6 * height, : 6 * width].reshape(height, 6, width, 6).mean(axis=(1, 3)), np.int64)


def frame_at(recording: Recording, time: float) -> Image:
    return recording.draw(round(time * recording.rate))


def check_reading(reader: PictureReader, image: Image, table: RestingTable) -> None:
    """Every tile is read where the truth says that it lies."""
    observed, _ = reader.read(image)
    assert len(observed.tiles) == len(table.tiles)
    for resting in table.tiles:
        middle = resting.corners.mean(axis=0)
        seen = min(observed.tiles, key=lambda tile: float(np.linalg.norm(tile.corners.mean(axis=0) - middle)))
        side = float(np.linalg.norm(resting.corners[0] - resting.corners[1]))
        assert float(np.linalg.norm(seen.corners.mean(axis=0) - middle)) < 0.1 * side
        if resting.tile.digits is None:
            assert seen.digits is None
        else:
            assert seen.digits is not None
            assert tile_of(seen.digits) == tile_of(resting.tile.digits)
        if len(table.tiles) > 4:
            assert (seen.cell is not None) is (resting.tile.kind is Kind.BOARD)


def test_tiles_lie_where_the_truth_says(recording: Recording, reader: PictureReader) -> None:
    for table in recording.tables()[3::4]:
        check_reading(reader, recording.draw(table.frame), table)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4, 10))
def test_any_recording_can_be_read(seed: int, reader: PictureReader) -> None:
    one = record(seed, players=2 + seed % 3)
    for table in one.tables()[4::5]:
        check_reading(reader, one.draw(table.frame), table)


def test_tiles_stay_where_they_lie(recording: Recording) -> None:
    nudge = find_moment(recording, Action.NUDGE)
    places: dict[object, NDArray[np.float64]] = {}
    for table in recording.tables():
        if table.time > nudge.start:
            break
        for resting in table.tiles:
            known = places.setdefault((resting.tile.digits, tuple(resting.corners[0])), resting.corners)
            assert np.array_equal(known, resting.corners)
    assert len(places) > 4


def test_frames_at_rest_differ_by_noise_and_by_no_more(recording: Recording) -> None:
    table = recording.tables()[3]
    one, other = recording.draw(table.frame), recording.draw(table.frame - 1)
    assert not np.array_equal(one, other)
    assert difference(one, other).max() < 16


def test_a_frame_is_the_same_whenever_it_is_drawn(recording: Recording) -> None:
    number = round(find_moment(recording, Action.LAY).change * recording.rate)
    first = recording.draw(number)
    recording.draw(0)
    assert np.array_equal(recording.draw(number), first)
    assert np.array_equal(record(3).draw(number), first)


def test_a_hand_covers_what_it_lays_and_is_gone_at_the_end_of_its_moment(recording: Recording) -> None:
    lays = [moment for moment in recording.script.moments if moment.action is Action.LAY and moment.start > 5]
    tables = {round(table.time, 3): table for table in recording.tables()}
    for moment in lays[:3]:
        after = next(table for time, table in tables.items() if time > moment.end)
        at_rest = recording.draw(after.frame)
        left = difference(frame_at(recording, moment.end + 0.5 / recording.rate), at_rest)
        covered = difference(frame_at(recording, moment.change), at_rest)
        assert (left > 16).mean() < 0.002
        assert (covered > 16).mean() > 0.03
        laid = next(resting for resting in after.tiles if resting.tile.cell == placed_cell(moment))
        x, y = (laid.corners.mean(axis=0) / 6).astype(int)
        assert covered[y - 3 : y + 4, x - 3 : x + 4].max() > 16


def placed_cell(moment: Moment) -> object:
    assert moment.placement is not None
    return moment.placement.cell


@pytest.mark.parametrize(("players", "sides"), [(2, "below above"), (4, "below left above right")])
def test_hands_come_from_where_their_players_sit(players: int, sides: str) -> None:
    one = record(5, players=players)
    for seat, side in enumerate(sides.split()):
        moment = next(each for each in one.script.moments if each.seat == seat and each.action is Action.LAY)
        before = one.draw(int(moment.start * one.rate) - 1)
        changed = difference(frame_at(one, moment.change), before) > 25
        rims = {"below": changed[-1], "above": changed[0], "left": changed[:, 0], "right": changed[:, -1]}
        assert max(rims, key=lambda name: rims[name].sum()) == side


def test_a_drawn_tile_leaves_the_well(recording: Recording) -> None:
    drawn = next(each for each in recording.script.happenings if isinstance(each, Drawn))
    wells = [(table.time, facedown(table)) for table in recording.tables()]
    before = [count for time, count in wells if time < drawn.time]
    after = [count for time, count in wells if time > drawn.time]
    assert set(before) == {recording.script.well}
    assert set(after) == {recording.script.well - 1}


def facedown(table: RestingTable) -> int:
    return sum(resting.tile.kind is Kind.FACEDOWN for resting in table.tiles)


def test_a_nudge_moves_all_tiles_a_little(recording: Recording) -> None:
    nudge = find_moment(recording, Action.NUDGE)
    before, after = next(
        (one, other) for one, other in pairwise(recording.tables()) if one.time < nudge.start and other.time > nudge.end
    )
    moved = [
        float(np.linalg.norm(one.corners - other.corners, axis=1).mean())
        for one, other in zip(before.tiles, after.tiles, strict=False)
    ]
    assert min(moved) > 2
    assert max(moved) < 0.06 * WIDTH


def test_a_step_of_the_exposure_changes_the_brightness_of_all(recording: Recording) -> None:
    step = find_moment(recording, Action.EXPOSURE)
    before, after = (frame_at(recording, time).mean() for time in (step.start - 0.1, step.end + 0.1))
    assert abs(before - after) > 0.03 * before


def test_the_truth_counts_what_lies_in_every_pause(recording: Recording) -> None:
    tables = recording.tables()
    assert len(tables) == len(recording.script.moments)
    assert all(0 <= table.frame < len(recording) for table in tables)
    board = sum(resting.tile.kind is Kind.BOARD for resting in tables[-1].tiles)
    assert board == 6


@pytest.mark.parametrize("pose", Pose)
def test_a_hand_ends_at_its_fingertips_and_begins_outside_of_every_picture(pose: Pose) -> None:
    rng = np.random.default_rng(1)
    picture = draw_hand(random_hand(rng), pose, np.array([0.3, 0.3]), rng)
    covered = picture.image[..., 3] > 127
    assert covered[:, 0].any()
    assert not covered[:, -1].any()
    assert not covered[[0, -1]].any()
    # Colours are those of the hand times its cover.
    assert (picture.image[..., :3].max(axis=2) <= picture.image[..., 3].astype(int) + 1).all()


def frames_of(path: Path) -> list[Frame]:
    return [item for item in open_video(path).items() if isinstance(item, Frame)]


def test_a_video_is_read_as_it_was_written(recording: Recording, tmp_path: Path) -> None:
    frames = [recording.draw(number) for number in range(40, 52)]
    path = tmp_path / "table.mp4"
    write_video(path, frames, rate=12.0)
    read = frames_of(path)
    assert [round((each.time or 0.0) * 12) for each in read] == list(range(12))
    for each, frame in zip(read, frames, strict=True):
        assert difference(each.image, frame).mean() < 5


def test_a_video_that_breaks_off_leaves_nothing(recording: Recording, tmp_path: Path) -> None:
    def frames() -> Iterator[Image]:
        yield recording.draw(0)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_video(tmp_path / "table.mp4", frames(), rate=12.0)
    assert not list(tmp_path.iterdir())
    with pytest.raises(VideoError, match="without a picture"):
        write_video(tmp_path / "table.mp4", [], rate=12.0)
    assert not list(tmp_path.iterdir())


def test_a_recording_is_rendered_once_and_anew_when_its_truth_is_another(tmp_path: Path) -> None:
    path = tmp_path / "3.mp4"

    def record_small(rate: float) -> Recording:
        return Recording(write_script(3, placements=1, tricks=TRICKS), width=320, height=180, rate=rate)

    assert save_recording(record_small(2.0), path)
    written = path.read_bytes()
    truth = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert truth["frames"] == len(frames_of(path))
    assert [each["what"] for each in truth["happenings"]] == ["drawn", "laid", "taken_back", "laid"]
    assert len(truth["tables"][-1]["tiles"]) >= 1
    assert not save_recording(record_small(2.0), path)
    assert path.read_bytes() == written
    assert save_recording(record_small(3.0), path)
    path.unlink()
    assert save_recording(record_small(3.0), path)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["3.json", "3.mp4"]

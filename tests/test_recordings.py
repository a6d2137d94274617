"""Recordings: every frame in its order, what is damaged is said where it is, and what is no recording is refused."""

import os
from pathlib import Path

import cv2
import pytest

from tests.live_servers import draw_number, encode_number, read_number, record_stream
from tileref.vision.frame import Frame
from tileref.vision.quiet import QUIET
from tileref.vision.source_items import SourceError, SourceItem, Unreadable
from tileref.vision.sources import open_source


def _record(file: Path, pictures: int = 50, codec: str = "mp4v", rate: float = 10.0) -> Path:
    with QUIET:
        writer = cv2.VideoWriter(str(file), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*codec), rate, (320, 240))
        assert writer.isOpened()
        for number in range(pictures):
            writer.write(draw_number(number))
        writer.release()
    return file


def _play(source: Path | str, *, interval: float = 2.0) -> list[SourceItem]:
    opened = open_source(str(source), interval=interval)
    assert not opened.live
    assert opened.name == str(source)
    return list(opened.items())


def _numbers(items: list[SourceItem]) -> list[int]:
    return [read_number(item.image) for item in items if isinstance(item, Frame)]


def _sentences(items: list[SourceItem]) -> list[str]:
    return [item.sentence for item in items if isinstance(item, Unreadable)]


def _times(items: list[SourceItem]) -> list[float]:
    return [item.time for item in items if isinstance(item, Frame) and item.time is not None]


def _refusal(source: Path | str) -> str:
    with pytest.raises(SourceError) as caught:
        open_source(str(source))
    (sentence,) = caught.value.args
    assert isinstance(sentence, str)
    assert "\n" not in sentence
    return sentence


@pytest.mark.parametrize(("name", "codec"), [("game.mp4", "mp4v"), ("game.avi", "MJPG"), ("game.mkv", "mp4v")])
def test_every_frame_of_a_video_comes_in_its_order_and_at_its_time(name: str, codec: str, tmp_path: Path) -> None:
    items = _play(_record(tmp_path / name, codec=codec))
    assert _numbers(items) == list(range(50))
    assert _times(items) == pytest.approx([number / 10 for number in range(50)], abs=0.002)
    frames = [item for item in items if isinstance(item, Frame)]
    assert [frame.number for frame in frames] == list(range(50))
    assert not any(frame.stands for frame in frames)


def test_a_recording_can_be_played_again_and_stopped(tmp_path: Path) -> None:
    source = open_source(str(_record(tmp_path / "game.mp4")))
    assert len(list(source.items())) == len(list(source.items())) == 50
    items = source.items()
    next(items)
    source.close()
    source.close()
    assert list(items) == []


@pytest.mark.parametrize("name", ["http:x", "rtsp:game", "game%03d", "concat:a|b", "0", "стол", "a\nb", "game.jpg.mp4"])
def test_a_video_may_be_called_anything(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _record(tmp_path / "game.mp4").rename(tmp_path / name)
    assert len(_numbers(_play(tmp_path / name))) == 50
    if not name.isdecimal():
        monkeypatch.chdir(tmp_path)
        assert len(_numbers(_play(name))) == 50


def test_a_video_that_was_cut_short_says_where_it_breaks_off(tmp_path: Path) -> None:
    file = _record(tmp_path / "game.avi", codec="MJPG")
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    items = _play(file)
    numbers = _numbers(items)
    assert 15 < len(numbers) < 35
    # Of the last one there is only the upper part, which decoders fill up.
    assert numbers[:-1] == list(range(len(numbers) - 1))
    (sentence,) = _sentences(items)
    assert isinstance(items[-1], Unreadable)
    assert f"{str(file)!r} breaks off at " in sentence
    assert "of 5.0 seconds" in sentence


def test_a_video_without_its_index_is_refused(tmp_path: Path) -> None:
    """A phone whose battery died while it was filming."""
    file = _record(tmp_path / "game.mp4")
    file.write_bytes(file.read_bytes()[:-1500])
    assert _refusal(file) == f"{str(file)!r} is neither a video nor a picture that can be read"


def test_a_video_with_a_damaged_place_goes_on_behind_it(tmp_path: Path) -> None:
    file = _record(tmp_path / "game.avi", codec="MJPG")
    data = bytearray(file.read_bytes())
    # The pictures in the middle begin with nothing a decoder knows.
    starts = [place for place in range(len(data)) if data[place : place + 3] == b"\xff\xd8\xff"]
    for start in starts[20:25]:
        data[start : start + 400] = bytes(400)
    file.write_bytes(data)
    items = _play(file)
    numbers = _numbers(items)
    assert numbers[:20] == list(range(20))
    assert numbers[-25:] == list(range(25, 50))
    assert len(_sentences(items)) == 1
    assert "is damaged at " in _sentences(items)[0]
    times = _times(items)
    assert times == sorted(set(times))


def test_a_video_without_times_counts_its_frames(tmp_path: Path) -> None:
    """What a camera in the network sent, saved as it was; 25 a second is usual."""
    file = tmp_path / "game.mjpeg"
    file.write_bytes(
        b"".join(b"--f\r\nContent-Type: image/jpeg\r\n\r\n%s\r\n" % encode_number(number) for number in range(30))
    )
    items = _play(file)
    assert _numbers(items) == list(range(30))
    assert _times(items) == pytest.approx([number / 25 for number in range(30)], abs=0.002)


def test_a_stream_that_was_saved_begins_at_zero(tmp_path: Path) -> None:
    file = tmp_path / "game.ts"
    file.write_bytes(record_stream(50))
    items = _play(file)
    assert _numbers(items) == list(range(50))
    times = _times(items)
    assert times[0] < 0.1
    assert times == sorted(set(times))
    assert times[-1] - times[0] == pytest.approx(49 / 25, abs=0.05)


@pytest.mark.parametrize(("turn", "place"), [(90, (0, -1)), (180, (-1, -1)), (270, (-1, 0))])
def test_a_video_that_was_filmed_with_a_turned_phone_is_seen_upright(
    turn: int, place: tuple[int, int], tmp_path: Path
) -> None:
    """The corner that is stored first is the one at `place` for whoever looks at it."""
    file = tmp_path / "phone.mp4"
    with QUIET:
        writer = cv2.VideoWriter(str(file), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*"mp4v"), 10.0, (320, 240))
        image = draw_number(0)
        image[:60, :80] = 250
        for _ in range(10):
            writer.write(image)
        writer.release()
    _turn_video(file, turn)
    (frame, *_) = (item for item in _play(file) if isinstance(item, Frame))
    assert frame.image.shape[:2] == ((320, 240) if turn % 180 else (240, 320))
    assert frame.image.flags.c_contiguous
    corners = {corner: int(frame.image[corner].mean()) for corner in ((0, 0), (0, -1), (-1, 0), (-1, -1))}
    assert max(corners, key=lambda corner: corners[corner]) == place


def _turn_video(file: Path, turn: int) -> None:
    """Write into the header of an MP4 how a player is to turn it, clockwise, as phones do."""
    data = bytearray(file.read_bytes())
    start = data.index(b"tkhd") + 4 + 40
    cosine, sine = {90: (0, 1), 180: (-1, 0), 270: (0, -1)}[turn]
    for place, value in ((0, cosine), (1, sine), (3, -sine), (4, cosine)):
        data[start + 4 * place : start + 4 * place + 4] = (value << 16 & 0xFFFFFFFF).to_bytes(4, "big")
    file.write_bytes(data)


def test_a_video_that_is_gone_when_it_is_played_is_said(tmp_path: Path) -> None:
    file = _record(tmp_path / "game.mp4")
    source = open_source(str(file))
    file.unlink()
    (item,) = source.items()
    assert isinstance(item, Unreadable)
    assert str(file) in item.sentence


def test_pictures_of_a_folder_come_by_name_and_stand_by_themselves(tmp_path: Path) -> None:
    for name, number in (("b.png", 2), ("a.JPG", 1), ("c.jpeg", 3)):
        cv2.imwrite(str(tmp_path / name), draw_number(number))
    (tmp_path / "notes.txt").write_text("no picture")
    items = _play(tmp_path, interval=0.5)
    assert _numbers(items) == [1, 2, 3]
    assert _times(items) == [0.0, 0.5, 1.0]
    assert all(isinstance(item, Frame) and item.stands and str(tmp_path) in item.source for item in items)


def test_a_broken_picture_in_a_folder_is_said_in_its_place_and_the_others_come(tmp_path: Path) -> None:
    for number in range(4):
        (tmp_path / f"{number}.jpg").write_bytes(encode_number(number))
    (tmp_path / "1.jpg").write_bytes(encode_number(1)[:-500])
    (tmp_path / "2.jpg").unlink()
    (tmp_path / "2.jpg").mkdir()
    first, second, third, fourth = _play(tmp_path)
    assert _numbers([first, fourth]) == [0, 3]
    assert _times([fourth]) == [6.0]
    assert isinstance(second, Unreadable)
    assert second.sentence == f"{str(tmp_path / '1.jpg')!r} is a JPEG that is cut short"
    assert second.number == 1
    assert isinstance(third, Unreadable)
    assert "is a folder" in third.sentence


def test_a_single_picture_is_a_recording_of_one_frame_whatever_it_is_called(tmp_path: Path) -> None:
    for name in ("table.jpg", "table", "table.mp4"):
        (tmp_path / name).write_bytes(encode_number(5))
        (frame,) = _play(tmp_path / name)
        assert isinstance(frame, Frame)
        assert frame.stands
        assert read_number(frame.image) == 5


def test_a_folder_without_pictures_is_refused_with_what_pictures_are_called(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no picture")
    assert _refusal(tmp_path) == (
        f"there is no picture in the folder {str(tmp_path)!r}: they end in .bmp, .heic, .heif, .jpeg, .jpg, .png, .webp"
    )


def test_what_is_no_recording_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "empty.mp4").touch()
    (tmp_path / "text.mp4").write_text("no video\n" * 100)
    for name in ("empty.mp4", "text.mp4"):
        assert "is neither a video nor a picture that can be read" in _refusal(tmp_path / name)
    assert "is neither a file nor a folder" in _refusal(tmp_path / "missing.mp4")
    assert "cannot be read: not a directory" in _refusal(tmp_path / "empty.mp4" / "x")
    assert "cannot be the name of a file" in _refusal("a\0b")
    assert "cannot be read: file name too long" in _refusal("x" * 5000)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "game.mp4")
    assert "is a device or a pipe" in _refusal(tmp_path / "game.mp4")
    assert "is a device or a pipe" in _refusal("/dev/null")

"""Cameras that OpenCV opens, and what people call cameras: what is there is seen, the rest refused in a sentence."""

import itertools
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.live_servers import mjpeg_server, read_number, record_stream, rtsp_server
from tileref.vision.addresses import is_address, parse_address
from tileref.vision.camera_health import HealthSettings
from tileref.vision.frame import Frame
from tileref.vision.grabbing import GrabSettings
from tileref.vision.source_items import CameraBack, CameraTrouble, SourceError, SourceItem, Trouble
from tileref.vision.sources import open_source, open_stream


@pytest.fixture(scope="module")
def stream() -> bytes:
    return record_stream(150)


def _refusal(text: str) -> str:
    with pytest.raises(SourceError) as caught:
        open_source(text)
    (sentence,) = caught.value.args
    assert isinstance(sentence, str)
    assert "\n" not in sentence
    return sentence


def test_a_camera_that_is_not_connected_is_one_sentence_and_nothing_on_stderr() -> None:
    program = (
        "from tileref.vision.sources import SourceError, open_source\n"
        "try:\n    open_source('93')\n"
        "except SourceError as error:\n    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("camera 93 cannot be opened: ")
    assert done.stdout.count("\n") == 1


@pytest.mark.parametrize("number", ["100", "0200", "9" * 5000])
def test_a_number_that_no_camera_has_is_refused_with_those_there_are(number: str) -> None:
    assert _refusal(number).endswith("is no number of a camera: those run from 0 to 99")


@pytest.mark.parametrize("text", ["-1", "camera", "0.5", "٣", "http:x", "rtsp:/x", "C:no/such"])
def test_what_is_neither_a_file_nor_a_camera_is_told_what_a_source_is(text: str) -> None:
    sentence = _refusal(text)
    assert sentence.startswith(f"{text!r} is neither a file nor a folder")
    assert "number of a camera" in sentence
    assert "URL" in sentence


def test_nothing_is_no_source() -> None:
    assert _refusal("").startswith("'' names no source")


def test_a_file_with_a_number_for_a_name_is_reached_by_its_path(tmp_path: Path) -> None:
    (tmp_path / "0").mkdir()
    assert "there is no picture in the folder" in _refusal(f"{tmp_path}/0")


@pytest.mark.slow
def test_a_camera_is_watched_over_rtsp_lost_and_found_again(stream: bytes) -> None:
    patience = GrabSettings(answer=0.5, again=0.05)
    with rtsp_server(stream) as server:
        source = open_stream(server.url, settings=patience, health=HealthSettings(lost=0.4, steady=0.1))
        assert source.name == server.url
        items = source.items()
        numbers = [read_number(frame.image) for frame in _frames(items, 20)]
        assert all(before < after or after < 20 for before, after in itertools.pairwise(numbers))
        server.silent.set()
        lost = next(item for item in items if isinstance(item, CameraTrouble))
        assert lost.trouble is Trouble.LOST
        server.silent.clear()
        assert any(isinstance(item, CameraBack) for item in items)
        assert len(_frames(items, 20)) == 20
        source.close()
        assert list(items) == []


@pytest.mark.slow
def test_a_video_stream_over_http_is_watched_too(stream: bytes) -> None:
    with mjpeg_server() as server:
        server.content_type, server.content = "video/mp2t", stream
        source = open_source(server.url())
        shapes = {frame.image.shape for frame in _frames(source.items(), 10)}
        source.close()
    assert shapes == {(240, 320, 3)}


def _frames(items: Iterator[SourceItem], count: int) -> list[Frame]:
    found: list[Frame] = []
    for item in items:
        if isinstance(item, Frame):
            found.append(item)
        if len(found) == count:
            break
    return found


SHOWN = {
    "http://192.168.1.20:8080/video": "http://192.168.1.20:8080/video",
    "HTTP://Host/Video": "http://Host/Video",
    "rtsp://anna:hunter2@10.0.0.5/stream1": "rtsp://10.0.0.5/stream1",
    "rtsp://anna:hun@ter2@10.0.0.5:5554/": "rtsp://10.0.0.5:5554/",
    "http://[::1]:8080/video": "http://[::1]:8080/video",
    "http://cam/video?password=hunter2": "http://cam/video…",
    "http://cam/video#hunter2": "http://cam/video…",
    "rtsp://cam/user=admin&password=hunter2&channel=1": "rtsp://cam/user…",
    "rtsp://cam/user=admin_password=hunter2_channel=1.sdp": "rtsp://cam/user…",
    "http://cam/a;hunter2": "http://cam/a…",
    "http://anna:12/hunter2@cam/video": "http://…",
    "http://cam/?mail=a@b&password=hunter2": "http://…",
}


@pytest.mark.parametrize("url", SHOWN)
def test_an_address_is_shown_without_anything_that_may_be_a_password(url: str) -> None:
    address = parse_address(url)
    assert address.shown == SHOWN[url]
    assert "hunter2" not in repr(address)


def test_an_address_is_taken_apart_for_those_who_ask_a_camera() -> None:
    address = parse_address("https://anna:hunter%2F2@cam/video?size=large")
    assert (address.host, address.port) == ("cam", 443)
    assert (address.user, address.password) == ("anna", "hunter/2")
    assert address.bare_url == "https://cam/video?size=large"
    assert [parse_address(f"{scheme}://cam").port for scheme in ("http", "rtsp", "rtsps")] == [80, 554, 322]


@pytest.mark.parametrize(
    "url",
    [
        "ftp://anna:hunter2@cam/",
        "file:///hunter2",
        "http://",
        "http:///hunter2",
        "http://anna:hunter2/3@cam/",
        "http://anna:hunter2#3@cam/",
        "http://anna:hunter2?3@cam/",
        "http://cam:hunter2/",
        "http://cam:99999/",
        "http://a..b/",
        "http://[::1/",
        "http://cam/\x1b[31mhunter2",
        "http://cam/hun ter2",
        "http://камера/hunter2",
    ],
)
def test_what_is_no_address_of_a_camera_is_refused_without_showing_a_password(url: str) -> None:
    assert is_address(url)
    sentence = _refusal(url)
    assert "hunter2" not in sentence
    assert sentence.isprintable()

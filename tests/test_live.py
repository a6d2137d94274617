"""Live cameras in the network: every fault is said and outlived, and what comes is the newest there is."""

import random
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

from tests.live_servers import Fault, MjpegServer, draw_number, encode_number, mjpeg_server, read_number
from tileref.vision.camera_health import HealthSettings
from tileref.vision.frame import Frame
from tileref.vision.grabbing import GrabSettings
from tileref.vision.pushed import PushedFrames
from tileref.vision.source_items import CameraBack, CameraTrouble, Source, SourceError, SourceItem, Trouble
from tileref.vision.sources import open_source, open_stream

ROOT = Path(__file__).parent.parent

# Hundreds of times less patient than at a table.
HASTY = HealthSettings(lost=0.25, unusable=0.1, frozen=0.25, frozen_at_most=0.25, steady=0.05)
PROMPT = GrabSettings(first=20.0, answer=0.3, again=0.02)

CAUSES = {
    Fault.STALLS: Trouble.LOST,
    Fault.BREAKS_OFF: Trouble.LOST,
    Fault.REFUSES: Trouble.LOST,
    Fault.BABBLES: Trouble.LOST,
    Fault.GARBAGE: Trouble.GARBAGE,
    Fault.CUT_SHORT: Trouble.GARBAGE,
    Fault.STAMP: Trouble.GARBAGE,
    Fault.BLACK: Trouble.DARK,
    Fault.FROZEN: Trouble.FROZEN,
}


@contextmanager
def _rescued(source: Source) -> Iterator[Source]:
    """A source that is closed at the end, or when a test would wait for ever."""
    rescue = threading.Timer(90, source.close)
    rescue.start()
    try:
        yield source
    finally:
        rescue.cancel()
        rescue.join()
        source.close()


@pytest.fixture
def server() -> Iterator[MjpegServer]:
    with mjpeg_server() as server:
        yield server


@pytest.fixture
def camera(server: MjpegServer) -> Iterator[Source]:
    with _rescued(open_stream(server.url(), settings=PROMPT, health=HASTY)) as source:
        yield source


def _next(items: Iterator[SourceItem], wanted: Callable[[SourceItem], bool]) -> SourceItem:
    """The next item of a kind."""
    for item in items:
        if wanted(item):
            return item
    raise AssertionError("the source ended")


def _next_frame(items: Iterator[SourceItem], wanted: Callable[[Frame], bool] = lambda _: True) -> Frame:
    frame = _next(items, lambda item: isinstance(item, Frame) and wanted(item))
    assert isinstance(frame, Frame)
    return frame


def _is_trouble(kind: Trouble) -> Callable[[SourceItem], bool]:
    return lambda item: isinstance(item, CameraTrouble) and item.trouble is kind


def test_frames_are_numbered_timed_and_called_after_their_camera(server: MjpegServer, camera: Source) -> None:
    items = camera.items()
    frames = [_next_frame(items) for _ in range(10)]
    assert camera.live
    assert {frame.source for frame in frames} == {camera.name} == {server.url()}
    assert not any(frame.stands for frame in frames)
    assert frames[0].image.shape == (240, 320, 3)
    for earlier, later in pairwise(frames):
        assert earlier.number < later.number
        assert earlier.time is not None
        assert later.time is not None
        assert 0 <= earlier.time < later.time


def test_whoever_is_slow_gets_the_newest_picture_and_never_an_old_one(server: MjpegServer, camera: Source) -> None:
    items = camera.items()
    for _ in range(4):
        # All of these have gone to the camera's thread, or are on their way.
        before = server.sent
        _wait_until(partial(_has_sent, server, before + 40))
        first, second = _next_frame(items), _next_frame(items)
        assert read_number(first.image) > before + 20
        assert second.number > first.number
        assert read_number(second.image) > read_number(first.image)


def test_servers_that_do_not_say_how_long_pictures_are_are_understood(server: MjpegServer) -> None:
    server.with_lengths = False
    with _rescued(open_stream(server.url(), settings=PROMPT, health=HASTY)) as source:
        items = source.items()
        seen = [read_number(_next_frame(items).image) for _ in range(10)]
    assert seen == sorted(set(seen))


@pytest.mark.parametrize("fault", list(Fault))
def test_every_fault_is_said_and_frames_come_again_when_it_is_over(
    fault: Fault, server: MjpegServer, camera: Source
) -> None:
    items = camera.items()
    _next_frame(items)
    server.fault = fault
    trouble = _next(items, _is_trouble(CAUSES[fault]))
    assert isinstance(trouble, CameraTrouble)
    assert "127.0.0.1" in trouble.detail
    ended_at = server.sent
    server.fault = None
    back = _next(items, lambda item: isinstance(item, CameraBack))
    assert isinstance(back, CameraBack)
    frame = _next_frame(items)
    assert read_number(frame.image) > ended_at
    assert frame.time is not None
    assert trouble.time <= back.time <= frame.time


def test_another_resolution_in_mid_stream_goes_on_with_new_frames(server: MjpegServer, camera: Source) -> None:
    items = camera.items()
    _next_frame(items)
    server.size = (640, 480)
    frame = _next_frame(items, lambda frame: frame.image.shape == (480, 640, 3))
    assert read_number(frame.image) > 0


@pytest.mark.slow
def test_fifty_faults_in_a_row_are_outlived_and_leave_nothing_behind() -> None:
    rng = random.Random(50)
    threads, files = threading.active_count(), _open_files()
    with mjpeg_server() as server, _rescued(open_stream(server.url(), settings=PROMPT, health=HASTY)) as source:
        items = source.items()
        said: set[Trouble] = set()

        def pick(wanted: Callable[[SourceItem], bool]) -> SourceItem:
            while True:
                item = _next(items, lambda _: True)
                if isinstance(item, CameraTrouble):
                    assert item.trouble not in said, "said twice"
                    said.add(item.trouble)
                elif isinstance(item, CameraBack):
                    assert said, "back from nowhere"
                    said.clear()
                else:
                    assert not said, "a frame in the middle of trouble"
                if wanted(item):
                    return item

        for _ in range(50):
            fault = rng.choice([*Fault, None])
            if fault is None:
                server.size = rng.choice([size for size in ((320, 240), (640, 480), (400, 300)) if size != server.size])
                shape = (*server.size[::-1], 3)
                pick(partial(_has_shape, shape=shape))
                continue
            server.fault = fault
            pick(_is_trouble(CAUSES[fault]))
            ended_at = server.sent
            server.fault = None
            frame = pick(lambda item: isinstance(item, Frame))
            assert isinstance(frame, Frame)
            assert read_number(frame.image) > ended_at
    _wait_until(lambda: threading.active_count() == threads)
    assert _open_files() == files


def test_closing_from_another_thread_ends_the_items(camera: Source) -> None:
    items = camera.items()
    _next_frame(items)
    closer = threading.Thread(target=camera.close)
    closer.start()
    for _ in items:
        pass
    closer.join()
    assert list(camera.items()) == []


def test_a_camera_whose_read_hangs_can_be_closed_and_its_thread_ends(server: MjpegServer) -> None:
    threads = threading.active_count()
    source = open_stream(server.url(), settings=PROMPT, health=HASTY)
    with _rescued(source):
        items = source.items()
        server.fault = Fault.STALLS
        _next(items, _is_trouble(Trouble.LOST))
    assert list(items) == []
    server.stopping.set()
    _wait_until(lambda: threading.active_count() <= threads)


@pytest.mark.parametrize("fault", [None, Fault.STALLS])
def test_a_program_that_forgets_to_close_a_camera_ends_all_the_same_and_says_nothing(
    fault: Fault | None, server: MjpegServer
) -> None:
    program = (
        "from tileref.vision.sources import open_source\n"
        f"source = open_source({server.url()!r})\n"
        "next(source.items())\n"
        "print('seen', flush=True)\n"
        "input()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "seen\n"
        server.fault = fault
        _, said = process.communicate("\n", timeout=60)
    assert (process.returncode, said) == (0, "")


def _refusal(text: str) -> str:
    with pytest.raises(SourceError) as caught:
        open_source(text)
    (sentence,) = caught.value.args
    assert isinstance(sentence, str)
    assert "\n" not in sentence
    return sentence


def test_a_camera_in_the_network_that_was_never_there_is_refused_at_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    for scheme in ("http", "https", "rtsp", "rtsps"):
        url = f"{scheme}://127.0.0.1:{port}/table"
        assert _refusal(url) == f"{url!r} cannot be reached: connection refused"


def test_what_answers_but_is_no_stream_is_refused_with_the_reason(server: MjpegServer) -> None:
    server.content_type = "text/html"
    assert "is a page, not a stream" in _refusal(server.url("/"))
    server.content_type = "image/jpeg"
    assert "is a single picture" in _refusal(server.url("/shot.jpg"))
    server.content_type = "application/octet-stream"
    server.fault = Fault.BREAKS_OFF
    assert "no video that can be read" in _refusal(server.url())
    server.fault = Fault.REFUSES
    assert _refusal(server.url()).endswith("answers with the error 503")


@pytest.mark.parametrize("digests", [False, True])
def test_a_password_opens_a_camera_and_is_never_shown(digests: bool, server: MjpegServer) -> None:
    server.password, server.digests = "s3cr3t/@", digests
    assert "wants a name and the right password" in _refusal(server.url())
    wrong = _refusal(server.url(user="anna:wr0ng"))
    assert "wants a name and the right password" in wrong
    assert "wr0ng" not in wrong
    source = open_stream(server.url(user="anna:s3cr3t%2F%40"), settings=PROMPT, health=HASTY)
    with _rescued(source):
        items = source.items()
        frame = _next_frame(items)
        server.fault = Fault.CUT_SHORT
        trouble = _next(items, _is_trouble(Trouble.GARBAGE))
    for shown in (source.name, frame.source, repr(trouble), repr(source)):
        assert "s3cr3t" not in shown
        assert "anna" not in shown


def _pushed() -> PushedFrames:
    return PushedFrames("the phone", health=HASTY)


def test_the_newest_pushed_picture_is_taken_and_older_ones_are_dropped() -> None:
    with _rescued(_pushed()) as source:
        assert isinstance(source, PushedFrames)
        items = source.items()
        for start in (0, 100, 200):
            for number in range(start, start + 100):
                source.push(encode_number(number) if number % 2 else draw_number(number), number / 10)
            assert read_number(_next_frame(items).image) == start + 99


def test_an_array_may_be_used_again_by_whoever_pushed_it() -> None:
    with _rescued(_pushed()) as source:
        assert isinstance(source, PushedFrames)
        buffer = draw_number(7)
        source.push(buffer, 0.0)
        buffer[:] = 0
        assert read_number(_next_frame(source.items()).image) == 7


def test_many_threads_push_while_one_takes() -> None:
    with _rescued(_pushed()) as source:
        assert isinstance(source, PushedFrames)

        def push(pusher: int) -> None:
            for number in range(50):
                source.push(encode_number(pusher * 50 + number), number / 10)

        pushers = [threading.Thread(target=push, args=(pusher,)) for pusher in range(6)]
        for pusher in pushers:
            pusher.start()
        items = source.items()
        frames = [_next_frame(items)]
        while frames[-1].number < 299:
            frames.append(_next_frame(items))
        for pusher in pushers:
            pusher.join()
    times = [frame.time for frame in frames if frame.time is not None]
    assert len(times) == len(frames)
    assert times == sorted(times)


def test_hostile_bytes_are_trouble_for_the_consumer_and_nothing_to_the_pusher() -> None:
    rng = random.Random(3)
    whole = encode_number(5)
    with _rescued(_pushed()) as source:
        assert isinstance(source, PushedFrames)
        items, time = source.items(), 0.0
        pushing = threading.Event()

        def push() -> None:
            while not pushing.wait(0.005):
                cut = rng.randrange(len(whole) - 2)
                source.push(rng.choice([b"", rng.randbytes(2000), whole[:cut], b"\xff\xd8\xff" + whole[cut:]]), time)

        pusher = threading.Thread(target=push)
        pusher.start()
        trouble = _next(items, _is_trouble(Trouble.GARBAGE))
        pushing.set()
        pusher.join()
    assert isinstance(trouble, CameraTrouble)
    assert trouble.detail.startswith("'the phone' is ")


def test_a_browser_that_falls_silent_is_lost_and_comes_back() -> None:
    with _rescued(_pushed()) as source:
        assert isinstance(source, PushedFrames)
        items = source.items()
        _next(items, _is_trouble(Trouble.LOST))
        stopping = threading.Event()

        def push() -> None:
            number = 0
            while not stopping.wait(0.01):
                source.push(encode_number(number := number + 1), number / 100)

        pusher = threading.Thread(target=push)
        pusher.start()
        _next(items, lambda item: isinstance(item, CameraBack))
        _next_frame(items)
        stopping.set()
        pusher.join()
        _next(items, _is_trouble(Trouble.LOST))


@pytest.mark.parametrize("then", [0.0, -1e9, 1e300, float("inf"), float("nan"), 1000.05])
def test_a_clock_that_jumps_does_not_disturb_the_times_of_frames(then: float) -> None:
    """A page that is loaded again counts from 0."""
    with _rescued(_pushed()) as source:
        assert isinstance(source, PushedFrames)
        items = source.items()
        times: list[float] = []
        for time in (1000.0, then, then + 0.04, 2000.0, 2000.04):
            source.push(draw_number(len(times)), time)
            taken = _next_frame(items).time
            assert taken is not None
            times.append(taken)
    assert times == sorted(times)
    assert all(0 <= time < 60 for time in times)


def test_times_are_those_of_the_sender_and_not_of_a_network_that_stutters() -> None:
    with _rescued(PushedFrames("the phone")) as source:
        assert isinstance(source, PushedFrames)
        items = source.items()
        times: list[float] = []
        for number in range(5):
            source.push(draw_number(number), 5000 + number * 0.25)
            taken = _next_frame(items).time
            assert taken is not None
            times.append(taken)
    assert [later - earlier for earlier, later in pairwise(times)] == pytest.approx([0.25] * 4)


def test_an_array_that_is_no_picture_is_an_error_of_its_pusher() -> None:
    source = _pushed()
    for wrong in (draw_number(1)[:, :, 0], draw_number(1).astype(float), draw_number(1)[:8, :8]):
        with pytest.raises(ValueError, match="is no picture"):
            source.push(wrong, 0.0)


def test_what_is_pushed_after_closing_is_dropped() -> None:
    source = _pushed()
    source.close()
    source.push(encode_number(1), 0.0)
    source.push(b"nothing", 0.1)
    assert list(source.items()) == []


def _open_files() -> int:
    files = Path("/proc/self/fd")
    return len(list(files.iterdir())) if files.is_dir() else 0


def _has_sent(server: MjpegServer, pictures: int) -> bool:
    return server.sent >= pictures


def _has_shape(item: SourceItem, shape: tuple[int, ...]) -> bool:
    return isinstance(item, Frame) and item.image.shape == shape


def _wait_until(condition: Callable[[], bool]) -> None:
    waiting = threading.Event()
    for _ in range(3000):
        if condition():
            return
        waiting.wait(0.01)
    raise AssertionError("waited for half a minute")

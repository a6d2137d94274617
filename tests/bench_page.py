"""How fast a browser's camera is served, from its frame to the overlay: `python -m tests.bench_page`.

Frames of the bundled recording go to a server in a process of its own, one by one as a page sends them.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter, sleep, time

import cv2
import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.web_site import DEMO, film
from tileref.language import find_language
from tileref.terminal import Terminal
from tileref.vision.frame import decode_frame
from tileref.web.limits import Limits
from tileref.web.serve import ServeOptions, serve_page

WIDTHS = (640, 960, 1280)
FRAMES = 150

SERVE = "serve"


@dataclass(slots=True)
class Page:
    """What a page was told, and when; of each event also how many seconds after it was ruled."""

    socket: ClientConnection
    events: list[tuple[float, dict[str, object]]] = field(default_factory=list)
    looks: list[tuple[float, dict[str, object]]] = field(default_factory=list)
    behind: list[float] = field(default_factory=list)

    def listen(self) -> None:
        """Take down everything until the socket is closed."""
        try:
            for message in self.socket:
                now = perf_counter()
                value = json.loads(message)
                if value["type"] == "event":
                    self.events.append((now, value))
                    self.behind.append(time() - value["at"])
                elif value["type"] == "look":
                    self.looks.append((now, value))
        except ConnectionClosed:
            pass


@contextmanager
def served(rate: float) -> Iterator[httpx.URL]:
    """A server that takes so many frames a second."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tests.bench_page", SERVE, str(rate)]
        environment = os.environ | {"TILEREF_DATA": folder, "LC_ALL": "C.UTF-8", "PYTHONUNBUFFERED": "1"}
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert process.stdout is not None
        found = re.search(r"http://[0-9.:]+", process.stdout.readline())
        assert found, "the address is printed"
        try:
            yield httpx.URL(found[0])
        finally:
            process.terminate()
            process.communicate()


def send(url: httpx.URL, frames: list[bytes], *, between: float = 0.0) -> tuple[list[float], list[float], Page]:
    """When each frame was sent and taken, and what a page was told meanwhile."""
    httpx.post(f"{url}/api/tables/table", json={"players": ["Anna", "Boris"], "opener": 0}, timeout=60)
    base = f"ws://{url.host}:{url.port}/api/tables/table"
    sent, taken = [], []
    with connect(f"{base}/live", max_size=None, compression=None) as live, connect(f"{base}/camera") as camera:
        page = Page(live)
        listening = threading.Thread(target=page.listen)
        listening.start()
        camera.recv()
        begun = perf_counter()
        for number, frame in enumerate(frames):
            sleep(max(0.0, begun + number * between - perf_counter()))
            sent.append(perf_counter())
            camera.send(frame)
            camera.recv()
            taken.append(perf_counter())
        sleep(1.0)
        live.close()
        listening.join()
    return sent, taken, page


def main() -> None:
    """Print the figures."""
    print("A browser's camera: from a frame to the answer that there is room for the next")
    print("  width   bytes    decoding    frames/s     median    slowest")
    for width in WIDTHS:
        # A hand comes, lays a tile and goes: at rest and in motion, with a reading in between.
        frames = list(film(0, FRAMES, width=width))
        decoding = 1000 * median(_decode_seconds(frame) for frame in frames[::10])
        with served(1000) as url:
            sent, taken, _ = send(url, frames)
        waits = [1000 * (after - before) for before, after in zip(sent, taken, strict=True)]
        rate = len(frames) / (taken[-1] - sent[0])
        size = median(map(len, frames)) / 1000
        print(
            f"  {width:5} {size:5.0f} KB {decoding:8.1f} ms {rate:11.1f} {median(waits):7.1f} ms {max(waits):7.1f} ms"
        )
    print("The same as fast as it was filmed: when a page hears of it, from the frame that decided")
    rate = float(cv2.VideoCapture(str(DEMO / "table.mp4")).get(cv2.CAP_PROP_FPS))
    frames = list(film(0, FRAMES, width=960))
    with served(20) as url:
        sent, _, page = send(url, frames, between=1 / rate)
    print("                    number     median    slowest")
    for what, told in (("events", page.events), ("looks", page.looks)):
        print_delays(what, [at - sent[frame] for at, value in told if (frame := _frame_of(value)) is not None])
    print_delays(
        "from the ruling",
        [behind for behind, (_, value) in zip(page.behind, page.events, strict=True) if _frame_of(value) is not None],
    )


def print_delays(what: str, seconds: list[float]) -> None:
    """How late something was."""
    print(f"  {what:16} {len(seconds):7} {1000 * median(seconds):7.1f} ms {1000 * max(seconds):7.1f} ms")


def _frame_of(value: dict[str, object]) -> int | None:
    frame = value.get("frame")
    return frame if isinstance(frame, int) and frame < FRAMES else None


def serve(rate: float) -> None:
    """The server, with another bound on how many frames a second are taken."""
    limits = Limits(frames_per_second=rate)
    serve_page(Terminal(find_language("en")), ServeOptions(port=0, limits=limits))


def _decode_seconds(jpeg: bytes) -> float:
    start = perf_counter()
    decode_frame(jpeg, "bench")
    return perf_counter() - start


if __name__ == "__main__":
    if sys.argv[1:2] == [SERVE]:
        serve(float(sys.argv[2]))
    else:
        main()

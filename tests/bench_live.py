"""What it costs to watch a table live, as ratios to decoding one 1080p JPEG frame in the same run.

And how long after a hand has left the table is ruled on, whether memory stays flat, and whether four tables on this
machine keep up with their cameras.
"""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

import cv2
import numpy as np

from tests.tabletop import NEXT, TABLE, Film, Hand, Tabletop
from tileref.datasets.fonts import NoFontsError
from tileref.vision.frame import Frame
from tileref.vision.pipeline import PictureReader
from tileref.vision.rectify import Image
from tileref.vision.watching import Seen, Watcher

FLAT_OVER = 20_000
RATE = 15.0
TABLES = 4

AFTER = (*TABLE, NEXT)
NEAR = Hand(0.2, -1.5)


def main() -> None:
    """Print the figures."""
    try:
        table = Tabletop(width=1920, height=1080)
        pictures = table.picture(TABLE), table.picture(AFTER)
    except NoFontsError as error:
        print(f"Watching is not measured: {error}")
        return
    print("Watching a table at 1080p, as ratios to decoding one frame")
    print("  threads       decode    unchanged       moving    a tile laid")
    for threads in (1, 2):
        cv2.setNumThreads(threads)
        print(measure(table, threads))
    print_delay(table)
    print_memory(*pictures)
    print_tables(table)


@dataclass(frozen=True, slots=True)
class Row:
    """How long each kind of frame took, in milliseconds, the median of several."""

    threads: int
    decode: float
    unchanged: float
    moving: float
    changed: float

    def __str__(self) -> str:
        costs = " ".join(
            f"{cost:6.2f} ms {cost / self.decode:4.2f}" for cost in (self.unchanged, self.moving, self.changed)
        )
        return f"  {self.threads:7} {self.decode:9.2f} ms {costs}"


def measure(table: Tabletop, threads: int) -> Row:
    """Frames of a table on which a tile is laid and taken back again."""
    film, reader = Film(rate=RATE), PictureReader(threads=threads)
    jpeg = cv2.imencode(".jpg", film.frame(table.picture(TABLE)).image, [cv2.IMWRITE_JPEG_QUALITY, 90])[1]
    watcher = settled(reader, film, table.picture(TABLE))
    decode, unchanged, moving, changed = [], [], [], []
    # In turns, so that whatever else the machine does slows both.
    for frame in film.frames(table.picture(TABLE), 4.0):
        decode.append(milliseconds(partial(cv2.imdecode, jpeg, cv2.IMREAD_COLOR)))
        unchanged.append(milliseconds(partial(watcher.see, frame)))
    for frame in moves(film, table, 5):
        start = perf_counter()
        glimpse = watcher.see(frame)
        took = 1000 * (perf_counter() - start)
        if isinstance(glimpse, Seen):
            watcher.adopt()
            changed.append(took)
        else:
            moving.append(took)
    return Row(threads, *map(median, (decode, unchanged, moving, changed)))


def print_delay(table: Tabletop) -> None:
    """Seconds of the table's time from the first frame without the hand to the one in which the tile is seen."""
    for rate in (5.0, 15.0, 30.0):
        film, delays = Film(rate=rate), []
        watcher = settled(PictureReader(), film, table.picture(TABLE))
        for before, after in ((TABLE, AFTER), (AFTER, TABLE)) * 3:
            for frame in film.reach(table, before, after, NEAR):
                adopt_seen(watcher, frame)
            gone = film.time
            seen = [frame for frame in film.frames(table.picture(after), 1.5) if adopt_seen(watcher, frame)]
            delays += [frame.time - gone for frame in seen if frame.time is not None]
        print(f"  ruled on {max(delays):.2f} s after the hand has left at the latest, at {rate:.0f} frames/s")


def print_memory(before: Image, after: Image) -> None:
    """The memory of this process while a tile comes and goes every 250 frames."""
    film, reader = Film(rate=RATE), PictureReader()
    watcher = settled(reader, film, before)
    held = []
    for number in range(FLAT_OVER):
        adopt_seen(watcher, film.frame((before, after)[number // 250 % 2]))
        if number in (FLAT_OVER // 10, FLAT_OVER - 1):
            held.append(resident())
    print(f"  memory after {FLAT_OVER // 10:,} frames {held[0]:.0f} MB, after {FLAT_OVER:,} {held[1]:.0f} MB")


def print_tables(table: Tabletop) -> None:
    """So many tables at once, each in a thread of its own and with the same networks, as fast as they can."""
    cv2.setNumThreads(1)
    reader = PictureReader(threads=1)
    film = [
        (frame.time, cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, 90])[1])
        for frame in moves(Film(rate=RATE), table, 2)
    ]

    def watch() -> None:
        watcher = Watcher(reader)
        for number, (time, jpeg) in enumerate(film):
            image = np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)
            adopt_seen(watcher, Frame(image, time, "a camera", number))

    threads = [threading.Thread(target=watch) for _ in range(TABLES)]
    start = perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    rate = len(film) / (perf_counter() - start)
    print(f"  {TABLES} tables at once, decoding included: {rate:.0f} frames/s each")


def moves(film: Film, table: Tabletop, times: int) -> Iterator[Frame]:
    """A tile that is laid and taken back, again and again."""
    for _ in range(times):
        yield from film.reach(table, TABLE, AFTER, NEAR)
        yield from film.frames(table.picture(AFTER), 1.0)
        yield from film.reach(table, AFTER, TABLE, NEAR)
        yield from film.frames(table.picture(TABLE), 1.0)


def settled(reader: PictureReader, film: Film, image: Image) -> Watcher:
    """Who has seen the table."""
    watcher = Watcher(reader)
    for frame in film.frames(image, 1.5):
        adopt_seen(watcher, frame)
    return watcher


def adopt_seen(watcher: Watcher, frame: Frame) -> bool:
    """Whether the table was seen in a frame, and is taken for the truth."""
    if isinstance(watcher.see(frame), Seen):
        watcher.adopt()
        return True
    return False


def milliseconds(work: Callable[[], object]) -> float:
    """How long something takes."""
    start = perf_counter()
    work()
    return 1000 * (perf_counter() - start)


def resident() -> float:
    """The memory of this process, in megabytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6


if __name__ == "__main__":
    main()

"""How fast a photograph is read, each stage as a ratio to decoding the same JPEG in the same run: `make bench`.

And how long the command takes to start, and how much memory it needs.
"""

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

import cv2
import numpy as np

from tileref.datasets.compositor import compose
from tileref.datasets.fonts import NoFontsError
from tileref.vision.frame import decode_frame
from tileref.vision.pipeline import PictureReader

REPEATS = 9
STARTS = 5

PHOTO = Path(__file__).parent.parent / "app/demo/09.jpg"
COMMAND = "from tileref.cli import main; main()"
LIBRARIES = "import numpy, cv2, onnxruntime"


@dataclass(frozen=True, slots=True)
class Row:
    """What was read and how long each stage took, in milliseconds, the median of several runs."""

    tiles: int
    megapixels: float
    decode: float
    find: float
    read: float
    fit: float

    def __str__(self) -> str:
        total = self.find + self.read + self.fit
        ratios = " ".join(f"{stage / self.decode:7.2f}" for stage in (self.find, self.read, self.fit, total))
        return f"  {self.tiles:5} {self.megapixels:6.1f} {self.decode:9.1f} ms {ratios}"


def main() -> None:
    """Print the figures."""
    # First of all: what a process has held before it becomes another counts as that one's memory.
    print_start()
    try:
        pictures = [compose(seed, hardness=0.3, width=1600).image for seed in range(50_000, 50_016)]
    except NoFontsError as error:
        print(f"Reading is not measured: {error}")
        return
    print("Reading a photograph, stages as ratios to decoding it")
    head = "  tiles     MP       decode    find    read     fit   total"
    for threads in (1, 2):
        reader = PictureReader(threads=threads)
        cv2.setNumThreads(threads)
        rows = sorted((measure(reader, picture) for picture in pictures), key=lambda row: row.tiles)
        print(f"{head}   ({threads} {'thread' if threads == 1 else 'threads'})")
        for row in rows[::3]:
            print(row)
    busiest = max(pictures, key=lambda picture: measure(reader, picture).tiles)
    print(f"{head}   (one picture from 1 to 12 megapixels, 2 threads)")
    for megapixels in (1, 3, 6, 12):
        scale = float(np.sqrt(megapixels * 1e6 / (busiest.shape[0] * busiest.shape[1])))
        print(measure(reader, np.asarray(cv2.resize(busiest, None, fx=scale, fy=scale), np.uint8)))


@dataclass(frozen=True, slots=True)
class Run:
    """How long a process took, in seconds, and the most memory that it held, in megabytes."""

    seconds: float
    peak: float


def print_start() -> None:
    """The command on one photograph, from nothing, beside the libraries that it cannot do without."""
    runs = [(run(COMMAND, "read", str(PHOTO), "--json"), run(LIBRARIES)) for _ in range(STARTS)]
    ours, theirs = (median(each.seconds for each in side) for side in zip(*runs, strict=True))
    with tempfile.TemporaryDirectory() as folder:
        large = Path(folder) / "large.jpg"
        cv2.imwrite(str(large), cv2.resize(np.asarray(cv2.imread(str(PHOTO))), (4000, 3000)))
        peak = run(COMMAND, "read", str(large), "--json").peak
    print("The command `tileref read` on one photograph, started anew")
    print(f"  start to end                     {ours:8.2f} s   {ours / theirs:5.2f} × `{LIBRARIES}`")
    print(f"  peak memory at 12 megapixels     {peak:8.0f} MB\n")


def run(program: str, *arguments: str) -> Run:
    """Run a program in a process of its own."""
    start = perf_counter()
    process = subprocess.Popen([sys.executable, "-c", program, *arguments], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, process.args)
    return Run(seconds, usage.ru_maxrss / 1024)


def measure(reader: PictureReader, image: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> Row:
    """One picture, read several times."""
    jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()
    decode, find, read, fit = [], [], [], []
    tiles = 0
    for _ in range(REPEATS):
        start = perf_counter()
        frame = decode_frame(jpeg, "bench")
        decode.append(perf_counter() - start)
        observed, times = reader.read(frame.image)
        find.append(times.find)
        read.append(times.read)
        fit.append(times.fit)
        tiles = len(observed.tiles)
    stages = (1000 * median(stage) for stage in (decode, find, read, fit))
    return Row(tiles, image.shape[0] * image.shape[1] / 1e6, *stages)


if __name__ == "__main__":
    main()

"""What the commands that look at pictures do."""

import json
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from pathlib import Path
from threading import local

from rich.progress import track

from tileref.calibration.lens import CameraCalibration
from tileref.cameras import load_calibration
from tileref.engine.triangles import draw_board, to_ascii
from tileref.files import FileError, write_bytes, write_text
from tileref.overlay import draw_reading, encode_png
from tileref.photos import find_photos
from tileref.reading import PhotoReading, read_photo, reading_to_json
from tileref.reading_words import say_reading
from tileref.terminal import Terminal
from tileref.vision.frame import FrameError
from tileref.vision.pipeline import PictureReader


def read_photos(
    terminal: Terminal,
    names: list[str],
    *,
    as_json: bool,
    overlay: Path | None,
    svg: Path | None,
    jobs: int,
    calibration: Path | None,
) -> bool:
    """Read pictures and print what lies on them; whether every one could be read.

    A file that is no picture gets its sentence, and the others are read all the same.
    """
    paths = find_photos(names)
    if overlay or svg:
        _check_names(paths)
    with_bar = len(paths) > 1 and terminal.console.is_terminal
    fine = True
    results = _read_all(paths, jobs, load_calibration(calibration) if calibration else None)
    for path, result in zip(
        paths, track(results, "", len(paths), console=terminal.console, disable=not with_bar), strict=True
    ):
        if isinstance(result, FrameError):
            sys.stderr.write(f"tileref: {result.args[0]}\n")
            fine = False
            continue
        if as_json:
            print(json.dumps(reading_to_json(result), ensure_ascii=False), flush=True)
        else:
            _print_reading(terminal, result)
        if overlay:
            write_bytes(overlay / f"{path.stem}.png", encode_png(draw_reading(result)))
        if svg:
            doubtful = result.board.faults()
            write_text(svg / f"{path.stem}.svg", draw_board(result.board, faults=doubtful, title=path.name))
    return fine


def _check_names(paths: list[Path]) -> None:
    """Refuse pictures whose drawings would overwrite each other."""
    stems = [path.stem for path in paths]
    for stem in stems:
        if stems.count(stem) > 1:
            raise FileError(f"two pictures are called {stem!r}, and one drawing would overwrite the other")


def _print_reading(terminal: Terminal, reading: PhotoReading) -> None:
    terminal.say(str(reading.path), "bold")
    if len(reading.board):
        terminal.draw(to_ascii(reading.board))
    for line, style in say_reading(reading, terminal.language):
        terminal.say(line, style)


def _read_all(
    paths: list[Path], jobs: int, calibration: CameraCalibration | None
) -> Iterator[PhotoReading | FrameError]:
    """Read pictures, so many at a time, and give them in order."""
    own = local()

    def read(path: Path, threads: int) -> PhotoReading | FrameError:
        # A thread keeps its networks: loading them takes longer than reading a picture.
        if not hasattr(own, "reader"):
            own.reader = PictureReader(threads=threads, calibration=calibration)
        try:
            return read_photo(path, own.reader)
        except FrameError as error:
            return error

    if jobs == 1:
        yield from map(read, paths, repeat(2))
        return
    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(read, paths, repeat(1))

"""Recordings: videos and folders of pictures, every frame in its order."""

import math
import stat
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tileref.vision.frame import (
    LARGEST_AREA,
    LONGEST_SIDE,
    SHORTEST_SIDE,
    Frame,
    FrameError,
    read_frame,
)
from tileref.vision.quiet import QUIET
from tileref.vision.source_items import SourceError, SourceItem, Unreadable

ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".heic", ".heif"})
"""What a picture in a folder is called; a file named by itself may be called anything."""

_MOST_FAILURES = 50
"""Reads in a row that fail before a video counts as ended. Too low, and the rest behind a damaged place is lost; too
high, and the end takes longer to notice."""

_SHORT_BY = 1.0
"""Seconds that a video may end before it says it does. Too low, and sound that outlasts the picture is taken for
damage; too high, and a move at the end goes missing without a word."""

_USUAL_RATE = 25.0
"""Frames a second of a video that does not say."""


def find_pictures(folder: Path) -> list[Path]:
    """The pictures in a folder, by name."""
    return sorted(file for file in folder.iterdir() if file.suffix.lower() in ENDINGS)


@dataclass(frozen=True, slots=True)
class PictureFolder:
    """Pictures taken `interval` seconds apart; each shows a table at rest."""

    name: str
    pictures: tuple[Path, ...]
    interval: float
    _closed: threading.Event = field(default_factory=threading.Event)

    @property
    def live(self) -> bool:
        """Never."""
        return False

    def items(self) -> Iterator[SourceItem]:
        """The pictures in their order."""
        for number, picture in enumerate(self.pictures):
            if self._closed.is_set():
                return
            try:
                image = read_frame(picture).image
            except FrameError as error:
                yield Unreadable(error.args[0], number)
            else:
                yield Frame(image, number * self.interval, str(picture), number, stands=True)

    def close(self) -> None:
        """Let `items` end."""
        self._closed.set()


@dataclass(frozen=True, slots=True)
class VideoFile:
    """A recorded video; its frames have the times that the file gives them, from 0."""

    path: Path
    _closed: threading.Event = field(default_factory=threading.Event)

    @property
    def name(self) -> str:
        """The path."""
        return str(self.path)

    @property
    def live(self) -> bool:
        """Never."""
        return False

    def items(self) -> Iterator[SourceItem]:
        """Every frame in its order; a damaged place is said once."""
        try:
            capture = _open_capture(self.path)
        except SourceError as error:
            yield Unreadable(error.args[0], 0)
            return
        try:
            yield from self._frames(capture)
        finally:
            with QUIET:
                capture.release()

    def _frames(self, capture: Any) -> Iterator[SourceItem]:
        rate = _rate(capture)
        length = capture.get(cv2.CAP_PROP_FRAME_COUNT) / rate
        number, failures, time = 0, 0, -1 / rate
        while not self._closed.is_set():
            image, position = _next_picture(capture)
            if image is None:
                failures += 1
                if failures < _MOST_FAILURES:
                    continue
                if math.isfinite(length) and time + 1 / rate + _SHORT_BY < length:
                    yield Unreadable(f"{self.name!r} breaks off at {max(time, 0):.1f} of {length:.1f} seconds", number)
                return
            if failures:
                yield Unreadable(f"{self.name!r} is damaged at {max(time, 0):.1f} seconds", number)
                failures, number = 0, number + 1
            # Files without times say 0 throughout, damaged ones jump back.
            time = position if position > time else time + 1 / rate
            yield Frame(image, time, self.name, number)
            number += 1

    def close(self) -> None:
        """Let `items` end."""
        self._closed.set()


def open_video(path: Path) -> VideoFile:
    """The video in a file; SourceError where it is none that can be read."""
    capture = _open_capture(path)
    try:
        image, _ = _next_picture(capture)
    finally:
        with QUIET:
            capture.release()
    if image is None:
        raise SourceError(f"{str(path)!r} is a video without a picture that can be read")
    return VideoFile(path)


def open_pictures(path: Path, *, interval: float) -> PictureFolder:
    """The pictures of a folder, or a single one; SourceError where there are none."""
    if not path.is_dir():
        return PictureFolder(str(path), (path,), interval)
    pictures = tuple(find_pictures(path))
    if not pictures:
        endings = ", ".join(sorted(ENDINGS))
        raise SourceError(f"there is no picture in the folder {str(path)!r}: they end in {endings}")
    return PictureFolder(str(path), pictures, interval)


def open_recording(name: str, *, interval: float) -> VideoFile | PictureFolder:
    """The video, picture or folder of pictures with this name; SourceError where there is none."""
    path = Path(name)
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            return open_pictures(path, interval=interval)
    except FileNotFoundError:
        raise SourceError(
            f"{name!r} is neither a file nor a folder; the other sources are the number of a camera, such as 0, and "
            "URLs, such as http://192.168.1.20:8080/video"
        ) from None
    except OSError as error:
        cause = (error.strerror or type(error).__name__).lower()
        raise SourceError(f"{name!r} cannot be read: {cause}") from None
    except ValueError:
        raise SourceError(f"{name!r} cannot be the name of a file") from None
    if not stat.S_ISREG(mode):
        raise SourceError(f"{name!r} is a device or a pipe, not a video or a picture")
    if path.suffix.lower() in ENDINGS or _is_picture(path):
        return open_pictures(path, interval=interval)
    return open_video(path)


def _is_picture(path: Path) -> bool:
    """Whether a file of any name is a picture: to ffmpeg a picture is a video too, one that never comes to rest."""
    try:
        read_frame(path)
    except FrameError:
        return False
    return True


def _open_capture(path: Path) -> Any:
    source = str(path)
    try:
        # By its full path behind its protocol: a name such as 'http:x' or 'a%03d.mp4' is only a name.
        name = f"file:{path.absolute()}"
        name.encode()
    except (OSError, UnicodeEncodeError):
        raise SourceError(f"{source!r} has a name that is not in UTF-8; a video must have one that is") from None
    with QUIET:
        capture = cv2.VideoCapture(name, cv2.CAP_FFMPEG)
        opened = capture.isOpened()
    if not opened:
        raise SourceError(f"{source!r} is neither a video nor a picture that can be read")
    width, height = (int(capture.get(which)) for which in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
    if not is_size_possible(width, height):
        capture.release()
        raise SourceError(f"{source!r} is a video of {width} × {height} pixels; {POSSIBLE_SIZES}")
    capture.set(cv2.CAP_PROP_ORIENTATION_AUTO, 1)
    return capture


POSSIBLE_SIZES = (
    f"a picture must have {SHORTEST_SIDE} to {LONGEST_SIDE:,} a side and at most {LARGEST_AREA // 1_000_000} megapixels"
)


def is_size_possible(width: int, height: int) -> bool:
    """Whether a picture of this size can be one of a table."""
    return min(width, height) >= SHORTEST_SIDE and max(width, height) <= LONGEST_SIDE and width * height <= LARGEST_AREA


def _next_picture(capture: Any) -> tuple[Any, float]:
    """The next picture, None where it cannot be read, and its time in seconds."""
    try:
        with QUIET:
            read, image = capture.read()
            position = capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
    except cv2.error:
        return None, 0.0
    usable = read and image.dtype == np.uint8 and image.ndim == 3 and image.shape[2] == 3
    if not usable or not is_size_possible(image.shape[1], image.shape[0]):
        return None, 0.0
    return np.ascontiguousarray(image), position if math.isfinite(position) else 0.0


def _rate(capture: Any) -> float:
    rate = float(capture.get(cv2.CAP_PROP_FPS))
    return rate if 0.01 <= rate <= 1000 else _USUAL_RATE

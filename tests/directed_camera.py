"""A video file that chromium takes for a camera, and that shows what a test wants: scenes of the bundled recording.

Chromium reads the file as it plays it, round and round. Here it is as long as a few frames, and a scene is put in the
place of another while it is read, so that no test depends on how fast anything is.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Self

import cv2
import numpy as np

from tests.make_table import FOLDER, RATE, TABLE
from tileref.datasets.match_script import Action, Moment
from tileref.datasets.photo import Image

BACKS = 6
"""So many tiles lie face down beside the bare table."""

_FRAMES = 4
"""A scene has so many frames. A camera that shows one to the bit is taken for frozen."""

_LARGEST = 60_000
"""Bytes of a frame; each has as many, so that one can take the place of another."""

_END = b"\xff\xd9"
# Before a marker there may be any number of these.
_FILL = b"\xff"

_LEFT = 3
"""So many frames after a hand has left nothing of it is in the picture."""


@cache
def _recording() -> tuple[Image, ...]:
    capture = cv2.VideoCapture(str(FOLDER / "table.mp4"))
    frames: list[Image] = []
    try:
        while True:
            is_there, frame = capture.read()
            if not is_there:
                return tuple(frames)
            frames.append(np.asarray(frame, np.uint8))
    finally:
        capture.release()


def _encode(image: Image) -> bytes:
    jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()
    assert len(jpeg) <= _LARGEST, "a frame of the recording fits"
    return jpeg[: -len(_END)] + _FILL * (_LARGEST - len(jpeg)) + _END


def _changes() -> list[Moment]:
    """What hands change on the board."""
    return [moment for moment in TABLE.script.moments if moment.action in (Action.LAY, Action.TAKE_BACK)]


class DirectedCamera:
    """A camera over the bundled table, before anything lies there."""

    def __init__(self, file: Path) -> None:
        self.file = file
        file.write_bytes(b"".join(_scene(0)))
        self._open = file.open("r+b", buffering=0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._open.close()

    def clear(self) -> None:
        """Show the bare table."""
        self.show(0)

    def reach(self, number: int) -> None:
        """Show a hand at the tile that it lays or takes for the time with this number, from 1."""
        self.show(round(_changes()[number - 1].arrival * RATE))

    def leave(self, number: int) -> None:
        """Show the table as it is once a hand has been there so many times."""
        self.show(round(_changes()[number - 1].end * RATE) + _LEFT)

    def show(self, first: int) -> None:
        """Show what the recording does from this frame on for a moment."""
        self._open.seek(0)
        self._open.write(b"".join(_scene(first)))


def _scene(first: int) -> Sequence[bytes]:
    return [_encode(frame) for frame in _recording()[first : first + _FRAMES]]

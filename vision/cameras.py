"""Cameras that OpenCV opens: those plugged in, and streams that need a video decoder.

How long a read may take is up to OpenCV and the driver. Everything here runs in the one thread that grabs.
"""

import socket
import time
from collections.abc import Generator, Iterator
from typing import Any

import cv2
import numpy as np

from tileref.vision.addresses import StreamAddress
from tileref.vision.grabbing import Grab, GrabSettings
from tileref.vision.live import Content
from tileref.vision.quiet import QUIET
from tileref.vision.recordings import is_size_possible
from tileref.vision.source_items import SourceError

_WANTED = (
    # Uncompressed, a USB cable carries five large pictures a second.
    (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")),
    # A camera that has no such pictures gives its next best.
    (cv2.CAP_PROP_FRAME_WIDTH, 1920),
    (cv2.CAP_PROP_FRAME_HEIGHT, 1080),
    # With one buffer drivers lose pictures, with many the first one after a pause is old.
    (cv2.CAP_PROP_BUFFERSIZE, 2),
)

_WARM_UP = 0.5
"""Seconds whose pictures do not count. Too few: a camera's first ones, which are dark, pale or left over from earlier,
are taken for the table; too many: the match waits."""

_THREADS = 2
"""Threads that decode a stream. With one, large pictures come late; each further one holds back one more picture."""


def grab_camera(number: int) -> Generator[Grab, None, None]:
    """The pictures of a camera that is plugged in."""
    # All the time, for the library's own threads print too.
    with QUIET:
        capture = cv2.VideoCapture(number, cv2.CAP_ANY)
        try:
            if not capture.isOpened():
                raise SourceError(
                    f"camera {number} cannot be opened: it is not connected, or another program has it, or you may "
                    "not use it"
                )
            for what, value in _WANTED:
                capture.set(what, value)
            yield from _grab(capture)
        finally:
            capture.release()


def grab_stream(address: StreamAddress, settings: GrabSettings) -> Generator[Grab, None, None]:
    """The pictures of a video stream in the network."""
    _reach(address, settings)
    patience = int(1000 * settings.answer)
    how = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, patience, cv2.CAP_PROP_READ_TIMEOUT_MSEC, patience]
    how += [cv2.CAP_PROP_N_THREADS, _THREADS]
    with QUIET:
        capture = cv2.VideoCapture(address.url, cv2.CAP_FFMPEG, how)
        try:
            if not capture.isOpened():
                raise SourceError(
                    f"{address.shown!r} answers, but with no video that can be read; the path may be wrong, or the "
                    "name and password"
                )
            if capture.get(cv2.CAP_PROP_FRAME_COUNT) > 0:
                raise SourceError(
                    f"{address.shown!r} is a recording, not a live camera; fetch it, and name the file instead"
                )
            yield from _grab(capture)
        finally:
            capture.release()


def _reach(address: StreamAddress, settings: GrabSettings) -> None:
    """SourceError where nobody answers; OpenCV would not say why it cannot open a stream."""
    try:
        socket.create_connection((address.host, address.port), timeout=settings.answer).close()
    except OSError as error:
        raise SourceError(f"{address.shown!r} cannot be reached: {describe_failure(error)}") from None


def describe_failure(error: Exception) -> str:
    """Why a connection failed, in a few words."""
    if isinstance(error, TimeoutError):
        return "no answer"
    words = error.strerror if isinstance(error, OSError) else None
    return (words or type(error).__name__).lower()


def _grab(capture: Any) -> Iterator[Grab]:
    begin = time.monotonic() + _WARM_UP
    try:
        while capture.grab():
            taken = time.monotonic()
            if taken >= begin:
                yield Grab(_retrieve(capture), taken)
    except cv2.error:
        return


def _retrieve(capture: Any) -> Content:
    read, image = capture.retrieve()
    usable = read and image.dtype == np.uint8 and image.ndim == 3 and image.shape[2] == 3
    if not usable or not is_size_possible(image.shape[1], image.shape[0]):
        return None
    return np.ascontiguousarray(image)

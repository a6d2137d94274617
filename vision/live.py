"""Live sources: one thread puts pictures in, another takes the newest; what nobody takes in time is dropped.

There is room for a single picture. However slow the one who takes them, the next is the newest there is, and memory
does not grow; decoding waits until a picture is taken, so that what is dropped costs nothing.
"""

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tileref.vision.camera_health import CameraHealth, HealthSettings
from tileref.vision.frame import Frame, FrameError, decode_frame
from tileref.vision.source_items import SourceItem

Content = bytes | NDArray[np.uint8] | None
"""A picture as it comes: encoded, or decoded as in a Frame, or so damaged that nothing came of it."""


@dataclass(frozen=True, slots=True)
class _Picture:
    content: Content
    time: float
    number: int


class LiveSource:
    """The end of a live camera where its frames are taken; where they come from is up to the kinds of it."""

    def __init__(self, name: str, health: HealthSettings) -> None:
        self._name = name
        self._health = health
        self._opened = time.monotonic()
        self._closed = threading.Event()
        self._coming = threading.Condition()
        self._newest: _Picture | None = None
        self._arrived = 0.0
        self._count = 0

    @property
    def name(self) -> str:
        """What to call it before people."""
        return self._name

    @property
    def live(self) -> bool:
        """Always."""
        return True

    def items(self) -> Iterator[SourceItem]:
        """The newest frame each time, or what there is to say instead; times are seconds since the source was opened.

        Frames are numbered as they came in: where numbers are missing, some were dropped.
        """
        health = CameraHealth(self._name, self._health)
        latest = 0.0
        while True:
            with self._coming:
                # Not for ever: somebody may want to interrupt, and silence is to be noticed.
                self._coming.wait_for(lambda: self._newest or self._closed.is_set(), self._health.lost / 4)
                picture, self._newest = self._newest, None
                arrived = self._arrived
            if picture is not None:
                self._took()
            if self._closed.is_set():
                return
            # Somebody else's clock may be a little behind what was said by this one.
            latest = max(latest, picture.time if picture else self._now())
            if picture is None:
                yield from health.see_nothing(arrived, latest)
            else:
                yield from self._look(picture, latest, health)

    def close(self) -> None:
        """Let `items` end."""
        with self._coming:
            self._closed.set()
            self._newest = None
            self._coming.notify_all()

    def _took(self) -> None:
        """A picture was taken: there is room for the next."""

    def _look(self, picture: _Picture, now: float, health: CameraHealth) -> Iterator[SourceItem]:
        image = picture.content
        if isinstance(image, bytes):
            try:
                image = decode_frame(image, self._name).image
            except FrameError as error:
                yield from health.see_garbage(error.args[0], now)
                return
        if image is None:
            yield from health.see_garbage(f"the pictures of {self._name} are damaged", now)
        else:
            yield from health.see(Frame(image, now, self._name, picture.number))

    def _now(self) -> float:
        """Seconds since the source was opened."""
        return time.monotonic() - self._opened

    def _put(self, content: Content, taken: float) -> None:
        """Hand over a picture taken so many seconds after the source was opened."""
        with self._coming:
            if not self._closed.is_set():
                self._newest = _Picture(content, taken, self._count)
                self._count += 1
                self._arrived = self._now()
                self._coming.notify_all()

"""A browser as the camera over a table: one at a time, and its pictures as a source like any other."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from tileref.vision.frame import FrameError, read_size
from tileref.vision.pushed import PushedFrames
from tileref.web.limits import Limits
from tileref.web.refusal import Refusal
from tileref.web.room import Room

SOURCE = "browser"
"""What this camera is called where one is chosen."""

GONE = 3.0
"""Seconds without a picture after which another browser may take over. Too few: a jam in the network costs somebody the
camera; too many: a phone that went away keeps it."""


@dataclass(frozen=True, slots=True, eq=False)
class Holder:
    """A browser that is the camera: it is told when it may send the next picture, and when it is the camera no more."""

    on_taken: Callable[[], None]
    on_replaced: Callable[[], None]


class BrowserCamera:
    """The camera of a room that browsers are, one after another."""

    def __init__(self, room: Room, limits: Limits) -> None:
        self._room, self._limits = room, limits
        self._lock = threading.Lock()
        self._holder: Holder | None = None
        self._last = 0.0
        self._source: PushedFrames | None = None

    def join(self, holder: Holder) -> None:
        """Be the camera from now on; a Refusal where another is."""
        with self._lock:
            before = self._holder
            if before is not None and time.monotonic() - self._last < GONE:
                raise Refusal(409, "other-camera", table=self._room.name)
            self._holder, self._last = holder, time.monotonic()
        if before is not None:
            before.on_replaced()

    def leave(self, holder: Holder) -> None:
        """Be the camera no more."""
        with self._lock:
            if self._holder is holder:
                self._holder = None

    def push(self, holder: Holder, jpeg: bytes) -> None:
        """Hand over a picture; a Refusal says why it is of no use."""
        self._check(jpeg)
        with self._lock:
            if self._holder is not holder:
                raise Refusal(409, "other-camera", table=self._room.name)
            self._last = time.monotonic()
            source = self._source
            if source is None or self._room.source is not source:
                if self._room.source is not None:
                    raise Refusal(409, "other-source", table=self._room.name)
                # Only now: a camera that has not begun yet is not missed.
                self._source = source = PushedFrames(SOURCE, on_taken=self._take)
                self._room.use(source)
        source.push(jpeg, time.monotonic())

    def choose(self) -> None:
        """Let the pictures of browsers be those of the room, whatever looked before."""
        with self._lock:
            if self._source is None or self._room.source is not self._source:
                self._room.look_away()

    def _take(self) -> None:
        holder = self._holder
        if holder is not None:
            holder.on_taken()

    def _check(self, jpeg: bytes) -> None:
        side = self._limits.frame_side
        if not jpeg.startswith(b"\xff\xd8\xff"):
            raise Refusal(415, "no-jpeg")
        try:
            size = read_size(jpeg, SOURCE)
        except FrameError:
            raise Refusal(415, "no-jpeg") from None
        if max(size) > side:
            raise Refusal(413, "frame-too-large", width=size[0], height=size[1], most=side)

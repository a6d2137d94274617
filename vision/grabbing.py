"""Grabbing: a thread of its own for each camera, which connects, takes every picture and connects again, for ever.

Only that thread ever touches the camera, so that a read that hangs holds up nobody else: who takes the frames hears
that none come, and who closes the source does not wait for it.
"""

import atexit
import threading
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass

from tileref.vision.camera_health import HealthSettings
from tileref.vision.live import Content, LiveSource
from tileref.vision.source_items import SourceError


@dataclass(frozen=True, slots=True, eq=False)
class Grab:
    """A picture just taken, and when, by `time.monotonic`."""

    content: Content
    taken: float


Connect = Callable[[], Generator[Grab, None, None]]
"""Connects to a camera and gives its pictures until it is lost; SourceError where it cannot connect. Closing the
generator frees the camera."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GrabSettings:
    """How long to wait for a camera."""

    first: float = 20.0
    """Seconds until the first picture. Too few: a slow camera in the network is refused; too many: somebody who
    mistyped an address waits."""
    answer: float = 5.0
    """Seconds until a camera in the network answers, and between any two signs of life. Too few: a busy network cuts
    off a camera that works; too many: a dead connection is kept while a new one would do."""
    again: float = 1.0
    """Seconds between attempts to connect. Too few: a camera that starts up is kept from it; too many: the match waits
    for a camera that is there."""
    farewell: float = 0.5
    """Seconds that closing waits for the camera to be free. Too few: it is still in use when opened again at once; too
    many: a camera that hangs holds up the end of the program."""


class GrabbedSource(LiveSource):
    """A live source that goes and gets its pictures."""

    def __init__(self, name: str, connect: Connect, settings: GrabSettings, health: HealthSettings) -> None:
        super().__init__(name, health)
        self._connect = connect
        self._settings = settings
        self._refusal: SourceError | None = None
        self._decided = threading.Event()
        # A daemon, for a read that hangs must not keep the program from ending.
        self._thread = threading.Thread(target=self._run, name=f"tileref: {name}", daemon=True)

    def open(self) -> None:
        """Begin; SourceError where no picture comes."""
        # Native code must not be inside a camera when the interpreter is taken down.
        atexit.register(self.close)
        self._thread.start()
        try:
            decided = self._decided.wait(self._settings.first)
        except BaseException:
            self.close()
            raise
        if not decided or self._refusal:
            self.close()
            raise self._refusal or SourceError(f"no picture came from {self.name} in {self._settings.first:g} seconds")

    def close(self) -> None:
        """Let `items` end and free the camera, as soon as it lets go."""
        super().close()
        atexit.unregister(self.close)
        self._thread.join(self._settings.farewell)

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                with closing(self._connect()) as pictures:
                    for grab in pictures:
                        if self._closed.is_set():
                            return
                        self._put(grab.content, grab.taken - self._opened)
                        self._decided.set()
            except SourceError as error:
                # Once it has worked, nothing that is wrong with it is for ever.
                if not self._decided.is_set():
                    self._refusal = error
                    self._decided.set()
                    return
            self._closed.wait(self._settings.again)


def open_grabbed(
    name: str, connect: Connect, *, settings: GrabSettings | None = None, health: HealthSettings | None = None
) -> GrabbedSource:
    """A live source of what `connect` connects to, from which a picture has come; SourceError where none comes."""
    source = GrabbedSource(name, connect, settings or GrabSettings(), health or HealthSettings())
    source.open()
    return source

"""A source of frames watched in a thread of its own."""

import logging
import threading
import time
from collections.abc import Iterator
from typing import Protocol

from tileref.vision.frame import Frame
from tileref.vision.source_items import Source, SourceItem

LOGGER = logging.getLogger("tileref.web")

_JOIN = 30.0
"""Seconds that the end of a thread is waited for: a camera in the network answers or gives up before."""


class Viewer(Protocol):
    """Whoever a feed tells what it sees, in the thread of the feed."""

    def see(self, item: SourceItem) -> None:
        """One more item of the source."""

    def see_end(self) -> None:
        """The source has ended by itself."""

    def see_fault(self, fault: Exception) -> None:
        """What the source gave could not be taken."""


class Feed:
    """A source, and the thread that takes what it gives: newest first where it is live, and where it is a recording as
    fast as it was recorded."""

    def __init__(self, source: Source, viewer: Viewer) -> None:
        self.source = source
        self._viewer = viewer
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"feed of {source.name}", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """See nothing more; after this returns, nobody is told anything."""
        self._stopped.set()
        self.source.close()
        self._thread.join(_JOIN)

    def _run(self) -> None:
        try:
            for item in self._paced(self.source.items()):
                if self._stopped.is_set():
                    return
                self._tell(item)
        except Exception as fault:
            LOGGER.exception("what %s shows cannot be taken", self.source.name)
            self._viewer.see_fault(fault)
            return
        if not self._stopped.is_set():
            self._viewer.see_end()

    def _tell(self, item: SourceItem) -> None:
        try:
            self._viewer.see(item)
        except Exception as fault:
            # The match is as it was stored last; the next look at the table may be better.
            LOGGER.exception("a look at the table failed")
            self._viewer.see_fault(fault)

    def _paced(self, items: Iterator[SourceItem]) -> Iterator[SourceItem]:
        begun = time.monotonic()
        for item in items:
            if not self.source.live and isinstance(item, Frame) and item.time is not None:
                self._stopped.wait(max(begun + item.time - time.monotonic(), 0.0))
            yield item

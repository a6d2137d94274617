"""All the rooms of a process, with the one store and the one reader that they share."""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tileref.store import Store
from tileref.vision.addresses import is_address
from tileref.vision.pipeline import PictureReader
from tileref.vision.sources import Source, open_source
from tileref.web.browser_camera import SOURCE, BrowserCamera
from tileref.web.limits import Limits
from tileref.web.refusal import Refusal
from tileref.web.room import Room


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedSource:
    """A camera or recording that was named when the server was started: only such files can be looked at."""

    name: str
    interval: float = 2.0

    @property
    def is_live(self) -> bool:
        """Whether it is a camera, of which the number or the address was named."""
        return _is_camera(self.name)


@dataclass(frozen=True, slots=True)
class _Place:
    room: Room
    browser: BrowserCamera


class Rooms:
    """The rooms by name."""

    def __init__(
        self,
        store: Store,
        reader: PictureReader,
        limits: Limits,
        *,
        named: tuple[NamedSource, ...] = (),
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.store, self.reader, self.limits, self.named = store, reader, limits, named
        self._clock = clock
        self._lock = threading.Lock()
        self._places: dict[str, _Place] = {}

    def find(self, name: str) -> Room | None:
        """The room with this name, if anything happens there."""
        place = self._places.get(name)
        return None if place is None else place.room

    def look_in(self, name: str) -> Room:
        """The room with this name; where there is none, an empty one that nobody else will see."""
        return self.find(name) or Room(name, self.store, self.reader, clock=self._clock)

    def enter(self, name: str) -> Room:
        """The room with this name, made if there is none yet; a Refusal where there are too many."""
        return self._enter(name).room

    def camera(self, name: str) -> BrowserCamera:
        """The camera that browsers are in a room."""
        return self._enter(name).browser

    def all(self) -> Mapping[str, Room]:
        """The rooms in which something happens."""
        with self._lock:
            return {name: place.room for name, place in sorted(self._places.items()) if not place.room.is_idle}

    def close_room(self, name: str) -> None:
        """Let a room be empty."""
        with self._lock:
            place = self._places.get(name)
        if place is None:
            raise Refusal(404, "no-table", table=name)
        place.room.close()

    def use_source(self, name: str, text: str) -> None:
        """Let a camera look at a table; a SourceError says why there is none."""
        place = self._enter(name)
        if text == SOURCE:
            place.browser.choose()
        else:
            place.room.use(self._open(text))

    def check_free(self, match: int, room: Room) -> None:
        """Refuse a match that is played in another room."""
        for name, other in self.all().items():
            if other is not room and other.match == match:
                raise Refusal(409, "played-elsewhere", table=name, match=str(match))

    def close(self) -> None:
        """Let all rooms be empty."""
        for place in list(self._places.values()):
            place.room.close()

    def _enter(self, name: str) -> _Place:
        with self._lock:
            place = self._places.get(name)
            if place is None:
                if len(self._places) >= self.limits.tables:
                    self._places = {other: it for other, it in self._places.items() if not it.room.is_idle}
                if len(self._places) >= self.limits.tables:
                    raise Refusal(429, "too-many-tables", most=self.limits.tables)
                room = Room(name, self.store, self.reader, clock=self._clock)
                place = self._places[name] = _Place(room, BrowserCamera(room, self.limits))
        return place

    def _open(self, text: str) -> Source:
        named = next((source for source in self.named if source.name == text), None)
        if named is not None:
            return open_source(named.name, interval=named.interval)
        if _is_camera(text):
            return open_source(text)
        # Whatever else it names lies on this computer, and is nobody's business.
        raise Refusal(422, "no-such-source", source=text[:60])


def _is_camera(text: str) -> bool:
    return (text.isascii() and text.isdecimal()) or is_address(text)

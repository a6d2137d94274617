"""A room: a table by name, the camera over it, and everybody who wants to know what comes about there."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

import cv2

from tileref.camera_check import Light, check_picture
from tileref.engine.triangles import TriangleRuleset
from tileref.kept_record import record_of
from tileref.language import Language, find_language
from tileref.live_match import Heard, begin_match
from tileref.orders import AnswerQuestion, DealAnew, NameOpener, parse_order
from tileref.seats import Seats
from tileref.speech import say
from tileref.store import Store
from tileref.table import Table
from tileref.vision.frame import Frame
from tileref.vision.observed import ObservedPicture
from tileref.vision.pipeline import PictureReader
from tileref.vision.source_items import CameraBack, CameraTrouble, Source, SourceItem
from tileref.web.event_log import read_events
from tileref.web.feed import Feed
from tileref.web.marks import find_marks
from tileref.web.refusal import Refusal
from tileref.web.state import CameraNow, TableNow, describe_idle, describe_table
from tileref.web.table_shapes import CheckShape, EventShape, HeardShape, IdleShape, LookShape, MarkShape, StateShape

CHECK_AGAIN = 0.7
"""Seconds for which a check of the camera holds. Too few: it takes all the time there is; too many: whoever turns the
lamp waits for the answer."""

_QUALITY = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUp:
    """What a match is begun with."""

    rules: TriangleRuleset
    players: tuple[str, ...]
    language: Language
    seats: Seats | None = None
    opener: int | None = None
    deal: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """What the overlay shows: marks are in pixels of a frame of this size."""

    number: int
    marks: tuple[MarkShape, ...]
    width: int
    height: int
    moving: bool


class Room:
    """A table of a process. Any thread may call it; what it tells, it tells to whoever listens as "something is new",
    and it is for them to ask what. So nobody is waited for, and nothing piles up for whoever is slow."""

    def __init__(
        self, name: str, store: Store, reader: PictureReader, *, clock: Callable[[], float] = time.time
    ) -> None:
        self.name = name
        self._store, self._reader, self._clock = store, reader, clock
        self.changing = threading.RLock()
        """Held by whoever sets the table up, so that two do not do so at once."""
        self._playing = threading.RLock()
        self._telling = threading.Lock()
        self._listeners: set[Callable[[], None]] = set()
        self._feed: Feed | None = None
        self._table: Table | None = None
        self._seats: Seats | None = None
        self._language = find_language("en")
        self._camera = CameraNow()
        self._now: TableNow | None = None
        self._frame: Frame | None = None
        self._seen: _Seen | None = None
        self._observed: ObservedPicture | None = None
        self._checked: tuple[float, int, tuple[ObservedPicture, Frame]] | None = None
        self._versions = count(1)
        self._version = 0
        self._described: dict[tuple[str, bool], tuple[int, str]] = {}

    # Listening.

    def listen(self, listener: Callable[[], None]) -> None:
        """Call this from any thread whenever something is new; it must not wait."""
        with self._telling:
            self._listeners.add(listener)

    def ignore(self, listener: Callable[[], None]) -> None:
        """Do not call it any more."""
        with self._telling:
            self._listeners.discard(listener)

    def _tell(self) -> None:
        with self._telling:
            listeners = tuple(self._listeners)
        for listener in listeners:
            listener()

    # What there is to know.

    @property
    def match(self) -> int | None:
        """The id of the match that is played here."""
        now = self._now
        return None if now is None else now.match

    @property
    def now(self) -> TableNow | None:
        """The match as it is."""
        return self._now

    @property
    def source(self) -> Source | None:
        """What looks at the table."""
        feed = self._feed
        return None if feed is None else feed.source

    @property
    def is_idle(self) -> bool:
        """Whether nothing happens here, and nobody waits for it."""
        return self._now is None and self._feed is None and not self._listeners

    @property
    def last_event(self) -> int:
        """The number of the last event, 0 if there is none."""
        now = self._now
        return 0 if now is None else now.last_event

    @property
    def version(self) -> int:
        """Changes with everything that `state` shows."""
        return self._version

    @property
    def frame_number(self) -> int | None:
        """The number of the newest frame."""
        frame = self._frame
        return None if frame is None else frame.number

    def events(self, language: str, *, after: int = 0) -> tuple[EventShape, ...]:
        """The events behind the one with this number, in order."""
        now = self._now
        return () if now is None else now.events(language, after=after)

    def state(self, language: str, *, hints: bool = False) -> StateShape | IdleShape:
        """The table as it is."""
        table, now, camera = self._table, self._now, self._camera
        if table is None or now is None:
            left = self._store.unfinished(self.name)
            return describe_idle(self.name, None if left is None else left.id, camera, language)
        return describe_table(self.name, now, camera, table.announcer_in(language), language=language, hints=hints)

    def state_json(self, language: str, *, hints: bool = False) -> str:
        """The same as text, made once for all who look."""
        version = self._version
        known = self._described.get((language, hints))
        if known is not None and known[0] == version:
            return known[1]
        text = self.state(language, hints=hints).model_dump_json(by_alias=True)
        self._described[language, hints] = version, text
        return text

    def look(self) -> LookShape | None:
        """What is seen now, None before anything is."""
        seen, frame = self._seen, self._frame
        if seen is None or frame is None:
            return None
        return LookShape(frame=frame.number, width=seen.width, height=seen.height, moving=seen.moving, tiles=seen.marks)

    @property
    def is_moving(self) -> bool:
        """Whether something moves on the table, as far as it is watched."""
        seen = self._seen
        return seen is not None and seen.moving

    @property
    def look_number(self) -> int:
        """Changes with everything that `look` shows, but for the number of the frame."""
        seen = self._seen
        return 0 if seen is None else seen.number

    def picture(self, width: int) -> bytes:
        """The newest frame as JPEG, at most so wide."""
        frame = self._frame
        if frame is None:
            raise Refusal(404, "no-picture", table=self.name)
        image = frame.image
        if image.shape[1] > width:
            height = max(1, round(image.shape[0] * width / image.shape[1]))
            image = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
        _, coded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        return coded.tobytes()

    def check(self, language: str) -> CheckShape:
        """Whether the camera sees the table well enough to begin."""
        observed, frame = self._read_newest()
        tiles = [tile for tile in observed.tiles if tile.digits is not None]
        found = check_picture(frame.image, [tile.corners for tile in tiles if tile.sure])
        height, width = frame.image.shape[:2]
        text = say(
            find_language(language),
            "web-check",
            tiles=len(tiles),
            light=found.light,
            sharp="yes" if found.sharp else "no",
        )
        return CheckShape(
            ok=found.light is Light.FINE and found.sharp,
            tiles=len(tiles),
            light=found.light.value,
            glare=found.glare,
            sharp=found.sharp,
            width=width,
            height=height,
            text=text,
            look=LookShape(
                frame=frame.number, width=width, height=height, moving=False, tiles=find_marks(None, observed)
            ),
        )

    def _read_newest(self) -> tuple[ObservedPicture, Frame]:
        frame = self._frame
        if frame is None:
            raise Refusal(404, "no-picture", table=self.name)
        known = self._checked
        if known is not None and (known[1] == frame.number or time.monotonic() - known[0] < CHECK_AGAIN):
            return known[2]
        read = self._reader.read(frame.image)[0], frame
        self._checked = time.monotonic(), frame.number, read
        return read

    # Setting up.

    def use(self, source: Source) -> None:
        """Look through another camera from now on; the match goes on."""
        with self.changing:
            self._stop_looking()
            if self._now is not None:
                # The clock of another camera begins anew, and so does what is known of its picture.
                self._sit_down(self._now.match)
            self._feed = feed = Feed(source, self)
            self._show(CameraNow(source.name, "none"))
            feed.start()

    def look_away(self) -> None:
        """Look through no camera, until another is chosen."""
        with self.changing:
            self._stop_looking()
            self._frame = None
            self._show(CameraNow())

    def set_up(self, wish: SetUp) -> None:
        """Begin a match; the one before stays kept."""
        wish.rules.check_players(len(wish.players))
        with self.changing:
            match = begin_match(self._store, wish.rules, wish.players, table=self.name, time=self._clock())
            self._seats, self._language = wish.seats, wish.language
            table = self._sit_down(match)
            with self._playing:
                if wish.deal is not None:
                    table.order(DealAnew(wish.deal))
                if wish.opener is not None:
                    table.order(NameOpener(wish.opener))
            self._publish(table)

    def resume(self, match: int, language: Language, seats: Seats | None = None) -> None:
        """Go on with a match that is kept, unless that is done already: two tables would not know of each other."""
        with self.changing:
            if self.match == match:
                return
            self._seats, self._language = seats or self._seats, language
            self._publish(self._sit_down(match))

    def close(self) -> None:
        """Look no more. What is kept of the match is kept."""
        with self.changing:
            self._stop_looking()
            with self._playing:
                self._table = self._now = self._seen = self._frame = None
            self._show(CameraNow())

    def _stop_looking(self) -> None:
        feed, self._feed = self._feed, None
        if feed is not None:
            feed.stop()

    def _sit_down(self, match: int) -> Table:
        """A table over this match, in the place of the one there was."""
        with self._playing:
            seats = self._seats
            if seats is not None and len(seats.hours) != len(record_of(self._store, match).players):
                seats = self._seats = None
            table = Table(
                self._store, match, self._reader, self._language, attended=True, seats=seats, clock=self._clock
            )
            table.start()
            self._seen = None
            self._table = table
        return table

    # Playing.

    def order(self, text: str, language: str, *, question: str | None = None) -> HeardShape:
        """Carry out what somebody says; an OrderError says why it means nothing now.

        Where it is an answer, `question` is what it answers as it was asked in this language: it answers nothing else.
        """
        with self._playing:
            table = self._table
            if table is None:
                raise Refusal(409, "not-set-up", table=self.name)
            game = table.game
            order = parse_order(text, game.record.players, game.state.ruleset.chirality)
            before = self.last_event
            about = table.question if question is not None else None
            if about is None and question is not None and isinstance(order, AnswerQuestion):
                raise Refusal(409, "question-gone")
            if about is not None and table.announcer_in(language).ask(about) != question:
                raise Refusal(409, "question-gone")
            heard: Heard = table.order(order, about=about)
            self._publish(table)
            # The camera may have seen something in the same moment.
            came = {event.number for event in heard.events}
            events = tuple(event for event in self.events(language, after=before) if event.number in came)
        said: tuple[str, ...] = ()
        if heard.rejected is not None:
            said = tuple(one.text for one in table.announcer_in(language).announce(heard.rejected))
        return HeardShape(events=events, said=said)

    def see(self, item: SourceItem) -> None:
        """One more item of the camera; only its feed calls this."""
        table = self._table
        if isinstance(item, Frame):
            self._frame = item
            if self._camera.trouble is not None:
                self._show(CameraNow(self._camera.source, None))
        elif isinstance(item, CameraTrouble):
            self._show(CameraNow(self._camera.source, item.trouble, item.detail))
        elif isinstance(item, CameraBack):
            self._show(CameraNow(self._camera.source, None))
        if table is not None:
            table.see(item)
            self._publish(table)
        self._tell()

    def see_end(self) -> None:
        """The recording is over; only its feed calls this."""
        self._show(CameraNow(self._camera.source, "ended"))

    def see_fault(self, fault: Exception) -> None:
        """A look at the table failed; only its feed calls this."""
        self._show(CameraNow(self._camera.source, "fault", str(fault.args[0]) if fault.args else type(fault).__name__))

    def _show(self, camera: CameraNow) -> None:
        self._camera = camera
        self._version = next(self._versions)
        self._tell()

    def _publish(self, table: Table) -> None:
        """Let everybody know how the table is now."""
        with self._playing:
            if table is not self._table:
                return
            known, game, question = self._now, table.game, table.question
            if known is None or known.match != table.match or known.game is not game or known.question != question:
                log = known.log if known is not None and known.match == table.match else ()
                log += read_events(self._store, table.match, after=len(log))
                hours = None if self._seats is None else self._seats.hours
                self._now = TableNow(table.match, game, question, log, hours)
                self._version = next(self._versions)
            self._mark(table, anew=known is None or known.game is not game)
        self._tell()

    def _mark(self, table: Table, *, anew: bool) -> None:
        observed, frame, seen = table.observed, self._frame, self._seen
        if observed is None or frame is None:
            return
        is_other = observed is not self._observed
        if seen is not None and not (is_other or anew) and seen.moving == table.is_moving:
            return
        marks = find_marks(table.game, observed) if seen is None or is_other or anew else seen.marks
        height, width = frame.image.shape[:2]
        self._observed = observed
        self._seen = _Seen(0 if seen is None else seen.number + 1, marks, width, height, table.is_moving)

"""What `tileref watch` does: a camera or a recording refereed, with announcements, events as data, and keys."""

import json
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from tileref.calibration.lens import CalibrationError
from tileref.cameras import load_calibration
from tileref.engine.record import Record
from tileref.engine.record_file import format_head
from tileref.engine.tally import sheet_of
from tileref.engine.triangles import to_ascii
from tileref.files import FileError, read_text
from tileref.inputs import parse_players
from tileref.kept_record import record_of
from tileref.keys import HELP, QUIT, read_orders, single_keys
from tileref.known import triangle_match
from tileref.match_log import TableEvent
from tileref.orders import NameOpener, Order, OrderError, find_seat, parse_order
from tileref.ruleset_words import describe_ruleset
from tileref.scoring_commands import find_triangle_rules
from tileref.seats import Seats, parse_seats
from tileref.speech import Announcement, Level
from tileref.store import Store, default_store
from tileref.table import Table
from tileref.terminal import Terminal
from tileref.timed_orders import TimedOrder, parse_timed_orders
from tileref.vision.frame import Frame
from tileref.vision.pipeline import PictureReader
from tileref.vision.source_items import Source, SourceError, SourceItem, Unreadable
from tileref.vision.sources import open_source


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchOptions:
    """What was typed after `tileref watch SOURCE`. Where `again` is None, a live camera goes on with the match that
    was left at its table, and a recording begins one."""

    ruleset: str
    players: str
    opener: str | None
    seats: str | None
    events: str | None
    orders: Path | None
    interval: float
    store: str | None
    table: str
    again: bool | None
    calibration: Path | None


def watch_table(terminal: Terminal, source_name: str, options: WatchOptions) -> None:
    """Referee what a source shows until it ends or somebody quits."""
    try:
        _watch(terminal, source_name, options)
    except (SourceError, CalibrationError) as error:
        raise FileError(error.args[0]) from None


def _watch(terminal: Terminal, source_name: str, options: WatchOptions) -> None:
    calibration = load_calibration(options.calibration) if options.calibration else None
    with ExitStack() as stack:
        source = open_source(source_name, interval=options.interval)
        stack.callback(source.close)
        store = stack.enter_context(Store(options.store or default_store()))
        left = _find_left(store, source, options)
        record = _new_record(terminal, options) if left is None else record_of(store, left)
        # Everything that was typed is read before a match is kept.
        wishes = _read_wishes(record, options)
        events = _open_events(stack, options.events, go_on=left is not None)
        match = store.begin(format_head(record), table=options.table, time=time.time()) if left is None else left
        table = Table(
            store,
            match,
            PictureReader(calibration=calibration),
            terminal.language,
            attended=bool(wishes.timed) or (source.live and sys.stdin.isatty()),
            seats=wishes.seats,
        )
        session = _Session(terminal, table, source, events, quiet=events is sys.stdout)
        session.begin(is_new=left is None)
        if left is None and wishes.opener is not None:
            session.order(wishes.opener)
        if sys.stdin.isatty():
            stack.enter_context(_keyboard(session))
        session.run(wishes.timed)


def _find_left(store: Store, source: Source, options: WatchOptions) -> int | None:
    """The match to go on with, None to begin a new one."""
    if not (source.live if options.again is None else options.again):
        return None
    left = store.unfinished(options.table)
    if left is None and options.again:
        raise OrderError(f"no match was left at the table {options.table!r} in {store.place!r}")
    return None if left is None else left.id


def _new_record(terminal: Terminal, options: WatchOptions) -> Record:
    return Record.begin(find_triangle_rules(options.ruleset), parse_players(options.players, terminal.language))


@dataclass(frozen=True, slots=True)
class _Wishes:
    """What was typed about the match itself."""

    opener: NameOpener | None
    seats: Seats | None
    timed: tuple[TimedOrder, ...]


def _read_wishes(record: Record, options: WatchOptions) -> _Wishes:
    players, chirality = record.players, triangle_match(record.start).ruleset.chirality
    return _Wishes(
        opener=NameOpener(find_seat(options.opener, players)) if options.opener else None,
        seats=parse_seats(options.seats, len(players)) if options.seats else None,
        timed=parse_timed_orders(read_text(options.orders), str(options.orders), players, chirality)
        if options.orders
        else (),
    )


def _open_events(stack: ExitStack, name: str | None, *, go_on: bool) -> TextIO | None:
    """Where events are written; those of the match that goes on stay in their file."""
    if name is None:
        return None
    if name == "-":
        return sys.stdout
    try:
        return stack.enter_context(Path(name).open("a" if go_on else "w", encoding="utf-8"))
    except OSError as error:
        raise FileError(f"{name!r} cannot be written: {(error.strerror or type(error).__name__).lower()}") from None
    except ValueError:
        raise FileError(f"{name!r} cannot be the name of a file") from None


class _Session:
    """A table, and where what comes about there is printed; pictures and keys come from different threads."""

    def __init__(self, terminal: Terminal, table: Table, source: Source, events: TextIO | None, *, quiet: bool) -> None:
        self._terminal = terminal
        self.table = table
        self._source = source
        self._events = events
        self._quiet = quiet
        self._lock = threading.RLock()
        # What is awaited, and what was said last: nobody wants to hear either twice in a row.
        self._waits = self._last = ""

    def begin(self, *, is_new: bool) -> None:
        """Say what is played, and begin it if it has not begun."""
        record, language = self.table.game.record, self._terminal.language
        if not self._quiet:
            name = describe_ruleset(language, record.ruleset).name
            message = "match-begins" if is_new else "watch-goes-on"
            players = ", ".join(record.players)
            self.say(language(message, ruleset=name, players=players, match=str(self.table.match)), "bold")
            if sys.stdin.isatty():
                self.say(language("watch-keys"), "dim")
            if not is_new and record.steps:
                if len(self.table.game.lying):
                    self._terminal.draw(to_ascii(self.table.game.lying))
                self._terminal.show_sheet(sheet_of(record))
        self.tell(self.table.start())

    def run(self, timed: Iterable[TimedOrder]) -> None:
        """Everything that comes from the camera, and the orders of a recording when it is their time."""
        left = list(timed)
        try:
            for item in self._paced(self._source.items()):
                now = item.time if isinstance(item, Frame) and item.time is not None else None
                while left and now is not None and left[0].time <= now:
                    self.order(left.pop(0).order)
                if isinstance(item, Unreadable):
                    sys.stderr.write(f"tileref: {item.sentence}\n")
                with self._lock:
                    self.tell(self.table.see(item))
            for order in left:
                self.order(order.order)
        finally:
            # Also where somebody has pressed Ctrl-C, which is how a camera is usually let go.
            if not self._quiet:
                self._end()

    def order(self, order: Order | str) -> None:
        """Carry out an order, or the text of one, and tell what came of it."""
        with self._lock:
            game = self.table.game
            try:
                if isinstance(order, str):
                    order = parse_order(order, game.record.players, game.state.ruleset.chirality)
                heard = self.table.order(order)
            except OrderError as error:
                self._complain(error.args[0])
                return
            self.tell(heard.events)
            for announcement in heard.said:
                self._announce(announcement)
                if self._quiet:
                    self._complain(announcement.text)

    def _complain(self, sentence: str) -> None:
        """Say why an order means nothing, also where only events are printed."""
        if self._quiet:
            sys.stderr.write(f"tileref: {sentence}\n")
        else:
            self.say(f"tileref: {sentence}", "yellow")

    def tell(self, events: Iterable[TableEvent]) -> None:
        """Print events and announcements, what is asked now, and whose turn it is if that is news."""
        with self._lock:
            for event in events:
                if self._events is not None:
                    self._events.write(json.dumps(event.value, ensure_ascii=False) + "\n")
                    self._events.flush()
                for announcement in event.said:
                    self._announce(announcement)
            self._tell_what_is_awaited()

    def _tell_what_is_awaited(self) -> None:
        question = self.table.question
        announcer = self.table.announcer
        text = announcer.ask_with_answers(question) if question else announcer.waits_for(self.table.game).text
        if text not in (self._waits, self._last):
            self._waits = text
            self._announce(Announcement(text, Level.QUESTION if question else Level.INFO))

    def _announce(self, announcement: Announcement) -> None:
        if announcement.text == self._last:
            return
        self._last = announcement.text
        if not self._quiet:
            self._terminal.announce(announcement)

    def say(self, text: str, style: str = "") -> None:
        """Print a line of the terminal's own, where announcements are printed."""
        if not self._quiet:
            with self._lock:
                self._terminal.say(text, style)

    def help(self) -> None:
        """Say what the keys do, and again what is awaited."""
        self.say(self._terminal.language("watch-keys"), "dim")
        with self._lock:
            self._waits = self._last = ""
            self._tell_what_is_awaited()

    def close(self) -> None:
        """Look no more."""
        self._source.close()

    def _paced(self, items: Iterator[SourceItem]) -> Iterator[SourceItem]:
        """Recordings as fast as they were recorded where somebody watches, and as fast as can be where nobody does."""
        paced = not self._source.live and not self._quiet and self._terminal.console.is_terminal
        begun = time.monotonic()
        for item in items:
            if paced and isinstance(item, Frame) and item.time is not None:
                time.sleep(max(begun + item.time - time.monotonic(), 0.0))
            yield item

    def _end(self) -> None:
        game = self.table.game
        if len(game.lying):
            self._terminal.draw(to_ascii(game.lying))
        self._terminal.show_sheet(sheet_of(game.record))
        if game.refused or game.waiting:
            language = self._terminal.language
            self.say(language("score-left-open", refused=len(game.refused), waiting=len(game.waiting)), "yellow")
        self.say(self._terminal.language("watch-kept", match=str(self.table.match)), "dim")


def _keyboard(session: _Session) -> ExitStack:
    """Keys that give orders, in a thread of their own, until the context ends."""
    stack = ExitStack()
    single = stack.enter_context(single_keys())

    def listen() -> None:
        for order in read_orders(single=single):
            if order == QUIT:
                session.close()
            elif order == HELP:
                session.help()
            else:
                session.order(order)

    threading.Thread(target=listen, name="keyboard", daemon=True).start()
    return stack

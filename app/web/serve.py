"""`tileref watch` as a page: everything opened, links printed, served until somebody ends it."""

import logging
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field

import uvicorn

from tileref.calibration.lens import CameraCalibration
from tileref.files import FileError
from tileref.store import Store, default_store
from tileref.terminal import Terminal
from tileref.vision.pipeline import PictureReader
from tileref.web.about_api import MAIN_TABLE
from tileref.web.access import LOOPBACK, Access, make_tokens
from tileref.web.connections import BoundedConfig
from tileref.web.limits import Limits, Rate
from tileref.web.refusal import LOGGER, Refusal, RefusalLog
from tileref.web.room import SetUp
from tileref.web.rooms import NamedSource, Rooms
from tileref.web.shapes import LinkShape
from tileref.web.share import Certificate, draw_code, find_address, find_certificate, make_links
from tileref.web.site import make_site

_SPARE_FILES = 200
"""Files that are open for other reasons than a connection: the store, libraries, uploads."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeOptions:
    """What was typed after `tileref watch --page`: a match to `begin` where none is gone on with.

    Where `again` is None, a live camera goes on with the match that was left at its table.
    """

    port: int = 8123
    share: bool = False
    store: str | None = None
    table: str = MAIN_TABLE
    source: NamedSource | None = None
    begin: SetUp | None = None
    again: bool | None = None
    calibration: CameraCalibration | None = None
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True, slots=True)
class _Reach:
    """Where the server is reached, and how."""

    access: Access
    base: str
    host: str
    certificate: Certificate | None = None


def serve_page(terminal: Terminal, options: ServeOptions) -> None:
    """Serve the page until the process is told to end. The matches are kept at every moment."""
    with ExitStack() as stack:
        stack.enter_context(_logged())
        listener = stack.enter_context(_listener("0.0.0.0" if options.share else "127.0.0.1", options.port))
        reach = _reach(options, int(listener.getsockname()[1]))
        store = stack.enter_context(Store(options.store or default_store()))
        limits = options.limits
        named = (options.source,) if options.source else ()
        rooms = Rooms(store, PictureReader(calibration=options.calibration), limits, named=named)
        stack.callback(rooms.close)
        _furnish(rooms, options, terminal)
        log = RefusalLog(Rate(limits.logged_per_second, 10 * limits.logged_per_second))
        links = make_links(reach.base, options.table, reach.access.tokens)
        fingerprint = reach.certificate.fingerprint if reach.certificate else None
        site = make_site(rooms, reach.access, log, links=links, fingerprint=fingerprint)
        _make_room_for(limits.connections)
        config = BoundedConfig(
            site,
            limits,
            log,
            certificate=reach.certificate.file if reach.certificate else None,
            key=reach.certificate.key if reach.certificate else None,
        )
        _announce(terminal, options, reach, links)
        # The server stops in an orderly way, and then lets the signal do what it would have done.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        with suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listener])
    terminal.say(terminal.language("web-ended"), "dim")


def _reach(options: ServeOptions, port: int) -> _Reach:
    if not options.share:
        return _Reach(Access("http", port), f"http://127.0.0.1:{port}", "127.0.0.1")
    address = find_address()
    folder = default_store().parent / "tls"
    certificate = find_certificate(folder, (address, "127.0.0.1", "::1", "localhost"))
    access = Access("https", port, (*LOOPBACK, address), make_tokens())
    return _Reach(access, f"https://{address}:{port}", address, certificate)


def _furnish(rooms: Rooms, options: ServeOptions, terminal: Terminal) -> None:
    """The match and the camera that were named when the server was started."""
    source, begin = options.source, options.begin
    again = options.again if options.again is not None else source is not None and source.is_live
    left = rooms.store.unfinished(options.table) if again else None
    if left is not None:
        rooms.enter(options.table).resume(left.id, terminal.language, begin.seats if begin else None)
    elif options.again:
        raise Refusal(404, "nothing-left", table=options.table)
    elif begin is not None:
        rooms.enter(options.table).set_up(begin)
    if source is not None:
        rooms.use_source(options.table, source.name)


def _announce(terminal: Terminal, options: ServeOptions, reach: _Reach, links: tuple[LinkShape, ...]) -> None:
    say = terminal.language
    if not links:
        terminal.say(say("web-serves", url=_page_of(reach.base, options.table)), "bold")
        return
    terminal.say(say("web-shares"), "bold")
    for link in links:
        terminal.say(say(f"web-link-{link.role}", url=link.url))
        if sys.stdout.isatty():
            terminal.draw(draw_code(link.url))
    if reach.certificate is not None:
        terminal.say(say("web-fingerprint", fingerprint=reach.certificate.fingerprint), "dim")


def _page_of(base: str, table: str) -> str:
    return f"{base}/" if table == MAIN_TABLE else f"{base}/t/{table}"


@contextmanager
def _listener(host: str, port: int) -> Iterator[socket.socket]:
    """A socket at this port, before anything else is done: that it is taken should be known at once."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listener:
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
            # Whoever opens the link as soon as it is printed waits for a moment.
            listener.listen()
        except OSError as error:
            cause = (error.strerror or type(error).__name__).lower()
            raise FileError(f"port {port} cannot be used: {cause}; name another with --port") from None
        yield listener


@contextmanager
def _logged() -> Iterator[None]:
    """What the server has to say goes to standard error, a line each."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("tileref: %(message)s"))
    loggers = (LOGGER, logging.getLogger("uvicorn.error"))
    for logger in loggers:
        logger.addHandler(handler)
        logger.setLevel(logging.WARNING)
        logger.propagate = False
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeHandler(handler)


def _make_room_for(connections: int) -> None:
    """Let the process have as many files open as there may be connections, where the system lets it."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + _SPARE_FILES
    if soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard) if hard > 0 else wanted, hard))

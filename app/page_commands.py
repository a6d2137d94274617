"""What `tileref watch --page` does: what was typed becomes what the server begins with."""

import re

from tileref.calibration.lens import CalibrationError
from tileref.cameras import load_calibration
from tileref.files import FileError
from tileref.inputs import parse_players
from tileref.orders import OrderError, find_seat
from tileref.scoring_commands import find_triangle_rules
from tileref.seats import parse_seats
from tileref.terminal import Terminal
from tileref.vision.source_items import SourceError
from tileref.watch_commands import WatchOptions
from tileref.web.refusal import Refusal
from tileref.web.room import SetUp
from tileref.web.rooms import NamedSource
from tileref.web.serve import ServeOptions, serve_page
from tileref.web.shapes import ROOM_NAME


def watch_page(terminal: Terminal, source: str | None, options: WatchOptions, *, port: int, share: bool) -> None:
    """Serve the page, with a table already set up where a source was named."""
    if options.events or options.orders:
        raise OrderError("--events and --orders are for a match at the terminal: leave out --page and --share")
    if re.fullmatch(ROOM_NAME.strip("^$"), options.table) is None:
        raise OrderError(f"a table with a page is called by a to z, 0 to 9 and '-', unlike {options.table[:60]!r}")
    try:
        serve_page(terminal, _options(terminal, source, options, port, share=share))
    except (SourceError, CalibrationError) as error:
        raise FileError(error.args[0]) from None
    except Refusal as refusal:
        raise FileError(refusal.sentence(terminal.language.code)) from None


def _options(terminal: Terminal, source: str | None, options: WatchOptions, port: int, *, share: bool) -> ServeOptions:
    return ServeOptions(
        port=port,
        share=share,
        store=options.store,
        table=options.table,
        source=None if source is None else NamedSource(name=source, interval=options.interval),
        begin=None if source is None else _set_up(terminal, options),
        again=options.again,
        calibration=load_calibration(options.calibration) if options.calibration else None,
    )


def _set_up(terminal: Terminal, options: WatchOptions) -> SetUp:
    rules = find_triangle_rules(options.ruleset)
    players = parse_players(options.players, terminal.language)
    rules.check_players(len(players))
    return SetUp(
        rules=rules,
        players=players,
        language=terminal.language,
        seats=parse_seats(options.seats, len(players)) if options.seats else None,
        opener=find_seat(options.opener, players) if options.opener else None,
    )

"""What `tileref matches` does: kept matches are listed, replayed, printed as scoresheets, exported and imported."""

from datetime import datetime
from pathlib import Path

from rich.progress import track
from rich.table import Table
from rich.text import Text

from tileref.commands import replay_record
from tileref.engine.record import Record
from tileref.engine.rounds import rounds_of
from tileref.engine.tally import sheet_of
from tileref.files import FileError, write_bytes
from tileref.kept_record import record_of
from tileref.language import Language
from tileref.match_file import export_match, import_match
from tileref.ruleset_words import describe_ruleset
from tileref.scoresheets import Form, Scoresheet
from tileref.store import KeptMatch, MissingStoreError, Store, StoreError, default_store
from tileref.store_address import parse_address, place_of
from tileref.terminal import Terminal


def list_matches(terminal: Terminal, store: str | None) -> None:
    """Every match that is kept: who played what and when, and how it stands."""
    place = store or default_store()
    try:
        with Store(place, create=False) as kept:
            table = _make_table(terminal, kept)
    except MissingStoreError:
        # Where nobody has played yet nothing is wrong.
        table = Table()
    if table.rows:
        terminal.console.print(table)
    else:
        terminal.say(terminal.language("matches-none", store=place_of(parse_address(place))))


def replay_match(terminal: Terminal, store: str | None, match: int, *, svg: Path | None) -> None:
    """A kept match board by board, as `tileref replay` shows a record."""
    with _open(store) as kept:
        record = record_of(kept, match)
    replay_record(terminal, record, svg)


def print_scoresheet(terminal: Terminal, store: str | None, match: int, *, form: Form, file: Path | None) -> None:
    """The scoresheet of a kept match, printed or written to a file."""
    if form is Form.PDF and file is None:
        raise FileError("a PDF is no text to print here: name a file with --output FILE")
    with _open(store) as kept:
        sheet = Scoresheet(record_of(kept, match), _moment(kept.match(match).begun), terminal.language)
    if file is None:
        print(sheet.to_text(form), end="")
    else:
        write_bytes(file, sheet.to_bytes(form))
        terminal.say(terminal.language("matches-sheet-written", file=str(file)))


def export_kept_match(terminal: Terminal, store: str | None, match: int, file: Path) -> None:
    """A kept match as a file."""
    with _open(store) as kept:
        export_match(kept, match, file)
    terminal.say(terminal.language("matches-exported", match=str(match), file=str(file)))


def import_kept_match(terminal: Terminal, store: str | None, file: Path) -> None:
    """The match of a file among those that are kept."""
    with Store(store or default_store()) as kept:
        match = import_match(kept, file)
    terminal.say(terminal.language("matches-imported", match=str(match), file=str(file)))


def _open(store: str | None) -> Store:
    return Store(store or default_store(), create=False)


def _moment(time: float) -> datetime:
    """A time by the clock on the wall."""
    return datetime.fromtimestamp(time).astimezone()


def _make_table(terminal: Terminal, store: Store) -> Table:
    language = terminal.language
    table = Table()
    table.add_column(language("matches-id"), justify="right", no_wrap=True)
    table.add_column(language("matches-begun"), no_wrap=True)
    for column in ("ruleset", "players", "state"):
        table.add_column(language(f"matches-{column}"))
    matches = store.matches()
    with_bar = len(matches) > 1 and terminal.console.is_terminal
    for match in track(matches, description="", console=terminal.console, disable=not with_bar, transient=True):
        cells = [str(match.id), f"{_moment(match.begun):%Y-%m-%d %H:%M}"]
        try:
            record = record_of(store, match.id)
        except StoreError:
            cells += ["", "", language("matches-unreadable")]
        else:
            name = describe_ruleset(language, record.ruleset).name
            cells += [name, _standings(record), _state(language, record, match)]
        table.add_row(*map(Text, cells))
    return table


def _standings(record: Record) -> str:
    """Everybody with their points so far, the winners with a star."""
    sheet = sheet_of(record)
    return ", ".join(
        f"{name} {total}{' ★' * (seat in sheet.winners)}"
        for seat, (name, total) in enumerate(zip(sheet.players, sheet.totals, strict=True))
    )


def _state(language: Language, record: Record, match: KeptMatch) -> str:
    if record.state.standings().over:
        return language("matches-over")
    return language("matches-going-on", round=max(1, len(list(rounds_of(record)))), events=match.events)

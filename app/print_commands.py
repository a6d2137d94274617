"""What `tileref print` does: sheets of tiles and the calibration board, as PDF."""

from datetime import datetime
from pathlib import Path

from tileref.board_pdf import draw_board_pdf
from tileref.engine.triangles import Chirality
from tileref.files import FileError, write_bytes
from tileref.paper_size import PaperSize
from tileref.printed_styles import UnknownStyleError, find_style
from tileref.terminal import Terminal
from tileref.tiles_pdf import draw_tiles_pdf


def print_set(
    terminal: Terminal, file: Path, *, style: str, side: float, chirality: Chirality, paper: PaperSize, backs: bool
) -> None:
    """Write the sheets of a set to a file."""
    try:
        found = find_style(style)
    except UnknownStyleError as error:
        raise FileError(error.args[0]) from None
    language = terminal.language
    pages, count = draw_tiles_pdf(
        found, side=side, chirality=chirality, paper=paper, backs=backs, language=language, made=_now()
    )
    _write(terminal, file, pages, count, paper)
    if backs:
        terminal.say(language("print-scale-backs"))


def print_calibration(terminal: Terminal, file: Path, *, paper: PaperSize) -> None:
    """Write the calibration board to a file."""
    _write(terminal, file, draw_board_pdf(paper, terminal.language, _now()), 1, paper)
    terminal.say(terminal.language("print-next-board"))


def _write(terminal: Terminal, file: Path, pages: bytes, count: int, paper: PaperSize) -> None:
    write_bytes(file, pages)
    language = terminal.language
    terminal.say(language("print-written", sheets=count, paper=paper.capitalize(), file=str(file)))
    terminal.say(language("print-scale"))


def _now() -> datetime:
    return datetime.now().astimezone()

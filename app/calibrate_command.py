"""What `tileref calibrate` does: views of the board from a camera, a video or pictures, and the lens that fits them."""

import math
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from rich.live import Live
from rich.text import Text

from tileref.calibration.board_view import BoardView, NoBoardReason
from tileref.calibration.coverage import Part, measure_coverage, parts_of
from tileref.calibration.lens_file import LONGEST_NAME
from tileref.calibration.lens_fit import FitSettings, LensFit, NoFitReason, fit_lens
from tileref.calibration.verdict import Grade, judge_fit
from tileref.calibration.view_collector import Outcome, Seen, ViewCollector
from tileref.calibration_words import draw_coverage, format_pixels, say_next, say_no_views, say_seen, say_verdict
from tileref.cameras import save_calibration
from tileref.files import FileError
from tileref.keys import QUIT, read_orders, single_keys
from tileref.photos import find_photos
from tileref.terminal import Terminal
from tileref.vision.frame import Frame
from tileref.vision.recordings import PictureFolder
from tileref.vision.source_items import CameraTrouble, Source, SourceError, Unreadable
from tileref.vision.sources import open_source

_MOST_VIEWS = 60
"""More views take minutes to fit, and tell nothing more."""


@dataclass(frozen=True, slots=True)
class _View:
    """A view, and what to call it."""

    board: BoardView
    label: str


def calibrate_camera(terminal: Terminal, names: list[str], *, output: Path, name: str | None) -> None:
    """Collect views of the board, fit a lens to them, say what it is worth, and save it unless that is little."""
    _check_name(name)
    try:
        source = _open(names)
    except SourceError as refused:
        raise FileError(refused.args[0]) from None
    camera = name or _name_of(source)
    session = _Session(terminal, source)
    session.run()
    views = session.views
    language = terminal.language
    if not session.outcomes and session.unreadable:
        raise FileError(session.unreadable[0])
    fit = fit_lens([view.board for view in views], camera) if views else None
    if fit is None:
        raise FileError(say_no_views(language, session.outcomes.keys(), session.reasons, source.name))
    if not isinstance(fit, LensFit):
        raise FileError(_say_no_fit(terminal, fit.reason, session))
    used = [view.board for at, view in enumerate(views) if at not in fit.left_out]
    coverage = measure_coverage(used)
    verdict = judge_fit(fit, coverage)
    words = say_verdict(language, fit, verdict, coverage)
    if verdict.grade is Grade.POOR:
        raise FileError(words)
    # What is off on views that the fit did not know is what to expect on a table.
    save_calibration(replace(fit.lens, reprojection_error=fit.held_out), output)
    sys.stderr.writelines(f"tileref: {sentence}\n" for sentence in session.unreadable)
    for picture in session.bare:
        terminal.say(language("calibration-bare-picture", source=picture), "yellow")
    for at in fit.left_out:
        off = "∞" if math.isinf(fit.errors[at]) else format_pixels(language, fit.errors[at])
        terminal.say(language("calibration-left-out", view=views[at].label, error=off), "yellow")
    terminal.say(words, "bold green" if verdict.grade is Grade.GOOD else "bold yellow")
    lens = fit.lens
    terminal.say(language("calibration-saved", width=str(lens.width), height=str(lens.height), file=str(output)))
    terminal.say(language("calibration-use", file=str(output)))


def _check_name(name: str | None) -> None:
    if name is not None and not (name.strip() and len(name) <= LONGEST_NAME and name.isprintable()):
        raise FileError(f"a camera's name has 1 to {LONGEST_NAME} printable characters, unlike {name[:60]!r}")


def _name_of(source: Source) -> str:
    """What a camera is called in its file if nobody says: as the source is, or the file that its pictures are in."""
    name = source.name if source.live else Path(source.name).stem
    return "".join(each for each in name if each.isprintable()).strip()[:LONGEST_NAME] or "camera"


def _open(names: list[str]) -> Source:
    """One source of any kind, or several pictures."""
    is_pattern = "://" not in names[0] and any(each in names[0] for each in "*?[")
    if len(names) == 1 and not is_pattern:
        return open_source(names[0], interval=1.0)
    name = names[0] if len(names) == 1 else f"{names[0]} … {names[-1]}"
    return PictureFolder(name, tuple(find_photos(names)), 1.0)


def _say_no_fit(terminal: Terminal, reason: NoFitReason, session: "_Session") -> str:
    """Why no lens fits the views."""
    language, name = terminal.language, session.source.name
    if reason is not NoFitReason.FEW:
        return language(f"calibration-{reason}", source=name)
    count, known = len(session.views), session.outcomes[Outcome.KNOWN]
    fewest, enough = str(FitSettings().fewest), str(session.coverage.enough)
    if count == 1 and known:
        pictures = str(count + known)
        return language("calibration-same", pictures=pictures, source=name, fewest=fewest, enough=enough)
    return language("calibration-few", count=count, source=name, fewest=fewest, enough=enough)


class _Session:
    """Somebody shows the board to a source; on a terminal they see what is still missing."""

    def __init__(self, terminal: Terminal, source: Source) -> None:
        self.source = source
        self.views: list[_View] = []
        self.outcomes = Counter[Outcome]()
        self.reasons: set[NoBoardReason] = set()
        self.unreadable: list[str] = []
        self.bare: list[str] = []
        self.coverage = measure_coverage([])
        self._terminal = terminal
        self._collector = ViewCollector()
        self._told = ""

    def run(self) -> None:
        """Collect views until a recording ends, or until a live camera has shown enough or somebody quits."""
        language = self._terminal.language
        with ExitStack() as stack:
            stack.callback(self.source.close)
            if self.source.live:
                self._terminal.say(language("calibration-begin", source=self.source.name), "bold")
                if sys.stdin.isatty():
                    self._terminal.say(language("calibration-keys"), "dim")
                    stack.enter_context(_quits(self.source))
            live = (
                stack.enter_context(
                    Live(console=self._terminal.console, refresh_per_second=8, transient=True, redirect_stderr=False)
                )
                if self._terminal.console.is_terminal
                else None
            )
            try:
                self._collect(live)
            except SourceError as error:
                raise FileError(error.args[0]) from None

    def _collect(self, live: Live | None) -> None:
        for item in self.source.items():
            if isinstance(item, Unreadable):
                self.unreadable.append(item.sentence)
            elif isinstance(item, CameraTrouble):
                self._terminal.say(f"tileref: {item.detail}", "yellow")
            elif isinstance(item, Frame):
                self._see(item, live)
                if len(self.views) >= _MOST_VIEWS or (self.source.live and self.coverage.is_done):
                    return

    def _see(self, frame: Frame, live: Live | None) -> None:
        seen = self._collector.see(frame.image, frame.time or 0.0, stands=frame.stands)
        if seen.outcome is Outcome.SKIPPED:
            return
        board = seen.board if isinstance(seen.board, BoardView) else None
        self.outcomes[seen.outcome] += 1
        if seen.missing:
            self.reasons.add(seen.missing)
        if board and seen.outcome is Outcome.OTHER_SIZE:
            raise FileError(self._say_other_size(frame, board))
        if board and seen.outcome is Outcome.TAKEN:
            # A picture has a name of its own; of a stream it is the time that tells.
            seconds = str(round(frame.time or 0.0))
            told = self._terminal.language("calibration-view-at", source=frame.source, seconds=seconds)
            label = frame.source if frame.stands else told
            self.views.append(_View(board, label))
            self.coverage = measure_coverage([view.board for view in self.views])
            if self.source.live and live:
                self._terminal.console.bell()
        elif frame.stands and seen.outcome is Outcome.NO_BOARD:
            self.bare.append(frame.source)
        self._show(seen, parts_of(board) if board else frozenset(), live)

    def _show(self, seen: Seen, here: frozenset[Part], live: Live | None) -> None:
        language = self._terminal.language
        coverage = self.coverage
        count = language("calibration-views", count=coverage.count, enough=str(coverage.enough))
        advice = say_next(language, coverage) if self.source.live else ""
        if live:
            lines = (draw_coverage(coverage, here), count, advice, say_seen(language, seen))
            live.update(Text("\n".join(line for line in lines if line)))
        elif advice and seen.outcome is Outcome.TAKEN and self._told != advice + count:
            self._told = advice + count
            self._terminal.say(f"{count}. {advice}")

    def _say_other_size(self, frame: Frame, board: BoardView) -> str:
        first = self.views[0].board
        return self._terminal.language(
            "calibration-other-size",
            picture=frame.source,
            width=str(board.width),
            height=str(board.height),
            width_before=str(first.width),
            height_before=str(first.height),
        )


@contextmanager
def _quits(source: Source) -> Iterator[None]:
    """Let a key end the source as long as this lasts."""
    with single_keys() as single:

        def listen() -> None:
            for order in read_orders(single=single):
                if order == QUIT:
                    source.close()

        threading.Thread(target=listen, name="keyboard", daemon=True).start()
        yield

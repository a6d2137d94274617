"""Views of the board out of a stream of pictures: those in which it is held still, and somewhere new."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from tileref.calibration.board_view import BoardView, Image, NoBoard, NoBoardReason, find_board


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectorSettings:
    """Which pictures count. Lengths are in longer sides of the picture."""

    every: float = 0.1
    """Of a stream, a picture in so many seconds is looked at. Too short: slow computers fall behind; too long: moments
    at which hands are still are missed."""
    still: float = 0.02
    """The board may move so far a second. Too little: no hand is so still; too much: cameras that read their pictures
    line by line show it slanted."""
    new: float = 0.03
    """A view differs from each other one by so much in the mean. Too little: many views say the same, and outvote the
    others; too much: views that would tell something are passed over."""


class Outcome(StrEnum):
    """What became of a picture."""

    TAKEN = "taken"
    KNOWN = "known"
    """The board is held as it was in a view before."""
    MOVING = "moving"
    OTHER_SIZE = "other-size"
    """The picture has not the size of those before."""
    NO_BOARD = "no-board"
    SKIPPED = "skipped"
    """It came so soon after the one before that nobody looked."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What became of a picture, with the board in it, or why there is none."""

    outcome: Outcome
    board: BoardView | NoBoard | None = None

    @property
    def missing(self) -> NoBoardReason | None:
        """Why no board was found, if that is so."""
        return self.board.reason if isinstance(self.board, NoBoard) else None


class ViewCollector:
    """Looks at pictures in their order and keeps the views that count."""

    def __init__(self, settings: CollectorSettings | None = None) -> None:
        self.views: list[BoardView] = []
        self._settings = settings or CollectorSettings()
        self._time = -np.inf
        self._last: BoardView | None = None

    def see(self, image: Image, time: float, *, stands: bool) -> Seen:
        """Look at a picture taken at a time in seconds; one that `stands` was not taken in motion."""
        passed = time - self._time
        if not stands and passed < self._settings.every:
            return Seen(Outcome.SKIPPED)
        board = find_board(image)
        last, self._last = self._last, board if isinstance(board, BoardView) else None
        self._time = time
        if isinstance(board, NoBoard):
            return Seen(Outcome.NO_BOARD, board)
        if self.views and (board.width, board.height) != (self.views[0].width, self.views[0].height):
            return Seen(Outcome.OTHER_SIZE, board)
        if not stands and (last is None or _moved(last, board) > self._settings.still * passed):
            return Seen(Outcome.MOVING, board)
        if any(_moved(view, board) < self._settings.new for view in self.views):
            return Seen(Outcome.KNOWN, board)
        self.views.append(board)
        return Seen(Outcome.TAKEN, board)


def _moved(one: BoardView, other: BoardView) -> float:
    """How far corners that both views show lie apart, in longer sides; infinite where there is none."""
    _, here, there = np.intersect1d(one.ids, other.ids, return_indices=True)
    if not len(here):
        return float("inf")
    apart = np.linalg.norm(one.xy_image[here] - other.xy_image[there], axis=1).mean()
    return float(apart / max(one.width, one.height))

"""The calibration board in one picture: which of its corners were found and where."""

from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from tileref.calibration.board import COLUMNS, make_board, xy_corners

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

_FEWEST = 8
"""So many corners a view has. With fewer, how the board is held hangs on the error of each of them; with more, the rims
of the picture, over which the board reaches, are never seen."""

_SQUARES = 22
"""So many squares without a marker that can be read are a board out of focus or far off. Too few: a checked
cloth or a keyboard is taken for one; too many: a board of which a part is covered is called absent."""


class NoBoardReason(StrEnum):
    """Why the board was not found in a picture."""

    ABSENT = "absent"
    BLURRED = "blurred"
    """Squares like its are there, but too blurred or too small to be read."""
    PARTIAL = "partial"
    """Too little of it is in view."""


@dataclass(frozen=True, slots=True)
class NoBoard:
    """No board that can be used; false, so that a view can be asked for by `if`."""

    reason: NoBoardReason

    def __bool__(self) -> bool:
        return False


@dataclass(frozen=True, slots=True, eq=False)
class BoardView:
    """The board in a picture of `width` × `height` pixels.

    `ids` are the (n,) numbers of the corners that were found, ascending, `xy_image` the (n, 2) pixels they are at, the
    middle of the first pixel being (0, 0).
    """

    ids: NDArray[np.int64]
    xy_image: Floats
    width: int
    height: int

    @property
    def xy_board(self) -> Floats:
        """(n, 2) where the corners lie on the board, in modules."""
        return np.asarray(xy_corners()[self.ids])


def find_board(image: Image) -> BoardView | NoBoard:
    """The board in a picture, (height, width, 3) blue, green, red."""
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    ids, xy_image = _detect(grey)
    if _is_enough(ids):
        return BoardView(ids, xy_image, grey.shape[1], grey.shape[0])
    if len(ids):
        return NoBoard(NoBoardReason.PARTIAL)
    _, _, unread = cv2.aruco.ArucoDetector(make_board().getDictionary()).detectMarkers(grey)
    return NoBoard(NoBoardReason.BLURRED if len(unread) >= _SQUARES else NoBoardReason.ABSENT)


def _detect(grey: Image) -> tuple[NDArray[np.int64], Floats]:
    """The numbers of all corners that can be found, ascending, and where they are."""
    corners, numbers, _, _ = cv2.aruco.CharucoDetector(make_board()).detectBoard(grey)
    # Where it finds nothing it says None, whatever its types promise.
    ids = np.array([] if np.size(corners) < 2 else numbers, np.int64).reshape(-1)
    if not len(ids):
        return ids, np.empty((0, 2))
    order = np.argsort(ids)
    return ids[order], np.asarray(corners, np.float64).reshape(-1, 2)[order]


def _is_enough(ids: NDArray[np.int64]) -> bool:
    """Whether so many corners were found, and not all of them on one line."""
    inside = COLUMNS - 1
    return len(ids) >= _FEWEST and len(set(ids % inside)) > 1 and len(set(ids // inside)) > 1

"""The calibration board: a chessboard with a marker in each white square, so that any part of it can be told.

Its size does not matter to the lens, only that all its squares have one; lengths are in modules, the bits of markers.
"""

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

COLUMNS, ROWS = 9, 6
"""Squares."""
MODULES = 8
"""A square is so many modules wide, the marker in it all but one on each side."""
CORNERS = (COLUMNS - 1) * (ROWS - 1)
"""So many corners of squares lie inside of the board."""


@cache
def make_board() -> cv2.aruco.CharucoBoard:
    """The board as OpenCV has it."""
    markers = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return cv2.aruco.CharucoBoard((COLUMNS, ROWS), MODULES, MODULES - 2, markers)


def draw_modules() -> NDArray[np.bool_]:
    """Which modules are black: (rows, columns) from the upper left corner."""
    drawn = make_board().generateImage((COLUMNS * MODULES, ROWS * MODULES), marginSize=0)
    return np.asarray(np.asarray(drawn) == 0)


@cache
def xy_corners() -> Floats:
    """Where the corners inside of the board lie, (CORNERS, 2), by their numbers."""
    return np.asarray(make_board().getChessboardCorners(), np.float64)[:, :2]

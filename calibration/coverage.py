"""Where the board has been in the picture and how it was tilted, and what is still missing."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from tileref.calibration.board_view import BoardView
from tileref.calibration.lens_models import LENS_MODELS, fit_model

Floats = NDArray[np.float64]


class Part(StrEnum):
    """A part of the picture."""

    MIDDLE = "middle"
    UPPER_LEFT = "upper-left"
    UPPER_RIGHT = "upper-right"
    LOWER_LEFT = "lower-left"
    LOWER_RIGHT = "lower-right"
    LEFT = "left"
    RIGHT = "right"
    TOP = "top"
    BOTTOM = "bottom"


class Tilt(StrEnum):
    """Which edge of the board is nearer to the camera, as the picture shows it."""

    LEFT = "left"
    RIGHT = "right"
    TOP = "top"
    BOTTOM = "bottom"


SPOTS = {
    Part.UPPER_LEFT: (0, 0),
    Part.TOP: (1, 0),
    Part.UPPER_RIGHT: (2, 0),
    Part.LEFT: (0, 1),
    Part.MIDDLE: (1, 1),
    Part.RIGHT: (2, 1),
    Part.LOWER_LEFT: (0, 2),
    Part.BOTTOM: (1, 2),
    Part.LOWER_RIGHT: (2, 2),
}
"""The column and row of each part, as one reads them."""

_USUAL_FOCAL = 0.8
_DIRECTIONS = {Tilt.LEFT: (1, 0), Tilt.RIGHT: (-1, 0), Tilt.TOP: (0, 1), Tilt.BOTTOM: (0, -1)}


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverageSettings:
    """What is enough."""

    reach: float = 0.22
    """A part is reached within so much of the picture's width and height from its edge. Too little: hands cannot hold
    the board so far out; too much: the rim, where lenses bend most, is never seen."""
    corners: int = 3
    """A part is reached by so many corners of squares. Too few: one bad corner decides there; too many: the board must
    be pushed out of the picture again and again."""
    tilt: float = 15.0
    """Degrees. Too few: how far lenses see stays open; too many: the board can no longer be read in dim light."""
    views: int = 12
    """Too few: the errors of single views count; too many: people give up."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """What views of the board show of the picture and of the board; `count` of them there are."""

    parts: frozenset[Part]
    tilts: frozenset[Tilt]
    count: int
    enough: int

    @property
    def missing_parts(self) -> tuple[Part, ...]:
        """The parts of the picture that no view reached."""
        return tuple(part for part in Part if part not in self.parts)

    @property
    def missing_tilts(self) -> tuple[Tilt, ...]:
        """The ways in which the board was never tilted."""
        return tuple(tilt for tilt in Tilt if tilt not in self.tilts)

    @property
    def is_done(self) -> bool:
        """Whether nothing is missing."""
        return not self.missing_parts and not self.missing_tilts and self.count >= self.enough


def measure_coverage(views: Sequence[BoardView], *, settings: CoverageSettings | None = None) -> Coverage:
    """What these views, all of one size, cover together."""
    settings = settings or CoverageSettings()
    counts = dict.fromkeys(Part, 0)
    for view in views:
        for part, inside in _corners_in(view, settings).items():
            counts[part] += inside
    parts = frozenset(part for part, count in counts.items() if count >= settings.corners)
    tilts = frozenset(_tilts(views, settings.tilt)) if views else frozenset()
    return Coverage(parts, tilts, len(views), settings.views)


def parts_of(view: BoardView, *, settings: CoverageSettings | None = None) -> frozenset[Part]:
    """The parts of the picture that a view reaches by itself."""
    settings = settings or CoverageSettings()
    return frozenset(part for part, inside in _corners_in(view, settings).items() if inside >= settings.corners)


def _corners_in(view: BoardView, settings: CoverageSettings) -> dict[Part, int]:
    share = (view.xy_image + 0.5) / [view.width, view.height]
    first = np.array([0, (1 - settings.reach) / 2, 1 - settings.reach])
    # For each part of a side, which corners lie in it.
    inside = (share[:, :, None] >= first) & (share[:, :, None] <= first + settings.reach)
    return {part: int((inside[:, 0, column] & inside[:, 1, row]).sum()) for part, (column, row) in SPOTS.items()}


def _tilts(views: Sequence[BoardView], least: float) -> set[Tilt]:
    """In which ways the board was tilted against the picture, through a lens as the views let it be guessed."""
    lens = fit_model(views, LENS_MODELS[1], "a guess") if len(views) > 3 else None
    focal = _USUAL_FOCAL * max(views[0].width, views[0].height)
    middle = ((views[0].width - 1) / 2, (views[0].height - 1) / 2)
    K = lens.K if lens else np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1]])
    found = set()
    for view in views:
        straight = lens.undistort_points(view.xy_image) if lens else view.xy_image
        slope = _slope(straight, view.xy_board, K)
        found |= {tilt for tilt, way in _DIRECTIONS.items() if slope @ way > np.tan(np.radians(least))}
    return found


def _slope(straight: Floats, xy_board: Floats, K: Floats) -> Floats:
    """How much further the board is, for each step to the right and down as the picture shows it."""
    if not np.isfinite(straight).all():
        return np.zeros(2)
    H = np.linalg.inv(K) @ np.asarray(cv2.findHomography(xy_board, straight, 0)[0], np.float64)
    # The first two columns are the axes of the board, as the camera sees them.
    normal = np.cross(H[:, 0], H[:, 1])
    return np.asarray(-normal[:2] / normal[2]) if abs(normal[2]) > 1e-12 else np.zeros(2)

"""How a lens may bend, from few numbers to many, and the camera that fits views of the board best under each."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tileref.calibration.board_view import BoardView
from tileref.calibration.lens import CalibrationError, CameraCalibration
from tileref.calibration.lens_file import format_calibration, parse_calibration

Floats = NDArray[np.float64]

_STOP = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 100, 1e-9)
_STIFF = cv2.CALIB_FIX_ASPECT_RATIO | cv2.CALIB_ZERO_TANGENT_DIST
_NO_K3 = cv2.CALIB_FIX_K3
_RATIO = cv2.CALIB_RATIONAL_MODEL | _NO_K3 | cv2.CALIB_FIX_K6


@dataclass(frozen=True, slots=True)
class LensModel:
    """What of a camera is free to fit: its distortion has so many coefficients, and `fixed` are OpenCV's flags for what
    stays as it is."""

    name: str
    coefficients: int
    fixed: int


LENS_MODELS = (
    LensModel("k1", 4, _STIFF | _NO_K3 | cv2.CALIB_FIX_K2),
    LensModel("k1 k2", 4, _STIFF | _NO_K3),
    # Wide lenses follow a ratio of two polynomials far better than a polynomial with as many coefficients.
    LensModel("k1 k4", 8, _STIFF | _RATIO | cv2.CALIB_FIX_K2 | cv2.CALIB_FIX_K5),
    LensModel("k1 k2 k4", 8, _STIFF | _RATIO | cv2.CALIB_FIX_K5),
    LensModel("k1 k2 p1 p2", 4, _NO_K3),
    LensModel("k1 k2 p1 p2 k4", 8, _RATIO | cv2.CALIB_FIX_K5),
    LensModel("k1 k2 p1 p2 k4 k5", 8, _RATIO),
    LensModel("k1 k2 p1 p2 k3 k4 k5 k6", 8, cv2.CALIB_RATIONAL_MODEL),
)
"""From the stiffest to the most supple. The stiff ones take pixels for square, and the lens for centred."""

_FOCAL = 0.8
"""Of the longer side: the focal length that a search begins with, about that of webcams and phones. Beginning with what
the views themselves suggest fails where a lens bends much or the board is hardly tilted."""


def fit_model(views: Sequence[BoardView], model: LensModel, camera: str) -> CameraCalibration | None:
    """The camera that fits the views best; None where none makes sense."""
    size = (views[0].width, views[0].height)
    focal = _FOCAL * max(size)
    K = np.array([[focal, 0, (size[0] - 1) / 2], [0, focal, (size[1] - 1) / 2], [0, 0, 1]])
    xyz = [np.pad(view.xy_board, ((0, 0), (0, 1))).astype(np.float32) for view in views]
    xy = [view.xy_image.astype(np.float32) for view in views]
    flags = cv2.CALIB_USE_INTRINSIC_GUESS | model.fixed
    try:
        error, K, distortion, _, _ = cv2.calibrateCamera(
            xyz, xy, size, K, np.zeros(max(model.coefficients, 5)), flags=flags, criteria=_STOP
        )
        lens = CameraCalibration(
            camera=camera,
            width=size[0],
            height=size[1],
            K=np.asarray(K, np.float64),
            distortion=tuple(np.asarray(distortion, np.float64).reshape(-1)[: model.coefficients].tolist()),
            reprojection_error=float(error),
        )
        # What could not be loaded again, because it folds the picture over or is no lens at all, is none.
        return parse_calibration(format_calibration(lens))
    except (cv2.error, CalibrationError):
        return None


def residuals(lens: CameraCalibration, view: BoardView) -> Floats | None:
    """How far the corners of a view are, in pixels, from where the lens would show them, (n, 2), the board held as fits
    them best; None where it cannot be held so."""
    straight = lens.undistort_points(view.xy_image)
    if not np.isfinite(straight).all():
        return None
    xyz, distortion = np.pad(view.xy_board, ((0, 0), (0, 1))), np.array(lens.distortion)
    try:
        found, turn, shift = cv2.solvePnP(xyz, straight, lens.K, np.zeros(4), flags=cv2.SOLVEPNP_IPPE)
        if not found:
            return None
        turn, shift = cv2.solvePnPRefineLM(xyz, view.xy_image, lens.K, distortion, turn, shift)
        seen, _ = cv2.projectPoints(xyz, turn, shift, lens.K, distortion)
    except cv2.error:
        return None
    return np.asarray(seen, np.float64).reshape(-1, 2) - view.xy_image

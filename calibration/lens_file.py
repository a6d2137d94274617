"""A camera's calibration as a small JSON file.

{"camera": "webcam", "width": 1920, "height": 1080,
 "matrix": [[1500.0, 0.0, 959.5], [0.0, 1500.0, 539.5], [0.0, 0.0, 1.0]],
 "distortion": [-0.3, 0.1, 0.0, 0.0, 0.0], "reprojection_error": 0.2}
"""

import json
from math import isfinite
from reprlib import Repr
from typing import Any

import numpy as np

from tileref.calibration.lens import CalibrationError, CameraCalibration, Floats

KEYS = ("camera", "width", "height", "matrix", "distortion", "reprojection_error")
SIDES = (16, 100_000)
"""How many pixels a side of a picture may have."""
COEFFICIENTS = (4, 5, 8)
LONGEST_NAME = 60

# Pixels along each side of a picture at which a lens is tried.
_TRIED = 9
# The usual repr goes as deep as the value does, which in hostile input is too deep.
_REPR = Repr()
_REPR.maxstring = _REPR.maxlong = _REPR.maxother = LONGEST_NAME


def parse_calibration(text: str) -> CameraCalibration:
    """The calibration that a JSON text describes; CalibrationError says what is wrong with it."""
    try:
        table = json.loads(text)
    except ValueError as error:  # Not only JSONDecodeError: int() refuses thousands of digits with a plain one.
        raise CalibrationError(f"it is not valid JSON: {error}") from None
    except RecursionError:
        raise CalibrationError("it is nested too deeply") from None
    if not isinstance(table, dict):
        raise CalibrationError(f"it must be a JSON object with {', '.join(KEYS)}, not {_quote(table)}")
    for key in table:
        if key not in KEYS:
            raise CalibrationError(f"it has {', '.join(KEYS)}, but no {_quote(key)}")
    for key in KEYS:
        if key not in table:
            raise CalibrationError(f"its {key} is missing: it has {', '.join(KEYS)}")
    width, height = _side(table, "width"), _side(table, "height")
    calibration = CameraCalibration(
        camera=_name(table["camera"]),
        width=width,
        height=height,
        K=_matrix(table["matrix"], width, height),
        distortion=_distortion(table["distortion"]),
        reprojection_error=_error(table["reprojection_error"]),
    )
    _check_lens(calibration)
    return calibration


def format_calibration(calibration: CameraCalibration) -> str:
    """The JSON text that describes a calibration, which `parse_calibration` reads back."""
    values = (
        calibration.camera,
        calibration.width,
        calibration.height,
        calibration.K.tolist(),
        calibration.distortion,
        calibration.reprojection_error,
    )
    lines = (f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in zip(KEYS, values, strict=True))
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _side(table: dict[str, Any], key: str) -> int:
    value = table[key]
    if not isinstance(value, int) or isinstance(value, bool) or not SIDES[0] <= value <= SIDES[1]:
        raise CalibrationError(
            f"its {key} must be a whole number of pixels from {SIDES[0]} to {SIDES[1]:,}, not {_quote(value)}"
        )
    return value


def _name(value: object) -> str:
    if not (isinstance(value, str) and value.strip() and len(value) <= LONGEST_NAME and value.isprintable()):
        raise CalibrationError(f"its camera must be a name of 1 to {LONGEST_NAME} characters, not {_quote(value)}")
    return value


def _matrix(value: object, width: int, height: int) -> Floats:
    rows = [_numbers(row) for row in value] if isinstance(value, list) else []
    if len(rows) != 3 or any(row is None or len(row) != 3 for row in rows):
        raise CalibrationError(
            f"its matrix must be 3 rows of 3 numbers, [[fx, 0, cx], [0, fy, cy], [0, 0, 1]], not {_quote(value)}"
        )
    K = np.array(rows, np.float64)
    if np.any(K[[0, 1, 2, 2, 2], [1, 0, 0, 1, 2]] != (0, 0, 0, 0, 1)):
        raise CalibrationError(f"its matrix must look like [[fx, 0, cx], [0, fy, cy], [0, 0, 1]], not {_quote(value)}")
    longer = max(width, height)
    for name, focal in (("fx", K[0, 0]), ("fy", K[1, 1])):
        # A lens wider than this is a fisheye, and one longer a telescope.
        if not 0.1 * longer <= focal <= 100 * longer:
            raise CalibrationError(
                f"the {name} of its matrix must be {longer / 10:g} to {100 * longer:g} pixels in a picture of "
                f"{width} × {height}, not {focal:g}"
            )
    for name, middle, side in (("cx", K[0, 2], width), ("cy", K[1, 2], height)):
        if not 0 <= middle <= side:
            raise CalibrationError(
                f"the {name} of its matrix must lie in the picture, from 0 to {side} pixels, not {middle:g}"
            )
    return K


def _distortion(value: object) -> tuple[float, ...]:
    numbers = _numbers(value)
    if numbers is None or len(numbers) not in COEFFICIENTS:
        raise CalibrationError(
            f"its distortion must be 4, 5 or 8 numbers (k1, k2, p1, p2, k3, k4, k5, k6), not {_quote(value)}"
        )
    return numbers


def _error(value: object) -> float:
    numbers = _numbers([value])
    if numbers is None or numbers[0] < 0:
        raise CalibrationError(f"its reprojection_error must be a number of pixels, 0 or more, not {_quote(value)}")
    return numbers[0]


def _numbers(value: object) -> tuple[float, ...] | None:
    """A list of numbers, all of them finite; None for anything else."""
    if not isinstance(value, list):
        return None
    if not all(isinstance(number, int | float) and not isinstance(number, bool) for number in value):
        return None
    try:
        numbers = tuple(map(float, value))
    except OverflowError:
        return None
    return numbers if all(map(isfinite, numbers)) else None


def _check_lens(calibration: CameraCalibration) -> None:
    """Refuse a lens that shows two things in one pixel: such coefficients are a slip, or were fitted to too little."""
    x = np.linspace(0, calibration.width - 1, _TRIED)
    y = np.linspace(0, calibration.height - 1, _TRIED)
    xy_image = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    lost = np.isnan(calibration.undistort_points(xy_image)).any(axis=1)
    if lost.any():
        across, down = xy_image[lost][0]
        raise CalibrationError(
            f"its distortion must show every pixel of the picture one way, not {_quote(list(calibration.distortion))}, "
            f"which folds the picture over at {across:.0f}, {down:.0f}"
        )


def _quote(value: object) -> str:
    """The value with its escapes, cut where it is too long to read or nested too deeply."""
    try:
        text = _REPR.repr(value)
    except ValueError:
        # Python refuses to write out a number of thousands of digits.
        return f"a {type(value).__name__} too large to show"
    return text if len(text) <= LONGEST_NAME else text[: LONGEST_NAME - 1] + "…"

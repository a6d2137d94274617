"""The camera somebody names: its saved calibration, read from a file and written to one."""

from pathlib import Path

from tileref.calibration.lens import CalibrationError, CameraCalibration
from tileref.calibration.lens_file import format_calibration, parse_calibration
from tileref.files import FileError, read_text, write_text


def load_calibration(path: Path) -> CameraCalibration:
    """The calibration in a file; a FileError says what is wrong with it."""
    text = read_text(path)
    try:
        return parse_calibration(text)
    except CalibrationError as error:
        raise FileError(f"{str(path)!r} is not the calibration of a camera: {error.args[0]}") from None


def save_calibration(calibration: CameraCalibration, path: Path) -> None:
    """Put a calibration in a file, whole or not at all."""
    write_text(path, format_calibration(calibration))

"""A photograph with what was seen drawn on it: outlines, values and cells; what is in doubt in another colour."""

import cv2
import numpy as np
from numpy.typing import NDArray

from tileref.engine.triangles.notation import format_cell
from tileref.reading import PhotoReading, kind_of

Image = NDArray[np.uint8]

# Blue, green, red.
_SURE = {"board": (60, 200, 60), "loose": (230, 170, 40), "facedown": (160, 160, 160)}
_DOUBT = (40, 60, 240)
_WHITE = (255, 255, 255)
_BLACK = (0, 0, 0)


def draw_reading(reading: PhotoReading) -> Image:
    """The photograph with outlines and values."""
    drawn = reading.frame.image.copy()
    for tile in reading.observed.tiles:
        colour = _SURE[kind_of(tile)] if tile.sure else _DOUBT
        side = float(np.linalg.norm(tile.corners - np.roll(tile.corners, 1, axis=0), axis=1).mean())
        thick = max(1, round(side / 40))
        polygon = np.round(tile.corners * 16).astype(np.int32)
        cv2.polylines(drawn, [polygon], True, colour, thick if tile.sure else 2 * thick, cv2.LINE_AA, 4)
        middle = tile.corners.mean(axis=0)
        if tile.digits is not None:
            for corner, digit in zip(tile.corners, tile.digits, strict=True):
                # Nearer to the middle than the print is, so that both can be read.
                _write(drawn, str(digit), corner + 0.72 * (middle - corner), side / 140, colour)
        if tile.cell is not None:
            _write(drawn, format_cell(tile.cell), middle, side / 320, _WHITE)
    return drawn


def encode_png(image: Image) -> bytes:
    """The picture as a PNG file."""
    _, coded = cv2.imencode(".png", image, [cv2.IMWRITE_PNG_COMPRESSION, 4])
    return coded.tobytes()


def _write(image: Image, text: str, middle: NDArray[np.float64], size: float, colour: tuple[int, int, int]) -> None:
    size = max(size, 0.3)
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 1)
    at = (round(float(middle[0]) - width / 2), round(float(middle[1]) + height / 2))
    for ink, thick in ((_BLACK, 3), (colour, 1)):
        cv2.putText(
            image, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, ink, max(1, round(thick * size * 1.5)), cv2.LINE_AA
        )

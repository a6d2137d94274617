"""What was read from a photograph, as data."""

from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from tileref.calibration.lens import CalibrationError
from tileref.engine.triangles import Board, Placement
from tileref.vision.frame import Frame, FrameError, read_frame
from tileref.vision.observed import ObservedPicture
from tileref.vision.pipeline import PictureReader, StageTimes
from tileref.vision.tiles import SeenTile


@dataclass(frozen=True, slots=True)
class PhotoReading:
    """A photograph and what lies on it."""

    path: Path
    frame: Frame
    observed: ObservedPicture
    board: Board
    decode_seconds: float
    times: StageTimes


def read_photo(path: Path, reader: PictureReader) -> PhotoReading:
    """What lies on the table of a photograph; a FrameError says why a file is none, or none of the camera's."""
    start = perf_counter()
    frame = read_frame(path)
    return read_picture(frame, path, reader, decode_seconds=perf_counter() - start)


def read_picture(frame: Frame, path: Path, reader: PictureReader, *, decode_seconds: float) -> PhotoReading:
    """The same of a picture that was decoded already; `path` is what it is called."""
    try:
        observed, times = reader.read(frame.image)
    except CalibrationError as error:
        raise FrameError(f"{frame.source!r} {error.args[0]}") from None
    except MemoryError:
        raise FrameError(f"{frame.source!r} needs more memory than there is") from None
    placements = (Placement(cell, digits) for cell, digits in observed.board.items())
    board = Board(placements, chirality=observed.chirality)
    return PhotoReading(path, frame, observed, board, decode_seconds, times)


def kind_of(tile: SeenTile) -> str:
    """How a tile lies: "board", "loose" or "facedown"."""
    if tile.digits is None:
        return "facedown"
    return "loose" if tile.cell is None else "board"


def reading_to_json(reading: PhotoReading) -> dict[str, Any]:
    """The reading as a JSON object."""
    height, width = reading.frame.image.shape[:2]
    stages = {
        "decode": reading.decode_seconds,
        "find": reading.times.find,
        "read": reading.times.read,
        "fit": reading.times.fit,
    }
    milliseconds = {name: round(1000 * seconds, 1) for name, seconds in stages.items()}
    return {
        "image": str(reading.path),
        "width": width,
        "height": height,
        "tiles": [_tile_to_json(tile) for tile in reading.observed.tiles],
        "board": {
            "tiles": len(reading.board),
            "value": reading.board.value,
            "faults": [{"reason": fault.reason, "cells": fault.cells} for fault in reading.board.faults()],
            "hexagons": reading.board.hexagons,
        },
        "sure": reading.observed.sure,
        "milliseconds": milliseconds | {"total": round(1000 * sum(stages.values()), 1)},
    }


def _tile_to_json(tile: SeenTile) -> dict[str, Any]:
    return {
        "kind": kind_of(tile),
        "corners": [[round(float(x), 2), round(float(y), 2)] for x, y in tile.corners],
        "values": tile.digits,
        "confidence": round(tile.confidence, 4),
        "sure": tile.sure,
        "cell": tile.cell,
    }

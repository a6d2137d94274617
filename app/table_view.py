"""One look at a table with its tiles by the cells of the match, and the dispute packet that is kept of it."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tileref.engine.triangles import Board, Cell, Digits
from tileref.engine.triangles.notation import format_position
from tileref.speech import Announcement
from tileref.store import Picture
from tileref.vision.observed import ObservedPicture
from tileref.vision.rectify import Image
from tileref.vision.registration import Motion

AROUND = 2.2
"""A picture of a dispute shows so many times the size of its tile on each side. Too low: one does not see where it
lies; too high: one does not see what it shows."""

WIDEST = 640
"""Pixels; such a picture is stored with every event."""

_QUALITY = 85

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """A tile as it was read: its corners in the picture, digits and likelihoods in the order of its cell."""

    corners: Floats
    digits: Digits
    confidence: float
    sure: bool
    chances: tuple[tuple[Digits, float], ...]


@dataclass(frozen=True, slots=True, eq=False)
class TableView:
    """A picture of the table at rest, and what was read in it, by the cells of the match."""

    image: Image
    readings: Mapping[Cell, Reading]


def view_table(image: Image, observed: ObservedPicture, motion: Motion) -> TableView:
    """What was seen of the board, by the cells to which a motion of the lattice brings it."""
    readings = {}
    for tile, ranked in zip(observed.tiles, observed.hypotheses, strict=True):
        if tile.cell is None or tile.digits is None:
            continue
        place = motion.place(tile.cell, tile.digits)
        # The corners of the new cell, each where its digit was.
        new = {vertex: number for number, vertex in enumerate(place.cell.corners)}
        order = [new[motion.vertex(vertex)] for vertex in tile.cell.corners]
        corners = np.empty_like(tile.corners)
        corners[order] = tile.corners
        chances = tuple((motion.place(tile.cell, one.digits).digits, one.probability) for one in ranked)
        readings[place.cell] = Reading(corners, place.digits, tile.confidence, tile.sure, chances)
    return TableView(image, readings)


def make_packet(
    said: Mapping[str, Sequence[Announcement]],
    cells: Iterable[Cell],
    *,
    before: TableView | None,
    after: TableView | None,
    board_before: Board,
    board_after: Board,
) -> tuple[str, tuple[Picture, ...]]:
    """What is kept of an event, as JSON and pictures: what was said of it in each language and at which level, what was
    read where it happened, the rule, before and after."""
    cells = tuple(cells)
    rule = next((one.rule for spoken in said.values() for one in spoken if one.rule is not None), None)
    readings = after.readings if after is not None else {}
    packet: dict[str, Any] = {
        "said": {code: [[one.text, one.level] for one in spoken] for code, spoken in said.items()},
        "rule": None if rule is None else {"leaflet": rule.leaflet, "number": rule.number},
        "readings": [_reading_to_json(cell, readings[cell]) for cell in cells if cell in readings],
        "board_before": format_position(board_before),
        "board_after": format_position(board_after),
    }
    pictures = []
    views = [view for view in (after, before) if view is not None]
    spot = next((view.readings[cell].corners for cell in cells for view in views if cell in view.readings), None)
    for role, view in (("before", before), ("after", after)):
        if view is not None and spot is not None:
            pictures.append(Picture(role, _crop(view.image, spot)))
    return json.dumps(packet, ensure_ascii=False, separators=(",", ":")), tuple(pictures)


def _reading_to_json(cell: Cell, reading: Reading) -> dict[str, Any]:
    return {
        "cell": cell,
        "values": reading.digits,
        "confidence": round(reading.confidence, 5),
        "sure": reading.sure,
        "chances": [[digits, round(chance, 5)] for digits, chance in reading.chances],
        "corners": np.round(reading.corners, 1).tolist(),
    }


def _crop(image: Image, corners: Floats) -> bytes:
    """The picture round a tile as JPEG."""
    middle = corners.mean(axis=0)
    reach = AROUND * float(np.linalg.norm(corners - middle, axis=1).max())
    left, top = np.maximum(np.floor(middle - reach).astype(int), 0)
    right, bottom = np.minimum(np.ceil(middle + reach).astype(int) + 1, image.shape[1::-1])
    part = image[top:bottom, left:right] if right > left and bottom > top else image
    scale = WIDEST / max(part.shape[:2])
    if scale < 1:
        part = np.asarray(cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    _, coded = cv2.imencode(".jpg", part, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return coded.tobytes()

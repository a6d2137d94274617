"""A recording on disk: a video, and beside it the truth about it as JSON."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, assert_never

from tileref.datasets.match_script import RULESET, Drawn, Happening, Laid, TakenBack
from tileref.datasets.recording import Recording, RestingTable, RestingTile
from tileref.datasets.video import write_video
from tileref.engine.triangles import Cell


def save_recording(
    recording: Recording, path: Path, *, watched: Callable[[range], Iterable[int]] = lambda numbers: numbers
) -> bool:
    """Write the video of a recording, and its truth into the file of the same name that ends in `.json`; whether that
    was needed. `watched` sees the numbers of the frames go by.

    The truth is written last, so where it stands and says the same, the video is whole and need not be made again.
    """
    truth = format_truth(recording)
    beside = path.with_suffix(".json")
    if path.exists() and beside.exists() and beside.read_text(encoding="utf-8") == truth:
        return False
    beside.unlink(missing_ok=True)
    write_video(path, (recording.draw(number) for number in watched(range(len(recording)))), rate=recording.rate)
    half = beside.with_name(f".{beside.name}.half")
    half.write_text(truth, encoding="utf-8")
    half.replace(beside)
    return True


def format_truth(recording: Recording) -> str:
    """What a recording shows: what happens when, as a referee must tell it, and what lies where between two hands."""
    script = recording.script
    head = {
        "seed": script.seed,
        "ruleset": RULESET,
        "players": script.players,
        "width": recording.width,
        "height": recording.height,
        "rate": recording.rate,
        "frames": len(recording),
    }
    lines = [f'"{name}": {json.dumps(value)},' for name, value in head.items()]
    happenings = ",\n".join(json.dumps(_happening(happening)) for happening in script.happenings)
    tables = ",\n".join(json.dumps(_table(table)) for table in recording.tables())
    return "\n".join(["{", *lines, f'"happenings": [\n{happenings}\n],', f'"tables": [\n{tables}\n]', "}\n"])


def _happening(happening: Happening) -> dict[str, Any]:
    told: dict[str, Any] = {"time": round(happening.time, 3), "seat": happening.seat}
    match happening:
        case Laid():
            told |= {"cell": _cell(happening.cell), "digits": happening.digits, "points": happening.points}
            return {"what": "laid"} | told | {"reasons": happening.reasons}
        case TakenBack():
            told |= {"cell": _cell(happening.cell), "digits": happening.digits}
            return {"what": "taken_back"} | told | {"counted": happening.counted}
        case Drawn():
            return {"what": "drawn"} | told
        case _:
            assert_never(happening)


def _table(table: RestingTable) -> dict[str, Any]:
    return {"time": round(table.time, 3), "frame": table.frame, "tiles": [_tile(tile) for tile in table.tiles]}


def _tile(resting: RestingTile) -> dict[str, Any]:
    tile = resting.tile
    return {
        "kind": tile.kind,
        "corners": resting.corners.round(1).tolist(),
        "digits": tile.digits,
        "cell": None if tile.cell is None else _cell(tile.cell),
    }


def _cell(cell: Cell) -> list[Any]:
    return [cell.x, cell.y, cell.point]

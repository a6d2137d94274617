"""What was read from a photograph, in words."""

from collections.abc import Iterator

from tileref.engine.triangles.notation import format_cell
from tileref.language import Language
from tileref.reading import PhotoReading, kind_of


def say_reading(reading: PhotoReading, language: Language) -> Iterator[tuple[str, str]]:
    """The lines that tell it, each with its style."""
    kinds = [kind_of(tile) for tile in reading.observed.tiles]
    board = reading.board
    yield language("read-board", tiles=len(board), value=board.value, hexagons=board.hexagons), ""
    others = {kind: kinds.count(kind) for kind in ("loose", "facedown")}
    for kind, count in others.items():
        if count:
            yield language(f"read-{kind}", count=count), ""
    for fault in board.faults():
        yield language("read-fault", reason=fault.reason, cells=", ".join(map(format_cell, fault.cells))), "red"
    for tile in reading.observed.tiles:
        if not tile.sure and tile.digits is not None:
            where = format_cell(tile.cell) if tile.cell else language("read-apart")
            digits = "-".join(map(str, tile.digits))
            yield language("read-doubt", tile=digits, where=where, percent=round(100 * tile.confidence)), "yellow"
    for suspect in reading.observed.suspects:
        yield language("read-suspect", cell=format_cell(suspect.cell)), "yellow"
    for outline in reading.observed.faint:
        x, y = outline.corners.mean(axis=0)
        yield language("read-faint", x=round(float(x)), y=round(float(y))), "yellow"
    yield (
        language("read-sure" if reading.observed.sure else "read-unsure"),
        "green" if reading.observed.sure else "yellow",
    )

"""What changed on the table: the engine's board against a reading brought to its cells."""

from collections.abc import Mapping
from dataclasses import dataclass

from tileref.engine.triangles import Cell, Digits, Placement, tile_of


@dataclass(frozen=True, slots=True)
class Changed:
    """A cell that showed some digits and now shows others."""

    cell: Cell
    before: Digits
    after: Digits


@dataclass(frozen=True, slots=True)
class Moved:
    """A tile that left one cell and lies in another."""

    before: Placement
    after: Placement


@dataclass(frozen=True, slots=True)
class BoardDelta:
    """The difference between a board and what is seen of it. A tile is in one of the four at most; falsy if in none."""

    added: tuple[Placement, ...] = ()
    removed: tuple[Placement, ...] = ()
    changed: tuple[Changed, ...] = ()
    moved: tuple[Moved, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed or self.moved)


def compare(board: Mapping[Cell, Digits], seen: Mapping[Cell, Digits]) -> BoardDelta:
    """What must happen to the board to become what is seen."""
    changed = tuple(
        Changed(cell, digits, seen[cell]) for cell, digits in board.items() if cell in seen and seen[cell] != digits
    )
    added = [Placement(cell, digits) for cell, digits in seen.items() if cell not in board]
    moved: list[Moved] = []
    removed: list[Placement] = []
    for cell, digits in board.items():
        if cell in seen:
            continue
        lost = Placement(cell, digits)
        again = next((placement for placement in added if placement.tile == tile_of(digits)), None)
        if again is None:
            removed.append(lost)
        else:
            added.remove(again)
            moved.append(Moved(lost, again))
    return BoardDelta(tuple(added), tuple(removed), changed, tuple(moved))

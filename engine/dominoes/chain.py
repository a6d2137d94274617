"""The chain on the table: dominoes in a line with two open ends.

Illegal chains are chains too: players make them and cameras see them.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from tileref.engine.dominoes.tiles import Domino, domino_of
from tileref.engine.faults import Fault, Reason


class End(StrEnum):
    """An open end of the chain, as the table is looked at."""

    L = "L"
    R = "R"

    @property
    def other(self) -> "End":
        """The opposite end."""
        return End.R if self is End.L else End.L


class Placement(NamedTuple):
    """A domino and the end it is laid at."""

    tile: Domino
    end: End


class Laid(NamedTuple):
    """A domino as it lies in the chain, its halves from left to right."""

    left: int
    right: int

    @property
    def tile(self) -> Domino:
        """The domino that shows these halves."""
        return domino_of(self.left, self.right)

    def __str__(self) -> str:
        return f"{self.left}{self.right}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainFault(Fault):
    """A fault of dominoes in the chain: the positions that disagree, counted from the left, from 0.

    A domino that is still to be laid has no position; then they are those it disagrees with.
    """

    positions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Chain:
    """Dominoes in a line, from left to right. `place` gives a new chain; nothing changes one."""

    laid: tuple[Laid, ...] = ()

    @property
    def ends(self) -> tuple[int, int] | None:
        """The pips at the left and the right end, None before the first domino."""
        return (self.laid[0].left, self.laid[-1].right) if self.laid else None

    @property
    def used(self) -> frozenset[Domino]:
        """The dominoes that lie in the chain."""
        return frozenset(laid.tile for laid in self.laid)

    @property
    def value(self) -> int:
        """The sum of all pips."""
        return sum(map(sum, self.laid))

    def __len__(self) -> int:
        return len(self.laid)

    def __iter__(self) -> Iterator[Laid]:
        return iter(self.laid)

    def __str__(self) -> str:
        return " ".join(map(str, self.laid)) or "."

    def place(self, tile: Domino, end: End) -> "Chain":
        """The chain with one more domino.

        It is turned so that it fits; one that does not fit, or is the first, lies as its name reads.
        """
        left, right = tile
        if self.laid and end is End.R and left != self.laid[-1].right == right:
            left, right = right, left
        if self.laid and end is End.L and right != self.laid[0].left == left:
            left, right = right, left
        laid = Laid(left, right)
        return Chain((*self.laid, laid) if end is End.R else (laid, *self.laid))

    def fits(self, tile: Domino, end: End) -> bool:
        """Whether a half of the domino agrees with the end."""
        return not self.laid or (self.laid[0].left if end is End.L else self.laid[-1].right) in tile

    def placements_of(self, tiles: Iterable[Domino]) -> list[Placement]:
        """Every way to lay one of these dominoes, in order; the ends of an empty chain are the same."""
        used = self.used
        ends = tuple(End) if self.laid else (End.R,)
        return [
            Placement(tile, end) for tile in sorted(tiles) if tile not in used for end in ends if self.fits(tile, end)
        ]

    def placement_faults(self, tile: Domino, end: End) -> tuple[ChainFault, ...]:
        """Everything that keeps the domino from being laid at this end."""
        faults = []
        lying = tuple(position for position, laid in enumerate(self.laid) if laid.tile == tile)
        if lying:
            faults.append(ChainFault(reason=Reason.TILE_USED, positions=lying))
        if not self.fits(tile, end):
            reason = Reason.WRONG_END if self.fits(tile, end.other) else Reason.NO_MATCH
            at = 0 if end is End.L else len(self.laid) - 1
            faults.append(ChainFault(reason=reason, positions=(at,)))
        return tuple(faults)

    def faults(self) -> tuple[ChainFault, ...]:
        """Everything wrong with the chain: each domino that lies twice, each joint that disagrees."""
        faults = []
        positions: dict[Domino, list[int]] = {}
        for position, laid in enumerate(self.laid):
            positions.setdefault(laid.tile, []).append(position)
        for lying in positions.values():
            if len(lying) > 1:
                faults.append(ChainFault(reason=Reason.TILE_USED, positions=tuple(lying)))
        for position in range(1, len(self.laid)):
            if self.laid[position - 1].right != self.laid[position].left:
                faults.append(ChainFault(reason=Reason.NO_MATCH, positions=(position - 1, position)))
        return tuple(faults)

"""A hand of tiles, a well, a bazaar: known tile by tile, or only by how many there are.

A camera does not see into a hand, so a match must get by with a count: dealt + drawn − placed.
The same type serves both, so the rules are written once.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, Protocol, Self, TypeVar


class Valued(Protocol):
    """Anything with a value in points: a triangular tile, a domino."""

    @property
    def value(self) -> int: ...


TileT = TypeVar("TileT", bound=Valued)


@dataclass(frozen=True, slots=True)
class Hand(Generic[TileT]):
    """Tiles held face down by somebody: `tiles` is None where only their number is known."""

    count: int
    tiles: frozenset[TileT] | None

    @classmethod
    def of(cls, tiles: Iterable[TileT]) -> Self:
        """A hand known tile by tile."""
        held = frozenset(tiles)
        return cls(len(held), held)

    @classmethod
    def hidden(cls, count: int) -> Self:
        """A hand of which only the number of tiles is known."""
        return cls(count, frozenset() if count == 0 else None)

    @property
    def is_known(self) -> bool:
        """Whether every tile of the hand is known; an empty hand is."""
        return self.tiles is not None

    @property
    def value(self) -> int | None:
        """The sum of the tiles' values, None where they are not known."""
        return None if self.tiles is None else sum(tile.value for tile in self.tiles)

    def may_hold(self, tile: TileT) -> bool:
        """Whether the tile is in the hand, or could be."""
        return self.count > 0 if self.tiles is None else tile in self.tiles

    def plus(self, tile: TileT | None) -> Self:
        """The hand with one more tile; an unseen tile makes the hand hidden."""
        cls = type(self)
        if self.tiles is None or tile is None:
            return cls(self.count + 1, None)
        return cls(self.count + 1, self.tiles | {tile})

    def minus(self, tile: TileT | None) -> Self:
        """The hand with one tile fewer; the tile must be one it may hold."""
        cls = type(self)
        if self.tiles is None or tile is None:
            return cls.hidden(self.count - 1)
        return cls(self.count - 1, self.tiles - {tile})

    def __str__(self) -> str:
        if self.tiles is None:
            return f"{self.count} hidden"
        return " ".join(str(tile) for tile in sorted(self.tiles, key=str)) or "empty"

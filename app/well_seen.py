"""The tiles face down beside the board as a camera sees them: how it is noticed that one has gone."""

from dataclasses import dataclass, replace

from tileref.engine.triangles import TriangleMatch
from tileref.vision.observed import ObservedPicture


def count_backs(observed: ObservedPicture) -> int:
    """How many tiles lie face down."""
    return sum(tile.digits is None for tile in observed.tiles)


@dataclass(frozen=True, slots=True)
class WellSeen:
    """How many backs there were at the last look and when two looks in a row last agreed, and how many tiles the well
    of the match then had. A camera need not see all of the well: only the difference is believed."""

    last: int | None = None
    agreed: int | None = None
    well: int = 0

    @property
    def is_settled(self) -> bool:
        """Whether the last two looks agreed."""
        return self.last == self.agreed

    def look(self, backs: int, state: TriangleMatch) -> tuple["WellSeen", bool]:
        """What is known after one more look, and whether exactly one tile has gone that the match does not know of."""
        well = state.well.count
        if backs != self.last:
            return replace(self, last=backs), False
        if self.agreed is None or well > self.well:
            return WellSeen(backs, backs, well), False
        gone, drawn = self.agreed - backs, self.well - well
        if not gone and drawn:
            # A draw was said before its tile is taken.
            return self, False
        # More backs than the well has are hands that lie face down, and what becomes of those is nobody's business.
        if gone == drawn + 1 and self.agreed <= self.well:
            return WellSeen(backs, backs, well - 1), True
        return WellSeen(backs, backs, well), False

    def without_draw(self) -> "WellSeen":
        """The same once it was said that what has gone was not drawn."""
        return replace(self, well=self.well + 1)

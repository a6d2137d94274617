"""What one more photograph of a game can bring about."""

from dataclasses import dataclass

from tileref.engine.faults import Fault
from tileref.engine.record import Difference, Step
from tileref.engine.triangles import Place, Placement, TriangleMatch
from tileref.vision.registration import Mismatch


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile was laid, and counts."""

    step: Step


@dataclass(frozen=True, slots=True)
class Refused:
    """A tile lies against the rules, does not count and must go; unless it was misread, where that is not `sure`."""

    event: Place
    faults: tuple[Fault, ...]
    state: TriangleMatch
    sure: bool


@dataclass(frozen=True, slots=True)
class StillThere:
    """A tile that was refused still lies there."""

    placement: Placement


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A tile is gone again; where it had counted, `difference` is what that changed."""

    placement: Placement
    difference: Difference | None = None


@dataclass(frozen=True, slots=True)
class Unclear:
    """A tile waits to be read clearly or, if `behind` is true, for another that lies there longer."""

    placement: Placement
    behind: bool = False


@dataclass(frozen=True, slots=True)
class Corrected:
    """A tile that counts turned out to be another, or to lie elsewhere."""

    before: Placement
    after: Placement
    difference: Difference


@dataclass(frozen=True, slots=True)
class Contradicted:
    """A tile that counts now reads as another, which would be against the rules there."""

    before: Placement
    after: Placement


@dataclass(frozen=True, slots=True)
class Missing:
    """A tile that counts is not seen; it counts all the same."""

    placement: Placement


@dataclass(frozen=True, slots=True)
class PhotoMissing:
    """Several tiles are new at once: there should have been a photograph for each."""

    count: int


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat laid more tiles than it was dealt, so it must have drawn one, at the latest before its last tile."""

    seat: int
    difference: Difference


@dataclass(frozen=True, slots=True)
class Obstructed:
    """So many tiles of the board are not seen that nothing is judged."""

    count: int


@dataclass(frozen=True, slots=True)
class Unrelated:
    """The photograph does not show this board."""

    reason: Mismatch


@dataclass(frozen=True, slots=True)
class Unchanged:
    """Nothing changed since the last photograph."""


Happening = (
    Placed
    | Refused
    | StillThere
    | TakenBack
    | Unclear
    | Corrected
    | Contradicted
    | Missing
    | PhotoMissing
    | Drew
    | Obstructed
    | Unrelated
    | Unchanged
)

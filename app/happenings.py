"""What can come about at a table, by what is seen or by what is said."""

from dataclasses import dataclass

from tileref.engine.faults import Fault
from tileref.engine.match import Event
from tileref.engine.record import Difference, Step
from tileref.engine.rounds import AnyFinding
from tileref.engine.triangles import Cell, Chirality, Digits, Place, Placement, Tile, TriangleMatch
from tileref.game import Waiting, Why
from tileref.questions import Answer, Ask, Question
from tileref.vision.registration import Mismatch
from tileref.vision.source_items import Trouble


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
    """A tile waits to be judged: for a clear view, for a person's word, or for another that lies there longer."""

    placement: Placement
    waiting: Waiting

    @property
    def behind(self) -> bool:
        """Whether it waits for another tile only."""
        return self.waiting.why is Why.BEHIND


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
    """Tiles that count are not seen; they count all the same."""

    placements: tuple[Placement, ...]


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
class Cleared:
    """The board of a round that is over has been cleared away."""


@dataclass(frozen=True, slots=True)
class Entered:
    """Something that no picture shows counts: a deal, who opens, a draw, a pass, a hand that was shown."""

    step: Step


@dataclass(frozen=True, slots=True)
class Rejected:
    """Something that no picture shows is against the rules, and does not count."""

    event: Event
    faults: tuple[Fault, ...]
    state: TriangleMatch


@dataclass(frozen=True, slots=True)
class Answered:
    """A person answered a question."""

    question: Question
    answer: Answer


@dataclass(frozen=True, slots=True)
class Noted:
    """A person said what a tile is that does not count yet; nothing, if it was not laid there."""

    placement: Placement
    digits: Digits | None


@dataclass(frozen=True, slots=True)
class Undone:
    """Something that counted was taken back by word; `lies` is its tile if it still lies there."""

    event: Event
    difference: Difference
    lies: Placement | None = None


@dataclass(frozen=True, slots=True)
class Reseated:
    """A tile that counts was laid by another seat than it was taken to be."""

    placement: Placement
    seat: int
    difference: Difference


@dataclass(frozen=True, slots=True)
class Found:
    """What the hands of a round, once known, prove wrong with something done in it."""

    step: Step
    finding: AnyFinding


@dataclass(frozen=True, slots=True)
class HandSeen:
    """Tiles in view that may be the `count` tiles that a seat had left: `sure` if that is certain."""

    seat: int
    tiles: frozenset[Tile]
    count: int
    sure: bool


@dataclass(frozen=True, slots=True)
class WellShrank:
    """A tile has gone from the well while this seat was to move; whether it was drawn must be asked."""

    seat: int


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """What was asked has answered itself; it is not asked any more."""

    ask: Ask


@dataclass(frozen=True, slots=True)
class Handed:
    """The digits of the set ascend the other way, and the match is judged by that from its beginning."""

    chirality: Chirality


@dataclass(frozen=True, slots=True)
class CameraGone:
    """The camera shows no table: why, in one sentence."""

    trouble: Trouble
    detail: str


@dataclass(frozen=True, slots=True)
class CameraThere:
    """The camera shows the table again."""


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
    | Cleared
    | Entered
    | Rejected
    | Answered
    | Noted
    | Undone
    | Reseated
    | Found
    | HandSeen
    | WellShrank
    | Withdrawn
    | Handed
    | CameraGone
    | CameraThere
    | Unchanged
)


def cells_of(happening: Happening) -> tuple[Cell, ...]:
    """Where on the board to look to see what a happening is about."""
    match happening:
        case Placed(Step(event=Place(_, cell, _))) | Refused(Place(_, cell, _)):
            return (cell,)
        case StillThere(placement) | TakenBack(placement) | Unclear(placement) | Reseated(placement) | Noted(placement):
            return (placement.cell,)
        case Corrected(before, after) | Contradicted(before, after):
            return tuple(dict.fromkeys((after.cell, before.cell)))
        case Missing(placements):
            return tuple(placement.cell for placement in placements)
        case Undone(Place(_, cell)):
            return (cell,)
        case Answered(Question(placement=placement)) if placement is not None:
            return (placement.cell,)
        case _:
            return ()

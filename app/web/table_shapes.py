"""The shapes of a table, of what comes about there, and of what is asked of it."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from tileref.engine.names import LONGEST_NAME
from tileref.web.shapes import (
    CellShape,
    CornersShape,
    DigitsShape,
    Given,
    LanguageCode,
    OptionValues,
    RulesetRef,
    Taken,
)

_LONGEST_TEXT = 400
_LONGEST_ADDRESS = 500


class PlayerShape(Given):
    """A player: `tiles` in hand, `hour` as on a clock face over the picture; null where not known."""

    name: str
    seat: int
    total: int
    tiles: int | None
    hour: float | None


class BoardTile(Given):
    """A tile that counts, and who laid it; a `faulty` one counts although it is against the rules."""

    cell: CellShape
    values: DigitsShape
    seat: int | None
    faulty: bool


class BoardShape(Given):
    """What counts, tile by tile; `last` is where the newest lies."""

    tiles: tuple[BoardTile, ...]
    last: CellShape | None
    value: int


class RefusedShape(Given):
    """A tile that lies there and does not count."""

    cell: CellShape
    values: DigitsShape
    text: str


class WaitingShape(Given):
    """A tile that is not judged yet."""

    cell: CellShape
    values: DigitsShape
    why: str


class AnswerShape(Given):
    """An answer and the order that gives it."""

    order: str
    text: str


class QuestionShape(Given):
    """What the referee asks."""

    text: str
    ask: str
    cell: CellShape | None
    values: DigitsShape | None
    seat: int | None
    tiles: tuple[DigitsShape, ...]
    answers: tuple[AnswerShape, ...]


class CameraState(Given):
    """Whether the camera shows the table."""

    ok: bool
    trouble: Literal["lost", "frozen", "dark", "garbage", "ended", "none", "fault"] | None
    text: str


class KeysShape(Given):
    """Which orders mean something now."""

    draw: bool
    pass_: Annotated[bool, Field(serialization_alias="pass")]
    undo: bool
    overrule: bool
    next: bool
    opener: bool
    start: bool
    reveal: bool
    show: bool
    deal: bool
    turn: bool


class StateShape(Given):
    """A table at which a match is played.

    `show` are the seats whose hands are still to be shown, `drawing` those that draw for the start, in the order in
    which their tiles are named.
    """

    name: str
    set_up: Literal[True] = True
    match: int
    ruleset: RulesetRef
    players: tuple[PlayerShape, ...]
    to_move: int | None
    waits: str
    phase: Literal["deal", "start_draw", "open", "play", "show", "over"]
    round: int
    opener: int | None
    show: tuple[int, ...]
    drawing: tuple[int, ...]
    well: int
    board: BoardShape
    refused: tuple[RefusedShape, ...]
    waiting: tuple[WaitingShape, ...]
    question: QuestionShape | None
    legal: tuple[CellShape, ...] | None
    camera: CameraState
    source: str | None
    last_event: int
    over: bool
    winners: tuple[int, ...]
    keys: KeysShape


class IdleShape(Given):
    """A table at which no match is set up: `left` is the one that can be gone on with."""

    name: str
    set_up: Literal[False] = False
    left: int | None
    source: str | None
    camera: CameraState


class TableShape(Given):
    """A table in the list of them."""

    name: str
    set_up: bool
    match: int | None
    players: tuple[str, ...]
    ruleset: RulesetRef | None
    phase: str | None


class EventShape(BaseModel):
    """An event, with the fields that `tileref watch --events` prints; `levels[i]` belongs to `said[i]`."""

    model_config = ConfigDict(frozen=True, extra="allow")

    number: int
    event: str
    time: float | None
    frame: int | None
    at: float
    said: tuple[str, ...]
    levels: tuple[str, ...]
    pictures: tuple[Literal["before", "after"], ...]


class HeardShape(Given):
    """What came of an order."""

    events: tuple[EventShape, ...]
    said: tuple[str, ...]


class MarkShape(Given):
    """A tile in the picture, and what becomes of it."""

    corners: CornersShape
    values: DigitsShape | None
    kind: Literal["board", "loose", "facedown"]
    sure: bool
    cell: CellShape | None
    state: Literal["counts", "refused", "waiting", "loose", "facedown", "unsure"]


class LookShape(Given):
    """What is seen of a table now, for the overlay."""

    type: Literal["look"] = "look"
    frame: int
    width: int
    height: int
    moving: bool
    tiles: tuple[MarkShape, ...]


class CheckShape(Given):
    """What the camera sees before anything is played, and whether that will do; boxes of glare are x, y, width, height
    in pixels."""

    ok: bool
    tiles: int
    light: Literal["fine", "dark", "glare"]
    glare: tuple[tuple[int, int, int, int], ...]
    sharp: bool
    width: int
    height: int
    text: str
    look: LookShape | None


# What is asked for.


class SourceRequest(Taken):
    """Which camera is to look at a table."""

    source: Annotated[str, Field(min_length=1, max_length=_LONGEST_ADDRESS)]


PlayerName = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
Hour = Annotated[float, Field(ge=0, le=12)]


class SetUpRequest(Taken):
    """A match to be begun."""

    ruleset: Annotated[str, Field(max_length=60)] = "triple-400"
    options: OptionValues = Field(default_factory=dict)
    players: Annotated[list[PlayerName], Field(min_length=1, max_length=6)]
    seats: list[Hour] | None = Field(default=None, max_length=6)
    opener: Annotated[int, Field(ge=0, le=5)] | None = None
    deal: list[Annotated[int, Field(ge=1, le=76)]] | None = Field(default=None, max_length=6)
    source: Annotated[str, Field(min_length=1, max_length=_LONGEST_ADDRESS)] | None = None
    language: LanguageCode = "en"
    replace: bool = False


class ResumeRequest(Taken):
    """A match to be gone on with: the one left at this table where none is named."""

    match: Annotated[int, Field(ge=1, le=2**31 - 1)] | None = None
    seats: list[Hour] | None = Field(default=None, max_length=6)
    language: LanguageCode = "en"
    replace: bool = False


class OrderRequest(Taken):
    """What somebody says, as in `tileref watch`; of an answer also which question it is meant for, as it was worded."""

    order: Annotated[str, Field(min_length=1, max_length=_LONGEST_TEXT)]
    question: Annotated[str, Field(max_length=4 * _LONGEST_TEXT)] | None = None

"""The shapes of kept matches, of how people have played, and of scored photographs."""

from typing import Literal

from tileref.web.shapes import CellShape, CornersShape, DigitsShape, Given, RulesetRef
from tileref.web.table_shapes import EventShape


class KeptPlayer(Given):
    """A player of a kept match, and the points so far."""

    name: str
    total: int
    winner: bool


class KeptShape(Given):
    """A kept match in the list of them: `state` is how far it has got, in words. One that is not `readable` cannot be
    replayed, and nobody knows who played it."""

    id: int
    table: str
    begun: float
    ended: float | None
    last: float
    events: int
    ruleset: RulesetRef
    players: tuple[KeptPlayer, ...]
    over: bool
    state: str
    readable: bool


class LoggedShape(KeptShape):
    """A kept match with its events."""

    log: tuple[EventShape, ...]


class ReadingShape(Given):
    """A tile as it was read where an event happened; each chance is digits and how likely they are."""

    cell: CellShape
    values: DigitsShape
    confidence: float
    sure: bool
    chances: tuple[tuple[DigitsShape, float], ...]
    corners: CornersShape


class RuleShape(Given):
    """A printed rule; its heading is in the language of the leaflet."""

    leaflet: str
    number: str
    heading: str


class PacketShape(Given):
    """All that speaks for and against an event; boards are positions in one line."""

    rule: RuleShape | None
    readings: tuple[ReadingShape, ...]
    board_before: str
    board_after: str


class ExplainedShape(Given):
    """An event with its packet."""

    event: EventShape
    packet: PacketShape


class ReplayedShape(Given):
    """How the match stood after an event: its board is a position in one line."""

    number: int
    round: int
    totals: tuple[int, ...]
    position: str


class ImportedShape(Given):
    """The id of a match that was imported."""

    match: int


class StatisticsShape(Given):
    """How somebody has played in all matches that can be replayed: `best` are the points of the best placement, and
    `illegal` how many were refused."""

    name: str
    matches: int
    wins: int
    points: int
    best: int
    bonuses: int
    illegal: int


class PhotoTile(Given):
    """A tile of a photograph."""

    kind: Literal["board", "loose", "facedown"]
    corners: CornersShape
    values: DigitsShape | None
    confidence: float
    sure: bool
    cell: CellShape | None
    state: Literal["counts", "refused", "loose", "facedown", "unsure"]


class PhotoBoard(Given):
    """The board of a photograph in numbers."""

    tiles: int
    value: int
    hexagons: int


class PhotoFault(Given):
    """What is wrong with the board of a photograph."""

    text: str
    cells: tuple[CellShape, ...]


class PhotoShape(Given):
    """A photograph that was read, or in `doubts` why it could not be; `picture` is a copy of one that browsers do not
    show."""

    name: str
    width: int = 1
    height: int = 1
    tiles: tuple[PhotoTile, ...] = ()
    board: PhotoBoard | None = None
    sure: bool = False
    said: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    faults: tuple[PhotoFault, ...] = ()
    picture: str | None = None


class PlayerTotal(Given):
    """The points of a player."""

    player: str
    total: int


class PhotoGame(Given):
    """A game from one photograph a turn: what each of them brought about, and how it stands."""

    said: tuple[tuple[str, ...], ...]
    totals: tuple[PlayerTotal, ...]
    waits: str


class ScoreShape(Given):
    """Photographs that were scored: several are a game."""

    photos: tuple[PhotoShape, ...]
    game: PhotoGame | None

"""A camera over a match: rendered tables, with hands that lay tiles and take them from the well."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from tests.strategies import NAMES
from tests.tables import rules
from tests.tabletop import DOWN, WELL, Film, Hand, Tabletop, lay, set_table
from tileref.datasets.layout import LyingTile
from tileref.engine.triangles import Chirality
from tileref.language import find_language
from tileref.live_match import begin_match
from tileref.match_log import TableEvent
from tileref.orders import AnswerQuestion, NameOpener, OrderError
from tileref.questions import Ask, LaidBy, Question, Yes
from tileref.seats import parse_seats
from tileref.store import Store
from tileref.table import Table
from tileref.vision.frame import Frame
from tileref.vision.pipeline import PictureReader
from tileref.vision.source_items import CameraBack, CameraTrouble, Trouble

pytestmark = pytest.mark.slow

FIRST, SECOND, THIRD = lay("0,0U:222"), lay("0,0D:252"), lay("1,0U:255")
FAR = DOWN + np.pi
"""The way a hand of the player at the upper rim comes from."""


@cache
def reader() -> PictureReader:
    return PictureReader(threads=1)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "matches.db") as kept:
        yield kept


class Filmed:
    """A table that is filmed and refereed."""

    def __init__(self, store: Store, *, attended: bool = True, name: str = "table", seats: str | None = "6,12") -> None:
        match = begin_match(store, rules("triple-400"), NAMES[:2], table=name, time=1.0)
        at = parse_seats(seats, 2) if seats else None
        self.table = Table(store, match, reader(), find_language("en"), attended=attended, seats=at)
        self.top: Tabletop = set_table()
        self.film = Film()
        self.lying: tuple[LyingTile, ...] = ()
        self.table.start()
        self.table.order(NameOpener(0))

    def show(self, frames: Iterable[Frame]) -> list[TableEvent]:
        return [event for frame in frames for event in self.table.see(frame)]

    def rest(self, *tiles: LyingTile, seconds: float = 2.0) -> list[TableEvent]:
        """The table as it is, for a while."""
        self.lying = tiles or self.lying
        return self.show(self.film.frames(self.top.picture(self.lying), seconds))

    def reach(self, after: Sequence[LyingTile], hand: Hand, *, seconds: float = 2.5) -> list[TableEvent]:
        """A hand changes what lies there."""
        events = self.show(self.film.reach(self.top, self.lying, after, hand))
        self.lying = tuple(after)
        return events + self.rest(seconds=seconds)

    @property
    def question(self) -> Question | None:
        return self.table.question


def kinds(events: Iterable[TableEvent]) -> list[str]:
    return [event.value["event"] for event in events]


def over(tile: LyingTile, way: float) -> Hand:
    x, y = tile.corners.mean(axis=0)
    return Hand(float(x), float(y), way)


def test_a_tile_taken_from_the_well_is_asked_about_and_a_tile_laid_is_announced(store: Store) -> None:
    filmed = Filmed(store)
    filmed.rest(*WELL)
    assert kinds(filmed.reach((*WELL, FIRST), over(FIRST, DOWN))) == ["placed"]
    events = filmed.reach((*WELL[1:], FIRST), over(WELL[0], FAR))
    assert [(event.value["event"], event.value["why"]) for event in events] == [("unclear", "draw")]
    assert filmed.question == Question(Ask.DRAW, filmed.question.answers if filmed.question else (), seat=1)
    assert kinds(filmed.table.order(AnswerQuestion(1)).events) == ["answered", "drawn"]
    assert kinds(filmed.reach((*WELL[1:], FIRST, SECOND), over(SECOND, FAR))) == ["placed"]
    assert filmed.table.game.state.totals == (16, 4)


def test_a_hand_from_the_wrong_side_costs_one_tap(store: Store) -> None:
    filmed = Filmed(store)
    filmed.rest(*WELL)
    assert kinds(filmed.reach((*WELL, FIRST), over(FIRST, DOWN))) == ["placed"]
    assert kinds(filmed.reach((*WELL, FIRST, SECOND), over(SECOND, DOWN))) == ["unclear"]
    question = filmed.question
    assert question is not None
    assert (question.ask, question.answers) == (Ask.SEAT, (LaidBy(1), LaidBy(0)))
    with pytest.raises(OrderError, match="another question"):
        filmed.table.order(AnswerQuestion(1), about=Question(Ask.DRAW, (Yes(),)))
    assert kinds(filmed.table.order(AnswerQuestion(1), about=question).events) == ["answered", "placed"]
    assert filmed.table.game.state.totals == (16, 9)
    assert kinds(filmed.reach((*WELL, FIRST, SECOND, THIRD), over(THIRD, DOWN))) == ["placed"]


def test_a_set_that_runs_against_the_clock_is_refereed_as_such(store: Store) -> None:
    filmed = Filmed(store, seats=None)
    filmed.rest(*WELL)
    first = lay("0,0U:021")
    events = filmed.reach((*WELL, first), over(first, DOWN))
    assert kinds(events)[-2:] == ["handed", "placed"]
    assert filmed.table.game.state.ruleset.chirality is Chirality.CCW
    assert filmed.table.game.state.totals == (3, 0)


def test_tables_in_one_process_share_a_store_and_a_reader_and_nothing_else(store: Store) -> None:
    one, other = Filmed(store, name="kitchen"), Filmed(store, name="garden")
    for filmed in (one, other):
        filmed.rest(*WELL)
    frames = zip(
        one.film.reach(one.top, WELL, (*WELL, FIRST), over(FIRST, DOWN)),
        other.film.reach(other.top, WELL, (*WELL, THIRD), over(THIRD, DOWN)),
        strict=False,
    )
    for left, right in frames:
        one.table.see(left)
        other.table.see(right)
    assert kinds(one.rest(*WELL, FIRST)) == ["placed"]
    assert kinds(other.rest(*WELL, THIRD)) == ["placed"]
    assert one.table.game.state.totals == (16, 0)
    assert other.table.game.state.totals == (12, 0)
    assert [len(store.rows(filmed.table.match)) for filmed in (one, other)] == [3, 3]


def test_a_match_goes_on_over_another_process_and_camera_trouble_is_written_down(store: Store) -> None:
    filmed = Filmed(store)
    filmed.rest(*WELL)
    filmed.reach((*WELL, FIRST), over(FIRST, DOWN))
    gone = filmed.table.see(CameraTrouble(Trouble.LOST, "the camera is not there", 9.0))
    assert kinds(gone) == ["camera_gone"]
    assert kinds(filmed.table.see(CameraBack(10.0))) == ["camera_there"]
    again = Table(store, filmed.table.match, reader(), find_language("en"), attended=True)
    filmed.table = again
    assert filmed.rest(*WELL, FIRST) == []
    assert kinds(filmed.reach((*WELL, FIRST, SECOND), over(SECOND, FAR))) == ["placed"]
    assert again.game.state.totals == (16, 9)


def test_a_tile_laid_before_the_referee_first_looks_is_the_first_of_the_match_where_somebody_can_object(
    store: Store,
) -> None:
    filmed = Filmed(store)
    assert kinds(filmed.rest(*WELL, FIRST)) == ["placed"]
    alone = Filmed(store, attended=False, name="alone")
    assert kinds(alone.rest(*WELL, FIRST)) == []
    assert kinds(alone.reach((*WELL, FIRST, SECOND), over(SECOND, FAR))) == ["photo_missing", "placed", "placed"]

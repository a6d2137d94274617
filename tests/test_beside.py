"""What lies on a table and does not count, kept with every event: it comes back as it was, or is refused."""

import json
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import strategies
from tests.live_table import LiveTable
from tests.tables import rules
from tileref.beside import Beside, BesideError, format_beside, parse_beside
from tileref.engine.record import Record
from tileref.game import Game, Refusal, Struck, Told, Waiting, Why
from tileref.happenings import HandSeen, WellShrank
from tileref.sights import Sight, Vague
from tileref.store import Store
from tileref.well_seen import WellSeen

RECORD = Record.begin(rules("triple-400"), strategies.NAMES[:2])

seats = st.none() | st.integers(0, 5)
counts = st.none() | st.integers(0, 60)
readings = st.lists(strategies.digits, max_size=3).map(tuple)
waiting = st.builds(
    Waiting,
    st.builds(Sight, strategies.digits, clear=st.just(False), vague=st.sampled_from(Vague), readings=readings),
    st.sampled_from(Why),
    seats,
)
tile_sets = st.frozensets(strategies.tiles, max_size=6)
games = st.builds(
    Game,
    st.just(RECORD),
    refused=st.dictionaries(
        strategies.cells, st.builds(Refusal, strategies.digits, readings, st.booleans(), st.booleans()), max_size=3
    ),
    waiting=st.dictionaries(strategies.cells, waiting, max_size=3),
    told=st.dictionaries(
        strategies.cells, st.builds(Told, strategies.digits, st.none() | strategies.digits, seats), max_size=3
    ),
    missing=st.frozensets(strategies.cells, max_size=3),
    struck=st.dictionaries(
        strategies.cells,
        st.builds(Struck, strategies.digits, st.integers(0, 999), st.integers(0, 5)),
        max_size=3,
    ),
    leftover=st.booleans(),
)
asked = (
    st.none()
    | st.builds(WellShrank, st.integers(0, 5))
    | st.builds(HandSeen, st.integers(0, 5), tile_sets, st.integers(0, 30), sure=st.just(False))
)
besides = st.builds(
    Beside,
    games,
    loose=tile_sets,
    well=st.builds(WellSeen, counts, counts, st.integers(0, 60)),
    asked=asked,
    denied=tile_sets,
)


@given(besides)
def test_a_table_comes_back_as_it_was(beside: Beside) -> None:
    text = format_beside(beside)
    assert "\n" not in text
    assert parse_beside(text, RECORD) == beside


def test_where_nothing_was_written_nothing_lies_beside_the_board() -> None:
    assert parse_beside("", RECORD) == Beside(Game(RECORD))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


@given(besides, st.data())
def test_a_part_that_others_changed_is_read_or_refused_in_a_sentence(beside: Beside, data: st.DataObject) -> None:
    value = json.loads(format_beside(beside))
    key = data.draw(st.sampled_from(sorted(value)))
    value[key] = data.draw(json_values)
    _read_or_refuse(json.dumps(value))


@given(st.text(max_size=60) | json_values.map(json.dumps))
def test_a_text_that_is_something_else_is_refused_in_a_sentence(text: str) -> None:
    _read_or_refuse(text)


def test_a_text_nested_too_deep_is_refused() -> None:
    _read_or_refuse("[" * 100_000)


def _read_or_refuse(text: str) -> None:
    """Anything but a BesideError is a failure of the test."""
    with suppress(BesideError):
        assert parse_beside(text, RECORD).game.record == RECORD


@pytest.mark.parametrize("cut", [1, 40, 200])
def test_a_text_that_was_cut_off_is_refused(cut: int) -> None:
    text = format_beside(Beside(Game(RECORD)))
    with pytest.raises(BesideError):
        parse_beside(text[:-cut] if cut < len(text) else text[:1], RECORD)


def test_the_last_event_of_a_match_says_how_its_table_is(tmp_path: Path) -> None:
    with Store(tmp_path / "matches.db") as store:
        table = LiveTable(rules("triple-02982-race"), 2, Random(3), store, trouble=0.5)
        table.play()
        *_, last = store.rows(1)
        assert parse_beside(last.beside, table.game.record).game == table.game

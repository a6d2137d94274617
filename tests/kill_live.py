"""A match whose referee is killed again and again, at any moment: what was announced is kept, and nothing twice.

`python -m tests.kill_live [KILLS] [SEED]` says how that went. The referee is a process of its own; the table and the
people are here, and when he is back they show him the table as it is and say what he has not heard.
"""

import json
import sqlite3
import sys
import tempfile
import time
from contextlib import closing, suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random

from tests.live_table import LiveTable, Watched, open_kept
from tests.strategies import NAMES
from tests.tables import rules
from tileref.engine.record import Record
from tileref.engine.triangles import TriangleRuleset
from tileref.game import Game
from tileref.kept_record import record_of
from tileref.live_match import Heard, LiveMatch, Look, begin_match
from tileref.match_log import TableEvent
from tileref.orders import Order
from tileref.questions import Question
from tileref.store import Store

_FORK = get_context("fork")
_LONGEST = 0.03
"""Seconds after a command until the kill, at the most: about as long as a command takes."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a match stands, as its referee says when he is asked."""

    game: Game
    question: Question | None
    last: int


def referee(place: str, match: int, people: Connection) -> None:
    """The process that is killed: it looks and listens, and says aloud what came of it."""
    with Store(place) as store:
        live = open_kept(store, match)
        live.start()
        while True:
            people.send(_standing(live, store))
            command = people.recv()
            for event in live.look(command) if isinstance(command, Look) else live.order(command).events:
                people.send(event)


def _standing(live: LiveMatch, store: Store) -> Standing:
    """What people see of a match, without its long past."""
    game = live.game
    present = Record(game.record.ruleset, game.record.players, game.state)
    shown = Game(present, refused=game.refused, leftover=game.leftover)
    return Standing(shown, live.question, store.match(live.id).events)


@dataclass
class Mortal:
    """A referee who is killed now and then, and begun again."""

    place: str
    match: int
    rng: Random
    kills_wanted: int
    announced: list[TableEvent] = field(default_factory=list)
    kills: int = 0

    def __post_init__(self) -> None:
        self.standing = self._begin()

    @property
    def game(self) -> Game:
        return self.standing.game

    @property
    def question(self) -> Question | None:
        return self.standing.question

    def look(self, look: Look) -> tuple[TableEvent, ...]:
        events: tuple[TableEvent, ...] = ()
        is_done = False
        while not is_done:
            heard, is_done = self._tell(look)
            events += heard
        return events

    def order(self, order: Order) -> Heard:
        before, is_done = self.standing.last, False
        events: tuple[TableEvent, ...] = ()
        # What is in the log already need not be said again.
        while not is_done and self.standing.last == before:
            events, is_done = self._tell(order)
        return Heard(events)

    def end(self) -> None:
        self.process.kill()
        self.process.join()

    def _begin(self) -> Standing:
        self.mouth, ear = _FORK.Pipe()
        self.process: BaseProcess = _FORK.Process(target=referee, args=(self.place, self.match, ear), daemon=True)
        self.process.start()
        ear.close()
        standing = self.mouth.recv()
        assert isinstance(standing, Standing)
        return standing

    def _tell(self, command: Look | Order) -> tuple[tuple[TableEvent, ...], bool]:
        """What was announced after a command, and whether the referee lived to say all of it."""
        self.mouth.send(command)
        is_killed = self.kills < self.kills_wanted and self.rng.random() < 0.5
        if is_killed:
            time.sleep(self.rng.random() * _LONGEST)
            self.end()
            self.kills += 1
        events: list[TableEvent] = []
        with suppress(EOFError, ConnectionResetError):
            while isinstance(said := self.mouth.recv(), TableEvent):
                events.append(said)
            self.standing = said
        self.announced += events
        if is_killed:
            self.mouth.close()
            self.standing = self._begin()
        return tuple(events), not is_killed


class MortalTable(LiveTable):
    """A match in earnest before such a referee."""

    def __init__(self, ruleset: TriangleRuleset, rng: Random, store: Store, kills: int) -> None:
        self.kills = kills
        super().__init__(ruleset, 2, rng, store, trouble=0.3)

    def open(self) -> Watched:
        match = begin_match(self.store, self.ruleset, NAMES[:2], table="table", time=1e9)
        self.mortal = Mortal(self.store.place, match, Random(self.rng.random()), self.kills)
        return self.mortal


@dataclass(frozen=True, slots=True)
class Tally:
    """How a match with kills went."""

    kills: int
    announced: int
    kept: int


def play_with_kills(folder: Path, kills: int, seed: int, ruleset: TriangleRuleset) -> Tally:
    """Play a match with at most so many kills; an AssertionError says what was lost or doubled."""
    place = str(folder / f"kills-{seed}.db")
    with Store(place) as store:
        table = MortalTable(ruleset, Random(seed), store, kills)
        try:
            table.play()
        finally:
            table.mortal.end()
    referee, match = table.mortal, table.mortal.match
    with closing(sqlite3.connect(place)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    with Store(place, create=False) as store:
        rows, record = store.rows(match), record_of(store, match)
        assert store.match(match).ended is not None
    assert [row.number for row in rows] == list(range(1, len(rows) + 1)), "an event is missing"
    numbers = [event.number for event in referee.announced]
    assert len(set(numbers)) == len(numbers), "an event was announced twice"
    for event in referee.announced:
        kept = json.loads(rows[event.number - 1].event) | {"number": event.number}
        assert kept == json.loads(json.dumps(event.value)), f"event {event.number} is not what was announced"
    assert record.state.standings() == table.truth.standings(), "the score is wrong"
    return Tally(referee.kills, len(numbers), len(rows))


def main(kills: int = 200, seed: int = 1) -> None:
    """Kill until that many are reached, match after match, and say what was seen."""
    done = 0
    with tempfile.TemporaryDirectory() as folder:
        while done < kills:
            tally = play_with_kills(Path(folder), kills - done, seed, rules("triple-400"))
            done, seed = done + tally.kills, seed + 1
            print(
                f"{tally.kills} kills in a match of {tally.kept} events: {tally.announced} announced, none lost, "
                "none doubled; database intact, score right"
            )
    print(f"{done} kills in all")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

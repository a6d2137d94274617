"""Where matches are kept: logs of events that are only added to, in SQLite or, by its address, in PostgreSQL.

A match is a head, the first line of its record, and its rows. Rows are written whole, with their pictures, in one
transaction that has reached the disk when `append` returns: what was announced after that is kept, whatever ends the
process.
"""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlalchemy import (
    Column,
    Connection,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    MetaData,
    Select,
    Table,
    Text,
    and_,
    func,
    insert,
    inspect,
    select,
    update,
)
from sqlalchemy import Row as Found
from sqlalchemy.exc import SQLAlchemyError

from tileref.store_address import cause_of, file_of, parse_address, place_of
from tileref.store_engine import make_engine, reading, turn_on_wal, writing
from tileref.store_place import StoreError, default_store

__all__ = ["ROLES", "KeptMatch", "LogRow", "MissingStoreError", "Picture", "Store", "StoreError", "default_store"]

SCHEMA = 1
"""The version of the tables below. A store of another version is refused, not guessed at."""

ROLES = ("before", "after")
"""What a picture of an event shows; a row has at most one of each."""

_ADVISORY_LOCK = 7_116_353
"""A number of ours, under which PostgreSQL lets one process at a time make the tables."""

_LARGEST_ID = 2**31 - 1
_IDS_SHOWN = 12

_TABLES = MetaData()
_SCHEMA = Table("tileref_schema", _TABLES, Column("version", Integer, primary_key=True, autoincrement=False))
_MATCH = Table(
    "tileref_match",
    _TABLES,
    Column("id", Integer, primary_key=True),
    Column("table_name", Text, nullable=False, index=True),
    Column("head", Text, nullable=False),
    Column("begun", Double, nullable=False),
    Column("ended", Double),
    # The number of a match stays its own, also after the match is gone.
    sqlite_autoincrement=True,
)
_EVENT = Table(
    "tileref_event",
    _TABLES,
    Column("match", ForeignKey(_MATCH.c.id), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("time", Double, nullable=False),
    Column("event", Text, nullable=False),
    Column("entries", Text, nullable=False),
    Column("beside", Text, nullable=False),
    Column("packet", Text, nullable=False),
)
_PICTURE = Table(
    "tileref_picture",
    _TABLES,
    Column("match", Integer, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("role", Text, primary_key=True),
    Column("jpeg", LargeBinary, nullable=False),
    ForeignKeyConstraint(["match", "number"], [_EVENT.c.match, _EVENT.c.number]),
)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that belongs to an event: the table before it or after it."""

    role: str
    jpeg: bytes


@dataclass(frozen=True, slots=True)
class LogRow:
    """One event of a match.

    Events are numbered from 1. `time` is in seconds since 1970, `event` the JSON object that `watch --events` prints,
    without its number. `entries` are the lines it added to the record. `beside` and `packet` are JSON objects that the
    store only keeps: the table beside the record after it, and the dispute packet; empty where there is none.
    `pictures` are there where asked for. Every text is one line.
    """

    number: int
    time: float
    event: str
    entries: tuple[str, ...] = ()
    beside: str = ""
    packet: str = ""
    pictures: tuple[Picture, ...] = ()


@dataclass(frozen=True, slots=True)
class KeptMatch:
    """A match as the list of them shows it: `events` is how many there are, `last` when the last one was."""

    id: int
    table: str
    head: str
    begun: float
    ended: float | None
    events: int
    last: float


class MissingStoreError(StoreError):
    """There is no store yet where one was looked for."""


class Store:
    """The matches of one file or database. Any number of threads may use it, and other processes their own."""

    def __init__(self, url: str | Path, *, create: bool = True) -> None:
        address = parse_address(url)
        self.place = place_of(address)
        file = file_of(address)
        if file and not _is_there(file):
            if not create:
                raise MissingStoreError(f"no match is kept in {self.place!r} yet")
            _make_folder(file)
        with self._told():
            self._engine = make_engine(address)
        try:
            self._prepare(create)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def begin(self, head: str, *, table: str, time: float) -> int:
        """Keep a new match at this table; its id."""
        return self.add(head, table=table, begun=time)

    def add(
        self, head: str, *, table: str, begun: float, ended: float | None = None, rows: Sequence[LogRow] = ()
    ) -> int:
        """Keep a match with all its rows, or nothing of it; its id."""
        with self._writing() as connection:
            values = {"table_name": table, "head": head, "begun": begun, "ended": ended}
            made = connection.execute(insert(_MATCH).values(values)).inserted_primary_key
            assert made is not None, "a row that was inserted has a key"
            match = int(made[0])
            _write_rows(connection, match, 0, rows)
        return match

    def append(self, match: int, rows: Sequence[LogRow], *, head: str | None = None) -> None:
        """Add rows to the end of a log, all or none of them, and with them another head where they say that the match
        is played by other rules than it seemed."""
        with self._writing() as connection:
            self._lock(connection, match)
            if head is not None:
                connection.execute(update(_MATCH).where(_MATCH.c.id == match).values(head=head))
            last = select(func.max(_EVENT.c.number)).where(_EVENT.c.match == match)
            _write_rows(connection, match, connection.execute(last).scalar() or 0, rows)

    def finish(self, match: int, time: float) -> None:
        """Note that a match has ended."""
        self._set_ended(match, time)

    def reopen(self, match: int) -> None:
        """Note that a match goes on after all, since its end was undone."""
        self._set_ended(match, None)

    def matches(self) -> list[KeptMatch]:
        """Every match, in the order in which they were first kept."""
        with self._reading() as connection:
            return [_to_match(found) for found in connection.execute(_select_matches().order_by(_MATCH.c.id))]

    def match(self, id: int) -> KeptMatch:  # noqa: A002 - it is called so everywhere else
        """The match with this id."""
        with self._reading() as connection:
            self._check(connection, id)
            return _to_match(connection.execute(_select_matches().where(_MATCH.c.id == id)).one())

    def holds(self, match: int) -> bool:
        """Whether there is a match with this id."""
        with self._reading() as connection:
            known = select(_MATCH.c.id).where(_MATCH.c.id == match)
            return _is_id(match) and connection.execute(known).one_or_none() is not None

    def unfinished(self, table: str) -> KeptMatch | None:
        """The match at this table that has not ended: of several, the one that was played last."""
        found = _select_matches().where(_MATCH.c.table_name == table, _MATCH.c.ended.is_(None))
        with self._reading() as connection:
            open_ones = [_to_match(each) for each in connection.execute(found)]
        # One that was imported has a late id and may be old.
        return max(open_ones, key=lambda match: (match.last, match.id), default=None)

    def rows(self, match: int, *, after: int = 0) -> list[LogRow]:
        """The log of a match, without pictures; from behind the event with a number, if one is named."""
        with self._reading() as connection:
            self._check(connection, match)
            found = select(_EVENT).where(_EVENT.c.match == match).order_by(_EVENT.c.number)
            if after > 0:
                found = found.where(_EVENT.c.number > min(after, _LARGEST_ID))
            return [_to_row(each) for each in connection.execute(found)]

    def pictured(self, match: int, *, after: int = 0) -> dict[int, tuple[str, ...]]:
        """Which pictures the events of a match have, where they have any: their roles, by number."""
        with self._reading() as connection:
            self._check(connection, match)
            found = select(_PICTURE.c.number, _PICTURE.c.role).where(
                _PICTURE.c.match == match, _PICTURE.c.number > min(max(after, 0), _LARGEST_ID)
            )
            roles: dict[int, tuple[str, ...]] = {}
            for number, role in connection.execute(found):
                roles[number] = tuple(sorted((*roles.get(number, ()), role), key=ROLES.index))
        return roles

    def record_lines(self, match: int) -> list[str]:
        """The lines of the record of a match: its head, and what each event added."""
        with self._reading() as connection:
            self._check(connection, match)
            head = connection.execute(select(_MATCH.c.head).where(_MATCH.c.id == match)).scalar_one()
            entries = select(_EVENT.c.entries).where(_EVENT.c.match == match).order_by(_EVENT.c.number)
            return [head, *(line for each in connection.execute(entries).scalars() for line in json.loads(each))]

    def row(self, match: int, number: int) -> LogRow:
        """One event with its pictures."""
        with self._reading() as connection:
            self._check(connection, match)
            found = None
            if _is_id(number):
                wanted = select(_EVENT).where(_EVENT.c.match == match, _EVENT.c.number == number)
                found = connection.execute(wanted).one_or_none()
            if found is None:
                events = connection.execute(select(func.count()).where(_EVENT.c.match == match)).scalar()
                raise StoreError(f"match {match} has no event {number}; it has {events or 'none'}")
            pictures = select(_PICTURE).where(_PICTURE.c.match == match, _PICTURE.c.number == number)
            shown = [Picture(each.role, bytes(each.jpeg)) for each in connection.execute(pictures)]
        return _to_row(found, tuple(sorted(shown, key=lambda picture: ROLES.index(picture.role))))

    def _set_ended(self, match: int, time: float | None) -> None:
        with self._writing() as connection:
            self._check(connection, match)
            connection.execute(update(_MATCH).where(_MATCH.c.id == match).values(ended=time))

    def _check(self, connection: Connection, match: int) -> None:
        """Refuse the id of a match that is not there."""
        known = select(_MATCH.c.id).where(_MATCH.c.id == match)
        if not _is_id(match) or connection.execute(known).one_or_none() is None:
            raise self._unknown(connection, match)

    def _lock(self, connection: Connection, match: int) -> None:
        """Let nobody else add to this match until the transaction ends; in SQLite it has locked the file already."""
        locked = select(_MATCH.c.id).where(_MATCH.c.id == match).with_for_update()
        if not _is_id(match) or connection.execute(locked).one_or_none() is None:
            raise self._unknown(connection, match)

    def _unknown(self, connection: Connection, match: int) -> StoreError:
        ids = [str(each) for each in connection.execute(select(_MATCH.c.id).order_by(_MATCH.c.id)).scalars()]
        listed = ", ".join((["…"] if len(ids) > _IDS_SHOWN else []) + ids[-_IDS_SHOWN:])
        return StoreError(f"there is no match {match} in {self.place!r}; there is {listed or 'none yet'}")

    def _prepare(self, create: bool) -> None:
        """Make the tables where there are none, if they are wanted; nothing is touched that is not ours."""
        with self._reading() as connection:
            is_ready = self._is_ready(connection)
        if is_ready:
            return
        if not create:
            raise MissingStoreError(f"no match is kept in {self.place!r} yet")
        if self._engine.dialect.name == "sqlite":
            with self._told():
                turn_on_wal(self._engine)
        with self._writing() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(select(func.pg_advisory_xact_lock(_ADVISORY_LOCK)))
            # Somebody else may have made them while we waited.
            if not self._is_ready(connection):
                _TABLES.create_all(connection)
                connection.execute(insert(_SCHEMA).values(version=SCHEMA))

    def _is_ready(self, connection: Connection) -> bool:
        """Whether the tables are there; what is somebody else's is refused."""
        names = inspect(connection).get_table_names()
        if _SCHEMA.name not in names:
            # A server has room for others, a file of ours has not.
            if names and connection.dialect.name == "sqlite":
                raise StoreError(f"{self.place!r} is a database of another program")
            return False
        versions = list(connection.execute(select(_SCHEMA.c.version)).scalars())
        if versions != [SCHEMA]:
            found = ", ".join(map(str, versions)) or "none"
            raise StoreError(
                f"{self.place!r} was written by another version of tileref: its tables have version {found}, "
                f"this one reads version {SCHEMA}"
            )
        return True

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with self._told(), reading(self._engine) as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self._told(), writing(self._engine) as connection:
            yield connection

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Whatever the database complains of, in a sentence."""
        try:
            yield
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise StoreError(f"matches cannot be kept in {self.place!r}: {cause_of(error)}") from None
        except ModuleNotFoundError as error:
            raise StoreError(f"PostgreSQL needs the extra `postgres` of tileref: there is no {error.name}") from None
        except UnicodeEncodeError as error:
            raise StoreError(f"a text that is not Unicode cannot be kept: {error.object[:60]!r}") from None


def _is_there(file: Path) -> bool:
    try:
        return file.exists()
    except OSError as error:
        raise _unusable(file, error) from None


def _make_folder(file: Path) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unusable(file, error) from None


def _unusable(file: Path, error: OSError) -> StoreError:
    cause = (error.strerror or type(error).__name__).lower()
    return StoreError(f"matches cannot be kept in {str(file)!r}: {cause}")


def _is_id(number: int) -> bool:
    """Whether a column of the database can hold it; a larger number is no match's, and no database should see it."""
    return 0 < number <= _LARGEST_ID


def _write_rows(connection: Connection, match: int, last: int, rows: Sequence[LogRow]) -> None:
    for number, row in enumerate(rows, start=last + 1):
        if row.number < number:
            raise StoreError(
                f"another tileref writes to this match: event {row.number} of match {match} is there already"
            )
        if row.number > number:
            raise StoreError(f"event {row.number} of match {match} cannot follow event {number - 1}")
    events = [
        {
            "match": match,
            "number": row.number,
            "time": row.time,
            "event": row.event,
            "entries": json.dumps(row.entries, ensure_ascii=False),
            "beside": row.beside,
            "packet": row.packet,
        }
        for row in rows
    ]
    pictures = [
        {"match": match, "number": row.number, "role": picture.role, "jpeg": picture.jpeg}
        for row in rows
        for picture in row.pictures
    ]
    assert all(picture["role"] in ROLES for picture in pictures), "a picture is of before or after"
    assert not any("\n" in text for row in rows for text in _texts(row)), "every text is one line"
    if events:
        connection.execute(insert(_EVENT), events)
    if pictures:
        connection.execute(insert(_PICTURE), pictures)


def _texts(row: LogRow) -> tuple[str, ...]:
    return (row.event, row.beside, row.packet, *row.entries)


def _select_matches() -> Select[Any]:
    """Every match with the number of its events and the time of the last, without reading through its log."""
    numbers = select(_EVENT.c.match, func.max(_EVENT.c.number).label("events")).group_by(_EVENT.c.match).subquery()
    last = and_(_EVENT.c.match == _MATCH.c.id, _EVENT.c.number == numbers.c.events)
    joined = _MATCH.outerjoin(numbers, numbers.c.match == _MATCH.c.id).outerjoin(_EVENT, last)
    return select(_MATCH, numbers.c.events, _EVENT.c.time.label("last")).select_from(joined)


def _to_match(found: Found[Any]) -> KeptMatch:
    last = found.begun if found.last is None else found.last
    return KeptMatch(found.id, found.table_name, found.head, found.begun, found.ended, found.events or 0, last)


def _to_row(found: Found[Any], pictures: tuple[Picture, ...] = ()) -> LogRow:
    entries = tuple(json.loads(found.entries))
    return LogRow(found.number, found.time, found.event, entries, found.beside, found.packet, pictures)

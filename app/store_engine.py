"""Connections to the database of a store, set up so that what was committed stays and writers take turns."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, func, select

PATIENCE = 10.0
"""Seconds to wait for another writer. Too few and a slow disk refuses an event, too many and the table stands still."""

_RETRY = 0.02
"""Seconds between two tries where SQLite does not wait by itself; fewer only heat the processor."""


def make_engine(address: URL) -> Engine:
    """What makes connections to the database at this address; nothing is opened yet."""
    if address.drivername != "sqlite":
        settings = {"connect_timeout": int(PATIENCE), "application_name": "tileref"}
        # After the server was started anew, the next event finds it again.
        return create_engine(address, pool_pre_ping=True, connect_args=settings)
    engine = create_engine(address, connect_args={"timeout": PATIENCE})
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A transaction that sees one state of the database throughout."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection.execution_options(isolation_level="REPEATABLE READ")
        with connection.begin():
            yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that has reached the disk when it ends, or has not happened."""
    with engine.connect() as connection:
        connection.execution_options(tileref_writes=True)
        with connection.begin():
            if engine.dialect.name == "postgresql":
                # A server may be set to acknowledge first and write later.
                connection.execute(select(func.set_config("synchronous_commit", "on", True)))
                connection.execute(select(func.set_config("lock_timeout", f"{int(PATIENCE)}s", True)))
            yield connection


def turn_on_wal(engine: Engine) -> None:
    """Let readers of a SQLite file and its writer not wait for each other; the file remembers it."""
    deadline = time.monotonic() + PATIENCE
    while True:
        connection = engine.raw_connection()
        try:
            connection.cursor().execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            # For this lock SQLite does not wait, whatever its timeout.
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
        finally:
            connection.close()
        time.sleep(_RETRY)


def _set_up_sqlite(connection: Any, _record: object) -> None:
    # Python would begin transactions where it sees fit; here every one is begun below.
    connection.isolation_level = None
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")


def _begin_sqlite(connection: Connection) -> None:
    """Begin a transaction; a writer locks the file at once, since one that has read first may come too late."""
    writes = connection.get_execution_options().get("tileref_writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

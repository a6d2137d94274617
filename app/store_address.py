"""Where a store is: a file, or a PostgreSQL server by its address; and what can be wrong with either, in a sentence."""

import sqlite3
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from tileref.engine.quoting import quote
from tileref.store_place import StoreError

_POSTGRES = ("postgresql", "postgres", "postgresql+psycopg")
_RIGHT = "write a file, sqlite:///FILE or postgresql://USER@HOST/DATABASE"

_SQLITE_CAUSES = {
    sqlite3.SQLITE_BUSY: "another program has locked it",
    sqlite3.SQLITE_LOCKED: "another program has locked it",
    sqlite3.SQLITE_PERM: "permission denied",
    sqlite3.SQLITE_READONLY: "it may only be read",
    sqlite3.SQLITE_IOERR: "the disk fails",
    sqlite3.SQLITE_CORRUPT: "the database is damaged",
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened or made",
    sqlite3.SQLITE_TOOBIG: "an event is too large",
    sqlite3.SQLITE_NOTADB: "it is not a database",
}
_LONGEST_CAUSE = 200


def parse_address(address: str | Path) -> URL:
    """The address as SQLAlchemy takes it: SQLite with the path of a file, or PostgreSQL through psycopg."""
    text = str(address)
    if isinstance(address, Path) or "://" not in text:
        if not text.strip() or "\0" in text or text == ":memory:":
            raise StoreError(f"{quote(text)} is no place to keep matches: {_RIGHT}")
        return URL.create("sqlite", database=text)
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        # A password may stand in it, and nobody can say where, so it is not repeated.
        raise StoreError(f"the address of the store cannot be understood: {_RIGHT}") from None
    if url.drivername in _POSTGRES:
        return url.set(drivername="postgresql+psycopg")
    if url.drivername != "sqlite":
        raise StoreError(f"matches cannot be kept in {quote(url.drivername)}: {_RIGHT}")
    if url.host or url.query or not url.database or "\0" in url.database or url.database == ":memory:":
        raise StoreError(f"{quote(place_of(url))} names no file of its own to keep matches in: {_RIGHT}")
    return url


def file_of(url: URL) -> Path | None:
    """The file of a store that is one."""
    return Path(url.database) if url.drivername == "sqlite" and url.database else None


def place_of(url: URL) -> str:
    """Where the store is, as a message says it: without a password."""
    if url.drivername == "sqlite" and url.database and not url.query and not url.host:
        return url.database
    # Settings behind the question mark may hold a password as well; how we speak to the server is our business.
    return url.set(drivername=url.drivername.partition("+")[0], query={}).render_as_string(hide_password=True)


def cause_of(error: Exception) -> str:
    """What went wrong, in few words."""
    origin = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(origin, sqlite3.Error):
        # The lower byte is the kind, what stands above it the circumstances.
        code = getattr(origin, "sqlite_errorcode", 0) & 0xFF
        if code in _SQLITE_CAUSES:
            return _SQLITE_CAUSES[code]
    words = " ".join(str(origin).split())
    return words[:_LONGEST_CAUSE] or type(error).__name__

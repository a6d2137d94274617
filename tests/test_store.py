"""Keeping matches: nothing that was acknowledged is lost, nothing is kept by halves, nobody else's file is touched."""

import contextlib
import os
import random
import resource
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import pytest
from sqlalchemy import text

from tests.postgres import Server
from tests.store_writers import AT_ONCE, add_a_match, add_until_killed, row_of
from tileref.store import KeptMatch, LogRow, MissingStoreError, Picture, Store, StoreError, default_store
from tileref.store_address import parse_address
from tileref.store_engine import make_engine, writing

HEAD = '{"tileref": "record", "version": 1, "ruleset": "triple-400", "options": {}, "players": ["Анна", "Boris"]}'
ROW = LogRow(
    1,
    1753900000.125,
    '{"event": "placed", "said": "Анна: 12 очков, „мост“ 🁣"}',
    ('{"event": "opener", "seat": 1}', '{"event": "pass", "seat": 1}'),
    '{"well": 3}',
    '{"rule": "11.2"}',
    (Picture("before", b"\xff\xd8\xff\0\x01"), Picture("after", bytes(range(256)))),
)
KILLS = 40

processes = get_context("forkserver")
processes.set_forkserver_preload(["tests.store_writers"])


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a store may be made: a file, or a database of a real server."""
    if request.param == "sqlite":
        return str(tmp_path / "matches.db")
    server: Server = request.getfixturevalue("postgres")
    return server.new_database()


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    with Store(place) as store:
        yield store


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "matches.db"


def numbers_of(store: Store, match: int) -> list[int]:
    return [row.number for row in store.rows(match)]


def without_pictures(row: LogRow) -> LogRow:
    return replace(row, pictures=())


def run_sql(place: str, statement: str) -> None:
    """Change a database behind the back of the store."""
    engine = make_engine(parse_address(place))
    with writing(engine) as connection:
        connection.execute(text(statement))
    engine.dispose()


# What is kept comes back.


def test_a_kept_event_comes_back_as_it_was_with_its_pictures(place: str) -> None:
    with Store(place) as store:
        match = store.begin(HEAD, table="kitchen", time=1753899999.5)
        store.append(match, [ROW, replace(ROW, number=2, pictures=())])
    with Store(place, create=False) as store:
        assert store.row(match, 1) == ROW
        assert store.rows(match) == [without_pictures(ROW), replace(ROW, number=2, pictures=())]
        assert store.match(match) == KeptMatch(match, "kitchen", HEAD, 1753899999.5, None, 2, ROW.time)


def test_pictures_come_back_as_before_and_after_in_whichever_order_they_were_given(store: Store) -> None:
    match = store.add(HEAD, table="t", begun=1.0, rows=[replace(ROW, pictures=ROW.pictures[::-1])])
    assert store.row(match, 1) == ROW


def test_matches_are_listed_in_the_order_in_which_they_were_kept(store: Store) -> None:
    assert store.matches() == []
    first = store.begin(HEAD, table="a", time=30.0)
    second = store.add(HEAD, table="b", begun=10.0, ended=20.0, rows=[ROW])
    assert store.matches() == [
        KeptMatch(first, "a", HEAD, 30.0, None, 0, 30.0),
        KeptMatch(second, "b", HEAD, 10.0, 20.0, 1, ROW.time),
    ]


def test_a_match_ends_and_goes_on_after_all(store: Store) -> None:
    match = store.begin(HEAD, table="a", time=1.0)
    store.finish(match, 5.0)
    assert store.match(match).ended == 5.0
    store.reopen(match)
    assert store.match(match).ended is None


# What a table goes on with.


def test_a_table_goes_on_with_its_own_match_that_has_not_ended(store: Store) -> None:
    ended, going_on, other = (store.begin(HEAD, table=table, time=1.0) for table in ("a", "a", "b"))
    store.finish(ended, 2.0)
    found = store.unfinished("a")
    assert found is not None
    assert found.id == going_on
    store.finish(going_on, 3.0)
    assert store.unfinished("a") is None
    assert store.unfinished("") is None
    assert store.unfinished("b") == store.match(other)


def test_of_two_matches_that_have_not_ended_a_table_goes_on_with_the_one_played_last(store: Store) -> None:
    played = store.begin(HEAD, table="a", time=100.0)
    begun = store.begin(HEAD, table="a", time=200.0)
    assert store.unfinished("a") == store.match(begun)
    store.append(played, [replace(ROW, time=300.0)])
    store.add(HEAD, table="a", begun=50.0, rows=[replace(ROW, time=60.0)])
    assert store.unfinished("a") == store.match(played)


# All or nothing.


@pytest.mark.parametrize(
    "rows",
    [
        [row_of(2), row_of(4)],
        [row_of(2), replace(row_of(3), packet='"\ud800"')],
        [row_of(2), replace(row_of(3), pictures=ROW.pictures[:1] * 2)],
        [row_of(3)],
        [row_of(2), row_of(2)],
        [row_of(0)],
        [row_of(1)],
    ],
    ids=["a gap", "no Unicode", "a picture twice", "too far", "twice", "nought", "there already"],
)
def test_rows_that_cannot_all_be_kept_leave_nothing_behind(store: Store, rows: list[LogRow]) -> None:
    match = store.add(HEAD, table="a", begun=1.0, rows=[ROW])
    with pytest.raises(StoreError):
        store.append(match, rows)
    assert store.rows(match) == [without_pictures(ROW)]
    with pytest.raises(StoreError):
        store.add(HEAD, table="b", begun=1.0, rows=[ROW, *rows])
    assert [kept.table for kept in store.matches()] == ["a"]
    store.append(match, [row_of(2)])
    assert store.row(match, 2) == row_of(2)


def test_of_two_referees_of_one_match_the_later_is_told_that_there_is_another(place: str) -> None:
    with Store(place) as one, Store(place) as other:
        match = one.add(HEAD, table="a", begun=1.0, rows=[row_of(1)])
        other.append(match, [row_of(2)])
        with pytest.raises(StoreError, match=f"another tileref writes to this match: event 2 of match {match}"):
            one.append(match, [row_of(2)])
        assert numbers_of(one, match) == [1, 2]


# Many at once.


def test_threads_that_share_a_store_lose_nothing(store: Store) -> None:
    ids = [store.begin(HEAD, table=f"{at}", time=1.0) for at in range(6)]

    def play(match: int) -> None:
        for number in range(1, 16):
            store.append(match, [row_of(number)])
            assert store.match(match).events == number

    with ThreadPoolExecutor(len(ids)) as threads:
        list(threads.map(play, ids))
    for match in ids:
        assert [store.row(match, number) for number in numbers_of(store, match)] == list(map(row_of, range(1, 16)))


def test_threads_that_add_to_one_match_take_turns(store: Store) -> None:
    match = store.begin(HEAD, table="a", time=1.0)

    def play(_: int) -> int:
        kept = 0
        while kept < 8:
            with contextlib.suppress(StoreError):
                store.append(match, [row_of(store.match(match).events + 1)])
                kept += 1
        return kept

    with ThreadPoolExecutor(4) as threads:
        kept = sum(threads.map(play, range(4)))
    assert numbers_of(store, match) == list(range(1, kept + 1))


def test_processes_that_open_a_new_store_at_the_same_moment_all_keep_their_matches(place: str) -> None:
    writers = [processes.Process(target=add_a_match, args=(place, 12)) for _ in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert [writer.exitcode for writer in writers] == [0] * 4
    with Store(place, create=False) as store:
        assert [(kept.table, kept.events) for kept in store.matches()] == [("a process", 12)] * 4


@pytest.mark.slow
def test_whatever_a_killed_process_had_acknowledged_is_kept_and_nothing_is_there_twice(place: str) -> None:
    rng = random.Random(1)
    with Store(place) as store:
        match = store.begin(HEAD, table="a", time=1.0)
        acknowledged = 0
        for _ in range(KILLS):
            ours, theirs = processes.Pipe(duplex=False)
            writer = processes.Process(target=add_until_killed, args=(place, match, theirs))
            writer.start()
            theirs.close()
            with ours:
                first = ours.recv()
                time.sleep(rng.uniform(0, 0.06))
                writer.kill()
                said = [first]
                with contextlib.suppress(EOFError, OSError):
                    while True:
                        said.append(ours.recv())
            writer.join()
            writer.close()
            kept = numbers_of(store, match)
            assert said == list(range(first, said[-1] + 1))
            assert first > acknowledged
            assert kept == list(range(1, len(kept) + 1))
            # Rows may be there of which the writer could say no more that they are.
            assert said[-1] <= kept[-1] <= said[-1] + 2 * AT_ONCE
            assert kept[-1] % AT_ONCE == 0
            acknowledged = said[-1]
        assert [store.row(match, number) for number in kept[::7]] == [row_of(number) for number in kept[::7]]
    if "://" not in place:
        with contextlib.closing(sqlite3.connect(place)) as database:
            assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_a_commit_in_sqlite_waits_for_the_disk_and_readers_do_not_wait_for_a_writer(file: Path) -> None:
    Store(file).close()
    engine = make_engine(parse_address(file))
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    engine.dispose()


def test_a_server_that_was_started_anew_is_found_again(postgres: Server) -> None:
    place = postgres.new_database()
    with Store(place) as store:
        match = store.add(HEAD, table="a", begun=1.0, rows=[row_of(1)])
        run_sql(
            place,
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid != pg_backend_pid()",
        )
        store.append(match, [row_of(2)])
        assert numbers_of(store, match) == [1, 2]


# What is not there.


@pytest.mark.parametrize("match", [0, -1, 2, 2**31, 2**63, 10**30])
def test_a_match_that_is_not_there_is_said_with_those_that_are(store: Store, match: int) -> None:
    store.begin(HEAD, table="a", time=1.0)
    uses: list[Callable[[], object]] = [
        lambda: store.match(match),
        lambda: store.rows(match),
        lambda: store.row(match, 1),
        lambda: store.append(match, [ROW]),
        lambda: store.finish(match, 1.0),
        lambda: store.reopen(match),
    ]
    for use in uses:
        with pytest.raises(StoreError, match=f"^there is no match {match} in .*; there is 1$"):
            use()


def test_of_many_matches_the_latest_are_named(store: Store) -> None:
    with pytest.raises(StoreError, match="there is none yet"):
        store.match(1)
    for _ in range(15):
        store.begin(HEAD, table="a", time=1.0)
    with pytest.raises(StoreError, match=r"there is …, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15$"):
        store.match(99)


@pytest.mark.parametrize("number", [0, -1, 2, 2**40, 10**30])
def test_an_event_that_is_not_there_is_said(store: Store, number: int) -> None:
    match = store.add(HEAD, table="a", begun=1.0, rows=[ROW])
    with pytest.raises(StoreError, match=f"match {match} has no event {number}; it has 1"):
        store.row(match, number)


def test_looking_for_matches_makes_no_store(place: str, tmp_path: Path) -> None:
    for _ in range(2):
        with pytest.raises(MissingStoreError, match=r"no match is kept in .* yet"):
            Store(place, create=False)
    assert list(tmp_path.iterdir()) == []


# Places that are no store.


def test_a_database_of_another_program_is_refused_and_stays_as_it_was(file: Path) -> None:
    with contextlib.closing(sqlite3.connect(file)) as database:
        database.execute("CREATE TABLE recipes (name TEXT)")
        database.commit()
    before = file.read_bytes()
    with pytest.raises(StoreError, match=r"'.*' is a database of another program"):
        Store(file)
    assert file.read_bytes() == before
    assert [other.name for other in file.parent.iterdir()] == [file.name]


def test_a_server_has_room_for_tables_of_others(postgres: Server) -> None:
    place = postgres.new_database()
    run_sql(place, "CREATE TABLE recipes (name TEXT)")
    with Store(place) as store:
        assert store.begin(HEAD, table="a", time=1.0) == 1


def test_a_store_of_another_version_is_refused(place: str) -> None:
    Store(place).close()
    run_sql(place, "UPDATE tileref_schema SET version = 7")
    with pytest.raises(StoreError, match="written by another version of tileref: its tables have version 7"):
        Store(place)


def test_a_file_that_is_no_database_is_refused_and_stays_as_it_was(file: Path) -> None:
    file.write_text("Mix the flour with the eggs.\n" * 50, encoding="utf-8")
    with pytest.raises(StoreError, match=r"matches cannot be kept in '.*': it is not a database"):
        Store(file)
    assert file.read_text(encoding="utf-8") == "Mix the flour with the eggs.\n" * 50


def test_a_damaged_store_is_said_to_be_damaged(file: Path) -> None:
    with Store(file) as store:
        store.add(HEAD, table="a", begun=1.0, rows=[row_of(number) for number in range(1, 200)])
    with contextlib.closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA journal_mode = DELETE")
    data = bytearray(file.read_bytes())
    data[4096:] = b"\x5a" * (len(data) - 4096)
    file.write_bytes(bytes(data))
    with (
        pytest.raises(StoreError, match=r"matches cannot be kept in '.*': the database is damaged"),
        Store(file) as store,
    ):
        store.rows(1)


def test_a_store_that_was_cut_off_is_said_to_be_damaged(file: Path) -> None:
    with Store(file) as store:
        store.add(HEAD, table="a", begun=1.0, rows=[row_of(number) for number in range(1, 200)])
    file.write_bytes(file.read_bytes()[:5000])
    with pytest.raises(StoreError, match="the database is damaged"), Store(file) as store:
        store.rows(1)


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="it cannot be opened or made"):
        Store(tmp_path)


@pytest.mark.parametrize("name", ["/proc/nowhere/matches.db", "/dev/null/matches.db", f"/tmp/{'a' * 300}"])
def test_a_place_where_no_file_can_be_is_refused(name: str) -> None:
    with pytest.raises(StoreError, match=f"matches cannot be kept in '{name}': "):
        Store(name)


@contextlib.contextmanager
def as_an_ordinary_user() -> Iterator[None]:
    """As somebody for whom permissions count; root may do anything."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that other users may enter, unlike those of pytest."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def test_a_folder_that_may_only_be_read_is_refused(open_folder: Path) -> None:
    open_folder.chmod(0o555)
    with as_an_ordinary_user(), pytest.raises(StoreError, match="it cannot be opened or made"):
        Store(open_folder / "matches.db")
    with as_an_ordinary_user(), pytest.raises(StoreError, match="permission denied"):
        Store(open_folder / "deeper" / "matches.db")
    assert list(open_folder.iterdir()) == []


def test_a_store_that_may_only_be_read_keeps_no_event(open_folder: Path) -> None:
    file = open_folder / "matches.db"
    with Store(file) as store:
        match = store.begin(HEAD, table="a", time=1.0)
    for each in (file, open_folder):
        each.chmod(0o555)
    with as_an_ordinary_user(), pytest.raises(StoreError, match=r"it may only be read|it cannot be opened"):  # noqa: SIM117
        with Store(file) as store:
            store.append(match, [ROW])
    open_folder.chmod(0o755)
    file.chmod(0o644)
    with Store(file) as store:
        assert store.rows(match) == []


def test_an_event_that_does_not_fit_the_disk_any_more_is_refused_and_those_before_it_stay(file: Path) -> None:
    large = replace(row_of(2), pictures=(Picture("after", b"\xff" * 2_000_000),))
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    with Store(file) as store:
        match = store.add(HEAD, table="a", begun=1.0, rows=[row_of(1)])
        resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, usual[1]))
        try:
            with pytest.raises(StoreError, match=r"matches cannot be kept in '.*': the disk (fails|is full)"):
                store.append(match, [large])
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, usual)
        assert numbers_of(store, match) == [1]
        store.append(match, [large])
        assert store.row(match, 2) == large


def test_a_store_that_another_program_holds_locked_is_said_to_be(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tileref.store_engine.PATIENCE", 0.1)
    with Store(file) as store, contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
        match = store.begin(HEAD, table="a", time=1.0)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="another program has locked it"):
            store.append(match, [ROW])
        assert store.rows(match) == []
        other.execute("ROLLBACK")
        store.append(match, [ROW])


# Addresses.


@pytest.mark.parametrize(
    "address",
    [
        "",
        " ",
        ":memory:",
        "a\0b",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite:///a?mode=memory",
        "sqlite://host/file",
        "mysql://host/matches",
        "postgresql://user:secret@host:port/matches",
        "postgresql+asyncpg://user:secret@host/matches",
    ],
)
def test_an_address_that_is_no_place_gets_a_sentence_with_what_would_be(address: str) -> None:
    with pytest.raises(StoreError, match="write a file, sqlite:///FILE or postgresql://") as caught:
        Store(address)
    assert "secret" not in str(caught.value)


def test_a_server_that_cannot_be_reached_is_said_without_the_password() -> None:
    address = "postgresql://anna:secret@127.0.0.1:1/matches?application_name=secret"
    with pytest.raises(StoreError, match=r"postgresql://anna:.*@127.0.0.1:1/matches.*refused") as caught:
        Store(address)
    assert "secret" not in str(caught.value)


def test_a_file_may_be_named_by_its_address(file: Path) -> None:
    with Store(f"sqlite:///{file}") as store:
        assert store.place == str(file)
    assert file.is_file()


def test_matches_are_kept_where_data_of_users_goes_unless_told_otherwise(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("TILEREF_DATA", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_store() == tmp_path / ".local/share/tileref/matches.db"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert default_store() == tmp_path / "data/tileref/matches.db"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert default_store() == tmp_path / ".local/share/tileref/matches.db"
    monkeypatch.setenv("TILEREF_DATA", str(tmp_path / "deep/er"))
    assert default_store() == tmp_path / "deep/er/matches.db"
    with Store(default_store()) as store:
        assert store.matches() == []
    shutil.rmtree(tmp_path / "deep")

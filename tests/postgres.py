"""A PostgreSQL server of our own, in a temporary folder: for the tests that keep matches in a real one."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

_USERS = ("postgres", "nobody")
"""Who may run the server where the tests run as root, for whom it refuses to."""


class Server:
    """A server that makes databases."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = count(1)

    def new_database(self) -> str:
        """The address of an empty database."""
        import psycopg

        name = f"matches_{next(self._numbers)}"
        with psycopg.connect(f"host={self._folder} user=tileref dbname=postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return f"postgresql://tileref@/{name}?host={self._folder}"


def find_programs() -> Path | None:
    """The folder of the server's programs; Debian keeps them apart from other programs, a folder for each version."""
    if found := shutil.which("initdb"):
        return Path(found).parent
    folders = Path("/usr/lib/postgresql").glob("*/bin")
    return max(folders, key=lambda folder: int(folder.parent.name), default=None)


@contextmanager
def running_server(programs: Path) -> Iterator[Server]:
    """A server for as long as the context lasts. It is reached through a socket in its folder, by nobody else."""
    # The folders of pytest are closed to other users, and too deep for the path of a socket.
    with tempfile.TemporaryDirectory(prefix="tileref-") as name:
        folder = Path(name)
        data = folder / "data"
        data.mkdir()
        prefix = _as_another_user(folder, data) if os.geteuid() == 0 else []
        options = ["-D", str(data), "-U", "tileref", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        _run([*prefix, str(programs / "initdb"), *options])
        # It outlives every test, but no crash of the machine.
        settings = f"-c listen_addresses= -c unix_socket_directories={folder} -c fsync=off -c max_connections=100"
        control = [*prefix, str(programs / "pg_ctl"), "-D", str(data), "-w"]
        _run([*control, "-l", str(data / "log"), "-o", settings, "start"])
        try:
            yield Server(folder)
        finally:
            _run([*control, "-m", "immediate", "stop"])


def _as_another_user(folder: Path, data: Path) -> list[str]:
    """Give the folders to a user who may run the server; what to write before a command to run it as this user."""
    known = {user.pw_name: user for user in pwd.getpwall()}
    user = next(known[name] for name in _USERS if name in known)
    for each in (folder, data):
        os.chown(each, user.pw_uid, user.pw_gid)
    return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]


def _run(command: list[str]) -> None:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd="/", check=False)
    assert done.returncode == 0, done.stdout

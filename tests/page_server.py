"""The page as a user starts it, `tileref watch --page`, in a process that can be killed and started anew."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

_STARTS_WITHIN = 90.0
"""Seconds; a machine that does other things as well loads the networks slowly."""


class PageServer:
    """A server on a port and a store that stay the same, however often it is started."""

    def __init__(self, folder: Path, *options: str) -> None:
        self._folder = folder
        self._log = folder / "server.log"
        self._options = options
        self._scheme = "https" if "--share" in options else "http"
        self._process: subprocess.Popen[bytes] | None = None
        with socket.create_server(("127.0.0.1", 0)) as listener:
            self.port = int(listener.getsockname()[1])

    @property
    def url(self) -> str:
        """Where it is reached from this computer."""
        return f"{self._scheme}://127.0.0.1:{self.port}"

    @property
    def said(self) -> str:
        """What it has printed."""
        return self._log.read_text(encoding="utf-8")

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [str(Path(sys.executable).with_name("tileref")), "watch", "--page", "--port", str(self.port)]
        command += ["--store", str(self._folder / "matches.db"), "--language", "en", *self._options]
        with self._log.open("ab") as log:
            # Its own folder of data as well: a certificate of ours is nobody else's.
            surroundings = {**os.environ, "TILEREF_DATA": str(self._folder)}
            self._process = subprocess.Popen(command, stdout=log, stderr=log, env=surroundings)
        end = time.monotonic() + _STARTS_WITHIN
        while not self._answers():
            assert self._process.poll() is None, self.said
            assert time.monotonic() < end, self.said
            time.sleep(0.05)

    def kill(self) -> None:
        """End it as a power cut would."""
        assert self._process is not None, "it was started"
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        """End it in an orderly way."""
        assert self._process is not None, "it was started"
        self._process.terminate()
        self._process.wait(60)

    def get(self, path: str, **query: str) -> Any:
        """What a way of the API gives."""
        return httpx.get(f"{self.url}/api{path}", params=query, timeout=60).raise_for_status().json()

    def resume(self, table: str, match: int) -> None:
        """Somebody else lets a match that was left go on."""
        body = {"match": match}
        httpx.post(f"{self.url}/api/tables/{table}/resume", json=body, timeout=60).raise_for_status()

    def leave(self, table: str) -> None:
        """Somebody else lets a table be empty; its match is kept."""
        httpx.delete(f"{self.url}/api/tables/{table}", timeout=60).raise_for_status()

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/", timeout=5, verify=False).status_code == 200
        except httpx.TransportError:
            return False


@contextmanager
def running_page(folder: Path, *options: str) -> Iterator[PageServer]:
    """A server, until the end of the context; nothing went wrong in it."""
    server = PageServer(folder, *options)
    server.start()
    try:
        yield server
    finally:
        server.stop()
    assert "Traceback" not in server.said, server.said

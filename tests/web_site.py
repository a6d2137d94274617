"""The page's server for tests: a real one, on a loopback port of this process, over a real store."""

import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import httpx
import uvicorn
from websockets import Origin
from websockets.sync.client import ClientConnection, connect

from tileref.store import Store
from tileref.vision.pipeline import PictureReader
from tileref.web.access import Access, Role
from tileref.web.connections import BoundedConfig
from tileref.web.limits import Limits, Rate
from tileref.web.refusal import RefusalLog
from tileref.web.rooms import NamedSource, Rooms
from tileref.web.site import make_site

DEMO = Path(__file__).parent.parent / "app/demo"
TOKENS = {Role.CONTROL: "control-token", Role.CAMERA: "camera-token", Role.VIEW: "view-token"}

Json = Any


@cache
def reader() -> PictureReader:
    """The networks, loaded once for all tests of a process."""
    return PictureReader(threads=1)


@dataclass(frozen=True)
class Site:
    """A server that runs."""

    port: int
    rooms: Rooms
    http: httpx.Client

    def get(self, path: str, **query: str | int) -> Json:
        """What a way gives, which must be fine."""
        answer = self.http.get(path, params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, body: Mapping[str, object] | None = None, *, status: int = 200, **query: str) -> Json:
        """What a way gives that something was sent to."""
        answer = self.http.post(path, json=body or {}, params=query)
        assert answer.status_code == status, answer.text
        return answer.json()

    def set_up(self, table: str = "table", **more: object) -> Json:
        """A match of Anna and Boris."""
        return self.post(f"/api/tables/{table}", {"players": ["Anna", "Boris"], **more}, status=201)

    def order(self, order: str, table: str = "table", *, language: str = "en") -> Json:
        """What comes of an order."""
        return self.post(f"/api/tables/{table}/orders", {"order": order}, language=language)

    def live(self, table: str = "table", origin: str | None = None, /, **query: str | int) -> ClientConnection:
        """A page at a table."""
        return self._socket(f"/api/tables/{table}/live", origin, query)

    def camera(self, table: str = "table", /, **query: str | int) -> ClientConnection:
        """A browser's camera over a table."""
        return self._socket(f"/api/tables/{table}/camera", None, query)

    def _socket(self, path: str, origin: str | None, query: Mapping[str, str | int]) -> ClientConnection:
        address = httpx.URL(f"ws://127.0.0.1:{self.port}{path}", params=dict(query))
        ours = None if origin is None else Origin(origin)
        return connect(str(address), origin=ours, max_size=None, open_timeout=20, close_timeout=2, compression=None)

    def is_well(self) -> bool:
        """Whether it still answers."""
        return self.http.get("/api/me").status_code == 200


@contextmanager
def running_site(
    folder: Path, *, limits: Limits | None = None, tokens: Mapping[Role, str] | None = None, named: tuple[str, ...] = ()
) -> Iterator[Site]:
    """A server, until the end of the context."""
    limits = limits or Limits()
    with socket.create_server(("127.0.0.1", 0)) as listener, Store(folder / "matches.db") as store:
        port = listener.getsockname()[1]
        rooms = Rooms(store, reader(), limits, named=tuple(NamedSource(name=name) for name in named))
        log = RefusalLog(Rate(limits.logged_per_second, 1000))
        site = make_site(rooms, Access("http", port, tokens=tokens or {}), log)
        server = uvicorn.Server(BoundedConfig(site, limits, log))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, name="server")
        thread.start()
        try:
            wait_for(lambda: server.started)
            headers = {"authorization": f"Bearer {tokens[Role.CONTROL]}"} if tokens else {}
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=60, verify=False) as http:
                yield Site(port, rooms, http)
        finally:
            server.should_exit = True
            thread.join(30)
            assert not thread.is_alive(), "the server stops when it is told to"


def wait_for(condition: Any, seconds: float = 30) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.01)


def film(first: int, last: int, *, width: int = 960) -> Iterator[bytes]:
    """Frames of the bundled recording as JPEG."""
    capture = cv2.VideoCapture(str(DEMO / "table.mp4"))
    capture.set(cv2.CAP_PROP_POS_FRAMES, first)
    try:
        for _ in range(first, last):
            is_there, image = capture.read()
            assert is_there, "the recording is so long"
            height = round(image.shape[0] * width / image.shape[1])
            yield cv2.imencode(".jpg", cv2.resize(image, (width, height)))[1].tobytes()
    finally:
        capture.release()

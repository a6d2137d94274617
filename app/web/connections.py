"""Connections below HTTP: how many there may be, and how long one may keep us waiting.

The server's own protocols wait for ever for the head of a request and for a reader who reads nothing.
"""

import asyncio
import json
from collections.abc import Callable
from typing import Any, cast

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from tileref.web.limits import Limits
from tileref.web.refusal import LoggedRequest, RefusalLog

_OURSELVES = ("127.0.0.1", "::1")


class _Deadline:
    """Calls something unless it is called off in time."""

    def __init__(self, seconds: float, then: Callable[[], None]) -> None:
        self._seconds, self._then = seconds, then
        self._timer: asyncio.TimerHandle | None = None

    def set(self) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._seconds, self._then)

    def call_off(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def make_protocols(limits: Limits, log: RefusalLog) -> tuple[type[H11Protocol], type[WebSocketsSansIOProtocol]]:
    """The protocols of HTTP and of WebSockets, within these limits."""

    class HttpConnection(H11Protocol):
        """A connection that refuses politely what is too much, and hangs up on whoever keeps it waiting."""

        def __init__(
            self,
            config: Config,
            server_state: ServerState,
            app_state: dict[str, Any],
            _loop: asyncio.AbstractEventLoop | None = None,
        ) -> None:
            super().__init__(config, server_state, app_state, _loop)
            self._head = _Deadline(limits.head_seconds, self._hang_up)
            self._reader = _Deadline(limits.stalled_seconds, self._hang_up)

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            client = get_remote_addr(transport)
            address = client[0] if client else ""
            if self._is_one_too_many(address):
                log.write(LoggedRequest(address, "", ""), 503, "too many connections")
                transport.write(_TOO_MANY)
                transport.close()
                # It is none of the server's connections.
                self.transport = transport
                self.is_refused = True
                return
            self.is_refused = False
            super().connection_made(transport)
            self._head.set()

        def connection_lost(self, exc: Exception | None) -> None:
            self._head.call_off()
            self._reader.call_off()
            if not self.is_refused:
                super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            if self.is_refused:
                return
            super().data_received(data)
            # A request has begun whose head is not complete; the first one is waited for from the beginning.
            if self.conn.their_state is not h11.IDLE or self.transport.get_protocol() is not self:
                self._head.call_off()
            elif self.timeout_keep_alive_task is None:
                self._head.set()

        def eof_received(self) -> None:
            if not self.is_refused:
                super().eof_received()

        def pause_writing(self) -> None:
            if not self.is_refused:
                super().pause_writing()
            self._reader.set()

        def resume_writing(self) -> None:
            if not self.is_refused:
                super().resume_writing()
            self._reader.call_off()

        def _is_one_too_many(self, address: str) -> bool:
            if len(self.connections) >= limits.connections:
                return True
            if address in _OURSELVES:
                return False
            others = sum(bool(each.client) and each.client[0] == address for each in self.connections if each.client)
            return others >= limits.of_one_client

        def _hang_up(self) -> None:
            log.write(LoggedRequest(self.client[0] if self.client else "", "", ""), 408, "too slow")
            self.transport.abort()

    class SocketConnection(WebSocketsSansIOProtocol):
        """A socket that drops whoever does not read."""

        def __init__(
            self,
            config: Config,
            server_state: ServerState,
            app_state: dict[str, Any],
            _loop: asyncio.AbstractEventLoop | None = None,
        ) -> None:
            super().__init__(config, server_state, app_state, _loop)
            # A close that is not answered need not be waited for long.
            self.close_timeout = 1.0
            self._reader = _Deadline(limits.stalled_seconds, self._drop)

        def connection_lost(self, exc: Exception | None) -> None:
            self._reader.call_off()
            super().connection_lost(exc)

        def pause_writing(self) -> None:
            super().pause_writing()
            self._reader.set()

        def resume_writing(self) -> None:
            super().resume_writing()
            self._reader.call_off()

        def _drop(self) -> None:
            log.write(LoggedRequest(self.client[0] if self.client else "", "", ""), 408, "does not read")
            self.transport.abort()

    return HttpConnection, SocketConnection


_BUSY = json.dumps({"error": "there are too many connections; try again in a while"}).encode()
_TOO_MANY = cast(
    bytes,
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nconnection: close\r\nretry-after: 10\r\n"
    b"content-length: %d\r\n\r\n%b" % (len(_BUSY), _BUSY),
)

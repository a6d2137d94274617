"""Connections below HTTP: how many there may be, and how long one may keep us waiting.

The server's own protocols wait for ever for the head of a request, and for a reader who reads nothing.
"""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from tileref.web.limits import Limits
from tileref.web.refusal import LoggedRequest, RefusalLog

_OURSELVES = ("127.0.0.1", "::1")

_BUSY = json.dumps({"error": "there are too many connections; try again in a while"}).encode()
_TOO_MANY = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nconnection: close\r\nretry-after: 10\r\n"
    b"content-length: %d\r\n\r\n%b" % (len(_BUSY), _BUSY)
)


class BoundedConfig(Config):
    """How the server runs: within limits, and with a log of what was refused."""

    def __init__(
        self, app: Any, limits: Limits, log: RefusalLog, *, certificate: Path | None = None, key: Path | None = None
    ) -> None:
        super().__init__(
            app,
            http=HttpConnection,
            ws=SocketConnection,
            ws_max_size=limits.frame,
            # Pictures are compressed, and what is unpacked has no bound of its own.
            ws_per_message_deflate=False,
            lifespan="on",
            log_config=None,
            access_log=False,
            # Nobody stands between a client and us, whatever its headers say.
            proxy_headers=False,
            server_header=False,
            timeout_keep_alive=15,
            timeout_graceful_shutdown=3,
            ssl_certfile=certificate,
            ssl_keyfile=key,
        )
        self.limits = limits
        self.log = log


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


class HttpConnection(H11Protocol):
    """A connection that says so where there are too many, and hangs up on whoever keeps it waiting."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        assert isinstance(config, BoundedConfig), "it was made for this protocol"
        self._limits, self._log = config.limits, config.log
        self._head = _Deadline(self._limits.head_seconds, self._hang_up)
        self._reader = _Deadline(self._limits.stalled_seconds, self._hang_up)
        self._is_refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        client = get_remote_addr(transport)
        address = client[0] if client else ""
        if self._is_one_too_many(address):
            self._is_refused = True
            self._log.write(LoggedRequest(address, "", ""), 503, "too many connections")
            transport.write(_TOO_MANY)
            transport.close()
            return
        super().connection_made(transport)
        self._head.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self._head.call_off()
        self._reader.call_off()
        if not self._is_refused:
            super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._is_refused:
            return
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._head.call_off()
        elif self.timeout_keep_alive_task is None:
            # Another request has begun.
            self._head.set()

    def pause_writing(self) -> None:
        if not self._is_refused:
            super().pause_writing()
            self._reader.set()

    def resume_writing(self) -> None:
        if not self._is_refused:
            super().resume_writing()
            self._reader.call_off()

    def _is_one_too_many(self, address: str) -> bool:
        if len(self.connections) >= self._limits.connections:
            return True
        if address in _OURSELVES:
            return False
        ours = (each for each in self.connections if isinstance(each, HttpConnection | SocketConnection))
        same = sum(each.client is not None and each.client[0] == address for each in ours)
        return same >= self._limits.of_one_client

    def _hang_up(self) -> None:
        self._log.write(LoggedRequest(self.client[0] if self.client else "", "", ""), 408, "too slow")
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
        assert isinstance(config, BoundedConfig), "it was made for this protocol"
        self._log = config.log
        self._reader = _Deadline(config.limits.stalled_seconds, self._drop)
        # A farewell that is not answered is not waited for.
        self.close_timeout = 1.0

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
        self._log.write(LoggedRequest(self.client[0] if self.client else "", "", ""), 408, "does not read")
        self.transport.abort()

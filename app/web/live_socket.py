"""The socket of a page: everything that comes about at a table, in order, and the orders of whoever may give them.

Nothing is queued for anybody. Each socket knows what it has told, and when something is new it tells what it has not,
events one by one, and of everything else only the newest. Whoever reads slowly gets less of it, and later.
"""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Annotated, Literal

from fastapi import WebSocket
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocketDisconnect

from tileref.orders import OrderError
from tileref.store import StoreError
from tileref.web.access import Role
from tileref.web.guard import Visitor
from tileref.web.limits import Limits, Rate
from tileref.web.refusal import LoggedRequest, Refusal, RefusalLog
from tileref.web.room import Room
from tileref.web.rooms import Rooms
from tileref.web.socket_close import Close, hang_up, room_of
from tileref.web.state import TableNow
from tileref.web.table_shapes import OrderRequest
from tileref.web.visit import visitor_of


class _Order(OrderRequest):
    """An order with a number, under which it is answered."""

    type: Literal["order"]
    id: Annotated[int, Field(ge=0, le=2**53)]


class _Ping(BaseModel):
    """A sign of life."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    type: Literal["ping"]


_MESSAGE: TypeAdapter[_Order | _Ping] = TypeAdapter(Annotated[_Order | _Ping, Field(discriminator="type")])


_NEVER = float("inf")


def live_socket(rooms: Rooms, log: RefusalLog) -> Callable[[WebSocket], Awaitable[None]]:
    """The handler of these sockets."""

    async def serve(socket: WebSocket) -> None:
        room = await room_of(socket, rooms)
        await socket.accept()
        session = _Session(socket, room, visitor_of(socket), rooms.limits, log, _Wish.of(socket))
        await session.run()

    return serve


@dataclass(frozen=True, slots=True)
class _Wish:
    """What a page asks for: the events of a match behind one, where a tile may go, pictures."""

    after: int
    match: int | None
    hints: bool
    pictures: bool

    @classmethod
    def of(cls, socket: WebSocket) -> "_Wish":
        query = socket.query_params
        match = query.get("match")
        return cls(
            _number(query.get("after", "0")),
            None if match is None else _number(match),
            query.get("hints") in ("1", "true"),
            query.get("pictures") in ("1", "true"),
        )


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


@dataclass(slots=True)
class _Told:
    """What a socket was told last."""

    match: int | None = None
    event: int = 0
    version: int = -1
    look: int = -1
    look_at: float = -1e9
    picture: int | None = None
    picture_at: float = -1e9


@dataclass(slots=True)
class _Session:
    """One page at one table."""

    socket: WebSocket
    room: Room
    visitor: Visitor
    limits: Limits
    log: RefusalLog
    wish: _Wish
    told: _Told = field(default_factory=_Told)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    # A picture is two messages, between which no other may come.
    sending: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def run(self) -> None:
        loop = asyncio.get_running_loop()

        def wake() -> None:
            # From any thread; the loop may be gone while a server stops.
            if not loop.is_closed():
                loop.call_soon_threadsafe(self.news.set)

        self.room.listen(wake)
        try:
            await self._greet(self.room.now)
            telling = asyncio.create_task(self._tell())
            hearing = asyncio.create_task(self._hear())
            done, left = await asyncio.wait((telling, hearing), return_when=asyncio.FIRST_COMPLETED)
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)
            for task in done:
                task.result()
        except WebSocketDisconnect:
            pass
        finally:
            self.room.ignore(wake)

    # Telling.

    async def _greet(self, now: TableNow | None) -> None:
        match, last = (None, 0) if now is None else (now.match, now.last_event)
        # Numbers are those of one match: of another, everything is news.
        is_same = self.wish.match is None or self.wish.match == match
        self.told.match, self.told.event = match, min(self.wish.after, last) if is_same else 0
        await self._send({"type": "hello", "role": self.visitor.role, "match": match, "last": last})

    async def _tell(self) -> None:
        self.news.set()
        while True:
            await self.news.wait()
            self.news.clear()
            version, match = self.room.version, self.room.match
            is_new = version != self.told.version
            state = await run_in_threadpool(self._state) if is_new else ""
            # Looked at after the state was made: no state is told before the events that led to it.
            await self._tell_events(self.room.now)
            if self.told.match != match:
                # Another match was begun just now, and the state may be that of the one before.
                self.news.set()
                continue
            if is_new:
                await self._send_text('{"type":"state",' + state[1:])
                self.told.version = version
            later = min(await self._tell_look(), await self._tell_picture())
            if later < _NEVER:
                asyncio.get_running_loop().call_later(max(later, 0.01), self.news.set)

    async def _tell_events(self, now: TableNow | None) -> None:
        if (None if now is None else now.match) != self.told.match:
            self.wish = _Wish(0, None, self.wish.hints, self.wish.pictures)
            await self._greet(now)
        if now is not None:
            for event in now.events(self.visitor.language, after=self.told.event):
                await self._send_text('{"type":"event",' + event.model_dump_json()[1:])
                self.told.event = event.number

    def _state(self) -> str:
        return self.room.state_json(self._language, hints=self.wish.hints)

    async def _tell_look(self) -> float:
        """Tell what is seen, unless that was done just now; in how many seconds it is time again."""
        number = self.room.look_number
        if number == self.told.look:
            return _NEVER
        wait = self.told.look_at + 1 / self.limits.looks_per_second - time.monotonic()
        look = self.room.look()
        if wait > 0 or look is None:
            return wait if look is not None else _NEVER
        self.told.look, self.told.look_at = number, time.monotonic()
        await self._send_text(look.model_dump_json())
        return _NEVER

    async def _tell_picture(self) -> float:
        number = self.room.frame_number
        if not self.wish.pictures or number is None or number == self.told.picture:
            return _NEVER
        wait = self.told.picture_at + 1 / self.limits.pictures_per_second - time.monotonic()
        if wait > 0:
            return wait
        self.told.picture, self.told.picture_at = number, time.monotonic()
        try:
            jpeg = await run_in_threadpool(self.room.picture, self.limits.picture_width)
        except Refusal:
            return _NEVER
        async with self.sending:
            await self.socket.send_text('{"type":"picture"}')
            await self.socket.send_bytes(jpeg)
        return _NEVER

    async def _send(self, value: dict[str, object]) -> None:
        await self._send_text(json.dumps(value, ensure_ascii=False))

    async def _send_text(self, text: str) -> None:
        async with self.sending:
            await self.socket.send_text(text)

    # Hearing.

    async def _hear(self) -> None:
        rate = Rate(self.limits.messages_per_second, self.limits.messages_at_once)
        nonsense = 0
        while True:
            received = await self.socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            text = received.get("text")
            if not rate.take():
                await self._hang_up(Close.TOO_MANY, "too many messages")
                return
            if text is None or len(text) > self.limits.message:
                await self._hang_up(Close.TOO_LARGE, "a message too large")
                return
            try:
                message = _MESSAGE.validate_json(text)
            except (ValidationError, ValueError):
                nonsense += 1
                if nonsense > self.limits.nonsense:
                    await self._hang_up(Close.NONSENSE, "too much nonsense")
                    return
                await self._send({"type": "error", "error": Refusal(400, "no-message").sentence(self._language)})
                continue
            if isinstance(message, _Ping):
                await self._send({"type": "pong"})
            else:
                await self._carry_out(message)

    async def _carry_out(self, order: _Order) -> None:
        try:
            if self.visitor.role is not Role.CONTROL:
                raise Refusal(403, "role")
            heard = await run_in_threadpool(self.room.order, order.order, self._language, question=order.question)
        except Refusal as refusal:
            if refusal.status == 403:
                self.log.write(self._request, 403, "order")
            error = refusal.sentence(self._language)
        except (OrderError, StoreError) as refused:
            error = str(refused.args[0])
        else:
            await self._send({"type": "heard", "id": order.id, "said": list(heard.said)})
            return
        await self._send({"type": "refused", "id": order.id, "error": error})

    async def _hang_up(self, code: Close, why: str) -> None:
        await hang_up(self.socket, self.log, code, why)

    @property
    def _language(self) -> str:
        return self.visitor.language

    @property
    def _request(self) -> LoggedRequest:
        client = self.socket.client
        return LoggedRequest(client.host if client else "", "SOCKET", self.socket.url.path)

"""The socket of a browser that is the camera: pictures come one by one, each when the one before was taken.

The answer to a picture is that there is room for the next: it is given when the picture begins to be looked at, so that
another is on its way meanwhile. Before it is given nothing more is read from the socket, so that nothing piles up here
for a client that does not wait for it.
"""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field

from fastapi import WebSocket
from starlette.concurrency import run_in_threadpool
from starlette.types import Message
from starlette.websockets import WebSocketDisconnect

from tileref.web.access import Role
from tileref.web.browser_camera import BrowserCamera, Holder
from tileref.web.guard import Visitor
from tileref.web.refusal import Refusal, RefusalLog
from tileref.web.room import Room
from tileref.web.rooms import Rooms
from tileref.web.socket_close import Close, hang_up, room_of
from tileref.web.visit import visitor_of

_TAKEN_AT_LAST = 2.0
"""Seconds after which the next picture is asked for though nobody took this one: the camera of the room may have been
changed meanwhile."""


def camera_socket(rooms: Rooms, log: RefusalLog) -> Callable[[WebSocket], Awaitable[None]]:
    """The handler of these sockets."""

    async def serve(socket: WebSocket) -> None:
        visitor = visitor_of(socket)
        if visitor.role is Role.VIEW:
            raise Refusal(403, "role-camera")
        room = await room_of(socket, rooms)
        session = _Session(socket, room, rooms.camera(room.name), visitor, log, 1 / rooms.limits.frames_per_second)
        await socket.accept()
        await session.run()

    return serve


@dataclass(slots=True)
class _Session:
    """One browser that is the camera of a room."""

    socket: WebSocket
    room: Room
    camera: BrowserCamera
    visitor: Visitor
    log: RefusalLog
    between: float
    taken: asyncio.Event = field(default_factory=asyncio.Event)
    replaced: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self) -> None:
        holder = Holder(_from_anywhere(self.taken), _from_anywhere(self.replaced))
        try:
            self.camera.join(holder)
        except Refusal:
            await self._hang_up(Close.OTHER_CAMERA, "another camera is active")
            return
        try:
            await self.socket.send_text(json.dumps({"type": "hello", "role": self.visitor.role}))
            while (received := await self._receive()) is not None:
                jpeg = received.get("bytes")
                if jpeg is None:
                    await self._hang_up(Close.NONSENSE, "only pictures are taken here")
                    return
                await self._take(holder, jpeg)
        except WebSocketDisconnect:
            pass
        finally:
            self.camera.leave(holder)

    async def _receive(self) -> Message | None:
        """The next message, None where there will be none."""
        receiving = asyncio.create_task(self.socket.receive())
        replacing = asyncio.create_task(self.replaced.wait())
        try:
            await asyncio.wait((receiving, replacing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            replacing.cancel()
        if not receiving.done():
            receiving.cancel()
            await self._hang_up(Close.OTHER_CAMERA, "another camera took over")
            return None
        message = receiving.result()
        return None if message["type"] == "websocket.disconnect" else message

    async def _take(self, holder: Holder, jpeg: bytes) -> None:
        begun = time.monotonic()
        self.taken.clear()
        answer: dict[str, object] = {"type": "taken"}
        try:
            await run_in_threadpool(self.camera.push, holder, jpeg)
        except Refusal as refusal:
            answer["error"] = refusal.sentence(self.visitor.language)
        else:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.taken.wait(), _TAKEN_AT_LAST)
        await asyncio.sleep(max(begun + self.between - time.monotonic(), 0.0))
        await self.socket.send_text(json.dumps(answer | {"moving": self.room.is_moving}, ensure_ascii=False))

    async def _hang_up(self, code: Close, why: str) -> None:
        await hang_up(self.socket, self.log, code, why)


def _from_anywhere(event: asyncio.Event) -> Callable[[], None]:
    """What sets an event of this loop from any thread."""
    loop = asyncio.get_running_loop()

    def set_it() -> None:
        # The loop may be gone while a server stops.
        if not loop.is_closed():
            loop.call_soon_threadsafe(event.set)

    return set_it

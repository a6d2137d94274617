"""How sockets begin and end: which room they are of, and what a number at their end means."""

import re
from enum import IntEnum

from fastapi import WebSocket
from starlette.concurrency import run_in_threadpool

from tileref.web.refusal import LoggedRequest, Refusal, RefusalLog
from tileref.web.room import Room
from tileref.web.rooms import Rooms
from tileref.web.shapes import ROOM_NAME


class Close(IntEnum):
    """Why the server hangs up."""

    NONSENSE = 4400
    ROLE = 4403
    OTHER_CAMERA = 4409
    TOO_LARGE = 4413
    TOO_MANY = 4429


async def room_of(socket: WebSocket, rooms: Rooms) -> Room:
    """The room that a socket asks for; a Refusal where it is none."""
    name = socket.path_params["name"]
    if re.fullmatch(ROOM_NAME.strip("^$"), name) is None:
        raise Refusal(404, "not-found")
    return await run_in_threadpool(rooms.enter, name)


async def hang_up(socket: WebSocket, log: RefusalLog, code: Close, why: str) -> None:
    """End a socket, and note why."""
    client = socket.client
    request = LoggedRequest(client.host if client else "", "SOCKET", socket.url.path)
    log.write(request, code, why)
    await socket.close(code, why)

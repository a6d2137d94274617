"""All the ways of the server put together, behind the guard."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from tileref.engine.games import UnknownRulesetError
from tileref.engine.notation_error import NotationError
from tileref.engine.options import OptionError
from tileref.engine.ruleset import PlayersError
from tileref.files import FileError
from tileref.orders import OrderError
from tileref.store import StoreError
from tileref.vision.frame import FrameError
from tileref.vision.source_items import SourceError
from tileref.web.about_api import about_router
from tileref.web.access import Access
from tileref.web.camera_socket import camera_socket
from tileref.web.description import DescribedSite
from tileref.web.guard import App, Guard
from tileref.web.live_socket import live_socket
from tileref.web.match_api import match_router
from tileref.web.pages import page_router
from tileref.web.photo_api import photo_router
from tileref.web.refusal import Refusal, RefusalLog
from tileref.web.rooms import Rooms
from tileref.web.shapes import LinkShape
from tileref.web.table_api import table_router
from tileref.web.visit import visitor_of

_STATUSES: dict[type[Exception], int] = {
    FileError: 422,
    FrameError: 415,
    NotationError: 422,
    OptionError: 422,
    OrderError: 422,
    PlayersError: 422,
    SourceError: 422,
    StoreError: 503,
    UnknownRulesetError: 422,
}
"""What goes wrong because of what was asked for; each has one sentence."""

_LONGEST = 300

_ABOUT = (
    "A referee for tile games. Besides these ways there are two WebSockets for each table: "
    "/api/tables/{name}/live tells everything as it comes about and takes orders, "
    "/api/tables/{name}/camera takes the pictures of a browser's camera. "
    "With --share every way but /api/words needs a token, as `Authorization: Bearer …` or as `token` in the query."
)


def make_site(
    rooms: Rooms, access: Access, log: RefusalLog, *, links: Sequence[LinkShape] = (), fingerprint: str | None = None
) -> App:
    """The whole site as an ASGI app. The rooms are closed when it ends."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        await run_in_threadpool(rooms.close)

    # The pages that show the description load scripts from elsewhere.
    site = DescribedSite(
        title="tileref",
        version=version("tileref"),
        description=_ABOUT,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    site.include_router(page_router())
    site.include_router(about_router(rooms, access, links, fingerprint))
    site.include_router(table_router(rooms))
    site.include_router(match_router(rooms.store, rooms.limits))
    site.include_router(photo_router(rooms))
    site.add_api_websocket_route("/api/tables/{name}/live", live_socket(rooms, log))
    site.add_api_websocket_route("/api/tables/{name}/camera", camera_socket(rooms, log))
    for kind, status in _STATUSES.items():
        site.add_exception_handler(kind, _say_why(status))
    site.add_exception_handler(HTTPException, _refuse)
    site.add_exception_handler(RequestValidationError, _refuse_malformed)
    site.add_exception_handler(Exception, _fail)
    return Guard(site, access, rooms.limits, log)


Handler = Callable[[Request, Exception], Awaitable[Response]]


def _say_why(status: int) -> Handler:
    async def say(_: Request, error: Exception) -> Response:
        return JSONResponse({"error": " ".join(str(error.args[0]).split())}, status)

    return say


async def _refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException), "it is registered for these"
    language = visitor_of(request).language
    refusal = error
    if not isinstance(refusal, Refusal):
        name = {404: "not-found", 405: "not-allowed"}.get(error.status_code, "not-as-described")
        refusal = Refusal(error.status_code, name)
    headers = dict(error.headers or {})
    if refusal.status in (408, 413):
        # What else of the body comes is not waited for.
        headers["connection"] = "close"
    return JSONResponse({"error": refusal.sentence(language)}, refusal.status, headers)


async def _refuse_malformed(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError), "it is registered for these"
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])[:_LONGEST]
    refusal = Refusal(422, "malformed", where=where, what=str(first["msg"])[:_LONGEST])
    return JSONResponse({"error": refusal.sentence(visitor_of(request).language)}, 422)


async def _fail(request: Request, _: Exception) -> Response:
    # The exception itself goes on to the log.
    return JSONResponse({"error": Refusal(500, "failed").sentence(visitor_of(request).language)}, 500)

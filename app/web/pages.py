"""The page itself: files that come with tileref, and nothing else that lies on this computer."""

import hashlib
import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from tileref.web.refusal import Refusal
from tileref.web.shapes import ROOM_NAME

_KINDS = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "ico": "image/x-icon",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "png": "image/png",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
    "woff2": "font/woff2",
}

# No name has a dot but before its ending, so that none leads out of the folder.
_FILE = re.compile(rf"(?:[a-z0-9_-]+/)*[a-z0-9_-]+\.({'|'.join(_KINDS)})")

_PLACES = ("/", "/t/{name}", "/history", "/history/{match}", "/photo", "/share")
"""Where the page is: it finds out itself which of its parts to show."""


def page_router() -> APIRouter:
    """The ways to the page; they are no part of the API."""
    router = APIRouter(include_in_schema=False)
    static = files("tileref.web") / "static"

    @router.get("/static/{path:path}")
    def file(path: str, request: Request) -> Response:
        known = _FILE.fullmatch(path)
        found = static.joinpath(*path.split("/")) if known else static
        if known is None or not found.is_file():
            raise Refusal(404, "not-found")
        return _answer(found, known[1], request)

    def page(request: Request) -> Response:
        return _answer(static / "index.html", "html", request)

    def table(request: Request, name: Annotated[str, Path(pattern=ROOM_NAME)]) -> Response:  # noqa: ARG001 - checked
        return page(request)

    def match(request: Request, match: Annotated[int, Path(ge=1)]) -> Response:  # noqa: ARG001 - checked
        return page(request)

    for place in _PLACES:
        router.get(place)(table if "{name}" in place else match if "{match}" in place else page)
    return router


def _answer(file: Traversable, ending: str, request: Request) -> Response:
    data = file.read_bytes()
    tag = f'"{hashlib.sha256(data).hexdigest()[:16]}"'
    # Always asked for, and seldom sent: a page must never be half of this version and half of another.
    headers = {"etag": tag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(data, media_type=_KINDS[ending], headers=headers)

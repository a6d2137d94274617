"""What every way of the API has in common: the language asked for, and how problems are described."""

from collections.abc import Mapping
from typing import Annotated, Any, cast

from fastapi import Path, Query
from starlette.requests import HTTPConnection

from tileref.web.access import Role
from tileref.web.guard import Visitor
from tileref.web.refusal import Refusal
from tileref.web.shapes import ROOM_NAME, LanguageCode, Problem

LanguageQuery = Annotated[LanguageCode, Query(description="The language of every sentence in the answer.")]
TableName = Annotated[str, Path(pattern=ROOM_NAME, description="The name of a table.")]
MatchId = Annotated[int, Path(ge=1, le=2**31 - 1, description="The id of a kept match.")]
EventNumber = Annotated[int, Path(ge=1, le=2**31 - 1, description="The number of an event.")]

_REASONS = {
    400: "The request is malformed.",
    401: "No token, or none of today's.",
    403: "Not for this role, or from a foreign page.",
    404: "There is no such thing.",
    408: "The body came too slowly.",
    409: "Not as things are now.",
    413: "Too large.",
    415: "Not of a kind that is taken.",
    421: "Not a name of this server.",
    422: "What was asked for makes no sense; why, is said in a sentence.",
    429: "Too much at once.",
    500: "Something went wrong here.",
}

PROBLEMS: Mapping[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": reason} for status, reason in _REASONS.items()
}
"""Every status that is not what was asked for, with its shape: as any of our ways may answer."""


def visitor_of(connection: HTTPConnection) -> Visitor:
    """Whose request this is; the guard has found out."""
    return cast(Visitor, connection.scope["state"]["visitor"])


def require_control(connection: HTTPConnection) -> None:
    """Refuse whoever has no control, even where only something is looked at."""
    if visitor_of(connection).role is not Role.CONTROL:
        raise Refusal(403, "role")

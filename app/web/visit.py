"""What the ways of the API have in common: what they are asked with, and by whom."""

from typing import Annotated, cast

from fastapi import Path, Query
from starlette.requests import HTTPConnection

from tileref.web.access import Role
from tileref.web.guard import Visitor
from tileref.web.refusal import Refusal
from tileref.web.shapes import ROOM_NAME, LanguageCode

LanguageQuery = Annotated[LanguageCode, Query(description="The language of every sentence in the answer.")]
TableName = Annotated[str, Path(pattern=ROOM_NAME, description="The name of a table.")]
MatchId = Annotated[int, Path(ge=1, le=2**31 - 1, description="The id of a kept match.")]
EventNumber = Annotated[int, Path(ge=1, le=2**31 - 1, description="The number of an event.")]


def visitor_of(connection: HTTPConnection) -> Visitor:
    """Whose request this is; the guard has found out."""
    return cast(Visitor, connection.scope["state"]["visitor"])


def require_control(connection: HTTPConnection) -> None:
    """Refuse whoever has no control, even where only something is looked at."""
    if visitor_of(connection).role is not Role.CONTROL:
        raise Refusal(403, "role")

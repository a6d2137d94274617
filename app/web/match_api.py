"""The ways of the API to kept matches: look back, print, take away and bring."""

import tempfile
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, File, Response, UploadFile

from tileref.kept_record import record_of
from tileref.language import find_language
from tileref.match_file import export_match, parse_match
from tileref.scoresheets import Form, Scoresheet
from tileref.store import Store
from tileref.web.kept import KeptMatches
from tileref.web.limits import MB, Limits
from tileref.web.match_shapes import (
    ExplainedShape,
    ImportedShape,
    KeptShape,
    LoggedShape,
    ReplayedShape,
    StatisticsShape,
)
from tileref.web.refusal import Refusal
from tileref.web.table_shapes import EventShape
from tileref.web.visit import EventNumber, LanguageQuery, MatchId


class SheetEnding(StrEnum):
    """The forms of a scoresheet, as files end."""

    TXT = "txt"
    CSV = "csv"
    JSON = "json"
    SVG = "svg"
    PDF = "pdf"


class PictureRole(StrEnum):
    """The pictures of an event."""

    BEFORE = "before"
    AFTER = "after"


_KINDS = {
    SheetEnding.TXT: "text/plain; charset=utf-8",
    SheetEnding.CSV: "text/csv; charset=utf-8",
    SheetEnding.JSON: "application/json",
    SheetEnding.SVG: "image/svg+xml",
    SheetEnding.PDF: "application/pdf",
}
_BINARY = {"schema": {"type": "string", "format": "binary"}}


_SHEETS = {
    kind.partition(";")[0]: {"schema": {"type": "object"}} if ending is SheetEnding.JSON else _BINARY
    for ending, kind in _KINDS.items()
}


def match_router(store: Store, limits: Limits) -> APIRouter:
    """These ways."""
    router = APIRouter(prefix="/api", tags=["matches"])
    kept = KeptMatches(store)

    @router.get("/matches")
    def matches(language: LanguageQuery = "en") -> tuple[KeptShape, ...]:
        """The kept matches, the one played last first."""
        return kept.list(find_language(language))

    @router.get("/statistics")
    def statistics() -> tuple[StatisticsShape, ...]:
        """How everybody has played."""
        return kept.statistics()

    @router.post("/matches/import", status_code=201)
    def bring(file: Annotated[UploadFile, File(description="A match as it was exported.")]) -> ImportedShape:
        """Keep a match that was exported elsewhere."""
        if (file.size or 0) > limits.match_file:
            raise Refusal(413, "too-large", most=limits.match_file // MB)
        match = parse_match(file.file.read())
        id_here = store.add(match.head, table=match.table, begun=match.begun, ended=match.ended, rows=match.rows)
        return ImportedShape(match=id_here)

    @router.get("/matches/{id}")
    def match(id: MatchId, language: LanguageQuery = "en") -> LoggedShape:  # noqa: A002
        """A kept match with its events."""
        _check(store, id)
        return kept.log(id, find_language(language))

    @router.get("/matches/{id}/boards")
    def boards(id: MatchId) -> tuple[ReplayedShape, ...]:  # noqa: A002
        """How the match stood after each of its events."""
        _check(store, id)
        return kept.replay(id)

    @router.get("/matches/{id}/events")
    def events(id: MatchId, language: LanguageQuery = "en") -> tuple[EventShape, ...]:  # noqa: A002
        """The events of a match."""
        _check(store, id)
        return kept.events(id, find_language(language))

    @router.get("/matches/{id}/events/{number}")
    def event(id: MatchId, number: EventNumber, language: LanguageQuery = "en") -> ExplainedShape:  # noqa: A002
        """An event with all that speaks for and against it."""
        _check(store, id, number)
        return kept.explain(id, number, find_language(language))

    @router.get(
        "/matches/{id}/events/{number}/{role}.jpg",
        response_class=Response,
        responses={200: {"content": {"image/jpeg": _BINARY}}},
    )
    def picture(id: MatchId, number: EventNumber, role: PictureRole) -> Response:  # noqa: A002
        """A picture of an event."""
        _check(store, id, number)
        for one in store.row(id, number).pictures:
            if one.role == role:
                return Response(one.jpeg, media_type="image/jpeg", headers={"cache-control": "private, max-age=3600"})
        raise Refusal(404, "not-found")

    @router.get(
        "/matches/{id}/sheet.{ending}",
        response_class=Response,
        responses={200: {"content": _SHEETS}},
    )
    def sheet(id: MatchId, ending: SheetEnding, language: LanguageQuery = "en") -> Response:  # noqa: A002
        """The scoresheet of a match, to look at, print or calculate with."""
        _check(store, id)
        begun = datetime.fromtimestamp(store.match(id).begun).astimezone()
        drawn = Scoresheet(record_of(store, id), begun, find_language(language))
        form = Form.TEXT if ending is SheetEnding.TXT else Form(ending)
        return Response(drawn.to_bytes(form), media_type=_KINDS[ending], headers=_named(f"tileref-{id}.{ending}"))

    @router.get(
        "/matches/{id}/export",
        response_class=Response,
        responses={200: {"content": {"application/zip": _BINARY}}},
    )
    def export(id: MatchId) -> Response:  # noqa: A002
        """A match as a file, with everything that is kept of it."""
        _check(store, id)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "match.zip"
            export_match(store, id, file)
            data = file.read_bytes()
        return Response(data, media_type="application/zip", headers=_named(f"tileref-{id}.zip"))

    return router


def _named(name: str) -> dict[str, str]:
    return {"content-disposition": f'inline; filename="{name}"'}


def _check(store: Store, match: int, number: int | None = None) -> None:
    """Refuse what is not there."""
    if not store.holds(match) or (number is not None and number > store.match(match).events):
        raise Refusal(404, "not-found")

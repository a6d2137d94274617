"""The way of the API to photographs that are to be scored."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

from fastapi import APIRouter, File, Form, UploadFile

from tileref.inputs import parse_players
from tileref.language import find_language
from tileref.web.limits import MB, Limits
from tileref.web.match_shapes import ScoreShape
from tileref.web.photo_scoring import Photo, PhotoScorer, name_of
from tileref.web.refusal import Refusal
from tileref.web.rooms import Rooms
from tileref.web.ruleset_shapes import find_triangle_ruleset
from tileref.web.visit import LanguageQuery


def photo_router(rooms: Rooms) -> APIRouter:
    """This way."""
    router = APIRouter(prefix="/api", tags=["photographs"])
    limits = rooms.limits
    queue = _Queue(limits)

    @router.post("/score")
    def score(
        photos: Annotated[list[UploadFile], File(description="One is the audit of a board, several are a game.")],
        ruleset: Annotated[str, Form(max_length=60)] = "triple-400",
        players: Annotated[str, Form(max_length=600, description="Names with commas between, or how many.")] = "2",
        language: LanguageQuery = "en",
    ) -> ScoreShape:
        """Read photographs, and audit the board or referee the game that they show."""
        say = find_language(language)
        rules = find_triangle_ruleset(ruleset, {})
        seats = parse_players(players, say)
        if len(photos) > limits.photos:
            raise Refusal(413, "too-many-photos", most=limits.photos)
        if len(photos) > 1:
            rules.check_players(len(seats))
        names = [name_of(photo.filename, number) for number, photo in enumerate(photos, start=1)]
        for photo, name in zip(photos, names, strict=True):
            if (photo.size or 0) > limits.photo:
                raise Refusal(413, "photo-too-large", name=name, most=limits.photo // MB)
        with queue.turn():
            scorer = PhotoScorer(rooms.reader, rules, seats, say)
            for photo, name in zip(photos, names, strict=True):
                scorer.read(Photo(name, photo.file.read()))
            return scorer.score()

    return router


class _Queue:
    """Lets one at a time read photographs, so that the tables are still refereed, and few wait."""

    def __init__(self, limits: Limits) -> None:
        self._waiting = threading.BoundedSemaphore(1 + limits.waiting_uploads)
        self._reading = threading.Lock()

    @contextmanager
    def turn(self) -> Iterator[None]:
        if not self._waiting.acquire(blocking=False):
            raise Refusal(429, "too-busy")
        try:
            with self._reading:
                yield
        finally:
            self._waiting.release()

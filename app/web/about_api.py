"""The ways of the API to what does not change during a match: words, rulesets, cameras, links."""

import sys
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path as PathOnDisk
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request
from fluent.syntax import FluentParser
from fluent.syntax.ast import Message

from tileref.language import find_language
from tileref.web.access import Access
from tileref.web.rooms import Rooms
from tileref.web.ruleset_shapes import find_triangle_ruleset, shape_ruleset, shape_rulesets
from tileref.web.shapes import CameraShape, HouseRules, LinkShape, Me, RulesetShape, ShareShape
from tileref.web.visit import LanguageQuery, require_control, visitor_of

MAIN_TABLE = "table"
"""The table of whoever names none."""

_CAMERAS = 4

RulesetId = Annotated[str, Path(max_length=60, description="The id of a ruleset.")]


def about_router(rooms: Rooms, access: Access, links: Sequence[LinkShape], fingerprint: str | None) -> APIRouter:
    """These ways."""
    router = APIRouter(prefix="/api", tags=["about"])

    @router.get("/me")
    def me(request: Request) -> Me:
        """What whoever asks may do."""
        return Me(role=visitor_of(request).role.value, shared=access.is_shared, table=MAIN_TABLE)

    @router.get("/words")
    def words(language: LanguageQuery = "en") -> dict[str, str]:
        """The page's own labels. This way alone needs no token."""
        return page_words(language)

    @router.get("/rulesets")
    def rulesets(language: LanguageQuery = "en") -> tuple[RulesetShape, ...]:
        """The rulesets of the leaflets, in words."""
        return shape_rulesets(find_language(language))

    @router.post("/rulesets/{id}")
    def describe(
        id: RulesetId,  # noqa: A002 - the name of the path's parameter
        house: HouseRules,
        language: LanguageQuery = "en",
    ) -> RulesetShape:
        """A ruleset with house rules, in words; nothing is changed by asking."""
        return shape_ruleset(find_triangle_ruleset(id, house.options), find_language(language))

    @router.get("/cameras")
    def cameras(language: LanguageQuery = "en") -> tuple[CameraShape, ...]:
        """The cameras of the server that can be chosen; nobody looks whether they are plugged in."""
        say = find_language(language)
        named = tuple(CameraShape(source=each.name, text=each.name) for each in rooms.named)
        known = {each.source for each in named}
        plugged = (
            CameraShape(source=str(number), text=say("web-camera-number", number=str(number)))
            for number in range(_CAMERAS)
            # Elsewhere than on Linux only opening one tells, which takes seconds.
            if sys.platform != "linux" or PathOnDisk(f"/dev/video{number}").exists()
        )
        return (*named, *(each for each in plugged if each.source not in known))

    @router.get("/share", dependencies=[Depends(require_control)])
    def share() -> ShareShape:
        """The links by which others join, with their codes."""
        return ShareShape(shared=access.is_shared, fingerprint=fingerprint, links=tuple(links))

    return router


@cache
def page_words(language: str) -> dict[str, str]:
    """The messages of the page in a language: those of `page.ftl`, none of which has an argument."""
    say = find_language(language)
    text = (files("tileref") / "locales" / language / "page.ftl").read_text(encoding="utf-8")
    return {
        entry.id.name: say(entry.id.name) for entry in FluentParser().parse(text).body if isinstance(entry, Message)
    }

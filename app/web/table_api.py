"""The ways of the API to the tables: set up, give orders, look."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from tileref.engine.ruleset import PlayersError
from tileref.engine.triangles import TriangleMatch, tile_set
from tileref.inputs import parse_players
from tileref.kept_record import record_of
from tileref.language import find_language
from tileref.orders import OrderError
from tileref.ruleset_words import describe_ruleset
from tileref.seats import Seats
from tileref.web.refusal import Refusal
from tileref.web.room import Room, SetUp
from tileref.web.rooms import Rooms
from tileref.web.ruleset_shapes import find_triangle_ruleset
from tileref.web.shapes import LanguageCode, RulesetRef, SourceShape
from tileref.web.table_shapes import (
    CheckShape,
    EventShape,
    HeardShape,
    IdleShape,
    OrderRequest,
    ResumeRequest,
    SetUpRequest,
    SourceRequest,
    StateShape,
    TableShape,
)
from tileref.web.visit import LanguageQuery, TableName

Hints = Annotated[bool, Query(description="Whether to say where a tile may go.")]


def table_router(rooms: Rooms) -> APIRouter:
    """These ways."""
    router = APIRouter(prefix="/api/tables", tags=["tables"])

    @router.get("")
    def tables(language: LanguageQuery = "en") -> tuple[TableShape, ...]:
        """The tables at which something happens."""
        return tuple(_line(room, language) for room in rooms.all().values())

    @router.get("/{name}")
    def state(name: TableName, language: LanguageQuery = "en", hints: Hints = False) -> StateShape | IdleShape:
        """A table as it is now."""
        return rooms.look_in(name).state(language, hints=hints)

    @router.post("/{name}", status_code=201)
    def set_up(name: TableName, wish: SetUpRequest) -> StateShape:
        """Begin a match. One that is being played is left only where that is wished for; it stays kept."""
        rules = find_triangle_ruleset(wish.ruleset, wish.options)
        players = _players(wish.players, wish.language)
        rules.check_players(len(players))
        if wish.opener is not None and wish.opener >= len(players):
            raise OrderError(f"opener must be a seat, 0 to {len(players) - 1}, not {wish.opener}")
        if wish.deal is not None and len(wish.deal) != len(players):
            raise OrderError(f"deal must have a number of tiles for each of {len(players)} players")
        if wish.deal is not None and sum(wish.deal) > (whole := len(tile_set(rules.chirality))):
            raise OrderError(f"{sum(wish.deal)} tiles cannot be dealt: the set has {whole}")
        seats = _seats(wish.seats, len(players))
        room = rooms.enter(name)
        with room.changing:
            _check_replaced(room, replace=wish.replace)
            if wish.source is not None:
                rooms.use_source(name, wish.source)
            room.set_up(
                SetUp(
                    rules=rules,
                    players=players,
                    language=find_language(wish.language),
                    seats=seats,
                    opener=wish.opener,
                    deal=None if wish.deal is None else tuple(wish.deal),
                )
            )
            return _playing(room, wish.language)

    @router.post("/{name}/resume")
    def resume(name: TableName, wish: ResumeRequest) -> StateShape:
        """Go on with a match that is kept: the one left at this table, where none is named."""
        room = rooms.enter(name)
        match = wish.match
        if match is None:
            left = rooms.store.unfinished(name)
            if left is None:
                raise Refusal(404, "nothing-left", table=name)
            match = left.id
        if not rooms.store.holds(match):
            raise Refusal(404, "not-found")
        record = record_of(rooms.store, match)
        if not isinstance(record.state, TriangleMatch):
            raise Refusal(409, "not-triangles", match=str(match))
        if record.state.standings().over:
            raise Refusal(409, "match-over", match=str(match))
        seats = _seats(wish.seats, len(record.players))
        with room.changing:
            if room.match != match:
                _check_replaced(room, replace=wish.replace)
            rooms.check_free(match, room)
            room.resume(match, find_language(wish.language), seats)
            return _playing(room, wish.language)

    @router.delete("/{name}", status_code=204, response_class=Response)
    def leave(name: TableName) -> None:
        """Watch no more. The match is kept."""
        rooms.close_room(name)

    @router.post("/{name}/source")
    def choose(name: TableName, wish: SourceRequest) -> SourceShape:
        """Let a camera look at the table, before a match or during one."""
        rooms.use_source(name, wish.source)
        return SourceShape(source=wish.source, text=wish.source)

    @router.post("/{name}/orders")
    def order(name: TableName, wish: OrderRequest, language: LanguageQuery = "en") -> HeardShape:
        """Say something that a camera cannot see: a draw, an answer, a correction."""
        return rooms.look_in(name).order(wish.order, language, question=wish.question)

    @router.get("/{name}/events")
    def events(
        name: TableName,
        after: Annotated[int, Query(ge=0, le=2**31 - 1, description="The number of an event.")] = 0,
        language: LanguageQuery = "en",
    ) -> tuple[EventShape, ...]:
        """The events behind one."""
        return rooms.look_in(name).events(language, after=after)

    @router.get("/{name}/check")
    def check(name: TableName, language: LanguageQuery = "en") -> CheckShape:
        """What the camera sees, and whether that will do."""
        return rooms.look_in(name).check(language)

    @router.get(
        "/{name}/picture.jpg",
        response_class=Response,
        responses={200: {"content": {"image/jpeg": {"schema": {"type": "string", "format": "binary"}}}}},
    )
    def picture(
        name: TableName, width: Annotated[int, Query(ge=16, le=4096, description="Pixels at the most.")] = 960
    ) -> Response:
        """The newest picture of the camera."""
        return Response(rooms.look_in(name).picture(width), media_type="image/jpeg")

    return router


def _line(room: Room, language: LanguageCode) -> TableShape:
    now = room.now
    if now is None:
        return TableShape(name=room.name, set_up=False, match=None, players=(), ruleset=None, phase=None)
    record = now.game.record
    name = describe_ruleset(find_language(language), record.ruleset).name
    return TableShape(
        name=room.name,
        set_up=True,
        match=now.match,
        players=record.players,
        ruleset=RulesetRef(id=record.ruleset.id, name=name),
        phase=now.game.state.phase,
    )


def _playing(room: Room, language: LanguageCode) -> StateShape:
    state = room.state(language)
    if not isinstance(state, StateShape):
        raise Refusal(409, "not-set-up", table=room.name)
    return state


def _players(names: list[str], language: LanguageCode) -> tuple[str, ...]:
    for name in names:
        if "," in name:
            raise PlayersError(f"a player's name has no comma in it, unlike {name[:60]!r}")
    # A number alone stands for so many players where names are typed, but not here.
    return parse_players(",".join(names), find_language(language)) if not _is_number(names) else tuple(names)


def _is_number(names: list[str]) -> bool:
    return len(names) == 1 and names[0].strip().lstrip("+-").isdecimal()


def _seats(hours: list[float] | None, players: int) -> Seats | None:
    if hours is None:
        return None
    if len(hours) != players:
        raise OrderError(f"seats are the hours of {players} players on a clock face over the picture, not {hours!r}")
    return Seats(tuple(hour % 12 for hour in hours))


def _check_replaced(room: Room, *, replace: bool) -> None:
    now = room.now
    if now is not None and not replace and not now.game.state.standings().over:
        raise Refusal(409, "being-played", table=room.name)

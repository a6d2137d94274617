"""A table as it is now, in the language of whoever looks at it."""

from collections.abc import Iterator
from dataclasses import dataclass

from tileref.engine.triangles import Cell, Deal, Draw, Opener, Pass, Phase, Place, Placement, Reveal, Tile
from tileref.engine.triangles.state import unplayed_tiles
from tileref.game import Game, find_laid
from tileref.happening_words import HappeningAnnouncer
from tileref.happenings import CameraGone, Rejected, StillThere, Unclear
from tileref.language import find_language
from tileref.questions import Question
from tileref.ruleset_words import describe_ruleset
from tileref.speech import say
from tileref.vision.source_items import Trouble
from tileref.web.event_log import LoggedEvent
from tileref.web.shapes import RulesetRef
from tileref.web.table_shapes import (
    AnswerShape,
    BoardShape,
    BoardTile,
    CameraState,
    EventShape,
    IdleShape,
    KeysShape,
    PlayerShape,
    QuestionShape,
    RefusedShape,
    StateShape,
    WaitingShape,
)


@dataclass(frozen=True, slots=True)
class CameraNow:
    """What the camera of a table does: `trouble` is one of its own, or "none", "ended" or "fault"."""

    source: str | None = None
    trouble: str | None = "none"
    detail: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class TableNow:
    """A match at a table at one moment."""

    match: int
    game: Game
    question: Question | None
    log: tuple[LoggedEvent, ...]
    hours: tuple[float, ...] | None

    @property
    def last_event(self) -> int:
        """The number of the last event, 0 if there is none."""
        return len(self.log)

    def events(self, language: str, *, after: int = 0) -> tuple[EventShape, ...]:
        """The events behind the one with a number, in order."""
        return tuple(event.to_shape(language) for event in self.log[max(after, 0) :])


def describe_idle(name: str, left: int | None, camera: CameraNow, language: str) -> IdleShape:
    """A table at which nothing is played."""
    return IdleShape(name=name, left=left, source=camera.source, camera=describe_camera(camera, None, language))


def describe_camera(camera: CameraNow, announcer: HappeningAnnouncer | None, language: str) -> CameraState:
    """What the camera does, in a sentence."""
    if camera.trouble is None:
        text = find_language(language)("web-camera-fine")
    elif announcer is not None and camera.trouble in set(Trouble):
        (said,) = announcer.announce(CameraGone(Trouble(camera.trouble), camera.detail))
        text = said.text
    else:
        text = say(find_language(language), f"web-camera-{camera.trouble}", detail=camera.detail)
    return CameraState.model_validate({"ok": camera.trouble is None, "trouble": camera.trouble, "text": text})


def describe_table(
    name: str, now: TableNow, camera: CameraNow, announcer: HappeningAnnouncer, *, language: str, hints: bool
) -> StateShape:
    """Everything there is to show of a table."""
    game = now.game
    state, record = game.state, game.record
    return StateShape.model_validate(
        {
            "name": name,
            "match": now.match,
            "ruleset": RulesetRef(
                id=record.ruleset.id, name=describe_ruleset(find_language(language), record.ruleset).name
            ),
            "players": tuple(_players(now)),
            "to_move": state.to_move,
            "waits": announcer.waits_for(game).text,
            "phase": state.phase,
            "round": state.round,
            "opener": state.opener,
            "show": tuple(
                seat for seat, hand in enumerate(state.hands) if state.phase is Phase.SHOW and not hand.is_known
            ),
            "drawing": state.start.drawing if state.phase is Phase.START_DRAW and state.start else (),
            "well": state.well.count,
            "board": _board(game),
            "refused": tuple(_refused(game, announcer)),
            "waiting": tuple(
                WaitingShape(
                    cell=cell,
                    values=waiting.digits,
                    why=announcer.announce(Unclear(Placement(cell, waiting.digits), waiting))[0].text,
                )
                for cell, waiting in game.waiting.items()
            ),
            "question": None if now.question is None else _question(now.question, announcer),
            "legal": tuple(_legal(game)) if hints else None,
            "camera": describe_camera(camera, announcer, language),
            "source": camera.source,
            "last_event": now.last_event,
            "over": state.phase is Phase.OVER,
            "winners": state.winners,
            "keys": _keys(game),
        }
    )


def _players(now: TableNow) -> Iterator[PlayerShape]:
    state = now.game.state
    for seat, name in enumerate(now.game.record.players):
        yield PlayerShape(
            name=name,
            seat=seat,
            total=state.totals[seat],
            # Before the first deal there are no hands.
            tiles=state.hands[seat].count if seat < len(state.hands) else None,
            hour=None if now.hours is None else now.hours[seat],
        )


def _board(game: Game) -> BoardShape:
    board = game.lying
    laid = {one.place.cell: one.place.seat for one in reversed([*find_laid(game.record)]) if one.place.cell in board}
    newest = next((one.place.cell for one in find_laid(game.record) if one.place.cell in board), None)
    faulty = {cell for fault in board.faults() for cell in fault.cells}
    tiles = tuple(
        BoardTile(cell=cell, values=digits, seat=laid.get(cell), faulty=cell in faulty)
        for cell, digits in board.tiles.items()
    )
    return BoardShape(tiles=tiles, last=newest, value=board.value)


def _legal(game: Game) -> Iterator[Cell]:
    """Where some tile that is not on the table yet may go."""
    state = game.state
    if state.phase is not Phase.PLAY:
        return
    unplayed = unplayed_tiles(state.board, (*state.hands, state.well))
    lying = {*game.refused, *game.waiting}
    yield from sorted({placement.cell for placement in state.board.placements_of(unplayed)} - lying)


def _refused(game: Game, announcer: HappeningAnnouncer) -> Iterator[RefusedShape]:
    state = game.state
    for cell, refusal in game.refused.items():
        placement = Placement(cell, refusal.digits)
        said = announcer.announce(StillThere(placement))
        told = game.told.get(cell)
        seat = told.laid_by if told is not None and told.laid_by is not None else state.to_move
        if not refusal.undone and seat is not None:
            event = Place(seat, cell, refusal.digits)
            said += announcer.announce(Rejected(event, state.faults(event), state))
        yield RefusedShape(cell=cell, values=refusal.digits, text=" ".join(one.text for one in said))


def _question(question: Question, announcer: HappeningAnnouncer) -> QuestionShape:
    place = question.placement
    return QuestionShape(
        text=announcer.ask(question),
        ask=question.ask,
        cell=None if place is None else place.cell,
        values=None if place is None else place.digits,
        seat=question.seat,
        tiles=tuple((tile.a, tile.b, tile.c) for tile in sorted(question.tiles)),
        answers=tuple(
            AnswerShape(order=f"answer {number}", text=announcer.answer(question, answer))
            for number, answer in enumerate(question.answers, start=1)
        ),
    )


_HIGHEST = Tile(5, 5, 5)


def _keys(game: Game) -> KeysShape:
    state, steps = game.state, game.record.steps
    seat = state.to_move
    may = seat is not None and state.phase is Phase.PLAY
    last = steps[-1].event if steps else None
    return KeysShape(
        draw=may and not state.faults(Draw(seat or 0)),
        pass_=may and not state.faults(Pass(seat or 0)),
        undo=last is not None and not isinstance(last, Deal),
        overrule=bool(game.refused),
        next=state.phase is Phase.DEAL,
        opener=state.phase in (Phase.START_DRAW, Phase.OPEN) and not state.faults(Opener(0)),
        start=state.phase is Phase.START_DRAW,
        reveal=state.phase is Phase.OPEN
        and state.opener is not None
        and not state.faults(Reveal(state.opener, _HIGHEST)),
        show=state.phase is Phase.SHOW,
        deal=state.phase in (Phase.START_DRAW, Phase.OPEN) and not len(state.board),
        turn=any(find_laid(game.record)),
    )

"""What comes about at a table, as the referee says it."""

from collections.abc import Iterator
from enum import StrEnum
from typing import assert_never

from tileref.announcements import Announcer
from tileref.engine.match import Event
from tileref.engine.record import Difference
from tileref.engine.triangles import Draw, Pass, Place, Placement, Show, Timeout, TriangleRuleset, tile_of
from tileref.engine.triangles.notation import format_cell
from tileref.game import Game, Why
from tileref.happenings import (
    Answered,
    CameraGone,
    CameraThere,
    Cleared,
    Contradicted,
    Corrected,
    Drew,
    Entered,
    Found,
    Handed,
    HandSeen,
    Happening,
    Missing,
    Noted,
    Obstructed,
    PhotoMissing,
    Placed,
    Refused,
    Rejected,
    Reseated,
    StillThere,
    TakenBack,
    Unchanged,
    Unclear,
    Undone,
    Unrelated,
    WellShrank,
    Withdrawn,
)
from tileref.known import seat_of
from tileref.language import Language
from tileref.questions import Answer, Ask, ItIs, LaidBy, No, NotLaid, Question, Yes
from tileref.speech import Announcement, Level, Speech, name_tile


class Voice(StrEnum):
    """To whom the referee speaks: somebody with photographs, or people at a table."""

    PHOTOS = "score"
    TABLE = "live"


_UNDONE: dict[type[Event], str] = {Place: "tile", Draw: "draw", Pass: "pass", Timeout: "timeout", Show: "show"}
"""What undoing an event is called in the messages; the others belong to the opening of a round."""


class HappeningAnnouncer:
    """The referee's voice over what is seen."""

    def __init__(
        self,
        language: Language,
        ruleset: TriangleRuleset,
        players: tuple[str, ...],
        voice: Voice,
    ) -> None:
        self._announcer = Announcer(language, ruleset, players)
        self._speech = Speech(language, ruleset, players)
        self._voice = voice

    def announce(self, happening: Happening) -> tuple[Announcement, ...]:
        """Everything there is to say of it."""
        return tuple(self._announce(happening))

    def waits_for(self, game: Game) -> Announcement:
        """Who is to move, or what the table waits for."""
        return self._announcer.whose_turn(game.record.state)

    def _announce(self, happening: Happening) -> Iterator[Announcement]:
        match happening:
            case Placed(step) | Entered(step):
                yield from self._announcer.step(step)
            case Refused(event, faults, state, sure):
                player = self._speech.players[event.seat]
                yield self._tile("refused", event.placement, Level.REFUSED, player=player)
                yield from self._announcer.refusal(event, faults, state)
                if not sure:
                    yield self._tile("maybe-misread", event.placement, Level.REFUSED)
            case Rejected(event, faults, state):
                yield from self._announcer.refusal(event, faults, state)
            case StillThere(placement):
                yield self._tile("still-there", placement, Level.REFUSED)
            case TakenBack(placement, difference):
                counted = difference is not None
                yield self._tile("taken-back-counted" if counted else "taken-back", placement, Level.INFO)
                if difference is not None:
                    yield from self._changed(difference)
            case Unclear():
                yield self._unclear(happening)
            case Corrected(before, after, difference):
                message = "corrected" if before.cell == after.cell else "moved"
                yield self._tile(message, after, Level.CORRECTION, before=_where(message, before))
                yield from self._changed(difference)
            case Reseated(placement, seat, difference):
                player = self._speech.players[seat]
                yield self._tile("reseated", placement, Level.CORRECTION, player=player)
                yield from self._changed(difference)
            case Undone(event, difference, lies):
                yield self._undone(event)
                yield from self._changed(difference)
                if lies is not None:
                    yield self._tile("still-lies", lies, Level.CORRECTION)
            case Contradicted(before, after):
                yield self._tile("contradicted", after, Level.PENALTY, before=name_tile(before.tile))
            case Missing(placements):
                tiles = self._speech.all_of(name_tile(placement.tile) for placement in placements)
                cells = tuple(placement.cell for placement in placements)
                text = self._say("missing", Level.PENALTY, tiles=tiles, count=len(placements)).text
                yield Announcement(text, Level.PENALTY, cells)
            case PhotoMissing(count):
                yield self._say("photo-missing", Level.PENALTY, count=count)
            case Drew(seat, difference):
                yield self._say("drew", Level.CORRECTION, player=self._speech.players[seat])
                yield from self._changed(difference)
            case Found(_, finding):
                yield self._announcer.found(finding)
            case Answered(question, answer):
                text = self._speech.say(
                    "live-answered", question=self.ask(question), answer=self.answer(question, answer)
                )
                yield Announcement(text, Level.INFO)
            case Noted(placement, digits):
                message = "noted-none" if digits is None else "noted"
                shown = placement if digits is None else Placement(placement.cell, digits)
                yield self._tile(message, shown, Level.CORRECTION, before=name_tile(placement.tile))
            case Withdrawn():
                # Nobody need hear what need not be answered any more.
                return
            case _:
                yield self._about_the_view(happening)

    def _changed(self, difference: Difference) -> tuple[Announcement, ...]:
        """What a correction changed; only who has the record before him knows of entries."""
        announcer = self._announcer
        tell = announcer.difference if self._voice is Voice.PHOTOS else announcer.consequences
        return tell(difference)

    def _undone(self, event: Event) -> Announcement:
        """What does not count any more; an event of the opening is one of the whole table."""
        tile = name_tile(event.placement.tile) if isinstance(event, Place) else ""
        seat = seat_of(event)
        player = "" if seat is None else self._speech.players[seat]
        what = _UNDONE.get(type(event), "opening")
        return self._say(f"undone-{what}", Level.CORRECTION, tile=tile, player=player)

    def _about_the_view(
        self,
        happening: Obstructed
        | Unrelated
        | Cleared
        | HandSeen
        | WellShrank
        | Handed
        | CameraGone
        | CameraThere
        | Unchanged,
    ) -> Announcement:
        match happening:
            case Obstructed(count):
                return self._say("obstructed", Level.PENALTY, count=count)
            case Unrelated(reason):
                return self._say(f"{reason}", Level.PENALTY)
            case Cleared():
                return self._say("cleared", Level.INFO)
            case HandSeen(seat, tiles, count, _):
                player = self._speech.players[seat]
                message = "hand-seen" if len(tiles) == count else "hand-differs"
                return self._say(message, Level.QUESTION, player=player, seen=len(tiles), count=count)
            case WellShrank(seat):
                return self._say("well-shrank", Level.QUESTION, player=self._speech.players[seat])
            case Handed(chirality):
                return self._say("handed", Level.INFO, chirality=chirality)
            case CameraGone(trouble, _):
                return self._say(f"camera-{trouble}", Level.PENALTY)
            case CameraThere():
                return self._say("camera-there", Level.INFO)
            case Unchanged():
                return self._say("unchanged", Level.INFO)
            case _:
                assert_never(happening)

    def _unclear(self, unclear: Unclear) -> Announcement:
        if self._voice is Voice.PHOTOS:
            return self._tile("behind" if unclear.behind else "unclear", unclear.placement, Level.PENALTY)
        why, seat = unclear.waiting.why, unclear.waiting.seat
        level = Level.PENALTY if why is Why.BEHIND else Level.QUESTION
        player = "" if seat is None else self._speech.players[seat]
        return self._tile(f"unclear-{why}", unclear.placement, level, player=player)

    def _tile(self, message: str, placement: Placement, level: Level, **arguments: str) -> Announcement:
        tile, cell = name_tile(placement.tile), format_cell(placement.cell)
        text = self._speech.say(f"{self._voice}-{message}", tile=tile, cell=cell, **arguments)
        return Announcement(text, level, (placement.cell,))

    def _say(self, message: str, level: Level, **arguments: str | int) -> Announcement:
        return Announcement(self._speech.say(f"{self._voice}-{message}", **arguments), level)

    # Questions.

    def ask(self, question: Question) -> str:
        """The question in a sentence."""
        tile = "" if question.placement is None else name_tile(question.placement.tile)
        player = "" if question.seat is None else self._speech.players[question.seat]
        tiles = self._speech.all_of(map(name_tile, sorted(question.tiles))) if question.tiles else ""
        message = "whose" if question.ask is Ask.HAND and question.seat is None else question.ask
        return self._speech.say(f"ask-{message}", tile=tile, player=player, tiles=tiles)

    def ask_with_answers(self, question: Question) -> str:
        """The question, and under which number each answer is."""
        answers = [
            self._speech.say("ask-answer", number=number, answer=self.answer(question, answer))
            for number, answer in enumerate(question.answers, start=1)
        ]
        return self._speech.say("ask-with-answers", question=self.ask(question), answers=", ".join(answers))

    def answer(self, question: Question, answer: Answer) -> str:
        """An answer in a few words."""
        match answer:
            case ItIs() if question.ask is Ask.PLACE:
                return self._speech.say("answer-yes")
            case ItIs(digits):
                return self._speech.say("answer-tile", tile=name_tile(tile_of(digits)))
            case NotLaid():
                return self._speech.say("answer-not-laid")
            case LaidBy(seat):
                return self._speech.players[seat]
            case Yes():
                return self._speech.say("answer-over-yes" if question.ask is Ask.OVER else "answer-yes")
            case No():
                return self._speech.say("answer-no")
            case _:
                assert_never(answer)


def _where(message: str, placement: Placement) -> str:
    return format_cell(placement.cell) if message == "moved" else name_tile(placement.tile)

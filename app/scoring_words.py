"""What photographs bring about, as the referee says it and as data."""

from collections.abc import Iterable, Iterator
from typing import Any, assert_never

from tileref.announcements import Announcer
from tileref.engine.match import SETTLEMENT, LineKind, MatchOver, RoundOver
from tileref.engine.record import Step
from tileref.engine.triangles import Place, Placement, TriangleRuleset, score_placement
from tileref.engine.triangles.notation import format_cell
from tileref.happenings import (
    Contradicted,
    Corrected,
    Drew,
    Happening,
    Missing,
    Obstructed,
    PhotoMissing,
    Placed,
    Refused,
    StillThere,
    TakenBack,
    Unchanged,
    Unclear,
    Unrelated,
)
from tileref.known import triangle_match
from tileref.language import Language
from tileref.scoring import Game
from tileref.speech import Announcement, Level, Speech, name_tile


class ScoreAnnouncer:
    """The referee's voice over photographs."""

    def __init__(self, language: Language, ruleset: TriangleRuleset, players: tuple[str, ...]) -> None:
        self._announcer = Announcer(language, ruleset, players)
        self._speech = Speech(language, ruleset, players)

    def announce(self, happening: Happening) -> tuple[Announcement, ...]:
        """Everything there is to say of it."""
        return tuple(self._announce(happening))

    def waits_for(self, game: Game) -> Announcement:
        """Who is to move, or what the table waits for."""
        return self._announcer.whose_turn(game.record.state)

    def _announce(self, happening: Happening) -> Iterator[Announcement]:
        match happening:
            case Placed(step):
                yield from self._announcer.step(step)
            case Refused(event, faults, state, sure):
                player = self._speech.players[event.seat]
                yield self._tile("score-refused", event.placement, Level.REFUSED, player=player)
                yield from self._announcer.refusal(event, faults, state)
                if not sure:
                    yield self._tile("score-maybe-misread", event.placement, Level.REFUSED)
            case StillThere(placement):
                yield self._tile("score-still-there", placement, Level.REFUSED)
            case TakenBack(placement, difference):
                counted = difference is not None
                yield self._tile("score-taken-back-counted" if counted else "score-taken-back", placement, Level.INFO)
                if difference is not None:
                    yield from self._announcer.difference(difference)
            case Unclear(placement, behind):
                yield self._tile("score-behind" if behind else "score-unclear", placement, Level.PENALTY)
            case Corrected(before, after, difference):
                message = "score-corrected" if before.cell == after.cell else "score-moved"
                yield self._tile(message, after, Level.CORRECTION, before=_where(message, before))
                yield from self._announcer.difference(difference)
            case Contradicted(before, after):
                yield self._tile("score-contradicted", after, Level.PENALTY, before=name_tile(before.tile))
            case Missing(placement):
                yield self._tile("score-missing", placement, Level.PENALTY)
            case PhotoMissing(count):
                yield self._say("score-photo-missing", Level.PENALTY, count=count)
            case Drew(seat, difference):
                yield self._say("score-drew", Level.CORRECTION, player=self._speech.players[seat])
                yield from self._announcer.difference(difference)
            case Obstructed(count):
                yield self._say("score-obstructed", Level.PENALTY, count=count)
            case Unrelated(reason):
                yield self._say(f"score-{reason}", Level.PENALTY)
            case Unchanged():
                yield self._say("score-unchanged", Level.INFO)
            case _:
                assert_never(happening)

    def _tile(self, message: str, placement: Placement, level: Level, **arguments: str) -> Announcement:
        text = self._speech.say(message, tile=name_tile(placement.tile), cell=format_cell(placement.cell), **arguments)
        return Announcement(text, level, (placement.cell,))

    def _say(self, message: str, level: Level, **arguments: str | int) -> Announcement:
        return Announcement(self._speech.say(message, **arguments), level)


def _where(message: str, placement: Placement) -> str:
    return format_cell(placement.cell) if message == "score-moved" else name_tile(placement.tile)


def happening_to_json(happening: Happening, players: tuple[str, ...]) -> dict[str, Any]:
    """A happening as a JSON object; the names of events are those of `watch`."""
    match happening:
        case Placed(step):
            return _placed_to_json(step, players)
        case Refused(event, faults, _, sure):
            reasons = list(dict.fromkeys(fault.reason for fault in faults))
            value = _tile_to_json("refused", event.placement, player=players[event.seat])
            return value | {"reasons": reasons, "sure": sure}
        case StillThere(placement):
            return _tile_to_json("still_there", placement)
        case TakenBack(placement, difference):
            return _tile_to_json("taken_back", placement, counted=difference is not None)
        case Unclear(placement, behind):
            return _tile_to_json("unclear", placement, behind=behind)
        case Corrected(before, after, _):
            was: dict[str, Any] = {"cell": before.cell, "values": before.digits}
            return _tile_to_json("corrected", after, before=was)
        case Contradicted(before, after):
            return _tile_to_json("unclear", after, before={"cell": before.cell, "values": before.digits})
        case Missing(placement):
            return _tile_to_json("missing", placement)
        case PhotoMissing(count):
            return {"event": "photo_missing", "tiles": count}
        case Drew(seat, _):
            return {"event": "drawn", "player": players[seat], "seen": False}
        case Obstructed(count):
            return {"event": "obstructed", "tiles": count}
        case Unrelated(reason):
            return {"event": "unrelated", "reason": reason}
        case Unchanged():
            return {"event": "unchanged"}
        case _:
            assert_never(happening)


def _tile_to_json(event: str, placement: Placement, **more: Any) -> dict[str, Any]:
    return {"event": event, "cell": placement.cell, "values": placement.digits} | more


def _placed_to_json(step: Step, players: tuple[str, ...]) -> dict[str, Any]:
    before, event = triangle_match(step.before), step.event
    assert isinstance(event, Place), "only a placement is placed"
    turn = [line for line in step.lines if line.seat == event.seat and line.kind not in SETTLEMENT]
    points = sum(line.points for line in turn)
    value = sum(line.points for line in turn if line.kind is LineKind.TILE)
    score = score_placement(before.ruleset, before.board, event.placement)
    return _tile_to_json("placed", event.placement, player=players[event.seat]) | {
        "class": score.placement_class,
        "value": value,
        "bonus": points - value,
        "points": points,
        "total": before.totals[event.seat] + points,
    }


def _events_of(happening: Happening, players: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """A happening, and the end of a round or of the match if it brought that about."""
    yield happening_to_json(happening, players)
    for item in happening.step.news if isinstance(happening, Placed) else ():
        if isinstance(item, RoundOver):
            winners = [players[seat] for seat in item.winners]
            yield {"event": "round_ended", "round": item.number, "how": item.how, "winners": winners}
        elif isinstance(item, MatchOver):
            yield {"event": "match_ended", "winners": [players[seat] for seat in item.winners]}


def photo_to_json(image: str, game: Game, happenings: Iterable[Happening], *, sure: bool) -> dict[str, Any]:
    """What one photograph brought about, as a JSON object."""
    players = game.record.players
    totals = game.record.state.standings().totals
    return {
        "image": image,
        "events": [event for happening in happenings for event in _events_of(happening, players)],
        "totals": dict(zip(players, totals, strict=True)),
        "sure": sure,
    }

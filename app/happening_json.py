"""What comes about at a table, as data: the events that `score --json` and `watch --events` print."""

from collections.abc import Iterable, Iterator
from typing import Any, assert_never

from tileref.engine.codec import encode_event
from tileref.engine.match import SETTLEMENT, Event, LineKind, MatchOver, RoundOver
from tileref.engine.record import Step
from tileref.engine.triangles import Place, Placement, score_placement
from tileref.game import Game
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
from tileref.known import seat_of, triangle_match

Json = dict[str, Any]

_ENTERED = {"deal": "dealt", "draw": "drawn", "pass": "passed", "show": "hand_shown", "timeout": "timed_out"}
"""What events that were entered are called, where they are not called as in a record."""


def happening_to_json(happening: Happening, players: tuple[str, ...]) -> Json:
    """A happening as a JSON object; the names of events are those of `watch`."""
    match happening:
        case Placed(step):
            return _placed_to_json(step, players)
        case Entered(step):
            return _entered_to_json(step, players)
        case Refused(event, faults, _, sure):
            reasons = list(dict.fromkeys(fault.reason for fault in faults))
            value = _tile_to_json("refused", event.placement, player=players[event.seat], seat=event.seat)
            return value | {"reasons": reasons, "sure": sure}
        case Rejected(event, faults, _):
            reasons = list(dict.fromkeys(fault.reason for fault in faults))
            return {"event": "rejected", "what": encode_event(event)["event"], "reasons": reasons}
        case StillThere(placement):
            return _tile_to_json("still_there", placement)
        case TakenBack(placement, difference):
            return _tile_to_json("taken_back", placement, counted=difference is not None)
        case Unclear(placement, waiting):
            return _tile_to_json("unclear", placement, why=waiting.why, behind=happening.behind)
        case Corrected(before, after, difference):
            was: Json = {"cell": before.cell, "values": before.digits}
            return _tile_to_json("corrected", after, before=was, totals=difference.totals_after)
        case Reseated(placement, seat, difference):
            return _tile_to_json("corrected", placement, player=players[seat], seat=seat) | {
                "totals": difference.totals_after
            }
        case Undone(event, difference, lies):
            return _undone_to_json(event, lies, players) | {"totals": difference.totals_after}
        case Contradicted(before, after):
            return _tile_to_json("unclear", after, before={"cell": before.cell, "values": before.digits})
        case Missing(placements):
            tiles = [{"cell": placement.cell, "values": placement.digits} for placement in placements]
            return {"event": "missing", "tiles": tiles}
        case PhotoMissing(count):
            return {"event": "photo_missing", "tiles": count}
        case Drew(seat, difference):
            drawn: Json = {"event": "drawn", "player": players[seat], "seat": seat, "seen": False}
            return drawn | {"totals": difference.totals_after}
        case Found(step, finding):
            player = players[finding.seat]
            found: Json = {"event": "found", "player": player, "reason": finding.reason, "entry": step.number}
            return found | {"tiles": [list(tile) for tile in finding.tiles]}
        case HandSeen(seat, tiles_seen, count, _):
            shown = [list(tile) for tile in sorted(tiles_seen)]
            hand: Json = {"event": "unclear", "why": "hand", "player": players[seat], "seat": seat}
            return hand | {"tiles": shown, "count": count}
        case WellShrank(seat):
            return {"event": "unclear", "why": "draw", "player": players[seat], "seat": seat}
        case Withdrawn(ask):
            return {"event": "withdrawn", "ask": ask}
        case Handed(chirality):
            return {"event": "handed", "chirality": chirality}
        case Obstructed(count):
            return {"event": "obstructed", "tiles": count}
        case Unrelated(reason):
            return {"event": "unrelated", "reason": reason}
        case Answered(question, answer):
            about = _tile_to_json("answered", question.placement) if question.placement else {"event": "answered"}
            return about | {"ask": question.ask, "answer": question.answers.index(answer) + 1}
        case Noted(placement, digits):
            return _tile_to_json("told", placement, told=digits)
        case Cleared():
            return {"event": "cleared"}
        case CameraGone(trouble, detail):
            return {"event": "camera_gone", "trouble": trouble, "detail": detail}
        case CameraThere():
            return {"event": "camera_there"}
        case Unchanged():
            return {"event": "unchanged"}
        case _:
            assert_never(happening)


def _tile_to_json(event: str, placement: Placement, **more: Any) -> Json:
    return {"event": event, "cell": placement.cell, "values": placement.digits} | more


def _undone_to_json(event: Event, lies: Placement | None, players: tuple[str, ...]) -> Json:
    """What was undone, by whom it had been done, and the tile where it was one."""
    seat = seat_of(event)
    what: Json = {"event": "undone", "what": encode_event(event)["event"]}
    who: Json = {} if seat is None else {"player": players[seat], "seat": seat}
    tile: Json = {"cell": event.cell, "values": event.digits} if isinstance(event, Place) else {}
    return what | who | tile | {"lies": lies is not None}


def _placed_to_json(step: Step, players: tuple[str, ...]) -> Json:
    before, event = triangle_match(step.before), step.event
    assert isinstance(event, Place), "only a placement is placed"
    turn = [line for line in step.lines if line.seat == event.seat and line.kind not in SETTLEMENT]
    points = sum(line.points for line in turn)
    value = sum(line.points for line in turn if line.kind is LineKind.TILE)
    score = score_placement(before.ruleset, before.board, event.placement)
    return _tile_to_json("placed", event.placement, player=players[event.seat], seat=event.seat) | {
        "class": score.placement_class,
        "value": value,
        "bonus": points - value,
        "points": points,
        "total": before.totals[event.seat] + points,
    }


def _entered_to_json(step: Step, players: tuple[str, ...]) -> Json:
    """An event that no picture shows, with what it cost."""
    value = encode_event(step.event)
    name = str(value.pop("event"))
    seat = seat_of(step.event)
    entered: Json = {"event": _ENTERED.get(name, name)}
    if seat is not None:
        points = sum(line.points for line in step.lines if line.seat == seat and line.kind not in SETTLEMENT)
        total = step.before.standings().totals[seat] + points
        entered |= {"player": players[seat], "points": points, "total": total}
    return entered | value


def news_to_json(step: Step, players: tuple[str, ...]) -> Iterator[Json]:
    """The end of a round or of the match, if a step brought that about."""
    totals = dict(zip(players, step.after.standings().totals, strict=True))
    for item in step.news:
        if isinstance(item, RoundOver):
            winners = [players[seat] for seat in item.winners]
            over: Json = {"event": "round_ended", "round": item.number, "how": item.how}
            yield over | {"winners": winners, "totals": totals}
        elif isinstance(item, MatchOver):
            yield {"event": "match_ended", "winners": [players[seat] for seat in item.winners], "totals": totals}


def photo_to_json(image: str, game: Game, happenings: Iterable[Happening], *, sure: bool) -> Json:
    """What one photograph brought about, as a JSON object."""
    players = game.record.players
    totals = game.record.state.standings().totals
    events: list[Json] = []
    for happening in happenings:
        events.append(happening_to_json(happening, players))
        if isinstance(happening, Placed | Entered):
            events += news_to_json(happening.step, players)
    return {"image": image, "events": events, "totals": dict(zip(players, totals, strict=True)), "sure": sure}

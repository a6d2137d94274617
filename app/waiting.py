"""What the table waits for: somebody's move, a deal, hands to be shown."""

from typing import assert_never

from tileref.engine import dominoes, triangles
from tileref.engine.dice import DiceMatch
from tileref.engine.dominoes import DominoMatch
from tileref.engine.leaflets import Topic
from tileref.engine.match import Event, Match, RoundEnd
from tileref.engine.triangles import TriangleMatch
from tileref.engine.triangles.ruleset import OpeningTile
from tileref.known import TileMatch, known_match
from tileref.speech import Announcement, Level, Speech, name_tile


def announce_waiting(speech: Speech, state: Match[Event]) -> Announcement:
    """Who is to move, or what the table has to do next."""
    match known_match(state):
        case TriangleMatch() as triangular:
            return _triangles(speech, triangular)
        case DominoMatch() as pipped:
            return _dominoes(speech, pipped)
        case DiceMatch() as thrown:
            return _dice(speech, thrown)
        case never:
            assert_never(never)


def _triangles(speech: Speech, state: TriangleMatch) -> Announcement:
    match state.phase:
        case triangles.Phase.DEAL:
            return _deal(speech, state)
        case triangles.Phase.START_DRAW:
            drawing = state.start.drawing if state.start else range(state.players)
            text = speech.say("waits-start-draw", players=speech.names(drawing))
            return speech.announce(Level.INFO, text, about=Topic.START_DRAW)
        case triangles.Phase.OPEN:
            return _triangle_opening(speech, state)
        case triangles.Phase.PLAY:
            return _move(speech, state, last=bool(state.outs))
        case triangles.Phase.SHOW:
            return _show(speech, state)
        case triangles.Phase.OVER:
            return _over(speech)
        case never:
            assert_never(never)


def _triangle_opening(speech: Speech, state: TriangleMatch) -> Announcement:
    if state.opener is None:
        return speech.announce(Level.INFO, speech.say("waits-triplet"), about=Topic.OPENING)
    right = state.right_to_open
    opener = speech.players[state.opener]
    if state.ruleset.opening_tile is OpeningTile.BANK:
        text = speech.say("waits-opening-from-well", player=opener)
    elif right is not None and right.seat == state.opener:
        text = speech.say("waits-opening-with", player=opener, tiles=speech.any_of(map(name_tile, right.tiles)))
    else:
        text = speech.say("waits-opening", player=opener)
    return speech.announce(Level.INFO, text, about=Topic.OPENING)


def _dominoes(speech: Speech, state: DominoMatch) -> Announcement:
    match state.phase:
        case dominoes.Phase.DEAL:
            return _deal(speech, state)
        case dominoes.Phase.OPEN:
            if state.opener is None:
                return speech.announce(Level.INFO, speech.say("waits-double"), about=Topic.OPENING)
            opener = speech.players[state.opener]
            text = speech.say("waits-opening", player=opener)
            if state.opening_tile is not None:
                text = speech.say("waits-opening-with", player=opener, tiles=name_tile(state.opening_tile))
            return speech.announce(Level.INFO, text, about=Topic.OPENING)
        case dominoes.Phase.PLAY:
            return _move(speech, state, last=False)
        case dominoes.Phase.SHOW:
            return _show(speech, state)
        case dominoes.Phase.OVER:
            return _over(speech)
        case never:
            assert_never(never)


def _deal(speech: Speech, state: TileMatch) -> Announcement:
    count = state.ruleset.deal[state.players - 1]
    text = speech.say("waits-deal", round=state.round, hands=state.players, count=count)
    return speech.announce(Level.INFO, text, about=Topic.DEAL)


def _move(speech: Speech, state: TileMatch, *, last: bool) -> Announcement:
    assert state.to_move is not None, "somebody is to move while a round is played"
    player = speech.players[state.to_move]
    text = speech.say("waits-last-move" if last else "waits-move", player=player)
    return speech.announce(Level.INFO, text, about=Topic.LAST_TURNS if last else Topic.TURN)


def _show(speech: Speech, state: TileMatch) -> Announcement:
    hidden = [seat for seat in range(state.players) if not state.hands[seat].is_known]
    blocked = state.ended is RoundEnd.BLOCKED
    text = speech.say("waits-show", how="blocked" if blocked else "out", players=speech.names(hidden))
    return speech.announce(Level.INFO, text, about=Topic.BLOCK if blocked else Topic.HANDS)


def _over(speech: Speech) -> Announcement:
    return speech.announce(Level.INFO, speech.say("waits-nothing"), about=Topic.MATCH)


def _dice(speech: Speech, state: DiceMatch) -> Announcement:
    if state.to_move is None:
        return _over(speech)
    player = speech.players[state.to_move]
    left = max(state.ruleset.throws - state.throws, 0)
    if not state.throws:
        text = speech.say("waits-throw", player=player)
    elif left:
        text = speech.say("waits-throw-or-line", player=player, count=left)
    else:
        text = speech.say("waits-line", player=player)
    return speech.announce(Level.INFO, text, about=Topic.THROWS)

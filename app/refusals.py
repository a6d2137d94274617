"""Why an event is refused, in words: a sentence for every reason, with what the fault points at."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from tileref.engine import dominoes, triangles
from tileref.engine.dice import LineFault, Reroll, Roll, Score
from tileref.engine.dominoes import DominoMatch, End, highest_double
from tileref.engine.faults import Fault, Reason
from tileref.engine.games import AnyMatch
from tileref.engine.leaflets import Subject, Topic
from tileref.engine.match import Event, Match
from tileref.engine.triangles import Cell, PlacementFault, TriangleMatch, find_tile
from tileref.engine.triangles.legality import purchases_on_timeout
from tileref.engine.triangles.notation import format_cell
from tileref.known import dice_match, domino_match, known_match, seat_of, tile_match, triangle_match
from tileref.speech import Announcement, Level, Speech, name_dice, name_tile
from tileref.waiting import announce_waiting


def announce_faults(
    speech: Speech, event: Event, faults: Iterable[Fault], state: Match[Event]
) -> tuple[Announcement, ...]:
    """An announcement for each fault, in order; faults that read the same are said once."""
    refused = _Refused(speech, event, known_match(state))
    return tuple(dict.fromkeys(refused.announce(fault) for fault in faults))


@dataclass(frozen=True, slots=True)
class _Refused:
    """An event, the state it would have changed, and the means to say what is wrong with it."""

    speech: Speech
    event: Event
    state: AnyMatch

    def announce(self, fault: Fault) -> Announcement:
        return self.speech.announce(
            Level.REFUSED, self.text(fault), about=self.subject(fault.reason), cite=True, cells=self.cells(fault)
        )

    def subject(self, reason: Reason) -> Subject:
        """What the fault is about, which for some reasons depends on the event."""
        match self.event, reason:
            case triangles.StartDraw(), Reason.WRONG_COUNT | Reason.NOT_IN_WELL:
                return Topic.START_DRAW
            case triangles.Timeout(), Reason.WRONG_COUNT:
                return Topic.TIME
            case triangles.Place(), Reason.NOT_IN_WELL:
                return Topic.OPENING
            case _:
                return reason

    def cells(self, fault: Fault) -> Iterator[Cell]:
        if isinstance(self.event, triangles.Place):
            yield self.event.cell
        match fault:
            case PlacementFault():
                yield from fault.cells
            case triangles.CouldPlay():
                yield fault.placement.cell
            case _:
                pass

    def text(self, fault: Fault) -> str:
        speech, reason = self.speech, fault.reason
        match reason:
            case Reason.BAD_TILE:
                return self.bad_tile(fault)
            case Reason.TILE_USED:
                return self.tile_used(fault)
            case Reason.OCCUPIED | Reason.NO_SIDE | Reason.SIDE_MISMATCH | Reason.CORNER_MISMATCH:
                return self.misplaced(fault)
            case Reason.WRONG_END | Reason.NO_MATCH:
                return self.no_match(reason)
            case Reason.MUST_OPEN_WITH_DOUBLE:
                return self.no_double(fault)
            case Reason.WRONG_OPENER:
                return self.wrong_opener()
            case Reason.MUST_OPEN_WITH:
                return speech.say("fault-must-open-with", tiles=speech.any_of(tiles_of(fault)))
            case Reason.MUST_REVEAL:
                return self.must_reveal(fault)
            case Reason.WRONG_DEAL:
                return self.wrong_deal(fault)
            case Reason.WRONG_COUNT:
                return self.wrong_count()
            case Reason.NOT_YOUR_TURN | Reason.TURN_OVER:
                message = "fault-turn-over" if reason is Reason.TURN_OVER else "fault-not-your-turn"
                return speech.say(message, player=self.player, mover=self.mover)
            case Reason.NOT_IN_HAND:
                return speech.say("fault-not-in-hand", player=self.player, tiles=speech.all_of(tiles_of(fault)))
            case Reason.NOT_IN_WELL:
                return speech.say("fault-not-in-well", tiles=speech.all_of(tiles_of(fault)))
            case Reason.MUST_PLAY_BOUGHT:
                return speech.say("fault-must-play-bought", tiles=speech.any_of(tiles_of(fault)))
            case Reason.DRAW_NOT_ALLOWED | Reason.PASS_NOT_ALLOWED:
                return self.could_play(fault)
            case Reason.DRAW_LIMIT:
                return speech.say("fault-draw-limit", player=self.player, count=self.draw_limit)
            case Reason.WELL_EMPTY:
                return speech.say("fault-well-empty")
            case Reason.BAD_DICE:
                return self.bad_dice()
            case Reason.NO_ROLL:
                return speech.say("fault-no-roll", player=self.player)
            case Reason.ROLL_LIMIT:
                return speech.say("fault-roll-limit", player=self.player, count=dice_match(self.state).ruleset.throws)
            case Reason.CATEGORY_FILLED:
                return self.category_filled(fault)
            case Reason.MUST_USE_UPPER:
                return speech.say("fault-must-use-upper", lines=speech.all_of(self.lines_instead(fault)))
            case Reason.MUST_USE_LOWER:
                return speech.say("fault-must-use-lower", lines=speech.all_of(self.lines_instead(fault)))
            case Reason.NOT_NOW:
                return self.not_now()
            case Reason.NO_SUCH_SEAT:
                seat = seat_of(self.event)
                assert seat is not None, "an event without a seat has no wrong one"
                return speech.say("fault-no-such-seat", seat=seat + 1, count=len(speech.players))
            case Reason.MATCH_OVER:
                return speech.say("fault-match-over")
            case _:
                assert_never(reason)

    @property
    def player(self) -> str:
        seat = seat_of(self.event)
        assert seat is not None, "a fault of a player is one of an event with a seat"
        return self.speech.players[seat]

    @property
    def mover(self) -> str:
        assert self.state.to_move is not None, "a turn is out of order only while somebody is to move"
        return self.speech.players[self.state.to_move]

    # The tiles themselves.

    def bad_tile(self, fault: Fault) -> str:
        if not isinstance(self.event, triangles.Place):
            return self.speech.say("fault-bad-tile", tiles=self.speech.all_of(tiles_of(fault)))
        digits = self.event.digits
        mirrored = find_tile(sorted(digits), triangle_match(self.state).ruleset.chirality)
        if mirrored is None:
            return self.speech.say("fault-bad-tile", tiles=name_tile(digits))
        tile = name_tile(self.event.placement.tile)
        return self.speech.say("fault-mirrored", tile=tile, instead=name_tile(mirrored))

    def tile_used(self, fault: Fault) -> str:
        match fault, self.event:
            case PlacementFault(cells=(cell, *_)), triangles.Place():
                tile = name_tile(self.event.placement.tile)
                return self.speech.say("fault-lies-in-cell", tile=tile, cell=format_cell(cell))
            case _, dominoes.Place():
                return self.speech.say("fault-lies", tiles=name_tile(self.event.tile))
            case _, triangles.Show() | dominoes.Show():
                return self.speech.say("fault-lies-or-held", tiles=self.speech.all_of(tiles_of(fault)))
            case _:
                return self.speech.say("fault-lies", tiles=self.speech.all_of(tiles_of(fault)))

    # Where a tile was laid.

    def misplaced(self, fault: Fault) -> str:
        event = self.event
        assert isinstance(fault, PlacementFault), "such a fault is one of a tile on the board"
        assert isinstance(event, triangles.Place), "only a tile that is laid can lie in the wrong place"
        lying = triangle_match(self.state).board.tiles
        tile = name_tile(event.placement.tile)
        if fault.reason is Reason.OCCUPIED:
            there = name_tile(triangles.tile_of(lying[event.cell]))
            return self.speech.say("fault-occupied", cell=format_cell(event.cell), tile=there)
        if fault.reason is Reason.NO_SIDE:
            return self.speech.say("fault-no-side", tile=tile)
        other = next(cell for cell in fault.cells if cell != event.cell)
        shared = [corner for corner in event.cell.corners if corner in other.corners]
        if fault.vertex is not None:
            shared = [fault.vertex]
        shown = dict(zip(event.cell.corners, event.digits, strict=True))
        theirs = dict(zip(other.corners, lying[other], strict=True))
        return self.speech.say(
            "fault-corner-mismatch" if fault.vertex else "fault-side-mismatch",
            tile=tile,
            other=name_tile(triangles.tile_of(lying[other])),
            digits=name_tile([shown[corner] for corner in shared]),
            theirs=name_tile([theirs[corner] for corner in shared]),
        )

    def no_match(self, reason: Reason) -> str:
        event, ends = self.event, domino_match(self.state).chain.ends
        assert isinstance(event, dominoes.Place), "only a domino that is laid can fail to match"
        assert ends is not None, "everything matches an empty chain"
        left, right = ends
        tile = name_tile(event.tile)
        if reason is Reason.WRONG_END:
            pips = left if event.end is End.R else right
            return self.speech.say("fault-wrong-end", tile=tile, end=event.end.other, pips=pips)
        return self.speech.say("fault-no-match", tile=tile, left=left, right=right)

    # The opening of a round.

    def wrong_opener(self) -> str:
        opener = tile_match(self.state).opener
        if opener is not None and opener != seat_of(self.event):
            return self.speech.say("fault-wrong-opener", player=self.player, opener=self.speech.players[opener])
        # In triangular dominoes a wrong opener is known only by the right one.
        state = domino_match(self.state)
        others = [seat for seat in range(state.players) if seat != seat_of(self.event)]
        doubles = [(double, seat) for seat in others if (double := highest_double(state.held(seat))) is not None]
        if not doubles:
            return self.speech.say("fault-opener-without-double", player=self.player)
        double, holder = max(doubles)
        return self.speech.say("fault-higher-double", opener=self.speech.players[holder], tile=name_tile(double))

    def no_double(self, fault: Fault) -> str:
        tiles = tiles_of(fault)
        if not tiles:
            return self.speech.say("fault-no-double")
        return self.speech.say("fault-must-open-with-double", tile=tiles[0])

    def must_reveal(self, fault: Fault) -> str:
        tiles = tiles_of(fault)
        if not tiles:
            return self.speech.say("fault-reveal-triplet")
        laid = isinstance(self.event, triangles.Place)
        return self.speech.say("fault-reveal-first" if laid else "fault-reveal-highest", tile=tiles[0])

    def wrong_deal(self, fault: Fault) -> str:
        deal, state = self.event, tile_match(self.state)
        assert isinstance(deal, triangles.Deal | dominoes.Deal), "only a deal is dealt wrong"
        if len(deal.hands) != state.players:
            return self.speech.say("fault-hands-dealt", players=state.players, count=len(deal.hands))
        dealt = Counter(name_tile(tile) for pile in (*deal.hands, deal.well) for tile in pile.tiles or ())
        twice = sorted(tile for tile, times in dealt.items() if times > 1)
        if fault.final and twice:
            return self.speech.say("fault-dealt-twice", tiles=self.speech.all_of(twice))
        count = state.ruleset.deal[state.players - 1]
        pips = isinstance(state, DominoMatch)
        whole = len(dominoes.DOMINOES if pips else triangles.tile_set(triangle_match(state).ruleset.chirality))
        return self.speech.say("fault-wrong-deal", count=count, left=whole - count * state.players)

    # A turn.

    def could_play(self, fault: Fault) -> str:
        match fault:
            case triangles.CouldPlay(placement=placement):
                where, cell = "cell", format_cell(placement.cell)
            case dominoes.CouldPlay(placement=placement):
                where, cell = str(placement.end), ""
            case _:
                count = tile_match(self.state).well.count
                return self.speech.say("fault-pass-with-well", player=self.player, count=count)
        message = "fault-draw-with-move" if fault.reason is Reason.DRAW_NOT_ALLOWED else "fault-pass-with-move"
        return self.speech.say(message, player=self.player, tile=name_tile(placement.tile), where=where, cell=cell)

    @property
    def draw_limit(self) -> int:
        # Dominoes that are drawn until one fits have no limit; where they have, it is one.
        limit = self.state.ruleset.draw_limit if isinstance(self.state, TriangleMatch) else 1
        assert limit is not None, "only a limit can be passed"
        return limit

    def wrong_count(self) -> str:
        event, speech = self.event, self.speech
        match event:
            case triangles.StartDraw(tiles):
                start = triangle_match(self.state).start
                assert start is not None, "a start draw happens in its phase"
                return speech.say("fault-start-draw", players=speech.names(start.drawing), count=len(tiles))
            case triangles.Timeout(seat, tiles):
                needed = purchases_on_timeout(triangle_match(self.state), seat)
                return speech.say("fault-tiles-taken", needed=needed, count=len(tiles or ()))
            case triangles.Show(seat, shown) | dominoes.Show(seat, shown):
                needed = tile_match(self.state).hands[seat].count
                return speech.say("fault-tiles-shown", player=self.player, needed=needed, count=len(shown))
            case _:
                raise TypeError(f"{event!r} has nothing to count")

    def not_now(self) -> str:
        match self.event:
            case Roll() | Reroll() | Score():
                return self.speech.say("fault-card-full", player=self.player)
            case triangles.Show() | dominoes.Show() if self.is_showing:
                return self.speech.say("fault-hand-known", player=self.player)
            case _:
                return self.speech.say("fault-not-now", waiting=announce_waiting(self.speech, self.state).text)

    @property
    def is_showing(self) -> bool:
        return tile_match(self.state).phase in (triangles.Phase.SHOW, dominoes.Phase.SHOW)

    # Dice.

    def bad_dice(self) -> str:
        if isinstance(self.event, Roll):
            return self.speech.say("fault-bad-dice", dice=name_dice(self.event.dice))
        return self.speech.say("fault-bad-dice-again")

    def category_filled(self, fault: Fault) -> str:
        assert isinstance(self.event, Score), "only a line that is filled can be filled already"
        instead = self.lines_instead(fault)
        return self.speech.say(
            "fault-line-filled",
            line=self.speech.line(self.event.category),
            count=len(instead),
            lines=self.speech.all_of(instead) if instead else "",
        )

    def lines_instead(self, fault: Fault) -> list[str]:
        assert isinstance(fault, LineFault), "a fault about a line says which may be filled instead"
        return [self.speech.line(category) for category in fault.instead]


def tiles_of(fault: Fault) -> list[str]:
    """The names of the tiles a fault is about, each once; none for one that is about no tiles."""
    if not isinstance(fault, triangles.TileFault | dominoes.TileFault):
        return []
    return list(dict.fromkeys(name_tile(tile) for tile in fault.tiles))

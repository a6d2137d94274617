"""A table: one camera over one match. What it sees and what people say becomes events, stored before they are told."""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from tileref.beside import parse_beside, without_board
from tileref.engine.match import Event, RoundOver
from tileref.engine.record import Record
from tileref.engine.record_file import format_head
from tileref.engine.rounds import audit, rounds_of
from tileref.engine.triangles import Cell, Phase, Show, Tile, Timeout, TriangleRuleset, tile_of
from tileref.game import Game, deal_hidden
from tileref.hands_seen import find_hand, find_loose
from tileref.happening_words import HappeningAnnouncer, Voice
from tileref.happenings import (
    Answered,
    CameraGone,
    CameraThere,
    Cleared,
    Entered,
    Found,
    HandSeen,
    Happening,
    Obstructed,
    Rejected,
    StillThere,
    Unchanged,
    Unrelated,
)
from tileref.kept_record import record_of
from tileref.known import triangle_match
from tileref.language import Language
from tileref.match_log import MatchLog, Moment, TableEvent
from tileref.ordering import Outcome, begin_round, carry_out, enter
from tileref.orders import AnswerQuestion, NextRound, Order, OrderError, ShowHand
from tileref.questions import Ask, No, Question, Yes, find_question
from tileref.scoring import View, locate, referee
from tileref.seats import Seats
from tileref.sights import Sight, see_board
from tileref.speech import Announcement
from tileref.store import Store
from tileref.table_view import TableView, view_table
from tileref.vision.frame import Frame
from tileref.vision.observed import set_apart
from tileref.vision.pipeline import PictureReader
from tileref.vision.registration import Registration
from tileref.vision.source_items import CameraBack, CameraTrouble, SourceItem
from tileref.vision.watching import Glimpse, Moving, Seen, Watcher
from tileref.vision.watching import Unchanged as LooksTheSame

PATIENCE = 3.0
"""Seconds until it is said that the board is not in view. Too few: a sleeve over the board is news; too many: nobody
knows why the referee is silent."""

_NO_NEWS = (StillThere, Unchanged)


@dataclass(frozen=True, slots=True)
class Heard:
    """What came of an order: events, or only words why it does not count."""

    events: tuple[TableEvent, ...]
    said: tuple[Announcement, ...] = ()


def begin_match(store: Store, ruleset: TriangleRuleset, players: tuple[str, ...], *, table: str, time: float) -> int:
    """Keep a new match at a table; its id. A PlayersError says why these players cannot play it."""
    return store.begin(format_head(Record.begin(ruleset, players)), table=table, time=time)


class Table:
    """One camera over one match of a store, from where the match was left.

    Where it is `attended`, somebody answers what cannot be seen; else turns rotate and hands are believed as they are
    seen. With `seats` it is noticed whose hand laid a tile. Any thread may call it; there may be several tables.
    """

    def __init__(
        self,
        store: Store,
        match: int,
        reader: PictureReader,
        language: Language,
        *,
        attended: bool = False,
        seats: Seats | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        record = record_of(store, match)
        ruleset = triangle_match(record.start).ruleset
        self.announcer = HappeningAnnouncer(language, ruleset, record.players, Voice.TABLE)
        self._log = MatchLog(store, match, self.announcer, clock=clock)
        self._beside = parse_beside(self._log.beside, record)
        self._watcher = Watcher(reader)
        self._attended, self._seats, self._clock = attended, seats, clock
        self._lock = threading.RLock()
        self._frame: Frame | None = None
        self._glimpse: Glimpse = Moving()
        self._sights: Mapping[Cell, Sight] | None = None
        self._view: TableView | None = None
        self._has_looked = False
        # Something moved since the table was judged last, so that another look is another opportunity.
        self._stirred = True
        self._blind_since: float | None = None
        self._blind_said: Happening | None = None
        self._hand: HandSeen | None = None
        self._turn: tuple[int, float] | None = None

    @property
    def match(self) -> int:
        """The id of the match."""
        return self._log.match

    @property
    def game(self) -> Game:
        """The match and what lies on the table."""
        return self._beside.game

    @property
    def glimpse(self) -> Glimpse:
        """What the last frame showed."""
        return self._glimpse

    @property
    def question(self) -> Question | None:
        """What is to be answered now."""
        if self._hand is not None and self.game.state.phase is Phase.SHOW:
            return Question(Ask.HAND, (Yes(), No()), seat=self._hand.seat, tiles=self._hand.tiles)
        return find_question(self.game)

    def start(self) -> tuple[TableEvent, ...]:
        """Begin the match if it has not begun: the first deal, by the rules."""
        with self._lock:
            if self.game.record.entries:
                return ()
            record = deal_hidden(self.game.record, time=self._clock())
            return self._write(Game(record), (Entered(record.steps[-1]),), Moment())

    def see(self, item: SourceItem) -> tuple[TableEvent, ...]:
        """What came about by one more item of the camera."""
        with self._lock:
            match item:
                case Frame():
                    return self._see(item)
                case CameraTrouble(trouble, detail, at):
                    return self._write(self.game, (CameraGone(trouble, detail),), Moment(at))
                case CameraBack(at):
                    return self._write(self.game, (CameraThere(),), Moment(at))
                case _:
                    return ()

    def order(self, order: Order) -> Heard:
        """What comes of an order; an OrderError says why it means nothing now."""
        with self._lock:
            game, happenings = self._carry_out(order)
            if rejected := [item for item in happenings if isinstance(item, Rejected)]:
                return Heard((), self.announcer.announce(rejected[0]))
            # The picture that was judged last shows what the order is about.
            events = self._write(game, happenings, self._moment(self._view))
            if self._sights is not None:
                events += self._judge(self._sights, self._how(apart=False), self._view)
            return Heard(events)

    # What is seen.

    def _see(self, frame: Frame) -> tuple[TableEvent, ...]:
        self._frame = frame
        self._glimpse = glimpse = self._watcher.see(frame)
        if isinstance(glimpse, Moving):
            self._stirred = True
        if isinstance(glimpse, LooksTheSame):
            return self._watch_the_clock(frame.time or 0.0)
        if not isinstance(glimpse, Seen):
            return ()
        observed = set_apart(glimpse.observed, self._beside_board(glimpse))
        sights = see_board(observed)
        hand = self._seats.nearest(glimpse.hour) if self._seats else None
        view = self._how(apart=frame.stands or self._stirred, hand=hand)
        self._sights, self._stirred, self._has_looked = sights, False, True
        found = locate(self.game, sights)
        after = view_table(frame.image, observed, found.motion) if isinstance(found, Registration) else None
        events = self._judge(sights, view, after)
        if self._blind_since is None:
            self._watcher.adopt()
            events += self._see_hand(find_loose(observed))
            self._view = after or self._view
        if self._blind_since is not None or self.game.waiting:
            self._watcher.look_again()
        return events

    def _judge(self, sights: Mapping[Cell, Sight], view: View, after: TableView | None) -> tuple[TableEvent, ...]:
        game, happenings = referee(self.game, sights, view)
        is_blind = isinstance(happenings[0], Obstructed | Unrelated)
        if is_blind and self.game.known and self.game.state.phase in (Phase.OPEN, Phase.PLAY):
            return self._wait_for_view(game, happenings[0])
        self._blind_since = self._blind_said = None
        if is_blind:
            # Before the first tile there is no board to be seen, and once the round is over it may lie as it likes.
            return ()
        if isinstance(happenings[0], Cleared):
            events = self._write(*begin_round(game, time=view.time), self._moment(after))
            return events + self._judge(sights, view, after)
        return self._write(game, happenings, self._moment(after))

    def _wait_for_view(self, game: Game, happening: Happening) -> tuple[TableEvent, ...]:
        """Nothing can be judged: say so after a while, and take what is still not seen then for missing."""
        assert self._frame is not None, "a frame was seen"
        now = self._frame.time or 0.0
        if self._frame.stands:
            # Nothing is known of the time between pictures, so what the next one does not show either is missing.
            self._beside = replace(self._beside, game=game)
            return ()
        self._blind_since = now if self._blind_since is None else self._blind_since
        if now - self._blind_since < PATIENCE or type(self._blind_said) is type(happening):
            return ()
        self._blind_said = happening
        return self._write(game, (happening,), self._moment(None))

    def _beside_board(self, seen: Seen) -> frozenset[Tile]:
        """The tiles that are known to lie beside the board: those that did when it was judged last.

        What lay there already when a camera that goes on looking first saw the table was not laid while it looked.
        """
        if self._has_looked or seen.frame.stands or self.game.state.phase is Phase.PLAY:
            return self._beside.loose
        return frozenset(tile_of(tile.digits) for tile in seen.observed.tiles if tile.digits is not None)

    def _see_hand(self, loose: Mapping[Tile, bool]) -> tuple[TableEvent, ...]:
        """Count the hand that somebody laid in view, if the round waits for one."""
        state = self.game.state
        if state.phase is not Phase.SHOW:
            self._beside = replace(self._beside, loose=frozenset(loose))
            self._hand = None
            return ()
        hand = find_hand(state, loose, self._beside.loose)
        if hand is None or hand == self._hand:
            return ()
        self._hand = None
        if hand.sure:
            return self._enter(Show(hand.seat, hand.tiles))
        self._hand = hand
        return self._write(self.game, (hand,), self._moment(self._view))

    def _watch_the_clock(self, now: float) -> tuple[TableEvent, ...]:
        """Let the time of a turn run out, where turns are limited."""
        state = self.game.state
        if state.ruleset.turn_seconds is None or state.phase is not Phase.PLAY or state.to_move is None:
            return ()
        steps = len(self.game.record.steps)
        if self._turn is None or self._turn[0] != steps:
            self._turn = steps, now
        if now - self._turn[1] < state.ruleset.turn_seconds or self.game.waiting or self.game.refused:
            return ()
        self._turn = None
        return self._enter(Timeout(state.to_move))

    # What is said.

    def _carry_out(self, order: Order) -> Outcome:
        game, hand = self.game, self._hand
        if isinstance(order, NextRound) and game.leftover and self._lies_there():
            raise OrderError("the board of the last round still lies there; it must be cleared away first")
        if isinstance(order, ShowHand) and order.tiles is None and hand is not None:
            return self._answer_hand(Yes())
        if isinstance(order, AnswerQuestion) and hand is not None and self.question is not None:
            if order.number not in (1, 2):
                raise OrderError(f"there is no answer {order.number}; there are 2")
            return self._answer_hand(Yes() if order.number == 1 else No())
        return carry_out(game, order, time=self._clock())

    def _answer_hand(self, answer: Yes | No) -> Outcome:
        hand, question = self._hand, self.question
        assert hand is not None, "a hand was asked about"
        assert question is not None, "a hand was asked about"
        self._hand = None
        answered = Answered(question, answer)
        if isinstance(answer, No):
            return self.game, (answered,)
        game, happenings = enter(self.game, Show(hand.seat, hand.tiles), self._clock())
        return game, happenings if isinstance(happenings[0], Rejected) else (answered, *happenings)

    def _lies_there(self) -> bool:
        return bool(self._sights) and isinstance(locate(self.game, self._sights or {}), Registration)

    # What comes about.

    def _enter(self, event: Event) -> tuple[TableEvent, ...]:
        game, happenings = enter(self.game, event, self._clock())
        news = tuple(item for item in happenings if not isinstance(item, Rejected))
        return self._write(game, news, self._moment(self._view))

    def _write(self, game: Game, happenings: tuple[Happening, ...], moment: Moment) -> tuple[TableEvent, ...]:
        """Store what came about, and take it for true."""
        game, happenings = _ended(self.game, game, happenings)
        after = replace(self._beside, game=game)
        news = tuple(item for item in happenings if not isinstance(item, _NO_NEWS))
        events = self._log.write(news, self.game, after, moment)
        self._beside = after
        return events

    def _moment(self, after: TableView | None) -> Moment:
        frame = self._frame
        before = self._view if after is not self._view else None
        return Moment(None, None, before, after) if frame is None else Moment(frame.time, frame.number, before, after)

    def _how(self, *, apart: bool, hand: int | None = None) -> View:
        # A camera that goes on looking need not take anything for overlooked before it has looked for a while.
        return View(apart=apart, overlooked=0, hand=hand, attended=self._attended, time=self._clock())


def _ended(before: Game, game: Game, happenings: tuple[Happening, ...]) -> tuple[Game, tuple[Happening, ...]]:
    """If a round has ended, what its hands prove, and the game with its board still to be cleared away."""
    known = {id(step) for step in before.record.steps}
    over = [
        step
        for step in game.record.steps
        if id(step) not in known and any(isinstance(item, RoundOver) for item in step.news)
    ]
    if not over or game.state.phase not in (Phase.DEAL, Phase.OVER):
        return game, happenings
    known_found = {finding for played in rounds_of(before.record) for _, finding in audit(played)}
    found = (
        Found(step, finding)
        for played in rounds_of(game.record)
        for step, finding in audit(played)
        if finding not in known_found
    )
    return without_board(game), (*happenings, *found)

"""A match as it is played: what is seen of its table and what people say becomes events, stored before they are told.

No camera is known here. A look at the table is what was read of it; who looks, and when, is the table's affair.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from tileref.beside import parse_beside, without_board
from tileref.engine.match import Event, RoundOver
from tileref.engine.record import Record
from tileref.engine.record_file import format_head
from tileref.engine.rounds import audit, rounds_of
from tileref.engine.triangles import Cell, Phase, Show, Tile, Timeout, TriangleRuleset
from tileref.game import Game, deal_hidden
from tileref.hands_seen import find_hand
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
from tileref.language import LANGUAGES, Language, find_language
from tileref.match_log import MatchLog, Moment, TableEvent
from tileref.ordering import Outcome, begin_round, carry_out, enter
from tileref.orders import AnswerQuestion, NextRound, Order, OrderError, ShowHand
from tileref.questions import Ask, No, Question, Yes, find_question
from tileref.scoring import View, locate, referee
from tileref.sights import Sight
from tileref.speech import Announcement
from tileref.store import Store
from tileref.table_view import TableView, view_table
from tileref.vision.observed import ObservedPicture
from tileref.vision.rectify import Image
from tileref.vision.registration import Registration

PATIENCE = 3.0
"""Seconds until it is said that the board is not in view. Too few: a sleeve over the board is news; too many: nobody
knows why the referee is silent."""

_NO_NEWS = (StillThere, Unchanged)


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """A table at rest: the board, the tiles face up beside it and whether each was read for sure.

    It is `apart` from the one before if it may show what that one did not, and `stands` if nothing is known of the time
    between. `hand` is the seat whose hand was there before. `picture` is what it was read from, where that is kept.
    """

    board: Mapping[Cell, Sight]
    loose: Mapping[Tile, bool] = field(default_factory=dict)
    apart: bool = True
    stands: bool = False
    hand: int | None = None
    time: float | None = None
    frame: int | None = None
    picture: tuple[Image, ObservedPicture] | None = None


@dataclass(frozen=True, slots=True)
class Heard:
    """What came of an order: events, or only words why it does not count, in the language of the table.

    `rejected` is what does not count, for whoever speaks another language.
    """

    events: tuple[TableEvent, ...]
    said: tuple[Announcement, ...] = ()
    rejected: Rejected | None = None


def begin_match(store: Store, ruleset: TriangleRuleset, players: tuple[str, ...], *, table: str, time: float) -> int:
    """Keep a new match at a table; its id. A PlayersError says why these players cannot play it."""
    return store.begin(format_head(Record.begin(ruleset, players)), table=table, time=time)


class LiveMatch:
    """A match of a store, from where it was left.

    Where it is `attended`, somebody answers what cannot be seen; else turns rotate. It is not shared between threads.
    """

    def __init__(
        self,
        store: Store,
        match: int,
        language: Language,
        *,
        attended: bool = False,
        clock: Callable[[], float] = time.time,
    ) -> None:
        record = record_of(store, match)
        ruleset = triangle_match(record.start).ruleset
        self._announcers = {
            code: HappeningAnnouncer(find_language(code), ruleset, record.players, Voice.TABLE) for code in LANGUAGES
        }
        self.announcer = self._announcers[language.code]
        self._log = MatchLog(store, match, self._announcers, language.code, clock=clock)
        self._beside = parse_beside(self._log.beside, record)
        self._attended, self._clock = attended, clock
        self._last: Look | None = None
        self._view: TableView | None = None
        self._blind_since: float | None = None
        self._blind_said: Happening | None = None
        self._hand: HandSeen | None = None
        self._turn: tuple[int, float] | None = None

    def announcer_in(self, language: str) -> HappeningAnnouncer:
        """The referee's voice in another language."""
        return self._announcers[language]

    @property
    def id(self) -> int:
        """The number of the match in its store."""
        return self._log.match

    @property
    def game(self) -> Game:
        """The match and what lies on the table."""
        return self._beside.game

    @property
    def loose(self) -> frozenset[Tile]:
        """The tiles that lay face up beside the board when it was looked at last."""
        return self._beside.loose

    @property
    def view(self) -> TableView | None:
        """The table as it was judged last."""
        return self._view

    @property
    def is_blind(self) -> bool:
        """Whether the last look could not be judged."""
        return self._blind_since is not None

    @property
    def question(self) -> Question | None:
        """What is to be answered now."""
        if self._hand is not None and self.game.state.phase is Phase.SHOW:
            return Question(Ask.HAND, (Yes(), No()), seat=self._hand.seat, tiles=self._hand.tiles)
        return find_question(self.game)

    def start(self) -> tuple[TableEvent, ...]:
        """Begin the match if it has not begun: the first deal, by the rules."""
        if self.game.record.entries:
            return ()
        record = deal_hidden(self.game.record, time=self._clock())
        return self._write(Game(record), (Entered(record.steps[-1]),), Moment())

    def look(self, look: Look) -> tuple[TableEvent, ...]:
        """What came about by one more look at the table."""
        self._last = look
        found = locate(self.game, look.board)
        view = None
        if look.picture is not None and isinstance(found, Registration):
            view = view_table(*look.picture, found.motion)
        events = self._judge(look, view)
        if not self.is_blind:
            events += self._see_hand(look)
            self._view = view or self._view
        return events

    def pass_time(self, now: float) -> tuple[TableEvent, ...]:
        """What comes about because nothing has changed: where turns are limited, the time of one may run out."""
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

    def notice(self, happening: CameraGone | CameraThere, time: float) -> tuple[TableEvent, ...]:
        """Write down what became of the camera."""
        return self._write(self.game, (happening,), Moment(time))

    def order(self, order: Order) -> Heard:
        """What comes of an order; an OrderError says why it means nothing now."""
        game, happenings = self._carry_out(order)
        if rejected := [item for item in happenings if isinstance(item, Rejected)]:
            return Heard((), self.announcer.announce(rejected[0]), rejected[0])
        # The picture that was judged last shows what the order is about.
        events = self._write(game, happenings, self._moment(self._view))
        if self._last is not None:
            events += self._judge(replace(self._last, apart=False), self._view)
        return Heard(events)

    # What is seen.

    def _judge(self, look: Look, view: TableView | None) -> tuple[TableEvent, ...]:
        now = self._clock()
        # A camera that goes on looking need not take anything for overlooked before it has looked for a while.
        how = View(apart=look.apart, overlooked=0, hand=look.hand, attended=self._attended, time=now)
        game, happenings = referee(self.game, look.board, how)
        is_blind = isinstance(happenings[0], Obstructed | Unrelated)
        if is_blind and self.game.known and self.game.state.phase in (Phase.OPEN, Phase.PLAY):
            return self._wait_for_view(look, game, happenings[0])
        self._blind_since = self._blind_said = None
        if is_blind:
            # Before the first tile there is no board to be seen, and once the round is over it may lie as it likes.
            return ()
        if isinstance(happenings[0], Cleared):
            events = self._write(*begin_round(game, time=now), self._moment(view))
            return events + self._judge(look, view)
        return self._write(game, happenings, self._moment(view))

    def _wait_for_view(self, look: Look, game: Game, happening: Happening) -> tuple[TableEvent, ...]:
        """Nothing can be judged: say so after a while, and take what is still not seen then for missing."""
        if look.stands:
            # Nothing is known of the time between pictures, so what the next one does not show either is missing.
            self._beside = replace(self._beside, game=game)
            return ()
        now = look.time or 0.0
        self._blind_since = now if self._blind_since is None else self._blind_since
        if now - self._blind_since < PATIENCE or type(self._blind_said) is type(happening):
            return ()
        self._blind_said = happening
        return self._write(game, (happening,), self._moment(None))

    def _see_hand(self, look: Look) -> tuple[TableEvent, ...]:
        """Count the hand that somebody laid in view, if the round waits for one."""
        state = self.game.state
        if state.phase is not Phase.SHOW:
            self._beside = replace(self._beside, loose=frozenset(look.loose))
            self._hand = None
            return ()
        hand = find_hand(state, look.loose, self._beside.loose)
        if hand is None or hand == self._hand:
            return ()
        self._hand = None
        if hand.sure:
            return self._enter(Show(hand.seat, hand.tiles))
        self._hand = hand
        return self._write(self.game, (hand,), self._moment(self._view))

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
        look = self._last
        return look is not None and isinstance(locate(self.game, look.board), Registration)

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
        look = self._last
        before = self._view if after is not self._view else None
        return Moment(None, None, before, after) if look is None else Moment(look.time, look.frame, before, after)


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

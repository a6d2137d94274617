"""A match as it is played: what is seen of its table and what people say becomes events, stored before they are told.

No camera is known here. A look at the table is what was read of it; who looks, and when, is the table's affair.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from tileref.beside import Beside, parse_beside
from tileref.engine.match import Event
from tileref.engine.record import Record
from tileref.engine.record_file import format_head
from tileref.engine.triangles import Cell, Chirality, Draw, Phase, Show, Tile, Timeout, TriangleRuleset, tile_of
from tileref.game import Game, deal_hidden
from tileref.handedness import find_other_handedness, turn_round
from tileref.hands_seen import find_fitting, find_hand
from tileref.happening_words import HappeningAnnouncer, Voice
from tileref.happenings import (
    Answered,
    CameraGone,
    CameraThere,
    Cleared,
    Entered,
    Handed,
    HandSeen,
    Happening,
    Obstructed,
    Rejected,
    StillThere,
    Unchanged,
    Unrelated,
    WellShrank,
    Withdrawn,
)
from tileref.kept_record import record_of
from tileref.known import triangle_match
from tileref.language import LANGUAGES, Language, find_language
from tileref.locating import locate
from tileref.match_log import MatchLog, Moment, TableEvent
from tileref.ordering import Outcome, begin_round, carry_out, enter, show_hand
from tileref.orders import AnswerQuestion, NextRound, Order, OrderError, ShowHand
from tileref.questions import Ask, LaidBy, No, Question, Yes, find_question
from tileref.round_end import end_rounds
from tileref.scoring import View, referee
from tileref.sights import Sight
from tileref.speech import Announcement
from tileref.store import Store
from tileref.table_view import TableView, view_table
from tileref.vision.observed import ObservedPicture
from tileref.vision.rectify import Image
from tileref.vision.registration import Registration
from tileref.well_seen import WellSeen

PATIENCE = 3.0
"""Seconds until it is said that the board is not in view. Too few: a sleeve over the board is news; too many: nobody
knows why the referee is silent."""

_NO_NEWS = (StillThere, Unchanged)


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """A table at rest: the board, the tiles face up beside it and whether each was read for sure.

    It is `apart` from the one before if it may show what that one did not, and `stands` if nothing is known of the time
    between. `backs` counts the tiles face down, where that was done; `chirality` is which way round the digits of the
    set ascend as far as it tells. `hand` is the seat whose hand was there before. `picture` is what it was read from,
    where that is kept.
    """

    board: Mapping[Cell, Sight]
    loose: Mapping[Tile, bool] = field(default_factory=dict)
    backs: int | None = None
    chirality: Chirality = Chirality.CW
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
        self._language = language.code
        self._announcers = _announcers_of(record)
        self._log = MatchLog(store, match, self._announcers, language.code, clock=clock)
        self._beside = parse_beside(self._log.beside, record)
        self._attended, self._clock = attended, clock
        self._last: Look | None = None
        self._view: TableView | None = None
        self._blind_since: float | None = None
        self._blind_said: Happening | None = None
        self._turn: tuple[int, float] | None = None

    @property
    def announcer(self) -> HappeningAnnouncer:
        """The referee's voice."""
        return self._announcers[self._language]

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
        match self._beside.asked:
            case HandSeen(seat, tiles):
                fitting = find_fitting(self.game.state, tiles)
                if len(fitting) > 1:
                    return Question(Ask.HAND, (*map(LaidBy, fitting), No()), tiles=tiles)
                return Question(Ask.HAND, (Yes(), No()), seat=seat, tiles=tiles)
            case WellShrank(seat):
                return Question(Ask.DRAW, (Yes(), No()), seat=seat)
            case None:
                return find_question(self.game)

    @property
    def looks_again(self) -> bool:
        """Whether another look is wanted although nothing may change."""
        return self.is_blind or bool(self.game.waiting) or (self._watches_well and not self._beside.well.is_settled)

    def start(self) -> tuple[TableEvent, ...]:
        """Begin the match if it has not begun: the first deal, by the rules."""
        if self.game.record.entries:
            self._log.close(self.game)
            return ()
        record = deal_hidden(self.game.record, time=self._clock())
        return self._write(self._with(Game(record)), (Entered(record.steps[-1]),), Moment())

    def look(self, look: Look) -> tuple[TableEvent, ...]:
        """What came about by one more look at the table."""
        self._last = look
        events = self._turn_round(look)
        view = self._see(look)
        events += self._judge(look, view)
        if not self.is_blind:
            events += self._see_hand(look)
            events += self._see_well(look, is_still=not events)
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
        return self._write(self._beside, (happening,), Moment(time))

    def order(self, order: Order) -> Heard:
        """What comes of an order; an OrderError says why it means nothing now."""
        after, happenings = self._carry_out(order)
        if rejected := [item for item in happenings if isinstance(item, Rejected)]:
            return Heard((), self.announcer.announce(rejected[0]), rejected[0])
        # The picture that was judged last shows what the order is about.
        events = self._write(after, happenings, self._moment(self._view))
        if isinstance(order, NextRound):
            # What was seen last is the board of the last round.
            self._last = None
        if self._last is not None:
            events += self._judge(replace(self._last, apart=False), self._view)
        return Heard(events)

    # What is seen.

    def _see(self, look: Look) -> TableView | None:
        """The picture of a look, by the cells of the match, where there is one and it shows them."""
        if look.picture is None:
            return None
        found = locate(self.game, look.board)
        return view_table(*look.picture, found.motion) if isinstance(found, Registration) else None

    def _turn_round(self, look: Look) -> tuple[TableEvent, ...]:
        """Go on with a set that runs the other way, if the first tiles show that it does."""
        chirality = find_other_handedness(self.game, look.board, look.chirality)
        if chirality is None:
            return ()
        record = turn_round(self.game.record, chirality)
        self._announcers.update(_announcers_of(record))
        # What was refused as no tile of the set may be one now.
        after = self._with(replace(self.game, record=record, refused={}))
        return self._write(after, (Handed(chirality),), self._moment(None))

    def _judge(self, look: Look, view: TableView | None) -> tuple[TableEvent, ...]:
        if self.game.state.phase is Phase.OVER:
            return ()
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
            game, happenings = begin_round(game, time=now)
            return self._write(self._with(game), happenings, self._moment(view)) + self._judge(look, view)
        return self._write(self._with(game), happenings, self._moment(view))

    def _wait_for_view(self, look: Look, game: Game, happening: Happening) -> tuple[TableEvent, ...]:
        """Nothing can be judged: say so after a while, and take what is still not seen then for missing."""
        if look.stands:
            # Nothing is known of the time between pictures, so what the next one does not show either is missing.
            self._beside = self._with(game)
            return ()
        now = look.time or 0.0
        self._blind_since = now if self._blind_since is None else self._blind_since
        if now - self._blind_since < PATIENCE or type(self._blind_said) is type(happening):
            return ()
        self._blind_said = happening
        return self._write(self._with(game), (happening,), self._moment(None))

    def _see_hand(self, look: Look) -> tuple[TableEvent, ...]:
        """Count the hand that somebody laid in view, if the round waits for one."""
        state, loose = self.game.state, dict(look.loose)
        if state.phase is not Phase.SHOW:
            self._beside = replace(self._beside, loose=frozenset(loose), denied=frozenset())
            return ()
        if not isinstance(locate(self.game, look.board), Registration):
            # The board was swept already, and tiles that touch belong to a hand.
            loose |= {tile_of(sight.digits): sight.clear for sight in look.board.values()}
        hand = find_hand(state, loose, self._beside.loose, by=look.hand, attended=self._attended)
        if hand is not None and hand.tiles == self._beside.denied:
            hand = None
        if hand is not None and hand.sure:
            return self._enter(Show(hand.seat, hand.tiles))
        if hand is None:
            return self._withdraw()
        return () if hand == self._beside.asked else self._ask(hand)

    def _see_well(self, look: Look, *, is_still: bool) -> tuple[TableEvent, ...]:
        """Ask whether a tile was drawn that has gone from the well, while nothing else came about."""
        if look.backs is None or not self._watches_well:
            self._beside = replace(self._beside, well=WellSeen())
            return ()
        state, before = self.game.state, self._beside.well
        well, has_gone = before.look(look.backs, state)
        self._beside = replace(self._beside, well=well)
        seat = state.to_move
        if has_gone and is_still and seat is not None and self.question is None and not state.faults(Draw(seat)):
            return self._ask(WellShrank(seat))
        is_back = before.agreed is not None and well.agreed is not None and well.agreed > before.agreed
        return self._withdraw() if is_back and isinstance(self._beside.asked, WellShrank) else ()

    @property
    def _watches_well(self) -> bool:
        """Whether it matters how many tiles lie face down: a tile may be drawn, and somebody can say so."""
        return self._attended and self.game.state.phase is Phase.PLAY

    def _withdraw(self) -> tuple[TableEvent, ...]:
        """Ask no more what has answered itself."""
        question = self.question
        if self._beside.asked is None or question is None:
            return ()
        return self._write(replace(self._beside, asked=None), (Withdrawn(question.ask),), self._moment(None))

    def _ask(self, about: HandSeen | WellShrank) -> tuple[TableEvent, ...]:
        return self._write(replace(self._beside, asked=about), (about,), self._moment(self._view))

    # What is said.

    def _carry_out(self, order: Order) -> tuple[Beside, tuple[Happening, ...]]:
        game, asked = self.game, self._beside.asked
        match order:
            case NextRound() if game.leftover and self._lies_there():
                raise OrderError("the board of the last round still lies there; it must be cleared away first")
            case AnswerQuestion(number) if asked is not None:
                return self._answer(asked, number)
            case ShowHand(seat, None) if game.state.phase is Phase.SHOW:
                game, happenings = self._show_what_is_seen(seat)
            case _:
                game, happenings = carry_out(game, order, time=self._clock())
        return self._with(game), happenings

    def _answer(self, asked: HandSeen | WellShrank, number: int) -> tuple[Beside, tuple[Happening, ...]]:
        """What a person says of a hand or the well."""
        question = self.question
        assert question is not None, "something was asked"
        answer = question.choose(number)
        answered = Answered(question, answer)
        if isinstance(answer, No):
            return self._deny(asked), (answered,)
        if isinstance(asked, HandSeen):
            seat = answer.seat if isinstance(answer, LaidBy) else asked.seat
            game, happenings = show_hand(self.game, seat, asked.tiles, self._clock())
        else:
            game, happenings = enter(self.game, Draw(asked.seat), self._clock())
        return self._with(game), happenings if isinstance(happenings[0], Rejected) else (answered, *happenings)

    def _deny(self, asked: HandSeen | WellShrank) -> Beside:
        """The table once it was said that something is not what it seemed; that need not be asked again."""
        before = replace(self._beside, asked=None)
        if isinstance(asked, HandSeen):
            return replace(before, denied=asked.tiles)
        return replace(before, well=before.well.without_draw())

    def _show_what_is_seen(self, seat: int | None) -> Outcome:
        """Count the tiles that lie in view as all that somebody had left, as a person says who sees them."""
        state, look = self.game.state, self._last
        seats = [seat for seat, hand in enumerate(state.hands) if not hand.is_known]
        shown = frozenset[Tile]().union(*(hand.tiles or () for hand in state.hands))
        tiles = frozenset(look.loose if look else ()) - self._beside.loose - shown
        if not tiles:
            raise OrderError("no hand is in view; say which tiles it holds, as in 'show Anna 0-1-5'")
        return show_hand(self.game, seats[0] if seat is None else seat, tiles, self._clock())

    def _lies_there(self) -> bool:
        look = self._last
        return look is not None and isinstance(locate(self.game, look.board), Registration)

    # What comes about.

    def _enter(self, event: Event) -> tuple[TableEvent, ...]:
        game, happenings = enter(self.game, event, self._clock())
        news = tuple(item for item in happenings if not isinstance(item, Rejected))
        return self._write(self._with(game), news, self._moment(self._view))

    def _with(self, game: Game) -> Beside:
        """The table with another game; what was asked about a hand or the well is asked until the record goes on."""
        asked = self._beside.asked if game.record is self.game.record else None
        return replace(self._beside, game=game, asked=asked)

    def _write(self, after: Beside, happenings: tuple[Happening, ...], moment: Moment) -> tuple[TableEvent, ...]:
        """Store what came about, and take it for true."""
        game, happenings = end_rounds(self.game, after.game, happenings)
        after = replace(after, game=game)
        news = tuple(item for item in happenings if not isinstance(item, _NO_NEWS))
        events = self._log.write(news, self.game, after, moment)
        self._beside = after
        return events

    def _moment(self, after: TableView | None) -> Moment:
        look = self._last
        before = self._view if after is not self._view else None
        return Moment(None, None, before, after) if look is None else Moment(look.time, look.frame, before, after)


def _announcers_of(record: Record) -> dict[str, HappeningAnnouncer]:
    """The voice of the referee in each language."""
    ruleset, players = triangle_match(record.start).ruleset, record.players
    return {code: HappeningAnnouncer(find_language(code), ruleset, players, Voice.TABLE) for code in LANGUAGES}

"""A table: one camera over one match."""

import threading
import time
from collections.abc import Callable

from tileref.engine.triangles import Phase, Tile, tile_of
from tileref.game import Game
from tileref.hands_seen import find_loose
from tileref.happening_words import HappeningAnnouncer
from tileref.happenings import CameraGone, CameraThere
from tileref.language import Language
from tileref.live_match import Heard, LiveMatch, Look
from tileref.match_log import TableEvent
from tileref.orders import AnswerQuestion, Order, OrderError
from tileref.questions import Question
from tileref.seats import Seats
from tileref.sights import see_board
from tileref.store import Store
from tileref.vision.frame import Frame
from tileref.vision.observed import ObservedPicture, set_apart
from tileref.vision.pipeline import PictureReader
from tileref.vision.source_items import CameraBack, CameraTrouble, SourceItem
from tileref.vision.watching import Glimpse, Moving, Seen, Unchanged, Watcher
from tileref.well_seen import count_backs


class Table:
    """One camera over one match of a store, which goes on from where it was left.

    Where it is `attended`, somebody answers what cannot be seen; else turns rotate. With `seats` it is noticed whose
    hand laid a tile. Any thread may call it, and there may be several tables.
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
        self._live = LiveMatch(store, match, language, attended=attended, clock=clock)
        self._attended = attended
        self._watcher = Watcher(reader)
        self._seats = seats
        self._lock = threading.RLock()
        self._glimpse: Glimpse = Moving()
        self._observed: ObservedPicture | None = None
        # Something moved since the table was judged last, so that another look is another opportunity.
        self._stirred = True
        self._has_looked = False

    @property
    def match(self) -> int:
        """The id of the match."""
        return self._live.id

    @property
    def game(self) -> Game:
        """The match and what lies on the table."""
        return self._live.game

    @property
    def question(self) -> Question | None:
        """What is to be answered now."""
        return self._live.question

    @property
    def observed(self) -> ObservedPicture | None:
        """What lay on the table when it was looked at last, in the cells of that picture."""
        return self._observed

    @property
    def is_moving(self) -> bool:
        """Whether something moves on the table, or has not been looked at yet."""
        return isinstance(self._glimpse, Moving)

    def announcer_in(self, language: str) -> HappeningAnnouncer:
        """The referee's voice in another language."""
        return self._live.announcer_in(language)

    @property
    def announcer(self) -> HappeningAnnouncer:
        """The referee's voice."""
        return self._live.announcer

    def start(self) -> tuple[TableEvent, ...]:
        """Begin the match if it has not begun."""
        with self._lock:
            return self._live.start()

    def order(self, order: Order, *, about: Question | None = None) -> Heard:
        """What comes of an order; an OrderError says why it means nothing now.

        An answer may say what it is `about`: then it is one to no other question.
        """
        with self._lock:
            if isinstance(order, AnswerQuestion) and about is not None and about != self.question:
                raise OrderError("another question is asked now")
            return self._live.order(order)

    def see(self, item: SourceItem) -> tuple[TableEvent, ...]:
        """What came about by one more item of the camera."""
        with self._lock:
            match item:
                case Frame():
                    return self._see(item)
                case CameraTrouble(trouble, detail, at):
                    return self._live.notice(CameraGone(trouble, detail), at)
                case CameraBack(at):
                    return self._live.notice(CameraThere(), at)
                case _:
                    return ()

    def _see(self, frame: Frame) -> tuple[TableEvent, ...]:
        self._glimpse = glimpse = self._watcher.see(frame)
        if isinstance(glimpse, Moving):
            self._stirred = True
        if isinstance(glimpse, Unchanged):
            return self._live.pass_time(frame.time or 0.0)
        if not isinstance(glimpse, Seen):
            return ()
        observed = set_apart(glimpse.observed, self._beside_board(glimpse))
        self._observed = observed
        look = Look(
            see_board(observed),
            find_loose(observed),
            backs=count_backs(observed),
            chirality=observed.chirality,
            apart=frame.stands or self._stirred,
            stands=frame.stands,
            hand=self._seats.nearest(glimpse.hour) if self._seats else None,
            time=frame.time,
            frame=frame.number,
            picture=(frame.image, observed),
        )
        self._stirred, self._has_looked = False, True
        events = self._live.look(look)
        if not self._live.is_blind:
            self._watcher.adopt()
        if self._live.looks_again:
            self._watcher.look_again()
        return events

    def _beside_board(self, seen: Seen) -> frozenset[Tile]:
        """The tiles that are known to lie beside the board: those that did when it was judged last.

        What lay there already when a camera that goes on looking first saw the table was not laid while it looked; but
        a tile alone, where somebody is there to say if it is not, was laid a little early.
        """
        if self._has_looked or seen.frame.stands or self.game.state.phase is Phase.PLAY:
            return self._live.loose
        lying = frozenset(tile_of(tile.digits) for tile in seen.observed.tiles if tile.digits is not None)
        return self._live.loose if self._attended and len(lying) == 1 else lying

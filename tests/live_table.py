"""A real table for tests of the live referee: people with hands of tiles, a board, and a camera that looks at it.

What happens in truth is a simulated match. The referee sees of it what a camera sees, each time as another camera would
name the cells, and hears what people would say. Where `trouble` is above 0, things go wrong as they do at a table.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from tests.strategies import NAMES
from tileref.engine.triangles import (
    Cell,
    Deal,
    Digits,
    Draw,
    Pass,
    Phase,
    Place,
    Placement,
    Reveal,
    StartDraw,
    Tile,
    TriangleEvent,
    TriangleMatch,
    TriangleRuleset,
    next_event,
    start_match,
    tile_of,
)
from tileref.game import Game
from tileref.language import find_language
from tileref.live_match import Heard, LiveMatch, Look, begin_match
from tileref.match_log import TableEvent
from tileref.orders import (
    AnswerQuestion,
    CorrectSeat,
    CorrectTile,
    DrawnForStart,
    DrawTile,
    NameOpener,
    Order,
    OverruleRefusal,
    PassTurn,
    RevealTriplet,
    UndoLast,
)
from tileref.questions import Answer, Ask, ItIs, LaidBy, No, Question, Yes
from tileref.sights import Sight, Vague
from tileref.store import Store
from tileref.vision.registration import TURNS, Motion


def photograph(
    tiles: Iterable[Placement], rng: Random, unlike: Mapping[Cell, Sight] | None = None
) -> dict[Cell, Sight]:
    """The board as some camera names its cells; tiles in cells of `unlike` are seen like that."""
    motion = Motion(rng.randrange(TURNS), rng.randint(-9, 9), rng.randint(-9, 9))
    shuffled = list(tiles)
    rng.shuffle(shuffled)
    seen = {cell: Sight(digits, readings=(digits,)) for cell, digits in shuffled}
    seen |= {cell: sight for cell, sight in (unlike or {}).items() if cell in seen}
    return dict(sight.moved(motion, cell) for cell, sight in seen.items())


def blurred(
    digits: Digits, *others: Digits, vague: Vague = Vague.DIGITS, probable: bool = True, disputed: bool = False
) -> Sight:
    """A tile that is not clear: taken for these digits, and perhaps others."""
    return Sight(digits, clear=False, probable=probable, vague=vague, disputed=disputed, readings=(digits, *others))


def open_match(
    store: Store, ruleset: TriangleRuleset, players: int, *, attended: bool, clock: Callable[[], float] = lambda: 1e9
) -> LiveMatch:
    """A new match, begun."""
    match = begin_match(store, ruleset, NAMES[:players], table="table", time=clock())
    live = LiveMatch(store, match, find_language("en"), attended=attended, clock=clock)
    live.start()
    return live


def open_kept(store: Store, match: int) -> LiveMatch:
    """A match that is in the store, for a table where somebody answers questions."""
    return LiveMatch(store, match, find_language("en"), attended=True, clock=lambda: 1e9)


class Watched(Protocol):
    """What a table needs of the referee who watches it."""

    @property
    def game(self) -> Game: ...
    @property
    def question(self) -> Question | None: ...
    def look(self, look: Look) -> tuple[TableEvent, ...]: ...
    def order(self, order: Order) -> Heard: ...


def essence(live: LiveMatch) -> object:
    """Everything that a match goes on from, without what the next look at the table will tell anyway."""
    game = live.game
    waiting = {cell: (it.digits, it.sight.readings, it.why, it.seat) for cell, it in game.waiting.items()}
    return (
        game.record,
        list(game.refused.items()),
        list(waiting.items()),
        list(game.told.items()),
        list(game.struck.items()),
        game.leftover,
        live.question,
    )


@dataclass
class LiveTable:
    """A match played in earnest before the eyes of a `LiveMatch`."""

    ruleset: TriangleRuleset
    players: int
    rng: Random
    store: Store
    attended: bool = True
    trouble: float = 0.0
    resume: float = 0.0

    truth: TriangleMatch = field(init=False)
    hands: dict[int, frozenset[Tile]] = field(init=False, default_factory=dict)
    lying: list[Placement] = field(init=False, default_factory=list)
    loose: list[Tile] = field(init=False, default_factory=list)
    looks_like: dict[Cell, Sight] = field(init=False, default_factory=dict)
    told: list[TableEvent] = field(init=False, default_factory=list)
    seconds: float = field(init=False, default=0.0)
    troubles: list[str] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        self.truth = start_match(self.ruleset, self.players)
        self.live: Watched = self.open()

    def open(self) -> Watched:
        return open_match(self.store, self.ruleset, self.players, attended=self.attended, clock=self.clock)

    def clock(self) -> float:
        self.seconds += 1
        return self.seconds

    @property
    def game(self) -> Game:
        return self.live.game

    # The camera, and people's words.

    def look(
        self,
        tiles: Iterable[Placement] | None = None,
        *,
        unlike: Mapping[Cell, Sight] | None = None,
        loose: Mapping[Tile, bool] | None = None,
        hand: int | None = None,
        apart: bool = True,
    ) -> tuple[TableEvent, ...]:
        """Let the camera look at the table as it is, or as it seems."""
        board = photograph(self.lying if tiles is None else tiles, self.rng, {**self.looks_like, **(unlike or {})})
        beside = dict.fromkeys(self.loose, True) if loose is None else loose
        return self._heard(self.live.look(Look(board, beside, apart=apart, hand=hand, time=self.clock())))

    def say(self, order: Order) -> Heard:
        """Let somebody give an order."""
        heard = self.live.order(order)
        self._heard(heard.events)
        return heard

    def answer(self, wanted: Callable[[Answer], bool]) -> None:
        """Let somebody answer what is asked."""
        question = self.live.question
        assert question is not None
        number = next((n for n, answer in enumerate(question.answers, start=1) if wanted(answer)), None)
        assert number is not None, f"the truth is not among {question}"
        self.say(AnswerQuestion(number))

    def _heard(self, events: tuple[TableEvent, ...]) -> tuple[TableEvent, ...]:
        self.told += events
        if events and isinstance(self.live, LiveMatch) and self.rng.random() < self.resume:
            fresh = LiveMatch(self.store, self.live.id, find_language("en"), attended=self.attended, clock=self.clock)
            assert essence(fresh) == essence(self.live)
            if self.rng.random() < 0.3:
                self.live = fresh
        return events

    # The match.

    def play(self) -> None:
        """Play it to its end."""
        for _ in self.turns():
            pass

    def turns(self) -> Iterator[TriangleEvent]:
        """Play it event by event, each of which is given when the referee knows of it."""
        while (event := next_event(self.truth, self.rng)) is not None:
            self._let(event)
            if self.game.state.phase is Phase.SHOW:
                self._show_hands()
            assert self.game.state.totals == self.truth.totals, (event, self.troubles[-3:])
            yield event

    def _let(self, event: TriangleEvent) -> None:
        match event:
            case Deal(hands, _):
                self.truth = self.truth.apply(event)
                self.hands = {seat: hand.tiles or frozenset() for seat, hand in enumerate(hands)}
                if self.truth.phase is not Phase.DEAL:
                    self._deal()
                return
            case StartDraw(tiles):
                self.say(DrawnForStart(tiles))
            case Reveal(_, tile):
                if self.game.state.opener is None:
                    self.say(NameOpener(self.truth.opener or 0))
                self.say(RevealTriplet(tile))
            case Draw(seat, tile):
                assert tile is not None
                self._fumble()
                self.hands[seat] |= {tile}
                self.say(DrawTile(self.rng.choice((None, seat))))
            case Pass(seat):
                self._fumble()
                self.say(PassTurn(self.rng.choice((None, seat))))
            case Place():
                event = self._lay(event)
            case _:
                raise AssertionError(event)
        self.truth = self.truth.apply(event)

    def _deal(self) -> None:
        if self.game.leftover:
            self.lying, self.loose, self.looks_like = [], [], {}
            self.look()
        assert self.game.state.phase in (Phase.OPEN, Phase.START_DRAW), self.game.state.phase
        opener = self.truth.opener
        must_say = not self.attended or self.truth.right_to_open is None or self.rng.random() < 0.5
        if opener is not None and self.game.state.opener is None and must_say:
            self.say(NameOpener(opener))

    def _show_hands(self) -> None:
        while self.game.state.phase is Phase.SHOW:
            seat = next(seat for seat, hand in enumerate(self.game.state.hands) if not hand.is_known)
            tiles = sorted(self.hands[seat])
            if self._is_trouble():
                self.troubles.append("a hand is laid tile by tile")
                self.look(loose=dict.fromkeys([*self.loose, *tiles[:-1]], True))
                if self.live.question is not None:
                    # So few might be the hand of another.
                    self.answer(lambda answer: isinstance(answer, No))
            self.loose += tiles
            blurs = self._is_trouble()
            if blurs:
                self.troubles.append("a hand is not read for sure")
            self.look(loose={tile: not blurs or tile != tiles[0] for tile in self.loose})
            if self.live.question is not None:
                self.answer((Yes(), LaidBy(seat)).__contains__)

    # A tile.

    def _lay(self, event: Place) -> Place:
        """A tile is laid, with or without trouble; what was laid in the end."""
        if self._is_trouble():
            troubles = [
                self._hand_in_the_way,
                self._unclear,
                self._lawful_misreading,
                self._against_the_rules,
                self._overruled,
                self._undone,
                self._taken_back,
                self._out_of_turn,
                self._seen_blurred_before,
            ]
            trouble = self.rng.choice(troubles)
            self.troubles.append(trouble.__name__)
            event = trouble(event)
        else:
            self._put(event)
        self.hands[event.seat] -= {event.placement.tile}
        self._settle()
        return event

    def _put(self, event: Place) -> None:
        self.lying.append(event.placement)
        self.look()

    def _settle(self) -> None:
        """Answer whatever is asked about the tile that was laid last, by the truth."""
        tile, before = self.lying[-1].tile, None
        while (question := self.live.question) is not None:
            assert question != before, f"{question} was answered and is asked again"
            before = question
            if question.ask is Ask.OPENER:
                self.answer(lambda answer: answer == LaidBy(self.truth.opener or 0))
            else:
                self.answer(lambda answer: isinstance(answer, ItIs) and tile_of(answer.digits) == tile)
        if self.game.waiting:
            # A referee who has just come back judges by what he sees next.
            self.look()

    def _is_trouble(self) -> bool:
        return self.rng.random() < self.trouble

    # What goes wrong at a table.

    def _fumble(self) -> None:
        """Somebody presses a wrong key, and undoes it."""
        if self._is_trouble():
            self.troubles.append("a wrong key is undone")
            before = self.game.state.well.count
            self.say(DrawTile())
            if self.game.state.well.count < before:
                self.say(UndoLast())

    def _hand_in_the_way(self, event: Place) -> Place:
        if len(self.lying) > 3:
            seen = self.rng.sample(self.lying, len(self.lying) - 2)
            self.look(seen)
        self._put(event)
        return event

    def _unclear(self, event: Place) -> Place:
        """The tile is hard to read, taken for another or lies askew; the next look or somebody tells."""
        self.lying.append(event.placement)
        digits = event.digits
        other = ((digits[0] + 1) % 6, *digits[1:])
        sight = self.rng.choice(
            [
                blurred(digits, other),
                blurred(other, digits),
                blurred(digits),
                blurred(digits, vague=Vague.PLACE, probable=False),
            ]
        )
        self.look(unlike={event.cell: sight})
        if self.rng.random() < 0.5:
            self._settle()
        self.look()
        return event

    def _seen_blurred_before(self, event: Place) -> Place:
        """An older tile becomes hard to read, and is read wrong."""
        if len(self.lying) < 4:
            return self._hand_in_the_way(event)
        cell, (a, b, c) = self.rng.choice(self.lying)
        self.lying.append(event.placement)
        self.look(unlike={cell: blurred(((a + 1) % 6, b, c), probable=False)})
        return event

    def _lawful_misreading(self, event: Place) -> Place:
        """The tile is taken for another that might lie there; somebody corrects it, and it is read wrong ever after."""
        board = self.truth.board
        wrong = [
            (a, b, c)
            for a, b, c in ((*event.digits[:2], digit) for digit in range(6))
            if (a, b, c) != event.digits
            and not board.placement_faults(Placement(event.cell, (a, b, c)))
            and tile_of((a, b, c)) not in {tile_of(sight.digits) for sight in self.looks_like.values()}
        ]
        if not wrong or not self.lying:
            return self._hand_in_the_way(event)
        self.lying.append(event.placement)
        self.looks_like[event.cell] = Sight(wrong[0], readings=(wrong[0],))
        self.look()
        # From here on the table and the match may call the same cell by different names.
        self.say(CorrectTile(tile_of(wrong[0]), event.digits))
        self.look()
        return event

    def _against_the_rules(self, event: Place) -> Place:
        wrong = self._wrong(event.seat)
        if wrong is not None:
            self.lying.append(wrong)
            self.look(unlike={wrong.cell: Sight(wrong.digits, disputed=self.rng.random() < 0.5)})
            assert self.game.refused
            self.look()
            self.lying.pop()
            self.look()
            assert not self.game.refused
        self._put(event)
        return event

    def _overruled(self, event: Place) -> Place:
        """What is against the rules counts, because all agree that it does."""
        wrong = self._wrong(event.seat)
        if wrong is None or self.truth.phase is not Phase.PLAY:
            return self._hand_in_the_way(event)
        event = Place(event.seat, *wrong)
        self._put(event)
        self.say(OverruleRefusal())
        return event

    def _wrong(self, seat: int) -> Placement | None:
        """A tile of a hand where it must not lie."""
        board = self.truth.board
        cells = sorted(board.open_cells)
        self.rng.shuffle(cells)
        for tile in sorted(self.hands[seat]):
            for cell in cells[:6]:
                placement = Placement(cell, (tile.a, tile.b, tile.c))
                faults = board.placement_faults(placement)
                if faults and not any(fault.final for fault in faults):
                    return placement
        return None

    def _undone(self, event: Place) -> Place:
        """The tile is taken back by word, lies there for a while, is lifted and laid again."""
        self.lying.append(event.placement)
        self.look()
        self._settle()
        if self.game.state.phase is Phase.PLAY:
            self.say(UndoLast())
            self.look()
            self.lying.pop()
            self.look()
            self._put(event)
        return event

    def _taken_back(self, event: Place) -> Place:
        """The tile is lifted and laid again."""
        self.lying.append(event.placement)
        self.look()
        self._settle()
        if self.game.state.phase is Phase.PLAY and len(self.lying) > 1:
            self.lying.pop()
            self.look()
            self._put(event)
        return event

    def _out_of_turn(self, event: Place) -> Place:
        """The tile is another player's, who is said to have laid it."""
        others = [
            (seat, tile)
            for seat in range(self.players)
            if seat != event.seat
            for tile in sorted(self.hands[seat])
            if self.truth.board.can_place((tile,))
        ]
        if not others or self.truth.phase is not Phase.PLAY or self.truth.outs or self.truth.bought:
            return self._hand_in_the_way(event)
        seat, tile = others[0]
        (cell, digits), *_ = self.truth.board.placements_of((tile,))
        self._put(Place(event.seat, cell, digits))
        self.say(CorrectSeat(seat))
        return Place(seat, cell, digits)

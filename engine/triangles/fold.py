"""What an event does to a match of triangular dominoes.

A fold takes the state apart, lets one event change it and puts the next state together. It carries out
whatever it is told and leaves the judging to `legality`: an event that people overruled counts like any other.
"""

from typing import TypeVar, assert_never

from tileref.engine.hands import Hand
from tileref.engine.match import (
    Event,
    Line,
    LineKind,
    MatchOver,
    News,
    Out,
    Repeat,
    RoundEnd,
    RoundOver,
)
from tileref.engine.triangles.board import Board
from tileref.engine.triangles.bonus import score_placement
from tileref.engine.triangles.events import (
    EVENTS,
    Deal,
    Draw,
    Opener,
    Pass,
    Place,
    Reveal,
    Show,
    StartDraw,
    Timeout,
)
from tileref.engine.triangles.legality import purchases_on_timeout
from tileref.engine.triangles.opening import StartSums, draw_for_start, right_to_open
from tileref.engine.triangles.ruleset import (
    BlockDetection,
    CountHands,
    Opening,
    OpeningTile,
    PointsSwitch,
    TimeoutRule,
    TriangleRuleset,
)
from tileref.engine.triangles.settlement import (
    At,
    match_winners,
    needs_hands,
    seats_to_move_after,
    settle_block,
    settle_out,
)
from tileref.engine.triangles.state import Phase, TriangleState, empty_board, opens_by_winning, unplayed_tiles
from tileref.engine.triangles.tiles import Tile

StateT = TypeVar("StateT", bound=TriangleState)


def fold(state: StateT, event: Event) -> StateT:
    """The state after the event."""
    if not isinstance(event, EVENTS):
        raise TypeError(f"{event!r} is not an event of triangular dominoes")
    work = _Fold(state)
    match event:
        case Place():
            work.place(event)
        case Draw():
            work.draw(event.seat, event.tile)
            work.notice_block()
        case Pass():
            work.skip(event.seat)
        case Timeout():
            work.time_out(state, event)
        case Deal():
            work.deal(event)
        case StartDraw():
            work.start_draw(event.tiles)
        case Opener():
            work.open_with(event.seat)
        case Reveal():
            work.open_with(event.seat)
            work.revealed = event.tile
        case Show():
            work.show(event.seat, event.tiles)
        case _:
            assert_never(event)
    after = object.__new__(type(state))
    after.__dict__.update(work.__dict__)
    return after


class _Fold:
    """A match state in the making. Its attributes are the fields of `TriangleState`."""

    ruleset: TriangleRuleset
    players: int
    phase: Phase
    totals: tuple[int, ...]
    reached: tuple[bool, ...]
    round: int
    board: Board
    hands: tuple[Hand[Tile], ...]
    well: Hand[Tile]
    to_move: int | None
    opener: int | None
    start: StartSums | None
    revealed: Tile | None
    bought: tuple[Tile | None, ...]
    last_seat: int | None
    idle: int
    outs: tuple[int, ...]
    last_turns: tuple[int, ...]
    ended: RoundEnd | None
    counted: tuple[int, ...] | None
    round_winners: tuple[int, ...]
    winners: tuple[int, ...]
    news: tuple[News, ...]

    def __init__(self, state: TriangleState) -> None:
        self.__dict__.update(state.__dict__)
        self.news = ()

    # The opening of a round.

    def deal(self, deal: Deal) -> None:
        self.hands, self.well = deal.hands, deal.well
        winner_opens = opens_by_winning(self.ruleset, self.round_winners)
        if self.ruleset.opening is Opening.START_DRAW and self.players > 1 and not winner_opens:
            self.phase = Phase.START_DRAW
            self.start = StartSums.before(self.players)
            return
        self.phase = Phase.OPEN
        known = [hand.tiles for hand in deal.hands if hand.tiles is not None]
        if self.players == 1:
            self.open_with(0)
        elif winner_opens:
            self.open_with(self.round_winners[0])
        elif len(known) == self.players:
            right = right_to_open(self.ruleset, known)
            if isinstance(right, Repeat):
                self.phase = Phase.DEAL
                self.news += (right,)
            else:
                self.open_with(right.seat)

    def start_draw(self, tiles: tuple[Tile, ...]) -> None:
        assert self.start is not None, "a start draw happens in its phase"
        outcome = draw_for_start(self.ruleset, self.start, tiles)
        if isinstance(outcome, int):
            self.open_with(outcome)
        else:
            self.start = outcome
            self.news += (Repeat(outcome.drawing),)

    def open_with(self, seat: int) -> None:
        self.phase = Phase.OPEN
        self.start = None
        self.opener = self.to_move = seat

    # A turn.

    def place(self, place: Place) -> None:
        seat, placement = place.seat, place.placement
        score = score_placement(self.ruleset, self.board, placement)
        opens = self.phase is Phase.OPEN
        self.score(seat, score.value, LineKind.TILE)
        if score.bonus:
            kind = LineKind.OPENING if opens else LineKind.BONUS
            self.score(seat, score.bonus, kind, score.placement_class)
        self.board = self.board.place(placement)
        if opens:
            self.phase = Phase.PLAY
            self.opener = seat
        if opens and self.ruleset.opening_tile is OpeningTile.BANK:
            self.well = self.well.minus(placement.tile)
        else:
            self.set_hand(seat, self.hands[seat].minus(placement.tile))
        self.idle = 0
        self.end_turn(seat)

    def draw(self, seat: int, tile: Tile | None) -> None:
        self.take_turn(seat)
        self.well = self.well.minus(tile)
        self.set_hand(seat, self.hands[seat].plus(tile))
        self.bought += (tile,)
        self.score(seat, -self.ruleset.draw_penalty, LineKind.DRAW)

    def skip(self, seat: int) -> None:
        self.take_turn(seat)
        if self.well.count or self._empty_well_costs():
            self.score(seat, -self.ruleset.pass_penalty, LineKind.PASS)
        self.idle = 0 if self.well.count else self.idle + 1
        self.end_turn(seat)

    def _empty_well_costs(self) -> bool:
        """Whether passing costs points with the well empty.

        Where drawing has no limit, it does for a player who emptied it, and by option for one who found it
        empty; where it has, an empty bank is nobody's fault.
        """
        emptied = self.ruleset.draw_limit is None and bool(self.bought)
        return emptied or self.ruleset.pass_penalty_empty_well

    def time_out(self, state: TriangleState, timeout: Timeout) -> None:
        if self.ruleset.timeout is TimeoutRule.WARN:
            return
        self.take_turn(timeout.seat)
        bank_was_empty = not self.well.count
        purchases = purchases_on_timeout(state, timeout.seat)
        for tile in timeout.tiles if timeout.tiles is not None else (None,) * purchases:
            self.draw(timeout.seat, tile)
        if self.ruleset.timeout is TimeoutRule.UNWILLING and self.well.count:
            self.score(timeout.seat, -self.ruleset.pass_penalty, LineKind.PASS)
        # A turn that ran out of time is a failed one only if nothing could have been laid.
        choice = state.playable(timeout.seat)
        if choice is None:
            choice = unplayed_tiles(self.board, (*self.hands, self.well))
        stuck = bank_was_empty and not self.board.can_place(choice)
        self.idle = self.idle + 1 if stuck else 0
        self.end_turn(timeout.seat)

    def take_turn(self, seat: int) -> None:
        """Let a seat that was not to move, and was allowed to, take the turn."""
        if seat != self.to_move:
            self.to_move = seat
            self.bought = ()

    def end_turn(self, seat: int) -> None:
        self.bought = ()
        self.last_seat = seat
        self.latch()
        winners = match_winners(self.ruleset, at=At.AFTER_TURN, totals=self.totals, reached=self.reached)
        if winners is not None:
            self.end_match(winners)
        elif not self.hands[seat].count and seat not in self.outs:
            self.go_out(seat)
        elif self.outs:
            self.next_last_turn(seat)
        elif not self.notice_block():
            self.to_move = (seat + 1) % self.players

    # The end of a round.

    def go_out(self, seat: int) -> None:
        first = not self.outs
        self.outs += (seat,)
        if not first:
            self.news += (Out(seat, tuple(other for other in self.last_turns if other != seat)),)
            self.next_last_turn(seat)
            return
        assert self.opener is not None, "somebody opened the round that somebody has gone out in"
        self.last_turns = seats_to_move_after(self.ruleset, self.players, self.opener, seat)
        self.news += (Out(seat, self.last_turns),)
        if self.last_turns and self.ruleset.count_hands is CountHands.AT_ONCE:
            values = self.hand_values()
            if values is None and needs_hands(self.ruleset, RoundEnd.OUT):
                self.phase, self.to_move = Phase.SHOW, None
                return
            self.counted = values
        self.next_last_turn(seat)

    def next_last_turn(self, seat: int) -> None:
        self.last_turns = tuple(other for other in self.last_turns if other != seat)
        if self.last_turns:
            self.to_move = self.last_turns[0]
        else:
            self.end_round(RoundEnd.OUT)

    def notice_block(self) -> bool:
        """End the round if nobody can move any more; whether it did."""
        if self.well.count or self.outs:
            return False
        if self.ruleset.block_detection is BlockDetection.FULL_CIRCLE:
            blocked = self.idle >= self.players
        else:
            blocked = not self.board.can_place(unplayed_tiles(self.board, (*self.hands, self.well)))
        if blocked:
            self.end_round(RoundEnd.BLOCKED)
        return blocked

    def end_round(self, how: RoundEnd) -> None:
        self.ended = how
        self.to_move = None
        if self.hand_values() is None and self.counted is None and needs_hands(self.ruleset, how):
            self.phase = Phase.SHOW
        else:
            self.settle(how)

    def show(self, seat: int, tiles: frozenset[Tile]) -> None:
        self.set_hand(seat, Hand.of(tiles))
        values = self.hand_values()
        if values is None:
            return
        if self.ended is not None:
            self.settle(self.ended)
        else:
            # The hands are counted at once, and the last turns are still to come.
            self.counted = values
            self.phase = Phase.PLAY
            self.to_move = self.last_turns[0]

    def settle(self, how: RoundEnd) -> None:
        values = self.counted or self.hand_values() or (0,) * self.players
        if how is RoundEnd.OUT:
            winners, lines = settle_out(self.ruleset, values, self.outs)
        else:
            winners, lines = settle_block(self.ruleset, values, [hand.count for hand in self.hands])
        for line in lines:
            self.score(line.seat, line.points, line.kind)
        self.latch()
        self.round_winners = winners
        self.news += (RoundOver(self.round, how, winners),)
        champions = match_winners(
            self.ruleset,
            at=At.ROUND_END,
            totals=self.totals,
            reached=self.reached,
            round_winners=winners,
            rounds_played=self.round,
        )
        if champions is not None:
            self.end_match(champions)
        else:
            self.next_round()

    def next_round(self) -> None:
        self.phase = Phase.DEAL
        self.round += 1
        self.board = empty_board(self.ruleset)
        self.hands = (Hand[Tile].hidden(0),) * self.players
        self.well = Hand.hidden(0)
        self.to_move = self.opener = self.last_seat = self.revealed = self.ended = self.counted = None
        self.bought = self.outs = self.last_turns = ()
        self.idle = 0

    def end_match(self, winners: tuple[int, ...]) -> None:
        self.phase = Phase.OVER
        self.to_move = None
        self.winners = winners
        self.news += (MatchOver(winners),)

    # Keeping the score.

    def score(self, seat: int, points: int, kind: LineKind, of: str = "") -> None:
        """Write a line, unless it is worth nothing."""
        if self.ruleset.points is PointsSwitch.OFF:
            return
        if self.ruleset.floor_zero:
            points = max(points, -self.totals[seat])
        if points:
            self.news += (Line(seat, points, kind, of),)
            self.totals = (*self.totals[:seat], self.totals[seat] + points, *self.totals[seat + 1 :])

    def latch(self) -> None:
        """Remember who has the target now."""
        target = self.ruleset.target
        if target is not None and max(self.totals) >= target:
            self.reached = tuple(was or total >= target for was, total in zip(self.reached, self.totals, strict=True))

    def set_hand(self, seat: int, hand: Hand[Tile]) -> None:
        self.hands = (*self.hands[:seat], hand, *self.hands[seat + 1 :])

    def hand_values(self) -> tuple[int, ...] | None:
        """The value of every hand, None unless all are known."""
        values = tuple(value for hand in self.hands if (value := hand.value) is not None)
        return values if len(values) == self.players else None

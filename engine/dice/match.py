"""A match of dice: the state, what may happen next, and where it stands."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from tileref.engine.dice.card import Card, Category
from tileref.engine.dice.events import EVENTS, Reroll, Roll, Score
from tileref.engine.dice.ruleset import DiceRuleset
from tileref.engine.dice.scoring import DICE, FACES, CardTotals, LineScore, score_faults, score_of, totals_of
from tileref.engine.faults import Fault, Reason
from tileref.engine.match import (
    Event,
    Line,
    LineKind,
    MatchOver,
    News,
    RoundEnd,
    RoundOver,
    Standings,
    leaders_of,
)


@dataclass(frozen=True, slots=True)
class DiceMatch:
    """The state of a match. Nothing changes it; `apply` gives the next one.

    A round in the news is a whole game: thirteen turns each.
    """

    ruleset: DiceRuleset
    players: int
    # The cards by seat of every game begun; the last game is being played, or was the last.
    games: tuple[tuple[Card, ...], ...]
    to_move: int | None
    # What the seat to move has thrown, empty before its first throw, and how often it has thrown.
    dice: tuple[int, ...] = ()
    throws: int = 0
    # The seat that took the last turn, to tell a turn that is over from one that has not come.
    last_seat: int | None = None
    news: tuple[News, ...] = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the game that is being played, by seat."""
        return self.games[-1]

    @property
    def sums(self) -> tuple[tuple[CardTotals, ...], ...]:
        """The sums of the cards of every game, by seat; the upper bonus is written when a game is over."""
        return tuple(tuple(self._sums_of(card, over=_is_game_over(cards)) for card in cards) for cards in self.games)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points by seat, of all games together."""
        return tuple(sum(card.total for card in cards) for cards in zip(*self.sums, strict=True))

    @property
    def is_over(self) -> bool:
        """Whether the last game has been played."""
        return self.to_move is None

    def standings(self) -> Standings:
        """Points and leaders; those who lead when the match is over have won it."""
        totals = self.totals
        return Standings(totals, leaders_of(totals), self.is_over)

    def options_now(self) -> Mapping[Category, LineScore]:
        """What each line that the seat to move may fill would earn now; none before its first throw."""
        if self.to_move is None or not self.dice:
            return {}
        card = self.cards[self.to_move]
        return {
            category: score_of(self.dice, category, card, self.ruleset)
            for category in card.open_lines
            if not score_faults(self.dice, category, card, self.ruleset)
        }

    def faults(self, event: Event) -> tuple[Fault, ...]:
        """Everything that is wrong with the event, the decisive fault first; empty when it may stand."""
        if not isinstance(event, EVENTS):
            raise TypeError(f"{event!r} is not an event of dice")
        if self.is_over:
            return (Fault(reason=Reason.MATCH_OVER, final=True),)
        if event.seat not in range(self.players):
            return (Fault(reason=Reason.NO_SUCH_SEAT, final=True),)
        return tuple(self._faults(event))

    def apply(self, event: Event) -> "DiceMatch":
        """The state after the event, which must have no final fault."""
        if not isinstance(event, EVENTS):
            raise TypeError(f"{event!r} is not an event of dice")
        match event:
            case Roll(seat, dice):
                # A seat that was not to move, and was allowed to, takes the turn with its throw.
                throws = self.throws if seat == self.to_move else 0
                return replace(self, to_move=seat, dice=dice, throws=throws + 1, news=())
            case Reroll():
                thrown = dict(zip(event.indices, event.dice, strict=True))
                dice = tuple(thrown.get(index, die) for index, die in enumerate(self.dice))
                return replace(self, dice=dice, throws=self.throws + 1, news=())
            case Score():
                return self._score(event)
            case _:
                assert_never(event)

    def _faults(self, event: Roll | Reroll | Score) -> Iterator[Fault]:
        seat = event.seat
        if seat != self.to_move:
            over = seat == self.last_seat
            yield Fault(reason=Reason.TURN_OVER if over else Reason.NOT_YOUR_TURN)
        if self.cards[seat].is_full:
            yield Fault(reason=Reason.NOT_NOW, final=True)
        throws = self.throws if seat == self.to_move else 0
        if not throws and not isinstance(event, Roll):
            yield Fault(reason=Reason.NO_ROLL, final=True)
        if isinstance(event, Score):
            if throws:
                yield from score_faults(self.dice, event.category, self.cards[seat], self.ruleset)
            return
        if throws >= self.ruleset.throws:
            yield Fault(reason=Reason.ROLL_LIMIT)
        if not _are_thrown(event):
            yield Fault(reason=Reason.BAD_DICE, final=True)

    def _score(self, event: Score) -> "DiceMatch":
        seat, category = event.seat, event.category
        score = score_of(self.dice, category, self.cards[seat], self.ruleset)
        lines = [Line(seat, score.points, LineKind.CATEGORY, category)]
        if score.yacht_bonus:
            lines.append(Line(seat, score.yacht_bonus, LineKind.YACHT_BONUS, category))
        card = self.cards[seat].write(category, score.points, bonus=bool(score.yacht_bonus))
        cards = (*self.cards[:seat], card, *self.cards[seat + 1 :])
        after = replace(self, games=(*self.games[:-1], cards), dice=(), throws=0, last_seat=seat, news=tuple(lines))
        if _is_game_over(cards):
            return after._end_game()
        # Nobody misses a turn unless turns were taken out of order and a card is full before the others.
        order = [(seat + step) % self.players for step in range(1, self.players + 1)]
        return replace(after, to_move=next(seat for seat in order if not cards[seat].is_full))

    def _sums_of(self, card: Card, *, over: bool) -> CardTotals:
        sums = totals_of(card, self.ruleset)
        return sums if over else replace(sums, upper_bonus=0)

    def _end_game(self) -> "DiceMatch":
        sums = self.sums[-1]
        bonuses = tuple(
            Line(seat, card.upper_bonus, LineKind.UPPER_BONUS) for seat, card in enumerate(sums) if card.upper_bonus
        )
        winners = leaders_of(tuple(card.total for card in sums))
        news = (*self.news, *bonuses, RoundOver(len(self.games), RoundEnd.PLAYED, winners))
        if len(self.games) < self.ruleset.games_to_play:
            games = (*self.games, (Card(),) * self.players)
            return replace(self, games=games, to_move=0, last_seat=None, news=news)
        return replace(self, to_move=None, news=(*news, MatchOver(leaders_of(self.totals))))


def _is_game_over(cards: tuple[Card, ...]) -> bool:
    return all(card.is_full for card in cards)


def _are_thrown(event: Roll | Reroll) -> bool:
    """Whether the dice of a throw can have been thrown: real faces, and as many as there are places."""
    if any(die not in FACES for die in event.dice):
        return False
    if isinstance(event, Roll):
        return len(event.dice) == DICE
    places = set(event.indices)
    return 0 < len(places) == len(event.indices) == len(event.dice) and places <= set(range(DICE))


def start_match(ruleset: DiceRuleset, players: int) -> DiceMatch:
    """A match before its first throw; the number of players must be one the ruleset allows."""
    ruleset.check_players(players)
    return set_up_match(ruleset, cards=(Card(),) * players)


def set_up_match(
    ruleset: DiceRuleset,
    *,
    cards: tuple[Card, ...],
    to_move: int = 0,
    dice: tuple[int, ...] = (),
    throws: int = 0,
) -> DiceMatch:
    """A match in the middle of its first game, for a referee who comes late."""
    return DiceMatch(ruleset=ruleset, players=len(cards), games=(cards,), to_move=to_move, dice=dice, throws=throws)

"""Matches between simulated players, and what they add up to."""

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from tileref.engine import dominoes, triangles
from tileref.engine.games import AnyRuleset, simulate_event
from tileref.engine.match import MatchOver, RoundEnd, RoundOver
from tileref.engine.record import Accepted, Record, Step
from tileref.engine.rounds import rounds_of
from tileref.engine.triangles import PlacementClass, TriangleMatch, score_placement


def play_match(ruleset: AnyRuleset, players: tuple[str, ...], rng: Random, *, greedy: bool) -> Record:
    """The record of a match played to its end."""
    return deque(play_steps(ruleset, players, rng, greedy=greedy), maxlen=1).pop()


def play_steps(ruleset: AnyRuleset, players: tuple[str, ...], rng: Random, *, greedy: bool) -> Iterator[Record]:
    """The record of a match after each event."""
    record = Record.begin(ruleset, players)
    while (event := simulate_event(record.state, rng, greedy=greedy)) is not None:
        outcome = record.submit(event)
        assert isinstance(outcome, Accepted), "simulated players keep to the rules"
        record = outcome.record
        yield record


@dataclass(slots=True)
class Statistics:
    """What many matches add up to, by seat and in all."""

    players: tuple[str, ...]
    matches: int = 0
    events: int = 0
    rounds: int = 0
    blocked: int = 0
    drawn: int = 0
    wins: Counter[int] = field(default_factory=Counter)
    shared: Counter[int] = field(default_factory=Counter)
    totals: list[tuple[int, ...]] = field(default_factory=list)
    classes: Counter[PlacementClass] = field(default_factory=Counter)

    def add(self, record: Record) -> None:
        """Count a match that is over."""
        self.matches += 1
        self.events += len(record.steps)
        self.rounds += sum(1 for _ in rounds_of(record))
        self.totals.append(record.state.standings().totals)
        for step in record.steps:
            self._add_step(step)

    def _add_step(self, step: Step) -> None:
        match step.event:
            case triangles.Draw() | dominoes.Draw():
                self.drawn += 1
            case triangles.Place() as place:
                assert isinstance(step.before, TriangleMatch), "triangles are laid in their own game"
                score = score_placement(step.before.ruleset, step.before.board, place.placement)
                self.classes[score.placement_class] += 1
            case _:
                pass
        for item in step.news:
            match item:
                case RoundOver(how=how):
                    self.blocked += how is RoundEnd.BLOCKED
                case MatchOver(winners=winners):
                    (self.wins if len(winners) == 1 else self.shared).update(winners)
                case _:
                    pass

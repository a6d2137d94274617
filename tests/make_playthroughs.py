"""Golden playthroughs: a match of every ruleset as text, to be compared line by line.

    python -m tests.make_playthroughs

writes them anew. A line of JSON is the record's; under it stands what came of it. A change of the rules shows as a
difference of these files, and is reviewed as one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, assert_never

from tests.strategies import NAMES
from tileref.engine import dice, dominoes, triangles
from tileref.engine.dice import DiceMatch
from tileref.engine.dominoes import DominoMatch
from tileref.engine.games import AnyMatch, find_ruleset, simulate_event
from tileref.engine.match import Event, Line, Match, MatchOver, News, Out, Repeat, RoundOver
from tileref.engine.options import with_options
from tileref.engine.record import Accepted, Record
from tileref.engine.record_file import format_entry, format_head, parse_record
from tileref.engine.triangles import TriangleMatch

FOLDER = Path(__file__).parent / "playthroughs"
HEADING = "made by python -m tests.make_playthroughs"


@dataclass(frozen=True, slots=True)
class Playthrough:
    """Which match to play: the ruleset, how many players, the seed, and options that keep it short."""

    ruleset: str
    players: int = 2
    seed: int = 1
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def path(self) -> Path:
        """The file of the playthrough."""
        suffix = "" if self.players == 2 else f"-{self.players}"
        return FOLDER / f"{self.ruleset}{suffix}.txt"


PLAYTHROUGHS = (
    Playthrough("triple-400", options={"round_limit": 2}),
    Playthrough("triple-02982", options={"target": 250}),
    Playthrough("triple-02982-race"),
    Playthrough("triomino-hex", options={"round_limit": 2}),
    Playthrough("triomino-hex", players=3, options={"round_limit": 2}),
    Playthrough("triomino-kids", options={"round_limit": 2}),
    Playthrough("domino-100", seed=5),
    Playthrough("domino-50"),
    Playthrough("domino-draw-one", seed=2),
    Playthrough("dice-xl"),
)


def play(playthrough: Playthrough) -> Record:
    """The record of the match that the seed gives, each player taking what scores most."""
    rng = Random(playthrough.seed)
    ruleset = with_options(find_ruleset(playthrough.ruleset), playthrough.options)
    record = Record.begin(ruleset, NAMES[: playthrough.players])
    while (event := simulate_event(_state(record), rng, greedy=True)) is not None:
        outcome = record.submit(event)
        assert isinstance(outcome, Accepted), f"{event!r}: {outcome!r}"
        record = outcome.record
    return record


def render(record: Record) -> str:
    """The text of a playthrough."""
    return "".join(line + "\n" for line in _lines(record))


def parse(text: str) -> Record:
    """The record whose lines stand in a playthrough."""
    return parse_record("".join(line + "\n" for line in text.splitlines() if line.startswith("{")))


def _lines(record: Record) -> Iterator[str]:
    yield HEADING
    yield format_head(record)
    assert len(record.entries) == len(record.steps), "nothing is undone or corrected in a playthrough"
    for entry, step in zip(record.entries, record.steps, strict=True):
        yield format_entry(entry)
        for item in step.news:
            yield f"  {_news(item)}"
        for fact in _facts(step.before, step.after):
            yield f"  {fact}"


def _facts(before: Match[Event], after: Match[Event]) -> Iterator[str]:
    """Where the match stands; a board or chain only where it has changed."""
    match before, after:
        case TriangleMatch(), TriangleMatch():
            yield from _triangle_facts(after, moved=len(before.board) < len(after.board))
        case DominoMatch(), DominoMatch():
            yield from _domino_facts(after, moved=len(before.chain) < len(after.chain))
        case DiceMatch(), DiceMatch():
            yield from _dice_facts(after)


def _news(item: News) -> str:
    match item:
        case Line(seat, points, kind, of):
            return f"{points:+} to {seat}: {kind} {of}".rstrip()
        case RoundOver(number, how, winners):
            return f"round {number} is over, {how}, won by {_seats(winners)}"
        case MatchOver(winners):
            return f"the match is over, won by {_seats(winners)}"
        case Repeat(seats):
            return f"again by {_seats(seats)}"
        case Out(seat, last_turns):
            return f"{seat} is out, last turns {_seats(last_turns)}"
        case _:
            assert_never(item)


def _seats(seats: tuple[int, ...]) -> str:
    return " ".join(map(str, seats)) or "nobody"


def _totals(state: Match[Event]) -> str:
    return "totals " + " ".join(map(str, state.standings().totals))


def _triangle_facts(state: TriangleMatch, *, moved: bool) -> Iterator[str]:
    hands = " ".join(str(hand.count) for hand in state.hands)
    yield f"{state.phase}, to move {state.to_move}, {_totals(state)}, hands {hands}, well {state.well.count}"
    if moved:
        yield triangles.format_position(state.board)
    if state.to_move is not None and len(state.board):
        choice = state.playable(state.to_move) or frozenset()
        best = triangles.best_placement(state.ruleset, state.board, choice)
        if best is not None:
            fitting = state.board.placements_of(choice)
            yield f"{len(fitting)} placements, best {triangles.format_placement(best)}"


def _domino_facts(state: DominoMatch, *, moved: bool) -> Iterator[str]:
    hands = " ".join(str(hand.count) for hand in state.hands)
    yield f"{state.phase}, to move {state.to_move}, {_totals(state)}, hands {hands}, bazaar {state.well.count}"
    if moved:
        yield dominoes.format_chain(state.chain)
    if state.to_move is not None and len(state.chain):
        placements = state.chain.placements_of(state.hands[state.to_move].tiles or ())
        if placements:
            yield "fitting " + " ".join(map(dominoes.format_placement, sorted(placements)))


def _dice_facts(state: DiceMatch) -> Iterator[str]:
    yield f"to move {state.to_move}, {_totals(state)}"
    if state.to_move is not None:
        yield dice.format_position(state.dice, state.cards[state.to_move])
    options = state.options_now()
    if options:
        yield " ".join(f"{category}={score.points + score.yacht_bonus}" for category, score in options.items())


def _state(record: Record) -> AnyMatch:
    assert isinstance(record.state, AnyMatch)
    return record.state


def main() -> None:
    """Write every playthrough."""
    FOLDER.mkdir(exist_ok=True)
    for playthrough in PLAYTHROUGHS:
        text = render(play(playthrough))
        playthrough.path.write_text(text, encoding="utf-8")
        print(f"{playthrough.path.name}: {len(text)} characters")


if __name__ == "__main__":
    main()

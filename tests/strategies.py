"""Hypothesis strategies: rulesets with any options, tiles, boards legal and not, matches played at random."""

from collections.abc import Callable
from random import Random
from typing import TypeVar

from hypothesis import strategies as st

from tileref.engine.games import RULESETS, AnyMatch, AnyRuleset, simulate_event, start_match
from tileref.engine.match import Event
from tileref.engine.options import Option, OptionError, Span, options_of, with_options
from tileref.engine.record import Accepted, Record
from tileref.engine.ruleset import Ruleset
from tileref.engine.triangles import (
    ORIGIN,
    Board,
    Cell,
    Chirality,
    Digits,
    Placement,
    Tile,
    TriangleRuleset,
    tile_set,
)

NAMES = ("Anna", "Boris", "Vera", "Gleb", "Dina", "Egor", "Zoya", "Ivan", "Kira", "Lev", "Mila", "Nina")

RulesetT = TypeVar("RulesetT", bound=Ruleset)


def values_of(option: Option) -> st.SearchStrategy[object]:
    """Everything an option may hold."""
    kind = option.kind
    if isinstance(kind, Span):
        one: st.SearchStrategy[object] = st.integers(kind.low, kind.high)
    elif kind is bool:
        one = st.booleans()
    else:
        one = st.sampled_from(list(kind))
    if option.many:
        one = st.lists(one, max_size=8).map(tuple)
    return st.none() | one if option.optional else one


@st.composite
def with_any_options(draw: st.DrawFn, base: RulesetT, only: Callable[[Option], bool] = lambda _: True) -> RulesetT:
    """A ruleset with some options changed; combinations that make no sense stay as they were."""
    ruleset = base
    options = [option for option in options_of(type(base)).values() if only(option)]
    for option in draw(st.lists(st.sampled_from(options), max_size=6, unique_by=lambda option: option.name)):
        try:
            ruleset = with_options(ruleset, {option.name: draw(values_of(option))})
        except OptionError:
            continue
    return ruleset


def is_playable(option: Option) -> bool:
    """Whether changing the option keeps a match short enough to be played in a test."""
    return option.name not in ("target", "round_limit", "games", "deal", "players_min", "players_max", "throws")


@st.composite
def short_rulesets(draw: st.DrawFn, kind: type[RulesetT]) -> RulesetT:
    """A ruleset of a game with any options, whose match is over after a few rounds."""
    base = draw(st.sampled_from([ruleset for ruleset in RULESETS if isinstance(ruleset, kind)]))
    if isinstance(base, TriangleRuleset):
        base = with_options(base, {"target": 120, "round_limit": 4})
    return draw(with_any_options(base, is_playable))


def play(ruleset: AnyRuleset, players: int, seed: int, *, greedy: bool = False) -> tuple[AnyMatch, list[Event]]:
    """A match played to its end by simulated players, and its events."""
    rng = Random(seed)
    state = start_match(ruleset, players)
    events: list[Event] = []
    while (event := simulate_event(state, rng, greedy=greedy)) is not None:
        events.append(event)
        state = state.apply(event)
    return state, events


def record_of(ruleset: AnyRuleset, players: int, seed: int, *, greedy: bool = False) -> Record:
    """The record of a match played to its end by simulated players."""
    record = Record.begin(ruleset, NAMES[:players])
    for event in play(ruleset, players, seed, greedy=greedy)[1]:
        outcome = record.submit(event)
        assert isinstance(outcome, Accepted), f"a simulated player did what is not allowed: {event!r}, {outcome!r}"
        record = outcome.record
    return record


seeds = st.integers(0, 2**32 - 1)
digits: st.SearchStrategy[Digits] = st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, 5))
cells = st.builds(Cell, st.integers(-8, 8), st.integers(-8, 8), st.sampled_from(["U", "D"]))
tiles: st.SearchStrategy[Tile] = st.sampled_from(tile_set(Chirality.BOTH))
placements = st.builds(Placement, cells, digits)

any_boards = st.lists(placements, max_size=30, unique_by=lambda placement: placement.cell).map(Board)
"""Boards of any tiles anywhere, most of them against every rule."""


def lay_out(seed: int, size: int, chirality: Chirality = Chirality.CW) -> Board:
    """A board of at most so many tiles, laid legally at random."""
    rng = Random(seed)
    left = list(tile_set(chirality))
    rng.shuffle(left)
    first = left.pop()
    board = Board([Placement(ORIGIN, (first.a, first.b, first.c))], chirality=chirality)
    while len(board) < size and (choices := board.placements_of(left)):
        board = board.place(rng.choice(choices))
    return board


legal_boards = st.builds(lay_out, seeds, st.integers(1, 56), st.sampled_from(list(Chirality)))

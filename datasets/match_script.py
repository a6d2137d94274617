"""The script of a recorded match: which hand does what and when, legal or not, and what a referee must say of it.

Nothing here is drawn. A script is data that follows from its seed, with all its times, so that the truth about a
recording is known before the first frame.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations
from math import dist, sqrt
from random import Random

from tileref.engine.faults import Reason
from tileref.engine.games import find_ruleset
from tileref.engine.triangles import (
    ORIGIN,
    Board,
    Cell,
    Chirality,
    Digits,
    Placement,
    Tile,
    TriangleRuleset,
    score_placement,
    tile_set,
)

BEFORE = 2.0
"""So many seconds of the bare table come first."""

RULESET = "triple-400"
"""The rules by which the matches are played."""

PAUSES = (1.2, 2.4)
"""From one hand to the next it takes so many seconds; people wait for what the referee says."""

APPROACH = 0.35
"""A hand that rested beside the board needs so many seconds from there to the cell."""

# A player who holds nine tiles looks for a place for these; more would close a hexagon in every other turn.
_LOOKED_AT = 9
# How wide a board of n tiles may grow, as a share of its root, in sides; wider ones make small tiles in the picture.
_SPREAD = 1.5


class Action(StrEnum):
    """What happens at a table."""

    LAY = "lay"
    TAKE_BACK = "take_back"
    DRAW = "draw"
    PASS_OVER = "pass_over"
    NUDGE = "nudge"
    EXPOSURE = "exposure"


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """One action with its times in seconds: the hand comes in, may rest with what it holds, does it, and leaves.

    Without a hand (a nudge of the camera, a step of its exposure) `enter` is how long the change takes.
    """

    action: Action
    seat: int
    start: float
    enter: float
    rest: float = 0.0
    stay: float = 0.0
    leave: float = 0.0
    placement: Placement | None = None

    @property
    def arrival(self) -> float:
        """When the hand is where it acts."""
        return self.start + self.enter + (self.rest + APPROACH if self.rest else 0.0)

    @property
    def change(self) -> float:
        """When the tile changes from the hand to the table or the other way."""
        return self.arrival + self.stay / 2

    @property
    def end(self) -> float:
        """When the hand has left."""
        return self.arrival + self.stay + self.leave


@dataclass(frozen=True, slots=True, kw_only=True)
class Tricks:
    """How many turns of a match have what makes a referee's life hard.

    `illegal` tiles disagree with the board at a side or only at a corner, `apart` ones share no side with it; both are
    taken back. `taken_back` counts legal tiles that are lifted off again and laid anew. `draws` come on top of those
    without which a hand would be empty.
    """

    illegal: int = 2
    apart: int = 0
    taken_back: int = 1
    passing: int = 2
    resting: int = 2
    nudges: int = 1
    exposures: int = 1
    draws: int = 1


PLAIN = Tricks(illegal=0, taken_back=0, passing=0, resting=0, nudges=0, exposures=0, draws=0)
"""Nothing but placements, and the draws that keep hands from running out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Laid:
    """A tile was laid; the hand had left at `time`. A tile without reasons against it is legal and earns `points`."""

    time: float
    seat: int
    cell: Cell
    digits: Digits
    points: int = 0
    reasons: tuple[Reason, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether nothing speaks against it."""
        return not self.reasons


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBack:
    """A tile was lifted off; `counted` where it had been legal, so that its points go with it."""

    time: float
    seat: int
    cell: Cell
    digits: Digits
    counted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A tile was taken from the well."""

    time: float
    seat: int


Happening = Laid | TakenBack | Drawn


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """A match as it is recorded. `well` tiles lie face down in view at first; `loose` ones lie face up beside the
    board all the time and are never played."""

    seed: int
    players: int
    moments: tuple[Moment, ...]
    well: int
    loose: tuple[Digits, ...]
    duration: float

    @property
    def happenings(self) -> tuple[Happening, ...]:
        """What a referee must notice, in order."""
        return tuple(_happenings(self.moments))


def _happenings(moments: Sequence[Moment]) -> Iterator[Happening]:
    board = Board()
    reasons: tuple[Reason, ...] = ()
    for moment in moments:
        placement = moment.placement
        if moment.action is Action.DRAW:
            yield Drawn(time=moment.end, seat=moment.seat)
        elif placement is not None and moment.action is Action.LAY:
            reasons = tuple(dict.fromkeys(fault.reason for fault in board.placement_faults(placement)))
            yield Laid(
                time=moment.end,
                seat=moment.seat,
                cell=placement.cell,
                digits=placement.digits,
                points=0 if reasons else score_placement(_ruleset(), board, placement).points,
                reasons=reasons,
            )
            board = board.place(placement)
        elif placement is not None:
            # Only the last tile is ever taken back, so the reasons are those against it.
            yield TakenBack(
                time=moment.end,
                seat=moment.seat,
                cell=placement.cell,
                digits=placement.digits,
                counted=not reasons,
            )
            board = board.remove(placement.cell)


def _ruleset() -> TriangleRuleset:
    ruleset = find_ruleset(RULESET)
    assert isinstance(ruleset, TriangleRuleset), "the matches are of triangles"
    return ruleset


def write_script(seed: int, *, placements: int = 12, players: int = 2, tricks: Tricks | None = None) -> Script:
    """The script of a seed with so many legal placements that stand; turns rotate from seat 0.

    The players' hands are never empty: who would lay his last tile draws first.
    """
    if placements < 1:
        raise ValueError(f"a match has at least one placement, not {placements!r}")
    if not 2 <= players <= 4:
        raise ValueError(f"two to four players sit round a table, not {players!r}")
    return _Writer(seed, placements, players, tricks or Tricks()).write()


class _Writer:
    """The state of a match while its script is being written."""

    def __init__(self, seed: int, placements: int, players: int, tricks: Tricks) -> None:
        self._rng = Random(seed)
        self._seed = seed
        self._placements = placements
        self._players = players
        self._tricks = tricks
        self._ruleset = _ruleset()
        self._hands = [self._ruleset.deal[players - 1]] * players
        self._board = Board()
        self._moments: list[Moment] = []
        self._time = BEFORE
        self._widest = max(4.5, _SPREAD * sqrt(placements))
        tiles = list(tile_set(Chirality.CW))
        self._rng.shuffle(tiles)
        self._loose = tuple(tile for tile in tiles if not tile.is_triplet)[: self._rng.randrange(3)]
        self._playable = [tile for tile in tiles if tile not in self._loose]

    def write(self) -> Script:
        tricks = self._tricks
        illegal = self._turns(tricks.illegal + tricks.apart)
        apart = illegal[: tricks.apart]
        taken_back, passing = self._turns(tricks.taken_back), self._turns(tricks.passing)
        resting, draws = self._turns(tricks.resting), self._turns(tricks.draws)
        nudges, exposures = self._turns(tricks.nudges), self._turns(tricks.exposures)
        for turn in range(self._placements):
            seat = turn % self._players
            if turn in nudges:
                self._add(Action.NUDGE, seat)
            if turn in exposures:
                self._add(Action.EXPOSURE, seat)
            if turn in passing:
                self._add(Action.PASS_OVER, self._rng.randrange(self._players))
            if self._hands[seat] == 1 or turn in draws:
                self._add(Action.DRAW, seat)
                self._hands[seat] += 1
            if turn in illegal and (wrong := self._illegal(apart=turn in apart)):
                self._add(Action.LAY, seat, wrong)
                self._add(Action.TAKE_BACK, seat, wrong)
            placement = self._legal()
            rest = self._rng.uniform(1.0, 2.0) if turn in resting else 0.0
            self._add(Action.LAY, seat, placement, rest=rest)
            if turn in taken_back:
                self._add(Action.TAKE_BACK, seat, placement)
                again = placement if self._rng.random() < 0.3 else self._legal()
                self._add(Action.LAY, seat, again)
                placement = again
            self._board = self._board.place(placement)
            self._hands[seat] -= 1
        drawn = sum(moment.action is Action.DRAW for moment in self._moments)
        return Script(
            seed=self._seed,
            players=self._players,
            moments=tuple(self._moments),
            well=drawn + self._rng.randint(2, 5),
            loose=self._loose,
            duration=self._time + 1.0,
        )

    def _turns(self, count: int) -> list[int]:
        """So many turns at random, not the first two, in which there is little to do wrong."""
        later = range(min(2, self._placements - 1), self._placements)
        return self._rng.sample(later, min(count, len(later)))

    def _add(self, action: Action, seat: int, placement: Placement | None = None, *, rest: float = 0.0) -> None:
        rng = self._rng
        moment = Moment(action=action, seat=seat, start=self._time, enter=0.4, placement=placement)
        if action not in (Action.NUDGE, Action.EXPOSURE):
            enter, leave = rng.uniform(0.6, 1.2), rng.uniform(0.6, 1.0)
            stay = rng.uniform(0.5, 1.0) if action is Action.PASS_OVER else 0.3
            moment = replace(moment, enter=enter, rest=rest, stay=stay, leave=leave)
        self._moments.append(moment)
        self._time = moment.end + rng.uniform(*PAUSES)

    def _unused(self) -> list[Tile]:
        used = self._board.used
        return [tile for tile in self._playable if tile not in used]

    def _fits_in(self, cell: Cell) -> bool:
        spots = [vertex.xy for other in (*self._board.tiles, cell) for vertex in other.corners]
        return max(dist(one, other) for one, other in combinations(spots, 2)) <= self._widest

    def _legal(self) -> Placement:
        unused = self._unused()
        if not len(self._board):
            tile = self._rng.choice([tile for tile in unused if tile.is_triplet and tile.value])
            return Placement(ORIGIN, (tile.a, tile.b, tile.c))
        for held in (self._rng.sample(unused, min(_LOOKED_AT, len(unused))), unused):
            choices = [placement for placement in self._board.placements_of(held) if self._fits_in(placement.cell)]
            if choices:
                break
        else:
            raise ValueError(f"the match of seed {self._seed!r} is blocked after {len(self._board)} placements")
        self._rng.shuffle(choices)
        if self._rng.random() < 0.3:
            return choices[0]
        return max(choices, key=lambda placement: score_placement(self._ruleset, self._board, placement).points)

    def _illegal(self, *, apart: bool) -> Placement | None:
        """A tile that exists and is not used yet, and does not belong where it is laid; None where all belong."""
        board = self._board
        if apart:
            touched = {cell for placed in board.tiles for vertex in placed.corners for cell in vertex.cells}
            cells = sorted(touched - set(board.tiles) - set(board.open_cells))
            wanted = {Reason.NO_SIDE}
        else:
            cells = list(board.open_cells)
            # Most disagree at a side; half of the time one that only disagrees at a corner is looked for.
            wanted = {self._rng.choice([Reason.SIDE_MISMATCH, Reason.CORNER_MISMATCH])}
        wrong: dict[bool, list[Placement]] = {True: [], False: []}
        for cell in filter(self._fits_in, cells):
            for a, b, c in self._unused():
                for digits in ((a, b, c), (b, c, a), (c, a, b)):
                    placement = Placement(cell, digits)
                    reasons = {fault.reason for fault in board.placement_faults(placement)}
                    if reasons:
                        wrong[reasons == wanted].append(placement)
        choices = wrong[True] or wrong[False]
        return self._rng.choice(choices) if choices else None

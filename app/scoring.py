"""A game refereed from photographs, one for each turn.

A photograph shows the board and no hand, so hands are counts, and draws and passes are not seen. Each photograph is
brought to the cells of the board so far, compared with it, and what is new is judged: a tile counts once, when it is
laid as the rules have it and read clearly; one against the rules is refused and must go; one that is unclear waits for
another photograph to say the same, and whatever is laid after it waits with it, for it has a turn.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from tileref.engine.faults import Fault, Reason
from tileref.engine.hands import Hand
from tileref.engine.match import Event, Out
from tileref.engine.record import Accepted, Difference, Record, Step
from tileref.engine.triangles import (
    Board,
    Cell,
    Deal,
    Digits,
    Draw,
    Opener,
    Phase,
    Place,
    Placement,
    Tile,
    TriangleMatch,
    TriangleRuleset,
    tile_set,
)
from tileref.known import triangle_match
from tileref.vision.compare import Moved, compare
from tileref.vision.joint_reading import Doubt, ReadingDoubt
from tileref.vision.lattice_reading import Why
from tileref.vision.observed import ObservedPicture
from tileref.vision.registration import Mismatch, Motion, Registration, register
from tileref.vision.tiles import SeenTile

MOST_MISSING = 1
"""So many tiles of the board may drop out of a photograph before something is taken to be in the way of the camera.
Too low: one tile overlooked spoils a turn; too high: a hand over the board passes for tiles taken away."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A tile of the board as one photograph shows it; `clear` if its digits and its place can be relied on."""

    digits: Digits
    clear: bool = True


# What a photograph brings about.


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile was laid, and counts."""

    step: Step


@dataclass(frozen=True, slots=True)
class Refused:
    """A tile lies against the rules, does not count and must go."""

    event: Place
    faults: tuple[Fault, ...]
    state: TriangleMatch
    clear: bool


@dataclass(frozen=True, slots=True)
class StillThere:
    """A tile that was refused still lies there."""

    placement: Placement


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A tile is gone again; where it had counted, `difference` is what that changed."""

    placement: Placement
    difference: Difference | None = None


@dataclass(frozen=True, slots=True)
class Unclear:
    """A tile waits to be read clearly or, if `behind` is true, for another that lies there longer."""

    placement: Placement
    behind: bool = False


@dataclass(frozen=True, slots=True)
class Corrected:
    """A tile that counts turned out to be another, or to lie elsewhere."""

    before: Placement
    after: Placement
    difference: Difference


@dataclass(frozen=True, slots=True)
class Contradicted:
    """A tile that counts now reads as another, which would be against the rules there."""

    before: Placement
    after: Placement


@dataclass(frozen=True, slots=True)
class Missing:
    """A tile that counts is not seen; it counts all the same."""

    placement: Placement


@dataclass(frozen=True, slots=True)
class PhotoMissing:
    """Several tiles are new at once: there should have been a photograph for each."""

    count: int


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat laid more tiles than it was dealt, so it must have drawn one, at the latest before its last tile."""

    seat: int
    difference: Difference


@dataclass(frozen=True, slots=True)
class Obstructed:
    """So many tiles of the board are not seen that nothing is judged."""

    count: int


@dataclass(frozen=True, slots=True)
class Unrelated:
    """The photograph does not show this board."""

    reason: Mismatch


@dataclass(frozen=True, slots=True)
class Unchanged:
    """Nothing changed since the last photograph."""


Happening = (
    Placed
    | Refused
    | StillThere
    | TakenBack
    | Unclear
    | Corrected
    | Contradicted
    | Missing
    | PhotoMissing
    | Drew
    | Obstructed
    | Unrelated
    | Unchanged
)


@dataclass(frozen=True, slots=True)
class Game:
    """A game as far as its photographs tell: what counts, what was refused and still lies there, what waits to be
    read clearly, in the order in which it was laid, and which tiles the last photograph did not show."""

    record: Record
    refused: Mapping[Cell, Digits] = field(default_factory=dict)
    waiting: Mapping[Cell, Digits] = field(default_factory=dict)
    missing: frozenset[Cell] = frozenset()

    @property
    def lying(self) -> Board:
        """The tiles that count, as they lie, also when the round is over."""
        for step in reversed(self.record.steps):
            if isinstance(step.event, Place) and not step.is_void:
                return triangle_match(step.before).board.place(step.event.placement)
        return triangle_match(self.record.state).board


def begin_game(ruleset: TriangleRuleset, players: tuple[str, ...], *, opener: int = 0) -> Game:
    """A game whose hands nobody sees, dealt as the rules have it; a PlayersError where so many cannot play it."""
    record = Record.begin(ruleset, players)
    size = ruleset.deal[len(players) - 1]
    hands = (Hand[Tile].hidden(size),) * len(players)
    well = Hand[Tile].hidden(len(tile_set(ruleset.chirality)) - size * len(players))
    for event in (Deal(hands, well), Opener(opener)):
        outcome = record.submit(event)
        assert isinstance(outcome, Accepted), "a deal by the rules and any opener stand"
        record = outcome.record
    return Game(record)


def see_board(observed: ObservedPicture) -> dict[Cell, Sight]:
    """The board of a picture, and which of its tiles can be relied on."""
    doubts: dict[int, list[ReadingDoubt]] = {}
    for doubt in observed.reading_doubts:
        doubts.setdefault(doubt.sighting, []).append(doubt)
    # Where a tile lies is doubted in words of the lattice's own, of which the reading only repeats that there are some.
    misplaced = {tile for doubt in observed.lattice_doubts if doubt.why is not Why.FACE for tile in doubt.tiles}
    sights: dict[Cell, Sight] = {}
    for tile, number in zip(observed.tiles, observed.sightings, strict=True):
        if tile.cell is not None and tile.digits is not None:
            unclear = number in misplaced or any(_is_about_digits(doubt, tile) for doubt in doubts.get(number, ()))
            sights[tile.cell] = Sight(tile.digits, not unclear)
    return sights


def _is_about_digits(doubt: ReadingDoubt, tile: SeenTile) -> bool:
    """Whether a doubt leaves open which tile this is.

    Only a tile face up shows digits, so where they were read that is answered. And a tile that disagrees with its
    neighbours though it was read as it is taken for, is what a referee is for.
    """
    if doubt.why is Doubt.DISAGREES and tile.digits is not None and doubt.corner is not None:
        return doubt.reads != tile.digits[doubt.corner]
    return doubt.why not in (Doubt.FACE, Doubt.LATTICE)


def referee(game: Game, sights: Mapping[Cell, Sight]) -> tuple[Game, tuple[Happening, ...]]:
    """The game after one more photograph, and what it brought about, in the order in which to say it."""
    seen = {cell: sight.digits for cell, sight in sights.items()}
    known = {**game.lying.tiles, **game.refused, **game.waiting}
    found = register(known, seen) if known or not seen else Registration(Motion(), seen, 0, 0)
    if not isinstance(found, Registration):
        return game, (Unrelated(found.reason),)
    work = _Turn(game, found, {found.motion.cell(cell): sight.clear for cell, sight in sights.items()})
    return work.judge()


class _Turn:
    """One photograph at work on a game."""

    def __init__(self, game: Game, found: Registration, clear: Mapping[Cell, bool]) -> None:
        self.game = game
        self.record = game.record
        self.tiles = found.tiles
        self.clear = clear
        self.refused: dict[Cell, Digits] = {}
        self.said: list[Happening] = []

    def judge(self) -> tuple[Game, tuple[Happening, ...]]:
        delta = compare(self.game.lying.tiles, self.tiles)
        moved = tuple(move for move in delta.moved if not self.follow(move))
        lost = [*delta.removed, *(move.before for move in moved)]
        missing = frozenset(placement.cell for placement in lost)
        unseen = [placement for placement in lost if placement.cell not in self.game.missing]
        if len(unseen) > MOST_MISSING:
            return replace(self.game, missing=missing), (Obstructed(len(unseen)),)
        for change in delta.changed:
            if self.clear[change.cell]:
                self.correct(Placement(change.cell, change.before), Placement(change.cell, change.after))
        self.look_at_refused()
        added = [*delta.added, *(move.after for move in moved)]
        for placement in unseen:
            if not self.take_back(placement, alone=not added):
                self.said.append(Missing(placement))
        waiting = self.queue([placement for placement in added if placement.cell not in self.refused])
        game = Game(self.record, self.refused, waiting, missing)
        # A tile that is back where it was seen before is worth no word, and neither is one that is away for longer.
        return game, tuple(self.said) or (Unchanged(),)

    # What lay there before.

    def look_at_refused(self) -> None:
        for cell, digits in self.game.refused.items():
            if cell not in self.tiles:
                self.said.append(TakenBack(Placement(cell, digits)))
            elif self.tiles[cell] == digits or not self.clear[cell]:
                self.refused[cell] = digits
                self.said.append(StillThere(Placement(cell, digits)))

    def take_back(self, placement: Placement, *, alone: bool) -> bool:
        """Strike out the last tile if it is gone and nothing else is new; whether that was done."""
        step = self.last_place()
        if not alone or step is None or step.event.placement != placement:  # type: ignore[attr-defined]
            return False
        outcome = self.record.correct(step.number, self.events_with(step, ()))
        if not isinstance(outcome, Accepted) or outcome.difference is None:
            return False
        self.record = outcome.record
        self.said.append(TakenBack(placement, outcome.difference))
        return True

    def follow(self, move: Moved) -> bool:
        """Correct where the last tile lies, if it was moved to where it may lie; whether that was done."""
        step = self.last_place()
        last = step is not None and isinstance(step.event, Place) and step.event.placement == move.before
        return last and self.clear[move.after.cell] and self.correct(move.before, move.after)

    def correct(self, before: Placement, after: Placement) -> bool:
        """Put another tile or place into the record; whether the rules let it stand there."""
        steps = [s for s in self.record.steps if isinstance(s.event, Place) and s.event.placement == before]
        for step in steps[-1:]:
            assert isinstance(step.event, Place), "so it was chosen"
            events = self.events_with(step, (Place(step.event.seat, after.cell, after.digits),))
            outcome = self.record.correct(step.number, events)
            if isinstance(outcome, Accepted) and outcome.difference is not None:
                self.record = outcome.record
                self.said.append(Corrected(before, after, outcome.difference))
                return True
        if before.cell == after.cell:
            self.said.append(Contradicted(before, after))
        return False

    def events_with(self, step: Step, instead: tuple[Event, ...]) -> tuple[Event, ...]:
        """The events of a step's entry, with others in the place of the step's own."""
        together = [other for other in self.record.steps if other.number == step.number]
        return tuple(event for other in together for event in (instead if other is step else (other.event,)))

    def last_place(self) -> Step | None:
        places = (step for step in reversed(self.record.steps) if isinstance(step.event, Place) and not step.is_void)
        return next(places, None)

    # What is new.

    def queue(self, added: list[Placement]) -> dict[Cell, Digits]:
        """Judge what lies there newly or has waited, up to the first tile that is still unclear; what waits on."""
        old = [placement for cell in self.game.waiting for placement in added if placement.cell == cell]
        for cell, digits in self.game.waiting.items():
            if cell not in self.tiles:
                self.said.append(TakenBack(Placement(cell, digits)))
        new = [placement for placement in added if placement.cell not in self.game.waiting]
        if len(new) > 1:
            self.said.append(PhotoMissing(len(new)))
        waiting: dict[Cell, Digits] = {}
        for placement in [*old, *self.in_order(new, old)]:
            before = self.game.waiting.get(placement.cell)
            agreed = before == placement.digits
            if waiting or not (agreed or self.clear[placement.cell]):
                waiting[placement.cell] = placement.digits
                if not agreed:
                    self.said.append(Unclear(placement, behind=self.clear[placement.cell]))
            else:
                self.lay(placement)
        return waiting

    def in_order(self, new: Iterable[Placement], old: Iterable[Placement]) -> list[Placement]:
        """New tiles in an order in which they could have been laid, clear ones first, those that fit nowhere last."""
        left = sorted(new, key=lambda placement: (not self.clear[placement.cell], placement.cell))
        board = Game(self.record).lying
        for placement in old:
            if placement.cell not in board:
                board = board.place(placement)
        ordered: list[Placement] = []
        while left:
            fits = [placement for placement in left if not board.placement_faults(placement)]
            # The first tile of a round is, as far as the rules go, the highest triplet or else the largest sum.
            first = max(fits, key=_right_to_open) if fits and not len(board) else (fits or left)[0]
            left.remove(first)
            ordered.append(first)
            if first in fits:
                board = board.place(first)
        return ordered

    def lay(self, placement: Placement) -> None:
        """Let the seat whose turn it is lay a tile, or refuse it."""
        record, drew = self.reopened()
        state = triangle_match(record.state)
        event = Place(state.to_move or 0, placement.cell, placement.digits)
        outcome = record.submit(event)
        if not isinstance(outcome, Accepted):
            self.refused[placement.cell] = placement.digits
            self.said.append(Refused(event, outcome.faults, state, self.clear[placement.cell]))
            return
        if drew:
            self.said.append(drew)
        self.record = outcome.record
        self.said.append(Placed(self.record.steps[-1]))

    def reopened(self) -> tuple[Record, Drew | None]:
        """The record as it is if another tile was laid: a player who seemed to be out must then have drawn before."""
        step = self.last_place()
        if step is None or triangle_match(self.record.state).phase in (Phase.OPEN, Phase.PLAY):
            return self.record, None
        out = next((item.seat for item in step.news if isinstance(item, Out)), None)
        if out is None:
            return self.record, None
        outcome = self.record.correct(step.number, self.events_with(step, (Draw(out), step.event)))
        if not isinstance(outcome, Accepted) or outcome.difference is None:
            return self.record, None
        return outcome.record, Drew(out, outcome.difference)


def _right_to_open(placement: Placement) -> tuple[bool, int]:
    return placement.tile.is_triplet, placement.value


def is_over(faults: Iterable[Fault]) -> bool:
    """Whether a tile was refused because the match is over, not because of where it lies."""
    return any(fault.reason in (Reason.MATCH_OVER, Reason.NOT_NOW) for fault in faults)

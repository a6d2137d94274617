"""A game refereed from photographs, one for each turn.

A photograph shows the board and no hand, so hands are counts, and draws and passes are not seen. Each photograph is
brought to the cells of the board so far, compared with it, and what is new is judged: a tile counts once, when it is
laid as the rules have it and read clearly; one against the rules is refused and must go; one that is unclear waits for
another photograph to say the same, and whatever is laid after it waits with it, for it has a turn.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from tileref.engine.faults import Fault
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
    TriangleRuleset,
    tile_set,
)
from tileref.happenings import (
    Contradicted,
    Corrected,
    Drew,
    Happening,
    Missing,
    Obstructed,
    PhotoMissing,
    Placed,
    Refused,
    StillThere,
    TakenBack,
    Unchanged,
    Unclear,
    Unrelated,
)
from tileref.known import triangle_match
from tileref.vision.compare import Moved, compare
from tileref.vision.joint_reading import Doubt, ReadingDoubt
from tileref.vision.lattice_reading import Why
from tileref.vision.observed import ObservedPicture
from tileref.vision.registration import Motion, Registration, register
from tileref.vision.tiles import SeenTile

MOST_MISSING = 1
"""So many tiles of the board may drop out of a photograph before something is taken to be in the way of the camera.
Too low: one tile overlooked spoils a turn; too high: a hand over the board passes for tiles taken away."""

PROBABLE = 0.9
"""An unclear tile counts when another photograph reads the same from this probability on. Too low: the same slip twice
passes for the truth; too high: a worn tile never counts, and all that is laid after it waits for it in vain."""

_ASTRAY = frozenset({Why.OFF_LATTICE, Why.OVERLAP, Why.CONTRADICTION, Why.SHAPE})
"""What lies where no tile can lie as the rules have it, and does not come to do so by being seen again."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A tile of the board as one photograph shows it.

    It is `clear` if its digits and its place can be relied on, and `probable` if they can once another photograph says
    the same. It is `disputed` if the digits are not beyond all doubt and its neighbours show others: what does not fit
    may then have been misread after all.
    """

    digits: Digits
    clear: bool = True
    probable: bool = True
    disputed: bool = False


@dataclass(frozen=True, slots=True)
class Game:
    """A game as far as its photographs tell: what counts, what was refused and still lies there, what waits to be
    read clearly, in the order in which it was laid; which tiles are known to be missing, and which the last photograph
    did not show because something was in the way; and what counted last and was then taken back, for it may have been
    overlooked."""

    record: Record
    refused: Mapping[Cell, Digits] = field(default_factory=dict)
    waiting: Mapping[Cell, Digits] = field(default_factory=dict)
    missing: frozenset[Cell] = frozenset()
    covered: frozenset[Cell] = frozenset()
    struck: Mapping[Cell, Digits] = field(default_factory=dict)

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
    astray = {tile for doubt in observed.lattice_doubts if doubt.why in _ASTRAY for tile in doubt.tiles}
    sights: dict[Cell, Sight] = {}
    for tile, number in zip(observed.tiles, observed.sightings, strict=True):
        if tile.cell is not None and tile.digits is not None:
            about = doubts.get(number, [])
            unclear = number in misplaced or any(_is_about_digits(doubt, tile) for doubt in about)
            disputed = any(doubt.why is Doubt.DISAGREES for doubt in about)
            probable = number not in astray and tile.confidence >= PROBABLE
            sights[tile.cell] = Sight(tile.digits, not unclear, probable, disputed)
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
    return _Turn(game, found, {found.motion.cell(cell): sight for cell, sight in sights.items()}).judge()


@dataclass(frozen=True, slots=True)
class _Laid:
    """A step of the record that laid a tile."""

    step: Step
    place: Place


class _Turn:
    """One photograph at work on a game."""

    def __init__(self, game: Game, found: Registration, sights: Mapping[Cell, Sight]) -> None:
        self.game = game
        self.record = game.record
        self.tiles = found.tiles
        self.sights = sights
        self.refused: dict[Cell, Digits] = {}
        self.struck = game.struck
        self.said: list[Happening] = []

    def judge(self) -> tuple[Game, tuple[Happening, ...]]:
        delta = compare(self.game.lying.tiles, self.tiles)
        moved = tuple(move for move in delta.moved if not self.follow(move))
        lost = [*delta.removed, *(move.before for move in moved)]
        missing = frozenset(placement.cell for placement in lost)
        unseen = [placement for placement in lost if placement.cell not in self.game.missing]
        # What is covered for a second time is not covered but gone.
        if len(missing - self.game.missing - self.game.covered) > MOST_MISSING:
            return replace(self.game, covered=missing), (Obstructed(len(unseen)),)
        for change in delta.changed:
            if self.sights[change.cell].clear:
                self.correct(Placement(change.cell, change.before), Placement(change.cell, change.after))
        self.look_at_refused()
        added = [*delta.added, *(move.after for move in moved)]
        for placement in unseen:
            if not self.take_back(placement, alone=not added and len(unseen) == 1):
                self.said.append(Missing(placement))
        waiting = self.queue([placement for placement in added if placement.cell not in self.refused])
        game = Game(self.record, self.refused, waiting, missing, struck=self.struck)
        # A tile that is back where it was seen before is worth no word, and neither is one that is away for longer.
        return game, tuple(self.said) or (Unchanged(),)

    # What lay there before.

    def look_at_refused(self) -> None:
        for cell, digits in self.game.refused.items():
            if cell not in self.tiles:
                self.said.append(TakenBack(Placement(cell, digits)))
            elif self.tiles[cell] == digits or not self.sights[cell].clear:
                self.refused[cell] = digits
                self.said.append(StillThere(Placement(cell, digits)))

    def take_back(self, placement: Placement, *, alone: bool) -> bool:
        """Strike out the last tile if it is gone and nothing else is new; whether that was done."""
        last = self.last_place()
        if not alone or last is None or last.place.placement != placement:
            return False
        outcome = self.record.correct(last.step.number, self.events_with(last.step, ()))
        if not isinstance(outcome, Accepted) or outcome.difference is None:
            return False
        self.record = outcome.record
        self.struck = {placement.cell: placement.digits}
        self.said.append(TakenBack(placement, outcome.difference))
        return True

    def follow(self, move: Moved) -> bool:
        """Correct where the last tile lies, if it was moved to where it may lie; whether that was done."""
        last = self.last_place()
        if last is None or last.place.placement != move.before or not self.sights[move.after.cell].clear:
            return False
        return self.correct(move.before, move.after)

    def correct(self, before: Placement, after: Placement) -> bool:
        """Put another tile or place into the record; whether the rules let it stand there, and all that came after.

        A reading that makes a fault of what others laid upon it is more likely wrong than they are.
        """
        laid = next(laid for laid in self.places() if laid.place.placement == before)
        events = self.events_with(laid.step, (Place(laid.place.seat, after.cell, after.digits),))
        outcome = self.record.correct(laid.step.number, events)
        if isinstance(outcome, Accepted) and outcome.difference is not None and not any(_faulted(outcome.difference)):
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

    def last_place(self) -> "_Laid | None":
        return next(self.places(), None)

    def places(self) -> "Iterator[_Laid]":
        """The tiles that count, the last one first."""
        for step in reversed(self.record.steps):
            if isinstance(step.event, Place) and not step.is_void:
                yield _Laid(step, step.event)

    # What is new.

    def queue(self, added: list[Placement]) -> dict[Cell, Digits]:
        """Judge what lies there newly or has waited, up to the first tile that is still unclear; what waits on."""
        # What was refused and now reads otherwise has lain there as long as what waited, and what is back for longer.
        before = {**self.struck, **self.game.waiting, **self.game.refused}
        old = [placement for cell in before for placement in added if placement.cell == cell]
        if len(old) > 1 and not len(Game(self.record).lying):
            # Several tiles that waited before any was counted came at once, and in no order that is known.
            before, old = {}, []
        for cell, digits in self.game.waiting.items():
            if cell not in self.tiles:
                self.said.append(TakenBack(Placement(cell, digits)))
        new = [placement for placement in added if placement.cell not in before]
        if len(new) > 1 and any(placement.cell not in self.game.waiting for placement in new):
            self.said.append(PhotoMissing(len(new)))
        waiting: dict[Cell, Digits] = {}
        for placement in [*old, *self.in_order(new, old)]:
            agreed = self.game.waiting.get(placement.cell) == placement.digits
            sight = self.sights[placement.cell]
            if waiting or not (sight.clear or (agreed and sight.probable)):
                waiting[placement.cell] = placement.digits
                if not agreed:
                    self.said.append(Unclear(placement, behind=sight.clear))
            else:
                self.lay(placement)
        return waiting

    def in_order(self, new: Iterable[Placement], old: Iterable[Placement]) -> list[Placement]:
        """New tiles in an order in which they could have been laid, clear ones first, those that fit nowhere last."""
        left = sorted(new, key=lambda placement: (not self.sights[placement.cell].clear, placement.cell))
        board = Game(self.record).lying
        for placement in old:
            if placement.cell not in board:
                board = board.place(placement)
        if len(board):
            return _lay_out(board, left)[0]
        best: tuple[list[Placement], int] = ([], 0)
        # The first tile of a round is, as far as the rules go, the highest triplet or else the largest sum; unless the
        # others do not fit it, for then it is the one that lies wrong.
        for first in sorted(left, key=lambda placement: (self.sights[placement.cell].clear, *_worth(placement)))[::-1]:
            rest = [placement for placement in left if placement != first]
            ordered, fitting = _lay_out(board.place(first), rest)
            if fitting + 1 > best[1]:
                best = [first, *ordered], fitting + 1
            if fitting == len(rest):
                break
        return best[0]

    def lay(self, placement: Placement) -> None:
        """Let the seat whose turn it is lay a tile, or refuse it."""
        record, drew = self.reopened()
        state = triangle_match(record.state)
        event = Place(state.to_move or 0, placement.cell, placement.digits)
        outcome = record.submit(event)
        if not isinstance(outcome, Accepted):
            self.refused[placement.cell] = placement.digits
            sight = self.sights[placement.cell]
            self.said.append(Refused(event, outcome.faults, state, sight.clear and not sight.disputed))
            return
        if drew:
            self.said.append(drew)
        self.record = outcome.record
        self.struck = {}
        self.said.append(Placed(self.record.steps[-1]))

    def reopened(self) -> tuple[Record, Drew | None]:
        """The record as it is if another tile was laid: a player who seemed to be out must then have drawn before."""
        last = self.last_place()
        if last is None or triangle_match(self.record.state).phase in (Phase.OPEN, Phase.PLAY):
            return self.record, None
        step = last.step
        out = next((item.seat for item in step.news if isinstance(item, Out)), None)
        if out is None:
            return self.record, None
        outcome = self.record.correct(step.number, self.events_with(step, (Draw(out), step.event)))
        if not isinstance(outcome, Accepted) or outcome.difference is None:
            return self.record, None
        return outcome.record, Drew(out, outcome.difference)


def _faulted(difference: Difference) -> Iterator[Fault]:
    """The faults that a correction brought about."""
    for change in difference.changes:
        known = {fault for step in change.before for fault in step.faults}
        yield from (fault for step in change.after for fault in step.faults if fault not in known)


def _lay_out(board: Board, tiles: Iterable[Placement]) -> tuple[list[Placement], int]:
    """Tiles in an order in which they can be laid, those that fit nowhere last, and how many of them fit."""
    left, ordered = list(tiles), list[Placement]()
    while fits := next((placement for placement in left if not board.placement_faults(placement)), None):
        left.remove(fits)
        ordered.append(fits)
        board = board.place(fits)
    return [*ordered, *left], len(ordered)


def _worth(placement: Placement) -> tuple[bool, int]:
    return placement.tile.is_triplet, placement.value

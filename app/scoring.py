"""A referee over a board that is looked at now and then: by photographs, one for each turn, or by a camera.

A picture shows the board and no hand, so hands are counts, and draws and passes are not seen. Each picture is brought
to the cells of the board so far, compared with it, and what is new is judged: a tile counts once, when it is laid as
the rules have it and read clearly; one against the rules is refused and must go; one that is unclear waits for a person
to say what it is or for another picture to show it, and whatever is laid after it waits with it, for it has a turn.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from tileref.engine.faults import Fault
from tileref.engine.match import Out
from tileref.engine.record import Accepted, Difference, Record
from tileref.engine.triangles import (
    Board,
    Cell,
    Opener,
    Phase,
    Place,
    Placement,
)
from tileref.game import Game, Refusal, Struck, Told, Waiting, Why, add_missed_draw, find_laid, replace_event, restore
from tileref.happenings import (
    Cleared,
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
from tileref.locating import locate
from tileref.sights import Sight, Vague, move_sights
from tileref.vision.compare import Moved, compare
from tileref.vision.registration import Mismatch, NoRegistration, Registration

MOST_MISSING = 1
"""So many tiles of the board may drop out of a photograph before something is taken to be in the way of the camera.
Too low: one tile overlooked spoils a turn; too high: a hand over the board passes for tiles taken away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """How a picture was come by, as far as it matters to the referee.

    It is `apart` from the one before if its mistakes are its own, so that two that agree are believed. So many tiles
    of the board may be `overlooked` in it before something is taken to be in the way. `hand` is the seat whose hand was
    seen before it. Where it is `attended`, somebody is there to answer what cannot be seen, and nothing is assumed.
    `time` is written beside what counts.
    """

    apart: bool = True
    overlooked: int = MOST_MISSING
    hand: int | None = None
    attended: bool = False
    time: float | None = None


PHOTOGRAPH = View()
"""One of several photographs, with nobody to ask."""


def referee(game: Game, sights: Mapping[Cell, Sight], view: View = PHOTOGRAPH) -> tuple[Game, tuple[Happening, ...]]:
    """The game after one more picture, and what it brought about, in the order in which to say it."""
    found = locate(game, sights)
    if not isinstance(found, Registration) and sights and not len(game.lying) and not game.refused:
        # Nothing lies there that was read for sure: what waits may turn out to be anything.
        game = replace(game, waiting={}, told={})
        found = locate(game, sights)
    if game.leftover:
        return _look_at_leftover(game, sights, found, view)
    if not isinstance(found, Registration):
        is_lifted = found.reason is Mismatch.EMPTY and game.known and len(game.lying) <= 1
        # A camera that goes on looking has seen how the only tile that counts was lifted again.
        return (
            _Turn(game, {}, view).judge() if is_lifted and not view.overlooked else (game, (Unrelated(found.reason),))
        )
    return _Turn(game, move_sights(sights, found.motion), view).judge()


def _look_at_leftover(
    game: Game, sights: Mapping[Cell, Sight], found: Registration | NoRegistration, view: View
) -> tuple[Game, tuple[Happening, ...]]:
    """The board of a round that is over is there to be looked at, until it is cleared away.

    A camera that goes on looking also sees how the tiles are turned over and mixed: that is no board of a new round,
    which begins with an empty table or one tile.
    """
    if isinstance(found, Registration):
        return game, (Unchanged(),)
    if found.reason is Mismatch.AMBIGUOUS or (len(sights) > 1 and not view.overlooked):
        return game, (Unrelated(found.reason),)
    return Game(game.record), (Cleared(),)


class _Turn:
    """One photograph at work on a game."""

    def __init__(self, game: Game, sights: Mapping[Cell, Sight], view: View) -> None:
        self.game = game
        self.view = view
        self.record = game.record
        # What was said of a tile holds as long as one lies there.
        lying = game.lying
        self.told = {
            cell: _as_seen(told, sights.get(cell))
            for cell, told in game.told.items()
            if cell in sights or cell in lying
        }
        self.sights = dict(_corrected(sights, self.told))
        self.tiles = {cell: sight.digits for cell, sight in self.sights.items()}
        self.refused: dict[Cell, Refusal] = {}
        self.struck = game.struck
        self.said: list[Happening] = []

    def judge(self) -> tuple[Game, tuple[Happening, ...]]:
        delta = compare(self.game.lying.tiles, self.tiles)
        moved = tuple(move for move in delta.moved if not self.follow(move))
        added = [*delta.added, *(move.after for move in moved)]
        lost = [*delta.removed, *(move.before for move in moved)]
        missing = frozenset(placement.cell for placement in lost)
        unseen = [placement for placement in lost if placement.cell not in self.game.missing]
        # What is covered for a second time is not covered but gone, and so is the last tile if it alone is.
        fresh = missing - self.game.missing - self.game.covered
        last = next(find_laid(self.record), None)
        lifted = not added and last is not None and fresh == {last.place.cell}
        if len(fresh) > self.view.overlooked and not lifted:
            return replace(self.game, covered=missing), (Obstructed(len(unseen)),)
        for change in delta.changed:
            if self.sights[change.cell].clear:
                self.correct(Placement(change.cell, change.before), Placement(change.cell, change.after))
        self.look_at_refused()
        if not added:
            unseen = self.take_back(unseen)
        if unseen:
            self.said.append(Missing(tuple(unseen)))
        waiting = self.queue([placement for placement in added if placement.cell not in self.refused])
        game = Game(self.record, self.refused, waiting, self.told, missing, struck=self.struck)
        # A tile that is back where it was seen before is worth no word, and neither is one that is away for longer.
        return game, tuple(self.said) or (Unchanged(),)

    # What lay there before.

    def look_at_refused(self) -> None:
        for cell, refusal in self.game.refused.items():
            placement = Placement(cell, refusal.digits)
            if cell not in self.tiles:
                self.said.append(TakenBack(placement))
            elif self.tiles[cell] == refusal.digits or not self.sights[cell].clear:
                self.refused[cell] = refusal
                self.said.append(StillThere(placement))

    def take_back(self, unseen: list[Placement]) -> list[Placement]:
        """Strike out the last tiles if they are all that is gone; what is missing for another reason."""
        last = [laid.place.placement for laid, _ in zip(find_laid(self.record), unseen, strict=False)]
        if set(last) != set(unseen):
            return unseen
        struck: dict[Cell, Struck] = {}
        for placement in last:
            laid = next(find_laid(self.record))
            outcome = self.record.correct(
                laid.step.number, replace_event(self.record, laid.step, ()), time=self.view.time
            )
            if not isinstance(outcome, Accepted) or outcome.difference is None:
                break
            self.record = outcome.record
            struck[placement.cell] = Struck(placement.digits, laid.step.number, laid.place.seat)
            self.told.pop(placement.cell, None)
            self.said.append(TakenBack(placement, outcome.difference))
        if struck:
            self.struck = dict(reversed(struck.items()))
        return [placement for placement in unseen if placement.cell not in struck]

    def follow(self, move: Moved) -> bool:
        """Correct where the last tile lies, if it was moved to where it may lie; whether that was done."""
        last = next(find_laid(self.record), None)
        if last is None or last.place.placement != move.before or not self.sights[move.after.cell].clear:
            return False
        return self.correct(move.before, move.after)

    def correct(self, before: Placement, after: Placement) -> bool:
        """Put another tile or place into the record; whether the rules let it stand there, and all that came after.

        A reading that makes a fault of what others laid upon it is more likely wrong than they are.
        """
        laid = next(laid for laid in find_laid(self.record) if laid.place.placement == before)
        events = replace_event(self.record, laid.step, (Place(laid.place.seat, after.cell, after.digits),))
        outcome = self.record.correct(laid.step.number, events, time=self.view.time)
        if isinstance(outcome, Accepted) and outcome.difference is not None and not any(_faulted(outcome.difference)):
            self.record = outcome.record
            self.said.append(Corrected(before, after, outcome.difference))
            return True
        if before.cell == after.cell:
            self.said.append(Contradicted(before, after))
        return False

    # What is new.

    def queue(self, added: list[Placement]) -> dict[Cell, Waiting]:
        """Judge what lies there newly or has waited, up to the first tile that is still unclear; what waits on."""
        before = self.ages()
        old = [placement for cell in before for placement in added if placement.cell == cell]
        if not len(Game(self.record).lying) and any(wait.together for wait in self.game.waiting.values()):
            # Before any was counted several came at once and were not clear: their order is still to be found out.
            before, old = [], []
        for cell, waited in self.game.waiting.items():
            if cell not in self.tiles and cell not in self.told:
                self.said.append(TakenBack(Placement(cell, waited.digits)))
        new = [placement for placement in added if placement.cell not in before]
        at_once = sum(placement.cell not in self.game.waiting for placement in new)
        if at_once > 1:
            self.said.append(PhotoMissing(at_once))
        waiting: dict[Cell, Waiting] = {}
        for placement in [*old, *self.in_order(new, old)]:
            wait = self.waits(placement, behind=bool(waiting))
            if wait is None:
                self.lay(placement)
                continue
            known = self.game.waiting.get(placement.cell)
            together = at_once > 1 if known is None else known.together
            waiting[placement.cell] = replace(wait, together=together)
            if known is None or (known.why, known.digits) != (wait.why, wait.digits):
                self.said.append(Unclear(placement, wait))
        return waiting

    def ages(self) -> list[Cell]:
        """Where tiles lie that are no news, in the order in which they were laid.

        What was refused and now reads otherwise has lain there as long as what waited, and what is back for longer.
        """
        return list(dict.fromkeys([*self.struck, *self.game.waiting, *self.game.refused]))

    def waits(self, placement: Placement, *, behind: bool) -> Waiting | None:
        """Why a tile must wait, None if it can be judged."""
        sight, known, hand = self.sights[placement.cell], self.game.waiting.get(placement.cell), self.hand_of(placement)
        agreed = self.view.apart and known is not None and known.digits == placement.digits
        if not (sight.clear or (agreed and sight.probable)):
            return Waiting(sight, Why.PLACE if sight.vague is Vague.PLACE else Why.DIGITS, hand)
        if behind:
            return Waiting(sight, Why.BEHIND, hand)
        told = self.told.get(placement.cell)
        if not self.view.attended or (told is not None and told.laid_by is not None):
            return None
        state = Game(self.record).state
        if state.phase is Phase.START_DRAW or (state.phase is Phase.OPEN and state.opener is None):
            return Waiting(sight, Why.OPENER, hand)
        if state.phase not in (Phase.OPEN, Phase.PLAY):
            return Waiting(sight, Why.OVER, hand)
        return None if hand in (None, state.to_move) else Waiting(sight, Why.SEAT, hand)

    def hand_of(self, placement: Placement) -> int | None:
        """The seat whose hand laid a tile, where that was seen."""
        known = self.game.waiting.get(placement.cell)
        if known is not None:
            return known.seat
        return None if placement.cell in self.ages() else self.view.hand

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
        """Let the seat whose turn it is, or who is said to have done so, lay a tile, or refuse it."""
        told = self.told.get(placement.cell)
        if told is None and self.is_back(placement):
            return
        record, drew = self.reopened()
        laid_by = None if told is None else told.laid_by
        record = self.opened(record, laid_by)
        state = triangle_match(record.state)
        event = Place((state.to_move or 0) if laid_by is None else laid_by, placement.cell, placement.digits)
        outcome = record.submit(event, time=self.view.time)
        if not isinstance(outcome, Accepted):
            sight = self.sights[placement.cell]
            sure = sight.clear and not sight.disputed
            self.refused[placement.cell] = Refusal(placement.digits, sight.readings, disputed=not sure)
            self.said.append(Refused(event, outcome.faults, state, sure))
            return
        if drew:
            self.said.append(drew)
        self.record = outcome.record
        self.struck = {}
        self.said.append(Placed(self.record.steps[-1]))

    def is_back(self, placement: Placement) -> bool:
        """Let a tile that was lifted and lies where it lay count as it did, in its old turn; whether it is one."""
        struck = self.struck.get(placement.cell)
        if struck is None or struck.digits != placement.digits:
            return False
        record = restore(self.record, placement.cell, struck, time=self.view.time)
        if record is None:
            return False
        self.record = record
        self.struck = {cell: other for cell, other in self.struck.items() if cell != placement.cell}
        self.said.append(Placed(next(find_laid(record)).step))
        return True

    def opened(self, record: Record, seat: int | None) -> Record:
        """The record with somebody to open the round, if it waits for one: who laid the tile, or the next in turn."""
        state = triangle_match(record.state)
        if state.phase not in (Phase.START_DRAW, Phase.OPEN) or state.opener is not None:
            return record
        seat = (state.round - 1) % state.players if seat is None else seat
        outcome = record.submit(Opener(seat), time=self.view.time)
        assert isinstance(outcome, Accepted), "whoever opens, may"
        return outcome.record

    def reopened(self) -> tuple[Record, Drew | None]:
        """The record as it is if another tile was laid: a player who seemed to be out must then have drawn before."""
        last = next(find_laid(self.record), None)
        if last is None or triangle_match(self.record.state).phase in (Phase.OPEN, Phase.PLAY):
            return self.record, None
        out = next((item.seat for item in last.step.news if isinstance(item, Out)), None)
        if out is None:
            return self.record, None
        outcome = add_missed_draw(self.record, out, time=self.view.time)
        if outcome is None or outcome.difference is None:
            return self.record, None
        return outcome.record, Drew(out, outcome.difference)


def _as_seen(told: Told, sight: Sight | None) -> Told:
    """What was said of a tile, by which the camera will know it again: as it reads it now, be that right or wrong."""
    return told if sight is None or not sight.clear else replace(told, seen=sight.digits)


def _corrected(sights: Mapping[Cell, Sight], told: Mapping[Cell, Told]) -> Iterator[tuple[Cell, Sight]]:
    """The sights as people corrected them, without what they said was not laid there."""
    for cell, sight in sights.items():
        word = told.get(cell)
        if word is None:
            yield cell, sight
        elif word.digits is not None:
            yield cell, Sight(word.digits, readings=(word.digits,))


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

"""The record of a match: a log of events that is only ever added to, and what follows from it.

Undoing and correcting are entries of the log as well. They change what is in force, not what was written: the
entries in force, folded in order, give the state. After a correction the later entries are judged again, and what
came out differently is told as a `Difference`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tileref.engine.faults import Fault
from tileref.engine.games import AnyMatch, AnyRuleset, start_match
from tileref.engine.match import Event, Line, News
from tileref.engine.names import LONGEST_NAME, is_name
from tileref.engine.ruleset import PlayersError


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last entry in force."""


@dataclass(frozen=True, slots=True)
class Correct:
    """What really happened at an earlier entry: these events, in its place; none if it did not happen."""

    at: int
    to: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log. `time` is when it was written, in seconds, where somebody keeps time."""

    event: Event | Undo | Correct
    overruled: bool = False
    time: float | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """An event in force: which entry it comes from, and what came of it.

    `faults` are what is wrong with it, overruled or found by a later correction. A step that has a final fault
    since a correction is void: it changes nothing until it is corrected too.
    """

    number: int
    event: Event
    faults: tuple[Fault, ...]
    before: AnyMatch
    after: AnyMatch

    @property
    def is_void(self) -> bool:
        """Whether the event could not be carried out any more."""
        return any(fault.final for fault in self.faults)

    @property
    def news(self) -> tuple[News, ...]:
        """What the event brought about."""
        return () if self.is_void else self.after.news

    @property
    def lines(self) -> tuple[Line, ...]:
        """The score lines the event brought about."""
        return tuple(item for item in self.news if isinstance(item, Line))


@dataclass(frozen=True, slots=True)
class Change:
    """An entry that came out differently: its step or steps before and after."""

    number: int
    before: tuple[Step, ...]
    after: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """What a correction or an undo changed."""

    changes: tuple[Change, ...]
    totals_before: tuple[int, ...]
    totals_after: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """The entry was not written, for these reasons."""

    faults: tuple[Fault, ...]

    def __bool__(self) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class Accepted:
    """The entry was written: the record with it, and what it changed of what was there."""

    record: "Record"
    difference: Difference | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A match as it was written down. Begin one with `Record.begin`."""

    ruleset: AnyRuleset
    players: tuple[str, ...]
    start: AnyMatch
    entries: tuple[Entry, ...] = ()
    steps: tuple[Step, ...] = ()

    @classmethod
    def begin(cls, ruleset: AnyRuleset, players: Iterable[str]) -> "Record":
        """An empty record; a PlayersError says why these players cannot play this ruleset."""
        names = tuple(players)
        for name in names:
            if not is_name(name):
                raise PlayersError(
                    f"a player's name must have 1 to {LONGEST_NAME} printable characters, unlike {str(name)[:60]!r}"
                )
        return cls(ruleset, names, start_match(ruleset, len(names)))

    @property
    def state(self) -> AnyMatch:
        """Where the match stands."""
        return self.steps[-1].after if self.steps else self.start

    def submit(self, event: Event, *, overrule: bool = False, time: float | None = None) -> Accepted | Refused:
        """Write an event. One with faults is refused, unless they may be overruled and are."""
        step = judge(self.state, len(self.entries), event)
        if step.is_void or (step.faults and not overrule):
            return Refused(step.faults)
        entry = Entry(event, bool(step.faults), time)
        return Accepted(replace(self, entries=(*self.entries, entry), steps=(*self.steps, step)))

    def undo(self, *, time: float | None = None) -> Accepted | None:
        """Take back the last entry in force; None where there is none."""
        if not self.steps:
            return None
        last = self.steps[-1].number
        steps = tuple(step for step in self.steps if step.number != last)
        return self._rewritten(Entry(Undo(), time=time), steps)

    def correct(
        self, at: int, to: Sequence[Event], *, overrule: bool = False, time: float | None = None
    ) -> Accepted | Refused | None:
        """Put other events in the place of an earlier entry; None where no such entry is in force.

        An entry that was corrected to nothing can be brought back. What came after is judged again and stays, whatever
        is wrong with it now: it lies on the table.
        """
        if not self._is_struck(at) and all(step.number != at for step in self.steps):
            return None
        kept = [step for step in self.steps if step.number < at]
        later = [step for step in self.steps if step.number > at]
        state = kept[-1].after if kept else self.start
        for event in to:
            step = judge(state, at, event)
            if step.is_void or (step.faults and not overrule):
                return Refused(step.faults)
            kept.append(step)
            state = step.after
        overruled = any(step.faults for step in kept if step.number == at)
        for old in later:
            step = judge(state, old.number, old.event)
            kept.append(step)
            state = step.after
        return self._rewritten(Entry(Correct(at, tuple(to)), overruled, time), tuple(kept))

    def _is_struck(self, at: int) -> bool:
        """Whether an entry was last corrected to nothing."""
        corrections = [
            entry.event for entry in self.entries if isinstance(entry.event, Correct) and entry.event.at == at
        ]
        return bool(corrections) and not corrections[-1].to

    def _rewritten(self, entry: Entry, steps: tuple[Step, ...]) -> Accepted:
        record = replace(self, entries=(*self.entries, entry), steps=steps)
        return Accepted(record, _difference(self, record))


def judge(state: AnyMatch, number: int, event: Event) -> Step:
    """What comes of an event, as entry number so-and-so, in a state."""
    faults = state.faults(event)
    void = any(fault.final for fault in faults)
    return Step(number, event, faults, state, state if void else state.apply(event))


def _difference(before: Record, after: Record) -> Difference:
    old, new = _by_number(before.steps), _by_number(after.steps)
    changes = tuple(
        Change(number, old.get(number, ()), new.get(number, ()))
        for number in sorted(old.keys() | new.keys())
        if _outcome(old.get(number, ())) != _outcome(new.get(number, ()))
    )
    return Difference(changes, before.state.standings().totals, after.state.standings().totals)


def _by_number(steps: tuple[Step, ...]) -> dict[int, tuple[Step, ...]]:
    grouped: dict[int, tuple[Step, ...]] = {}
    for step in steps:
        grouped[step.number] = (*grouped.get(step.number, ()), step)
    return grouped


def _outcome(steps: tuple[Step, ...]) -> list[tuple[Event, tuple[Fault, ...], tuple[News, ...]]]:
    return [(step.event, step.faults, step.news) for step in steps]

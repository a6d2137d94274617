"""What the referee says: of an event and all it brought about, of a refusal, a correction, a look back at a round."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import assert_never

from tileref.engine.dice import DiceRuleset
from tileref.engine.dominoes import DominoRuleset
from tileref.engine.faults import Fault, Reason
from tileref.engine.games import AnyRuleset
from tileref.engine.leaflets import Subject, Topic
from tileref.engine.match import SETTLEMENT, Event, Line, LineKind, Match, MatchOver, Out, Repeat, RoundEnd, RoundOver
from tileref.engine.record import Change, Difference, Step
from tileref.engine.rounds import AnyFinding
from tileref.engine.sheet import Row, Section
from tileref.engine.triangles import Place, StartDraw, TriangleRuleset
from tileref.engine.triangles import Placement as TrianglePlacement
from tileref.engine.triangles.ruleset import PointsSwitch
from tileref.language import Language
from tileref.plays import announce_play
from tileref.refusals import announce_faults
from tileref.speech import Announcement, Level, Speech, name_tile, sheet_word
from tileref.waiting import announce_waiting

__all__ = ["Announcement", "Announcer", "Level", "sheet_label"]


def sheet_label(language: Language, of: Row | Section) -> str:
    """The words for a row or section of a scoresheet."""
    return sheet_word(language, of.key, of.number)


class Announcer:
    """The referee's voice in one match."""

    def __init__(self, language: Language, ruleset: AnyRuleset, players: tuple[str, ...]) -> None:
        self._speech = Speech(language, ruleset, players)

    def step(self, step: Step) -> tuple[Announcement, ...]:
        """The event, what is wrong with it if it stands all the same, and everything it brought about."""
        if step.is_void:
            return tuple(self._faulty("entry-void", step, step.faults))
        return (*announce_play(self._speech, step), *self._overruled(step), *self._news(step))

    def refusal(self, event: Event, faults: Iterable[Fault], state: Match[Event]) -> tuple[Announcement, ...]:
        """Why an event is refused in this state, the decisive fault first."""
        return announce_faults(self._speech, event, faults, state)

    def whose_turn(self, state: Match[Event]) -> Announcement:
        """Who is to move, or what the table waits for."""
        return announce_waiting(self._speech, state)

    def difference(self, difference: Difference) -> tuple[Announcement, ...]:
        """What a correction or an undo changed: the entries, the totals, and who has won the match."""
        entries = (said for change in difference.changes for said in self._change(change))
        return (*entries, *self._standing(difference))

    def consequences(self, difference: Difference) -> tuple[Announcement, ...]:
        """The same for people at a table, who know of tiles but of no entries, and have heard what was changed."""
        plays = (said for change in difference.changes for said in self._consequences(change))
        return (*plays, *self._standing(difference))

    def finding(self, step: Step, finding: AnyFinding) -> tuple[Announcement, ...]:
        """What the hands of a round, once known, prove wrong with one of its events, which is named by its entry."""
        found = self.found(finding)
        return (replace(found, text=self._speech.say("at-entry", entry=step.number + 1, text=found.text)),)

    def found(self, finding: AnyFinding) -> Announcement:
        """What the hands of a round, once known, prove wrong with something done in it."""
        speech = self._speech
        match finding.reason:
            case Reason.DRAW_NOT_ALLOWED:
                message = "found-draw"
            case Reason.PASS_NOT_ALLOWED:
                message = "found-pass"
            case Reason.WRONG_OPENER:
                message = "found-opener"
            case Reason.MUST_REVEAL:
                message = "found-reveal"
            case _:
                message = "found-opening"
        text = speech.say(
            message,
            player=speech.players[finding.seat],
            holder=speech.players[finding.holder],
            count=len(finding.tiles),
            tiles=speech.any_of(map(name_tile, finding.tiles)),
        )
        # An opening may lie anywhere, so only what should have been laid in a turn is worth looking at.
        missed = finding.reason in (Reason.DRAW_NOT_ALLOWED, Reason.PASS_NOT_ALLOWED)
        cells = [place.cell for place in finding.placements if missed and isinstance(place, TrianglePlacement)]
        return speech.announce(Level.CORRECTION, text, about=finding.reason, cite=True, cells=cells)

    @property
    def _counts_points(self) -> bool:
        ruleset = self._speech.ruleset
        return not isinstance(ruleset, TriangleRuleset) or ruleset.points is PointsSwitch.ON

    # What an event brought about.

    def _overruled(self, step: Step) -> Iterator[Announcement]:
        speech = self._speech
        for fault in announce_faults(speech, step.event, step.faults, step.before):
            text = speech.say("stands-though", fault=fault.text)
            yield Announcement(text, Level.CORRECTION, fault.cells, fault.rule)

    def _news(self, step: Step) -> Iterator[Announcement]:
        """The news in the order in which people want to hear it: that the round is over before what it is worth."""
        news = step.news
        for item in news:
            if isinstance(item, Repeat | Out):
                yield self._out(item) if isinstance(item, Out) else self._repeat(item, step)
        how = RoundEnd.PLAYED
        for item in news:
            if isinstance(item, RoundOver):
                how = item.how
                # Where one round is the match, whoever is out has won, and is told so once.
                if self._counts_points or item.how is not RoundEnd.OUT:
                    yield self._round_over(item)
        yield from self._settlement(step, how)
        for item in news:
            if isinstance(item, MatchOver):
                yield from self._match_over(item, step.after.standings().totals)

    def _repeat(self, repeat: Repeat, step: Step) -> Announcement:
        speech = self._speech
        if isinstance(step.event, StartDraw):
            text = speech.say("draw-again", players=speech.names(repeat.seats))
            return speech.announce(Level.INFO, text, about=Topic.START_DRAW)
        pips = isinstance(speech.ruleset, DominoRuleset)
        text = speech.say("deal-again-no-double" if pips else "deal-again")
        return speech.announce(Level.INFO, text, about=Topic.OPENING if pips else Topic.OPENING_NO_TRIPLET)

    def _out(self, out: Out) -> Announcement:
        speech, player = self._speech, self._speech.players[out.seat]
        if not out.last_turns:
            return speech.announce(Level.END, speech.say("is-out", player=player), about=LineKind.OUT)
        text = speech.say(
            "is-out-with-last-turns", player=player, count=len(out.last_turns), others=speech.names(out.last_turns)
        )
        return speech.announce(Level.END, text, about=Topic.LAST_TURNS, cite=True)

    def _round_over(self, over: RoundOver) -> Announcement:
        speech, count = self._speech, len(over.winners)
        players = speech.names(over.winners) if over.winners else ""
        match over.how:
            case RoundEnd.OUT:
                message = "round-won"
            case RoundEnd.BLOCKED:
                message = "round-blocked"
            case RoundEnd.PLAYED:
                many = isinstance(speech.ruleset, DiceRuleset) and speech.ruleset.games_to_play > 1
                message = "game-played" if many else "cards-full"
            case _:
                assert_never(over.how)
        if len(speech.players) == 1 and over.how is not RoundEnd.PLAYED:
            message = f"{message}-alone"
        text = speech.say(message, round=over.number, count=count, players=players)
        return speech.announce(Level.END, text, about=over.how, cite=over.how is not RoundEnd.PLAYED)

    def _settlement(self, step: Step, how: RoundEnd) -> Iterator[Announcement]:
        """What the end of the round is worth to each player it is worth anything to."""
        speech = self._speech
        settled = [line for line in step.lines if line.kind in SETTLEMENT]
        for seat in dict.fromkeys(line.seat for line in settled):
            lines = [line for line in settled if line.seat == seat]
            points = sum(line.points for line in lines)
            total = step.after.standings().totals[seat]
            parts = speech.all_of(map(self._part, lines))
            text = speech.say("settles", player=speech.players[seat], parts=parts, total=total)
            about: Subject = LineKind.UPPER_BONUS if how is RoundEnd.PLAYED else how
            level = Level.PENALTY if points < 0 else Level.POINTS
            yield speech.announce(level, text, about=about, cite=True)

    def _part(self, line: Line) -> str:
        match line.kind:
            case LineKind.OUT:
                message = "part-out"
            case LineKind.HANDS:
                message = "part-hands"
            case LineKind.OWN_HAND:
                message = "part-own-hand"
            case _:
                message = "part-upper-bonus"
        return self._speech.say(message, points=line.points)

    def _match_over(self, over: MatchOver, totals: tuple[int, ...]) -> Iterator[Announcement]:
        speech = self._speech
        alone = len(speech.players) == 1
        message = "match-over-alone" if alone else "match-won"
        text = speech.say(message, count=len(over.winners), players=speech.names(over.winners))
        yield speech.announce(Level.END, text, about=over, cite=True)
        if self._counts_points:
            ranked = sorted(range(len(totals)), key=lambda seat: -totals[seat])
            scores = [speech.say("score", player=speech.players[seat], total=totals[seat]) for seat in ranked]
            yield speech.announce(Level.END, speech.say("final-scores", scores=", ".join(scores)), about=over)

    # What a correction changed.

    def _standing(self, difference: Difference) -> Iterator[Announcement]:
        """The totals that changed, and whether the match is won."""
        speech = self._speech
        totals = list(zip(speech.players, difference.totals_before, difference.totals_after, strict=True))
        for player, before, after in totals:
            if before != after:
                text = speech.say("total-changed", player=player, before=before, after=after)
                yield speech.announce(Level.CORRECTION, text)
        if all(before == after for _, before, after in totals):
            yield speech.announce(Level.CORRECTION, speech.say("totals-unchanged"))
        won, wins = (_match_over(steps) for steps in _before_and_after(difference))
        if won is not None and wins is None:
            yield speech.announce(Level.CORRECTION, speech.say("match-goes-on"))
        elif wins is not None and wins != won:
            yield from self._match_over(wins, difference.totals_after)

    def _change(self, change: Change) -> Iterator[Announcement]:
        speech, entry = self._speech, change.number + 1
        events = [step.event for step in change.after]
        if not events:
            yield speech.announce(Level.CORRECTION, speech.say("entry-removed", entry=entry))
        elif events != [step.event for step in change.before]:
            plays = [play for step in change.after if not step.is_void for play in announce_play(speech, step)]
            text = speech.say("entry-replaced", entry=entry, text=" ".join(play.text for play in plays))
            cells = [cell for play in plays for cell in play.cells]
            yield speech.announce(Level.CORRECTION, text, cells=cells)
        for step, faults in _new_faults(change):
            yield from self._faulty("entry-void" if step.is_void else "entry-faulty", step, faults)
        if _is_in_order_now(change):
            yield speech.announce(Level.CORRECTION, speech.say("entry-in-order", entry=entry))

    def _consequences(self, change: Change) -> Iterator[Announcement]:
        """What is against the rules now, or in order again, by the name of its tile."""
        speech = self._speech
        for step, faults in _new_faults(change):
            tile = _name_of(step)
            for fault in announce_faults(speech, step.event, faults, step.before):
                message = "now-void" if step.is_void else "now-faulty"
                text = speech.say(message if tile else f"{message}-turn", tile=tile, fault=fault.text)
                yield Announcement(text, Level.CORRECTION, fault.cells, fault.rule)
        if _is_in_order_now(change) and (tile := _name_of(change.after[-1])):
            yield speech.announce(Level.CORRECTION, speech.say("now-in-order", tile=tile))

    def _faulty(self, message: str, step: Step, faults: Iterable[Fault]) -> Iterator[Announcement]:
        """That an entry is against the rules, once for each of these faults."""
        for fault in announce_faults(self._speech, step.event, faults, step.before):
            text = self._speech.say(message, entry=step.number + 1, fault=fault.text)
            yield Announcement(text, Level.CORRECTION, fault.cells, fault.rule)


def _new_faults(change: Change) -> Iterator[tuple[Step, list[Fault]]]:
    """What is wrong with each step of an entry since it was changed."""
    known = {fault for step in change.before for fault in step.faults}
    for step in change.after:
        if faults := [fault for fault in step.faults if fault not in known]:
            yield step, faults


def _is_in_order_now(change: Change) -> bool:
    was_faulty = any(step.faults for step in change.before)
    return was_faulty and bool(change.after) and not any(step.faults for step in change.after)


def _name_of(step: Step) -> str:
    """The tile that a step laid on a triangular board, empty where it laid none."""
    return name_tile(step.event.placement.tile) if isinstance(step.event, Place) else ""


def _before_and_after(difference: Difference) -> tuple[list[Step], list[Step]]:
    before = [step for change in difference.changes for step in change.before]
    return before, [step for change in difference.changes for step in change.after]


def _match_over(steps: list[Step]) -> MatchOver | None:
    return next((item for step in steps for item in step.news if isinstance(item, MatchOver)), None)

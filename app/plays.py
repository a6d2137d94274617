"""What happened at the table, in words: an event, and the points it brought in its turn."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from tileref.engine import dominoes, triangles
from tileref.engine.dice import Reroll, Roll, Score, is_joker
from tileref.engine.leaflets import Subject, Topic
from tileref.engine.match import SETTLEMENT, Line, LineKind
from tileref.engine.record import Step
from tileref.engine.triangles import Cell, Phase, Placement, PlacementClass, TriangleMatch, TriangleRuleset
from tileref.engine.triangles.legality import purchases_on_timeout
from tileref.engine.triangles.opening import ZEROS
from tileref.engine.triangles.ruleset import Opening, PointsSwitch, TimeoutRule
from tileref.known import dice_match, domino_match, known_event, tile_match, triangle_match
from tileref.speech import Announcement, Level, Speech, name_dice, name_tile


def announce_play(speech: Speech, step: Step) -> tuple[Announcement, ...]:
    """What the event of a step was and what it earned or cost its player, the end of a round apart."""
    return tuple(_Play(speech, step).announce())


@dataclass(frozen=True, slots=True)
class _Play:
    """An event that happened, and the means to tell of it."""

    speech: Speech
    step: Step

    def announce(self) -> Iterator[Announcement]:
        speech = self.speech
        event = known_event(self.step.event)
        match event:
            case triangles.Deal() | dominoes.Deal():
                yield self.deal(event)
            case triangles.StartDraw():
                yield self.start_draw(event)
            case triangles.Opener(seat) | dominoes.Opener(seat):
                yield self.info("opens", seat, about=Topic.OPENING)
            case triangles.Reveal(seat, tile):
                text = speech.say("reveals", player=speech.players[seat], tile=name_tile(tile))
                yield speech.announce(Level.INFO, text, about=Topic.OPENING_CHOICE)
            case triangles.Place():
                yield self.laid_triangle(event)
            case dominoes.Place():
                yield self.laid_domino(event)
            case triangles.Draw(seat) | dominoes.Draw(seat):
                yield from self.draw(seat)
            case triangles.Pass(seat) | dominoes.Pass(seat):
                about = Topic.PASS if tile_match(self.step.before).well.count else Topic.EMPTY_WELL
                yield self.penalty("passes", seat, about=Topic.PASS if self.lines else about)
            case triangles.Timeout():
                yield self.timeout(event)
            case triangles.Show(seat, shown) | dominoes.Show(seat, shown):
                points = sum(tile.value for tile in shown)
                text = speech.say("shows", player=speech.players[seat], count=len(shown), points=points)
                yield speech.announce(Level.INFO, text, about=Topic.HANDS)
            case Roll(seat, dice):
                text = speech.say("throws", player=speech.players[seat], dice=name_dice(dice))
                yield speech.announce(Level.INFO, text, about=Topic.THROWS)
            case Reroll(seat, indices):
                dice = dice_match(self.step.after).dice
                text = speech.say("throws-again", player=speech.players[seat], count=len(indices), dice=name_dice(dice))
                yield speech.announce(Level.INFO, text, about=Topic.THROWS)
            case Score():
                yield from self.score(event)
            case _:
                assert_never(event)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The score lines of the turn."""
        return tuple(line for line in self.step.lines if line.kind not in SETTLEMENT)

    def total(self, seat: int) -> int:
        """What the player has after the turn, before the round is settled."""
        before = self.step.before.standings().totals[seat]
        return before + sum(line.points for line in self.lines if line.seat == seat)

    def points(self, *kinds: LineKind) -> int:
        return sum(line.points for line in self.lines if line.kind in kinds)

    def info(self, message: str, seat: int, *, about: Subject) -> Announcement:
        return self.speech.announce(Level.INFO, self.speech.say(message, player=self.speech.players[seat]), about=about)

    def penalty(self, message: str, seat: int, *, about: Subject, count: int = 1) -> Announcement:
        """What somebody did, and what it cost if it cost anything."""
        player, points = self.speech.players[seat], sum(line.points for line in self.lines)
        if not points:
            return self.speech.announce(Level.INFO, self.speech.say(message, player=player, count=count), about=about)
        text = self.speech.say(f"{message}-penalty", player=player, count=count, points=points, total=self.total(seat))
        return self.speech.announce(Level.PENALTY, text, about=about, cite=True)

    # Before the first tile.

    def deal(self, event: triangles.Deal | dominoes.Deal) -> Announcement:
        number = tile_match(self.step.before).round
        counts = {hand.count for hand in event.hands}
        if len(counts) == 1:
            text = self.speech.say(
                "dealt", round=number, hands=len(event.hands), count=counts.pop(), left=event.well.count
            )
        else:
            text = self.speech.say("dealt-unevenly", round=number, left=event.well.count)
        return self.speech.announce(Level.INFO, text, about=Topic.DEAL)

    def start_draw(self, event: triangles.StartDraw) -> Announcement:
        speech, start = self.speech, triangle_match(self.step.before).start
        assert start is not None, "a start draw happens in its phase"
        drawn = [
            speech.say("drawn-for-start", player=speech.players[seat], tile=name_tile(tile))
            for seat, tile in zip(start.drawing, event.tiles, strict=True)
        ]
        text = speech.say("start-draw", drawn=", ".join(drawn))
        opener = triangle_match(self.step.after).opener
        if opener is not None:
            text = speech.say("start-drawn", drawn=", ".join(drawn), player=speech.players[opener])
        return speech.announce(Level.INFO, text, about=Topic.START_DRAW)

    # A tile.

    def laid_triangle(self, event: triangles.Place) -> Announcement:
        before = triangle_match(self.step.before)
        opens = before.phase is Phase.OPEN
        verb = "opens-with" if opens else "lays"
        player, tile = self.speech.players[event.seat], name_tile(event.placement.tile)
        about = _opening_topic(before.ruleset, event.placement) if opens else Topic.TILE
        if not _counts_points(before.ruleset):
            text = self.speech.say(verb, player=player, tile=tile)
            return self.speech.announce(Level.INFO, text, about=about, cells=(event.cell,))
        value, total = self.points(LineKind.TILE), self.total(event.seat)
        bonuses = [line for line in self.lines if line.kind in (LineKind.BONUS, LineKind.OPENING)]
        if not bonuses:
            text = self.speech.say(f"{verb}-for", player=player, tile=tile, points=value, total=total)
            return self.speech.announce(Level.POINTS, text, about=about, cells=(event.cell,))
        placement_class = PlacementClass(bonuses[0].of)
        bonus = sum(line.points for line in bonuses)
        text = self.speech.say(
            f"{verb}-for-bonus",
            player=player,
            tile=tile,
            points=value,
            bonus=bonus,
            total=total,
            kind=placement_class,
        )
        cells = (event.cell,) if opens else _worth_a_bonus(before, event.cell)
        return self.speech.announce(
            Level.BONUS, text, about=about if opens else placement_class, cite=True, cells=cells
        )

    def laid_domino(self, event: dominoes.Place) -> Announcement:
        player, tile = self.speech.players[event.seat], name_tile(event.tile)
        if domino_match(self.step.before).phase is dominoes.Phase.OPEN:
            text = self.speech.say("opens-with", player=player, tile=tile)
            return self.speech.announce(Level.INFO, text, about=Topic.OPENING)
        text = self.speech.say("lays-at-end", player=player, tile=tile, end=event.end)
        return self.speech.announce(Level.INFO, text, about=Topic.FIT)

    # A turn without a tile.

    def draw(self, seat: int) -> Iterator[Announcement]:
        yield self.penalty("draws", seat, about=Topic.DRAW)
        if tile_match(self.step.before).well.count == 1:
            yield self.speech.announce(Level.INFO, self.speech.say("well-emptied"), about=Topic.EMPTY_WELL)

    def timeout(self, event: triangles.Timeout) -> Announcement:
        before = triangle_match(self.step.before)
        if before.ruleset.timeout is TimeoutRule.WARN:
            return self.info("time-is-up", event.seat, about=Topic.TIME)
        count = purchases_on_timeout(before, event.seat) if event.tiles is None else len(event.tiles)
        # That time is limited is one rule; what it costs is that of a player who does not lay a tile.
        return self.penalty("times-out", event.seat, about=Topic.PASS if self.lines else Topic.TIME, count=count)

    # Dice.

    def score(self, event: Score) -> Iterator[Announcement]:
        before = dice_match(self.step.before)
        player, line = self.speech.players[event.seat], self.speech.line(event.category)
        points, bonus = self.points(LineKind.CATEGORY), self.points(LineKind.YACHT_BONUS)
        total = self.total(event.seat) - bonus
        if points and is_joker(before.dice, event.category, before.cards[event.seat]):
            text = self.speech.say("fills-with-joker", player=player, line=line, points=points, total=total)
            yield self.speech.announce(Level.BONUS, text, about=Topic.JOKER, cite=True)
        else:
            text = self.speech.say("fills", player=player, line=line, points=points, total=total)
            yield self.speech.announce(Level.POINTS, text, about=event.category)
        if bonus:
            text = self.speech.say("further-yacht", player=player, points=bonus, total=total + bonus)
            yield self.speech.announce(Level.BONUS, text, about=LineKind.YACHT_BONUS, cite=True)


def _counts_points(ruleset: TriangleRuleset) -> bool:
    return ruleset.points is PointsSwitch.ON


def _opening_topic(ruleset: TriangleRuleset, placement: Placement) -> Topic:
    if ruleset.opening is Opening.START_DRAW or placement.tile.is_triplet:
        return Topic.OPENING_ZEROS if placement.tile == ZEROS else Topic.OPENING
    return Topic.OPENING_NO_TRIPLET


def _worth_a_bonus(before: TriangleMatch, cell: Cell) -> Iterator[Cell]:
    """The tile and those that make its bonus: the hexagons it completes, or else the sides and the corner it meets."""
    yield cell
    lying = before.board.tiles
    rounds = [[other for other in corner.cells if other != cell] for corner in cell.corners]
    hexagons = [others for others in rounds if all(other in lying for other in others)]
    for others in hexagons:
        yield from others
    if hexagons:
        return
    beside = [neighbour for neighbour in cell.neighbours if neighbour in lying]
    yield from beside
    for corner in cell.corners:
        if not any(corner in neighbour.corners for neighbour in beside):
            yield from (other for other in corner.cells if other in lying)

"""Tables of triangular dominoes for tests: positions in a few words, and players livelier than simulated ones."""

from collections.abc import Iterator
from random import Random

from tests.strategies import NAMES
from tileref.engine.games import find_ruleset
from tileref.engine.hands import Hand
from tileref.engine.match import News
from tileref.engine.options import OptionError, Span, options_of, with_options
from tileref.engine.record import Accepted, Record
from tileref.engine.triangles import (
    ORIGIN,
    TRIANGLE_RULESETS,
    Board,
    Deal,
    Draw,
    Opener,
    Pass,
    Phase,
    Place,
    Show,
    Tile,
    Timeout,
    TriangleEvent,
    TriangleMatch,
    TriangleRuleset,
    next_event,
    parse_placement,
    parse_position,
    parse_tile,
    set_up_match,
)
from tileref.engine.triangles.legality import purchases_on_timeout
from tileref.engine.triangles.opening import ZEROS


def rules(name: str, **options: object) -> TriangleRuleset:
    """A triangular ruleset with some options changed."""
    ruleset = find_ruleset(name)
    assert isinstance(ruleset, TriangleRuleset)
    return with_options(ruleset, options)


def mixed_rules(rng: Random) -> TriangleRuleset:
    """A ruleset with a good part of its switches thrown at random, whose match is over after a few rounds.

    Hypothesis changes few options at a time; what goes wrong between several of them wants many changed.
    """
    ruleset = with_options(rng.choice(TRIANGLE_RULESETS), {"target": rng.choice((60, 120, 400)), "round_limit": 3})
    for option in options_of(TriangleRuleset).values():
        if isinstance(option.kind, Span) or rng.random() < 0.6:
            continue
        values = [False, True] if option.kind is bool else list(option.kind)
        try:
            ruleset = with_options(ruleset, {option.name: rng.choice(values)})
        except OptionError:
            continue
    limit = rng.choice((None, 1, 3)) if rng.random() < 0.3 else ruleset.draw_limit
    skips = {"timeout": "skip"} if limit is None and ruleset.timeout == "unwilling" else {}
    return with_options(ruleset, {"draw_limit": limit, **skips})


def tiles(text: str) -> frozenset[Tile]:
    """Tiles written "012 345"."""
    return frozenset(map(parse_tile, text.split()))


def tile(text: str) -> Tile:
    """A tile written "012"."""
    return parse_tile(text)


def pile(text: str | int) -> Hand[Tile]:
    """A hand or well: its tiles, or only how many there are."""
    return Hand.hidden(text) if isinstance(text, int) else Hand.of(tiles(text))


def lay(seat: int, text: str) -> Place:
    """A seat lays the placement written "0,0U:012"."""
    return Place(seat, *parse_placement(text))


def table(
    ruleset: TriangleRuleset,
    position: str | Board,
    *hands: str | int,
    well: str | int = "",
    to_move: int = 0,
    opener: int = 0,
    totals: tuple[int, ...] | None = None,
) -> TriangleMatch:
    """A match in the middle of a round."""
    if isinstance(position, str):
        position = parse_position(position, chirality=ruleset.chirality, corner_rule=ruleset.corner_rule)
    return set_up_match(
        ruleset,
        board=position,
        hands=tuple(map(pile, hands)),
        well=pile(well),
        to_move=to_move,
        opener=opener,
        totals=totals,
    )


def after(state: TriangleMatch, *events: TriangleEvent) -> TriangleMatch:
    """The state after some events, none of which may have a fault."""
    for event in events:
        assert state.faults(event) == (), f"{event!r}"
        state = state.apply(event)
    return state


def reasons(state: TriangleMatch, event: TriangleEvent) -> list[str]:
    """The codes of everything wrong with an event."""
    return [fault.reason for fault in state.faults(event)]


def lively_event(state: TriangleMatch, rng: Random) -> TriangleEvent | None:
    """What happens next among players who also draw at will, decline, run out of time and show no triplet, wherever
    the rules let them."""
    event = next_event(state, rng)
    if state.phase is Phase.OPEN and state.opener is not None and rng.random() < 0.5:
        event = _if_allowed(state, Place(state.opener, ORIGIN, (ZEROS.a, ZEROS.b, ZEROS.c))) or event
    if state.phase is Phase.PLAY and rng.random() < 0.25:
        event = _if_allowed(state, rng.choice(list(_unforced(state, rng)))) or event
    return event


def _unforced(state: TriangleMatch, rng: Random) -> Iterator[TriangleEvent]:
    seat = state.to_move
    assert seat is not None
    well = sorted(state.well.tiles or ())
    yield Pass(seat)
    if well:
        yield Draw(seat, rng.choice(well))
    # Whether a turn that ran out of time with an empty bank was a failed one depends on what is known of the hand.
    if len(well) > purchases_on_timeout(state, seat):
        yield Timeout(seat, tuple(rng.sample(well, purchases_on_timeout(state, seat))))


def _if_allowed(state: TriangleMatch, event: TriangleEvent) -> TriangleEvent | None:
    return None if state.faults(event) else event


class Onlooker:
    """A referee who sees less of a match than there is to see: counted hands, draws that nobody shows.

    `record` is the match as the onlooker wrote it down.
    """

    def __init__(
        self,
        ruleset: TriangleRuleset,
        players: int,
        rng: Random,
        *,
        open_hands: frozenset[int] = frozenset(),
        shown_draws: float = 0,
    ) -> None:
        self.record = Record.begin(ruleset, NAMES[:players])
        self.rng = rng
        self.open_hands = open_hands
        self.shown_draws = shown_draws
        self.hands: dict[int, frozenset[Tile]] = {}

    @property
    def state(self) -> TriangleMatch:
        """The match as far as the onlooker knows it."""
        assert isinstance(self.record.state, TriangleMatch)
        return self.record.state

    def watch(self, event: TriangleEvent, after: TriangleMatch) -> tuple[News, ...]:
        """Write an event down as it is seen, then what the table must add: the tiles that are left, or who opens.

        `after` is the true state after the event. What all of it brought about is given back.
        """
        self._keep_track(event)
        news = self._write(self._veiled(event))
        while self.state.phase is Phase.SHOW:
            seat = self.rng.choice([seat for seat, hand in enumerate(self.state.hands) if not hand.is_known])
            news += self._write(Show(seat, self.hands[seat]))
        if self.state.phase is Phase.OPEN and self.state.opener is None and after.opener is not None:
            news += self._write(Opener(after.opener))
        return news

    def _write(self, event: TriangleEvent) -> tuple[News, ...]:
        outcome = self.record.submit(event)
        assert isinstance(outcome, Accepted), f"{event!r} was refused: {outcome!r}"
        self.record = outcome.record
        return self.state.news

    def _veiled(self, event: TriangleEvent) -> TriangleEvent:
        match event:
            case Deal(hands, well):
                veiled = tuple(
                    hand if seat in self.open_hands else Hand[Tile].hidden(hand.count)
                    for seat, hand in enumerate(hands)
                )
                return Deal(veiled, Hand.hidden(well.count))
            case Draw(seat, _) if self._hides_draw(seat):
                return Draw(seat)
            case Timeout(seat, _) if self._hides_draw(seat):
                return Timeout(seat)
            case _:
                return event

    def _hides_draw(self, seat: int) -> bool:
        return seat not in self.open_hands and self.rng.random() >= self.shown_draws

    def _keep_track(self, event: TriangleEvent) -> None:
        match event:
            case Deal(hands, _):
                self.hands = {seat: hand.tiles or frozenset() for seat, hand in enumerate(hands)}
            case Draw(seat, drawn) if drawn is not None:
                self.hands[seat] |= {drawn}
            case Timeout(seat, taken):
                self.hands[seat] |= {*(taken or ())}
            case Place(seat):
                self.hands[seat] -= {event.placement.tile}
            case _:
                pass

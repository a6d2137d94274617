"""The scoresheet that follows from a record."""

from collections.abc import Iterable, Iterator

from tileref.engine import dominoes, triangles
from tileref.engine.dice import LOWER, UPPER, DiceMatch
from tileref.engine.match import SETTLEMENT, Line, MatchOver, RoundOver
from tileref.engine.record import Record, Step
from tileref.engine.rounds import Round, rounds_of
from tileref.engine.sheet import Row, Section, Sheet
from tileref.engine.triangles.ruleset import TimeoutRule


def sheet_of(record: Record) -> Sheet:
    """The scoresheet of a match as far as it has got."""
    state = record.state
    sections = _cards(state) if isinstance(state, DiceMatch) else tuple(_rounds(record))
    winners = next((item.winners for step in record.steps for item in step.news if isinstance(item, MatchOver)), ())
    return Sheet(record.players, sections, state.standings().totals, winners)


def _rounds(record: Record) -> Iterator[Section]:
    """A section for each round: what every turn earned, what the end of the round did, and the totals."""
    for played in rounds_of(record):
        if any(isinstance(item, Line | RoundOver | MatchOver) for step in played.steps for item in step.news):
            yield _round(played, len(record.players))


def _round(played: Round, players: int) -> Section:
    turns: list[list[int]] = [[] for _ in range(players)]
    open_turn = [False] * players
    settled = [0] * players
    for step in played.steps:
        for line in step.lines:
            if line.kind in SETTLEMENT:
                settled[line.seat] += line.points
            elif open_turn[line.seat]:
                turns[line.seat][-1] += line.points
            else:
                turns[line.seat].append(line.points)
                open_turn[line.seat] = True
        seat = _whose_turn_ended(step)
        if seat is not None:
            if not open_turn[seat]:
                turns[seat].append(0)
            open_turn[seat] = False
    # Where no turn earns anything, as in dominoes, there is nothing to write down for one.
    rows = [
        Row("turn", tuple(points[at] if at < len(points) else None for points in turns), at + 1)
        for at in range(max(map(len, turns)))
        if any(map(any, turns))
    ]
    if any(settled):
        rows.append(Row("settlement", tuple(points or None for points in settled)))
    rows.append(Row("total", played.steps[-1].after.standings().totals))
    return Section("round", tuple(rows), played.number)


def _whose_turn_ended(step: Step) -> int | None:
    """The seat whose turn the event ended, if it did; running out of time does not where that is only announced."""
    if step.is_void:
        return None
    match step.before, step.event:
        case triangles.TriangleMatch() as match, triangles.Timeout(seat):
            return None if match.ruleset.timeout is TimeoutRule.WARN else seat
        case _, triangles.Place(seat) | triangles.Pass(seat) | dominoes.Place(seat) | dominoes.Pass(seat):
            return seat
    return None


def _cards(state: DiceMatch) -> tuple[Section, ...]:
    """The printed card: the upper section and the lower one, for each game."""
    sections: list[Section] = []
    for number, (cards, sums) in enumerate(zip(state.games, state.sums, strict=True), start=1):
        game = number if len(state.games) > 1 else None
        upper = [Row(category, tuple(card[category] for card in cards)) for category in UPPER]
        upper.append(Row("upper_bonus", _shown(total.upper_bonus for total in sums)))
        upper.append(Row("upper", tuple(total.upper + total.upper_bonus for total in sums)))
        lower = [Row(category, tuple(card[category] for card in cards)) for category in LOWER]
        bonus = state.ruleset.yacht_bonus
        lower.append(Row("yacht_bonus", _shown(card.bonuses * bonus for card in cards)))
        lower.append(Row("lower", tuple(total.lower for total in sums)))
        sections += [Section("upper_section", tuple(upper), game), Section("lower_section", tuple(lower), game)]
    return tuple(sections)


def _shown(points: Iterable[int]) -> tuple[int | None, ...]:
    return tuple(amount or None for amount in points)

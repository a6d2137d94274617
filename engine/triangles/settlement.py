"""The end of a round and the end of a match, in points."""

from collections.abc import Sequence
from enum import StrEnum

from tileref.engine.match import Line, LineKind, RoundEnd, leaders_of
from tileref.engine.triangles.ruleset import (
    BlockScore,
    BlockTie,
    EndAt400,
    Multi400,
    OutBonus,
    PointsSwitch,
    Qualify,
    RaceBlock,
    Tie,
    TriangleRuleset,
)


class At(StrEnum):
    """When the end of a match is looked at."""

    AFTER_TURN = "after_turn"
    ROUND_END = "round_end"


def seats_to_move_after(ruleset: TriangleRuleset, players: int, opener: int, out: int) -> tuple[int, ...]:
    """The seats that still have a last turn when a seat has gone out, in order.

    They are those after it in the order of the round, which starts with the opener: so that everybody
    has had the same number of turns.
    """
    if not ruleset.equal_turns:
        return ()
    order = [(opener + step) % players for step in range(players)]
    return tuple(order[order.index(out) + 1 :])


def needs_hands(ruleset: TriangleRuleset, how: RoundEnd) -> bool:
    """Whether the values of the remaining hands decide anything when a round ends like this."""
    if ruleset.points is PointsSwitch.OFF:
        return how is RoundEnd.BLOCKED and ruleset.race_block is RaceBlock.LOWEST_VALUE
    return ruleset.hands_scored


def settle_out(
    ruleset: TriangleRuleset, values: Sequence[int], outs: Sequence[int]
) -> tuple[tuple[int, ...], tuple[Line, ...]]:
    """The winners and score lines of a round somebody went out in.

    `values` are the remaining hands by seat, `outs` the seats that went out, in order. Where the hands do
    not count, any numbers will do for them.
    """
    winners = tuple(outs) if ruleset.out_bonus is OutBonus.EACH else tuple(outs[:1])
    if ruleset.points is PointsSwitch.OFF:
        return winners, ()
    lines = []
    for seat in winners:
        lines.append(Line(seat, ruleset.out_points, LineKind.OUT))
        if ruleset.hands_scored:
            lines.append(Line(seat, sum(values) - values[seat], LineKind.HANDS))
    return winners, tuple(line for line in lines if line.points)


def settle_block(
    ruleset: TriangleRuleset, values: Sequence[int], counts: Sequence[int]
) -> tuple[tuple[int, ...], tuple[Line, ...]]:
    """The winners and score lines of a blocked round: the lowest hand wins the others' less its own."""
    if ruleset.points is PointsSwitch.OFF:
        return _race_winners(ruleset, values, counts), ()
    if not ruleset.hands_scored:
        return (), ()
    winners = tuple(seat for seat, value in enumerate(values) if value == min(values))
    if len(winners) > 1 and ruleset.block_tie is BlockTie.NONE:
        return (), ()
    lines = []
    for seat in winners:
        own = values[seat]
        others = sum(values) - own
        if ruleset.block_score is BlockScore.DIFFERENCES and len(values) > 1:
            own *= len(values) - 1
        lines += [Line(seat, others, LineKind.HANDS), Line(seat, -own, LineKind.OWN_HAND)]
    return winners, tuple(line for line in lines if line.points)


def _race_winners(ruleset: TriangleRuleset, values: Sequence[int], counts: Sequence[int]) -> tuple[int, ...]:
    seats = range(len(counts))
    match ruleset.race_block:
        case RaceBlock.LOWEST_VALUE:
            best = min((values[seat], counts[seat]) for seat in seats)
            return tuple(seat for seat in seats if (values[seat], counts[seat]) == best)
        case RaceBlock.FEWEST_TILES:
            return tuple(seat for seat in seats if counts[seat] == min(counts))
        case RaceBlock.DRAW:
            return tuple(seats)


def match_winners(
    ruleset: TriangleRuleset,
    *,
    at: At,
    totals: tuple[int, ...],
    reached: Sequence[bool],
    round_winners: tuple[int, ...] = (),
    rounds_played: int = 0,
) -> tuple[int, ...] | None:
    """Who has won the match, or None while it goes on.

    `reached` says which seats had the target at any moment of the match, `round_winners` who won the round
    that has just ended.
    """
    if ruleset.points is PointsSwitch.OFF:
        # One round decides; where a block has no winner nobody is ahead of the others.
        return None if at is At.AFTER_TURN else round_winners or tuple(range(len(totals)))
    winners = _target_winners(ruleset, at, totals, reached, round_winners)
    last_round = ruleset.round_limit is not None and rounds_played >= ruleset.round_limit
    if winners is None and at is At.ROUND_END and last_round:
        winners = leaders_of(totals)
    if winners is not None and len(winners) > 1 and ruleset.tie is Tie.EXTRA_ROUND:
        return None
    return winners


def _target_winners(
    ruleset: TriangleRuleset,
    at: At,
    totals: tuple[int, ...],
    reached: Sequence[bool],
    round_winners: tuple[int, ...],
) -> tuple[int, ...] | None:
    if ruleset.target is None:
        return None
    there = tuple(seat for seat, total in enumerate(totals) if total >= ruleset.target)
    if ruleset.end_at_400 is EndAt400.IMMEDIATE:
        return _highest(there, totals)
    if at is At.AFTER_TURN:
        return None
    latched = ruleset.qualify is Qualify.LATCHED
    qualified = tuple(seat for seat in range(len(totals)) if reached[seat]) if latched else there
    if len(qualified) > 1 and round_winners:
        if ruleset.multi_400 is Multi400.ROUND_WINNER:
            return round_winners
        if ruleset.multi_400 is Multi400.ROUND_WINNER_IF_QUALIFIED:
            first = tuple(seat for seat in round_winners if seat in qualified)
            return _highest(first or qualified, totals)
    return _highest(qualified, totals)


def _highest(seats: tuple[int, ...], totals: tuple[int, ...]) -> tuple[int, ...] | None:
    if not seats:
        return None
    most = max(totals[seat] for seat in seats)
    return tuple(seat for seat in seats if totals[seat] == most)

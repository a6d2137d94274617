"""The beginning and the end of a round, and the end of a match: who opens, who wins, and what it earns."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tileref.engine.dominoes.ruleset import BlockTie, DominoRuleset, DrawOneBlock, DrawRule
from tileref.engine.dominoes.tiles import Domino
from tileref.engine.match import Line, LineKind, Repeat, leaders_of


@dataclass(frozen=True, slots=True)
class RightToOpen:
    """The seat that opens, and the double it must open with."""

    seat: int
    tile: Domino


def highest_double(tiles: Iterable[Domino]) -> Domino | None:
    """The highest double among the dominoes, None where there is none."""
    return max((tile for tile in tiles if tile.is_double), default=None)


def right_to_open(hands: Sequence[frozenset[Domino]]) -> RightToOpen | Repeat:
    """Who opens these dealt hands: the highest double; without one everybody is dealt anew."""
    highest = highest_double(tile for hand in hands for tile in hand)
    for seat, hand in enumerate(hands):
        if highest is not None and highest in hand:
            return RightToOpen(seat, highest)
    return Repeat(tuple(range(len(hands))))


def is_blocked(ruleset: DominoRuleset, *, players: int, idle_turns: int, well_count: int) -> bool:
    """Whether a round is over after so many turns in a row without a laid domino.

    A whole circle is one. Where a turn brings only one domino the circle may be idle while there is still
    something to draw, and that is no block unless the leaflet is taken at its word.
    """
    if idle_turns < players:
        return False
    one = ruleset.draw is DrawRule.ONE and ruleset.draw_one_block is DrawOneBlock.EMPTY_BAZAAR
    return not (one and well_count)


def settle_out(values: Sequence[int], out: int) -> tuple[tuple[int, ...], tuple[Line, ...]]:
    """The winner and score lines of a round a seat went out in; `values` are the hands by seat."""
    return (out,), _written(Line(out, sum(values) - values[out], LineKind.HANDS))


def settle_block(
    ruleset: DominoRuleset, values: Sequence[int], counts: Sequence[int]
) -> tuple[tuple[int, ...], tuple[Line, ...]]:
    """The winners and score lines of a blocked round: the lowest hand wins the value of the others.

    `values` and `counts` are the values of the hands and the number of dominoes in them, by seat.
    """
    winners = tuple(seat for seat, value in enumerate(values) if value == min(values))
    if len(winners) > 1 and ruleset.block_tie is BlockTie.FEWEST_TILES:
        fewest = min(counts[seat] for seat in winners)
        winners = tuple(seat for seat in winners if counts[seat] == fewest)
    if len(winners) > 1 and ruleset.block_tie is not BlockTie.ALL:
        return (), ()
    lines = []
    for seat in winners:
        lines.append(Line(seat, sum(values) - values[seat], LineKind.HANDS))
        if ruleset.block_subtract_own:
            lines.append(Line(seat, -values[seat], LineKind.OWN_HAND))
    return winners, _written(*lines)


def match_winners(ruleset: DominoRuleset, totals: Sequence[int]) -> tuple[int, ...] | None:
    """Who has won the match when a round is over, or None while it goes on."""
    return leaders_of(tuple(totals)) if max(totals) >= ruleset.target else None


def _written(*lines: Line) -> tuple[Line, ...]:
    """The lines that are worth something."""
    return tuple(line for line in lines if line.points)

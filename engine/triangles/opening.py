"""Who opens a round, and with which tile."""

from collections.abc import Sequence
from dataclasses import dataclass

from tileref.engine.match import Repeat
from tileref.engine.triangles.ruleset import OpenTie, Redraw, StartTie, TriangleRuleset
from tileref.engine.triangles.tiles import Tile

ZEROS = Tile(0, 0, 0)


@dataclass(frozen=True, slots=True)
class RightToOpen:
    """The seat that opens and the tiles it may open with."""

    seat: int
    tiles: tuple[Tile, ...]


def right_to_open(ruleset: TriangleRuleset, hands: Sequence[frozenset[Tile]]) -> RightToOpen | Repeat:
    """Who opens these dealt hands: the highest triplet, or else the largest sum; or a new deal."""
    triplets = [max((tile for tile in hand if tile.is_triplet), default=None) for hand in hands]
    highest = max((tile for tile in triplets if tile is not None), default=None)
    if highest is not None:
        seat = triplets.index(highest)
        # Whoever has the right may use it for 0-0-0 instead; 0-0-0 alone gives nobody the right.
        instead = (ZEROS,) if ZEROS in hands[seat] and highest != ZEROS else ()
        return RightToOpen(seat, (highest, *instead))
    sums = [sorted((tile.value for tile in hand), reverse=True) for hand in hands]
    top = max(values[0] for values in sums)
    seats = [seat for seat, values in enumerate(sums) if values[0] == top]
    if len(seats) > 1 and ruleset.open_tie is OpenTie.REDRAW:
        return Repeat(tuple(range(len(hands))))
    # `max` keeps the lowest seat where all their sums are equal.
    seat = max(seats, key=lambda seat: sums[seat]) if ruleset.open_tie is OpenTie.NEXT_TILE else seats[0]
    return RightToOpen(seat, tuple(sorted(tile for tile in hands[seat] if tile.value == top)))


@dataclass(frozen=True, slots=True)
class StartSums:
    """The start draw so far: the sum each seat drew, None for one that is out of it or must draw again."""

    sums: tuple[int | None, ...]
    drawing: tuple[int, ...]

    @classmethod
    def before(cls, players: int) -> "StartSums":
        """Nobody has drawn yet."""
        return cls((None,) * players, tuple(range(players)))


def draw_for_start(ruleset: TriangleRuleset, start: StartSums, tiles: Sequence[Tile]) -> StartSums | int:
    """The seat that opens after the seats in question drew these tiles, or who must draw again."""
    drawn = dict(zip(start.drawing, (tile.value for tile in tiles), strict=True))
    sums = {seat: drawn.get(seat, old) for seat, old in enumerate(start.sums)}
    held = {seat: value for seat, value in sums.items() if value is not None}
    top = max(held.values())
    leaders = tuple(seat for seat, value in held.items() if value == top)
    tied = leaders if len(leaders) > 1 else ()
    if not tied and ruleset.start_tie is StartTie.ANY:
        values = list(held.values())
        tied = tuple(seat for seat, value in held.items() if values.count(value) > 1)
    if not tied:
        return leaders[0]
    if ruleset.redraw is Redraw.ALL:
        return StartSums.before(len(sums))
    # Only those that tie draw again; where they tie for the lead, nobody else can open any more.
    kept = {} if tied == leaders else {seat: held[seat] for seat in held if seat not in tied}
    return StartSums(tuple(kept.get(seat) for seat in sums), tied)

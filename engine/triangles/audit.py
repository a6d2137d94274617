"""The audit of a round of triangular dominoes once its hands are shown: what was done that a hand did not allow."""

from collections.abc import Callable, Iterator, Sequence

from tileref.engine.audit import Finding, HandHistory
from tileref.engine.faults import Reason
from tileref.engine.triangles.board import Placement
from tileref.engine.triangles.events import Deal, Draw, Pass, Place, Reveal, Show, Timeout, TriangleEvent
from tileref.engine.triangles.lattice import ORIGIN
from tileref.engine.triangles.legality import purchases_on_timeout
from tileref.engine.triangles.opening import ZEROS
from tileref.engine.triangles.ruleset import Opening, OpeningTile, PlayAfterBuy
from tileref.engine.triangles.state import Phase, TriangleState, opens_by_winning
from tileref.engine.triangles.tiles import Tile

TriangleFinding = Finding[Tile, Placement]

HIGHEST = Tile(5, 5, 5)

Turns = Sequence[tuple[TriangleState, TriangleEvent]]
"""The events of a round in order, each with the state before it."""


def audit_round(turns: Turns) -> tuple[TriangleFinding, ...]:
    """Every draw, purchase and pass of a round that was certainly not allowed, and a certainly wrong opening.

    A hand that was never shown proves nothing, but what its seat laid may.
    """
    histories = [_history(turns, seat) for seat in range(turns[0][0].players)] if turns else []
    findings: list[TriangleFinding] = []
    for at, (state, event) in enumerate(turns):
        if isinstance(event, Draw | Pass):
            findings += _turn_finding(histories[event.seat], at, state, event)
        elif isinstance(event, Place) and state.phase is Phase.OPEN:
            findings += _opening_findings(histories, turns, at)
    return tuple(findings)


def _history(turns: Turns, seat: int) -> HandHistory[Tile]:
    state, first = turns[0]
    dealt = first.hands if isinstance(first, Deal) else state.hands
    taken: list[tuple[int, Tile | None]] = []
    laid: list[tuple[int, Tile]] = []
    shown = None
    for at, (state, event) in enumerate(turns):
        match event:
            case Place(by, _, _) if by == seat:
                if state.phase is Phase.PLAY or state.ruleset.opening_tile is OpeningTile.HAND:
                    laid.append((at, event.placement.tile))
            case Draw(by, tile) if by == seat:
                taken.append((at, tile))
            case Timeout(by, tiles) if by == seat:
                bought = (None,) * purchases_on_timeout(state, seat) if tiles is None else tiles
                taken += [(at, tile) for tile in bought]
            case Show(by, tiles) if by == seat:
                shown = tiles
            case _:
                pass
    return HandHistory.of(dealt[seat], taken=taken, laid=laid, shown=shown)


def _turn_finding(
    history: HandHistory[Tile], at: int, state: TriangleState, event: Draw | Pass
) -> Iterator[TriangleFinding]:
    ruleset = state.ruleset
    if isinstance(event, Draw) and ruleset.voluntary_draw:
        return
    if isinstance(event, Pass) and state.well.count and ruleset.decline_after_three:
        return
    choice = state.playable(event.seat)
    if choice is None and state.bought_by(event.seat) and ruleset.play_after_buy is PlayAfterBuy.BOUGHT_ONLY:
        # Which of the tiles was bought nobody saw.
        return
    tiles = history.certainly_held(
        at, lambda tile: (choice is None or tile in choice) and state.board.can_place((tile,))
    )
    if tiles:
        reason = Reason.DRAW_NOT_ALLOWED if isinstance(event, Draw) else Reason.PASS_NOT_ALLOWED
        placements = tuple(state.board.placements_of(tiles))
        yield Finding(at, event.seat, reason, event.seat, tuple(sorted(tiles)), placements)


def _opening_findings(histories: Sequence[HandHistory[Tile]], turns: Turns, at: int) -> Iterator[TriangleFinding]:
    state, event = turns[at]
    assert isinstance(event, Place), "an opening is a placement"
    ruleset = state.ruleset
    if ruleset.opening is not Opening.TRIPLET or ruleset.opening_tile is OpeningTile.BANK:
        return
    if opens_by_winning(ruleset, state.round_winners):
        return
    opener, laid = event.seat, event.placement.tile
    shown = [step.tile for _, step in turns[:at] if isinstance(step, Reveal)]
    claim = shown[-1] if shown and laid == ZEROS else laid
    for holder, history in enumerate(histories):
        if holder != opener:
            reason, least = Reason.WRONG_OPENER, max(claim, _best_claim(histories[opener], laid), key=_rank)
        elif laid != ZEROS:
            reason, least = Reason.MUST_OPEN_WITH, claim
        elif ruleset.reveal_triplet:
            reason, least = Reason.MUST_REVEAL, claim
        else:
            continue
        tiles = sorted(history.certainly_held(at, _outranks(least)))
        if tiles:
            placements = tuple(Placement(ORIGIN, (tile.a, tile.b, tile.c)) for tile in tiles)
            yield Finding(at, opener, reason, holder, tuple(tiles), placements)


def _best_claim(history: HandHistory[Tile], laid: Tile) -> Tile:
    """The highest tile that may have given the right to open: with 0-0-0 it can be any triplet of the hand."""
    if laid != ZEROS:
        return laid
    if history.unknown:
        return HIGHEST
    return max((tile for tile in history.left if tile.is_triplet), key=_rank)


def _outranks(least: Tile) -> Callable[[Tile], bool]:
    return lambda tile: _rank(tile) > _rank(least)


def _rank(tile: Tile) -> tuple[bool, int]:
    """What decides who opens: triplets come before all other tiles, then the sum."""
    return tile.is_triplet, tile.value

"""The audit of a round of dominoes: the draws, passes and openings that the hands, once shown, prove wrong."""

from collections.abc import Iterator, Sequence

from tileref.engine.audit import Finding, HandHistory
from tileref.engine.dominoes.chain import End, Placement
from tileref.engine.dominoes.events import Deal, DominoEvent, Draw, Pass, Place, Show
from tileref.engine.dominoes.state import DominoState, Phase
from tileref.engine.dominoes.tiles import Domino
from tileref.engine.faults import Reason

DominoFinding = Finding[Domino, Placement]

Turns = Sequence[tuple[DominoState, DominoEvent]]
"""The events of a round in order, each with the state before it."""


def audit_round(turns: Turns) -> tuple[DominoFinding, ...]:
    """Every draw, pass and opening of a round that was certainly wrong, in order.

    A hand that was never shown proves nothing, but what its seat laid may.
    """
    histories = [_history(turns, seat) for seat in range(turns[0][0].players)] if turns else []
    return tuple(_findings(turns, histories))


def _history(turns: Turns, seat: int) -> HandHistory[Domino]:
    state, first = turns[0]
    dealt = first.hands if isinstance(first, Deal) else state.hands
    own = [(at, event) for at, (_, event) in enumerate(turns) if not isinstance(event, Deal) and event.seat == seat]
    return HandHistory.of(
        dealt[seat],
        taken=[(at, event.tile) for at, event in own if isinstance(event, Draw)],
        laid=[(at, event.tile) for at, event in own if isinstance(event, Place)],
        shown=next((event.tiles for _, event in own if isinstance(event, Show)), None),
    )


def _findings(turns: Turns, histories: Sequence[HandHistory[Domino]]) -> Iterator[DominoFinding]:
    for at, (state, event) in enumerate(turns):
        match event:
            case Draw(seat):
                yield from _missed(state, at, seat, Reason.DRAW_NOT_ALLOWED, histories[seat])
            case Pass(seat):
                yield from _missed(state, at, seat, Reason.PASS_NOT_ALLOWED, histories[seat])
            case Place(seat, tile) if state.phase is Phase.OPEN and tile.is_double and not state.winner_opens:
                yield from _higher_doubles(at, seat, tile, histories)


def _missed(
    state: DominoState, at: int, seat: int, reason: Reason, history: HandHistory[Domino]
) -> Iterator[DominoFinding]:
    tiles = history.certainly_held(at, lambda tile: bool(state.chain.placements_of((tile,))))
    if tiles:
        yield Finding(at, seat, reason, seat, tuple(sorted(tiles)), tuple(state.chain.placements_of(tiles)))


def _higher_doubles(
    at: int, opener: int, opened: Domino, histories: Sequence[HandHistory[Domino]]
) -> Iterator[DominoFinding]:
    for holder, history in enumerate(histories):
        tiles = sorted(history.certainly_held(at, lambda tile: tile.is_double and tile > opened))
        if tiles:
            reason = Reason.MUST_OPEN_WITH_DOUBLE if holder == opener else Reason.WRONG_OPENER
            placements = tuple(Placement(tile, End.R) for tile in tiles)
            yield Finding(at, opener, reason, holder, tuple(tiles), placements)

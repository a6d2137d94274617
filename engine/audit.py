"""Looking back at a round: what the hands, once known, prove of an earlier moment.

A hand that was hidden in the round is known afterwards only as a whole: what the seat laid and what it held in
the end. Each of these tiles was dealt to it or came with one of its draws, and nobody saw which. So a seat is
found at fault only if there is no way to tell its tiles out over the deal and its draws that would have left it
without one that fitted.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from tileref.engine.faults import Reason
from tileref.engine.hands import Hand, TileT

PlacementT = TypeVar("PlacementT")


@dataclass(frozen=True, slots=True)
class Finding(Generic[TileT, PlacementT]):
    """An event of a round that the hands prove wrong.

    `at` is its place in the round and `seat` the seat at fault. `holder` held one at least of `tiles`: the seat
    itself, or in a wrong opening the seat that should have opened. `placements` are where they would have gone.
    """

    at: int
    seat: int
    reason: Reason
    holder: int
    tiles: tuple[TileT, ...]
    placements: tuple[PlacementT, ...]


_END = 1_000_000
"""A time after every event of a round."""


@dataclass(frozen=True, slots=True)
class HandHistory(Generic[TileT]):
    """What one seat had in a round; times are places in the round.

    `left` says when each tile left the hand, _END for those held in the end. `seen` says when tiles were seen to
    come into the hand, `unseen` when others came that nobody saw. `unknown` is how many tiles of the last hand
    stayed hidden.
    """

    left: Mapping[TileT, int]
    seen: Mapping[TileT, int]
    unseen: tuple[int, ...]
    unknown: int

    @classmethod
    def of(
        cls,
        dealt: Hand[TileT],
        *,
        taken: Iterable[tuple[int, TileT | None]],
        laid: Iterable[tuple[int, TileT]],
        shown: frozenset[TileT] | None,
    ) -> "HandHistory[TileT]":
        """The history of a hand that was dealt like this: tiles taken and laid, each with its time, and what was
        shown in the end."""
        seen = dict.fromkeys(dealt.tiles or (), -1)
        unseen = []
        for at, tile in taken:
            if tile is None:
                unseen.append(at)
            else:
                seen.setdefault(tile, at)
        left = {tile: at for at, tile in laid}
        held = {tile for tile in seen if tile not in left} | (shown or set())
        hidden = (0 if dealt.is_known else dealt.count) + len(unseen)
        return cls(
            left=dict.fromkeys(held, _END) | left,
            seen=seen,
            unseen=tuple(unseen),
            unknown=max(hidden - len((left.keys() | held) - seen.keys()), 0),
        )

    def certainly_held(self, at: int, wanted: Callable[[TileT], bool]) -> frozenset[TileT]:
        """Wanted tiles of which the seat certainly held one at least just before an event.

        They are those that it held in every case, or else those of which it held some.
        """
        known = {tile for tile, came in self.seen.items() if came < at <= self.left.get(tile, _END) and wanted(tile)}
        perhaps = {tile for tile, left in self.left.items() if tile not in self.seen and at <= left and wanted(tile)}
        certain = known | {tile for tile in perhaps if not self._can_come_later(at, frozenset({tile}))}
        if certain:
            return frozenset(certain)
        if self._can_come_later(at, frozenset(perhaps)):
            return frozenset()
        return frozenset(tile for tile in perhaps if _can_match(self._brought(at, early=frozenset({tile}))))

    def _can_come_later(self, at: int, tiles: frozenset[TileT]) -> bool:
        """Whether unseen draws from a time on can have brought all these tiles.

        Each draw brought one tile, before it was laid, and the earlier draws must have brought something too. A
        choice that covers the tiles and another that covers the draws can always be joined into one that covers
        both (Mendelsohn and Dulmage), so the two are looked for apart. Where the draws cannot be told out at all,
        something was misread, and it proves nothing.
        """
        late: dict[object, list[object]] = {
            tile: [number for number, draw in enumerate(self.unseen) if at <= draw < self.left[tile]] for tile in tiles
        }
        if _can_match(late) and _can_match(self._brought(at, late=tiles)):
            return True
        return not _can_match(self._brought(at))

    def _brought(
        self, at: int, *, early: frozenset[TileT] = frozenset(), late: frozenset[TileT] = frozenset()
    ) -> dict[object, list[object]]:
        """What each unseen draw can have brought, if some tiles came before a time and others did not.

        A timeout takes several tiles at one time, so draws are told apart by their number.
        """
        return {
            number: [
                *(
                    tile
                    for tile, left in self.left.items()
                    if tile not in self.seen and draw < left and tile not in (early if at <= draw else late)
                ),
                *range(self.unknown),
            ]
            for number, draw in enumerate(self.unseen)
        }


def _can_match(choices: Mapping[object, list[object]]) -> bool:
    """Whether every key can be given one of its choices that no other key has."""
    taken: dict[object, object] = {}

    def settle(key: object, tried: set[object]) -> bool:
        for choice in choices[key]:
            if choice not in tried:
                tried.add(choice)
                if choice not in taken or settle(taken[choice], tried):
                    taken[choice] = key
                    return True
        return False

    return all(settle(key, set()) for key in choices)

"""How fast the engine is: `make bench`. Figures of one run, side by side; nothing here is asserted."""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from time import perf_counter

from tests.strategies import lay_out, play
from tileref.engine.games import AnyMatch, AnyRuleset, find_ruleset, simulate_event, start_match
from tileref.engine.match import RoundOver
from tileref.engine.triangles import Board, Placement, Tile, tile_set

HAND = 9
SIZES = (5, 10, 20, 30, 40, 50)
SECONDS = 2.0


def main() -> None:
    """Print the figures."""
    print("Random 2-player rounds of triple-400, full scoring on, one core")
    print(f"  played                         {rounds_per_second(judged=False):8.0f} rounds/s")
    print(f"  played, every event judged     {rounds_per_second(judged=True):8.0f} rounds/s")
    for ruleset in ("triomino-hex", "domino-100", "dice-xl"):
        print(f"  events of {ruleset:<20} {events_per_second(find_ruleset(ruleset)):8.0f} events/s")
    print()
    print(f"Legal placements of a {HAND}-tile hand, and laying one tile")
    print("  tiles     open     find      × at 5    lay      × at 5    by brute force    × slower")
    first: tuple[float, float] | None = None
    for size in SIZES:
        boards = [board for seed in range(60) if len(board := lay_out(seed, size)) == size]
        find, lay, naive = measure(boards)
        first = first or (find, lay)
        cells = sum(len(board.open_cells) for board in boards) / len(boards)
        print(
            f"  {size:5} {cells:8.1f} {find * 1e6:7.1f} µs {find / first[0]:7.2f} {lay * 1e6:7.1f} µs "
            f"{lay / first[1]:7.2f} {naive * 1e6:14.0f} µs {naive / find:10.0f}"
        )


def rounds_per_second(*, judged: bool) -> float:
    """Rounds a second, from the deal to the settlement."""
    ruleset, rng = find_ruleset("triple-400"), Random(1)
    rounds = 0
    start = perf_counter()
    while perf_counter() - start < SECONDS:
        state: AnyMatch = start_match(ruleset, 2)
        while (event := simulate_event(state, rng)) is not None:
            if judged:
                state.faults(event)
            state = state.apply(event)
            rounds += any(isinstance(item, RoundOver) for item in state.news)
    return rounds / (perf_counter() - start)


def events_per_second(ruleset: AnyRuleset) -> float:
    """Events a second in whole matches of any game."""
    events = seed = 0
    start = perf_counter()
    while perf_counter() - start < SECONDS / 2:
        events += len(play(ruleset, 2, seed)[1])
        seed += 1
    return events / (perf_counter() - start)


def measure(boards: Sequence[Board]) -> tuple[float, float, float]:
    """Seconds to find the placements of a hand, to lay a tile, and to find them by brute force."""
    rng = Random(1)
    find = lay = naive = 0.0
    for board in boards:
        left = sorted(set(tile_set(board.chirality)) - board.used)
        hand = rng.sample(left, min(HAND, len(left)))
        find += timed(partial(board.placements_of, hand), 50)
        naive += timed(partial(by_brute_force, board, hand), 1)
        if placements := board.placements_of(left):
            placement = rng.choice(placements)
            lay += timed(partial(board.place, placement), 50)
    return find / len(boards), lay / len(boards), naive / len(boards)


def by_brute_force(board: Board, hand: Sequence[Tile]) -> list[Placement]:
    """Every tile, turned every way, tried in every empty cell beside the board."""
    cells = {neighbour for cell in board.tiles for neighbour in cell.neighbours if neighbour not in board}
    turned = {digits for a, b, c in hand for digits in ((a, b, c), (b, c, a), (c, a, b))}
    tried = (Placement(cell, digits) for cell in cells for digits in turned)
    return [placement for placement in tried if not board.placement_faults(placement)]


def timed(call: Callable[[], object], times: int) -> float:
    """Seconds a call takes, the mean of so many."""
    start = perf_counter()
    for _ in range(times):
        call()
    return (perf_counter() - start) / times


if __name__ == "__main__":
    main()

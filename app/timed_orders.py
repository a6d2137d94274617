"""Orders of a recorded match: what the players said, and at which second of the recording."""

from dataclasses import dataclass

from tileref.engine.quoting import quote
from tileref.engine.triangles import Chirality
from tileref.files import FileError
from tileref.orders import Order, OrderError, parse_order

_MOST = 10_000


@dataclass(frozen=True, slots=True)
class TimedOrder:
    """An order, and when it was given by the clock of the recording; `text` is how it was written."""

    time: float
    order: Order
    text: str


def parse_timed_orders(text: str, name: str, players: tuple[str, ...], chirality: Chirality) -> tuple[TimedOrder, ...]:
    """The orders of a file, a line each such as "41.5 draw", in the order of their times; '#' begins a remark."""
    orders: list[TimedOrder] = []
    for number, line in enumerate(text.splitlines(), start=1):
        written = line.partition("#")[0].strip()
        if not written:
            continue
        second, _, words = written.partition(" ")
        try:
            time = float(second)
        except ValueError:
            time = -1.0
        if not 0 <= time < 1e9:
            raise FileError(
                f"line {number} of {name!r}: {quote(second)} is no second of the recording, as in '41.5 draw'"
            )
        try:
            orders.append(TimedOrder(time, parse_order(words, players, chirality), words))
        except OrderError as error:
            raise FileError(f"line {number} of {name!r}: {error.args[0]}") from None
        if len(orders) > _MOST:
            raise FileError(f"{name!r} has more than {_MOST:,} orders")
    return tuple(sorted(orders, key=lambda order: order.time))

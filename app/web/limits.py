"""How much one client may ask of the server, and how fast: whoever goes beyond is refused, not buffered."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

MB = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds of everything that comes in or goes out."""

    connections: int = 1000
    """So many connections are open at once. Too few: a club with many onlookers is turned away; too many: the process
    runs out of files."""
    of_one_client: int = 100
    """So many of them from one address, but for our own. Too few: a phone with several pages open is turned away; too
    many: one client takes the places of all others."""
    head_seconds: float = 10.0
    """The head of a request is complete by then. Too few: a phone on a poor network is cut off; too many: silent
    connections take up the places there are."""
    stalled_seconds: float = 15.0
    """Whoever takes nothing of what was sent for so long is dropped. Too few: a phone that changes networks is; too
    many: what it does not read stays in memory."""
    requests_per_second: float = 50.0
    """Requests of one client in the long run. Too few: a history full of pictures loads slowly; too many: one client
    keeps the server from refereeing."""
    requests_at_once: int = 400
    """So many may come at once before that counts. As above."""
    body: int = 2 * MB
    """Bytes in the body of a request that uploads nothing. Too few: no set-up passes; too many: they fill the
    memory."""
    photo: int = 12 * MB
    """Bytes of an uploaded photograph. Too few: a phone's best picture is refused; too many: uploads take for ever."""
    photos: int = 60
    """So many photographs are scored at once. Too few: a long game has one for each turn; too many: nobody else gets
    theirs scored meanwhile."""
    match_file: int = 200 * MB
    """Bytes of an imported match. Too few: a long one with all its pictures is refused; too many: it fills the
    memory."""
    body_seconds: float = 20.0
    """A body may take so long, and more for each megabyte; see `slowest`. Too few: a slow phone cannot upload; too
    many: whoever sends a byte now and then keeps a place."""
    slowest: float = 0.1 * MB
    """Bytes a second that are the least in the long run. As above, the other way round."""
    waiting_uploads: int = 4
    """So many uploads wait while one is scored. Too few: two phones are in each other's way; too many: they lie in
    memory and on the disk."""
    frame: int = 2_500_000
    """Bytes of a frame of a browser's camera. Too few: a sharp camera is refused; too many: slow frames are worse than
    coarse ones."""
    frame_side: int = 4096
    """Pixels of a side of such a frame. As above."""
    frames_per_second: float = 20.0
    """So many frames are taken. Too few: a hand is seen late; too many: nothing is left for anything else."""
    message: int = 4096
    """Bytes of a message from the page. Too few: no order passes; too many: there is nothing so long to say."""
    messages_per_second: float = 10.0
    """Messages of one page in the long run. Too few: quick fingers are refused; too many: orders hold up the camera."""
    messages_at_once: int = 30
    """So many may come at once before that counts. As above."""
    nonsense: int = 20
    """After so many messages that are none, a page is dropped. Too few: one from another version is; too many: it is a
    way to keep the server busy."""
    looks_per_second: float = 5.0
    """The overlay is sent so often. Too few: it lags behind; too many: phones get warm."""
    pictures_per_second: float = 4.0
    """Pictures for onlookers. As above."""
    picture_width: int = 960
    """Pixels of their width. Too few: the tiles cannot be read; too many: the network is busy with them."""
    tables: int = 16
    """So many tables are watched at once. Too few: a club needs another process; too many: none is refereed in time."""
    logged_per_second: float = 10.0
    """Refusals written to the log in the long run; of the others only the number is. Too few: it is not seen what goes
    on; too many: a hostile client fills the disk."""


class Rate:
    """Counts what one client does against what it may do: so much per second, so much more at once."""

    def __init__(self, per_second: float, at_once: float, clock: Callable[[], float] = monotonic) -> None:
        self._per_second, self._at_once, self._clock = per_second, at_once, clock
        self._left, self._then = float(at_once), clock()

    def take(self) -> bool:
        """Count one more; whether it is within bounds."""
        now = self._clock()
        self._left = min(self._at_once, self._left + (now - self._then) * self._per_second)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


_MOST_CLIENTS = 2000


class Rates:
    """A rate for each client, by its address; those not heard of for long are forgotten."""

    def __init__(self, per_second: float, at_once: float) -> None:
        self._per_second, self._at_once = per_second, at_once
        self._rates: OrderedDict[str, Rate] = OrderedDict()

    def take(self, client: str) -> bool:
        """Count one more of this client; whether it is within bounds."""
        rate = self._rates.get(client) or Rate(self._per_second, self._at_once)
        self._rates[client] = rate
        self._rates.move_to_end(client)
        if len(self._rates) > _MOST_CLIENTS:
            self._rates.popitem(last=False)
        return rate.take()

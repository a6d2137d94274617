"""Where players sit, as on a clock face over the picture: 12 above, 3 to the right; and whose hand came from there."""

from dataclasses import dataclass

from tileref.orders import OrderError

NEAR = 2.0
"""Hours; a hand from farther away than this is nobody's. Too low: people lean and are not known; too high: whoever
passes by lays a tile."""

APART = 1.0
"""Hours; a hand must come from so much nearer to one seat than to any other. Too low: neighbours are taken for each
other; too high: nobody is known."""


@dataclass(frozen=True, slots=True)
class Seats:
    """The hour at which each seat is."""

    hours: tuple[float, ...]

    def nearest(self, hour: float | None) -> int | None:
        """The seat that a hand from this direction belongs to, None where that is not clear."""
        if hour is None:
            return None
        away = [min((hour - seat) % 12, (seat - hour) % 12) for seat in self.hours]
        first, *others = sorted(range(len(away)), key=away.__getitem__)
        clear = all(away[other] - away[first] >= APART for other in others)
        return first if clear and away[first] <= NEAR else None


def parse_seats(text: str, players: int) -> Seats:
    """The seats of "6,12": the hour of each player in their order."""
    try:
        hours = tuple(float(word) for word in text.split(","))
    except ValueError:
        hours = ()
    if len(hours) != players or not all(0 <= hour <= 12 for hour in hours):
        example = ",".join(str(round(6 + 12 * seat / players) % 12 or 12) for seat in range(players))
        raise OrderError(
            f"seats are the hours of {players} players on a clock face over the picture, such as {example!r}, "
            f"not {text[:60]!r}"
        )
    return Seats(tuple(hour % 12 for hour in hours))

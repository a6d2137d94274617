"""Where a hand is: from the rim of the picture to a tile, perhaps resting on the way, and back again.

Points are those of the table, in sides of a tile; heights are over the table.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tileref.datasets.match_script import APPROACH, Moment

Point = NDArray[np.float64]

_CARRIED = 0.9
"""So high a hand carries what it holds."""
_HOVER = 0.35
"""So high it holds a tile while its owner thinks."""
_NEARLY = 0.7
"""So near it is then, from 0 to 1."""
_TREMOR = 0.015
"""And moves by so much."""


@dataclass(frozen=True, slots=True, eq=False)
class Reach:
    """The way of a hand in one moment of a script.

    It comes from `outside`, where it cannot be seen, may rest at `beside`, acts at `target` in the height `low`, and
    leaves the way it came. `shoulder` is where the arm comes from, and `sway` how far the way bends aside.
    """

    moment: Moment
    shoulder: Point
    outside: Point
    beside: Point
    target: Point
    low: float
    sway: float


@dataclass(frozen=True, slots=True, eq=False)
class HandPlace:
    """Where the fingertips are, how high, and where they point, in radians from x. `near` runs from 0 outside to 1 at
    the target."""

    tip: Point
    height: float
    turn: float
    near: float


def place_hand(reach: Reach, time: float) -> HandPlace | None:
    """Where the hand is at a time; None while it is not there."""
    moment = reach.moment
    if not moment.start < time < moment.end:
        return None
    since = time - moment.start
    if time >= moment.end - moment.leave:
        share = 1 - ((time - moment.end) / moment.leave + 1) ** 2
        return _on_the_way(reach, reach.outside, share, height=_CARRIED, near=0.0, sway=-0.6)
    if time >= moment.arrival:
        return _on_the_way(reach, reach.outside, 1.0, height=_CARRIED, near=0.0, sway=0.0)
    if not moment.rest:
        # It comes in fast and slows down over the table.
        share = 1 - (1 - since / moment.enter) ** 2
        return _on_the_way(reach, reach.outside, share, height=_CARRIED, near=0.0, sway=1.0)
    if time >= moment.arrival - APPROACH:
        share = _eased(1 - (moment.arrival - time) / APPROACH)
        return _on_the_way(reach, reach.beside, share, height=_HOVER, near=_NEARLY, sway=0.0)
    share = 1 - (1 - min(since / moment.enter, 1.0)) ** 2
    # Nobody holds quite still.
    rested = max(since - moment.enter, 0.0)
    tip = reach.outside + share * (reach.beside - reach.outside) + _TREMOR * np.sin([3.1 * rested, 2.3 * rested])
    return HandPlace(tip, _CARRIED + share * (_HOVER - _CARRIED), _turn(reach, tip), _NEARLY * share)


def _on_the_way(reach: Reach, start: Point, share: float, *, height: float, near: float, sway: float) -> HandPlace:
    """A share of the way from a point to the target; height and nearness are those at that point."""
    way = reach.target - start
    aside = np.array([-way[1], way[0]]) * reach.sway * sway * share * (1 - share)
    tip = start + share * way + aside
    return HandPlace(tip, height + share * (reach.low - height), _turn(reach, tip), near + share * (1 - near))


def _turn(reach: Reach, tip: Point) -> float:
    x, y = tip - reach.shoulder
    return float(np.arctan2(y, x))


def _eased(share: float) -> float:
    """The way of a hand that jerks as little as can be: 0 to 1, slow at both ends."""
    return share**3 * (10 - 15 * share + 6 * share**2)

"""What a recording is staged with: where the camera stands, where tiles lie and when, and which ways hands take."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tileref.datasets.camera import Camera, look_at
from tileref.datasets.compositor import raised
from tileref.datasets.filmed_table import side_in_pixels
from tileref.datasets.layout import Kind, LyingTile, lay_by_hand, triangle_at
from tileref.datasets.match_script import Action, Moment, Script
from tileref.datasets.reaching import HandPlace, Point, Reach
from tileref.datasets.style import Rng

HOURS = {2: (6, 12), 3: (6, 10, 2), 4: (6, 9, 12, 3)}
"""Where players sit, as on a clock face over the picture."""

_MARGIN = (0.2, 0.15)
"""The board stays so far from the rim of the picture, as shares of its width and height: hands rest there, and the
well lies at a side."""

_LARGEST = 105.0
"""The side of a tile is at most so many pixels of 1280 long."""

_ROOM = 1.2
"""Tiles that lie apart have so much room between their middles, in sides."""

_WHOLE = 1.2
"""And so much between their middles and the rim of the picture."""

_GRIP = 0.2
"""Fingertips hold a tile so far from its middle, towards their owner."""

_BESIDE = 0.8
"""A hand that rests is so far beside the board."""

_OUTSIDE = 1.6
"""A hand that is not there is so far outside of the picture."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _View:
    """Where the camera stands; fields as in `look_at`."""

    target: tuple[float, float]
    distance: float
    tilt: float
    heading: float
    roll: float


@dataclass(frozen=True, slots=True)
class _Nudge:
    """The camera goes from a view to another."""

    start: float
    end: float
    before: _View
    after: _View


@dataclass(frozen=True, slots=True)
class _Stay:
    """A tile lies on the table from one time to another."""

    tile: LyingTile
    since: float
    until: float


class Stage:
    """Who and what is where at any time."""

    def __init__(
        self,
        size: tuple[int, int],
        lens: tuple[float, float],
        view: _View,
        nudges: list[_Nudge],
        stays: list[_Stay],
        reaches: list[Reach],
        seats: list[Point],
    ) -> None:
        self._size, self._lens, self._view = size, lens, view
        self._nudges, self._stays, self._seats = nudges, stays, seats
        self.reaches = reaches

    @property
    def taken(self) -> NDArray[np.float64]:
        """The middles of all tiles that ever lie on the table, (n, 2)."""
        return np.array([stay.tile.corners.mean(axis=0) for stay in self._stays])

    def lying(self, time: float) -> list[LyingTile]:
        """The tiles on the table."""
        return [stay.tile for stay in self._stays if stay.since <= time < stay.until]

    def change_number(self, time: float) -> int:
        """How many times tiles have come or gone by then."""
        return sum((stay.since <= time) + (stay.until <= time) for stay in self._stays)

    def view_number(self, time: float) -> float:
        """Which view the camera has: a whole number for one that lasts."""
        number = 0.0
        for nudge in self._nudges:
            number += float(np.clip((time - nudge.start) / (nudge.end - nudge.start), 0, 1))
        return number

    def camera_at(self, time: float) -> Camera:
        """The camera as it stands at a time."""
        view = self._view
        for nudge in self._nudges:
            if time >= nudge.end:
                view = nudge.after
            elif time > nudge.start:
                view = _shaken(nudge, (time - nudge.start) / (nudge.end - nudge.start))
        return _camera(view, self._size, self._lens)

    def seat_turn(self, seat: int) -> float:
        """Where the arms of a player point, in radians from x."""
        x, y = -self._seats[seat]
        return float(np.arctan2(y, x))

    def held(self, reach: Reach, place: HandPlace, time: float) -> LyingTile | None:
        """The tile in a hand as it lies over the table, None in an empty hand."""
        moment = reach.moment
        match moment.action:
            case Action.LAY:
                stay = next(stay for stay in self._stays if stay.since == moment.change)
                is_held = time < moment.change
            case Action.TAKE_BACK | Action.DRAW:
                stay = next(stay for stay in self._stays if stay.until == moment.change)
                is_held = time >= moment.change
            case _:
                return None
        if not is_held:
            return None
        corners = stay.tile.corners
        middle = corners.mean(axis=0)
        # In a hand it is turned a little, as comes.
        spin = 0.9 * float(np.sin(37 * moment.start)) * (1 - place.near)
        R = np.array([[np.cos(spin), -np.sin(spin)], [np.sin(spin), np.cos(spin)]])
        return replace(stay.tile, corners=middle + place.tip - reach.target + (corners - middle) @ R.T)


def set_stage(script: Script, width: int, height: int, rng: Rng) -> Stage:
    """The stage for a script."""
    laid = [moment for moment in script.moments if moment.action is Action.LAY]
    gap = float(rng.uniform(0.01, 0.04))
    cells = [moment.placement.cell for moment in laid if moment.placement is not None]
    places = lay_by_hand(rng, cells, gap=gap, skew=float(rng.uniform(0, 0.03)))
    lens = (float(np.radians(rng.uniform(45, 70))), float(rng.uniform(-0.05, 0.015)))
    size = (width, height)
    view = _choose_view(np.concatenate(places), size, lens, float(np.radians(rng.uniform(0, 20))), rng)
    camera = _camera(view, size, lens)
    stays = _stays_of_board(script, places)
    taken = [stay.tile.corners.mean(axis=0) for stay in stays]
    stays += _stays_apart(script, camera, taken, rng)
    ahead = np.array([np.sin(view.heading), np.cos(view.heading)])
    right = np.array([ahead[1], -ahead[0]])
    seats = [
        np.cos(np.radians(30 * hour)) * ahead + np.sin(np.radians(30 * hour)) * right for hour in HOURS[script.players]
    ]
    reaches = _reaches(script, camera, stays, seats, rng)
    return Stage(size, lens, view, _nudges(script, view, rng), stays, reaches, seats)


def _camera(view: _View, size: tuple[int, int], lens: tuple[float, float]) -> Camera:
    return look_at(
        width=size[0],
        height=size[1],
        target=view.target,
        distance=view.distance,
        tilt=view.tilt,
        heading=view.heading,
        roll=view.roll,
        field_of_view=lens[0],
        bend=lens[1],
    )


def _choose_view(
    spots: NDArray[np.float64], size: tuple[int, int], lens: tuple[float, float], tilt: float, rng: Rng
) -> _View:
    """The nearest view that shows the whole board, of several from all sides."""
    middle = (spots.max(axis=0) + spots.min(axis=0)) / 2
    best: _View | None = None
    for heading in rng.uniform(0, 2 * np.pi, 6):
        view = _View(
            target=(float(middle[0]), float(middle[1])),
            distance=4.0,
            tilt=tilt,
            heading=float(heading),
            roll=float(rng.normal(0, 0.03)),
        )
        while not _fits(_camera(view, size, lens), spots) and view.distance < 60:
            view = replace(view, distance=view.distance * 1.02)
        if best is None or view.distance < best.distance:
            best = view
    assert best is not None, "there was a view"
    return best


def _fits(camera: Camera, spots: NDArray[np.float64]) -> bool:
    pixels = camera.distort(camera.project(raised(spots, 0.0)))
    size = np.array([camera.width, camera.height])
    margin = size * _MARGIN
    largest = np.linalg.norm(pixels.reshape(-1, 3, 2)[:, 0] - pixels.reshape(-1, 3, 2)[:, 1], axis=1).max()
    inside = (pixels >= margin).all() and (pixels <= size - margin).all()
    return bool(inside and largest <= _LARGEST * camera.width / 1280)


def _shaken(nudge: _Nudge, share: float) -> _View:
    """The view in the middle of a nudge: on its way, and trembling."""
    before, after = nudge.before, nudge.after
    way = share**2 * (3 - 2 * share)
    jerk = np.sin(3 * np.pi * share) * (1 - share)

    def between(one: float, other: float) -> float:
        return one + way * (other - one)

    return _View(
        target=(
            between(before.target[0], after.target[0]) + 0.25 * float(jerk),
            between(before.target[1], after.target[1]) - 0.18 * float(jerk),
        ),
        distance=between(before.distance, after.distance),
        tilt=between(before.tilt, after.tilt),
        heading=between(before.heading, after.heading) + 0.02 * float(jerk),
        roll=between(before.roll, after.roll),
    )


def _nudges(script: Script, view: _View, rng: Rng) -> list[_Nudge]:
    nudges = []
    for moment in script.moments:
        if moment.action is not Action.NUDGE:
            continue
        x, y = view.target
        angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.1, 0.3)
        after = _View(
            target=(x + far * float(np.cos(angle)), y + far * float(np.sin(angle))),
            distance=view.distance * float(rng.uniform(0.99, 1.03)),
            tilt=view.tilt + float(rng.normal(0, 0.01)),
            heading=view.heading + float(rng.normal(0, 0.02)),
            roll=view.roll + float(rng.normal(0, 0.01)),
        )
        nudges.append(_Nudge(moment.start, moment.end, view, after))
        view = after
    return nudges


def _stays_of_board(script: Script, places: list[NDArray[np.float64]]) -> list[_Stay]:
    stays: list[_Stay] = []
    number = 0
    for moment in script.moments:
        if moment.placement is None:
            continue
        if moment.action is Action.LAY:
            cell, digits = moment.placement
            stays.append(_Stay(LyingTile(Kind.BOARD, places[number], digits, cell), moment.change, np.inf))
            number += 1
        else:
            # Only the last tile is ever taken back.
            stays[-1] = replace(stays[-1], until=moment.change)
    return stays


def _stays_apart(script: Script, camera: Camera, taken: list[Point], rng: Rng) -> list[_Stay]:
    """The well at one side of the picture, from which draws take one after another, and loose tiles at the other."""
    draws = [moment.change for moment in script.moments if moment.action is Action.DRAW]
    side = bool(rng.random() < 0.5)
    stays = []
    for number in range(script.well + len(script.loose)):
        is_well = number < script.well
        spot = _free_spot(camera, taken, side if is_well else not side, rng)
        taken = [*taken, spot]
        digits = None if is_well else script.loose[number - script.well]
        corners = triangle_at(spot, float(rng.uniform(0, 2 * np.pi)))
        until = draws[number] if is_well and number < len(draws) else np.inf
        stays.append(_Stay(LyingTile(Kind.LOOSE if digits else Kind.FACEDOWN, corners, digits), -1.0, until))
    return stays


def _free_spot(camera: Camera, taken: list[Point], right: bool, rng: Rng) -> Point:
    """A place at one side of the picture, as near to the rim as there is room, or else at the other side."""
    # All of it is to be seen, also after a nudge.
    inset = _WHOLE * side_in_pixels(camera) / np.array([camera.width, camera.height])
    depth, height = rng.uniform(inset, [0.34, 1 - inset[1]], (300, 2)).T
    for is_right in (right, not right):
        pixels = np.stack([np.where(is_right, 1 - depth, depth) * camera.width, height * camera.height], axis=1)
        spots = cv2.perspectiveTransform(pixels[None], _table_from_image(camera))[0]
        free = np.linalg.norm(spots[:, None] - np.array(taken)[None], axis=2).min(axis=1) > _ROOM
        if free.any():
            # Not quite at the rim: what lies apart lies about.
            wanted = np.where(free, np.maximum(depth, inset[0] + rng.uniform(0, 0.1)), np.inf)
            return np.asarray(spots[int(np.argmin(wanted))], np.float64)
    raise ValueError(f"there is no room for {len(taken)} tiles in a picture of {camera.width} × {camera.height} pixels")


def _reaches(script: Script, camera: Camera, stays: list[_Stay], seats: list[Point], rng: Rng) -> list[Reach]:
    reaches = []
    ever = np.concatenate([stay.tile.corners for stay in stays if stay.tile.kind is Kind.BOARD])
    handed = [float(rng.uniform(-1.5, 1.5)) for _ in seats]
    for moment in script.moments:
        if moment.action in (Action.NUDGE, Action.EXPOSURE):
            continue
        towards = seats[moment.seat]
        aside = np.array([-towards[1], towards[0]])
        lying = [stay.tile for stay in stays if stay.since < moment.change and stay.until > moment.start]
        boards = [tile.corners for tile in lying if tile.kind is Kind.BOARD]
        if moment.action is Action.PASS_OVER:
            middle = ever.mean(axis=0) + rng.normal(0, 1.0, 2)
        else:
            middle = _subject(moment, stays).tile.corners.mean(axis=0)
        rim = _rim(camera, towards)
        shoulder = rim + towards * 9 + aside * (handed[moment.seat] + float(rng.normal(0, 0.6)))
        forward = (middle - shoulder) / np.linalg.norm(middle - shoulder)
        target = middle - _GRIP * forward if moment.action is not Action.PASS_OVER else middle
        # From the rim on straight to the target, as far out as the rim is there.
        back = float((rim - target) @ towards) + _OUTSIDE
        outside = target - forward * back / max(float(-forward @ towards), 0.3)
        edge = max(((board @ towards).max() for board in boards), default=float(target @ towards))
        beside = target + towards * max(float(edge - target @ towards) + _BESIDE, 0.0)
        reaches.append(
            Reach(
                moment=moment,
                shoulder=shoulder,
                outside=outside,
                beside=beside,
                target=target,
                low=0.8 if moment.action is Action.PASS_OVER else 0.0,
                sway=float(rng.normal(0, 0.15)),
            )
        )
    return reaches


def _subject(moment: Moment, stays: list[_Stay]) -> _Stay:
    """The tile that a hand lays or takes away."""
    return next(stay for stay in stays if moment.change in (stay.since, stay.until))


def _rim(camera: Camera, towards: Point) -> Point:
    """Where the table leaves the picture in a direction from its middle."""
    H = _table_from_image(camera)
    middle = cv2.perspectiveTransform(np.array([[[camera.width / 2, camera.height / 2]]]), H)[0, 0]
    steps = np.arange(0, 80, 0.1)[:, None] * towards + middle
    pixels = camera.project(raised(steps, 0.0))
    inside = np.logical_and(pixels >= 0, pixels <= [camera.width, camera.height]).all(axis=1)
    # Far behind the camera points come back into the picture, so the first one outside counts.
    return np.asarray(steps[int(np.argmin(inside))])


def _table_from_image(camera: Camera) -> NDArray[np.float64]:
    return np.asarray(np.linalg.inv(camera.H_image_from_plane(0.0)), np.float64)

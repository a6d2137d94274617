"""A table through a camera: frame after frame to what lies there, once it lies there.

Most frames show what the one before showed and cost next to nothing. When the table is at rest and looks different, it
is read: only what has changed, in several frames where one is not clear. What a hand covers is believed to lie where it
lay, and what a hand touches does not lie there yet.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tileref.engine.triangles import Tile, tile_of
from tileref.vision.arms import Arms
from tileref.vision.camera_motion import follow_camera, motion_of_tiles
from tileref.vision.frame import Frame
from tileref.vision.looks import TileLook, fuse_looks, in_order, match_outlines, renew_looks, say_the_same
from tileref.vision.observed import ObservedPicture
from tileref.vision.obstacles import Obstacles, ObstacleSettings, find_obstacles, share_of, shrunk
from tileref.vision.pipeline import PictureReader
from tileref.vision.settling import Mask, Rest, SettleSettings, Settling
from tileref.vision.tiles import TileOutline

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchSettings:
    """How a table is watched."""

    settle: SettleSettings = field(default_factory=SettleSettings)
    obstacles: ObstacleSettings = field(default_factory=ObstacleSettings)
    looks: int = 3
    """Where not all is sure at first, so many frames are read before the table is judged. Too few: needless questions;
    too many: the ruling is late."""
    apart: float = 0.1
    """Seconds between two looks. Too few: they show the same noise; too many: the ruling is late."""
    pause: float = 0.2
    """A change that no motion led to is looked at after so many seconds. Too few: the tip of a hand that comes in is
    read; too many: what changes by itself is noticed late."""
    again: float = 1.0
    """Seconds until a table is looked at again that could not be judged. Too few: it takes all the time there is; too
    many: a better view is noticed late."""
    patience: float = 3.0
    """The table is judged although something lies on it that has not moved for so many seconds. Too few: a hand that
    rests for a moment is judged; too many: a cup at the board holds the game up."""
    held: float = 10.0
    """The same where it touches a tile that is new or was turned. Too few: a tile that is still held counts as laid;
    too many: a cup beside a new tile holds the game up."""
    touched: float = 0.04
    """A tile is looked at anew if this share of it has changed. Too little: noise; too much: a tile turned in its place
    is believed to be what it was."""
    clear: float = 0.9
    """A tile that something touches is covered if one of its corners is less sure than this. Too low: half a digit is
    believed; too high: a tile turned beside a cup is believed to lie as it did."""
    moved: float = 0.08
    """The camera may have moved where this share of the picture has changed. Too little: it costs time to find that it
    has not; too much: a nudge over a plain table goes unnoticed."""
    lost: float = 0.5
    """While more of the board is covered the table is never judged. Too little: a cup on a small board holds the game
    up; too much: darkness, or a coat on the table, is judged."""


@dataclass(frozen=True, slots=True)
class Moving:
    """Something moves on the table, or is about to be clear."""


@dataclass(frozen=True, slots=True)
class InTheWay:
    """The table is at rest, but something lies in the way of judging it."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """The table looks as it did when it was last seen and not adopted; it is looked at again before long."""


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The table looks as it did when it was last adopted."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A table at rest, to be judged.

    `hour` is where the hand came from that was there before, as on a clock face over the picture: 12 above, 3 to the
    right; None where none was seen, or several. `covered` are the tiles of `observed`, by their numbers, that cannot be
    seen because of what lies on them, and are believed to lie where they lay. A view `is_first` if there was none to
    compare it with: then nothing tells a hand from the table, and tiles under it are missing.
    """

    observed: ObservedPicture
    frame: Frame
    looks: int
    hour: float | None
    covered: tuple[int, ...]
    is_first: bool


Glimpse = Moving | InTheWay | Waiting | Unchanged | Seen


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    """A table as it was understood: how its tiles looked, and what they are. Those that are `hidden` look as they did
    before something covered them."""

    looks: tuple[TileLook, ...]
    hidden: tuple[TileLook, ...]
    observed: ObservedPicture

    @property
    def covered(self) -> tuple[int, ...]:
        """Which tiles of those observed are hidden."""
        tiles = [TileOutline(tile.corners, 1.0, 1.0) for tile in self.observed.tiles]
        return tuple(sorted(match_outlines([look.outline for look in self.hidden], tiles).values()))


class Watcher:
    """What one camera sees of one table. It is not shared between threads; its reader may be."""

    def __init__(self, reader: PictureReader, settings: WatchSettings | None = None) -> None:
        self._settings = settings or WatchSettings()
        self._reader = reader
        self._settling = Settling(self._settings.settle)
        self._arms = Arms()
        self._shape: tuple[int, ...] = ()
        self._time = 0.0
        self._known: _Table | None = None
        self._again_at = np.inf
        self._is_passed_over = False
        self._has_moved = True
        self._begin_anew()

    def see(self, frame: Frame) -> Glimpse:
        """What a frame shows; frames come in the order of their times; CalibrationError where another took it."""
        if frame.image.shape != self._shape:
            # Another resolution is another view: nothing that is known lies where it lay.
            self.forget()
            self._shape = frame.image.shape
        self._time = frame.time or 0.0
        rest = self._settling.see(frame)
        if rest is Rest.MOVING:
            self._arms.follow(self._settling.changed(), self._least_arm())
            self._begin_anew()
            self._has_moved = True
            return Moving()
        if rest is Rest.UNCHANGED:
            # Whoever reached in since has changed nothing.
            self._arms.forget()
            self._begin_anew()
            self._has_moved = False
            if self._known is None or self._time < self._again_at:
                return Unchanged()
            self._look_once_more(frame, self._known)
            self._find_obstacles()
            self._believe(self._find_hidden(frame), frame)
            return self._report(frame)
        if frame.stands:
            self._begin_anew()
            return self._see_picture(frame)
        return self._see_changed(frame)

    def adopt(self) -> None:
        """What was seen last is how the table is: it is not reported again until it changes."""
        assert self._seen is not None, "something was seen"
        self._known = self._seen
        self._settling.understand(self._time, self._obstacles.mask if self._obstacles else None)
        self._arms.forget()
        self._again_at = np.inf

    def look_again(self) -> None:
        """Not all of what was seen can be judged: look again after a while, though nothing may change."""
        self._look_at = self._time + self._settings.again
        if self._seen is None or self._seen is self._known:
            self._again_at = self._look_at

    def forget(self) -> None:
        """The next table at rest is a new one, as after a long interruption."""
        self._settling.forget()
        self._arms.forget()
        self._known = None
        self._again_at = np.inf
        self._begin_anew()

    def _begin_anew(self) -> None:
        self._seen: _Table | None = None
        self._meanwhile: Glimpse = Moving()
        self._obstacles: Obstacles | None = None
        self._H: Floats | None = None
        self._rest_since: float | None = None
        self._look_at = 0.0
        self._count = 0

    def _see_changed(self, frame: Frame) -> Glimpse:
        settings = self._settings
        if self._rest_since is None:
            self._rest_since = self._time
            self._look_at = self._time + (0.0 if self._has_moved else settings.pause)
        if self._time < self._look_at:
            return self._meanwhile
        if self._seen is None:
            self._look(frame)
        else:
            self._look_once_more(frame, self._seen)
        assert self._seen is not None
        if self._count < settings.looks and not self._seen.observed.sure:
            self._look_at = self._time + settings.apart
            self._meanwhile = Moving()
            return self._meanwhile
        self._find_obstacles()
        self._believe(self._find_hidden(frame), frame)
        if self._is_in_the_way():
            self._look_at = self._time + settings.again
            self._meanwhile = InTheWay()
            return self._meanwhile
        return self._report(frame)

    def _see_picture(self, frame: Frame) -> Glimpse:
        """Nothing is known of the time between two pictures that stand by themselves, so each is judged by itself; but
        one in which something covers the board is passed over, if the one before it was not."""
        self._look(frame)
        self._find_obstacles()
        lacks = self._known is not None and not _tiles_of(self._known) <= _tiles_of(self._seen)
        self._is_passed_over = lacks and bool(self._find_hidden(frame)) and not self._is_passed_over
        return InTheWay() if self._is_passed_over else self._report(frame)

    def _report(self, frame: Frame) -> Seen:
        assert self._seen is not None, "the table was looked at"
        # Whoever is told should say what becomes of it; until then it is looked at now and then.
        self._look_at = self._again_at = self._time + self._settings.again
        self._meanwhile = Waiting()
        hour = self._arms.hour(self._places(), self._settling.scale)
        return Seen(self._seen.observed, frame, self._count, hour, self._seen.covered, self._known is None)

    # Looking.

    def _look(self, frame: Frame) -> None:
        """Read the table, but for the tiles that were read before and look as they did."""
        changed = self._settling.changed()
        self._seen = self._read(frame, () if frame.stands else self._untouched(changed))
        self._count += 1
        if self._known is None or (changed > 0).mean() < self._settings.moved:
            return
        self._H = self._camera_motion(self._known.observed, self._seen.observed, frame.image.shape[1])
        if self._H is not None and not frame.stands:
            # All that is known lies elsewhere in the picture now.
            looks = renew_looks(self._untouched(self._settling.unlike(self._H)), self._reader.look(frame.image))
            self._seen = _Table(looks, (), self._reader.understand(frame.image, looks))

    def _read(self, frame: Frame, known: Sequence[TileLook]) -> _Table:
        looks = self._reader.look(frame.image, known=known)
        return _Table(looks, (), self._reader.understand(frame.image, looks))

    def _look_once_more(self, frame: Frame, before: _Table) -> None:
        """Read a table again that has not changed since, and take both looks together."""
        seen = [look for look in before.looks if look not in before.hidden]
        looks = fuse_looks(seen, self._reader.look(frame.image))
        self._seen = _Table(looks, (), self._reader.understand(frame.image, looks))
        self._count += 1

    def _expected(self) -> tuple[TileLook, ...]:
        """The tiles that are known, where they are if only the camera has moved."""
        if self._known is None:
            return ()
        if self._H is None:
            return self._known.looks
        shrink = _shrinking(self._settling.scale)
        H = np.linalg.inv(shrink) @ self._H @ shrink
        return tuple(_moved(look, H) for look in self._known.looks)

    def _untouched(self, changed: Mask) -> tuple[TileLook, ...]:
        """The tiles that were read before and look as they did."""
        scale, most = self._settling.scale, self._settings.touched
        return tuple(look for look in self._expected() if share_of(changed, shrunk(look.outline.corners, scale)) < most)

    def _camera_motion(self, before: ObservedPicture, now: ObservedPicture, width: int) -> Floats | None:
        """The motion of the camera in the small copy."""
        known, scale = self._settling.known, self._settling.scale
        if known is None:
            return None
        guess = motion_of_tiles(before.tiles, now.tiles, width)
        if guess is not None:
            guess = _shrinking(scale) @ guess @ np.linalg.inv(_shrinking(scale))
        return follow_camera(known, self._settling.small, guess)

    # What lies in the way.

    def _find_obstacles(self) -> None:
        assert self._seen is not None, "the table was looked at"
        if self._known is not None:
            tiles = [look.outline.corners for look in (*self._expected(), *self._seen.looks) if look.found]
            unlike, stayed = self._settling.unlike(self._H), self._settling.stayed()
            self._obstacles = find_obstacles(unlike, stayed, tiles, self._settling.scale, self._settings.obstacles)

    def _find_hidden(self, frame: Frame) -> tuple[TileLook, ...]:
        """The tiles that are known and cannot be seen clearly because of what covers them."""
        if self._obstacles is None or self._seen is None:
            return ()
        found = [look for look in self._seen.looks if look.found]
        return tuple(
            look for look in self._expected() if look.found and self._is_hidden(look, found, frame.image.shape)
        )

    def _believe(self, hidden: tuple[TileLook, ...], frame: Frame) -> None:
        """Take tiles to lie where they lay."""
        assert self._seen is not None, "the table was looked at"
        if hidden:
            looks = in_order((*hidden, *_leave(self._seen.looks, hidden)))
            self._seen = _Table(looks, hidden, self._reader.understand(frame.image, looks))

    def _is_hidden(self, look: TileLook, found: Sequence[TileLook], shape: Sequence[int]) -> bool:
        """Whether a tile that is known cannot be seen clearly because something covers it, or out of the picture."""
        assert self._obstacles is not None
        x, y = look.outline.middle
        is_outside = not (0 <= x < shape[1] and 0 <= y < shape[0])
        if not is_outside and not self._obstacles.touch(look.outline.corners):
            return False
        there = match_outlines([look.outline], [other.outline for other in found])
        return not there or not self._is_clear(look, found[there[0]])

    def _is_clear(self, known: TileLook, now: TileLook) -> bool:
        is_face_up = known.outline.face_up > 0.5
        return (now.outline.face_up > 0.5) == is_face_up and bool(now.chances.max(axis=1).min() >= self._settings.clear)

    def _is_in_the_way(self) -> bool:
        assert self._seen is not None, "the table was looked at"
        if self._known is None or self._rest_since is None:
            return False
        face_up = {number for number, tile in enumerate(self._seen.observed.tiles) if tile.digits is not None}
        if len(face_up.intersection(self._seen.covered)) > self._settings.lost * len(face_up):
            return True
        waited = self._time - self._rest_since
        obstacles = self._obstacles
        if not obstacles or waited >= self._settings.held:
            return False
        if any(map(obstacles.touch, self._places())):
            return True
        board = [tile.corners for tile in self._seen.observed.tiles if tile.cell is not None]
        return waited < self._settings.patience and any(obstacles.touch(corners, new=True) for corners in board)

    def _places(self) -> list[Floats]:
        """Where tiles came, went or were turned since the table was last judged."""
        assert self._seen is not None, "the table was looked at"
        before = [look for look in self._expected() if look.found]
        now = [look for look in self._seen.looks if look.found]
        pairs = match_outlines([look.outline for look in before], [look.outline for look in now])
        gone = [look for number, look in enumerate(before) if number not in pairs]
        came = [look for number, look in enumerate(now) if number not in pairs.values()]
        turned = [now[at] for number, at in pairs.items() if not say_the_same(before[number], now[at])]
        return [look.outline.corners for look in (*gone, *came, *turned)]

    def _least_arm(self) -> float:
        """From so many pixels of the small copy on something is an arm."""
        small = self._settling.small
        areas = [
            cv2.contourArea(shrunk(look.outline.corners, self._settling.scale))
            for look in (self._known.looks if self._known else ())
            if look.found
        ]
        return self._settings.obstacles.least * float(np.median(areas)) if areas else 0.01 * small[..., 0].size


def _tiles_of(table: _Table | None) -> set[Tile]:
    """The tiles of the board."""
    return set(map(tile_of, table.observed.board.values())) if table else set()


def _shrinking(scale: float) -> Floats:
    """From pixels of the frame to those of the small copy."""
    return np.array([[scale, 0, 0.5 * scale - 0.5], [0, scale, 0.5 * scale - 0.5], [0, 0, 1]])


def _leave(looks: Sequence[TileLook], hidden: Sequence[TileLook]) -> tuple[TileLook, ...]:
    """The looks at other tiles than those that are hidden."""
    taken = set(match_outlines([look.outline for look in hidden], [look.outline for look in looks]).values())
    return tuple(look for number, look in enumerate(looks) if number not in taken)


def _moved(look: TileLook, H: Floats) -> TileLook:
    corners = cv2.perspectiveTransform(look.outline.corners[None], H)[0]
    return replace(look, outline=replace(look.outline, corners=np.asarray(corners, np.float64)))

"""Whether a live camera shows the table, and what there is to say where it does not.

A camera fails in ways of its own: nothing comes, the same picture comes for ever, what comes is black or damaged. Such
pictures never go on. That they do not is said when it has lasted, once for each kind, and that it is over when pictures
have been good for a while, so that a loose plug is not announced with every spark.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tileref.vision.frame import Frame
from tileref.vision.source_items import CameraBack, CameraTrouble, SourceItem, Trouble

_SPOT = np.ones((2, 2), np.uint8)


@dataclass(frozen=True, slots=True, kw_only=True)
class HealthSettings:
    """When a camera is in trouble, and when it is out of it."""

    lost: float = 3.0
    """So many seconds without a picture are a lost camera. Too few: each hiccup of a wireless network is announced; too
    many: people lay tiles that nobody sees."""
    unusable: float = 1.5
    """So many seconds of dark or damaged pictures, without a good one, are said. Too few: a hand over the lens is
    announced; too many: people lay tiles that nobody sees."""
    frozen: float = 10.0
    """So many seconds of one picture, the same to the bit, are a frozen camera. Too few: a stream that sends what has
    not changed only now and then is suspected; too many: people lay tiles that nobody sees."""
    frozen_at_most: float = 60.0
    """A camera that showed one picture for long and went on by itself is given twice as long, up to so many seconds.
    Too few: a stream that saves its pictures is announced again and again; too many: a camera that froze once may do
    so unnoticed."""
    dark: int = 24
    """A picture whose brightest spots stay below this level, of 255, is dark. Too low: the noise of a covered lens is
    taken for a table; too high: a table in the evening is refused though its tiles can be read."""
    light: int = 32
    """A camera that was dark is back above this level. Too near to `dark`: dusk is announced again and again; too high:
    a camera that could see stays away."""
    steady: float = 1.0
    """Pictures are good for so many seconds before a camera in trouble is back. Too few: a loose plug is announced with
    every spark; too many: the match waits for nothing."""
    shortest_side: int = 200
    """A picture with fewer pixels to its shorter side is wrong. Too few: a preview the size of a stamp is taken for a
    table without tiles; too many: a weak camera close to the table is turned away."""


class CameraHealth:
    """Judges the pictures of one live camera, in their order."""

    def __init__(self, name: str, settings: HealthSettings) -> None:
        self._name = name
        self._settings = settings
        self._said: set[Trouble] = set()
        # Since when each kind of trouble has been there without a good picture in between.
        self._since: dict[Trouble, float] = {}
        self._good_at = 0.0
        self._better_since: float | None = None
        self._last: NDArray[np.uint8] | None = None
        self._changed_at = 0.0
        self._patience = settings.frozen

    def see_nothing(self, silent_since: float, time: float) -> Iterator[CameraTrouble]:
        """What to say when no picture has come since `silent_since`."""
        if time - silent_since >= self._settings.lost:
            # Whatever comes next comes from a camera that was plugged in again.
            self._last, self._patience = None, self._settings.frozen
            yield from self._blame(
                Trouble.LOST, 0, f"no picture comes from {self._name}; it is used again as soon as one does", time
            )

    def see_garbage(self, sentence: str, time: float) -> Iterator[CameraTrouble]:
        """What to say of something that cannot be decoded, for which `sentence` gives the reason."""
        yield from self._blame(Trouble.GARBAGE, self._settings.unusable, sentence, time)

    def see(self, frame: Frame) -> Iterator[SourceItem]:
        """What to say of a frame, and the frame itself if it is to go on."""
        image, time = frame.image, frame.time or 0.0
        height, width = image.shape[:2]
        shortest = self._settings.shortest_side
        if min(width, height) < shortest:
            sentence = (
                f"the pictures of {self._name} are {width} × {height} pixels; a side must have {shortest} or more"
            )
            yield from self._blame(Trouble.GARBAGE, self._settings.unusable, sentence, time)
        elif self._is_dark(image):
            # All black pictures are the same.
            self._last = None
            sentence = f"the picture of {self._name} is dark: its lens is covered, or the light is off"
            yield from self._blame(Trouble.DARK, self._settings.unusable, sentence, time)
        elif self._stands_since(image, time) + self._patience <= time:
            sentence = f"{self._name} shows one and the same picture: it hangs, or what sends its pictures does"
            yield from self._blame(Trouble.FROZEN, 0, sentence, time)
        else:
            yield from self._praise(time)
            if not self._said:
                yield frame

    def _stands_since(self, image: NDArray[np.uint8], time: float) -> float:
        """Since when this very picture has been shown."""
        last, self._last = self._last, image
        if last is not None and _are_same(last, image):
            return self._changed_at
        if last is not None:
            # Streams of a table at rest may stand still to the bit; one that goes on by itself did not hang.
            stood = min(2 * (time - self._changed_at), self._settings.frozen_at_most)
            self._patience = max(self._patience, stood)
        self._changed_at = time
        return time

    def _is_dark(self, image: NDArray[np.uint8]) -> bool:
        was_dark = Trouble.DARK in self._since
        level = self._settings.light if was_dark else self._settings.dark
        # A spot is wider than a hot pixel and narrower than a tile.
        spots = cv2.erode(np.ascontiguousarray(image[::8, ::8]), _SPOT)
        return int(spots.max()) < level

    def _blame(self, trouble: Trouble, patience: float, detail: str, time: float) -> Iterator[CameraTrouble]:
        # One damaged picture among good ones is no relapse, or a poor camera would never be back.
        if time - self._good_at >= self._settings.steady:
            self._better_since = None
        since = self._since.setdefault(trouble, time)
        if time - since >= patience and trouble not in self._said:
            self._said.add(trouble)
            self._better_since = None
            yield CameraTrouble(trouble, detail, time)

    def _praise(self, time: float) -> Iterator[CameraBack]:
        if self._better_since is None:
            self._better_since = time
        self._good_at = time
        if self._said and time - self._better_since < self._settings.steady:
            return
        self._since.clear()
        if self._said:
            self._said.clear()
            yield CameraBack(time)


def _are_same(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> bool:
    # Nearly always a few rows tell them apart.
    return one.shape == other.shape and np.array_equal(one[::64], other[::64]) and np.array_equal(one, other)

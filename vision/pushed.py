"""Frames that another part of the program pushes: a browser's camera, for one."""

import math
import threading
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from tileref.vision.camera_health import HealthSettings
from tileref.vision.live import LiveSource
from tileref.vision.recordings import POSSIBLE_SIZES, is_size_possible

_CLOCKS_APART = 2.0
"""Seconds between when a picture says it was taken and when it came, beyond what is usual for its sender. Too few: the
jitter of a network is taken for a clock that was set; too many: a clock that was set spoils the times of frames."""


class PushedFrames(LiveSource):
    """A live source into which any thread pushes pictures.

    `on_taken` is called in the thread of `items` when one was taken: who pushes another then drops nothing.
    """

    def __init__(
        self, name: str, *, health: HealthSettings | None = None, on_taken: Callable[[], None] | None = None
    ) -> None:
        super().__init__(name, health or HealthSettings())
        self._on_taken = on_taken
        self._pushing = threading.Lock()
        self._shift = math.nan
        self._last = -math.inf

    def push(self, picture: bytes | NDArray[np.uint8], time: float) -> None:
        """Hand over a picture; one that was not taken yet is dropped, and after `close` all are.

        Encoded pictures may be anything at all: what is wrong with them is for `items` to say. An array is as in a
        Frame, and is copied; another one is a ValueError. `time` is when it was taken, in seconds by any clock of its
        sender; where that clock jumps or makes no sense, the time of its coming counts.
        """
        if not isinstance(picture, bytes):
            if picture.dtype != np.uint8 or picture.ndim != 3 or picture.shape[2] != 3:
                raise ValueError(f"an array of {picture.dtype} {picture.shape} is no picture: (height, width, 3) uint8")
            if not is_size_possible(picture.shape[1], picture.shape[0]):
                raise ValueError(f"an array of {picture.shape} is no picture of a table; {POSSIBLE_SIZES}")
            picture = picture.copy(order="C")
        with self._pushing:
            self._put(picture, self._time_here(time))

    def _took(self) -> None:
        if self._on_taken is not None:
            self._on_taken()

    def _time_here(self, time: float) -> float:
        now = self._now()
        here = time + self._shift
        # Where anything is not a number, neither holds.
        if not (self._last < here and abs(here - now) <= _CLOCKS_APART):
            here = max(now, self._last)
            self._shift = here - time
        self._last = here
        return here

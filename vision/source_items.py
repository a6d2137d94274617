"""What a source of frames gives: frames, and what there is to say where none can be given."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from tileref.vision.frame import Frame


class Trouble(StrEnum):
    """Why a live camera gives no picture that shows the table."""

    LOST = "lost"
    FROZEN = "frozen"
    DARK = "dark"
    GARBAGE = "garbage"


@dataclass(frozen=True, slots=True)
class CameraTrouble:
    """No usable picture from here on; said once for each kind of trouble until the camera is back.

    `detail` is one sentence for a person. `time` is in seconds, by the clock of the source's frames.
    """

    trouble: Trouble
    detail: str
    time: float


@dataclass(frozen=True, slots=True)
class CameraBack:
    """The trouble is over; the next item is a frame."""

    time: float


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A picture of a folder or a place in a video that cannot be read; the source goes on if anything follows.

    `number` is the one that a frame would have had.
    """

    sentence: str
    number: int


SourceItem = Frame | CameraTrouble | CameraBack | Unreadable


class Source(Protocol):
    """Where frames come from, for one consumer."""

    @property
    def name(self) -> str:
        """What to call it before people; it holds no password."""

    @property
    def live(self) -> bool:
        """Whether it happens now: frames that nobody takes in time are dropped, and it does not end by itself."""

    def items(self) -> Iterator[SourceItem]:
        """One item after another, waiting for each; ends with a recording, or soon after `close`."""

    def close(self) -> None:
        """Let `items` end and free what the source holds. Any thread may call it, and more than once."""


class SourceError(Exception):
    """There is no such source. The message is one sentence for a person."""

"""The sources of frames, opened by what somebody calls them."""

from tileref.vision.recordings import open_recording
from tileref.vision.source_items import (
    CameraBack,
    CameraTrouble,
    Source,
    SourceError,
    SourceItem,
    Trouble,
    Unreadable,
)

__all__ = [
    "CameraBack",
    "CameraTrouble",
    "Source",
    "SourceError",
    "SourceItem",
    "Trouble",
    "Unreadable",
    "open_source",
]


def open_source(text: str, *, interval: float = 2.0) -> Source:
    """The source that a text names: a video file, a picture or a folder of pictures.

    The pictures of a folder count as taken `interval` seconds apart.
    """
    if not text:
        raise SourceError("'' names no source: that is a video file, a picture or a folder of pictures")
    return open_recording(text, interval=interval)

"""The sources of frames, opened by what somebody calls them."""

from tileref.vision.addresses import is_address, parse_address
from tileref.vision.camera_health import HealthSettings
from tileref.vision.cameras import grab_camera, grab_stream
from tileref.vision.grabbing import GrabSettings, open_grabbed
from tileref.vision.mjpeg import grab_http
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
    "open_camera",
    "open_source",
    "open_stream",
]


_MOST_CAMERAS = 100
"""Numbers from here on mean other things to OpenCV than cameras."""


def open_source(text: str, *, interval: float = 2.0) -> Source:
    """The source that a text names: a camera's number, a URL, a video file, a picture or a folder of pictures.

    The pictures of a folder count as taken `interval` seconds apart. A camera that gives no picture now is a
    SourceError, for nobody has seen it work; once it has worked, it is tried again for ever.
    """
    if not text:
        raise SourceError(
            "'' names no source: that is the number of a camera, a URL, a video file, a picture or a folder of pictures"
        )
    if text.isascii() and text.isdecimal():
        # However many digits somebody types.
        number = int(text) if len(text) < 10 else _MOST_CAMERAS
        if number >= _MOST_CAMERAS:
            raise SourceError(f"{text!r} is no number of a camera: those run from 0 to {_MOST_CAMERAS - 1}")
        return open_camera(number)
    if is_address(text):
        return open_stream(text)
    return open_recording(text, interval=interval)


def open_camera(number: int, *, settings: GrabSettings | None = None, health: HealthSettings | None = None) -> Source:
    """The camera that is plugged in under a number."""
    return open_grabbed(f"camera {number}", lambda: grab_camera(number), settings=settings, health=health)


def open_stream(url: str, *, settings: GrabSettings | None = None, health: HealthSettings | None = None) -> Source:
    """The camera in the network with this URL."""
    address, waits = parse_address(url), settings or GrabSettings()
    grab = grab_http if address.scheme in ("http", "https") else grab_stream
    return open_grabbed(address.shown, lambda: grab(address, waits), settings=waits, health=health)

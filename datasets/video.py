"""Frames to a video file: whole or not there at all."""

from collections.abc import Iterable
from pathlib import Path

import cv2

from tileref.datasets.photo import Image

CODEC = "mp4v"
"""MPEG-4: the wheels of OpenCV have an encoder for it everywhere, and every player a decoder."""


class VideoError(Exception):
    """A video that cannot be written. The message is one sentence for a person."""


def write_video(path: Path, frames: Iterable[Image], *, rate: float) -> None:
    """Write frames, all of one size, (height, width, 3) uint8, blue, green, red, as an MP4 file."""
    half = path.with_name(f".{path.stem}.half{path.suffix}")
    writer: cv2.VideoWriter | None = None
    try:
        for frame in frames:
            if writer is None:
                size = (frame.shape[1], frame.shape[0])
                fourcc = cv2.VideoWriter.fourcc(*CODEC)
                writer = cv2.VideoWriter(str(half), cv2.CAP_FFMPEG, fourcc, rate, size)
                if not writer.isOpened():
                    raise VideoError(f"{str(path)!r} cannot be written: this OpenCV has no encoder for {CODEC}")
            writer.write(frame)
        if writer is None:
            raise VideoError(f"{str(path)!r} would be a video without a picture")
        writer.release()
        writer = None
        half.replace(path)
    finally:
        if writer is not None:
            writer.release()
        half.unlink(missing_ok=True)

"""A frame: one picture of the table as a person sees it, from a file or from bytes.

Whatever comes in is suspected first: kind, size and completeness are read from the bytes themselves, a hundred times
faster than decoding, and only a picture that is whole and of a sane size reaches a decoder. What is refused is refused
with one sentence.
"""

import os
import re
import stat
import struct
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tileref.vision.quiet import QUIET

LARGEST_FILE = 60_000_000
"""Bytes; a photograph of 50 megapixels at the best quality has half as many."""

LARGEST_AREA = 50_000_000
"""Pixels; larger ones take hundreds of megabytes and show a table no better."""

LONGEST_SIDE = 20_000
SHORTEST_SIDE = 16

_MOST_SCANS = 40
"""Each scan of a JPEG is a walk over all its pixels; encoders make ten to twenty, a bomb thousands."""

_MOST_CHUNKS = 100_000
"""Pieces of a file, whatever its format calls them; the smallest that encoders make in numbers have 8 KB each."""

_LARGEST_HEIF_INDEX = 500_000
"""Bytes; phones write ten thousand. pillow-heif copies parts of the index for each of up to 1,000 pictures inside."""

_HEIF_BRANDS = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs", b"mif1", b"msf1")

_JPEG_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
"""What comes next in a JPEG behind coded data or a segment; stuffed zeros, fill and restarts do not count."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of the table; two frames are equal only when they are the same one.

    `image` is (height, width, 3) uint8, contiguous, blue, green, red, turned the way a person sees it. `time` is in
    seconds, from any beginning, None where a picture has none. `source` is where it comes from, for messages, and
    `number` which of its pictures this is, from 0. One that `stands` shows a table at rest by itself, as a picture of a
    folder does: nothing says what was between it and the others.
    """

    image: NDArray[np.uint8]
    time: float | None
    source: str
    number: int = 0
    stands: bool = False


class FrameError(Exception):
    """A picture that cannot be read. The message is one sentence for a person."""


class _RefusedError(Exception):
    """What is wrong with a picture, to go behind its name."""


@dataclass(frozen=True, slots=True)
class _Picture:
    """What a decoder gets, and what the header says: `size` is width and height as stored."""

    kind: str
    data: bytes
    size: tuple[int, int]
    orientation: int = 1
    alpha: bool = False


def read_frame(path: Path) -> Frame:
    """The picture in a file; FrameError where there is none, or none that can be trusted."""
    source = str(path)
    try:
        # Looked at before it is opened: opening a pipe waits for ever, opening a device may do anything.
        _check_file(path.stat())
        # The name may stand for something else by now; a pipe opened like this does not wait.
        flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        with os.fdopen(os.open(path, flags), "rb") as file:
            _check_file(os.fstat(file.fileno()))
            data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        cause = (error.strerror or type(error).__name__).lower()
        raise FrameError(f"{source!r} cannot be read: {cause}") from None
    except ValueError:
        raise FrameError(f"{source!r} cannot be the name of a file") from None
    except _RefusedError as refused:
        raise FrameError(f"{source!r} {refused}") from None
    return decode_frame(data, source)


def decode_frame(data: bytes, source: str) -> Frame:
    """The picture that the bytes of a JPEG, PNG, BMP, WebP or HEIC file hold; `source` names them in messages.

    Of several pictures in a file it is the first, of a HEIC file the main one. What is transparent is white.
    """
    try:
        return Frame(_decode(data), None, source)
    except _RefusedError as refused:
        raise FrameError(f"{source!r} {refused}") from None
    except MemoryError:
        raise FrameError(f"{source!r} needs more memory than there is") from None


def read_size(data: bytes, source: str) -> tuple[int, int]:
    """Width and height as stored in the header of a JPEG, PNG, BMP or WebP file, without decoding it."""
    try:
        _check_length(len(data))
        return _examine(data).size
    except _RefusedError as refused:
        raise FrameError(f"{source!r} {refused}") from None


def _check_file(status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        what = "a folder" if stat.S_ISDIR(status.st_mode) else "a device or a pipe"
        raise _RefusedError(f"is {what}, not a file with a picture")
    _check_length(status.st_size)


def _check_length(length: int) -> None:
    if length == 0:
        raise _RefusedError("is empty")
    if length > LARGEST_FILE:
        raise _RefusedError(f"is larger than {LARGEST_FILE // 1_000_000} MB, too large for a picture")


def _check_size(width: int, height: int) -> None:
    if min(width, height) < SHORTEST_SIDE or max(width, height) > LONGEST_SIDE or width * height > LARGEST_AREA:
        raise _RefusedError(
            f"is {width} × {height} pixels; a picture must have {SHORTEST_SIDE} to {LONGEST_SIDE:,} a side and "
            f"at most {LARGEST_AREA // 1_000_000} megapixels"
        )


def _decode(data: bytes) -> NDArray[np.uint8]:
    _check_length(len(data))
    if data[4:8] == b"ftyp" and data[8:12] in _HEIF_BRANDS:
        return _decode_heif(data)
    picture = _examine(data)
    _check_size(*picture.size)
    # The orientation is ours to apply: which formats cv2 turns by itself depends on its version.
    flags = cv2.IMREAD_UNCHANGED if picture.alpha else cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION
    image: Any = None
    try:
        with QUIET:
            image = cv2.imdecode(np.frombuffer(picture.data, np.uint8), flags)
    except cv2.error as error:
        # Whatever else it says, it says of a picture that it cannot decode.
        if error.code == cv2.Error.StsNoMem:
            raise MemoryError from None
    if image is None or image.shape[1::-1] != picture.size:
        raise _RefusedError(f"is a damaged {picture.kind} that cannot be decoded")
    return _turn(_flatten(image), picture.orientation)


def _examine(data: bytes) -> _Picture:
    """Find out what the bytes are; refuse what is unknown, cut short or plainly damaged."""
    if data.startswith(b"\xff\xd8\xff"):
        kind, examine = "JPEG", _examine_jpeg
    elif data.startswith(b"\x89PNG\r\n\x1a\n"):
        kind, examine = "PNG", _examine_png
    elif data.startswith(b"BM") and data[15:18] == b"\0\0\0":
        # A text may begin like this too; the length of a header is a small number.
        kind, examine = "BMP", _examine_bmp
    elif data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        kind, examine = "WebP", _examine_webp
    else:
        raise _RefusedError("is not a picture that can be read: those are JPEG, PNG, BMP, WebP and HEIC")
    try:
        return examine(data)
    except (struct.error, IndexError):
        raise _RefusedError(f"is a {kind} that is cut short") from None


def _examine_jpeg(data: bytes) -> _Picture:
    size: tuple[int, int] | None = None
    place, orientation, scans = 2, 1, 0
    # From marker to marker as libjpeg goes, so that it finds nothing that was not looked at.
    for _ in range(_MOST_CHUNKS):
        found = _JPEG_MARKER.search(data, place)
        # Decoders fill up with grey what is missing, and a grey half must not be read as an empty table.
        if found is None:
            raise _RefusedError("is a JPEG that is cut short")
        place = found.end()
        marker = data[place - 1]
        if marker == 0xD9 and size and scans:
            return _Picture("JPEG", data, size, orientation)
        if marker == 0x01:
            continue
        (length,) = struct.unpack_from(">H", data, place)
        if length < 2 or marker < 0xC0 or marker in (0xD8, 0xD9):
            raise _RefusedError("is a damaged JPEG: its segments make no sense")
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            precision, height, width, components = struct.unpack_from(">BHHB", data, place + 2)
            if marker > 0xC2 or precision != 8 or components not in (1, 3, 4):
                raise _RefusedError("is a rare kind of JPEG, not baseline or progressive with 8 bits")
            size = size or (width, height)
        elif marker == 0xE1 and data[place + 2 : place + 8] == b"Exif\0\0" and orientation == 1:
            orientation = _orientation(data[place + 8 : place + length])
        elif marker == 0xDA:
            scans += 1
            if scans > _MOST_SCANS:
                raise _RefusedError(f"is a JPEG with more than {_MOST_SCANS} scans, which no camera makes")
        place += length
    raise _RefusedError(f"is a damaged JPEG: it is in more than {_MOST_CHUNKS:,} pieces")


def _examine_png(data: bytes) -> _Picture:
    length, name, width, height, _, colour = struct.unpack_from(">I4sIIBB", data, 8)
    if (length, name) != (13, b"IHDR"):
        raise _RefusedError("is a damaged PNG: it does not begin with its header")
    alpha, orientation = colour in (4, 6), 1
    # Only what makes the picture goes to the decoder: no animation, no compressed notes, no profile to warn about.
    view = memoryview(data)
    parts, place = [view[:8]], 8
    for _ in range(_MOST_CHUNKS):
        length, name = struct.unpack_from(">I4s", data, place)
        end = place + 12 + length
        if end > len(data):
            raise _RefusedError("is a PNG that is cut short")
        if name in (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"):
            parts.append(view[place:end])
            alpha = alpha or name == b"tRNS"
        elif name == b"eXIf":
            orientation = _orientation(data[place + 8 : end - 4])
        if name == b"IEND":
            return _Picture("PNG", b"".join(parts), (width, height), orientation, alpha)
        place = end
    raise _RefusedError(f"is a damaged PNG: it is in more than {_MOST_CHUNKS:,} pieces")


def _examine_bmp(data: bytes) -> _Picture:
    start, header = struct.unpack_from("<II", data, 10)
    if header == 12:
        width, height, _, bits = struct.unpack_from("<HHHH", data, 18)
        packing = 0
    else:
        # A negative height means that the rows run from the top.
        width, height, _, bits, packing = struct.unpack_from("<iiHHI", data, 18)
    size = (width, abs(height))
    # Run lengths (1, 2) say only at the end how much they are; the decoder finds out.
    if packing not in (1, 2) and start + (width * bits + 31) // 32 * 4 * size[1] > len(data):
        raise _RefusedError("is a BMP that is cut short")
    return _Picture("BMP", data, size)


def _examine_webp(data: bytes) -> _Picture:
    end = struct.unpack_from("<I", data, 4)[0] + 8
    if end > len(data):
        raise _RefusedError("is a WebP that is cut short")
    first: dict[bytes, bytes] = {}
    place = 12
    for _ in range(_MOST_CHUNKS):
        if place + 8 > end:
            break
        name, length = struct.unpack_from("<4sI", data, place)
        if name == b"ANMF" and b"VP8 " not in first and b"VP8L" not in first:
            # The chunks of the first picture of an animation stand inside another, behind 16 bytes about it.
            place += 24
            continue
        if name in (b"VP8 ", b"VP8L", b"ALPH", b"EXIF"):
            first.setdefault(name, data[place + 8 : place + 8 + length])
        place += 8 + length + length % 2
    orientation = _orientation(first.get(b"EXIF", b"").removeprefix(b"Exif\0\0"))
    # A still of nothing but the picture: not every cv2 reads animations.
    if b"VP8L" in first:
        (packed,) = struct.unpack_from("<I", first[b"VP8L"], 1)
        size = ((packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1)
        still = _chunk(b"VP8L", first[b"VP8L"])
        alpha = bool(packed >> 28 & 1)
    elif b"VP8 " in first:
        width, height = struct.unpack_from("<HH", first[b"VP8 "], 6)
        size = (width & 0x3FFF, height & 0x3FFF)
        still = _chunk(b"VP8 ", first[b"VP8 "])
        alpha = b"ALPH" in first
        if alpha:
            sides = b"".join(max(side - 1, 0).to_bytes(3, "little") for side in size)
            still = _chunk(b"VP8X", b"\x10\0\0\0" + sides) + _chunk(b"ALPH", first[b"ALPH"]) + still
    else:
        raise _RefusedError("is a damaged WebP: it holds no picture")
    return _Picture("WebP", _chunk(b"RIFF", b"WEBP" + still), size, orientation, alpha)


def _chunk(name: bytes, content: bytes) -> bytes:
    return name + struct.pack("<I", len(content)) + content + bytes(len(content) % 2)


def _orientation(exif: bytes) -> int:
    """The orientation, 1 to 8, that EXIF data (a TIFF header and what follows) give; 1 where they give none."""
    order = {b"II*\0": "<", b"MM\0*": ">"}.get(exif[:4])
    if order is None:
        return 1
    with suppress(struct.error):
        (place,) = struct.unpack_from(f"{order}I", exif, 4)
        (entries,) = struct.unpack_from(f"{order}H", exif, place)
        for entry in range(min(entries, 1000)):
            tag, kind, _, value = struct.unpack_from(f"{order}HHIH", exif, place + 2 + 12 * entry)
            if (tag, kind) == (0x0112, 3):
                return value if 1 <= value <= 8 else 1
    return 1


def _decode_heif(data: bytes) -> NDArray[np.uint8]:
    # Only those with a picture of this kind wait for the library to load.
    import pillow_heif

    start, length = 0, 0
    for _ in range(_MOST_CHUNKS):
        start += length
        # A length of 1 stands for one in 64 bits behind the name, 0 for the rest of the file.
        short, name, long = data[start : start + 4], data[start + 4 : start + 8], data[start + 8 : start + 16]
        length = int.from_bytes(long if short == b"\0\0\0\1" else short, "big")
        if name == b"meta" or length < 8:
            break
    if name != b"meta":
        raise _RefusedError("is a HEIC that is cut short or holds no picture")
    if length > _LARGEST_HEIF_INDEX:
        raise _RefusedError("is a HEIC with more in it than pictures")
    end = start + length
    # Notes that describe (`cdsc`) a picture would be copied for each picture; nobody here reads them.
    data = data[:start] + data[start:end].replace(b"cdsc", b"free") + data[end:]
    # pillow-heif has many ways to say that a file is damaged, and not all are documented.
    try:
        with QUIET:
            heif = pillow_heif.open_heif(data, bgr_mode=True)
            _check_size(*heif.size)
            # How a HEIC is to be turned is part of the picture, and the decoder does it; its EXIF may say it again.
            image = np.asarray(heif[heif.primary_index])
        _check_size(image.shape[1], image.shape[0])
        return np.require(_flatten(image), requirements=["C", "W"])
    except (_RefusedError, MemoryError):
        raise
    except Exception:
        raise _RefusedError("is a damaged HEIC that cannot be decoded") from None


def _flatten(image: NDArray[Any]) -> NDArray[np.uint8]:
    """Grey, BGR or BGRA in 8 or 16 bits as BGR in 8 bits, over white."""
    if image.ndim == 2:
        image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    if image.shape[2] == 3 and image.dtype == np.uint8:
        return image
    flat = np.empty((*image.shape[:2], 3), np.uint8)
    # In strips, so that a large picture does not need several times its memory.
    for top in range(0, len(image), 128):
        strip: Any = image[top : top + 128]
        if strip.dtype != np.uint8:
            strip = cv2.convertScaleAbs(strip, alpha=1 / 257)
        if strip.shape[2] == 4:
            alpha = cv2.cvtColor(strip[:, :, 3], cv2.COLOR_GRAY2BGR)
            ink = cv2.bitwise_not(cv2.cvtColor(strip, cv2.COLOR_BGRA2BGR))
            strip = cv2.bitwise_not(cv2.multiply(ink, alpha, scale=1 / 255))
        flat[top : top + 128] = strip
    return flat


def _turn(image: NDArray[np.uint8], orientation: int) -> NDArray[np.uint8]:
    """Turn a picture as EXIF says it is to be seen."""
    turned: Any = cv2.transpose(image) if orientation >= 5 else image
    if orientation in (2, 3, 4, 6, 7, 8):
        turned = cv2.flip(turned, {2: 1, 3: -1, 4: 0, 6: 1, 7: -1, 8: 0}[orientation])
    return np.ascontiguousarray(turned)

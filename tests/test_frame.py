"""Frames: every kind of picture comes out as a person sees it, and what is no picture is refused in one sentence."""

import io
import json
import os
import resource
import struct
import subprocess
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import pillow_heif
import pytest
from numpy.typing import NDArray
from PIL import Image

from tileref.vision.frame import LARGEST_AREA, LARGEST_FILE, Frame, FrameError, decode_frame, read_frame

ROOT = Path(__file__).parent.parent
Pixels = NDArray[np.uint8]

KNOWN = "JPEG, PNG, BMP, WebP and HEIC"


def _scene(width: int = 96, height: int = 64) -> Pixels:
    """A smooth BGR picture in which no turn or mirror image of it looks the same, and no two channels do."""
    few = np.array([[[20, 60, 220], [200, 40, 30]], [[40, 200, 60], [90, 90, 10]], [[250, 240, 230], [0, 120, 250]]])
    return np.asarray(cv2.resize(few.astype(np.uint8), (width, height), interpolation=cv2.INTER_LINEAR))


SCENE = _scene()

# From the picture as it is stored to the picture as it is seen, for each orientation of EXIF.
SEEN: dict[int, Callable[[Pixels], Pixels]] = {
    1: lambda stored: stored,
    2: lambda stored: stored[:, ::-1],
    3: lambda stored: stored[::-1, ::-1],
    4: lambda stored: stored[::-1],
    5: lambda stored: stored.transpose(1, 0, 2),
    6: lambda stored: np.rot90(stored, -1),
    7: lambda stored: stored[::-1, ::-1].transpose(1, 0, 2),
    8: lambda stored: np.rot90(stored, 1),
}


def _pillow(image: Pixels) -> Image.Image:
    return Image.fromarray(np.ascontiguousarray(image[:, :, ::-1]))


def _save(picture: Image.Image, kind: str, **options: Any) -> bytes:
    file = io.BytesIO()
    if kind == "HEIC":
        pillow_heif.from_pillow(picture).save(file, quality=90, **options)
    else:
        best: dict[str, dict[str, Any]] = {"JPEG": {"quality": 95}, "WEBP": {"lossless": True, "exact": True}}
        picture.save(file, kind, **{**best.get(kind, {}), **options})
    return file.getvalue()


def _exif(orientation: int) -> bytes:
    exif = Image.Exif()
    exif[0x0112] = orientation
    return exif.tobytes()


def _png_chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def _png(width: int, height: int, rows: bytes, *, depth: int = 8, colour: int = 2) -> bytes:
    """A PNG with this header and these filtered rows, whatever they hold."""
    header = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    chunks = (b"IHDR", header), (b"IDAT", zlib.compress(rows, 1)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(_png_chunk(*chunk) for chunk in chunks)


def _assert_shows(frame: Frame, expected: Pixels, tolerance: float = 0.0) -> None:
    assert frame.image.shape == expected.shape
    assert frame.image.dtype == np.uint8
    assert frame.image.flags.c_contiguous
    assert frame.image.flags.writeable
    assert np.abs(frame.image.astype(float) - expected).mean() <= tolerance


def _refusal(data: bytes) -> str:
    """The sentence a picture is refused with, after its name."""
    with pytest.raises(FrameError) as caught:
        decode_frame(data, "a 'name'\n.jpg")
    (sentence,) = caught.value.args
    name = repr("a 'name'\n.jpg")
    assert sentence.startswith(f"{name} ")
    assert "\n" not in sentence
    return str(sentence.removeprefix(f"{name} "))


@pytest.mark.parametrize(
    ("kind", "tolerance"), [("JPEG", 3.0), ("PNG", 0.0), ("BMP", 0.0), ("WEBP", 0.0), ("HEIC", 3.0)]
)
def test_every_format_comes_out_in_blue_green_red(kind: str, tolerance: float, tmp_path: Path) -> None:
    path = tmp_path / "picture.any"
    path.write_bytes(_save(_pillow(SCENE), kind))
    frame = read_frame(path)
    _assert_shows(frame, SCENE, tolerance)
    assert (frame.source, frame.time) == (str(path), None)


@pytest.mark.parametrize("orientation", SEEN)
@pytest.mark.parametrize(("kind", "tolerance"), [("JPEG", 3.0), ("PNG", 0.0), ("WEBP", 0.0), ("HEIC", 3.0)])
def test_every_orientation_is_turned_once_to_what_a_person_sees(kind: str, tolerance: float, orientation: int) -> None:
    data = _save(_pillow(SCENE), kind, exif=_exif(orientation))
    _assert_shows(decode_frame(data, kind), SEEN[orientation](SCENE), tolerance)


@pytest.mark.parametrize("order", ["<", ">"])
def test_exif_is_read_in_both_byte_orders_and_an_impossible_orientation_is_none(order: str) -> None:
    plain = _save(_pillow(SCENE), "JPEG")
    for value, expected in ((6, SEEN[6](SCENE)), (0, SCENE), (9, SCENE)):
        tiff = {"<": b"II*\0", ">": b"MM\0*"}[order] + struct.pack(f"{order}IHHHIHHI", 8, 1, 0x0112, 3, 1, value, 0, 0)
        segment = b"Exif\0\0" + tiff
        data = plain[:2] + b"\xff\xe1" + struct.pack(">H", len(segment) + 2) + segment + plain[2:]
        _assert_shows(decode_frame(data, "x"), expected, 3.0)


def test_exif_that_points_nowhere_is_no_reason_to_refuse_a_picture() -> None:
    for exif in (b"", b"II*\0", b"II*\0\xff\xff\xff\xff", b"MM\0*\0\0\0\x08\xff\xff", b"nonsense"):
        segment = b"Exif\0\0" + exif
        plain = _save(_pillow(SCENE), "JPEG")
        data = plain[:2] + b"\xff\xe1" + struct.pack(">H", len(segment) + 2) + segment + plain[2:]
        _assert_shows(decode_frame(data, "x"), SCENE, 3.0)


@pytest.mark.parametrize(
    ("kind", "tolerance"), [("JPEG", 3.0), ("PNG", 0.0), ("BMP", 0.0), ("WEBP", 0.0), ("HEIC", 3.0)]
)
def test_grey_pictures_have_three_equal_channels(kind: str, tolerance: float) -> None:
    grey = _pillow(SCENE).convert("L")
    _assert_shows(decode_frame(_save(grey, kind), kind), np.asarray(grey.convert("RGB")), tolerance)


@pytest.mark.parametrize(("kind", "tolerance"), [("PNG", 0.0), ("WEBP", 0.0), ("HEIC", 3.0)])
def test_what_is_transparent_is_white(kind: str, tolerance: float) -> None:
    picture = _pillow(SCENE)
    alpha = np.tile(np.linspace(0, 255, 96).astype(np.uint8), (64, 1))
    picture.putalpha(Image.fromarray(alpha))
    over_white = np.rint(255 - (255.0 - SCENE) * (alpha[:, :, None] / 255.0))
    _assert_shows(decode_frame(_save(picture, kind), kind), over_white.astype(np.uint8), tolerance + 0.05)


def test_a_lossy_webp_with_an_alpha_chunk_of_its_own_lies_over_white_too() -> None:
    picture = _pillow(SCENE)
    picture.putalpha(0)
    data = _save(picture, "WEBP", lossless=False)
    assert b"ALPH" in data
    _assert_shows(decode_frame(data, "x"), np.full_like(SCENE, 255))


def test_palettes_with_and_without_transparency_become_colours() -> None:
    palette = _pillow(SCENE).quantize(16)
    colours = np.asarray(palette.convert("RGB"))[:, :, ::-1]
    for kind in ("PNG", "BMP"):
        _assert_shows(decode_frame(_save(palette, kind), kind), colours)
    clear = np.asarray(palette) == 3
    _assert_shows(
        decode_frame(_save(palette, "PNG", transparency=3), "x"), np.where(clear[:, :, None], np.uint8(255), colours)
    )


def test_sixteen_bits_become_eight() -> None:
    alpha = np.full((64, 96, 1), 255, np.uint8)
    for image in (SCENE, SCENE[:, :, 0], np.concatenate([SCENE, alpha], axis=2)):
        encoded = cv2.imencode(".png", image.astype(np.uint16) * 257)[1].tobytes()
        expected = np.stack([image] * 3, axis=2) if image.ndim == 2 else image[:, :, :3]
        _assert_shows(decode_frame(encoded, "x"), expected)
    deep = pillow_heif.from_bytes("RGB;16", (96, 64), (SCENE[:, :, ::-1].astype(np.uint16) * 257).tobytes())
    file = io.BytesIO()
    deep.save(file, quality=90)
    _assert_shows(decode_frame(file.getvalue(), "x"), SCENE, 3.0)


def test_progressive_jpegs_and_those_for_printers_are_read() -> None:
    _assert_shows(decode_frame(_save(_pillow(SCENE), "JPEG", progressive=True), "x"), SCENE, 3.0)
    _assert_shows(decode_frame(_save(_pillow(SCENE).convert("CMYK"), "JPEG"), "x"), SCENE, 3.0)


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_an_animation_is_read_as_its_first_picture(kind: str) -> None:
    others = [_pillow(np.roll(SCENE, 20 * shift, axis=1)) for shift in (1, 2)]
    data = _save(_pillow(SCENE), kind, save_all=True, append_images=others, duration=100)
    assert (b"ANMF" if kind == "WEBP" else b"fcTL") in data
    _assert_shows(decode_frame(data, "x"), SCENE)


def test_what_phones_append_to_a_jpeg_does_not_matter() -> None:
    jpeg = _save(_pillow(SCENE), "JPEG")
    _assert_shows(decode_frame(jpeg + b"a film \xff\xda\xff\xc0 " * 1000, "x"), SCENE, 3.0)
    _assert_shows(decode_frame(jpeg + jpeg, "x"), SCENE, 3.0)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "BMP", "WEBP", "HEIC"])
def test_a_picture_that_is_cut_short_is_refused_wherever_the_cut_is(kind: str) -> None:
    data = _save(_pillow(SCENE), kind)
    name = {"WEBP": "WebP"}.get(kind, kind)
    for length in {*range(16, len(data), 1 + len(data) // 60), len(data) - 1}:
        assert name in _refusal(data[:length])


# WebP has no pictures as long as the last two.
@pytest.mark.parametrize(
    ("kind", "sides"),
    [
        *product(["JPEG", "PNG", "BMP", "WEBP"], [(1, 1), (15, 400), (400, 15)]),
        *product(["JPEG", "PNG", "BMP"], [(30_000, 16), (16, 20_001)]),
    ],
)
def test_too_small_and_too_long_pictures_are_refused_with_their_size(kind: str, sides: tuple[int, int]) -> None:
    data = _save(Image.new("RGB", sides), kind)
    assert _refusal(data).startswith(f"is {sides[0]} × {sides[1]} pixels; a picture must have 16 to 20,000 a side")


def test_pictures_at_the_limits_are_read() -> None:
    for width, height in ((16, 16), (20_000, 16), (10_000, LARGEST_AREA // 10_000)):
        rows = bytes((1 + width) * height)
        assert decode_frame(_png(width, height, rows, colour=0), "x").image.shape == (height, width, 3)


@pytest.mark.parametrize(
    "content",
    [b"Dear diary", b"BMW is a make of cars", b"GIF89a" + bytes(100), b"II*\0" + bytes(100), bytes(5000), b"\xff"],
)
def test_what_is_no_picture_is_told_which_pictures_can_be_read(content: bytes) -> None:
    assert _refusal(content).endswith(KNOWN)


def test_an_empty_file_a_folder_and_a_missing_one_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "empty.jpg").touch()
    for name, words in (
        ("empty.jpg", "is empty"),
        ("", "is a folder"),
        ("none.jpg", "no such file"),
        ("\0", "cannot be the name"),
    ):
        path = tmp_path / name
        with pytest.raises(FrameError, match=words) as caught:
            read_frame(path)
        assert caught.value.args[0].startswith(f"{str(path)!r} ")


def test_devices_and_pipes_are_refused_without_waiting_for_them(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")
    (tmp_path / "link.jpg").symlink_to("/dev/zero")
    for path in (Path("/dev/zero"), Path("/dev/null"), tmp_path / "pipe.jpg", tmp_path / "link.jpg"):
        with pytest.raises(FrameError, match="is a device or a pipe"):
            read_frame(path)


def test_a_file_one_may_not_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "secret.jpg"
    path.write_bytes(_save(_pillow(SCENE), "JPEG"))
    path.chmod(0)
    # Root may read everything, so for a moment it is nobody.
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        with pytest.raises(FrameError, match="cannot be read: permission denied"):
            read_frame(path)
    finally:
        os.seteuid(user)


def test_a_huge_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "huge.jpg"
    with path.open("wb") as file:
        file.truncate(10**12)
    with pytest.raises(FrameError, match="is larger than 60 MB"):
        read_frame(path)
    assert _refusal(bytes(LARGEST_FILE + 1)).startswith("is larger than 60 MB")


def test_a_jpeg_of_a_thousand_scans_is_refused_before_it_is_decoded() -> None:
    assert "40 scans" in _refusal(_many_scans(_save(_pillow(SCENE), "JPEG", progressive=True)))


def test_decoders_print_nothing_even_from_several_threads_and_everybody_else_still_can(tmp_path: Path) -> None:
    """libjpeg and libpng complain on C's stderr about what they can mend."""
    jpeg = _save(_pillow(_scene(640, 480)), "JPEG")
    (tmp_path / "broken.jpg").write_bytes(jpeg[: len(jpeg) // 2] + b"\xff\xd9")
    (tmp_path / "broken.png").write_bytes(_png(96, 64, b"\7" * 64 * 289))
    program = """
import sys, threading, cv2
from pathlib import Path
from tileref.vision.frame import FrameError, read_frame
def work():
    for _ in range(25):
        for path in sys.argv[1:]:
            try:
                read_frame(Path(path))
            except FrameError:
                pass
threads = [threading.Thread(target=work) for _ in range(4)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
sys.stderr.write("python\\n")
cv2.imread(sys.argv[1])
"""
    paths = [str(tmp_path / "broken.jpg"), str(tmp_path / "broken.png")]
    done = subprocess.run([sys.executable, "-c", program, *paths], capture_output=True, text=True, check=True)
    assert done.stderr.splitlines() == ["python", "Corrupt JPEG data: premature end of data segment"]
    assert done.stdout == ""


# --- 3,000 hostile files -----------------------------------------------------------------------------------------


def _many_scans(progressive: bytes) -> bytes:
    last = progressive.rindex(b"\xff\xda")
    return progressive[:-2] + progressive[last:-2] * 1000 + progressive[-2:]


def _declare(data: bytes, kind: str, width: int, height: int) -> bytes:
    """The same picture with another size in its header."""
    if kind == "PNG":
        header = struct.pack(">II", width, height) + data[24:29]
        return data[:8] + _png_chunk(b"IHDR", header) + data[33:]
    if kind == "HEIC":
        place, packed = data.index(b"ispe") + 8, struct.pack(">II", width, height)
    elif kind == "BMP":
        place, packed = 18, struct.pack("<ii", width, -height)
    elif kind == "JPEG":
        place, packed = data.index(b"\xff\xc0") + 5, struct.pack(">HH", height & 0xFFFF, width & 0xFFFF)
    elif b"VP8L" in data:
        packed = struct.pack("<I", (width - 1) & 0x3FFF | ((height - 1) & 0x3FFF) << 14)
        place = data.index(b"VP8L") + 9
    else:
        place, packed = data.index(b"VP8 ") + 14, struct.pack("<HH", width & 0x3FFF, height & 0x3FFF)
    return data[:place] + packed + data[place + len(packed) :]


def _seeds() -> dict[str, bytes]:
    """Honest pictures of every kind, for mutating; the name ends in what they really are."""
    scene = _pillow(_scene(160, 120))
    clear = scene.copy()
    clear.putalpha(Image.linear_gradient("L").resize(scene.size))
    seeds = {kind.lower(): _save(scene, kind) for kind in ("JPEG", "PNG", "BMP", "WEBP", "HEIC")}
    seeds["turned.jpeg"] = _save(scene, "JPEG", exif=_exif(7))
    seeds["progressive.jpeg"] = _save(scene, "JPEG", progressive=True)
    seeds["printer.jpeg"] = _save(scene.convert("CMYK"), "JPEG")
    seeds["clear.png"] = _save(clear, "PNG", exif=_exif(6))
    seeds["palette.png"] = _save(scene.quantize(8), "PNG", transparency=2)
    seeds["deep.png"] = cv2.imencode(".png", _scene(160, 120).astype(np.uint16) * 257)[1].tobytes()
    seeds["moving.png"] = _save(scene, "PNG", save_all=True, append_images=[clear.convert("RGB").rotate(180)])
    seeds["palette.bmp"] = _save(scene.quantize(8), "BMP")
    seeds["lossy.webp"] = _save(clear, "WEBP", lossless=False, exif=_exif(5))
    seeds["moving.webp"] = _save(scene, "WEBP", save_all=True, append_images=[scene.rotate(180)])
    seeds["clear.heic"] = _save(clear, "HEIC", exif=_exif(8))
    return seeds


def _mutate(data: bytes, rng: Random) -> bytes:
    """Damage of a kind that disks, networks and malice do."""
    damaged = bytearray(data)
    # Headers are short and matter most, so half of the damage is there.
    reach = len(data) if rng.random() < 0.5 else min(len(data), 400)
    way = rng.randrange(6)
    if way == 0:
        return bytes(damaged[: rng.randrange(len(data))])
    if way == 1:
        for _ in range(rng.randint(1, 12)):
            damaged[rng.randrange(reach)] ^= 1 << rng.randrange(8)
    elif way == 2:
        start = rng.randrange(reach)
        damaged[start : start + rng.randint(1, 64)] = rng.randbytes(rng.randint(0, 64))
    elif way == 3:
        start = rng.randrange(reach)
        damaged[start : start + 4] = rng.choice([b"\xff" * 4, bytes(4), b"\x7f\xff\xff\xff", b"\0\0\0\1"])
    elif way == 4:
        start = rng.randrange(reach)
        damaged[start:start] = damaged[start : start + rng.randint(1, 300)] * rng.randint(1, 20)
    else:
        place = rng.randrange(len(data))
        damaged[place:] = rng.randbytes(len(data) - place)
    if rng.random() < 0.5 and data.startswith(b"\x89PNG"):
        return _mend_png(bytes(damaged))
    return bytes(damaged)


def _mend_png(data: bytes) -> bytes:
    """Right checksums on wrong chunks, or a PNG's decoder would never look at them."""
    mended, place = data[:8], 8
    while place + 12 <= len(data):
        length = min(int.from_bytes(data[place : place + 4], "big"), len(data) - place - 12)
        mended += _png_chunk(data[place + 4 : place + 8], data[place + 8 : place + 8 + length])
        place += 12 + length
    return mended


def _bombs(seeds: dict[str, bytes]) -> Iterator[tuple[str, bytes]]:
    for name, data in seeds.items():
        kind = name.rpartition(".")[2].upper()
        for width, height in ((65_500, 65_500), (2**31 - 1, 2**31 - 1), (16_384, 16_384), (30_000, 10), (7000, 7000)):
            if not name.startswith("progressive"):
                yield f"declared-{width}x{height}-{name}", _declare(data, kind, width, height)
    yield "honest-49-megapixels.png", _png(7000, 7000, bytes(7000 * 28_001), colour=6)
    yield "a-little-of-49-megapixels.png", _png(7000, 7000, bytes(7000 * 100), colour=6)
    yield "too-much.png", _png(200, 200, bytes(100_000_000))
    yield "in-pieces.png", seeds["png"][:33] + _png_chunk(b"IDAT", b"") * 2_000_000 + seeds["png"][33:]
    yield (
        "notes.png",
        seeds["png"][:33] + _png_chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(50_000_000))) * 900 + seeds["png"][33:],
    )
    yield "scans.jpeg", _many_scans(seeds["progressive.jpeg"])
    yield "segments.jpeg", b"\xff\xd8" + b"\xff\xe0\0\2" * 5_000_000
    yield "fill.jpeg", b"\xff\xd8" + b"\xff" * 20_000_000
    yield "stuffed.jpeg", seeds["jpeg"][:-2] + b"\xff\0" * 10_000_000 + b"\xff\xd9"
    yield "pieces.webp", b"RIFF" + struct.pack("<I", 40_000_004) + b"WEBP" + b"junk\0\0\0\0" * 5_000_000
    yield "boxes.heic", seeds["heic"][:16] + b"\0\0\0\x08free" * 2_000_000
    for side in (1, 15):
        yield f"{side}.png", _save(Image.new("RGB", (side, side)), "PNG")
        yield f"{side}.jpeg", _save(Image.new("RGB", (side, side)), "JPEG")
    yield "30000x10.jpeg", _save(Image.new("RGB", (30_000, 10)), "JPEG")


def _hostile_files(count: int, seed: int) -> Iterator[tuple[str, bytes]]:
    """Names and contents of so many files that want to do harm."""
    rng = Random(seed)
    seeds = _seeds()
    yield from (special := [*_bombs(seeds), ("empty.jpg", b""), ("text.png", b"Dear diary, " * 50)])
    names = sorted(seeds)
    for number in range(count - len(special)):
        name = rng.choice(names)
        if number % 50 == 0:
            yield f"{number}-random.jpg", rng.randbytes(rng.randrange(1, 5000))
        elif number % 50 == 1:
            # The right beginning, and then noise.
            yield f"{number}-noise-{name}", seeds[name][: rng.randrange(2, 60)] + rng.randbytes(rng.randrange(5000))
        else:
            # The wrong extension: what counts is what is inside.
            extension = rng.choice(["jpg", "png", "heic", "txt"])
            yield f"{number}-{name}.{extension}", _mutate(seeds[name], rng)


def _swallow_hostile_files(folder: Path, count: int, seed: int) -> None:
    """Read them all in this process and print how it went, one JSON object in the last line."""
    decoded = refused = 0
    slowest = (0.0, "")
    wrong = []
    for name, data in _hostile_files(count, seed):
        path = folder / name
        path.write_bytes(data)
        # When the process dies the last line says of what.
        print(name, flush=True)
        start = time.perf_counter()
        try:
            image = read_frame(path).image
            decoded += 1
            if image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3 or min(image.shape[:2]) < 16:
                wrong.append(f"{name}: {image.shape}")
        except FrameError as error:
            refused += 1
            (sentence,) = error.args
            if "\n" in sentence or not sentence.startswith(f"{str(path)!r} ") or len(sentence) > len(str(path)) + 200:
                wrong.append(sentence)
        slowest = max(slowest, (time.perf_counter() - start, name))
        path.unlink()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(json.dumps({"decoded": decoded, "refused": refused, "slowest": slowest, "wrong": wrong, "peak": peak}))


@pytest.mark.slow
def test_three_thousand_hostile_files_are_read_or_refused_in_one_sentence(tmp_path: Path) -> None:
    """In a process of its own, whose memory and whose stderr are those of reading and nothing else."""
    program = f"""
from pathlib import Path
from tests.test_frame import _swallow_hostile_files
_swallow_hostile_files(Path({str(tmp_path)!r}), 3000, seed=3)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False, timeout=300
    )
    last = done.stdout.splitlines()[-1:]
    assert (done.returncode, done.stderr) == (0, ""), last
    told = json.loads(last[0])
    assert told["wrong"] == []
    assert told["decoded"] + told["refused"] == 3000
    # Both happen a lot, or the damage is too heavy or too light to find anything.
    assert told["decoded"] > 300
    assert told["refused"] > 1000
    assert told["slowest"][0] < 10
    assert told["peak"] < 1_500_000

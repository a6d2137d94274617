"""Frames: every kind of picture comes out as a person sees it, and what is no picture is refused in one sentence."""

import io
import json
import os
import resource
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import product
from pathlib import Path

import cv2
import numpy as np
import pillow_heif
import pytest
from numpy.typing import NDArray
from PIL import Image

from tests.hostile import encode, exif_with, hostile_files, make_png, make_scene, many_scans, to_pillow
from tileref.vision.frame import LARGEST_AREA, LARGEST_FILE, Frame, FrameError, decode_frame, read_frame

ROOT = Path(__file__).parent.parent
Pixels = NDArray[np.uint8]

KNOWN = "JPEG, PNG, BMP, WebP and HEIC"


SCENE = make_scene()

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
    path.write_bytes(encode(to_pillow(SCENE), kind))
    frame = read_frame(path)
    _assert_shows(frame, SCENE, tolerance)
    assert (frame.source, frame.time) == (str(path), None)


@pytest.mark.parametrize("orientation", SEEN)
@pytest.mark.parametrize(("kind", "tolerance"), [("JPEG", 3.0), ("PNG", 0.0), ("WEBP", 0.0), ("HEIC", 3.0)])
def test_every_orientation_is_turned_once_to_what_a_person_sees(kind: str, tolerance: float, orientation: int) -> None:
    data = encode(to_pillow(SCENE), kind, exif=exif_with(orientation))
    _assert_shows(decode_frame(data, kind), SEEN[orientation](SCENE), tolerance)


@pytest.mark.parametrize("order", ["<", ">"])
def test_exif_is_read_in_both_byte_orders_and_an_impossible_orientation_is_none(order: str) -> None:
    plain = encode(to_pillow(SCENE), "JPEG")
    for value, expected in ((6, SEEN[6](SCENE)), (0, SCENE), (9, SCENE)):
        tiff = {"<": b"II*\0", ">": b"MM\0*"}[order] + struct.pack(f"{order}IHHHIHHI", 8, 1, 0x0112, 3, 1, value, 0, 0)
        segment = b"Exif\0\0" + tiff
        data = plain[:2] + b"\xff\xe1" + struct.pack(">H", len(segment) + 2) + segment + plain[2:]
        _assert_shows(decode_frame(data, "x"), expected, 3.0)


def test_exif_that_points_nowhere_is_no_reason_to_refuse_a_picture() -> None:
    for exif in (b"", b"II*\0", b"II*\0\xff\xff\xff\xff", b"MM\0*\0\0\0\x08\xff\xff", b"nonsense"):
        segment = b"Exif\0\0" + exif
        plain = encode(to_pillow(SCENE), "JPEG")
        data = plain[:2] + b"\xff\xe1" + struct.pack(">H", len(segment) + 2) + segment + plain[2:]
        _assert_shows(decode_frame(data, "x"), SCENE, 3.0)


@pytest.mark.parametrize(
    ("kind", "tolerance"), [("JPEG", 3.0), ("PNG", 0.0), ("BMP", 0.0), ("WEBP", 0.0), ("HEIC", 3.0)]
)
def test_grey_pictures_have_three_equal_channels(kind: str, tolerance: float) -> None:
    grey = to_pillow(SCENE).convert("L")
    _assert_shows(decode_frame(encode(grey, kind), kind), np.asarray(grey.convert("RGB")), tolerance)


@pytest.mark.parametrize(("kind", "tolerance"), [("PNG", 0.0), ("WEBP", 0.0), ("HEIC", 3.0)])
def test_what_is_transparent_is_white(kind: str, tolerance: float) -> None:
    picture = to_pillow(SCENE)
    alpha = np.tile(np.linspace(0, 255, 96).astype(np.uint8), (64, 1))
    picture.putalpha(Image.fromarray(alpha))
    over_white = np.rint(255 - (255.0 - SCENE) * (alpha[:, :, None] / 255.0))
    _assert_shows(decode_frame(encode(picture, kind), kind), over_white.astype(np.uint8), tolerance + 0.05)


def test_a_lossy_webp_with_an_alpha_chunk_of_its_own_lies_over_white_too() -> None:
    picture = to_pillow(SCENE)
    picture.putalpha(0)
    data = encode(picture, "WEBP", lossless=False)
    assert b"ALPH" in data
    _assert_shows(decode_frame(data, "x"), np.full_like(SCENE, 255))


def test_palettes_with_and_without_transparency_become_colours() -> None:
    palette = to_pillow(SCENE).quantize(16)
    colours = np.asarray(palette.convert("RGB"))[:, :, ::-1]
    for kind in ("PNG", "BMP"):
        _assert_shows(decode_frame(encode(palette, kind), kind), colours)
    clear = np.asarray(palette) == 3
    _assert_shows(
        decode_frame(encode(palette, "PNG", transparency=3), "x"), np.where(clear[:, :, None], np.uint8(255), colours)
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
    _assert_shows(decode_frame(encode(to_pillow(SCENE), "JPEG", progressive=True), "x"), SCENE, 3.0)
    _assert_shows(decode_frame(encode(to_pillow(SCENE).convert("CMYK"), "JPEG"), "x"), SCENE, 3.0)


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_an_animation_is_read_as_its_first_picture(kind: str) -> None:
    others = [to_pillow(np.roll(SCENE, 20 * shift, axis=1)) for shift in (1, 2)]
    data = encode(to_pillow(SCENE), kind, save_all=True, append_images=others, duration=100)
    assert (b"ANMF" if kind == "WEBP" else b"fcTL") in data
    _assert_shows(decode_frame(data, "x"), SCENE)


def test_what_phones_append_to_a_jpeg_does_not_matter() -> None:
    jpeg = encode(to_pillow(SCENE), "JPEG")
    _assert_shows(decode_frame(jpeg + b"a film \xff\xda\xff\xc0 " * 1000, "x"), SCENE, 3.0)
    _assert_shows(decode_frame(jpeg + jpeg, "x"), SCENE, 3.0)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "BMP", "WEBP", "HEIC"])
def test_a_picture_that_is_cut_short_is_refused_wherever_the_cut_is(kind: str) -> None:
    data = encode(to_pillow(SCENE), kind)
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
    data = encode(Image.new("RGB", sides), kind)
    assert _refusal(data).startswith(f"is {sides[0]} × {sides[1]} pixels; a picture must have 16 to 20,000 a side")


def test_pictures_at_the_limits_are_read() -> None:
    for width, height in ((16, 16), (20_000, 16), (10_000, LARGEST_AREA // 10_000)):
        rows = bytes((1 + width) * height)
        assert decode_frame(make_png(width, height, rows, colour=0), "x").image.shape == (height, width, 3)


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
    path.write_bytes(encode(to_pillow(SCENE), "JPEG"))
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
    assert "40 scans" in _refusal(many_scans(encode(to_pillow(SCENE), "JPEG", progressive=True)))


def test_decoders_print_nothing_even_from_several_threads_and_everybody_else_still_can(tmp_path: Path) -> None:
    """libjpeg and libpng complain on C's stderr about what they can mend."""
    jpeg = encode(to_pillow(make_scene(640, 480)), "JPEG")
    (tmp_path / "broken.jpg").write_bytes(jpeg[: len(jpeg) // 2] + b"\xff\xd9")
    (tmp_path / "broken.png").write_bytes(make_png(96, 64, b"\7" * 64 * 289))
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


def _swallow_hostile_files(folder: Path, count: int, seed: int) -> None:
    """Read them all in this process and print how it went, one JSON object in the last line."""
    decoded = refused = 0
    slowest = (0.0, "")
    wrong = []
    for name, data in hostile_files(count, seed):
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

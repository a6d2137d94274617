"""Pictures of every kind, and files that want to do harm: for tests of whatever takes a file from a stranger."""

import io
import struct
import zlib
from collections.abc import Iterator
from random import Random
from typing import Any

import cv2
import numpy as np
import pillow_heif
from numpy.typing import NDArray
from PIL import Image

Pixels = NDArray[np.uint8]


def make_scene(width: int = 96, height: int = 64) -> Pixels:
    """A smooth BGR picture in which no turn or mirror image of it looks the same, and no two channels do."""
    few = np.array([[[20, 60, 220], [200, 40, 30]], [[40, 200, 60], [90, 90, 10]], [[250, 240, 230], [0, 120, 250]]])
    return np.asarray(cv2.resize(few.astype(np.uint8), (width, height), interpolation=cv2.INTER_LINEAR))


def to_pillow(image: Pixels) -> Image.Image:
    return Image.fromarray(np.ascontiguousarray(image[:, :, ::-1]))


def encode(picture: Image.Image, kind: str, **options: Any) -> bytes:
    file = io.BytesIO()
    if kind == "HEIC":
        pillow_heif.from_pillow(picture).save(file, quality=90, **options)
    else:
        best: dict[str, dict[str, Any]] = {"JPEG": {"quality": 95}, "WEBP": {"lossless": True, "exact": True}}
        picture.save(file, kind, **{**best.get(kind, {}), **options})
    return file.getvalue()


def exif_with(orientation: int) -> bytes:
    exif = Image.Exif()
    exif[0x0112] = orientation
    return exif.tobytes()


def png_chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def make_png(width: int, height: int, rows: bytes, *, depth: int = 8, colour: int = 2) -> bytes:
    """A PNG with this header and these filtered rows, whatever they hold."""
    header = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    chunks = (b"IHDR", header), (b"IDAT", zlib.compress(rows, 1)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(png_chunk(*chunk) for chunk in chunks)


def many_scans(progressive: bytes) -> bytes:
    last = progressive.rindex(b"\xff\xda")
    return progressive[:-2] + progressive[last:-2] * 1000 + progressive[-2:]


def declare(data: bytes, kind: str, width: int, height: int) -> bytes:
    """The same picture with another size in its header."""
    if kind == "PNG":
        header = struct.pack(">II", width, height) + data[24:29]
        return data[:8] + png_chunk(b"IHDR", header) + data[33:]
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


def picture_seeds() -> dict[str, bytes]:
    """Honest pictures of every kind, for mutating; the name ends in what they really are."""
    scene = to_pillow(make_scene(160, 120))
    clear = scene.copy()
    clear.putalpha(Image.linear_gradient("L").resize(scene.size))
    seeds = {kind.lower(): encode(scene, kind) for kind in ("JPEG", "PNG", "BMP", "WEBP", "HEIC")}
    seeds["turned.jpeg"] = encode(scene, "JPEG", exif=exif_with(7))
    seeds["progressive.jpeg"] = encode(scene, "JPEG", progressive=True)
    seeds["printer.jpeg"] = encode(scene.convert("CMYK"), "JPEG")
    seeds["clear.png"] = encode(clear, "PNG", exif=exif_with(6))
    seeds["palette.png"] = encode(scene.quantize(8), "PNG", transparency=2)
    seeds["deep.png"] = cv2.imencode(".png", make_scene(160, 120).astype(np.uint16) * 257)[1].tobytes()
    seeds["moving.png"] = encode(scene, "PNG", save_all=True, append_images=[clear.convert("RGB").rotate(180)])
    seeds["palette.bmp"] = encode(scene.quantize(8), "BMP")
    seeds["lossy.webp"] = encode(clear, "WEBP", lossless=False, exif=exif_with(5))
    seeds["moving.webp"] = encode(scene, "WEBP", save_all=True, append_images=[scene.rotate(180)])
    seeds["clear.heic"] = encode(clear, "HEIC", exif=exif_with(8))
    return seeds


def mutate(data: bytes, rng: Random) -> bytes:
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
        return mend_png(bytes(damaged))
    return bytes(damaged)


def mend_png(data: bytes) -> bytes:
    """Right checksums on wrong chunks, or a PNG's decoder would never look at them."""
    mended, place = data[:8], 8
    while place + 12 <= len(data):
        length = min(int.from_bytes(data[place : place + 4], "big"), len(data) - place - 12)
        mended += png_chunk(data[place + 4 : place + 8], data[place + 8 : place + 8 + length])
        place += 12 + length
    return mended


def bombs(seeds: dict[str, bytes]) -> Iterator[tuple[str, bytes]]:
    for name, data in seeds.items():
        kind = name.rpartition(".")[2].upper()
        for width, height in ((65_500, 65_500), (2**31 - 1, 2**31 - 1), (16_384, 16_384), (30_000, 10), (7000, 7000)):
            if not name.startswith("progressive"):
                yield f"declared-{width}x{height}-{name}", declare(data, kind, width, height)
    yield "honest-49-megapixels.png", make_png(7000, 7000, bytes(7000 * 28_001), colour=6)
    yield "a-little-of-49-megapixels.png", make_png(7000, 7000, bytes(7000 * 100), colour=6)
    yield "too-much.png", make_png(200, 200, bytes(100_000_000))
    yield "in-pieces.png", seeds["png"][:33] + png_chunk(b"IDAT", b"") * 2_000_000 + seeds["png"][33:]
    yield (
        "notes.png",
        seeds["png"][:33] + png_chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(50_000_000))) * 900 + seeds["png"][33:],
    )
    yield "scans.jpeg", many_scans(seeds["progressive.jpeg"])
    yield "segments.jpeg", b"\xff\xd8" + b"\xff\xe0\0\2" * 5_000_000
    yield "fill.jpeg", b"\xff\xd8" + b"\xff" * 20_000_000
    yield "stuffed.jpeg", seeds["jpeg"][:-2] + b"\xff\0" * 10_000_000 + b"\xff\xd9"
    yield "pieces.webp", b"RIFF" + struct.pack("<I", 40_000_004) + b"WEBP" + b"junk\0\0\0\0" * 5_000_000
    yield "boxes.heic", seeds["heic"][:16] + b"\0\0\0\x08free" * 2_000_000
    for side in (1, 15):
        yield f"{side}.png", encode(Image.new("RGB", (side, side)), "PNG")
        yield f"{side}.jpeg", encode(Image.new("RGB", (side, side)), "JPEG")
    yield "30000x10.jpeg", encode(Image.new("RGB", (30_000, 10)), "JPEG")


def hostile_files(count: int, seed: int) -> Iterator[tuple[str, bytes]]:
    """Names and contents of so many files that want to do harm."""
    rng = Random(seed)
    seeds = picture_seeds()
    yield from (special := [*bombs(seeds), ("empty.jpg", b""), ("text.png", b"Dear diary, " * 50)])
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
            yield f"{number}-{name}.{extension}", mutate(seeds[name], rng)

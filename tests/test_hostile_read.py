"""Hostile files through the whole of `tileref read`, and what is named like a picture and is no file at all."""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from tests.hostile import encode, exif_with, hostile_files, mutate
from tests.test_cli import is_one_sentence, tileref

ROOT = Path(__file__).parent.parent


def photographs() -> Iterator[tuple[str, bytes]]:
    """One photographed board in every kind of file: what survives the damage is found, read and fitted too."""
    with Image.open(ROOT / "app/demo/09.jpg") as file:
        board = file.convert("RGB")
    board.thumbnail((640, 640))
    for kind in ("JPEG", "PNG", "BMP", "WEBP", "HEIC"):
        yield f"board.{kind.lower()}", encode(board, kind)
    for orientation in range(10):
        yield f"turned-{orientation}.jpeg", encode(board, "JPEG", exif=exif_with(orientation))
    clear = board.copy()
    clear.putalpha(Image.linear_gradient("L").resize(board.size))
    yield "clear.png", encode(clear, "PNG")
    yield "grey.png", encode(board.convert("L"), "PNG")
    yield "deep.png", encode(board.convert("L").convert("I;16"), "PNG")
    yield "palette.png", encode(board.quantize(32), "PNG")
    yield "printer.jpeg", encode(board.convert("CMYK"), "JPEG")
    yield "moving.webp", encode(board, "WEBP", save_all=True, append_images=[board.rotate(180)])
    yield "moving.gif", encode(board, "GIF", save_all=True, append_images=[board.rotate(180)])


def all_files(count: int, seed: int) -> Iterator[tuple[str, bytes]]:
    """Names and contents of so many files: bombs and damaged small pictures first, then damaged boards."""
    rng = Random(seed)
    boards = list(photographs())
    small = 2 * count // 3
    yield from hostile_files(small, seed)
    yield from boards
    for number in range(count - small - len(boards)):
        name, data = rng.choice(boards)
        yield f"{number}-{name}", mutate(data, rng)


def swallow(folder: Path, count: int, seed: int) -> None:
    """Read them all in this process and print how it went, one JSON object in the last line."""
    read = refused = with_tiles = 0
    slowest = (0.0, "")
    wrong = []
    for name, data in all_files(count, seed):
        path = folder / name
        path.write_bytes(data)
        # When the process dies the last line says of what.
        print(name, flush=True)
        start = time.perf_counter()
        outcome = tileref("read", str(path), "--json")
        slowest = max(slowest, (time.perf_counter() - start, name))
        if outcome.code == 0 and not outcome.err:
            read += 1
            with_tiles += bool(json.loads(outcome.out)["tiles"])
        elif is_one_sentence(outcome) and len(outcome.err) < len(str(path)) + 200:
            refused += 1
        else:
            wrong.append(f"{name}: {outcome}")
        path.unlink()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    figures = {"read": read, "refused": refused, "with_tiles": with_tiles, "slowest": slowest, "wrong": wrong}
    print(json.dumps(figures | {"peak": peak}))


@pytest.mark.slow
def test_three_hundred_hostile_files_are_read_or_refused_in_one_sentence_by_the_command(tmp_path: Path) -> None:
    """In a process of its own, whose memory and whose stderr are those of reading and nothing else."""
    program = f"""
from pathlib import Path
from tests.test_hostile_read import swallow
swallow(Path({str(tmp_path)!r}), 300, seed=5)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False, timeout=300
    )
    last = done.stdout.splitlines()[-1:]
    assert (done.returncode, done.stderr) == (0, ""), last
    told = json.loads(last[0])
    assert told["wrong"] == []
    assert told["read"] + told["refused"] == 300
    # Each happens a lot, or the damage is too heavy or too light to find anything.
    assert told["with_tiles"] > 20
    assert told["read"] > 60
    assert told["refused"] > 100
    assert told["slowest"][0] < 10
    assert told["peak"] < 1_500_000


def no_files(folder: Path) -> Iterator[str]:
    """Names of what is no file, or none that can be opened."""
    for name in ("folder", "folder.jpg", "of-folders/a.jpg", "of-pipes"):
        (folder / name).mkdir(parents=True)
    os.mkfifo(folder / "of-pipes/a.png")
    os.mkfifo(folder / "pipe.jpg")
    (folder / "itself.jpg").symlink_to("itself.jpg")
    (folder / "here.jpg").symlink_to("there.jpg")
    (folder / "there.jpg").symlink_to("here.jpg")
    (folder / "dangling.jpg").symlink_to("nowhere.jpg")
    names = ("folder", "folder.jpg", "of-folders", "of-pipes", "pipe.jpg", "itself.jpg", "here.jpg", "dangling.jpg")
    yield from (str(folder / name) for name in names)
    yield from (str(folder / "itself.jpg/a.jpg"), str(folder / "missing/a.jpg"), f"{folder}/{'n' * 300}.jpg")
    yield from ("/dev/zero", "/dev/null", "/proc/self/mem", "a**b.jpg", "[.jpg", f"{folder}/**/*.none", "nul\0.jpg")


def test_folders_pipes_loops_devices_and_impossible_names_get_one_sentence_each(tmp_path: Path) -> None:
    for name in no_files(tmp_path):
        outcome = tileref("read", name)
        assert is_one_sentence(outcome), (name, outcome)


def test_a_folder_one_may_not_look_into_gets_one_sentence() -> None:
    # Not in pytest's own folder, which nobody may enter at all.
    with tempfile.TemporaryDirectory() as name:
        secret = Path(name)
        (secret / "a.jpg").write_bytes(b"x")
        # What the command imports must be there before nobody looks for it.
        assert is_one_sentence(tileref("read", name))
        secret.chmod(0)
        # Root may look everywhere, so for a moment it is nobody.
        user = os.geteuid()
        if user == 0:
            os.seteuid(65534)
        try:
            outcomes = [tileref("read", photo) for photo in (name, f"{name}/a.jpg", f"{name}/*.jpg")]
        finally:
            os.seteuid(user)
            secret.chmod(0o700)
    for outcome in outcomes:
        assert is_one_sentence(outcome), outcome
        assert "permission denied" in outcome.err or "nothing matches" in outcome.err

"""`tileref read` as people type it."""

import json
import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.test_cli import is_one_sentence, tileref

ROOT = Path(__file__).parent.parent


@pytest.fixture
def empty_table(tmp_path: Path) -> Path:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), np.full((480, 640, 3), (60, 90, 40), np.uint8))
    return path


def test_a_picture_without_tiles_has_no_board_and_is_not_sure(empty_table: Path) -> None:
    outcome = tileref("read", str(empty_table), "--json")
    reading = json.loads(outcome.out)
    assert outcome.code == 0
    assert (reading["width"], reading["height"]) == (640, 480)
    assert reading["tiles"] == []
    assert reading["board"] == {"tiles": 0, "value": 0, "faults": [], "hexagons": 0}
    assert reading["sure"] is False
    assert set(reading["milliseconds"]) == {"decode", "find", "read", "fit", "total"}


def test_folders_and_globs_are_read_in_order_and_drawn(empty_table: Path, tmp_path: Path) -> None:
    folder = tmp_path / "photos"
    folder.mkdir()
    for name in ("b.jpg", "a.jpg", "notes.txt"):
        (folder / name).write_bytes(empty_table.read_bytes())
    outcome = tileref("read", str(folder), "--json", "--overlay", str(tmp_path / "out"), "--svg", str(tmp_path / "svg"))
    assert [Path(json.loads(line)["image"]).name for line in outcome.out.splitlines()] == ["a.jpg", "b.jpg"]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a.png", "b.png"]
    assert sorted(path.name for path in (tmp_path / "svg").iterdir()) == ["a.svg", "b.svg"]
    matched = tileref("read", str(folder / "*.jpg"), "--json", "--jobs", "2")
    assert len(matched.out.splitlines()) == 2


def test_a_file_that_is_no_picture_gets_its_sentence_and_the_others_are_read(empty_table: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"\xff\xd8\xff rubbish")
    outcome = tileref("read", str(broken), str(empty_table), "--json")
    assert outcome.code == 2
    assert len(outcome.out.splitlines()) == 1
    assert outcome.err.startswith("tileref: ")
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize("arguments", [["nowhere.jpg"], ["*.nothing"], [os.devnull], [str(ROOT / "README.md")], []])
def test_what_is_no_picture_gets_one_sentence_and_exit_code_2(arguments: list[str]) -> None:
    assert is_one_sentence(tileref("read", *arguments))

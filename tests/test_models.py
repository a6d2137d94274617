"""The models that come with tileref are whole, small, and what their names say."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tileref.models import cards
from tileref.models.cards import ModelError, load_model

FOLDER = Path(__file__).parent.parent / "models"


@pytest.mark.parametrize("name", ["finder", "reader"])
def test_a_model_is_loaded_with_its_card(name: str) -> None:
    model = load_model(name)
    assert model.card["name"] == name
    assert {"input", "output", "command", "commit"} <= model.card.keys()


def test_the_reader_is_calibrated() -> None:
    assert 0.3 < load_model("reader").card["temperature"] < 4


def test_the_accuracy_table_is_that_of_these_very_models() -> None:
    table = (FOLDER / "ACCURACY.md").read_text(encoding="utf-8")
    assert [path.name for path in FOLDER.glob("*.onnx") if path.name not in table] == []


def test_the_models_are_at_most_eight_megabytes() -> None:
    assert sum(path.stat().st_size for path in FOLDER.glob("*.onnx")) <= 8_000_000


def test_a_damaged_or_missing_model_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards, "files", lambda _: tmp_path)
    with pytest.raises(ModelError, match="there must be one finder"):
        load_model("finder")
    for path in FOLDER.glob("finder-*"):
        shutil.copy(path, tmp_path)
    (weights,) = tmp_path.glob("*.onnx")
    damaged = bytearray(weights.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    weights.write_bytes(damaged)
    with pytest.raises(ModelError, match="damaged"):
        load_model("finder")


def test_reading_needs_no_torch_and_the_other_commands_do_not_even_load_opencv() -> None:
    program = """
import sys
import tileref.cli
print(sorted({"torch", "cv2", "onnxruntime", "numpy"} & set(sys.modules)))
import tileref.reading_commands
print(sorted({"torch", "onnx"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:2] == ["[]", "[]"]

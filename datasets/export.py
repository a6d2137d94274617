"""Trained networks as ONNX files with their cards, as `models` keeps them."""

import hashlib
import json
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from tileref.datasets.training import Finder, Reader
from tileref.models.cards import HASH
from tileref.vision.rectify import PATCH


def export_finder(checkpoint: Path, folder: Path, figures: dict[str, Any]) -> Path:
    """Write the finder of a checkpoint."""
    model = _load(Finder(), checkpoint)
    axes = {"picture": {2: "height", 3: "width"}, "answer": {2: "rows", 3: "columns"}}
    card = {
        "input": "picture: float32 (1, 3, height, width), red, green, blue from 0 to 1, sides multiples of 32",
        "output": "answer: float32 (1, 9, height/4, width/4), see tileref.vision.finder",
    }
    return _write(folder, "finder", model, torch.zeros(1, 3, 64, 96), ["picture"], ["answer"], axes, card | figures)


def export_reader(checkpoint: Path, folder: Path, figures: dict[str, Any]) -> Path:
    """Write the reader of a checkpoint; its figures must have the temperature that makes it calibrated."""
    model = _load(Reader(), checkpoint)
    axes = {name: {0: "patches"} for name in ("patches", "logits", "embedding")}
    card = {
        "input": f"patches: float32 (n, 3, {PATCH}, {PATCH}), see tileref.vision.rectify.normalise_patches",
        "output": "logits: (n, 12), digits 0-5, blank, 1-5 pips; embedding: (n, 64), of unit length",
    }
    example = torch.zeros(2, 3, PATCH, PATCH)
    return _write(folder, "reader", model, example, ["patches"], ["logits", "embedding"], axes, card | figures)


def _load(model: nn.Module, checkpoint: Path) -> nn.Module:
    model.load_state_dict(torch.load(checkpoint, weights_only=True)["mean"])
    return model.eval()


def _write(
    folder: Path,
    name: str,
    model: nn.Module,
    example: Tensor,
    inputs: list[str],
    outputs: list[str],
    axes: dict[str, dict[int, str]],
    card: dict[str, Any],
) -> Path:
    half = folder / f"{name}.half"
    torch.onnx.export(
        model, (example,), str(half), input_names=inputs, output_names=outputs, dynamic_axes=axes, dynamo=False
    )
    digest = hashlib.sha256(half.read_bytes()).hexdigest()[:HASH]
    for old in folder.glob(f"{name}-*.*"):
        old.unlink()
    path = half.rename(folder / f"{name}-{digest}.onnx")
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    full = {"name": name, "command": "tileref train", "commit": commit.stdout.strip(), **card}
    path.with_suffix(".json").write_text(json.dumps(full, indent=1) + "\n", encoding="utf-8")
    return path


def fit_temperature(logits: np.ndarray[Any, Any], classes: np.ndarray[Any, Any]) -> float:
    """The temperature at which the chances of the reader are what they say, on corners it was not trained on."""
    temperatures = np.exp(np.linspace(np.log(0.3), np.log(4), 60))

    def loss(temperature: float) -> float:
        scaled = logits / temperature
        scaled = scaled - scaled.max(axis=1, keepdims=True)
        return float(np.mean(np.log(np.exp(scaled).sum(axis=1)) - scaled[np.arange(len(classes)), classes]))

    return float(min(temperatures, key=loss))

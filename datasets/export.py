"""Trained networks as ONNX files with their cards, as `models` keeps them: in whole numbers of eight bits.

That makes them more than twice as fast and a third of the size, for no loss that the renders held out show. It takes
examples of what the networks will see, to know how large the numbers inside get. What they answer stays in floating
point: the largest of some numbers of very different sizes would leave nothing of the small ones.
"""

import hashlib
import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process
from torch import nn

from tileref.datasets.training import Finder, Reader
from tileref.models.cards import HASH
from tileref.vision.marks import CLASSES
from tileref.vision.rectify import PATCH

Arrays = Sequence[NDArray[np.float32]]


def export_finder(checkpoint: Path, folder: Path, examples: Arrays, figures: dict[str, Any]) -> Path:
    """Write the finder of a checkpoint; the examples are pictures as it takes them."""
    model = _load(Finder(), checkpoint)
    axes = {"picture": {2: "height", 3: "width"}, "answer": {2: "rows", 3: "columns"}}
    card = {
        "input": "picture: float32 (1, 3, height, width), red, green, blue from 0 to 1, sides multiples of 32",
        "output": "answer: float32 (1, 9, height/4, width/4), see tileref.vision.finder",
    }
    return _write(folder, "finder", model, examples, {"answer": "/head/Conv"}, axes, card | figures)


def export_reader(checkpoint: Path, folder: Path, examples: Arrays, figures: dict[str, Any]) -> Path:
    """Write the reader of a checkpoint; its figures must have the temperature that makes it calibrated."""
    model = _load(Reader(), checkpoint)
    axes = {name: {0: "patches"} for name in ("patches", "logits", "embedding", "place")}
    card = {
        "input": f"patches: float32 (n, 3, {PATCH}, {PATCH}), see tileref.vision.rectify.normalise_patches",
        "output": f"logits: (n, {CLASSES}), see tileref.vision.marks; embedding: (n, 64), of unit length; "
        "place: (n, 2), where the corner is from where the patch has it, in its pixels",
    }
    outputs = {"logits": "/decide/Gemm", "embedding": "/embed/Gemm", "place": "/place/place.2/Gemm"}
    return _write(folder, "reader", model, examples, outputs, axes, card | figures)


def _load(model: nn.Module, checkpoint: Path) -> nn.Module:
    model.load_state_dict(torch.load(checkpoint, weights_only=True)["mean"])
    return model.eval()


def _write(
    folder: Path,
    name: str,
    model: nn.Module,
    examples: Arrays,
    outputs: dict[str, str],
    axes: dict[str, dict[int, str]],
    card: dict[str, Any],
) -> Path:
    whole, half = folder / f"{name}.float", folder / f"{name}.half"
    first = next(iter(axes))
    torch.onnx.export(
        model,
        (torch.from_numpy(examples[0]),),
        str(whole),
        input_names=[first],
        output_names=list(outputs),
        dynamic_axes=axes,
        dynamo=False,
    )
    quant_pre_process(str(whole), str(whole), skip_symbolic_shape=True)
    quantize_static(
        str(whole),
        str(half),
        _Examples(first, examples),
        quant_format=QuantFormat.QDQ,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
        per_channel=True,
        nodes_to_exclude=list(outputs.values()),
    )
    whole.unlink()
    digest = hashlib.sha256(half.read_bytes()).hexdigest()[:HASH]
    for old in folder.glob(f"{name}-*.*"):
        old.unlink()
    path = half.rename(folder / f"{name}-{digest}.onnx")
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    full = {"name": name, "commit": commit.stdout.strip(), **card}
    path.with_suffix(".json").write_text(json.dumps(full, indent=1) + "\n", encoding="utf-8")
    return path


class _Examples(CalibrationDataReader):
    """The examples as the quantiser asks for them."""

    def __init__(self, name: str, examples: Arrays) -> None:
        self._left = iter(examples)
        self._name = name

    def get_next(self) -> dict[str, NDArray[np.float32]] | None:
        example = next(self._left, None)
        return None if example is None else {self._name: example}


def fit_temperature(logits: NDArray[np.float32], classes: NDArray[np.int64]) -> float:
    """The temperature at which the chances of the reader are what they say, on corners it was not trained on."""
    temperatures = np.exp(np.linspace(np.log(0.3), np.log(4), 60))

    def loss(temperature: float) -> float:
        scaled = logits / temperature
        scaled = scaled - scaled.max(axis=1, keepdims=True)
        return float(np.mean(np.log(np.exp(scaled).sum(axis=1)) - scaled[np.arange(len(classes)), classes]))

    return float(min(temperatures, key=loss))

"""The weights that come with tileref: each an ONNX file with its hash in its name and a card beside it."""

import hashlib
import json
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

HASH = 8
"""So many hex digits of a file's SHA-256 stand in its name."""


class ModelError(RuntimeError):
    """Weights that are missing or are not what their name says."""


@dataclass(frozen=True, slots=True)
class Model:
    """A model: its file and the weights in it, checked against the hash in its name, and what its card says."""

    name: str
    file: str
    weights: bytes
    card: dict[str, Any]


def load_model(name: str) -> Model:
    """The model of this name that tileref comes with."""
    folder = Path(str(files("tileref.models")))
    found = sorted(folder.glob(f"{name}-{'[0-9a-f]' * HASH}.onnx"))
    if len(found) != 1:
        raise ModelError(f"there must be one {name} among the models, not {len(found)}")
    weights = found[0].read_bytes()
    if hashlib.sha256(weights).hexdigest()[:HASH] != found[0].stem.removeprefix(f"{name}-"):
        raise ModelError(f"{found[0].name} is damaged: its content does not match its name")
    card = json.loads(found[0].with_suffix(".json").read_text(encoding="utf-8"))
    return Model(name, found[0].name, weights, card)

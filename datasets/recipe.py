"""How the models are made: render, train the finder, train the reader, calibrate, export. Every part can be resumed."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from tileref.datasets.export import export_finder, export_reader, fit_temperature
from tileref.datasets.shards import Shard, load_shard, make_shard
from tileref.datasets.training import HELD_OUT, Reader, train_finder, train_reader
from tileref.vision.finder import prepare_picture
from tileref.vision.marks import BLANK, TURNS
from tileref.vision.rectify import normalise_patches

_EXAMPLES = 32
_SIDE = 640

RATE = 2e-3
"""How large the steps of training are at most."""

CHECKS = 5
"""So many shards are held out, to calibrate the reader and to measure it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """How much of everything. With `go_on` the networks begin as the models that tileref comes with and learn in
    smaller steps, which takes half as many; those models were made so, twice over."""

    shards: int = 172
    finder_steps: int = 10000
    reader_steps: int = 16000
    workers: int = 2
    go_on: bool = False

    @property
    def pace(self) -> float:
        """By how much the steps are fewer, and smaller."""
        return 0.5 if self.go_on else 1.0


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a part of the recipe has got."""

    part: str
    done: int
    total: int
    note: str = ""


def follow_recipe(recipe: Recipe, work: Path, models: Path) -> Iterator[Progress]:
    """Make the models, keeping shards and checkpoints in a folder, from where they stand."""
    work.mkdir(parents=True, exist_ok=True)
    numbers = [*range(recipe.shards), *range(HELD_OUT, HELD_OUT + CHECKS)]
    with ProcessPoolExecutor(recipe.workers, initializer=partial(cv2.setNumThreads, 1)) as pool:
        for done, _ in enumerate(pool.map(partial(make_shard, work), numbers), start=1):
            yield Progress("render", done, len(numbers))
    finder, reader = work / "finder.pt", work / "reader.pt"
    for name, train, whole, checkpoint in (
        ("finder", train_finder, recipe.finder_steps, finder),
        ("reader", train_reader, recipe.reader_steps, reader),
    ):
        steps = round(whole * recipe.pace)
        for step in train(work, checkpoint, steps=steps, go_on=recipe.go_on, rate=RATE * recipe.pace):
            yield Progress(name, step.number, steps, f"loss {step.loss:.3f}")
    logits, classes = _held_out(work, reader)
    # Which way up a 0 stands nobody can tell, and nobody need.
    right = float((_marks(logits.argmax(axis=1)) == _marks(classes)).mean())
    figures = {
        "temperature": fit_temperature(logits, classes),
        "held_out": {"corners": len(classes), "accuracy": round(right, 4)},
    }
    held = load_shard(make_shard(work, HELD_OUT))
    told = {"held_out": "models/ACCURACY.md, written by make evaluate"}
    export_reader(reader, models, _patches(held), _origin(reader) | figures)
    export_finder(finder, models, _pictures(held), _origin(finder) | told)
    yield Progress("export", 1, 1, f"{right:.2%} of {len(classes)} corners held out")


def _origin(checkpoint: Path) -> dict[str, str]:
    """How a network was made, for its card."""
    begun_as = torch.load(checkpoint, weights_only=True)["begun_as"]
    if not begun_as:
        return {"command": "tileref train"}
    return {"command": "tileref train --continue", "begun_as": begun_as}


def _held_out(work: Path, checkpoint: Path) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """What the reader says of corners it was not trained on, and what they are."""
    model = Reader()
    model.load_state_dict(torch.load(checkpoint, weights_only=True)["mean"])
    model.eval()
    logits, classes = [], []
    for number in range(HELD_OUT, HELD_OUT + CHECKS):
        shard = load_shard(make_shard(work, number), pictures=False)
        with torch.no_grad():
            logits.append(model(torch.from_numpy(normalise_patches(shard.patches)))[0].numpy())
        classes.append(shard.classes.astype(np.int64))
    return np.concatenate(logits), np.concatenate(classes)


def _marks(classes: NDArray[np.int64]) -> NDArray[np.int64]:
    """What classes stand for, whichever way up."""
    return np.asarray(np.where(classes < BLANK, classes // TURNS, classes))


def _patches(shard: Shard) -> list[NDArray[np.float32]]:
    """Patches as the reader takes them, some at a time."""
    patches = normalise_patches(shard.patches)
    return [patches[start : start + 128] for start in range(0, len(patches) - 127, 128)]


def _pictures(shard: Shard) -> list[NDArray[np.float32]]:
    """Pictures as the finder takes them, of one shape, as the quantiser wants."""
    pictures = []
    for jpeg in shard.jpegs[:_EXAMPLES]:
        image = np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)
        x = prepare_picture(image, _SIDE / max(image.shape[:2]))
        square = np.zeros((1, 3, _SIDE, _SIDE), np.float32)
        square[:, :, : x.shape[2], : x.shape[3]] = x
        pictures.append(square)
    return pictures

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
from tileref.vision.rectify import normalise_patches

_EXAMPLES = 32
_SIDE = 640

CHECKS = 5
"""So many shards are held out, to calibrate the reader and to measure it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """How much of everything; the defaults made the models that tileref comes with."""

    shards: int = 112
    finder_steps: int = 6600
    reader_steps: int = 10600
    workers: int = 2


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
    for step in train_finder(work, finder, steps=recipe.finder_steps):
        yield Progress("finder", step.number, recipe.finder_steps, f"loss {step.loss:.3f}")
    for step in train_reader(work, reader, steps=recipe.reader_steps):
        yield Progress("reader", step.number, recipe.reader_steps, f"loss {step.loss:.3f}")
    logits, classes = _held_out(work, reader)
    right = float((logits.argmax(axis=1) == classes).mean())
    figures = {
        "temperature": fit_temperature(logits, classes),
        "held_out": {"corners": len(classes), "accuracy": round(right, 4)},
    }
    held = load_shard(make_shard(work, HELD_OUT))
    export_reader(reader, models, _patches(held), figures)
    export_finder(finder, models, _pictures(held), {"held_out": "models/ACCURACY.md, written by make evaluate"})
    yield Progress("export", 1, 1, f"{right:.2%} of {len(classes)} corners held out")


def _held_out(work: Path, checkpoint: Path) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """What the reader says of corners it was not trained on, and what they are."""
    model = Reader()
    model.load_state_dict(torch.load(checkpoint, weights_only=True)["mean"])
    model.eval()
    logits, classes = [], []
    for number in range(HELD_OUT, HELD_OUT + CHECKS):
        shard = load_shard(make_shard(work, number))
        with torch.no_grad():
            logits.append(model(torch.from_numpy(normalise_patches(shard.patches)))[0].numpy())
        classes.append(shard.classes.astype(np.int64))
    return np.concatenate(logits), np.concatenate(classes)


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

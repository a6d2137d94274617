"""Training the finder and the reader on rendered pictures."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from tileref.datasets.inherit import inherit
from tileref.datasets.shards import Shard, load_shard
from tileref.models.cards import load_model
from tileref.vision.finder import STRIDE, triangle_to_numbers
from tileref.vision.marks import CLASSES
from tileref.vision.rectify import PATCH, XY_CORNER, normalise_patches

CROP = 384
FINDER_CHANNELS = 9
_LOOKS = 6
"""So many batches show how large the numbers in a network get."""
_KEEP = 50
"""After so many steps what was learned is kept."""
EMBEDDING = 64


@dataclass(frozen=True, slots=True)
class TrainingStep:
    """How far training has got, and the mean loss of late."""

    number: int
    loss: float


class _Block(nn.Module):
    """Two convolutions and what went in."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = _convolution(channels, channels)
        self.second = nn.Sequential(nn.Conv2d(channels, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(x + self.second(self.first(x)))


def _convolution(start: int, end: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(start, end, size, stride, size // 2, bias=False), nn.BatchNorm2d(end), nn.ReLU(inplace=True)
    )


class Finder(nn.Module):
    """A picture (n, 3, h, w), red, green, blue from 0 to 1, to what its tiles are, (n, 9, h/4, w/4).

    Channels: is the middle of a tile here (logit); how far it is in x and y, in strides; the logarithm of its
    radius in strides; cosine and sine of three times its turn; its slant (two numbers); face up (logit).
    """

    def __init__(self, widths: tuple[int, ...] = (16, 24, 40, 72, 96)) -> None:
        super().__init__()
        a, b, c, d, e = widths
        self.stem = _convolution(3, a, 2)
        self.down4 = nn.Sequential(_convolution(a, b, 2), _convolution(b, b))
        self.down8 = nn.Sequential(_convolution(b, c, 2), _Block(c))
        self.down16 = nn.Sequential(_convolution(c, d, 2), _Block(d), _Block(d))
        self.down32 = nn.Sequential(_convolution(d, e, 2), _Block(e), _Block(e))
        self.up16 = _convolution(e, d, size=1)
        self.mix16 = _Block(d)
        self.up8 = _convolution(d, c, size=1)
        self.mix8 = _Block(c)
        self.up4 = _convolution(c, b, size=1)
        self.mix4 = _convolution(b, 32)
        self.head = nn.Conv2d(32, FINDER_CHANNELS, 1)
        nn.init.constant_(self.head.bias[:1], -4.0)

    def forward(self, x: Tensor) -> Tensor:
        x4 = self.down4(self.stem(x))
        x8 = self.down8(x4)
        x16 = self.down16(x8)
        x32 = self.down32(x16)
        y16 = self.mix16(x16 + _twice(self.up16(x32)))
        y8 = self.mix8(x8 + _twice(self.up8(y16)))
        y4 = self.mix4(x4 + _twice(self.up4(y8)))
        return self.head(y4)


def _twice(x: Tensor) -> Tensor:
    return functional.interpolate(x, scale_factor=2.0, mode="nearest")


class Reader(nn.Module):
    """Patches (n, 3, 48, 48), normalised, to logits of the classes, an embedding of unit length, and how far the corner
    is from where the patch has it, in pixels of the patch."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _convolution(3, 16, 2),
            _convolution(16, 32),
            _convolution(32, 48, 2),
            _Block(48),
            _convolution(48, 80, 2),
            _Block(80),
        )
        seen = 80 * (PATCH // 8) ** 2
        self.embed = nn.Linear(seen, EMBEDDING)
        self.drop = nn.Dropout(0.1)
        self.decide = nn.Linear(EMBEDDING, CLASSES)
        self.place = nn.Sequential(nn.Linear(seen, 48), nn.ReLU(inplace=True), nn.Linear(48, 2))

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        seen = self.body(x).flatten(1)
        embedding = self.embed(seen)
        logits = self.decide(self.drop(functional.relu(embedding)))
        return logits, functional.normalize(embedding, dim=1), self.place(seen)


@dataclass(frozen=True, slots=True)
class _Example:
    """A crop as the finder sees it and what it should answer; `weight` is 0 where nothing is asked."""

    image: NDArray[np.uint8]
    heat: NDArray[np.float32]
    weight: NDArray[np.float32]
    answer: NDArray[np.float32]
    near: NDArray[np.float32]


def _example(jpeg: NDArray[np.uint8], tiles: NDArray[np.float32], rng: np.random.Generator) -> _Example:
    image = cv2.imdecode(jpeg, cv2.IMREAD_COLOR)
    assert image is not None, "shards hold pictures"
    corners = tiles[:, :6].reshape(-1, 3, 2).astype(np.float64)
    scale = float(np.exp(rng.uniform(np.log(0.5), np.log(1.15))))
    turn = float(rng.uniform(-0.3, 0.3)) + float(rng.integers(4)) * np.pi / 2
    flip = 1.0 if rng.random() < 0.5 else -1.0
    # The crop looks at a tile, most of the time.
    seen = np.flatnonzero(tiles[:, 7] > 0.5)
    if len(seen) and rng.random() < 0.95:
        target = corners[int(rng.choice(seen))].mean(axis=0) + rng.normal(0, 50, 2)
    else:
        target = rng.uniform(0, 1, 2) * [image.shape[1], image.shape[0]]
    A = scale * np.array([[np.cos(turn) * flip, -np.sin(turn)], [np.sin(turn) * flip, np.cos(turn)]])
    shift = np.full(2, CROP / 2) - A @ target
    if scale < 0.75:
        image = cv2.GaussianBlur(image, (0, 0), 0.35 / scale)
    border = cv2.BORDER_REFLECT_101 if rng.random() < 0.3 else cv2.BORDER_CONSTANT
    crop = cv2.warpAffine(image, np.concatenate([A, shift[:, None]], axis=1), (CROP, CROP), borderMode=border)
    reflected = border == cv2.BORDER_REFLECT_101
    crop = _other_light(np.asarray(crop, np.uint8), rng)
    moved = corners @ A.T + shift
    if flip < 0:
        moved = moved[:, ::-1]
    return _targets(crop, moved, tiles[:, 6], tiles[:, 7], image.shape, A, shift, reflected)


def _other_light(crop: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    gain = rng.uniform(0.75, 1.3, 3) * rng.uniform(0.7, 1.3) if rng.random() < 0.6 else np.ones(3)
    shift = float(rng.normal(0, 12))
    changed = crop * gain.astype(np.float32) + shift
    if rng.random() < 0.1:
        changed[:] = changed.mean(axis=2, keepdims=True)
    if rng.random() < 0.3:
        changed += rng.normal(0, rng.uniform(1, 10), changed.shape)
    return np.clip(changed, 0, 255).astype(np.uint8)


def _targets(
    crop: NDArray[np.uint8],
    corners: NDArray[np.float64],
    face_up: NDArray[np.float32],
    visible: NDArray[np.float32],
    shape: tuple[int, ...],
    A: NDArray[np.float64],
    shift: NDArray[np.float64],
    reflected: bool,
) -> _Example:
    cells = CROP // STRIDE
    heat = np.zeros((cells, cells), np.float32)
    weight = np.ones((cells, cells), np.float32)
    near = np.zeros((cells, cells), np.float32)
    answer = np.zeros((8, cells, cells), np.float32)
    y, x = np.mgrid[0:cells, 0:cells].astype(np.float32)
    if reflected:
        # Nobody knows what is mirrored beyond the edge of a picture.
        back = np.linalg.inv(A)
        px, py = x * STRIDE + 1.5 - shift[0], y * STRIDE + 1.5 - shift[1]
        inside_x, inside_y = back[0, 0] * px + back[0, 1] * py, back[1, 0] * px + back[1, 1] * py
        outside = (inside_x < 0) | (inside_y < 0) | (inside_x > shape[1]) | (inside_y > shape[0])
        weight[outside] = 0
    for tile, up, seen in zip(corners, face_up, visible, strict=True):
        # Cell (i, j) answers for the point in the middle of its square of pixels.
        spots = (tile + 0.5) / STRIDE - 0.5
        centre = spots.mean(axis=0)
        radius = float(np.linalg.norm(spots - centre, axis=1).mean())
        if not (-radius < centre[0] < cells + radius and -radius < centre[1] < cells + radius):
            continue
        left, right = max(0, int(centre[0] - radius - 1)), min(cells, int(centre[0] + radius + 2))
        top, bottom = max(0, int(centre[1] - radius - 1)), min(cells, int(centre[1] + radius + 2))
        if left >= right or top >= bottom:
            continue
        part = (slice(top, bottom), slice(left, right))
        dx, dy = centre[0] - x[part], centre[1] - y[part]
        bump = np.exp(-(dx**2 + dy**2) / (2 * max(0.7, 0.16 * radius) ** 2))
        if seen < 0.5:
            # Too little of it is there to demand that it be found, or that it not be.
            weight[part][bump > 0.05] = 0
            continue
        closer = bump > heat[part]
        heat[part] = np.maximum(heat[part], bump)
        mine = closer & (dx**2 + dy**2 < (0.4 * radius) ** 2 + 1)
        near[part][mine] = 1
        numbers = triangle_to_numbers(spots)
        values = [dx, dy, *numbers, up]
        for channel, value in enumerate(values):
            answer[channel][part][mine] = value[mine] if isinstance(value, np.ndarray) else value
    return _Example(crop, heat, weight, answer, near)


def finder_loss(output: Tensor, heat: Tensor, weight: Tensor, answer: Tensor, near: Tensor) -> Tensor:
    """How wrong the finder is."""
    logit = output[:, 0]
    chance = logit.sigmoid()
    peak = (heat > 0.97).float()
    hit = -functional.logsigmoid(logit) * (1 - chance) ** 2 * peak
    miss = -functional.logsigmoid(-logit) * chance**2 * (1 - heat) ** 4 * (1 - peak)
    found = ((hit + miss) * weight).sum() / peak.sum().clamp(min=1)
    near = near * weight
    count = near.sum().clamp(min=1)
    radius = answer[:, 2].exp()
    shift = ((output[:, 1:3] - answer[:, 0:2]).abs().sum(1) / radius.clamp(min=1) * near).sum() / count
    shape = ((output[:, 3:8] - answer[:, 2:7]).abs().sum(1) * near).sum() / count
    face = (
        functional.binary_cross_entropy_with_logits(output[:, 8], answer[:, 7], reduction="none") * near
    ).sum() / count
    return found + 2 * shift + 2 * shape + 0.3 * face


class Pictures:
    """All pictures of the shards in a folder, from which crops are cut at random."""

    def __init__(self, shards: list[Path], seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.items: list[tuple[NDArray[np.uint8], NDArray[np.float32]]] = []
        self.shards: set[Path] = set()
        self.add(shards)

    def add(self, shards: list[Path]) -> None:
        """Take in shards that were not there before."""
        for path in shards:
            if path not in self.shards:
                shard = load_shard(path)
                self.items += zip(shard.jpegs, shard.tiles, strict=True)
                self.shards.add(path)

    def batch(self, size: int) -> tuple[Tensor, ...]:
        """Crops and their targets."""
        chosen = self.rng.integers(len(self.items), size=size)
        examples = [_example(*self.items[int(at)], self.rng) for at in chosen]
        images = torch.from_numpy(np.stack([example.image for example in examples])[..., ::-1].copy())
        x = images.permute(0, 3, 1, 2).float().div_(255).contiguous(memory_format=torch.channels_last)
        parts = ("heat", "weight", "answer", "near")
        return x, *(torch.from_numpy(np.stack([getattr(example, part) for example in examples])) for part in parts)


def train_finder(folder: Path, checkpoint: Path, *, steps: int, go_on: bool, rate: float) -> Iterator[TrainingStep]:
    """Train the finder, from its checkpoint if there is one, or on from the model that tileref comes with; how far it
    is now and then."""

    def loss_of(finder: nn.Module, x: Tensor, *targets: Tensor) -> Tensor:
        with torch.autocast("cpu", torch.bfloat16):
            output = finder(x)
        return finder_loss(output.float(), *targets)

    run = _Run("finder", Finder(), checkpoint, decay=1e-4, go_on=go_on)
    return run.train(folder, Pictures, loss_of, steps=steps, rate=rate, batch=16)


def train_reader(folder: Path, checkpoint: Path, *, steps: int, go_on: bool, rate: float) -> Iterator[TrainingStep]:
    """Train the reader, likewise."""

    def loss_of(reader: nn.Module, x: Tensor, *truth: Tensor) -> Tensor:
        with torch.autocast("cpu", torch.bfloat16):
            logits, _, place = reader(x)
        return reader_loss(logits.float(), place.float(), *truth)

    run = _Run("reader", Reader(), checkpoint, decay=1e-3, go_on=go_on)
    return run.train(folder, Patches, loss_of, steps=steps, rate=rate, batch=256)


class _Run:
    """A network in training, and what is kept of it in its checkpoint."""

    def __init__(self, name: str, network: nn.Module, checkpoint: Path, *, decay: float, go_on: bool) -> None:
        torch.manual_seed(1)
        self.name = name
        self.network = network.to(memory_format=torch.channels_last)
        self.optimiser = torch.optim.AdamW(self.network.parameters(), weight_decay=decay)
        self.checkpoint = checkpoint
        # The model that it began as, empty where it began from nothing.
        self.begun_as = load_model(name).file if go_on else ""
        self.step = 0
        self.mean: dict[str, Tensor] = {}
        if checkpoint.exists():
            saved = torch.load(checkpoint, weights_only=True)
            self.network.load_state_dict(saved["model"])
            self.optimiser.load_state_dict(saved["optimiser"])
            self.step, self.mean, self.begun_as = saved["step"], saved["mean"], saved["begun_as"]

    def train(
        self,
        folder: Path,
        data: type["Pictures"] | type["Patches"],
        loss_of: Callable[..., Tensor],
        *,
        steps: int,
        rate: float,
        batch: int,
    ) -> Iterator[TrainingStep]:
        """So many steps in all on what the shards of a folder hold, with those that are rendered meanwhile."""
        source = data(_training(folder), seed=self.step)
        if not self.step:
            if self.begun_as:
                inherit(self.network, self.name, (source.batch(batch)[0] for _ in range(_LOOKS)))
            self.mean = {name: value.clone() for name, value in self.network.state_dict().items()}
        losses: list[float] = []
        for step in range(self.step, steps):
            for group in self.optimiser.param_groups:
                group["lr"] = _rate(rate, step, steps)
            loss = loss_of(self.network, *source.batch(batch))
            self.optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
            self.optimiser.step()
            _average(self.mean, self.network)
            losses.append(float(loss.detach()))
            if (step + 1) % _KEEP == 0 or step + 1 == steps:
                source.add(_training(folder))
                self._save(step + 1)
                yield TrainingStep(step + 1, float(np.mean(losses[-_KEEP:])))

    def _save(self, step: int) -> None:
        half = self.checkpoint.with_suffix(".half")
        state = {"model": self.network.state_dict(), "optimiser": self.optimiser.state_dict(), "mean": self.mean}
        torch.save({**state, "step": step, "begun_as": self.begun_as}, half)
        half.replace(self.checkpoint)


HELD_OUT = 900
"""Shards from this number on are not trained on."""


def _training(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("[0-9]*.npz") if "half" not in path.name and int(path.stem) < HELD_OUT)


def _rate(rate: float, step: int, steps: int) -> float:
    warm = min(1.0, (step + 1) / 200)
    return float(rate * warm * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * step / steps))))


def _average(mean: dict[str, Tensor], model: nn.Module, keep: float = 0.998) -> None:
    """Weights averaged over the last steps judge better than the last weights do."""
    for name, value in model.state_dict().items():
        if value.is_floating_point():
            mean[name].mul_(keep).add_(value, alpha=1 - keep)
        else:
            mean[name].copy_(value)


class Patches:
    """All patches of some shards, from which some are taken at random and seen in other light."""

    def __init__(self, shards: list[Path], seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.shards: dict[Path, Shard] = {}
        self.add(shards)

    def add(self, shards: list[Path]) -> None:
        """Take in shards that were not there before."""
        new = {path: load_shard(path, pictures=False) for path in shards if path not in self.shards}
        if not new:
            return
        self.shards |= new
        each = list(self.shards.values())
        self._places = [(shard, at) for shard in each for at in range(len(shard.classes))]
        classes = np.concatenate([shard.classes for shard in each])
        # Rare classes come more often than they are, though not as often as others do.
        weights = np.maximum(np.bincount(classes, minlength=CLASSES), 1)[classes] ** -0.5
        self._cumulative = np.cumsum(weights / weights.sum())

    def batch(self, size: int) -> tuple[Tensor, Tensor, Tensor]:
        """Patches as the reader takes them, their classes, and where their corners are."""
        chosen = np.minimum(np.searchsorted(self._cumulative, self.rng.random(size)), len(self._places) - 1)
        places = [self._places[at] for at in chosen]
        patches = np.stack([shard.patches[at] for shard, at in places])
        classes = np.array([shard.classes[at] for shard, at in places])
        looks, spots = _other_looks(patches, np.stack([shard.spots[at] for shard, at in places]), self.rng)
        x = torch.from_numpy(normalise_patches(looks)).contiguous(memory_format=torch.channels_last)
        return x, torch.from_numpy(classes), torch.from_numpy(spots)


def reader_loss(logits: Tensor, place: Tensor, classes: Tensor, spots: Tensor) -> Tensor:
    """How wrong the reader is; where a corner is counts only where it can be seen."""
    off = functional.smooth_l1_loss(place, (spots - torch.tensor(XY_CORNER)).nan_to_num(0.0), reduction="none").sum(1)
    seen = ~spots[:, 0].isnan()
    return functional.cross_entropy(logits, classes.long()) + 0.1 * (off * seen).sum() / seen.sum().clamp(min=1)


def _other_looks(
    patches: NDArray[np.uint8], spots: NDArray[np.float32], rng: np.random.Generator
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """The patches moved, turned and stretched a little and in other light, as other rooms and a finder's errors do,
    and where their corners are then."""
    changed, moved_spots = np.empty_like(patches), np.empty_like(spots)
    for at, patch in enumerate(patches):
        A = np.eye(2) + rng.normal(0, 0.05, (2, 2))
        middle = np.full(2, (PATCH - 1) / 2)
        shift = middle - A @ middle + rng.normal(0, 1.0, 2)
        moved_spots[at] = A @ spots[at] + shift
        moved = cv2.warpAffine(
            patch, np.concatenate([A, shift[:, None]], axis=1), (PATCH, PATCH), borderMode=cv2.BORDER_REPLICATE
        )
        if rng.random() < 0.2:
            moved = cv2.GaussianBlur(moved, (0, 0), float(rng.uniform(0.3, 1.3)))
        gain = rng.uniform(0.7, 1.3, 3).astype(np.float32) if rng.random() < 0.5 else np.ones(3, np.float32)
        light = moved * gain
        if rng.random() < 0.3:
            light = light + rng.normal(0, rng.uniform(1, 12), light.shape)
        if rng.random() < 0.15:
            light[:] = light.mean(axis=2, keepdims=True)
        changed[at] = np.clip(light, 0, 255).astype(np.uint8)
    return changed, moved_spots

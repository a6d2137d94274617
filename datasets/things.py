"""What else lies about: coins, pencils, plates, racks, cards, and hands that reach in. None of it is a tile."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tileref.datasets.camera import Camera
from tileref.datasets.style import Rng

Image = NDArray[np.uint8]
Mask = NDArray[np.uint8]


_Layer = tuple[NDArray[np.float64], float, tuple[int, int, int]]


@dataclass(frozen=True, slots=True)
class Thing:
    """A shape on the table or over it: outlines at heights, painted one after another, each with its colour."""

    layers: tuple[_Layer, ...]


def random_thing(rng: Rng, centre: NDArray[np.float64]) -> Thing:
    """Something small that is often on a table."""
    kind = str(rng.choice(["disc", "stick", "plate", "box", "rack", "card"]))
    colour = _colour(rng)
    turn = float(rng.uniform(0, 2 * np.pi))
    match kind:
        case "disc":
            radius = rng.uniform(0.25, 0.9)
            return _stacked(_ellipse(centre, radius, radius, 0), rng.uniform(0.03, 0.3), colour, rng)
        case "plate":
            radius = rng.uniform(1.2, 3)
            outer = _ellipse(centre, radius, radius, 0)
            inner = _ellipse(centre, radius * 0.7, radius * 0.7, 0)
            return Thing(((outer, 0.0, _darker(colour, 0.6)), (outer, 0.3, colour), (inner, 0.2, _darker(colour, 0.9))))
        case "stick":
            length, width = rng.uniform(2, 6), rng.uniform(0.08, 0.3)
            body = _box(centre, length, width, turn)
            stripe = _box(centre, length * 0.98, width * 0.3, turn)
            tip = _triangle_at(centre, length, width, turn)
            light = _darker(colour, 1.3)
            return Thing(
                (
                    (body, 0.0, _darker(colour, 0.6)),
                    (body, 0.15, colour),
                    (stripe, 0.2, light),
                    (tip, 0.15, (150, 190, 220)),
                )
            )
        case "rack":
            length, width = rng.uniform(3, 7), rng.uniform(0.4, 0.9)
            tone = float(rng.uniform(0.5, 1.4))
            wood = _darker((60, 110, 160), tone)
            body = _box(centre, length, width, turn)
            layers: list[_Layer] = [
                (body, at, _darker(wood, shade)) for at, shade in ((0.0, 0.5), (0.3, 0.8), (0.5, 1.0))
            ]
            along = np.array([np.cos(turn), np.sin(turn)])
            for place in np.arange(-length / 2 + 0.6, length / 2 - 0.5, 1.05):
                if rng.random() < 0.7:
                    layers.append(
                        (
                            _box(centre + along * place, 0.9, 0.12, turn),
                            0.9,
                            _colour(rng) if rng.random() < 0.2 else (220, 230, 235),
                        )
                    )
            return Thing(tuple(layers))
        case "card":
            return _stacked(_box(centre, rng.uniform(1, 2.5), rng.uniform(0.8, 2), turn), 0.01, colour, rng)
        case _:
            return _stacked(
                _box(centre, rng.uniform(0.4, 2), rng.uniform(0.4, 2), turn), rng.uniform(0.1, 0.8), colour, rng
            )


def random_hand(rng: Rng, target: NDArray[np.float64]) -> Thing:
    """A hand that reaches from the edge of the table to a point: an arm, a palm, fingers."""
    skin = np.array(
        [(150, 180, 225), (120, 150, 200), (80, 110, 160), (50, 70, 110), (175, 200, 240)][int(rng.integers(5))]
    )
    turn = float(rng.uniform(0, 2 * np.pi))
    away = np.array([np.cos(turn), np.sin(turn)])
    across = np.array([-away[1], away[0]])
    size = rng.uniform(0.9, 1.7)
    palm = target + away * 2.2 * size

    def shades(factor: float) -> tuple[int, int, int]:
        b, g, r = np.clip(skin * factor * rng.uniform(0.93, 1.05), 0, 255).astype(int)
        return int(b), int(g), int(r)

    layers: list[_Layer] = []
    sleeve = _colour(rng) if rng.random() < 0.5 else shades(0.95)
    layers.append((_box(palm + away * 4 * size, 7 * size, 1.5 * size, turn), 1.0, sleeve))
    layers.append((_ellipse(palm, 1.3 * size, 1.05 * size, turn), 0.9, shades(0.97)))
    for finger in range(4):
        offset = (finger - 1.5) * 0.55 * size
        spread = (finger - 1.5) * rng.uniform(0.05, 0.18)
        direction = -away * np.cos(spread) + across * np.sin(spread)
        length = rng.uniform(0.7, 1.15) * size
        middle = palm - away * 0.9 * size + across * offset + direction * length
        layers.append(
            (_ellipse(middle, length, 0.27 * size, float(np.arctan2(direction[1], direction[0]))), 0.6, shades(1.0))
        )
        if rng.random() < 0.7:
            nail = middle + direction * length * 0.82
            layers.append((_ellipse(nail, 0.13 * size, 0.11 * size, turn), 0.65, shades(1.12)))
    thumb = palm + across * 1.15 * size * float(rng.choice([-1, 1])) - away * 0.4 * size
    layers.append((_ellipse(thumb, 0.85 * size, 0.32 * size, turn + float(rng.uniform(-0.7, 0.7))), 0.6, shades(0.96)))
    return Thing(tuple(layers))


def paint(
    image: Image, owner: NDArray[np.int16], thing: Thing, camera: Camera, shadow: Mask, light: NDArray[np.float64]
) -> None:
    """Paint a thing into a picture and its mask of owners, and its shadow into the mask of shadows."""
    box = np.array([0, 0, image.shape[1], image.shape[0]])
    for outline, height, _ in thing.layers:
        ground = np.concatenate([outline + light * height, np.zeros((len(outline), 1))], axis=1)
        if (camera.depth(ground) <= 0.05).any():
            continue
        cast = np.round(np.clip(camera.project(ground), -20000, 20000) * 8).astype(np.int32)
        cv2.fillPoly(shadow, [cast], 255, cv2.LINE_AA, 3)
    for outline, height, colour in thing.layers:
        raised = np.concatenate([outline, np.full((len(outline), 1), height)], axis=1)
        if (camera.depth(raised) <= 0.05).any():
            continue
        spots = np.clip(camera.project(raised), -20000, 20000)
        if (spots.max(axis=0) < box[:2]).any() or (spots.min(axis=0) > box[2:]).any():
            continue
        polygon = np.round(spots * 8).astype(np.int32)
        cv2.fillPoly(image, [polygon], colour, cv2.LINE_AA, 3)
        cv2.fillPoly(owner, [polygon], -1, cv2.LINE_8, 3)


def _stacked(outline: NDArray[np.float64], height: float, colour: tuple[int, int, int], rng: Rng) -> Thing:
    steps = max(2, int(height / 0.04))
    sides = [(outline, height * step / steps, _darker(colour, 0.55)) for step in range(steps)]
    layers = [*sides, (outline, height, colour)]
    if rng.random() < 0.5:
        centre = outline.mean(axis=0)
        layers.append(
            (centre + (outline - centre) * rng.uniform(0.4, 0.85), height, _darker(colour, rng.uniform(0.75, 1.25)))
        )
    return Thing(tuple(layers))


def _colour(rng: Rng) -> tuple[int, int, int]:
    b, g, r = (rng.uniform(0.1, 1) * (1 - rng.uniform(0, 0.7) * rng.random(3)) * 255).astype(int)
    return int(b), int(g), int(r)


def _darker(colour: tuple[int, int, int], factor: float) -> tuple[int, int, int]:
    b, g, r = (min(255, int(value * factor)) for value in colour)
    return b, g, r


def _ellipse(centre: NDArray[np.float64], a: float, b: float, turn: float) -> NDArray[np.float64]:
    angles = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    flat = np.stack([a * np.cos(angles), b * np.sin(angles)], axis=1)
    R = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.asarray(centre + flat @ R.T)


def _box(centre: NDArray[np.float64], length: float, width: float, turn: float) -> NDArray[np.float64]:
    flat = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array([length, width]) / 2
    R = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.asarray(centre + flat @ R.T)


def _triangle_at(centre: NDArray[np.float64], length: float, width: float, turn: float) -> NDArray[np.float64]:
    flat = np.array([[length / 2, -width / 2], [length / 2 + 2 * width, 0], [length / 2, width / 2]])
    R = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.asarray(centre + flat @ R.T)

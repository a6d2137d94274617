"""From a drawn scene to a photograph: light, lens, sensor, JPEG."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tileref.datasets.camera import Camera
from tileref.datasets.style import Rng

Image = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """The light in the room and the state of the camera."""

    exposure: float
    falloff: float
    warmth: float
    glare: float
    hard_shadow: float
    vignette: float
    defocus: float
    motion: float
    noise: float
    sharpen: float
    jpeg: int


def random_conditions(rng: Rng, hardness: float, finest: float = 20.0) -> Conditions:
    """Conditions from good (0) to bad (1), under which marks of so many pixels can still be read."""

    def bad(probability: float) -> bool:
        return bool(rng.random() < probability * (0.25 + 0.75 * hardness))

    return Conditions(
        exposure=float(np.exp(rng.normal(0.08, 0.1 + 0.22 * hardness))),
        falloff=float(rng.uniform(0, 0.2 + 0.5 * hardness)),
        warmth=float(rng.normal(0, 0.06 + 0.08 * hardness)),
        glare=float(rng.uniform(0.05, 0.5)) if bad(0.45) else 0.0,
        hard_shadow=float(rng.uniform(0.2, 0.6)) if bad(0.4) else 0.0,
        vignette=float(rng.uniform(0, 0.4)),
        defocus=min(float(rng.uniform(0.3, 0.4 + 1.3 * hardness)), 0.11 * finest) if bad(0.7) else 0.0,
        motion=min(float(rng.uniform(1, 2 + 5 * hardness)), 0.35 * finest) if bad(0.2) else 0.0,
        noise=float(rng.uniform(0.002, 0.01 + 0.03 * hardness)),
        sharpen=float(rng.uniform(0, 0.8)) if rng.random() < 0.5 else 0.0,
        jpeg=int(rng.integers(40, 96)),
    )


def develop(image: Image, camera: Camera, conditions: Conditions, rng: Rng) -> Image:
    """The photograph of a drawn scene, (height, width, 3) blue, green, red."""
    height, width = image.shape[:2]
    scale = float(np.hypot(width, height)) / 1600
    linear = image.astype(np.float32) * (1 / 255)
    cv2.multiply(linear, linear, linear)
    linear *= draw_light(rng, conditions, width, height)[..., None]
    if conditions.glare:
        linear += _glare(rng, conditions, width, height)[..., None]
    linear *= np.array([1 - conditions.warmth, 1, 1 + conditions.warmth], np.float32) * conditions.exposure
    if conditions.defocus:
        linear = _floats(cv2.GaussianBlur(linear, (0, 0), max(0.3, conditions.defocus * max(scale, 0.5))))
    if conditions.motion > 1:
        linear = _floats(cv2.filter2D(linear, -1, _motion_kernel(rng, conditions.motion * max(scale, 0.5))))
    if camera.bend:
        straight = camera.straight_map()
        linear = _floats(cv2.remap(linear, *straight, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT))
    np.clip(linear, 0, 1, out=linear)
    # Shot noise grows with the root of the light, which the root of the signal makes even.
    cv2.sqrt(linear, linear)
    noise = np.empty((height, width, 3), np.float32)
    cv2.randn(noise, np.zeros(1), np.full(1, conditions.noise))
    if rng.random() < 0.5:
        noise = _floats(cv2.GaussianBlur(noise, (0, 0), 0.7)) * np.float32(1.6)
    linear += noise
    if conditions.sharpen:
        linear += conditions.sharpen * (linear - _floats(cv2.GaussianBlur(linear, (0, 0), 1.2)))
    photo = np.clip(linear * 255 + 0.5, 0, 255).astype(np.uint8)
    _, coded = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, conditions.jpeg])
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)


def _floats(image: object) -> NDArray[np.float32]:
    return np.asarray(image, np.float32)


def _grid() -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Coordinates from -1 to 1, coarse: light changes slowly."""
    y, x = np.mgrid[-1:1:48j, -1:1:64j].astype(np.float32)
    return x, y


def draw_light(rng: Rng, conditions: Conditions, width: int, height: int) -> NDArray[np.float32]:
    """How much light falls on each pixel, (height, width), about 1; linear."""
    x, y = _grid()
    angle = rng.uniform(0, 2 * np.pi)
    field = 1 + conditions.falloff * (np.cos(angle) * x + np.sin(angle) * y)
    field *= 1 - conditions.vignette * (x**2 + y**2) / 2
    smooth = cv2.resize(rng.standard_normal((4, 5)).astype(np.float32), (64, 48), interpolation=cv2.INTER_CUBIC)
    field *= 1 + 0.4 * conditions.falloff * 0.5 * smooth
    light = cv2.resize(np.clip(field, 0.1, 3).astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
    if conditions.hard_shadow:
        mask = np.zeros((height // 4 + 1, width // 4 + 1), np.uint8)
        for _ in range(int(rng.integers(1, 4))):
            centre = rng.uniform(0, 1, 2) * [mask.shape[1], mask.shape[0]]
            spots = centre + rng.normal(0, 0.35 * mask.shape[0], (int(rng.integers(4, 9)), 2))
            cv2.fillPoly(mask, [cv2.convexHull(spots.astype(np.int32))], 255, cv2.LINE_AA)
        soft = cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(0.5, 6))).astype(np.float32) / 255
        light *= 1 - conditions.hard_shadow * cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(light, np.float32)


def _glare(rng: Rng, conditions: Conditions, width: int, height: int) -> NDArray[np.float32]:
    mask = np.zeros((48, 64), np.float32)
    for _ in range(int(rng.integers(1, 3))):
        centre = (int(rng.uniform(0, 64)), int(rng.uniform(0, 48)))
        axes = (int(rng.uniform(2, 14)), int(rng.uniform(2, 9)))
        cv2.ellipse(mask, centre, axes, float(rng.uniform(0, 180)), 0, 360, float(conditions.glare), -1)
    soft = cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(3, 10)))
    return np.asarray(cv2.resize(soft, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def _motion_kernel(rng: Rng, length: float) -> NDArray[np.float32]:
    size = 2 * int(length / 2 + 1) + 1
    kernel = np.zeros((size, size), np.float32)
    angle = rng.uniform(0, np.pi)
    middle = size // 2
    step = np.array([np.cos(angle), np.sin(angle)]) * length / 2
    start, end = (np.round((np.array([middle, middle]) + sign * step) * 16).astype(int) for sign in (-1, 1))
    cv2.line(kernel, tuple(map(int, start)), tuple(map(int, end)), 1.0, 1, cv2.LINE_8, 4)
    return kernel / max(float(kernel.sum()), 1e-6)

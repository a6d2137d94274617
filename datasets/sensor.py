"""The camera of a recording behind its pinhole: lens, focus, light that drifts, exposure that jumps, noise."""

import cv2
import numpy as np

from tileref.datasets.camera import Camera
from tileref.datasets.match_script import Action, Script
from tileref.datasets.photo import Conditions, Image, draw_light
from tileref.datasets.style import Rng

_ONE = 128
"""The light on a pixel is kept in this part of the brightness it would have without any loss."""

_SHIFTS = 64
"""Noise is cut from a field that is so many pixels larger than the frame, each time elsewhere."""

_DISTRACTED = 0.2
"""So often the lens hunts for a hand."""

_HUNT = 0.7
"""That takes so many seconds,"""

_BREATH = 0.004
"""and makes the picture larger by this share."""


class Sensor:
    """What becomes of the drawn scene in one recording."""

    def __init__(self, script: Script, camera: Camera, rng: Rng) -> None:
        self._seed = script.seed
        width, height = camera.width, camera.height
        conditions = Conditions(
            exposure=float(np.exp(rng.normal(0.05, 0.08))),
            falloff=float(rng.uniform(0, 0.3)),
            warmth=float(rng.normal(0, 0.06)),
            glare=0.0,
            hard_shadow=float(rng.uniform(0.15, 0.35)) if rng.random() < 0.3 else 0.0,
            vignette=float(rng.uniform(0, 0.3)),
            defocus=float(rng.uniform(0.4, 0.8)),
            motion=0.0,
            noise=float(rng.uniform(0.006, 0.016)),
            sharpen=0.0,
            jpeg=95,
        )
        light = draw_light(rng, conditions, width, height)[..., None] * conditions.exposure
        warm = np.array([1 - conditions.warmth, 1, 1 + conditions.warmth], np.float32)
        self._light = np.asarray(np.clip(np.sqrt(light * warm) * _ONE, 0, 255), np.uint8)
        self._blur = conditions.defocus * width / 1280
        x, y = camera.straight_map()
        self._map = cv2.convertMaps(x, y, cv2.CV_16SC2)
        noise = rng.normal(0, 255 * conditions.noise, (height + _SHIFTS, width + _SHIFTS, 3))
        grain = cv2.GaussianBlur(noise, (0, 0), 0.7) * 1.6 if rng.random() < 0.5 else noise
        whole = np.round(grain)
        self._brighter = np.clip(whole, 0, 255).astype(np.uint8)
        self._darker = np.clip(-whole, 0, 255).astype(np.uint8)
        self._drift = float(rng.uniform(0.05, 0.12))
        self._period = float(rng.uniform(40, 90))
        self._phase = float(rng.uniform(0, 2 * np.pi))
        # A hand draws the focus to itself now and then.
        held = [moment for moment in script.moments if moment.stay and rng.random() < _DISTRACTED]
        self._hunts = [moment.start + moment.enter for moment in held]
        # Where the exposure jumps: when, for how long, by which factor.
        self._steps = [
            (moment.start, moment.enter, float(rng.choice([rng.uniform(0.72, 0.88), rng.uniform(1.1, 1.25)])))
            for moment in script.moments
            if moment.action is Action.EXPOSURE
        ]

    def expose(self, scene: Image, number: int, time: float) -> Image:
        """The frame that the sensor makes of a drawn scene."""
        hunt = self._hunt(time)
        if hunt > 0.02:
            # A lens that focuses nearer also sees a little less.
            middle = ((scene.shape[1] - 1) / 2, (scene.shape[0] - 1) / 2)
            closer = cv2.getRotationMatrix2D(middle, 0, 1 + _BREATH * hunt)
            size = (scene.shape[1], scene.shape[0])
            scene = np.asarray(cv2.warpAffine(scene, closer, size, borderMode=cv2.BORDER_REFLECT), np.uint8)
        image = cv2.GaussianBlur(scene, (0, 0), self._blur * (1 + 2 * hunt))
        image = cv2.remap(image, *self._map, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
        image = cv2.multiply(image, self._light, scale=self.gain(time) / _ONE)
        rng = np.random.default_rng([self._seed, 5, number])
        for sign in (cv2.add, cv2.subtract):
            field = self._brighter if sign is cv2.add else self._darker
            top, left = (int(shift) for shift in rng.integers(0, _SHIFTS, 2))
            image = sign(image, field[top : top + scene.shape[0], left : left + scene.shape[1]])
        return np.asarray(image, np.uint8)

    def _hunt(self, time: float) -> float:
        """How far the lens is out of focus, from 0 to 1."""
        return max((float(np.sin(np.pi * np.clip((time - start) / _HUNT, 0, 1))) for start in self._hunts), default=0.0)

    def gain(self, time: float) -> float:
        """How bright the picture is at a time, about 1."""
        light = 1 + self._drift * np.sin(2 * np.pi * time / self._period + self._phase)
        for start, takes, factor in self._steps:
            light *= factor ** float(np.clip((time - start) / takes, 0, 1))
        return float(light**0.5)

"""Pictures of the calibration board as a known camera would take them: poses, blur, noise, hands in the way."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import RectBivariateSpline

from tileref.calibration.board import COLUMNS, MODULES, ROWS, draw_modules
from tileref.calibration.lens import CameraCalibration

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

_TEXELS = 10
"""Of the drawn board to a module."""
_FINER = 2
"""The scene is drawn so many times finer than the picture, each way."""
_STEP = 16
"""How a lens bends its picture is worked out at every so many of its pixels."""
_TABLE, _PAPER, _INK = 0.45, 0.86, 0.10


def camera(*distortion: float, field: float = 60.0, width: int = 1280, height: int = 720) -> CameraCalibration:
    """A camera whose picture would span so many degrees if its lens bent nothing, with a middle a little off."""
    focal = width / 2 / np.tan(np.radians(field) / 2)
    matrix = np.array([[focal, 0, width / 2 + 6.5], [0, focal, height / 2 - 9.5], [0, 0, 1]])
    return CameraCalibration(
        camera="a known one", width=width, height=height, K=matrix, distortion=distortion, reprojection_error=0.0
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Pose:
    """How the board is held: its middle at a spot of the picture, (0, 0) in the middle and (1, 1) in the lower right
    corner, as wide as this share of the picture if it were not tilted; tilts and turn in degrees."""

    x: float
    y: float
    wide: float
    tilt_x: float = 0.0
    tilt_y: float = 0.0
    turn: float = 0.0


def waved(seed: int, count: int) -> Iterator[Pose]:
    """The board held all over the picture, near and far, tilted all ways."""
    rng = np.random.default_rng(seed)
    for number in range(count):
        spots = [(-0.55, -0.5), (0.55, -0.5), (-0.55, 0.5), (0.55, 0.5), (0.0, 0.0)]
        x, y = np.array(spots[number % 5]) + rng.normal(0, 0.08, 2)
        yield Pose(
            x=float(x),
            y=float(y),
            wide=float(rng.uniform(0.35, 0.65)),
            tilt_x=float(rng.uniform(-35, 35)),
            tilt_y=float(rng.uniform(-35, 35)),
            turn=float(rng.uniform(-30, 30)),
        )


def photograph(
    lens: CameraCalibration,
    pose: Pose,
    *,
    blur: float = 0.6,
    noise: float = 2.0,
    hand: float = 0.0,
    seed: int = 0,
) -> Image:
    """The board through a lens: out of focus by so many pixels, with a hand over this share of it."""
    rng = np.random.default_rng(seed)
    scene = _draw(lens, pose, hand, rng)
    scene = np.asarray(cv2.GaussianBlur(scene, (0, 0), max(blur, 0.3) * _FINER), np.float32)
    picture = np.asarray(cv2.resize(scene, (lens.width, lens.height), interpolation=cv2.INTER_AREA), np.float32)
    shade = np.linspace(0.85, 1.1, lens.width, dtype=np.float32)[None, :]
    grey = 255 * np.sqrt(np.clip(picture * shade, 0, 1)) + rng.normal(0, noise, picture.shape)
    return np.ascontiguousarray(np.clip(grey + 0.5, 0, 255).astype(np.uint8)[..., None].repeat(3, axis=2))


def corners_of(lens: CameraCalibration, pose: Pose, xy_board: Floats) -> Floats:
    """Where points of the board, (n, 2) in modules from its upper left corner, are in the picture."""
    homogeneous = np.concatenate([xy_board, np.ones((len(xy_board), 1))], axis=1) @ _homography(lens, pose).T
    return lens.distort_points(homogeneous[:, :2] / homogeneous[:, 2:])


def _draw(lens: CameraCalibration, pose: Pose, hand: float, rng: np.random.Generator) -> NDArray[np.float32]:
    x, y = straight_maps(lens, _FINER)
    board_from_straight = np.linalg.inv(_homography(lens, pose))
    straight = np.stack([x, y], axis=-1).reshape(1, -1, 2)
    xy_board = np.asarray(cv2.perspectiveTransform(straight, board_from_straight)).reshape(*x.shape, 2)
    # Far off it is all table.
    at_x, at_y = np.clip((xy_board + _EDGE) * _TEXELS - 0.5, -1e4, 1e4).astype(np.float32).transpose(2, 0, 1)
    paper = _paper()
    if hand:
        paper = paper.copy()
        middle = (rng.uniform(0.1, 0.9, 2) * paper.shape[::-1]).astype(int)
        radius = int(np.sqrt(hand * paper.size / np.pi))
        cv2.circle(paper, (int(middle[0]), int(middle[1])), radius, 0.3, -1)
    return np.asarray(
        cv2.remap(paper, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=_TABLE),
        np.float32,
    )


_EDGE = 5
"""So many modules of white paper around the board."""


@lru_cache(maxsize=1)
def _paper() -> NDArray[np.float32]:
    modules = np.pad(np.where(draw_modules(), _INK, _PAPER), _EDGE, constant_values=_PAPER)
    texture = np.repeat(np.repeat(modules, _TEXELS, axis=0), _TEXELS, axis=1).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(texture, (0, 0), 1.0), np.float32)


@lru_cache(maxsize=4)
def straight_maps(lens: CameraCalibration, finer: int) -> tuple[Floats, Floats]:
    """Where each pixel of the picture, drawn so many times finer each way, comes from in a straight one."""
    columns, rows = (np.linspace(-1, side, side // _STEP) for side in (lens.width, lens.height))
    at = np.stack(np.meshgrid(columns, rows), axis=-1)
    # The table goes on where the lens shows nothing.
    straight = np.nan_to_num(lens.undistort_points(at.reshape(-1, 2)), nan=1e5).reshape(at.shape)
    pixels = [(np.arange(side * finer) + 0.5) / finer - 0.5 for side in (lens.height, lens.width)]
    x, y = (np.asarray(RectBivariateSpline(rows, columns, straight[..., way])(*pixels)) for way in (0, 1))
    return x, y


def _homography(lens: CameraCalibration, pose: Pose) -> Floats:
    """From the board, in modules, to straight pixels."""
    size = np.array([COLUMNS, ROWS]) * MODULES
    spot = np.array([[(1 + pose.x) * lens.width / 2, (1 + pose.y) * lens.height / 2]])
    ray = np.linalg.inv(lens.K) @ np.append(lens.undistort_points(spot)[0], 1)
    distance = lens.K[0, 0] * size[0] / (pose.wide * lens.width)
    turned = np.eye(3)
    for axis, angle in enumerate((pose.tilt_x, pose.tilt_y, pose.turn)):
        turned = np.asarray(cv2.Rodrigues(np.radians(angle) * np.eye(3)[axis])[0]) @ turned
    # Seen from the spot it is held at, the board faces the camera.
    towards = ray / np.linalg.norm(ray)
    across = np.cross([0, 0, 1], towards)
    facing = np.asarray(cv2.Rodrigues(across / max(np.linalg.norm(across), 1e-12) * np.arccos(towards[2]))[0])
    turned = facing @ turned
    middle = towards * distance - turned[:, :2] @ (size / 2)
    return np.asarray(lens.K @ np.stack([turned[:, 0], turned[:, 1], middle], axis=1))

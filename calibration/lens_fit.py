"""The lens that fits many views of the board: as supple as the views bear out, without the views that disagree.

What a lens is worth shows on views it was not fitted to. So each model is fitted without a part of the views, in turns,
and measured on that part; and where fits to different views straighten the picture differently, nobody knows better.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from tileref.calibration.board_view import BoardView
from tileref.calibration.lens import CameraCalibration
from tileref.calibration.lens_models import LENS_MODELS, LensModel, fit_model, residuals

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class FitSettings:
    """How views are weighed against each other. Lengths are in pixels for a picture of 1,000 to its longer side."""

    fewest: int = 4
    """So many views or there is no fit. Too few: a fit follows the errors of its views; too many: people who did enough
    are sent back."""
    folds: int = 5
    """The views are left out in so many parts. Too few: fits lack many of the views; too many: it takes long, and tells
    little more."""
    better: float = 0.02
    """A more supple model must be better on views left out by such a share. Too little: it follows noise, and bends
    what no view reached; too much: a lens that bends in its own way is straightened badly."""
    outlier: float = 3.0
    """A view this many times as far off as the usual one is left out. Too low: good views at the rim go; too high: a
    view that was taken moving bends the lens."""
    harmless: float = 0.5
    """A view less far off than this stays. Too low: where all is fine the least fine goes; too high: none ever goes."""
    most_left_out: float = 0.25
    """Where more than this share would go, there is no fit. Too low: two blurred pictures spoil a folder; too high:
    pictures of two cameras are taken for one."""


class NoFitReason(StrEnum):
    """Why no lens was fitted."""

    FEW = "few"
    """There are too few views."""
    DISAGREE = "disagree"
    """The views do not agree with each other: the pictures are not of one camera at one zoom."""
    STRANGE = "strange"
    """No lens of any model fits: a fisheye, or views that leave too much open."""


@dataclass(frozen=True, slots=True)
class NoFit:
    """No lens; false."""

    reason: NoFitReason

    def __bool__(self) -> bool:
        return False


@dataclass(frozen=True, slots=True, eq=False)
class LensFit:
    """A lens and how well it is known.

    `errors` are how far off each view is that was given, in pixels (root mean square), infinite where the lens cannot
    show it so; those of `left_out`, numbers of views, had no say. `held_out` is the same over views that a fit did
    without. `unsteady` is how far off the worst place of the picture is straightened because there are these views and
    no others, in pixels, as one standard error.
    """

    lens: CameraCalibration
    model: LensModel
    errors: tuple[float, ...]
    left_out: tuple[int, ...]
    held_out: float
    unsteady: float


def fit_lens(views: Sequence[BoardView], camera: str, *, settings: FitSettings | None = None) -> LensFit | NoFit:
    """The lens of the camera that took these views, which are all of one size."""
    settings = settings or FitSettings()
    kept = list(range(len(views)))
    while len(kept) >= settings.fewest:
        fit = _fit_kept(views, kept, camera, settings)
        if not fit:
            return NoFit(NoFitReason.STRANGE)
        usual = float(np.median([fit.errors[at] for at in kept]))
        harmless = settings.harmless * max(views[0].width, views[0].height) / 1000
        limit = max(settings.outlier * usual, harmless)
        worst = max(kept, key=lambda at: fit.errors[at])
        if fit.errors[worst] <= limit:
            return fit
        # One at a time: a view that is far off pulls others away from where they belong.
        kept.remove(worst)
        if len(views) - len(kept) > settings.most_left_out * len(views):
            return NoFit(NoFitReason.DISAGREE)
    return NoFit(NoFitReason.DISAGREE if len(views) >= settings.fewest else NoFitReason.FEW)


@dataclass(frozen=True, slots=True, eq=False)
class _Tried:
    """A model fitted to all the views that are kept, and without each part of them."""

    model: LensModel
    lens: CameraCalibration
    parts: tuple[CameraCalibration, ...]
    held_out: float


def _fit_kept(views: Sequence[BoardView], kept: list[int], camera: str, settings: FitSettings) -> LensFit | None:
    used = [views[at] for at in kept]
    tried = [each for model in LENS_MODELS if (each := _try(used, model, camera, settings.folds))]
    if not tried:
        return None
    best = min(each.held_out for each in tried)
    chosen = next(each for each in tried if each.held_out <= best * (1 + settings.better))
    errors = tuple(_error(chosen.lens, view) for view in views)
    left_out = tuple(sorted(set(range(len(views))) - set(kept)))
    return LensFit(chosen.lens, chosen.model, errors, left_out, chosen.held_out, _unsteadiness(chosen))


def _try(used: list[BoardView], model: LensModel, camera: str, folds: int) -> _Tried | None:
    lens = fit_model(used, model, camera)
    if lens is None:
        return None
    folds = min(folds, len(used))
    parts = []
    squares = np.zeros(len(used))
    for fold in range(folds):
        part = fit_model([view for at, view in enumerate(used) if at % folds != fold], model, camera)
        if part is None:
            return None
        parts.append(part)
        squares[fold::folds] = [_error(part, view) ** 2 for view in used[fold::folds]]
    # A view that a fit cannot show at all says that the model is none.
    held_out = float(np.sqrt(squares.mean()))
    return _Tried(model, lens, tuple(parts), held_out) if np.isfinite(held_out) else None


def _error(lens: CameraCalibration, view: BoardView) -> float:
    off = residuals(lens, view)
    return float("inf") if off is None else float(np.sqrt((off**2).sum(axis=1).mean()))


def _unsteadiness(tried: _Tried) -> float:
    """The jackknife's standard error of the worst place of the straightened picture; what a turn of the camera could
    make up for is no difference."""
    lens, count = tried.lens, len(tried.parts)
    x, y = np.linspace(0, lens.width - 1, 9), np.linspace(0, lens.height - 1, 7)
    xy_image = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    straight = lens.undistort_points(xy_image)
    squares = np.zeros(len(xy_image))
    for part in tried.parts:
        other = part.undistort_points(xy_image)
        H = np.asarray(cv2.findHomography(other, straight, 0)[0], np.float64)
        turned = np.asarray(cv2.perspectiveTransform(other[None], H), np.float64)[0]
        squares += ((lens.distort_points(turned) - xy_image) ** 2).sum(axis=1)
    return float(np.sqrt((count - 1) / count * squares.max()))

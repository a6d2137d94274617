"""The lens of a calibrated camera: from pixels of its pictures to those a pinhole would have taken, and back.

Straight pixels are those of a camera with the same matrix and no distortion: what is a straight line on the table is
one there. Fisheye lenses need another model than this one.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# Width and height may be scaled so differently: cameras round the sides of their smaller pictures.
_ROUNDING = 0.005
# Newton's method needs a handful of steps, and a few more for points at the very rim of what the lens shows.
_STEPS = 30
# Pixels; a point that comes back further off than this was not found.
_CLOSE = 1e-3
# From the middle of the picture outwards, where a lens may fold it over.
_WAY = np.linspace(0.125, 1, 8)
_NOWHERE = np.zeros(3)


class CalibrationError(ValueError):
    """A calibration that makes no sense or is not for this picture. The message is one sentence for a person."""


# Arrays have no one answer to ==, so what holds them is equal only to itself.
@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CameraCalibration:
    """What is known of a camera whose pictures are `width` × `height` pixels.

    `K` is its matrix, 3×3, from rays to pixels; the middle of the first pixel is (0, 0). `distortion` are 4, 5 or 8
    coefficients in OpenCV's order: k1, k2, p1, p2, k3, k4, k5, k6. `reprojection_error` is how far off, in pixels, the
    points were that it was made from, and `camera` what people call it.
    """

    camera: str
    width: int
    height: int
    K: Floats
    distortion: tuple[float, ...]
    reprojection_error: float

    def scaled_to(self, width: int, height: int) -> "CameraCalibration":
        """The calibration for the camera's pictures of another size.

        They must show the same, so that of another shape are refused. So are upright pictures of a camera that was
        calibrated lying down: to which side it was turned cannot be seen, and no lens sits in the very middle.
        """
        across, down = width / self.width, height / self.height
        if abs(across / down - 1) > _ROUNDING:
            how = "turned by a quarter" if width * self.width == height * self.height else "of another shape"
            raise CalibrationError(
                f"is {width} × {height} pixels, and {how} against the {self.width} × {self.height} that the camera "
                f"{self.camera!r} was calibrated for: pictures must have that shape, in any size"
            )
        # Pixels are counted from the middle of the first one, but sizes from its edge.
        scale = np.array([[across, 0, (across - 1) / 2], [0, down, (down - 1) / 2], [0, 0, 1]])
        error = self.reprojection_error * across
        return replace(self, width=width, height=height, K=scale @ self.K, reprojection_error=error)

    def undistort_points(self, xy_image: Floats) -> Floats:
        """(n, 2) pixels of the picture to (n, 2) straight ones; NaN for what the lens shows nowhere."""
        # A point without a number would spoil nothing but itself; still, nobody need compute with it.
        known = np.isfinite(xy_image).all(axis=1)
        straight = np.full(xy_image.shape, np.nan)
        if known.any():
            straight[known] = self._undistort(xy_image[known])
        return straight

    def distort_points(self, xy_straight: Floats) -> Floats:
        """(n, 2) straight pixels to (n, 2) pixels of the picture."""
        return self._project(self._rays(xy_straight))[0]

    def _undistort(self, xy_image: Floats) -> Floats:
        """By Newton's method: cv2's own walks a fixed number of steps in some versions, too few for a strong lens."""
        rays = self._rays(xy_image)
        with np.errstate(all="ignore"):
            for _ in range(_STEPS):
                seen, slopes = self._project(rays)
                off = xy_image - seen
                if np.abs(off).max() < _CLOSE / 1000:
                    break
                rays = rays + _solve(slopes, off)
            found = np.abs(self._project(rays)[0] - xy_image).max(axis=1) < _CLOSE
            # Beyond where the lens folds its picture over, points come to lie on others; those are not theirs.
            for part in _WAY:
                slopes = self._project(part * rays)[1]
                found &= (np.linalg.det(slopes) > 0) & (np.trace(slopes, axis1=1, axis2=2) > 0)
        straight = rays * self._focal + self._middle
        straight[~found] = np.nan
        return straight

    def _rays(self, xy: Floats) -> Floats:
        """(n, 2) straight pixels to where their rays meet the plane at a distance of one."""
        return np.asarray((xy - self._middle) / self._focal)

    @property
    def _focal(self) -> Floats:
        return self.K[[0, 1], [0, 1]]

    @property
    def _middle(self) -> Floats:
        return self.K[:2, 2]

    def _project(self, rays: Floats) -> tuple[Floats, Floats]:
        """(n, 2) pixels in which rays end, and (n, 2, 2) how fast they move with them."""
        if not len(rays):
            return np.empty((0, 2)), np.empty((0, 2, 2))
        points = np.concatenate([rays, np.ones((len(rays), 1))], axis=1)
        xy_image, slopes = cv2.projectPoints(points, _NOWHERE, _NOWHERE, self.K, np.array(self.distortion))
        # After three columns for turning the camera come those for moving it, which is moving the points.
        moving = np.asarray(slopes, np.float64).reshape(len(rays), 2, -1)[:, :, 3:5]
        return np.asarray(xy_image, np.float64).reshape(-1, 2), moving


def _solve(slopes: Floats, off: Floats) -> Floats:
    """(n, 2) steps that make up for (n, 2) differences; not a number where there is none."""
    (a, b), (c, d) = slopes[:, 0].T, slopes[:, 1].T
    x, y = off.T
    return np.asarray(np.stack([d * x - b * y, a * y - c * x], axis=1) / (a * d - b * c)[:, None])

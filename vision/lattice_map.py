"""The map between the lattice and a picture: one homography for the camera, and what it leaves over, smoothed.

Lattice points are as they are drawn (`Vertex.xy`): in sides, y upwards. The homography alone is off by as much as the
lens bends and hands drift; both change slowly over a board, so what is left over at the corners already known says how
far off it is beside them. Where the lens is known it is left out of the map, and stands between it and the picture.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tileref.calibration.lens import CameraCalibration

Floats = NDArray[np.float64]

# What is left over reaches so far over the board, in sides. Much less, and one ill-placed tile speaks for its
# surroundings; much more, and the bend of a lens is smoothed away.
_REACH = 1.5
# What is left over counts for less where few corners are near: so many corners must speak for it to count for half.
_SHRINK = 0.7
# Corners further off the homography than this, in sides, have no say in it.
_OUTLIER = 0.25
# Fewer tiles than this have no outlier that could be told from the rest.
_FEW = 5


@dataclass(frozen=True, slots=True)
class LatticeMap:
    """Where a lattice point is in the picture, and the other way.

    `xy_lattice` (m, 2) are the corners of tiles that the map was made from and `left_over` (m, 2) how far from them
    the homography puts what the picture shows, in sides. With a `lens` the homographies are those of straight pixels.
    """

    H_image_from_lattice: Floats
    H_lattice_from_image: Floats
    xy_lattice: Floats
    left_over: Floats
    lens: CameraCalibration | None = None

    def to_image(self, xy_lattice: Floats) -> Floats:
        """(n, 2) lattice points to (n, 2) pixels."""
        xy_image = transform(self.H_image_from_lattice, xy_lattice + self._smoothed(xy_lattice))
        return self.lens.distort_points(xy_image) if self.lens else xy_image

    def to_lattice(self, xy_image: Floats) -> Floats:
        """(n, 2) pixels to (n, 2) lattice points."""
        if self.lens:
            xy_image = self.lens.undistort_points(xy_image)
        straight = transform(self.H_lattice_from_image, xy_image)
        return np.asarray(straight - self._smoothed(straight))

    def misfits(self) -> Floats:
        """For each tile how far its worst corner lies from where the other tiles would put it, in sides."""
        tiles = np.arange(len(self.xy_lattice) // 3)
        weight = self._weights(self.xy_lattice)
        # No tile speaks for itself.
        weight.reshape(len(tiles), 3, len(tiles), 3)[tiles, :, tiles] = 0
        off = np.linalg.norm(self.left_over - self._mean(weight), axis=1)
        return np.asarray(off.reshape(-1, 3).max(axis=1))

    def strangeness(self, corners: Floats) -> Floats:
        """How far the sides of triangles (n, 3, 2) of the picture are from those of a tile on this table: the largest
        logarithm of their lengths, (n,). Infinite beyond the horizon."""
        if self.lens:
            corners = self.lens.undistort_points(corners.reshape(-1, 2)).reshape(corners.shape)
        H = self.H_lattice_from_image
        if len(self.xy_lattice) < 3 * _FEW:
            # So few tiles say how large a tile is, but not yet how that changes over the table.
            known = transform(self.H_image_from_lattice, self.xy_lattice + self.left_over)
            H = _affine(known, self.xy_lattice)
        # Before the horizon is where the board is.
        known = transform(self.H_image_from_lattice, self.xy_lattice[:1] + self.left_over[:1])
        depth = (corners @ H[2, :2] + H[2, 2]) * float(known[0] @ H[2, :2] + H[2, 2])
        xy = transform(H, corners.reshape(-1, 2)).reshape(corners.shape)
        lengths = np.linalg.norm(xy - np.roll(xy, 1, axis=1), axis=2)
        strange = np.abs(np.log(np.maximum(lengths, 1e-6))).max(axis=1, initial=0.0)
        return np.asarray(np.where((depth > 0).all(axis=1), strange, np.inf))

    def _smoothed(self, xy_lattice: Floats) -> Floats:
        return self._mean(self._weights(xy_lattice))

    def _weights(self, xy_lattice: Floats) -> Floats:
        """(n, m): how much each corner known has to say about each point."""
        squares = (xy_lattice**2).sum(axis=1)[:, None] + (self.xy_lattice**2).sum(axis=1)
        return np.asarray(np.exp((2 * xy_lattice @ self.xy_lattice.T - squares) / (2 * _REACH**2)))

    def _mean(self, weight: Floats) -> Floats:
        return np.asarray(weight @ self.left_over / (weight.sum(axis=1, keepdims=True) + _SHRINK))


def transform(H: Floats, xy: Floats) -> Floats:
    """(n, 2) points through a homography."""
    homogeneous = xy @ H[:, :2].T + H[:, 2]
    return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:])


def fit_map(xy_lattice: Floats, xy_image: Floats) -> LatticeMap:
    """The map for the corners of tiles, (3 n, 2) each, tile after tile."""
    H_lattice_from_image = _homography(xy_image, xy_lattice)
    left_over = transform(H_lattice_from_image, xy_image) - xy_lattice
    H = np.linalg.inv(H_lattice_from_image)
    return LatticeMap(np.asarray(H / H[2, 2]), H_lattice_from_image, xy_lattice, left_over)


def _homography(xy_image: Floats, xy_lattice: Floats) -> Floats:
    """From picture to lattice, so that errors are weighed in sides and a far tile has as much say as a near one."""
    if len(xy_image) > 3:
        robust = cv2.RANSAC if len(xy_image) >= 3 * _FEW else 0
        # Where it finds none it says None, whatever its types promise.
        H = np.asarray(cv2.findHomography(xy_image, xy_lattice, robust, _OUTLIER, maxIters=200)[0], np.float64)
        if H.shape == (3, 3) and np.isfinite(H).all() and _is_sound(H, xy_image):
            return H
    return _affine(xy_image, xy_lattice)


def _is_sound(H: Floats, xy_image: Floats) -> bool:
    """Whether all points lie before the horizon and the map can be turned round."""
    depth = xy_image @ H[2, :2] + H[2, 2]
    return bool((depth > 0).all() or (depth < 0).all()) and bool(np.linalg.cond(H) < 1e12)


def _affine(xy_image: Floats, xy_lattice: Floats) -> Floats:
    design = np.concatenate([xy_image, np.ones((len(xy_image), 1))], axis=1)
    solution = np.linalg.lstsq(design, xy_lattice, rcond=None)[0]
    return np.concatenate([solution.T, [[0.0, 0.0, 1.0]]])

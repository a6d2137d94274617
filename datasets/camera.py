"""A camera over the table: where a point of the table lands in the picture.

The table is the plane z = 0 with z upwards, in sides of a tile; y runs away from the viewer at roll 0. Pixels have
their origin in the middle of the first one.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole with one term of radial distortion.

    `P_image_from_table` is 3×4 and gives pixels without distortion; `bend` is how much the lens pulls in (negative) or
    pushes out a point at a distance of half the diagonal.
    """

    width: int
    height: int
    P_image_from_table: NDArray[np.float64]
    bend: float

    def project(self, xyz_table: Points) -> Points:
        """(n, 3) points of the table to (n, 2) pixels of a picture without distortion."""
        homogeneous = np.concatenate([xyz_table, np.ones((len(xyz_table), 1))], axis=1) @ self.P_image_from_table.T
        return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:])

    def depth(self, xyz_table: Points) -> NDArray[np.float64]:
        """How far in front of the camera the points are, up to a factor."""
        return np.asarray(xyz_table @ self.P_image_from_table[2, :3] + self.P_image_from_table[2, 3])

    def H_image_from_plane(self, z: float) -> NDArray[np.float64]:
        """The homography from (x, y) at this height to pixels without distortion."""
        P = self.P_image_from_table
        return np.stack([P[:, 0], P[:, 1], P[:, 2] * z + P[:, 3]], axis=1)

    def distort(self, xy_straight: Points) -> Points:
        """Where pixels of a picture without distortion land in the real one."""
        centre, reach = self._frame()
        straight = (xy_straight - centre) / reach
        bent = straight.copy()
        # straight = bent · (1 + bend · |bent|²), solved by walking towards it.
        for _ in range(8):
            bent = straight / (1 + self.bend * (bent**2).sum(axis=-1, keepdims=True))
        return np.asarray(bent * reach + centre)

    def straight_map(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """For each pixel of the real picture, where it comes from in the one without distortion."""
        centre, reach = self._frame()
        x = ((np.arange(self.width) - centre[0]) / reach).astype(np.float32)[None, :]
        y = ((np.arange(self.height) - centre[1]) / reach).astype(np.float32)[:, None]
        factor = 1 + np.float32(self.bend) * (x**2 + y**2)
        return (x * factor * reach + centre[0]).astype(np.float32), (y * factor * reach + centre[1]).astype(np.float32)

    def _frame(self) -> tuple[NDArray[np.float64], float]:
        return np.array([(self.width - 1) / 2, (self.height - 1) / 2]), float(np.hypot(self.width, self.height) / 2)


def look_at(
    *,
    width: int,
    height: int,
    target: tuple[float, float],
    distance: float,
    tilt: float,
    heading: float,
    roll: float,
    field_of_view: float,
    bend: float,
) -> Camera:
    """A camera that looks at a point of the table from so far, angles in radians; tilt 0 looks straight down."""
    forward = np.array([np.sin(tilt) * np.sin(heading), np.sin(tilt) * np.cos(heading), -np.cos(tilt)])
    position = np.array([*target, 0.0]) - distance * forward
    ahead = np.array([np.sin(heading), np.cos(heading), 0.0])
    right = np.array([np.cos(heading), -np.sin(heading), 0.0])
    down = -(np.cos(tilt) * ahead + np.sin(tilt) * np.array([0.0, 0.0, 1.0]))
    turned_right = np.cos(roll) * right + np.sin(roll) * down
    turned_down = -np.sin(roll) * right + np.cos(roll) * down
    R = np.stack([turned_right, turned_down, forward])
    focal = width / 2 / np.tan(field_of_view / 2)
    K = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])
    return Camera(width, height, K @ np.concatenate([R, -(R @ position)[:, None]], axis=1), bend)

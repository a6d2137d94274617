"""What a calibration does for pictures of wide lenses: `python -m tests.evaluate_calibration`. Prints a table.

Boards are rendered from rim to rim through lenses of known bend. They are read without a calibration, and with one that
was made as people make theirs: from pictures of the calibration board through the same lens.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

from tests.board_pictures import camera, photograph, straight_maps, waved
from tests.evaluate import draw_table
from tileref.calibration.board_view import BoardView, find_board
from tileref.calibration.lens import CameraCalibration
from tileref.calibration.lens_fit import LensFit, fit_lens
from tileref.datasets import compositor
from tileref.datasets.camera import Camera, Points, look_at
from tileref.datasets.compositor import Picture, raised
from tileref.datasets.evaluation import Evaluation, KnownPicture, evaluate, know_picture
from tileref.datasets.fonts import NoFontsError, find_fonts
from tileref.datasets.layout import Kind, LyingTile, lay_out_board, lay_tiles
from tileref.datasets.style import random_style
from tileref.engine.triangles import Chirality
from tileref.vision.pipeline import PictureReader

PICTURES = 60
FIRST_SEED = 10_900_000
"""No training and no other figure uses seeds from here on."""
HARDNESS = 0.3
VIEWS = 16

# From one corner of the picture to the other, in degrees. The wide ones show equal angles almost equally far apart.
LENSES = {
    "webcam 78°": camera(-0.12, 0.02, 0, 0, field=70),
    "wide 95°": camera(-0.3, 0.1, 0, 0, field=80),
    "wide 110°": camera(0.988, 0.202, 0, 0, 0.004, 1.321, 0.442, 0.03, field=81.5),
}
_CANVAS = 1.7
"""Scenes are drawn so many times larger than the picture, for a lens that pulls in shows more than fits its size."""
_RIM = 0.02
"""Tiles stay so far from the edge of the picture."""


@dataclass(frozen=True, slots=True)
class LensCamera(Camera):
    """A camera over the table with any lens; its picture is the middle of a larger canvas, `margin` from its rim."""

    lens: CameraCalibration
    margin: tuple[int, int]

    def distort(self, xy_straight: Points) -> Points:
        """Where pixels of a picture without distortion land in the real one."""
        return self.lens.distort_points(xy_straight - self.margin) + self.margin

    def straight_map(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """For each pixel of the canvas, where it comes from in the one without distortion."""
        y, x = np.mgrid[0 : self.height, 0 : self.width].astype(np.float32)
        across, down = self.margin
        picture = np.s_[down : down + self.lens.height, across : across + self.lens.width]
        straight = straight_maps(self.lens, 1)
        x[picture], y[picture] = straight[0] + across, straight[1] + down
        return x, y

    def is_inside(self, xy: Points) -> bool:
        """Whether points of the real picture lie in it, off its rim."""
        size = np.array([self.lens.width, self.lens.height])
        share = (xy - self.margin) / size
        return bool((share > _RIM).all() and (share < 1 - _RIM).all())


def main() -> None:
    """Evaluate and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.evaluate_calibration", description=__doc__)
    parser.add_argument("--pictures", type=int, default=PICTURES, metavar="N", help="so many through each lens")
    count = max(1, parser.parse_args().pictures)
    try:
        find_fonts()
    except NoFontsError as error:
        sys.exit(str(error))
    columns: dict[str, Evaluation] = {}
    for number, (name, lens) in enumerate(LENSES.items()):
        fit = calibrate(lens, seed=number)
        print(f"{name}: calibrated from {VIEWS} views, {fit.held_out:.2f} px off on views held out ({fit.model.name})")
        pictures = list(_watch(render(lens, name, count), name, count))
        columns[f"{name}, without"] = evaluate(pictures, PictureReader())
        columns[f"{name}, with"] = evaluate(pictures, PictureReader(calibration=fit.lens))
    print(f"\n{count} boards from rim to rim through each lens, without and with its calibration\n")
    print("\n".join(draw_table(columns)))


def calibrate(lens: CameraCalibration, *, seed: int) -> LensFit:
    """The lens as it is found from pictures of the board."""
    pictures = (photograph(lens, pose, seed=number) for number, pose in enumerate(waved(seed, VIEWS)))
    fit = fit_lens([view for view in map(find_board, pictures) if isinstance(view, BoardView)], "a lens")
    assert isinstance(fit, LensFit), "these lenses are found"
    return fit


def render(lens: CameraCalibration, name: str, count: int) -> Iterator[KnownPicture]:
    """Pictures of boards through a lens, the same ones for every lens but for where the camera stands."""
    for seed in range(FIRST_SEED, FIRST_SEED + count):
        yield know_picture(photograph_board(lens, seed), str(seed), name)


def photograph_board(lens: CameraCalibration, seed: int) -> Picture:
    """A board that fills the picture of a lens."""
    rng = np.random.default_rng(seed)
    style = random_style(rng, len(find_fonts()), pips=0.0)
    board = lay_out_board(rng, int(rng.integers(14, 36)), Chirality.CW)
    gap, skew = float(rng.uniform(0.004, 0.04)), float(rng.uniform(0, 0.05))
    tiles = lay_tiles(rng, board, gap=gap, skew=skew, loose=2, facedown=2)
    over = stand_over(lens, tiles, float(rng.uniform(0, 0.35)))
    seen = [tile for tile in tiles if over.is_inside(over.distort(over.project(raised(tile.corners, 0))))]
    canvas = compositor.photograph(seed, rng, seen, style, over, HARDNESS)
    across, down = over.margin
    image = np.ascontiguousarray(canvas.image[down : down + lens.height, across : across + lens.width])
    moved = tuple(replace(tile, corners=tile.corners - over.margin) for tile in canvas.tiles)
    return Picture(image, moved, canvas.mark)


def stand_over(lens: CameraCalibration, tiles: list[LyingTile], tilt: float) -> LensCamera:
    """The camera as near to the board as it can be and see all of it, the board lying along the picture."""
    corners = np.concatenate([tile.corners for tile in tiles if tile.kind is Kind.BOARD])
    long, across = np.linalg.svd(corners - corners.mean(axis=0), full_matrices=False)[2]
    ways = np.stack([long, across])
    middle = (((corners @ ways.T).max(axis=0) + (corners @ ways.T).min(axis=0)) / 2) @ ways
    heading = float(np.arctan2(-long[1], long[0]))
    width, height = (2 * round(side * _CANVAS / 2) for side in (lens.width, lens.height))
    margin = ((width - lens.width) // 2, (height - lens.height) // 2)
    focal = lens.K + np.array([[0, 0, margin[0]], [0, 0, margin[1]], [0, 0, 0]])
    plain = np.array([[1, 0, (width - 1) / 2], [0, 1, (height - 1) / 2], [0, 0, 1]])
    for distance in np.geomspace(1.5, 40, 60):
        straight = look_at(
            width=width,
            height=height,
            target=(float(middle[0]), float(middle[1])),
            distance=float(distance),
            tilt=tilt,
            heading=heading,
            roll=0.0,
            field_of_view=2 * float(np.arctan(width / 2)),
            bend=0.0,
        )
        projection = focal @ np.linalg.inv(plain) @ straight.P_image_from_table
        # Any bend but none lets the scene go through the lens.
        over = LensCamera(width, height, projection, 1.0, lens, margin)
        xyz = np.concatenate([raised(corners, 0), raised(corners, 0.3)])
        if (over.depth(xyz) > 0.5).all() and over.is_inside(over.distort(over.project(xyz))):
            return over
    raise AssertionError("a board of 35 tiles can be seen from 40 sides away")


def _watch(pictures: Iterable[KnownPicture], name: str, count: int) -> Iterable[KnownPicture]:
    console = Console(stderr=True)
    return track(pictures, name, total=count, console=console, transient=True, disable=not console.is_terminal)


if __name__ == "__main__":
    main()

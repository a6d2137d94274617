"""The lens of a calibrated camera: there and back, saved and loaded, and what it does for the lattice."""

import json
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.test_cli import is_one_sentence, tileref
from tests.test_lattice_fit import is_same, read_vertices, side_of
from tileref.calibration.lens import CalibrationError, CameraCalibration
from tileref.calibration.lens_file import format_calibration, parse_calibration
from tileref.cameras import load_calibration, save_calibration
from tileref.datasets.camera import look_at
from tileref.datasets.layout import lay_out_board, lay_tiles
from tileref.engine.triangles import Chirality, Vertex
from tileref.files import FileError
from tileref.vision.lattice_fit import LatticeReading, fit_lattice
from tileref.vision.tiles import TileOutline

Floats = NDArray[np.float64]

DEMO = Path(__file__).parent.parent / "app/demo"


def camera(*distortion: float, focal: float = 1600.0, width: int = 1600, height: int = 1200) -> CameraCalibration:
    """A camera whose middle is nearly that of its pictures."""
    matrix = np.array([[focal, 0, width / 2 - 3], [0, focal, height / 2 + 5], [0, 0, 1]])
    return CameraCalibration(
        camera="a webcam", width=width, height=height, K=matrix, distortion=distortion, reprojection_error=0.2
    )


BARREL = camera(-0.3, 0.0, 0.0, 0.0, 0.0)

lenses = st.builds(
    lambda k1, k2, p1, p2, more: camera(k1, k2, p1, p2, *more),
    st.floats(-0.35, 0.35),
    st.floats(-0.05, 0.05),
    st.floats(-0.005, 0.005),
    st.floats(-0.005, 0.005),
    st.sampled_from([(), (0.01,), (0.01, 0.02, 0.01, -0.01)]),
)
pixels = st.lists(st.tuples(st.floats(0, 1599), st.floats(0, 1199)), min_size=1, max_size=20).map(np.array)


@given(lenses, pixels)
def test_every_pixel_of_the_picture_is_straightened_and_bent_back_to_where_it_was(
    lens: CameraCalibration, xy_image: Floats
) -> None:
    straight = lens.undistort_points(xy_image)
    assert np.abs(lens.distort_points(straight) - xy_image).max() < 1e-3
    assert np.abs(lens.undistort_points(lens.distort_points(straight)) - straight).max() < 1e-2


def test_a_lens_that_pulls_in_is_straightened_outwards_and_its_middle_stays() -> None:
    middle = BARREL.K[:2, 2]
    xy_image = np.array([middle, [0, 0], [1599, 0], [0, 1199]])
    straight = BARREL.undistort_points(xy_image)
    assert np.allclose(straight[0], middle)
    away = np.linalg.norm(straight[1:] - middle, axis=1) - np.linalg.norm(xy_image[1:] - middle, axis=1)
    assert (away > 100).all()


def test_what_the_lens_shows_nowhere_has_no_straight_pixel() -> None:
    """The furthest it shows is 0.703 focal lengths from its middle; cv2 would give some number all the same."""
    beyond = np.array([[-800.0, 600.0], [np.nan, 3.0], [1e9, -1e9], [np.inf, 0.0], [700.0, 600.0]])
    assert np.isnan(BARREL.undistort_points(beyond)).any(axis=1).tolist() == [True, True, True, True, False]
    assert BARREL.undistort_points(np.empty((0, 2))).shape == BARREL.distort_points(np.empty((0, 2))).shape == (0, 2)


@given(lenses, pixels, st.sampled_from([(800, 600), (3200, 2400), (640, 480), (1024, 768)]))
def test_smaller_and_larger_pictures_of_the_camera_are_straightened_alike(
    lens: CameraCalibration, xy_image: Floats, size: tuple[int, int]
) -> None:
    scale = size[0] / 1600
    there = lens.scaled_to(*size).undistort_points((xy_image + 0.5) * scale - 0.5)
    assert np.allclose((there + 0.5) / scale - 0.5, lens.undistort_points(xy_image), atol=1e-2)


def test_cameras_that_round_their_sizes_are_understood() -> None:
    assert camera(0, 0, 0, 0, width=1920, height=1080).scaled_to(1366, 768).width == 1366


@pytest.mark.parametrize(
    ("size", "words"),
    [((1200, 1600), "turned by a quarter"), ((600, 800), "turned by"), ((1920, 1080), "another shape")],
)
def test_pictures_that_are_turned_or_of_another_shape_are_refused(size: tuple[int, int], words: str) -> None:
    with pytest.raises(CalibrationError, match=f"{words}.* against the 1600 × 1200 .*'a webcam'"):
        BARREL.scaled_to(*size)


@given(lenses)
def test_a_calibration_is_read_back_as_it_was_written(lens: CameraCalibration) -> None:
    text = format_calibration(lens)
    again = parse_calibration(text)
    assert format_calibration(again) == text
    assert np.array_equal(again.K, lens.K)


def test_a_calibration_is_saved_to_a_file_and_loaded(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "webcam.json"
    save_calibration(BARREL, path)
    assert format_calibration(load_calibration(path)) == format_calibration(BARREL)
    assert [file.name for file in path.parent.iterdir()] == ["webcam.json"]


GOOD = json.loads(format_calibration(BARREL))
BROKEN: list[tuple[str, object, str]] = [
    ("width", 0, "width must be a whole number of pixels from 16 to 100,000, not 0"),
    ("width", True, "not True"),
    ("height", 1200.5, "height must be a whole number .* not 1200.5"),
    ("height", "1200", "not '1200'"),
    ("camera", "", "camera must be a name of 1 to 60 characters, not ''"),
    ("camera", "two\nlines", r"not 'two\\nlines'"),
    ("matrix", [], r"matrix must be 3 rows of 3 numbers, .* not \[\]"),
    ("matrix", [[1, 2, 3]] * 2, "3 rows of 3 numbers"),
    ("matrix", [[1500, 0, 800], [0, 1500, "600"], [0, 0, 1]], "3 rows of 3 numbers"),
    ("matrix", [[1500, 7, 800], [0, 1500, 600], [0, 0, 1]], r"must look like \[\[fx, 0, cx\]"),
    ("matrix", [[-1500, 0, 800], [0, 1500, 600], [0, 0, 1]], "fx of its matrix must be 160 to 160000 .* not -1500"),
    ("matrix", [[1500, 0, 800], [0, 1, 600], [0, 0, 1]], "fy of its matrix"),
    ("matrix", [[1500, 0, 9000], [0, 1500, 600], [0, 0, 1]], "cx of its matrix must lie in the picture.* not 9000"),
    ("distortion", [0.1, 0.2], r"distortion must be 4, 5 or 8 numbers .* not \[0.1, 0.2\]"),
    ("distortion", {"k1": 1}, "not {'k1': 1}"),
    ("distortion", [float("nan"), 0, 0, 0], "not .nan, 0, 0, 0"),
    ("distortion", [10**400, 0, 0, 0], "4, 5 or 8 numbers"),
    ("distortion", [-3.0, 0, 0, 0, 0], r"folds the picture over at \d+, \d+"),
    ("reprojection_error", -1, "reprojection_error must be a number of pixels, 0 or more, not -1"),
    ("reprojection_error", None, "not None"),
    ("lens", "wide", "but no 'lens'"),
]


@pytest.mark.parametrize(("key", "value", "words"), BROKEN)
def test_each_defect_of_a_calibration_is_named_with_what_would_be_right(key: str, value: object, words: str) -> None:
    with pytest.raises(CalibrationError, match=words) as caught:
        parse_calibration(json.dumps(GOOD | {key: value}))
    assert "\n" not in caught.value.args[0]
    assert len(caught.value.args[0]) < 250


@pytest.mark.parametrize("key", GOOD)
def test_what_is_missing_from_a_calibration_is_named(key: str) -> None:
    with pytest.raises(CalibrationError, match=f"its {key} is missing"):
        parse_calibration(json.dumps({other: value for other, value in GOOD.items() if other != key}))


@pytest.mark.parametrize("text", ["", "{", "[1, 2]", "7" * 5000, "[" * 100_000, '{"width": ' + "7" * 5000 + "}"])
def test_what_is_no_calibration_at_all_gets_a_sentence(text: str, tmp_path: Path) -> None:
    path = tmp_path / "camera.json"
    path.write_text(text)
    with pytest.raises(FileError, match=r"camera.json' is not the calibration of a camera: it ") as caught:
        load_calibration(path)
    assert "\n" not in caught.value.args[0]


# --- The lattice through a lens --------------------------------------------------------------------------------------


def photograph(seed: int, tilt: float) -> tuple[list[TileOutline], dict[int, tuple[Vertex, ...]]]:
    """A neat board of 40 tiles that fills the picture of a strongly bending camera, from a rim to another."""
    rng = np.random.default_rng(seed)
    tiles = lay_tiles(rng, lay_out_board(rng, 40, Chirality.CW), gap=0.0, skew=0.0, loose=0, facedown=0)
    spots = np.array([tile.corners for tile in tiles]).reshape(-1, 2)
    centre = (spots.max(axis=0) + spots.min(axis=0)) / 2
    reach = float(np.linalg.norm(spots - centre, axis=1).max())
    heading = float(rng.uniform(0, 2 * np.pi))
    flat = np.concatenate([spots, np.zeros((len(spots), 1))], axis=1)
    for nearness in np.arange(1.0, 8.0, 0.1):
        straight = look_at(
            width=BARREL.width,
            height=BARREL.height,
            target=(float(centre[0]), float(centre[1])),
            distance=float(nearness) * reach,
            tilt=tilt,
            heading=heading,
            roll=0.0,
            field_of_view=2 * float(np.arctan(BARREL.width / 2 / BARREL.K[0, 0])),
            bend=0.0,
        ).project(flat)
        xy_image = BARREL.distort_points(straight)
        whole = (xy_image > 0).all() and (xy_image < (BARREL.width, BARREL.height)).all()
        # What lies behind the fold of the lens comes to lie in the picture too.
        if whole and np.allclose(BARREL.undistort_points(xy_image), straight, atol=0.1):
            break
    outlines, vertices = [], {}
    for number, tile in enumerate(tiles):
        assert tile.cell is not None
        order = np.roll(np.arange(3), int(rng.integers(3)))
        outlines.append(TileOutline(xy_image[3 * number : 3 * number + 3][order], 0.98, 0.97))
        vertices[number] = tuple(tile.cell.corners[corner] for corner in order)
    return outlines, vertices


def fit(outlines: list[TileOutline], lens: CameraCalibration | None) -> LatticeReading:
    middle = ((BARREL.width - 1) / 2, (BARREL.height - 1) / 2)
    reading = fit_lattice(outlines, middle_image=middle, lens=lens)
    assert isinstance(reading, LatticeReading)
    return reading


def misfit(reading: LatticeReading) -> float:
    """How far the worst corner lies from where the lattice has it, in sides."""
    xy_lattice = np.array([vertex.xy for tile in reading.board for vertex in tile.cell.corners])
    corners = np.concatenate([tile.corners for tile in reading.board])
    return float(np.abs(reading.lattice.to_lattice(corners) - xy_lattice).max())


def test_a_known_lens_leaves_no_misfit_and_no_doubt_where_an_unknown_one_does() -> None:
    doubted = 0
    for seed, tilt in product(range(8), (0.0, 0.5, 0.8)):
        outlines, vertices = photograph(seed, tilt)
        known, unknown = fit(outlines, BARREL), fit(outlines, None)
        assert is_same(vertices, read_vertices(known))
        assert not known.doubts
        assert misfit(known) < 1e-4
        assert misfit(unknown) > 0.05
        doubted += bool(unknown.doubts)
    assert doubted


@pytest.mark.parametrize("seed", range(4))
def test_with_a_lens_everything_reported_is_in_pixels_of_the_picture(seed: int) -> None:
    outlines, _ = photograph(seed, 0.5)
    reading = fit(outlines, BARREL)
    assert reading.outlines == tuple(outlines)
    for tile in reading.board:
        assert np.array_equal(tile.corners, np.roll(outlines[tile.outline].corners, -tile.turn, axis=0))
        xy_lattice = np.array([vertex.xy for vertex in tile.cell.corners])
        assert np.abs(reading.lattice.to_image(xy_lattice) - tile.corners).max() < 0.01
    ringed = next(
        tile for tile in reading.board if sum(other.cell in tile.cell.neighbours for other in reading.board) > 1
    )
    without = fit([outline for number, outline in enumerate(outlines) if number != ringed.outline], BARREL)
    off = [
        np.abs(np.roll(suspect.corners, turn, axis=0) - ringed.corners).max() / side_of(ringed.corners)
        for suspect in without.suspects
        for turn in range(3)
    ]
    assert min(off) < 0.01


def test_an_outline_that_the_lens_shows_nowhere_is_asked_about_and_spoils_no_board() -> None:
    outlines, vertices = photograph(1, 0.0)
    beyond = TileOutline(outlines[0].corners - 5000, 0.9, 0.9)
    reading = fit([*outlines, beyond], BARREL)
    assert is_same(vertices, read_vertices(reading))
    assert reading.loose == (40,)
    assert reading.doubtful == {40}
    assert not fit_lattice([beyond], lens=BARREL)


# --- The commands ----------------------------------------------------------------------------------------------------


def read(photo: Path, *options: str) -> dict[str, Any]:
    outcome = tileref("read", str(photo), "--json", *options)
    assert outcome.code == 0, outcome.err
    reading: dict[str, Any] = json.loads(outcome.out)
    return reading


def corner_sets(reading: dict[str, Any]) -> list[list[list[float]]]:
    return sorted(sorted(tile["corners"]) for tile in reading["tiles"])


def test_the_commands_take_a_calibration_and_speak_of_the_picture_as_it_is(tmp_path: Path) -> None:
    photo = DEMO / "05.jpg"
    plain = read(photo)
    width, height = plain["width"], plain["height"]
    for name, k1 in (("straight", 0.0), ("bent", -0.02)):
        lens = camera(k1, 0, 0, 0, focal=1.3 * width, width=2 * width, height=2 * height)
        save_calibration(lens, tmp_path / f"{name}.json")
        reading = read(photo, "--calibration", str(tmp_path / f"{name}.json"))
        assert corner_sets(reading) == corner_sets(plain)
        assert reading["board"] == plain["board"]
    outcome = tileref("score", str(photo), "--json", "--calibration", str(tmp_path / "bent.json"))
    assert outcome.code == 0


def test_a_calibration_that_is_broken_or_for_other_pictures_gets_one_sentence_and_exit_code_2(tmp_path: Path) -> None:
    photo, broken, other = str(DEMO / "05.jpg"), tmp_path / "broken.json", tmp_path / "other.json"
    broken.write_text("{}")
    save_calibration(camera(0, 0, 0, 0, width=1000, height=1000), other)
    for command in ("read", "score"):
        for file in (broken, other, tmp_path / "missing.json", tmp_path):
            outcome = tileref(command, photo, "--calibration", str(file))
            assert is_one_sentence(outcome), outcome
    assert "'a webcam' was calibrated for" in tileref("read", photo, "--calibration", str(other)).err

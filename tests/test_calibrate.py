"""Calibrating a camera: known lenses are found again, bad input is refused, and people are told what is missing."""

import itertools
import json
import threading
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from fluent.syntax import FluentParser, ast

from tests.board_pictures import Image, Pose, camera, corners_of, photograph, waved
from tests.live_servers import MjpegServer, mjpeg_server
from tests.test_cli import is_one_sentence, tileref
from tileref.calibration.board_view import BoardView, NoBoard, NoBoardReason, find_board
from tileref.calibration.coverage import Coverage, Part, Tilt, measure_coverage, parts_of
from tileref.calibration.lens import CameraCalibration
from tileref.calibration.lens_fit import LensFit, NoFitReason, fit_lens
from tileref.calibration.verdict import Flaw, Grade, judge_fit
from tileref.calibration.view_collector import Outcome, Seen, ViewCollector
from tileref.calibration_words import draw_coverage, say_next, say_no_views, say_seen
from tileref.cameras import load_calibration
from tileref.language import LANGUAGES, find_language

WEBCAM = camera(-0.3, 0.1, 0, 0, field=80, width=640, height=480)
HELD = tuple(waved(1, 12))
in_both_languages = pytest.mark.parametrize("code", LANGUAGES)


def views_of(
    lens: CameraCalibration, poses: Iterable[Pose], *, noise: float = 2.0, hand: float = 0.0
) -> list[BoardView]:
    pictures = (photograph(lens, pose, noise=noise, hand=hand, seed=seed) for seed, pose in enumerate(poses))
    return [view for view in map(find_board, pictures) if isinstance(view, BoardView)]


def off(found: CameraCalibration, true: CameraCalibration) -> float:
    """How many pixels off the worst place of the picture is straightened, up to what a turn of the camera changes."""
    x, y = np.linspace(0, true.width - 1, 11), np.linspace(0, true.height - 1, 9)
    xy_image = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    mine, theirs = found.undistort_points(xy_image), true.undistort_points(xy_image)
    turned = cv2.perspectiveTransform(mine[None], np.asarray(cv2.findHomography(mine, theirs, 0)[0]))[0]
    return float(np.linalg.norm(true.distort_points(np.asarray(turned)) - xy_image, axis=1).max())


def fitted(views: list[BoardView]) -> LensFit:
    fit = fit_lens(views, "a camera")
    assert isinstance(fit, LensFit)
    return fit


@cache
def good_views() -> list[BoardView]:
    return views_of(WEBCAM, HELD)


# The board in a picture.


def test_corners_are_found_within_a_tenth_of_a_pixel_where_a_part_of_the_board_is_covered() -> None:
    for seed, pose in enumerate(HELD):
        view = find_board(photograph(WEBCAM, pose, hand=0.1, seed=seed))
        assert isinstance(view, BoardView)
        away = np.linalg.norm(view.xy_image - corners_of(WEBCAM, pose, view.xy_board), axis=1)
        assert np.median(away) < 0.1


@pytest.mark.parametrize(
    ("picture", "reason"),
    [
        (np.full((480, 640, 3), 90, np.uint8), NoBoardReason.ABSENT),
        (photograph(WEBCAM, HELD[4], blur=2.5), NoBoardReason.BLURRED),
        (photograph(WEBCAM, HELD[4], hand=0.6), NoBoardReason.PARTIAL),
    ],
    ids=["nothing", "out of focus", "mostly covered"],
)
def test_a_picture_in_which_the_board_cannot_be_used_says_why(picture: Image, reason: NoBoardReason) -> None:
    view = find_board(picture)
    assert not view
    assert isinstance(view, NoBoard)
    assert view.reason is reason


# The lens.

# The last is one that shows equal angles equally far apart, 110° from corner to corner.
LENSES = {
    "webcam": (WEBCAM, 0.3),
    "telephoto": (camera(0.05, -0.1, 0, 0, field=40, width=960, height=720), 0.3),
    "pinhole": (camera(0, 0, 0, 0, field=60, width=960, height=540), 0.3),
    "off centre, skewed": (camera(-0.28, 0.08, 0.001, -0.001, field=90, width=960, height=540), 0.6),
    "upright phone": (camera(-0.1, 0.02, 0, 0, field=50, width=720, height=960), 0.3),
    "wide": (camera(0.988, 0.202, 0, 0, 0.004, 1.321, 0.442, 0.03, field=91, width=1280, height=720), 2.0),
}


@pytest.mark.slow
@pytest.mark.parametrize(("lens", "tolerance"), LENSES.values(), ids=LENSES)
@pytest.mark.parametrize(("noise", "hand"), [(2.0, 0.0), (6.0, 0.1)], ids=["clear", "noise and hands"])
def test_a_known_lens_is_found_again_to_the_rim_of_the_picture(
    lens: CameraCalibration, tolerance: float, noise: float, hand: float
) -> None:
    fit = fitted(views_of(lens, waved(7, 18), noise=noise, hand=hand))
    assert off(fit.lens, lens) < tolerance
    assert fit.lens.K[0, 0] == pytest.approx(lens.K[0, 0], rel=0.01)
    assert fit.held_out < 0.4


def test_views_that_do_not_agree_are_left_out_and_have_no_say() -> None:
    rng = np.random.default_rng(1)
    shaken = [
        replace(view, xy_image=view.xy_image + rng.normal(0, 3, view.xy_image.shape)) for view in good_views()[:2]
    ]
    fit = fitted([*shaken, *good_views()[2:]])
    assert fit.left_out == (0, 1)
    assert off(fit.lens, WEBCAM) < 0.5


def test_pictures_of_two_cameras_make_no_calibration() -> None:
    zoomed = camera(-0.05, 0, 0, 0, field=45, width=640, height=480)
    for others in (6, 12):
        views = [*good_views(), *views_of(zoomed, waved(2, others))]
        fit = fit_lens(views, "two")
        if isinstance(fit, LensFit):
            verdict = judge_fit(fit, measure_coverage(views))
            assert (verdict.grade, verdict.flaws[0]) == (Grade.POOR, Flaw.INEXACT)
        else:
            assert fit.reason is NoFitReason.DISAGREE


def test_three_views_are_too_few() -> None:
    fit = fit_lens(good_views()[:3], "a camera")
    assert not isinstance(fit, LensFit)
    assert fit.reason is NoFitReason.FEW


# The verdict.


def test_a_board_held_everywhere_is_a_good_calibration() -> None:
    verdict = judge_fit(fitted(good_views()), measure_coverage(good_views()))
    assert (verdict.grade, verdict.flaws) == (Grade.GOOD, ())


def test_a_board_that_was_never_at_the_rim_is_not_called_good() -> None:
    views = views_of(WEBCAM, [replace(pose, x=0.3 * pose.x, y=0.3 * pose.y) for pose in HELD])
    verdict = judge_fit(fitted(views), measure_coverage(views))
    assert verdict.grade is Grade.FAIR
    assert Flaw.PARTS in verdict.flaws


def test_paper_that_is_not_flat_is_not_called_good() -> None:
    """The worst of it is three modules high on a board 72 wide, about a centimetre."""
    bent = []
    for view in good_views():
        height = 3 * np.sin(np.pi * view.xy_board[:, 0] / 72) * np.sin(np.pi * view.xy_board[:, 1] / 48)
        bent.append(replace(view, xy_image=view.xy_image + 0.5 * height[:, None]))
    fit = fit_lens(bent, "a camera")
    assert not isinstance(fit, LensFit) or judge_fit(fit, measure_coverage(bent)).grade is not Grade.GOOD


# What is still missing.


def test_all_parts_of_the_picture_and_all_tilts_are_asked_for_until_they_were_shown() -> None:
    language = find_language("en")
    views: list[BoardView] = []
    asked = []
    for view in views_of(WEBCAM, waved(3, 24)):
        coverage = measure_coverage(views)
        if coverage.is_done:
            break
        asked.append(say_next(language, coverage))
        views.append(view)
    assert say_next(language, measure_coverage(views)) == language("calibration-done")
    assert asked[0] == language("calibration-to-middle")
    assert len(views) >= 12


@in_both_languages
def test_there_are_words_for_whatever_is_missing_or_seen(code: str) -> None:
    language = find_language(code)
    for tilt in Tilt:
        assert say_next(language, Coverage(frozenset(Part), frozenset(Tilt) - {tilt}, 12, 12))
    for part in Part:
        assert say_next(language, Coverage(frozenset(Part) - {part}, frozenset(), 0, 12))
    for reason in NoBoardReason:
        assert say_seen(language, Seen(Outcome.NO_BOARD, NoBoard(reason)))
        assert say_no_views(language, {Outcome.NO_BOARD}, {reason}, "a film")
    assert say_seen(language, Seen(Outcome.MOVING))
    assert say_no_views(language, {Outcome.MOVING}, set(), "a film")


@pytest.mark.parametrize(
    ("pose", "part"),
    [
        (Pose(x=-0.75, y=-0.7, wide=0.4), Part.UPPER_LEFT),
        (Pose(x=0.75, y=0.7, wide=0.4), Part.LOWER_RIGHT),
        (Pose(x=0.0, y=0.0, wide=0.4), Part.MIDDLE),
    ],
)
def test_a_part_is_reached_where_the_board_is(pose: Pose, part: Part) -> None:
    (view,) = views_of(WEBCAM, [pose])
    assert part in parts_of(view)
    drawn = draw_coverage(measure_coverage([]), parts_of(view)).split("\n")
    assert drawn[{"upper-left": 0, "middle": 1, "lower-right": 2}[part]].count("◆") >= 1


@pytest.mark.parametrize(
    ("turned", "tilt"),
    [
        ({"tilt_y": 30}, Tilt.RIGHT),
        ({"tilt_y": -30}, Tilt.LEFT),
        ({"tilt_x": 30}, Tilt.TOP),
        ({"tilt_x": -30}, Tilt.BOTTOM),
    ],
)
def test_the_nearer_edge_of_the_board_is_told(turned: dict[str, float], tilt: Tilt) -> None:
    (view,) = views_of(camera(0, 0, 0, 0), [replace(Pose(x=0, y=0, wide=0.5), **turned)])
    assert measure_coverage([view]).tilts == {tilt}


# Views out of a stream.


def test_a_view_is_taken_where_the_board_rests_and_only_once() -> None:
    collector = ViewCollector()
    pictures = {number: photograph(WEBCAM, Pose(x=0.02 * number, y=0, wide=0.5), seed=number) for number in range(4)}
    moved = [collector.see(pictures[number], 0.2 * number, stands=False).outcome for number in range(4)]
    assert moved == [Outcome.MOVING] * 4
    still = [collector.see(pictures[3], time, stands=False).outcome for time in (0.65, 0.9, 1.2)]
    assert still == [Outcome.SKIPPED, Outcome.TAKEN, Outcome.KNOWN]


# The command.


def save(folder: Path, pictures: Iterable[Image]) -> str:
    folder.mkdir(exist_ok=True)
    for number, picture in enumerate(pictures):
        cv2.imwrite(str(folder / f"{number:02}.png"), picture)
    return str(folder)


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("photos")
    save(folder, (photograph(WEBCAM, pose, seed=seed) for seed, pose in enumerate(HELD)))
    cv2.imwrite(str(folder / "table.png"), np.full((480, 640, 3), 90, np.uint8))
    return folder


@in_both_languages
def test_photographs_of_the_board_become_a_saved_calibration(photos: Path, code: str, tmp_path: Path) -> None:
    file = tmp_path / "lens.json"
    outcome = tileref("calibrate", str(photos), "-o", str(file), "--name", "the old webcam", language=code)
    assert outcome.code == 0, outcome.err
    lens = load_calibration(file)
    assert lens.camera == "the old webcam"
    assert off(lens, WEBCAM) < 0.3
    good, bare = (
        outcome.out.index(find_language(code)("calibration-good", error="")[:4]),
        outcome.out.index("table.png"),
    )
    assert bare < good
    assert str(file) in outcome.out


def test_a_video_is_calibrated_from_where_the_board_was_held_still(tmp_path: Path) -> None:
    file = tmp_path / "board.avi"
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 10, (640, 480))
    for seed, pose in enumerate(HELD):
        for x in (pose.x - 0.2, pose.x, pose.x, pose.x):
            writer.write(photograph(WEBCAM, replace(pose, x=x), seed=seed))
    writer.release()
    outcome = tileref("calibrate", str(file), "-o", str(tmp_path / "lens.json"))
    assert outcome.code == 0, outcome.err
    lens = load_calibration(tmp_path / "lens.json")
    assert lens.camera == "board"
    assert off(lens, WEBCAM) < 0.6


@pytest.mark.slow
def test_a_live_camera_says_what_is_missing_and_ends_when_nothing_is(tmp_path: Path) -> None:
    language, file = find_language("en"), tmp_path / "lens.json"
    over = threading.Event()

    def show(server: MjpegServer) -> None:
        """The board held elsewhere every second, the picture flickering so that the camera is not taken for frozen."""
        for seed, pose in enumerate(itertools.chain.from_iterable(itertools.repeat((*HELD, *waved(3, 12))))):
            picture = photograph(WEBCAM, pose, seed=seed)
            for flicker in range(10):
                picture[0, 0] = flicker
                jpeg = cv2.imencode(".jpg", picture)[1].tobytes()
                head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
                server.content = head.encode() + jpeg + b"\r\n"
                if over.wait(0.1):
                    return

    with mjpeg_server() as server:
        server.pace = 0.05
        server.content = b"\r\n"
        shows = threading.Thread(target=show, args=(server,))
        shows.start()
        try:
            outcome = tileref("calibrate", server.url(), "-o", str(file))
        finally:
            over.set()
            shows.join()
    assert outcome.code == 0, outcome.err
    lines = outcome.out.split("\n")
    advice = {language("calibration-to-part", part=language(f"calibration-part-{part}")) for part in Part}
    assert any(each in line for each in advice for line in lines)
    assert any(language("calibration-done") in line for line in lines)
    assert load_calibration(file).camera == server.url()
    assert off(load_calibration(file), WEBCAM) < 0.6


def nothing(folder: Path) -> str:
    return save(folder, [np.full((480, 640, 3), 90, np.uint8)] * 2)


def one_view(folder: Path) -> str:
    return save(folder, [photograph(WEBCAM, HELD[4])])


def the_same_view(folder: Path) -> str:
    return save(folder, (photograph(WEBCAM, HELD[4], seed=seed) for seed in range(4)))


def blurred(folder: Path) -> str:
    return save(folder, (photograph(WEBCAM, pose, blur=3) for pose in HELD[4:8]))


def two_sizes(folder: Path) -> str:
    larger = camera(-0.3, 0.1, 0, 0, field=80, width=960, height=720)
    return save(folder, (photograph(lens, pose) for lens, pose in zip((WEBCAM, WEBCAM, larger), HELD, strict=False)))


def two_cameras(folder: Path) -> str:
    zoomed = camera(-0.05, 0, 0, 0, field=45, width=640, height=480)
    poses = [*((WEBCAM, pose) for pose in HELD[:8]), *((zoomed, pose) for pose in waved(2, 6))]
    return save(folder, (photograph(lens, pose) for lens, pose in poses))


def broken(folder: Path) -> str:
    folder.mkdir()
    (folder / "a.jpg").write_bytes(b"\xff\xd8 no picture")
    return str(folder)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (nothing, "cannot be seen in"),
        (one_view, "only 1 view"),
        (the_same_view, "the same way in all 4 pictures"),
        (blurred, "too blurred"),
        (two_sizes, "02.png is 960 × 720 pixels, and others are 640 × 480"),
        (two_cameras, "one camera"),
        (broken, "a.jpg"),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
def test_pictures_that_make_no_calibration_get_one_sentence_and_nothing_is_saved(
    make: object, words: str, tmp_path: Path
) -> None:
    assert callable(make)
    file = tmp_path / "lens.json"
    outcome = tileref("calibrate", make(tmp_path / "photos"), "-o", str(file))
    assert is_one_sentence(outcome), outcome
    assert words in outcome.err
    assert not file.exists()


def test_a_poor_calibration_is_not_saved_and_says_what_to_do(tmp_path: Path) -> None:
    folder = save(tmp_path / "p", (photograph(WEBCAM, replace(HELD[4], x=0.1 * at, tilt_x=5 * at)) for at in range(5)))
    outcome = tileref("calibrate", folder, "-o", str(tmp_path / "lens.json"))
    assert is_one_sentence(outcome), outcome
    assert "is poor" in outcome.err
    assert "take views there too" in outcome.err
    assert not (tmp_path / "lens.json").exists()


@pytest.mark.parametrize("arguments", [("no such",), ("*.nothing",), ("a.jpg", "--name", ""), ("",)])
def test_sources_that_are_none_get_one_sentence(arguments: tuple[str, ...], tmp_path: Path) -> None:
    assert is_one_sentence(tileref("calibrate", *arguments, "-o", str(tmp_path / "lens.json")))


def test_what_was_calibrated_can_be_read_with(photos: Path, tmp_path: Path) -> None:
    file = tmp_path / "lens.json"
    assert tileref("calibrate", str(photos), "-o", str(file)).code == 0
    outcome = tileref("read", str(photos / "table.png"), "--json", "--calibration", str(file))
    assert json.loads(outcome.out)["tiles"] == []


@pytest.mark.parametrize("file", ["calibration.ftl", "printing.ftl"])
def test_both_languages_have_the_same_messages(file: str) -> None:
    folder = Path(__file__).parents[1] / "app/locales"
    entries = [FluentParser().parse((folder / code / file).read_text(encoding="utf-8")).body for code in LANGUAGES]
    for body in entries:
        assert not [entry.content for entry in body if isinstance(entry, ast.Junk)]
    names = [[entry.id.name for entry in body if isinstance(entry, ast.Message)] for body in entries]
    assert names[0] == names[1]

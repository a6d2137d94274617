"""What is printed: at true size, whole, and such that tileref reads it back."""

import io
import shutil
import subprocess
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from pypdf import PdfReader, PdfWriter

from tests.test_cli import is_one_sentence, tileref
from tileref.board_pdf import draw_board_pdf, square_of
from tileref.calibration.board import CORNERS, MODULES
from tileref.calibration.board_view import BoardView, find_board
from tileref.engine.triangles import Chirality, tile_of, tile_set
from tileref.language import LANGUAGES, find_language
from tileref.paper_size import PaperSize
from tileref.printed_paper import RULER
from tileref.printed_styles import PRINTED_STYLES, PrintedStyle, find_style
from tileref.tile_sheets import pack_sheet
from tileref.tiles_pdf import draw_tiles_pdf
from tileref.vision.pipeline import PictureReader

MADE = datetime(2026, 8, 1, 12, 0, tzinfo=UTC)
INCH = 25.4


def tiles_pdf(
    style: str = "plain",
    *,
    side: float = 35.0,
    chirality: Chirality = Chirality.CW,
    paper: PaperSize = PaperSize.A4,
    backs: bool = False,
    code: str = "en",
) -> bytes:
    """The sheets of a set."""
    language = find_language(code)
    return draw_tiles_pdf(
        find_style(style), side=side, chirality=chirality, paper=paper, backs=backs, language=language, made=MADE
    )[0]


def pixels(pdf: bytes, dots_per_inch: int, folder: Path) -> NDArray[np.uint8]:
    """The first page as a printer sees it."""
    if not shutil.which("pdftoppm"):
        pytest.skip("pages cannot be looked at: install Debian's poppler-utils")
    file = folder / "page.pdf"
    file.write_bytes(pdf)
    command = ["pdftoppm", "-r", str(dots_per_inch), "-png", "-singlefile", str(file), str(folder / "page")]
    subprocess.run(command, check=True)
    image = cv2.imread(str(folder / "page.png"))
    assert image is not None
    return np.asarray(image, np.uint8)


def pages(pdf: bytes) -> list[str]:
    """What is written on each page."""
    return [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]


# The calibration board.


@pytest.mark.parametrize("paper", PaperSize)
def test_the_printed_board_is_found_whole_and_its_squares_have_their_size(paper: PaperSize, tmp_path: Path) -> None:
    dots = 150
    board = find_board(pixels(draw_board_pdf(paper, find_language("en"), MADE), dots, tmp_path))
    assert isinstance(board, BoardView)
    assert len(board.ids) == CORNERS
    millimetres = board.xy_image / dots * INCH
    expected = board.xy_board / MODULES * square_of(paper)
    shift = (millimetres - expected).mean(axis=0)
    assert np.abs(millimetres - expected - shift).max() < 0.1


def test_no_hair_of_paper_runs_through_the_black_of_the_board(tmp_path: Path) -> None:
    page = pixels(draw_board_pdf(PaperSize.A4, find_language("en"), MADE), 137, tmp_path)
    board = find_board(page)
    assert isinstance(board, BoardView)
    square = square_of(PaperSize.A4) / INCH * 137
    # The square up and left of the first corner is black.
    x, y = board.xy_image[0] - square / 2
    reach = int(square / 2) - 3
    assert page[int(y) - reach : int(y) + reach, int(x) - reach : int(x) + reach].max() == 0


def test_the_rulers_are_as_long_as_they_say(tmp_path: Path) -> None:
    for pdf in (draw_board_pdf(PaperSize.A4, find_language("en"), MADE), tiles_pdf()):
        dark = pixels(pdf, 300, tmp_path)[: 35 * 300 // 25, :, 0] < 128
        longest = max(len(run) for row in dark for run in "".join(map(" x".__getitem__, row.astype(int))).split())
        assert longest / 300 * INCH == pytest.approx(RULER, abs=0.4)


# Tiles.


@pytest.mark.slow
@pytest.mark.parametrize("style", PRINTED_STYLES, ids=lambda style: style.name)
def test_every_tile_of_every_style_is_read_from_the_sheet_as_it_was_meant(style: PrintedStyle, tmp_path: Path) -> None:
    dots = 80
    observed, _ = PictureReader().read(pixels(tiles_pdf(style.name), dots, tmp_path))
    assert Counter(tile_of(tile.digits) for tile in observed.tiles if tile.digits) == Counter(tile_set(Chirality.CW))


@pytest.mark.parametrize("chirality", Chirality)
def test_every_tile_of_a_set_is_printed_once(chirality: Chirality) -> None:
    printed = Counter("".join(pages(tiles_pdf(chirality=chirality))))
    words = Counter("".join(pages(tiles_pdf("pips", chirality=chirality))))
    digits = Counter(str(digit) for tile in tile_set(chirality) for digit in tile)
    assert {digit: printed[digit] - words[digit] for digit in digits} == digits


def test_large_tiles_go_on_more_sheets_each_with_its_ruler() -> None:
    sheets = pages(tiles_pdf(side=60))
    assert len(sheets) == 3
    assert all("100 mm" in sheet for sheet in sheets)


@pytest.mark.parametrize("side", [15.0, 35.0, 50.5, 100.0])
def test_tiles_have_the_side_that_was_asked_for_and_lie_on_the_sheet_side_by_side(side: float) -> None:
    places = pack_sheet(side, 8, 27, 202, 289)
    corners = np.array([place.corners for place in places])
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2)
    assert np.allclose(sides, side)
    assert (corners.min(axis=(0, 1)) >= [8, 27]).all()
    assert (corners.max(axis=(0, 1)) <= [202, 289]).all()
    (ax, ay), (bx, by), (cx, cy) = corners.transpose(1, 2, 0)
    # Clockwise as one sees them, y running downwards.
    assert ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 0).all()
    middles = corners.mean(axis=1)
    apart = np.linalg.norm(middles[:, None] - middles[None], axis=2) + np.eye(len(middles)) * 1e9
    assert apart.min() > side / 3**0.5 - 1e-6


def test_backs_lie_behind_their_tiles_when_the_sheet_is_turned_over(tmp_path: Path) -> None:
    pdf = tiles_pdf("dark", backs=True)
    assert len(pages(pdf)) == 2
    front = pixels(pdf, 50, tmp_path)
    turned_over = io.BytesIO()
    writer = PdfWriter()
    writer.add_page(PdfReader(io.BytesIO(pdf)).pages[1])
    writer.write(turned_over)
    back = pixels(turned_over.getvalue(), 50, tmp_path)[:, ::-1]
    # Below the words, where tiles are dark, their backs red with a white ring, and the paper is white.
    rim = np.ones((25, 25))
    tiles, backs = (
        cv2.morphologyEx((page[60:].min(axis=2) < 120).astype(np.uint8), cv2.MORPH_CLOSE, rim) for page in (front, back)
    )
    assert tiles.mean() > 0.4
    assert (tiles != backs).mean() < 0.01


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_sheet_says_in_the_users_language_how_to_print_it(code: str, tmp_path: Path) -> None:
    language = find_language(code)
    outcome = tileref("print", "set", "-o", str(tmp_path / "set.pdf"), "--chirality", "both", language=code)
    assert outcome.code == 0
    assert language("print-scale") in outcome.out
    (page,) = pages((tmp_path / "set.pdf").read_bytes())
    assert language("print-set-title", tiles=76, style="plain") in page
    outcome = tileref("print", "calibration", "-o", str(tmp_path / "board.pdf"), "--paper", "letter", language=code)
    (page,) = pages((tmp_path / "board.pdf").read_bytes())
    assert language("print-board-title") in page


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--style", "gothic"), "'gothic'; the styles are plain, inward"),
        (("--side", "200"), "120"),
        (("--side", "120", "--paper", "a5"), "a5"),
        (("--output", "/dev/null/set.pdf"), "cannot be written"),
    ],
)
def test_what_cannot_be_printed_gets_one_sentence(options: tuple[str, ...], words: str, tmp_path: Path) -> None:
    outcome = tileref("print", "set", "-o", str(tmp_path / "set.pdf"), *options)
    assert is_one_sentence(outcome), outcome
    assert words in outcome.err
    assert not list(tmp_path.iterdir())

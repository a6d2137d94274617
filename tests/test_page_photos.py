"""Photographs given to the page: one is audited as a board, several are scored as a game, whatever camera took them."""

from pathlib import Path

import pillow_heif
import pytest
from PIL import Image
from playwright.sync_api import Browser, expect

from tests.browser import PHONE, Visitor, visiting
from tests.page_server import PageServer

pytestmark = pytest.mark.slow

DEMO = Path(__file__).parent.parent / "app/demo"


def _read(visitor: Visitor, server: PageServer, *photos: Path) -> None:
    page = visitor.page
    page.goto(f"{server.url}/photo")
    page.locator("input[type=file]").set_input_files(list(photos))
    expect(page.locator(".chosen li")).to_have_count(len(photos))
    page.locator("main > button.main").click()
    expect(page.locator(".photo-read")).to_have_count(len(photos))


def test_one_photograph_is_read_as_a_board(browser: Browser, page_server: PageServer, pictures: Path) -> None:
    with visiting(browser, pictures) as anna:
        _read(anna, page_server, DEMO / "04.jpg")
        photo = anna.page.locator(".photo-read")
        expect(photo.locator(".verdict")).to_have_text("All of it is sure.")
        expect(photo.locator("svg.board g.tile")).to_have_count(4)
        expect(photo.locator("svg.overlay g.seen.counts")).to_have_count(4)
        anna.look("photo-one")


def test_several_photographs_are_scored_as_a_game_one_for_each_turn(
    browser: Browser, page_server: PageServer, pictures: Path
) -> None:
    with visiting(browser, pictures, size=PHONE, language="ru-RU", dark=True) as anna:
        _read(anna, page_server, *(DEMO / f"{number:02}.jpg" for number in (1, 2, 3, 4)))
        expect(anna.page.locator(".game .standing li strong")).to_have_text(["34", "17"])
        expect(anna.page.locator(".photo-read").nth(3)).to_contain_text("Борис кладёт 0-3-4: 7 очков. Всего 17.")
        anna.look("photo-game")


def test_a_photograph_of_an_iphone_is_read_and_shown(
    browser: Browser, page_server: PageServer, pictures: Path, tmp_path: Path
) -> None:
    photo = tmp_path / "IMG_0001.HEIC"
    with Image.open(DEMO / "04.jpg") as image:
        pillow_heif.from_pillow(image).save(photo, quality=90)
    with visiting(browser, pictures) as anna:
        _read(anna, page_server, photo)
        expect(anna.page.locator(".photo-read svg.board g.tile")).to_have_count(4)
        shown = anna.page.get_by_role("img", name="IMG_0001.HEIC")
        expect(shown).to_have_js_property("complete", True)
        assert shown.evaluate("picture => picture.naturalWidth") > 0


def test_what_is_no_photograph_is_refused_in_a_sentence(
    browser: Browser, page_server: PageServer, pictures: Path, tmp_path: Path
) -> None:
    note = tmp_path / "note.jpg"
    note.write_text("not a picture")
    with visiting(browser, pictures) as anna:
        anna.page.goto(f"{page_server.url}/photo")
        anna.page.locator("input[type=file]").set_input_files(note)
        anna.page.locator("main > button.main").click()
        expect(anna.page.locator(".photo-read")).to_contain_text("'note.jpg' is not a picture that can be read")
        anna.look("photo-refused")
        expect(anna.page.locator("main > button.main")).to_be_enabled()

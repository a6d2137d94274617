"""Matches that are over or were left, on the page: looked up, gone through step by step, taken elsewhere."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import PHONE, visiting
from tests.directed_camera import DirectedCamera
from tests.page_server import PageServer

pytestmark = pytest.mark.slow

LAID = (
    "Hanna opens with 3-3-3: 9 points and 10 for the first move, 19 in all.",
    "Boris lays 3-3-4 for 10 points, 10 in all.",
    "Hanna lays 1-3-3 for 7 points, 26 in all.",
)


@pytest.fixture(scope="module")
def match(browser: Browser, page_server: PageServer, camera: DirectedCamera, pictures: Path) -> int:
    """A match of three tiles that was left."""
    camera.clear()
    with visiting(browser, pictures) as anna:
        anna.come_to(f"{page_server.url}/t/history")
        anna.page.get_by_label("Player 1").fill("Hanna")
        anna.page.get_by_label("Who opens?").select_option("Hanna")
        anna.begin()
        for number, said in enumerate(LAID, start=1):
            camera.leave(number)
            anna.waits_for(said)
        kept: int = page_server.get("/tables/history")["match"]
        page_server.leave("history")
    return kept


def test_a_kept_match_is_found_and_gone_through_by_keys(
    browser: Browser, page_server: PageServer, pictures: Path, match: int
) -> None:
    with visiting(browser, pictures) as anna:
        page = anna.page
        page.goto(f"{page_server.url}/")
        page.get_by_role("link", name="History").click()
        expect(page.locator(".statistics tbody tr", has_text="Hanna")).to_contain_text("26")
        anna.look("history")
        page.locator("a.match", has_text="Hanna 26, Boris 10").click()
        expect(page).to_have_url(f"{page_server.url}/history/{match}")
        said, tiles = page.locator(".said"), page.locator("svg.board g.tile")
        expect(said).to_contain_text("Round 1: 9 tiles each")
        page.keyboard.press("End")
        expect(said).to_contain_text(LAID[2])
        expect(tiles).to_have_count(3)
        expect(page.locator(".totals")).to_contain_text("Hanna 26")
        page.keyboard.press("ArrowLeft")
        expect(said).to_contain_text(LAID[1])
        expect(tiles).to_have_count(2)
        photographs = page.locator(".packet-place img")
        expect(photographs).to_have_count(2)
        for photograph in photographs.all():
            expect(photograph).not_to_have_js_property("naturalWidth", 0)
        anna.look("replay")


def test_what_was_said_is_read_in_the_other_language_too(
    browser: Browser, page_server: PageServer, pictures: Path, match: int
) -> None:
    with visiting(browser, pictures, size=PHONE, dark=True) as anna:
        page = anna.page
        page.goto(f"{page_server.url}/history/{match}")
        expect(page.locator(".said")).to_contain_text("Round 1: 9 tiles each")
        anna.button("Menu").click()
        page.get_by_label("Language").select_option("ru")
        expect(page.locator("html")).to_have_attribute("lang", "ru")
        expect(page.locator(".said")).to_contain_text("Раунд 1: каждому по 9 костяшек")
        anna.look("replay-other-language")
        assert anna.spoken == [], "what is over is not read out"


def test_a_match_is_taken_elsewhere_as_a_file(
    browser: Browser, page_server: PageServer, pictures: Path, match: int, tmp_path: Path
) -> None:
    with visiting(browser, pictures) as anna:
        page = anna.page
        page.goto(f"{page_server.url}/history")
        with page.expect_download() as saved:
            page.locator(".matches li", has_text="Hanna 26").get_by_role("button", name="Export").click()
        file = tmp_path / saved.value.suggested_filename
        saved.value.save_as(file)
        page.locator("input[type=file]").set_input_files(file)
        page.wait_for_url("**/history/*")
        assert page.url != f"{page_server.url}/history/{match}"
        expect(page.locator(".said")).to_contain_text("Round 1: 9 tiles each")
        page.keyboard.press("End")
        expect(page.locator(".said")).to_contain_text(LAID[2])
        expect(page.locator(".totals")).to_contain_text("Hanna 26")
        file.write_bytes(file.read_bytes()[:1000])
        page.goto(f"{page_server.url}/history")
        page.locator("input[type=file]").set_input_files(file)
        expect(page.locator(".notice.trouble")).not_to_be_empty()


def test_an_event_is_explained_with_what_was_seen_before_and_after(
    browser: Browser, page_server: PageServer, pictures: Path, match: int
) -> None:
    page_server.resume("history", match)
    with visiting(browser, pictures, size=PHONE) as anna:
        page = anna.page
        page.goto(f"{page_server.url}/t/history")
        anna.waits_for(LAID[1])
        anna.button(LAID[1]).click()
        window = page.get_by_role("dialog")
        expect(window).to_contain_text("3-3-4")
        expect(window.get_by_role("meter")).to_have_count(1)
        expect(window.locator("img")).to_have_count(2)
        anna.look("event")
        page.keyboard.press("Escape")
        expect(window).to_have_count(0)

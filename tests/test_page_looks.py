"""Every page on small and large screens, light and dark, in both languages: all is in view, everybody can use it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import DESKTOP, PHONE, visiting
from tests.directed_camera import DirectedCamera
from tests.page_server import PageServer

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def match(browser: Browser, page_server: PageServer, camera: DirectedCamera, pictures: Path) -> Iterator[int]:
    """A match with a tile on the table that is refused."""
    camera.clear()
    with visiting(browser, pictures) as anna:
        anna.come_to(f"{page_server.url}/t/looks")
        anna.page.get_by_label("Who opens?").select_option("Anna")
        anna.begin()
        for number, tile in ((1, "3-3-3"), (2, "3-3-4"), (8, "2-3-5"), (9, "3-5-5")):
            camera.leave(number)
            anna.waits_for(tile)
        yield page_server.get("/tables/looks")["match"]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(("name", "size", "language"), [("phone", PHONE, "ru-RU"), ("desktop", DESKTOP, "en-GB")])
def test_every_page_can_be_used_by_everybody(
    browser: Browser,
    page_server: PageServer,
    pictures: Path,
    match: int,
    name: str,
    size: tuple[int, int],
    language: str,
    dark: bool,
) -> None:
    look = f"{name}-{'dark' if dark else 'light'}"
    with visiting(browser, pictures, size=size, language=language, dark=dark) as anna:
        page = anna.page
        page.goto(f"{page_server.url}/t/looks")
        expect(page.locator("svg.board g.tile.refused")).to_be_visible()
        page.locator(".log input[type=checkbox]").check()
        expect(page.locator("svg.board g.tile.legal").first).to_be_visible()
        anna.look(f"{look}-table")
        page.locator("ol.events button").first.click()
        expect(page.locator("dialog .reading")).to_be_visible()
        anna.look(f"{look}-event")
        page.goto(f"{page_server.url}/history")
        expect(page.locator(".statistics tbody tr").first).to_be_visible()
        anna.look(f"{look}-history")
        page.goto(f"{page_server.url}/history/{match}")
        expect(page.locator(".said")).not_to_be_empty()
        anna.look(f"{look}-replay")
        page.goto(f"{page_server.url}/photo")
        expect(page.locator("select[name=ruleset]")).not_to_be_empty()
        anna.look(f"{look}-photo")
        page.goto(f"{page_server.url}/share")
        expect(page.locator("main code")).to_be_visible()
        anna.look(f"{look}-share")
        anna.come_to(f"{page_server.url}/t/{look}")
        for folded in page.locator("details > summary").all():
            folded.click()
        anna.look(f"{look}-set-up")

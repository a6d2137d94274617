"""The page by keyboard alone: a match is begun, refereed and corrected without a pointer."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import visiting
from tests.directed_camera import DirectedCamera
from tests.page_server import PageServer

pytestmark = pytest.mark.slow

_MOST_STOPS = 40
"""So often the tabulator is pressed till what is looked for must have had the focus."""

_FOCUSED = "(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').trim()"
# By an outline round it, or in a drawing by a heavier line.
_SHOWS_FOCUS = """
(() => {
    const focused = document.activeElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(focused);
    const line = focused.querySelector(":scope > path");
    const isOutlined = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
    return isOutlined || (line !== null && parseFloat(getComputedStyle(line).strokeWidth) >= 6);
})()
"""


def _go_to(page: Page, name: str) -> None:
    """Press the tabulator until what has this name has the focus, and shows it."""
    seen = []
    for _ in range(_MOST_STOPS):
        page.keyboard.press("Tab")
        seen.append(page.evaluate(_FOCUSED))
        if seen[-1].startswith(name):
            assert page.evaluate(_SHOWS_FOCUS), f"{name!r} does not show that it has the focus"
            return
    raise AssertionError(f"the keyboard never gets to {name!r}, only to {seen}")


def test_a_match_is_refereed_by_keyboard_alone(
    browser: Browser, page_server: PageServer, camera: DirectedCamera, pictures: Path
) -> None:
    camera.clear()
    with visiting(browser, pictures) as anna:
        page = anna.page
        anna.come_to(f"{page_server.url}/t/keyboard")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.locator("main")).to_be_focused()
        _go_to(page, "Player 1")
        page.keyboard.type("Zoe")
        _go_to(page, "Begin")
        page.keyboard.press("Enter")
        expect(page.locator("main.play svg.overlay g.facedown")).to_have_count(6)

        camera.leave(1)
        anna.waits_for("3-3-3")
        expect(page.get_by_role("region", name="Question")).to_be_visible()
        page.wait_for_timeout(500)
        page.keyboard.press("1")
        anna.waits_for("Zoe opens with 3-3-3")
        page.keyboard.press("d")
        anna.waits_for("Boris takes a tile from the well")
        page.keyboard.press("u")
        anna.has_scores(19, 0)

        camera.leave(2)
        anna.waits_for("Boris lays 3-3-4 for 10 points, 10 in all.")
        _go_to(page, "3-3-4")
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog", name="Tile 3-3-4")).to_be_visible()
        anna.look("keyboard-correction")
        page.keyboard.type("335")
        anna.waits_for("It is 3-3-5, not 3-3-4.")
        expect(page.get_by_role("dialog")).to_have_count(0)
        assert page.evaluate(_FOCUSED).startswith("3-3-5"), "the focus is where it was before the window was open"
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog", name="Tile 3-3-5")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)

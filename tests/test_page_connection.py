"""A page that is loaded anew or cut off in the middle of a match: nothing is lost, doubled or said twice."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import Line, Visitor, visiting
from tests.directed_camera import DirectedCamera
from tests.page_server import PageServer

pytestmark = pytest.mark.slow

LAID = (
    "Anna opens with 3-3-3: 9 points and 10 for the first move, 19 in all.",
    "Boris lays 3-3-4 for 10 points, 10 in all.",
    "Anna lays 1-3-3 for 7 points, 26 in all.",
)


def _begin(visitor: Visitor, server: PageServer, table: str) -> None:
    visitor.come_to(f"{server.url}/t/{table}")
    visitor.begin()
    visitor.button("Anna").click()
    visitor.waits_for("Anna opens the round.")


def _is_whole(visitor: Visitor, server: PageServer, table: str) -> None:
    """Every event that is kept is in the list, and what was said aloud was said once."""
    kept = [event for event in server.get(f"/tables/{table}/events") if event["said"]]
    expect(visitor.page.locator("ol.events > li")).to_have_count(len(kept))
    assert visitor.events == ["\n".join(event["said"]) for event in kept]
    assert len(visitor.spoken) == len(set(visitor.spoken)), visitor.spoken


def test_a_page_loaded_anew_goes_on_where_it_was_and_with_its_camera(
    browser: Browser, page_server: PageServer, camera: DirectedCamera, pictures: Path
) -> None:
    camera.clear()
    with visiting(browser, pictures) as anna:
        _begin(anna, page_server, "reload")
        camera.leave(1)
        anna.waits_for(LAID[0])
        spoken = anna.spoken
        assert any("opens with 3 3 3" in text for text in spoken)
        anna.page.reload()
        anna.waits_for(LAID[0])
        expect(anna.page.locator("main.play video")).to_be_visible()
        assert anna.spoken == spoken
        camera.leave(2)
        anna.waits_for(LAID[1])
        anna.has_scores(19, 10)
        _is_whole(anna, page_server, "reload")


def test_what_happened_while_the_line_was_cut_is_told_once_when_it_is_back(
    browser: Browser, page_server: PageServer, camera: DirectedCamera, pictures: Path
) -> None:
    camera.clear()
    with visiting(browser, pictures) as anna:
        line = Line(anna.page)
        _begin(anna, page_server, "line")
        camera.leave(1)
        anna.waits_for(LAID[0])
        line.cut()
        expect(anna.page.locator(".connection")).to_be_visible()
        anna.look("connection-cut")
        expect(anna.button("Undo")).to_be_disabled()
        # The camera has a line of its own, and the referee goes on.
        camera.leave(2)
        while not any(LAID[1] in event["said"] for event in page_server.get("/tables/line/events")):
            anna.page.wait_for_timeout(50)
        assert LAID[1] not in anna.events
        line.mend()
        anna.waits_for(LAID[1])
        expect(anna.page.locator(".connection")).to_be_hidden()
        assert anna.spoken.count("Boris lays 3 3 4 for 10 points, 10 in all.") == 1
        camera.leave(3)
        anna.waits_for(LAID[2])
        _is_whole(anna, page_server, "line")


def test_a_match_goes_on_after_its_server_was_killed_and_started_again(
    browser: Browser, page_server: PageServer, camera: DirectedCamera, pictures: Path
) -> None:
    camera.clear()
    with visiting(browser, pictures) as anna:
        _begin(anna, page_server, "killed")
        for number in (1, 2):
            camera.leave(number)
            anna.waits_for(LAID[number - 1])
        spoken = anna.spoken
        page_server.kill()
        expect(anna.page.locator(".connection")).to_be_visible()
        page_server.start()
        expect(anna.page.locator(".resume")).to_contain_text("Anna 19, Boris 10")
        anna.look("connection-resume")
        anna.button("Go on with it").click()
        anna.waits_for(LAID[1])
        anna.has_scores(19, 10)
        assert anna.spoken == spoken
        camera.leave(3)
        anna.waits_for(LAID[2])
        _is_whole(anna, page_server, "killed")


def test_two_windows_of_a_browser_speak_with_one_voice(
    browser: Browser, page_server: PageServer, camera: DirectedCamera, pictures: Path
) -> None:
    camera.clear()
    with visiting(browser, pictures) as anna:
        _begin(anna, page_server, "windows")
        other = anna.open_window()
        other.goto(f"{page_server.url}/t/windows")
        expect(other.locator("ol.events")).to_contain_text("Anna opens the round.")
        camera.leave(1)
        anna.waits_for(LAID[0])
        expect(other.locator("ol.events")).to_contain_text(LAID[0])
        assert sum("opens with 3 3 3" in text for text in anna.spoken) == 1

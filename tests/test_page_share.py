"""Phones that join by a link: each may do what its link is for, and nothing more."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import PHONE, visiting
from tests.directed_camera import DirectedCamera
from tests.page_server import PageServer, running_page
from tileref.files import FileError
from tileref.web.share import find_address

pytestmark = pytest.mark.slow

# What is answered to an order that is given with the token of a link.
_ORDER = """
() => new Promise((done) => {
    const token = sessionStorage.getItem("tileref.token");
    const socket = new WebSocket(`wss://${location.host}/api/tables/table/live?token=${token}`);
    socket.onopen = () => socket.send(JSON.stringify({ type: "order", id: 1, order: "undo" }));
    socket.onmessage = ({ data }) => {
        const { id, type } = JSON.parse(data);
        if (id === 1) done(type);
    };
})
"""


@pytest.fixture(scope="module")
def shared(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageServer]:  # noqa: ARG001
    """A page that phones may join."""
    try:
        find_address()
    except FileError as error:
        pytest.skip(f"{error}, so nothing can be shared here")
    with running_page(tmp_path_factory.mktemp("shared"), "--share") as server:
        yield server


def _links(server: PageServer) -> dict[str, str]:
    """The links that the command prints, by what they are for, as they are reached from this computer."""
    tokens = re.findall(r"#token=(\S+)", server.said)
    return dict(
        zip(("control", "camera", "view"), (f"{server.url}/t/table#token={token}" for token in tokens), strict=True)
    )


def test_phones_join_as_camera_as_remote_control_and_to_watch(
    shared: PageServer, browser: Browser, camera: DirectedCamera, pictures: Path
) -> None:
    camera.clear()
    links = _links(shared)
    with (
        visiting(browser, pictures, size=PHONE) as phone,
        visiting(browser, pictures) as laptop,
        visiting(browser, pictures, size=PHONE, dark=True) as guest,
    ):
        laptop.page.goto(links["control"])
        expect(laptop.page).to_have_url(f"{shared.url}/t/table")
        laptop.page.get_by_role("link", name="Share").click()
        expect(laptop.page.locator("article.link svg")).to_have_count(3)
        laptop.look("share")

        phone.page.goto(links["camera"])
        phone.button("Start the camera").click()
        expect(phone.page.locator(".verdict.fine")).not_to_be_empty()
        phone.look("share-camera")
        expect(phone.page.get_by_role("link", name="Share")).to_have_count(0)

        guest.page.goto(links["view"])
        expect(guest.page.locator("main")).to_contain_text("Nobody plays at this table yet.")
        guest.look("share-nobody")

        laptop.come_to(f"{shared.url}/t/table")
        laptop.look("share-set-up")
        laptop.begin()
        laptop.button("Anna").click()
        camera.leave(1)
        for visitor in (laptop, guest):
            visitor.waits_for("Anna opens with 3-3-3: 9 points and 10 for the first move, 19 in all.")
        expect(guest.page.locator("main.play img")).to_be_visible()
        expect(guest.page.locator(".keys")).to_be_hidden()
        guest.look("share-view")
        guest.page.keyboard.press("u")
        guest.page.locator("svg.board g.tile").click()
        expect(guest.page.get_by_role("dialog")).to_have_count(0)
        # Neither does it help to go round the page.
        assert guest.page.evaluate(_ORDER) == "refused"
        assert laptop.page.evaluate(_ORDER) == "heard"
        laptop.waits_for("no longer counts")
        # One voice at a table is enough.
        assert laptop.spoken
        assert guest.spoken == []


def test_a_link_of_yesterday_says_so(shared: PageServer, browser: Browser, pictures: Path) -> None:
    with visiting(browser, pictures, size=PHONE) as guest:
        guest.page.goto(f"{shared.url}/t/table#token=yesterday")
        expect(guest.page.locator("body")).to_contain_text("This link does not count any more. Scan the code anew.")
        guest.look("share-old")

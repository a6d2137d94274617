"""Debian's chromium for the tests of the page, and people who have the page open in it."""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    WebSocketRoute,
    expect,
    sync_playwright,
)

from tests.directed_camera import BACKS

PATIENCE = 60_000
"""Milliseconds that something may take on a machine that does much else."""

_SETTLES = 500
"""Milliseconds till a new question takes an answer."""

PHONE = (360, 740)
DESKTOP = (1280, 800)

_OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
)

# A voice that says all at once, and of which is known what it said, also before the page was loaded anew.
_VOICE = """
speechSynthesis.speak = (utterance) => {
    const spoken = JSON.parse(localStorage.getItem("test.spoken") ?? "[]");
    localStorage.setItem("test.spoken", JSON.stringify([...spoken, [utterance.lang, utterance.text]]));
    setTimeout(() => utterance.onend?.());
};
"""

_TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def find_chromium() -> str | None:
    """Where chromium is installed."""
    return shutil.which("chromium")


@contextmanager
def running_chromium(camera: Path) -> Iterator[Browser]:
    """A browser whose camera shows a file."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(),
            headless=True,
            args=[*_OPTIONS, f"--use-file-for-fake-video-capture={camera}"],
        )
        try:
            yield browser
        finally:
            browser.close()


class Line:
    """The line from a page to its table, which can be cut, and stays so until it is mended."""

    def __init__(self, page: Page) -> None:
        self._sockets: list[WebSocketRoute] = []
        self._is_cut = False
        page.route_web_socket(re.compile("/live"), self._connect)

    def cut(self) -> None:
        """Let what goes over the line end, and nothing else begin."""
        self._is_cut = True
        while self._sockets:
            self._sockets.pop().close()

    def mend(self) -> None:
        """Let the next attempt to connect succeed."""
        self._is_cut = False

    def _connect(self, socket: WebSocketRoute) -> None:
        if self._is_cut:
            socket.close()
        else:
            socket.connect_to_server()
            self._sockets.append(socket)


class Visitor:
    """Somebody who has the page open, in a browser that has never seen it."""

    def __init__(self, context: BrowserContext, pictures: Path) -> None:
        self._context = context
        self._pictures = pictures
        self.troubles: list[str] = []
        self.page = self.open_window()

    def open_window(self) -> Page:
        """One more window of the same browser."""
        page = self._context.new_page()
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", self._hear)
        return page

    def _hear(self, said: ConsoleMessage) -> None:
        # That something is not there yet, or not allowed, is an answer like any other; the page says it itself.
        is_answer = "net::" in said.text or "status of" in said.text
        if said.type == "error" and not is_answer:
            self.troubles.append(said.text)

    @property
    def events(self) -> list[str]:
        """What happened, as the page lists it, the oldest first."""
        return self.page.locator("ol.events .words").all_inner_texts()[::-1]

    @property
    def spoken(self) -> list[str]:
        """What this browser has said aloud."""
        return [text for _, text in self._said()]

    @property
    def tongues(self) -> set[str]:
        """In which languages it has spoken."""
        return {language for language, _ in self._said()}

    def _said(self) -> list[tuple[str, str]]:
        said: list[tuple[str, str]] = self.page.evaluate("JSON.parse(localStorage.getItem('test.spoken') ?? '[]')")
        return said

    def come_to(self, address: str) -> None:
        """Open the page of a table at which nothing is played, and wait until its camera is found good."""
        self.page.goto(address)
        expect(self.page.locator(".verdict.fine")).not_to_be_empty()

    def begin(self) -> None:
        """Begin the match that is set up, and wait until the bare table was looked at: only what comes later counts."""
        self.page.locator("main.setup button[type=submit]").click()
        expect(self.page.locator("main.play svg.overlay g.facedown")).to_have_count(BACKS)

    def button(self, name: str) -> Locator:
        """The button of this name."""
        return self.page.get_by_role("button", name=name)

    def answer(self, text: str) -> None:
        """Answer what the referee asks."""
        answer = self.page.locator("button.answer", has_text=text)
        # For a moment a new question takes no answer, for a finger may be on its way to the one before.
        answer.and_(self.page.locator("button:enabled")).wait_for()
        self.page.wait_for_timeout(_SETTLES)
        answer.click()

    def waits_for(self, text: str) -> None:
        """Wait until it can be seen in the list of what happened that this has happened."""
        self.page.locator("ol.events .words", has_text=text).first.wait_for()

    def has_scores(self, *totals: int) -> None:
        """Wait until the cards show these scores, by seat."""
        expect(self.page.locator(".scores .total")).to_have_text([str(total) for total in totals])

    def look(self, name: str) -> None:
        """Look at the page as it is now: nothing is cut off, everybody can use it, and a picture of it is kept."""
        self.page.screenshot(path=self._pictures / f"{name}.png", full_page=True)
        assert not self.page.evaluate(_TOO_WIDE), f"{name}: one must scroll sideways"
        found = Axe().run(self.page).response["violations"]
        serious = [
            f"{name}: {one['help']}: {[node['target'] for node in one['nodes']]}"
            for one in found
            if one["impact"] in ("serious", "critical")
        ]
        assert not serious, serious


@contextmanager
def visiting(
    browser: Browser,
    pictures: Path,
    *,
    size: tuple[int, int] = DESKTOP,
    scale: float = 1,
    language: str = "en-GB",
    dark: bool = False,
) -> Iterator[Visitor]:
    """Somebody who has the page open, until the end of the context; no script failed by then."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        device_scale_factor=scale,
        locale=language,
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
        # A certificate of ours is known to nobody else.
        ignore_https_errors=True,
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(_VOICE)
    visitor = Visitor(context, pictures)
    try:
        yield visitor
        assert not visitor.troubles, visitor.troubles
    except BaseException:
        visitor.page.screenshot(path=pictures / "failed.png")
        raise
    finally:
        context.close()

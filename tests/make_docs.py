"""Takes the README's pictures of the page anew: `python -m tests.make_docs`. Needs chromium.

The page is the one that people see, and its camera looks at the bundled recording.
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.browser import DESKTOP, PHONE, Visitor, find_chromium, running_chromium, visiting
from tests.directed_camera import DirectedCamera
from tests.page_server import PageServer, running_page

FOLDER = Path(__file__).parent.parent / "docs"

_QUALITY = 82
_LARGEST = 250_000
"""Bytes; whoever reads the README waits for its pictures."""

_LAID = ("3-3-3", "3-3-4", "1-3-3", "3-4-5", "1-1-3", "4-5-5", "2-5-5", "2-3-5")


def _play(anna: Visitor, server: PageServer, camera: DirectedCamera) -> None:
    """A match up to the tile that is refused."""
    anna.come_to(f"{server.url}/")
    anna.page.get_by_label("Who opens?").select_option("Anna")
    anna.begin()
    for number, tile in enumerate(_LAID, start=1):
        camera.leave(number)
        anna.waits_for(tile)
    camera.leave(9)
    anna.waits_for("3-5-5")
    anna.page.locator("svg.overlay g.seen.refused").wait_for()


def _save(page: Page, name: str) -> None:
    picture = page.screenshot(type="jpeg", quality=_QUALITY)
    assert len(picture) <= _LARGEST, f"{name} has {len(picture)} bytes"
    (FOLDER / name).write_bytes(picture)
    print(f"{name}: {len(picture) / 1000:.0f} kB")


def _take(browser: Browser, server: PageServer, camera: DirectedCamera, folder: Path) -> None:
    with (
        visiting(browser, folder, size=DESKTOP, scale=1.5) as anna,
        visiting(browser, folder, size=PHONE, scale=2, dark=True) as boris,
    ):
        _play(anna, server, camera)
        _save(anna.page, "page-table.jpg")
        boris.page.goto(f"{server.url}/")
        camera.leave(10)
        boris.waits_for("taken back")
        camera.leave(11)
        boris.waits_for("all three digits match")
        boris.page.locator("svg.overlay g.seen.counts").nth(len(_LAID)).wait_for()
        _save(boris.page, "page-phone.jpg")


def main() -> None:
    """Write the pictures."""
    if find_chromium() is None:
        sys.exit("there is no chromium here; Debian's package chromium has one")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with (
            DirectedCamera(folder / "table.mjpeg") as camera,
            running_chromium(camera.file) as browser,
            running_page(folder) as server,
        ):
            _take(browser, server, camera, folder)


if __name__ == "__main__":
    main()

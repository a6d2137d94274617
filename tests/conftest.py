"""What every test run shares."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Browser

from tests.browser import find_chromium, running_chromium
from tests.directed_camera import DirectedCamera
from tests.page_server import PageServer, running_page
from tests.postgres import Server, find_programs, running_server

# The same examples in every run, so that what CI finds can be found again; a slow machine is no failure.
settings.register_profile("tileref", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("tileref")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A PostgreSQL server that keeps nothing after the tests."""
    programs = find_programs()
    if programs is None:
        pytest.skip("there is no PostgreSQL server here; Debian's package postgresql has one")
    with running_server(programs) as server:
        yield server


@pytest.fixture(scope="session")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pictures of the page are kept, for people to look at."""
    return tmp_path_factory.mktemp("pictures", numbered=False)


@pytest.fixture(scope="session")
def camera(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DirectedCamera]:
    """What the camera of the browser sees."""
    with DirectedCamera(tmp_path_factory.mktemp("camera") / "table.mjpeg") as camera:
        yield camera


@pytest.fixture(scope="session")
def chromium() -> None:
    """That Debian's chromium is here."""
    if find_chromium() is None:
        pytest.skip("there is no chromium here; Debian's package chromium has one")


# No longer than a module: while it runs, no other test of the process could have an event loop of its own.
@pytest.fixture(scope="module")
def browser(chromium: None, camera: DirectedCamera) -> Iterator[Browser]:  # noqa: ARG001
    """Debian's chromium, whose camera sees what `camera` shows."""
    with running_chromium(camera.file) as browser:
        yield browser


@pytest.fixture(scope="session")
def page_server(chromium: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageServer]:  # noqa: ARG001
    """The page as `tileref watch --page` serves it; each test has a table of its own."""
    with running_page(tmp_path_factory.mktemp("page")) as server:
        yield server

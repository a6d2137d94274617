"""What every test run shares."""

from collections.abc import Iterator

import pytest
from hypothesis import settings

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

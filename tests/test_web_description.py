"""The description of the page's API, held against what the server does."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.web_site import Site, running_site
from tileref.web.limits import Limits

CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
)
"""What holds for every answer, whatever was asked. Whether a request makes sense is more than a schema can say."""

BOUNDED = settings(
    max_examples=12,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
    database=None,
    deadline=None,
    derandomize=True,
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    limits = Limits(requests_per_second=1e6, requests_at_once=10**6)
    with running_site(tmp_path_factory.mktemp("description"), limits=limits) as site:
        yield site


def test_the_description_names_every_way_and_its_problems(site: Site) -> None:
    described = site.get("/openapi.json")
    assert "/api/tables/{name}/orders" in described["paths"]
    assert "HTTPValidationError" not in described["components"]["schemas"]
    for path, operations in described["paths"].items():
        for operation in operations.values():
            assert operation["description"], path
            for status in ("401", "403", "413", "422", "429"):
                schema = operation["responses"][status]["content"]["application/json"]["schema"]
                assert schema == {"$ref": "#/components/schemas/Problem"}


@pytest.mark.slow
def test_whatever_is_asked_the_answer_is_as_described_and_the_match_unharmed(site: Site) -> None:
    match = site.set_up("club", opener=0)["match"]
    schema = schemathesis.openapi.from_dict(site.get("/openapi.json"))
    asked = 0

    def ask(operation: Any) -> None:
        @BOUNDED
        @given(case=operation.as_strategy())
        def one(case: Any) -> None:
            nonlocal asked
            asked += 1
            case.call_and_validate(base_url=str(site.http.base_url), checks=CHECKS, timeout=60)

        one()

    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        ask(found.ok())
    assert asked > 100
    assert site.get("/api/tables/club")["match"] == match
    site.order("undo", "club")

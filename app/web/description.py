"""The description of the API: what the framework finds in the ways themselves, and what the guard may answer to all."""

from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI

from tileref.web.shapes import Problem

_REASONS = {
    400: "The request is malformed.",
    401: "No token, or none of today's.",
    403: "Not for this role, or from a foreign page.",
    404: "There is no such thing.",
    405: "Not with this method.",
    408: "The body came too slowly.",
    409: "Not as things are now.",
    413: "Too large.",
    415: "Not of a kind that is taken.",
    421: "Not a name of this server.",
    422: "What was asked for makes no sense; why, is said in a sentence.",
    429: "Too much at once.",
    500: "Something went wrong here.",
    503: "Too many connections, or matches cannot be kept now.",
}
"""Every status that is not what was asked for. All have one shape, and every way may answer with any of them."""

_FOREIGN = ("HTTPValidationError", "ValidationError")
"""How the framework describes what is wrong; we say it in a sentence."""


class DescribedSite(FastAPI):
    """An app that describes what it answers, not only where all is well."""

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            self.openapi_schema = _describe(super().openapi())
        return self.openapi_schema


def _describe(schema: dict[str, Any]) -> dict[str, Any]:
    shapes = schema["components"]["schemas"]
    for name in _FOREIGN:
        shapes.pop(name, None)
    shapes[Problem.__name__] = Problem.model_json_schema()
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{Problem.__name__}"}}}
    for operation in _operations(schema):
        for status, reason in _REASONS.items():
            operation["responses"][str(status)] = {"description": reason, "content": content}
    schema["components"]["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer"},
        "token in the query": {"type": "apiKey", "in": "query", "name": "token"},
    }
    # Without --share nobody has a token, and nobody needs one.
    schema["security"] = [{}, {"token": []}, {"token in the query": []}]
    return schema


def _operations(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for path in schema["paths"].values():
        yield from path.values()

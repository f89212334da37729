"""``/openapi.json``, made from the route table: the types are those that the routes themselves use.

Source: OpenAPI 3.1.0.
"""

import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

import msgspec
from msgspec import Struct

from interlock.domain.messages import Json
from interlock.server.asgi import Reply
from interlock.server.call import Call
from interlock.server.route import Route

_REF = "#/components/schemas/{name}"
_WORDS = re.compile(r"\w+")
_ALWAYS = (400, 401, 403, 429)


class Problem(Struct, frozen=True):
    """An RFC 9457 problem document. ``code`` is stable; more members may follow."""

    title: str
    status: int
    code: str
    detail: str


def openapi_route(table: Sequence[Route], version: str) -> Route:
    """The route that describes all routes of a table."""
    body = msgspec.json.encode(describe(table, version))

    async def show(_call: Call) -> Reply:
        return Reply(body)

    return Route(method="GET", path="/openapi.json", handler=show, summary="This document.")


def describe(table: Sequence[Route], version: str) -> dict[str, Json]:
    """The document as plain JSON values."""
    kinds = list(dict.fromkeys(kind for route in table for kind in _kinds(route)))
    schemas, components = msgspec.json.schema_components(kinds, ref_template=_REF)
    named: dict[Any, Json] = dict(zip(kinds, schemas, strict=True))
    paths: dict[str, dict[str, Json]] = {}
    for route in table:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, named)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Interlock", "version": version},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"token": []}],
    }


def _kinds(route: Route) -> list[Any]:
    return [kind for kind in (Problem, route.body, route.response) if kind is not None]


def _operation(route: Route, named: dict[Any, Json]) -> dict[str, Json]:
    operation: dict[str, Json] = {
        "operationId": "_".join(_WORDS.findall(f"{route.method.lower()}{route.path}")),
        "summary": route.summary,
        "parameters": [*_path_parameters(route), *_query_parameters(route)],
        "responses": _responses(route, named),
    }
    if route.body is not None:
        operation["requestBody"] = {"required": True, "content": _json(named[route.body])}
    if route.public:
        operation["security"] = []
    return operation


def _path_parameters(route: Route) -> list[Json]:
    names = [part[1:-1] for part in route.path.split("/") if part.startswith("{")]
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in names
    ]


def _query_parameters(route: Route) -> list[Json]:
    return [
        {
            "name": query.name,
            "in": "query",
            "description": query.about,
            "schema": {"type": query.type},
        }
        for query in route.query
    ]


def _responses(route: Route, named: dict[Any, Json]) -> dict[str, Json]:
    content: dict[str, Json] = {} if route.response is None else _json(named[route.response])
    if route.streams:
        content["text/event-stream"] = {"schema": {"type": "string"}}
    responses: dict[str, Json] = {
        str(route.status): {"description": HTTPStatus(route.status).phrase, "content": content}
    }
    problems = route.errors if route.public else sorted({*_ALWAYS, *route.errors})
    for status in problems:
        responses[str(status)] = {
            "description": HTTPStatus(status).phrase,
            "content": {"application/problem+json": {"schema": named[Problem]}},
        }
    return responses


def _json(schema: Json) -> dict[str, Json]:
    return {"application/json": {"schema": schema}}

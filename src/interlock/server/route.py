"""A route: one line of the table from which the router and ``/openapi.json`` are made."""

from collections.abc import Awaitable, Callable
from typing import Any, Literal

from msgspec import Struct

from interlock.server.asgi import Reply
from interlock.server.call import Call
from interlock.server.stream import EventStream

Handler = Callable[[Call], Awaitable[Reply | EventStream]]
Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]


class Query(Struct, frozen=True):
    """A parameter of the address."""

    name: str
    about: str
    type: Literal["string", "integer"] = "string"


class Route(Struct, frozen=True, kw_only=True):
    """What is done at an address.

    Args:
        method: The HTTP method.
        path: With ``{names}``, for example ``/v1/runs/{run_id}``.
        handler: Answers; a ``Refusal`` that it raises becomes a problem document.
        summary: One line.
        body: The type of the JSON body; None when there is none.
        response: The type of the JSON response; None when it is a stream or has no schema.
        status: What success is.
        errors: The statuses of its problems, beside 400, 401, 403 and 429.
        query: Its parameters.
        public: Answers without a token. Only for what tells nothing.
        needs: The scope that a key must have; ``read`` for GET and ``run`` for the rest when empty.
        streams: Holds a stream's place while it runs; 429 when the user has no place left.
    """

    method: Method
    path: str
    handler: Handler
    summary: str
    body: Any = None
    response: Any = None
    status: int = 200
    errors: tuple[int, ...] = ()
    query: tuple[Query, ...] = ()
    public: bool = False
    needs: Literal["read", "run", "approve", "admin", ""] = ""
    streams: bool = False

"""The words of ASGI that the server uses, and one response that is sent at once."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from msgspec import Struct, json

from interlock.domain.messages import Json

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = tuple[tuple[bytes, bytes], ...]

ABORT = "interlock.abort"
"""The extension of our HTTP protocol that drops a connection without waiting for its reader."""

_JSON: Headers = ((b"content-type", b"application/json"), (b"cache-control", b"no-store"))


class Reply(Struct, frozen=True):
    """A whole response.

    Args:
        body: Its bytes.
        status: The HTTP status.
        headers: Without ``content-length``, which follows from the body.
    """

    body: bytes = b""
    status: int = 200
    headers: Headers = _JSON


def json_reply(value: Json, status: int = 200, headers: Headers = ()) -> Reply:
    """A value of any of our types as JSON, with more headers if given."""
    return Reply(json.encode(value), status, _JSON + headers)


async def send_reply(reply: Reply, send: Send) -> None:
    """Send a response."""
    length = (b"content-length", str(len(reply.body)).encode())
    headers = [*reply.headers] if reply.status == 204 else [*reply.headers, length]
    await send({"type": "http.response.start", "status": reply.status, "headers": headers})
    await send({"type": "http.response.body", "body": reply.body})


def header(scope: Scope, name: bytes) -> str | None:
    """The first value of a header, or None. ``name`` in lower case."""
    for key, value in scope["headers"]:
        if key == name:
            return value.decode("latin-1")
    return None


def header_values(scope: Scope, name: bytes) -> list[str]:
    """All values of a header, in order. ``name`` in lower case."""
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


def aborter(scope: Scope) -> Callable[[], None]:
    """What drops the connection at once; does nothing under another ASGI server."""
    extensions: dict[str, Any] = scope.get("extensions", {})
    abort: Callable[[], None] = extensions.get(ABORT, _nothing)
    return abort


def _nothing() -> None:
    pass

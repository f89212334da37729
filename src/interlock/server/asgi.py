"""The words of ASGI that the server uses, and one response that is sent at once."""

from asyncio import Transport
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from msgspec import Struct, json

from interlock.domain.messages import Json

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = tuple[tuple[bytes, bytes], ...]

TRANSPORT = "interlock.transport"
"""The extension of our HTTP protocol that lets a stream end its connection. ASGI has no word for
that: a response that merely stops would wait for a reader who may never read."""

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


def drop(scope: Scope) -> None:
    """End the connection at once, whatever its reader still has to read."""
    transport = _transport(scope)
    if transport is not None:
        transport.abort()


def hang_up(scope: Scope) -> bool:
    """End the connection when what was sent is read. False: this server can't do that."""
    transport = _transport(scope)
    if transport is not None:
        transport.close()
    return transport is not None


def _transport(scope: Scope) -> Transport | None:
    extensions: dict[str, Transport] = scope.get("extensions", {})
    return extensions.get(TRANSPORT)

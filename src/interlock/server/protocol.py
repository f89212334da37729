"""uvicorn's HTTP protocol with the bounds that it lacks: heads of a size, sent in a time.

It also lets a stream drop a connection whose reader takes nothing: closing would wait for it.
"""

import asyncio
import socket

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from interlock.server.asgi import TRANSPORT
from interlock.server.problems import Unacceptable, problem

HEAD_BYTES = 32 * 1024
HEAD_COUNT = 100
HEAD_SECONDS = 10.0
DEAD_MS = 90_000
"""How long the other side of a connection may acknowledge nothing."""

LINGER_SECONDS = 1.0
"""How long a refused client may go on sending what nobody reads, so that it gets to the answer."""


class Protocol(HttpToolsProtocol):
    """HTTP/1.1 on one connection, bounded before the application sees anything."""

    _in_head = True
    _incoming = 0
    _refusal: Unacceptable | None = None
    _refused = False
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the time for the first head."""
        super().connection_made(transport)
        _drop_when_dead(transport)
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clock."""
        self._stop_clock()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Count a head's bytes while it is not complete."""
        if self._refused:
            return
        if self._in_head:
            self._incoming += len(data)
        super().data_received(data)
        if self._in_head and self._incoming > HEAD_BYTES and not self._refused:
            self._refuse(_head_too_large())

    def on_message_begin(self) -> None:
        """A head begins."""
        super().on_message_begin()
        if not self._in_head:
            self._incoming = 0
            self._await_head()
        self.scope["extensions"] = {TRANSPORT: self.transport}  # type: ignore[dict-item]

    def on_headers_complete(self) -> None:
        """The head is whole; the application gets the request unless the head is too large."""
        self._stop_clock()
        self._in_head = False
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if size > HEAD_BYTES or len(self.headers) > HEAD_COUNT:
            self._refusal = _head_too_large()
            raise self._refusal
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - its words are not ours
        """Answer what is no request that we take."""
        text = "This is not a valid HTTP/1.1 request."
        self._refuse(self._refusal or Unacceptable(400, "bad_request", text))

    def _await_head(self) -> None:
        self._in_head = True
        self._stop_clock()
        text = "The head of the request did not arrive in time."
        late = Unacceptable(408, "head_timeout", text)
        self._deadline = self.loop.call_later(HEAD_SECONDS, self._refuse, late)

    def _stop_clock(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _refuse(self, refusal: Unacceptable) -> None:
        """Answer without the application, then close; what still arrives is thrown away."""
        if self._refused or self.transport.is_closing():
            return
        self._refused = True
        self._stop_clock()
        reply = problem(refusal)
        length = (b"content-length", str(len(reply.body)).encode())
        head = [STATUS_LINE[reply.status]]
        for name, value in (*reply.headers, length, (b"connection", b"close")):
            head += [name, b": ", value, b"\r\n"]
        self.transport.write(b"".join([*head, b"\r\n", reply.body]))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.loop.call_later(LINGER_SECONDS, self.transport.close)


def _drop_when_dead(transport: asyncio.Transport) -> None:
    """Let the kernel end a connection that takes nothing: closing waits until all is sent."""
    connection: socket.socket | None = transport.get_extra_info("socket")
    if connection is not None and hasattr(socket, "TCP_USER_TIMEOUT"):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_MS)


def _head_too_large() -> Unacceptable:
    text = f"The head of a request may have {HEAD_COUNT} headers and {HEAD_BYTES} bytes."
    return Unacceptable(431, "head_too_large", text)

"""Server-sent events over raw ASGI: one ``send`` per batch, comments in silence, no queue.

A reader that leaves ends its stream and nothing else. A reader that does not read holds one batch
and the connection's buffer, and after a while loses its connection; it can come back with
``Last-Event-ID``. Source: WHATWG HTML, section 9.2, server-sent events.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import aclosing, contextmanager

from msgspec import Struct

from interlock.domain.principals import Principal
from interlock.server.asgi import Headers, Receive, Scope, Send, drop, hang_up
from interlock.server.parts import Bounds
from interlock.server.problems import Unacceptable

ABORT_SECONDS = 1.0
"""How long a dropped connection may take to say that it is gone."""

KEEP_ALIVE = b": keep-alive\n\n"
_HEADERS: Headers = (
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-cache, no-transform"),
    (b"x-accel-buffering", b"no"),
)
_LINE_ENDS = (
    (b"\xe2\x80\xa8", b"\\u2028"),
    (b"\xe2\x80\xa9", b"\\u2029"),
    (b"\xc2\x85", b"\\u0085"),
)


class EventStream(Struct, frozen=True):
    """A response that goes on.

    Args:
        chunks: Each is one or more whole events with LF line ends, sent at once; their data is
            JSON. Closed when the stream ends, however it ends.
        headers: More headers.
        greeting: Bytes that go out with the head, before the first chunk is there.
    """

    chunks: AsyncGenerator[bytes]
    headers: Headers = ()
    greeting: bytes = b": open\n\n"


class Places:
    """Who holds how many streams open, and a way to end them all."""

    def __init__(self, per_user: int) -> None:
        self._per_user = per_user
        self._taken: Counter[tuple[str, str]] = Counter()
        self._ends: set[Callable[[], None]] = set()
        self._closed = False

    @contextmanager
    def take(self, principal: Principal) -> Generator[None]:
        """Hold a place while the block runs.

        Raises:
            Unacceptable: 429, the user holds too many; 503, the server stops.
        """
        if self._closed:
            text = "The server stops. Try again when it is back."
            raise Unacceptable(503, "stopping", text, headers=((b"retry-after", b"5"),))
        who = (principal.tenant, principal.user)
        if self._taken[who] >= self._per_user:
            text = f"You hold {self._per_user} streams open. Close one, then try again."
            raise Unacceptable(429, "too_many_streams", text, headers=((b"retry-after", b"5"),))
        self._taken[who] += 1
        try:
            yield
        finally:
            self._taken[who] -= 1
            if not self._taken[who]:
                del self._taken[who]

    @contextmanager
    def known(self, end: Callable[[], None]) -> Generator[None]:
        """Remember how to end what the block does, when the server stops."""
        self._ends.add(end)
        try:
            yield
        finally:
            self._ends.discard(end)

    def close(self) -> None:
        """End every stream: the server stops. It breaks off, so that no reader takes it for done.

        Readers come back with their last event's id.
        """
        self._closed = True
        for end in tuple(self._ends):
            end()

    def count(self) -> int:
        """How many streams are open."""
        return sum(self._taken.values())


class Sender:
    """Sends streams.

    Args:
        bounds: Times of silence and of patience.
        places: Where the streams are counted.
    """

    def __init__(self, bounds: Bounds, places: Places) -> None:
        self._bounds = bounds
        self._places = places

    async def send(self, stream: EventStream, scope: Scope, receive: Receive, send: Send) -> None:
        """Send a stream until it ends, its reader leaves, or its reader is stuck."""
        line = _Line(scope, send, self._bounds)
        async with aclosing(stream.chunks), asyncio.TaskGroup() as group:
            pump = group.create_task(line.pump(stream))
            reader = group.create_task(line.mind_reader(receive, pump))
            silence = group.create_task(line.mind_silence(pump))

            def end() -> None:
                if not hang_up(scope):
                    pump.cancel()

            with self._places.known(end):
                await asyncio.wait([pump])
            reader.cancel()
            silence.cancel()


class _Line:
    """One connection to a reader."""

    def __init__(self, scope: Scope, send: Send, bounds: Bounds) -> None:
        self._send = send
        self._bounds = bounds
        self._scope = scope
        self._now = asyncio.get_running_loop().time
        self._since = self._now()
        self._sending = False

    async def pump(self, stream: EventStream) -> None:
        head = [*_HEADERS, *stream.headers]
        await self._send({"type": "http.response.start", "status": 200, "headers": head})
        if stream.greeting:
            await self._put(stream.greeting)
        async for chunk in stream.chunks:
            if chunk:
                await self._put(one_line(chunk))
        await self._send({"type": "http.response.body", "body": b""})

    async def mind_reader(self, receive: Receive, pump: "asyncio.Task[None]") -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        pump.cancel()

    async def mind_silence(self, pump: "asyncio.Task[None]") -> None:
        try:
            while True:
                await self._mind()
        except TimeoutError:
            drop(self._scope)
            await asyncio.sleep(ABORT_SECONDS)
            pump.cancel()

    async def _put(self, body: bytes) -> None:
        self._since = self._now()
        self._sending = True
        await self._send({"type": "http.response.body", "body": body, "more_body": True})
        self._sending = False
        self._since = self._now()

    async def _mind(self) -> None:
        bounds = self._bounds
        patience = bounds.stuck_seconds if self._sending else bounds.keep_alive_seconds
        rest = self._since + patience - self._now()
        if rest > 0:
            await asyncio.sleep(min(rest, bounds.keep_alive_seconds))
        elif self._sending:
            raise TimeoutError
        else:
            async with asyncio.timeout(bounds.stuck_seconds):
                message = {"type": "http.response.body", "body": KEEP_ALIVE, "more_body": True}
                await self._send(message)
            self._since = self._now()


def one_line(chunk: bytes) -> bytes:
    """Escape what some readers of lines take for a line end inside JSON, and SSE does not."""
    if b"\xe2\x80" in chunk or b"\xc2\x85" in chunk:
        for raw, escaped in _LINE_ENDS:
            chunk = chunk.replace(raw, escaped)
    return chunk

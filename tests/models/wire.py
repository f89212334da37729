"""A server that writes the bytes a test gives it and notices when the client hangs up."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

from tests.models.recordings import CountingIds

from interlock.models.endpoint import Endpoint
from interlock.models.http import Http, HttpSettings
from interlock.models.openai_chat import ChatModel

STREAM_HEAD = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
)
CHUNK = b'data: {"choices":[{"index":0,"delta":{"content":"hi"}}]}\n\n'
FINISH = b'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n'
DONE = b"data: [DONE]\n\n"
LAST = b"0\r\n\r\n"

Play = Callable[[asyncio.StreamWriter], Awaitable[None]]


def chunked(body: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(body), body)


class Line:
    """What happened at the server's end."""

    def __init__(self, http: Http) -> None:
        self.http = http
        self.connections = 0
        self.requests = 0
        self.hung_up = asyncio.Event()


@asynccontextmanager
async def on_the_wire(
    play: Play, settings: HttpSettings | None = None
) -> AsyncGenerator[tuple[ChatModel, Line], None]:
    """Serve with raw bytes; ``play`` writes the answer to each request."""
    http = Http(settings)
    line = Line(http)

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line.connections += 1
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
                await reader.readexactly(length)
                line.requests += 1
                await play(writer)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            line.hung_up.set()
        finally:
            writer.close()

    server = await asyncio.start_server(handle, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    endpoint = Endpoint(
        provider="acme",
        base_url=f"http://127.0.0.1:{port}/v1",
        key="secret-key-1",
        key_variable="ACME_KEY",
    )
    try:
        yield ChatModel(http, endpoint, new_id=CountingIds()), line
    finally:
        await http.close()
        server.close()
        await server.wait_closed()

"""A server behind a proxy that says one word of its stream and then waits for the test."""

import asyncio
from typing import Self

HEAD = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n"
)
OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"


class Upstream:
    """Answers each request with a stream of two events, the second when ``go_on`` is set."""

    def __init__(self) -> None:
        self.go_on = asyncio.Event()
        self.requests: list[bytes] = []

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port: int = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self.go_on.set()
        self._server.close()
        await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                await self._answer(head, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def _answer(self, head: bytes, writer: asyncio.StreamWriter) -> None:
        if head.startswith(b"GET /readyz"):
            writer.write(OK)
            return
        self.requests.append(head)
        writer.write(HEAD + chunk(b"data: first\n\n"))
        await writer.drain()
        await self.go_on.wait()
        writer.write(chunk(b"data: last\n\n") + b"0\r\n\r\n")
        await writer.drain()


def chunk(data: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(data), data)

"""A receiver of notices on a free port, as well or as badly behaved as a test wants it."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any

from msgspec import Struct, json
from standardwebhooks import Webhook

BOUND = 20.0
"""Seconds that any wait may take."""

Reply = Callable[[asyncio.StreamWriter], Awaitable[None]]


class Got(Struct):
    """One request."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.decode(self.body)

    def verified(self, secret: str) -> Any:
        """What it says, if the signature is good; the code that looks at it is not ours."""
        return Webhook(secret).verify(self.body, self.headers)


def status(code: int, *headers: str, body: bytes = b"") -> Reply:
    """Answers with a status."""

    async def reply(writer: asyncio.StreamWriter) -> None:
        lines = [f"HTTP/1.1 {code} Because", f"Content-Length: {len(body)}", *headers, "", ""]
        writer.write("\r\n".join(lines).encode() + body)
        await writer.drain()

    return reply


async def drop(writer: asyncio.StreamWriter) -> None:
    """Closes without an answer."""


async def garbage(writer: asyncio.StreamWriter) -> None:
    """Answers with something that is no HTTP."""
    writer.write(b"\x00\x01 what?\r\n\r\n")
    await writer.drain()


async def never(writer: asyncio.StreamWriter) -> None:
    """Takes the request and says nothing."""
    with contextlib.suppress(ConnectionError):
        await writer.wait_closed()


async def drip(writer: asyncio.StreamWriter) -> None:
    """Sends one header after another, without end."""
    writer.write(b"HTTP/1.1 200 OK\r\n")
    while True:
        writer.write(b"X-More: yes\r\n")
        await writer.drain()
        await asyncio.sleep(0.01)


async def flood(writer: asyncio.StreamWriter) -> None:
    """Answers 200 with a body that does not end."""
    writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    while True:
        writer.write(b"10000\r\n" + b"x" * 0x10000 + b"\r\n")
        await writer.drain()


class Receiver:
    """Keeps what it got. ``replies`` are used up one by one; then it answers 204."""

    def __init__(self, port: int, replies: list[Reply]) -> None:
        self.url = f"http://127.0.0.1:{port}/hook"
        self.port = port
        self.got: list[Got] = []
        self.replies = replies
        self.changed = asyncio.Condition()

    async def wait(self, count: int) -> list[Got]:
        """Wait until so many requests have come."""
        async with asyncio.timeout(BOUND), self.changed:
            await self.changed.wait_for(lambda: len(self.got) >= count)
        return self.got

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            pairs = [line.split(": ", 1) for line in head[1:] if line]
            headers = {name.lower(): value for name, value in pairs}
            body = await reader.readexactly(int(headers.get("content-length", "0")))
            reply = self.replies.pop(0) if self.replies else status(204)
            async with self.changed:
                self.got.append(Got(head[0].split(" ")[1], headers, body))
                self.changed.notify_all()
            await reply(writer)
        writer.close()


@contextlib.asynccontextmanager
async def receiving(*replies: Reply) -> AsyncGenerator[Receiver]:
    """Receive while the block runs."""
    open_now: dict[asyncio.Task[Any], asyncio.StreamWriter] = {}
    receiver = Receiver(0, list(replies))

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        open_now[task] = writer
        await receiver.serve(reader, writer)
        del open_now[task]

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    receiver.port = server.sockets[0].getsockname()[1]
    receiver.url = f"http://127.0.0.1:{receiver.port}/hook"
    try:
        yield receiver
    finally:
        server.close()
        for writer in open_now.values():
            writer.transport.abort()
        if open_now:
            await asyncio.wait(tuple(open_now), timeout=BOUND)

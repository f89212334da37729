"""A cable passes on, can be cut, and can be silent; what it kept arrives late."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import cast

from interlock.prove.cable import Cable

BOUND = 10
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Shout(asyncio.Protocol):
    """Says everything again, louder."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        self.transport.write(data.upper())


@asynccontextmanager
async def connected() -> AsyncGenerator[tuple[Cable, Streams]]:
    """A cable to a server that shouts, and a connection through it."""
    server = await asyncio.get_running_loop().create_server(Shout, "127.0.0.1", 0)
    cable = Cable(server.sockets[0].getsockname()[1])
    await cable.open()
    reader, writer = await asyncio.open_connection("127.0.0.1", cable.port)
    try:
        async with asyncio.timeout(BOUND):
            yield cable, (reader, writer)
    finally:
        writer.close()
        cable.close()
        server.close()
        await settle()


async def settle() -> None:
    """Let what was closed be closed."""
    for _ in range(20):
        await asyncio.sleep(0)


async def say(streams: Streams, words: bytes) -> bytes:
    streams[1].write(words)
    return await streams[0].readline()


async def hear(reader: asyncio.StreamReader, heard: list[bytes]) -> None:
    heard.append(await reader.readline())


async def rest(streams: Streams) -> bytes:
    """What still comes, over a connection that may be reset."""
    try:
        return await streams[0].read()
    except ConnectionError:
        return b""


async def test_a_cable_passes_on_both_ways():
    async with connected() as (_, streams):
        assert await say(streams, b"one\n") == b"ONE\n"
        assert await say(streams, b"two\n") == b"TWO\n"


async def test_a_cut_breaks_connections_and_new_ones_are_fine():
    async with connected() as (cable, streams):
        await say(streams, b"one\n")
        cable.cut()
        assert await rest(streams) == b""
        again = await asyncio.open_connection("127.0.0.1", cable.port)
        assert await say(again, b"two\n") == b"TWO\n"
        again[1].close()


async def test_what_was_said_in_silence_arrives_late():
    async with connected() as (cable, streams):
        await say(streams, b"one\n")
        cable.silence()
        fresh = await asyncio.open_connection("127.0.0.1", cable.port)
        for _, writer in (streams, fresh):
            writer.write(b"two\n")
        # Another cable shows that there was time enough.
        async with connected() as (_, others):
            for _ in range(3):
                await say(others, b"tick\n")
        heard: list[bytes] = []
        async with asyncio.TaskGroup() as group:
            for reader, _ in (streams, fresh):
                group.create_task(hear(reader, heard))
            await asyncio.sleep(0)
            assert heard == []
            cable.speak()
        assert heard == [b"TWO\n", b"TWO\n"]
        fresh[1].close()


async def test_a_cable_to_nowhere_breaks_off():
    cable = Cable(1)
    await cable.open()
    async with asyncio.timeout(BOUND):
        reader, writer = await asyncio.open_connection("127.0.0.1", cable.port)
        assert await rest((reader, writer)) == b""
        writer.close()
    cable.close()
    await settle()

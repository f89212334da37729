"""A cable between one process and one engine, which can be cut, and can be silent.

Each process reaches PostgreSQL and Redis through a cable of its own, so that one process can lose
one of them while the others go on: a partition. A silent cable takes and gives nothing, and what
was sent meanwhile arrives when it speaks again, late, as after a real partition; or never.
"""

import asyncio
from collections.abc import Callable
from typing import cast


class Cable:
    """Listens, and passes on.

    Args:
        port: Where the engine answers.
    """

    def __init__(self, port: int) -> None:
        self.port = 0
        self._target = port
        self._ends: set[End] = set()
        self._silent = False
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Listen on a free port."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: End(self), "127.0.0.1", 0)
        self.port = int(self._server.sockets[0].getsockname()[1])

    def close(self) -> None:
        """Listen no more, and cut."""
        if self._server is not None:
            self._server.close()
        self.cut()

    def cut(self) -> None:
        """Break every connection, and speak."""
        for end in list(self._ends):
            end.break_off()
        self.speak()

    def silence(self) -> None:
        """Pass nothing on, in either direction; new connections are taken and get no answer."""
        self._silent = True
        for end in list(self._ends):
            end.pause()

    def speak(self) -> None:
        """Pass on what was kept, and what comes."""
        self._silent = False
        for end in list(self._ends):
            end.resume()

    def joined(self, end: "End") -> None:
        """A connection begins."""
        self._ends.add(end)
        if self._silent:
            end.pause()
        else:
            end.resume()

    def left(self, end: "End") -> None:
        """A connection is over."""
        self._ends.discard(end)

    async def reach(self, end: "End") -> None:
        """Connect one end to the engine."""
        loop = asyncio.get_running_loop()
        try:
            await loop.create_connection(lambda: end, "127.0.0.1", self._target)
        except OSError:
            end.break_off()


class End(asyncio.Protocol):
    """One end of a connection through a cable; the near one makes the far one.

    Args:
        cable: Whose it is.
        other: The near end, for the far one.
    """

    def __init__(self, cable: Cable, other: "End | None" = None) -> None:
        self._cable = cable
        self._other = other
        self._far = other is not None
        self._transport: asyncio.Transport | None = None
        self._task: asyncio.Task[None] | None = None
        self._early: list[bytes] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Be connected; the near end reaches for the engine."""
        self._transport = cast("asyncio.Transport", transport)
        if self._far and self._other is not None:
            self._other.meet(self)
        self._cable.joined(self)

    def meet(self, other: "End") -> None:
        """The far end is there: give it what came before."""
        self._other = other
        for data in self._early:
            other.write(data)
        self._early = []

    def data_received(self, data: bytes) -> None:
        """Pass it on."""
        if self._other is None:
            self._early.append(data)
        else:
            self._other.write(data)

    def eof_received(self) -> bool:
        """Whoever stops sending, stops."""
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        """Take the other end along."""
        self._cable.left(self)
        if self._other is not None:
            self._other.leave(hard=exc is not None)

    def write(self, data: bytes) -> None:
        """Send."""
        if self._transport is not None:
            self._transport.write(data)

    def leave(self, *, hard: bool) -> None:
        """End with what was sent, or without."""
        if self._transport is not None:
            (self._transport.abort if hard else self._transport.close)()

    def break_off(self) -> None:
        """End at once."""
        if self._transport is not None:
            self._transport.abort()

    def pause(self) -> None:
        """Take nothing."""
        if self._transport is not None:
            self._transport.pause_reading()

    def resume(self) -> None:
        """Take again; a near end that was never connected on reaches for the engine now."""
        if self._transport is None or self._transport.is_closing():
            return
        self._transport.resume_reading()
        if not self._far and self._other is None and self._task is None:
            far = End(self._cable, self)
            self._task = asyncio.get_running_loop().create_task(self._cable.reach(far))
            self._task.add_done_callback(lambda _: self._unreached(far))

    def _unreached(self, far: "End") -> None:
        """The engine was not there."""
        if self._other is not far:
            self.break_off()


_fits: Callable[[int], Cable] = Cable

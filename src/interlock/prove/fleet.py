"""The processes of a cluster: each in its seat, which it takes again in life after life.

A seat has cables of its own to PostgreSQL and Redis, and a clock of its own that can be wrong.
"""

import asyncio
import signal
import socket
from asyncio.subprocess import Process
from collections.abc import Mapping, Sequence
from typing import Literal, cast

from msgspec import json

from interlock.prove.cable import Cable
from interlock.prove.orders import Hosting, Order, Part, Word
from interlock.prove.skew import Skew
from interlock.prove.yard import START_SECONDS, first

FINE = frozenset({0, -signal.SIGKILL})
"""How a process may end: told to, or killed. One that finds no database at its start may fail."""

Role = Literal["server", "worker"]


class Seat:
    """One process's place.

    Args:
        name: For example ``worker-2``.
        role: What the process does.
        cables: To ``postgres`` and ``redis``.
        skew: The path of its clock's file.
        listening: Its open socket, if it is a server.
    """

    def __init__(
        self,
        name: str,
        role: Role,
        cables: Mapping[str, Cable],
        skew: str,
        listening: socket.socket | None = None,
    ) -> None:
        self.name = name
        self.role: Role = role
        self.cables = cables
        self.skew_file = skew
        self.skew = Skew(skew)
        self.listening = listening
        self.lives = 0
        self.taken = asyncio.Lock()
        """Held by whoever breaks something here."""
        self.ready = asyncio.Event()
        self.dead = asyncio.Event()
        self.dead.set()

    @property
    def url(self) -> str:
        """Where a server answers."""
        if self.listening is None:
            raise ValueError(f"{self.name} listens nowhere")
        return f"http://127.0.0.1:{self.listening.getsockname()[1]}"

    def part(self, lease_seconds: float) -> Part:
        """What the process of the next life is told."""
        self.lives += 1
        name = f"{self.name}.{self.lives}"
        database, redis = self.cables["postgres"].port, self.cables["redis"].port
        return Part(
            role=self.role,
            name=name,
            database=f"postgresql://interlock@127.0.0.1:{database}/postgres?application_name={name}",
            redis=f"redis://127.0.0.1:{redis}/0",
            lease_seconds=lease_seconds,
            skew=self.skew_file,
        )


class Fleet:
    """All seats, and who takes them.

    Args:
        seats: The places.
        nursery: Forks processes.
        hosting: What they run, without a part.
        lease_seconds: See the setting.
    """

    def __init__(
        self, seats: Sequence[Seat], nursery: Process, hosting: Hosting, lease_seconds: float
    ) -> None:
        self.seats = {seat.name: seat for seat in seats}
        self.lease_seconds = lease_seconds
        self.strange_deaths: list[str] = []
        self.stubborn: list[str] = []
        self._nursery = nursery
        self._hosting = hosting
        self._gone = False

    def of(self, role: Role) -> list[Seat]:
        """The seats of a role."""
        return [seat for seat in self.seats.values() if seat.role == role]

    async def up(self, seat: Seat, failpoint: str = "") -> None:
        """Begin a process in a seat and wait until it works. One that dies before is begun again.

        Raises:
            RuntimeError: It can't be brought to work.
        """
        async with asyncio.timeout(START_SECONDS):
            while not seat.ready.is_set():
                if self._gone:
                    raise RuntimeError("the process that begins others is gone; see above")
                if seat.dead.is_set():
                    await self.begin(seat, failpoint)
                await first(seat.ready, seat.dead)

    async def begin(self, seat: Seat, failpoint: str = "") -> None:
        """Begin a process and return at once."""
        seat.dead.clear()
        hosting = Hosting(
            program=self._hosting.program,
            folder=self._hosting.folder,
            witness=self._hosting.witness,
            listening=-1 if seat.listening is None else seat.listening.fileno(),
            part=seat.part(self.lease_seconds),
        )
        await self._say(Order(name=seat.name, begin=hosting, failpoint=failpoint))

    async def send(self, seat: Seat, number: signal.Signals) -> None:
        """Send a signal to whoever sits there."""
        await self._say(Order(name=seat.name, signal=number))

    async def kill(self, seat: Seat) -> None:
        """Kill whoever sits there, and wait for the death."""
        if not seat.dead.is_set():
            await self.send(seat, signal.SIGKILL)
        await seat.dead.wait()

    async def listen(self) -> None:
        """Hear what the nursery says, until it ends."""
        out = cast("asyncio.StreamReader", self._nursery.stdout)
        while line := await out.readline():
            word = json.decode(line, type=Word)
            seat = self.seats[word.name]
            if word.event == "ready":
                seat.ready.set()
            else:
                if word.code not in FINE and seat.ready.is_set():
                    self.strange_deaths.append(f"{seat.name} ended with {word.code}")
                seat.ready.clear()
                seat.dead.set()
        self._gone = True
        for seat in self.seats.values():
            seat.ready.clear()
            seat.dead.set()

    async def _say(self, order: Order) -> None:
        inbox = cast("asyncio.StreamWriter", self._nursery.stdin)
        inbox.write(json.encode(order) + b"\n")
        await inbox.drain()

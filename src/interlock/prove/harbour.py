"""Where the cluster experiment takes place: two engines, five processes, cables, a witness."""

import asyncio
import os
import shutil
import signal
import socket
import sys
import tempfile
from asyncio.subprocess import Process
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import cast

from msgspec import convert

from interlock.prove.cable import Cable
from interlock.prove.engines import Postgres, Redis, make_postgres, make_redis
from interlock.prove.fleet import Fleet, Role, Seat
from interlock.prove.line import ask
from interlock.prove.orders import Hosting
from interlock.prove.witness import Tally
from interlock.prove.yard import BACKLOG, end, process

SERVERS = 2
WORKERS = 3


class Harbour:
    """Everything of the experiment, as one thing to break.

    Args:
        fleet: Servers and workers.
        postgres: The truth.
        redis: Everything else.
        witness: The witness's socket.
    """

    def __init__(self, fleet: Fleet, postgres: Postgres, redis: Redis, witness: str) -> None:
        self.fleet = fleet
        self.postgres = postgres
        self.redis = redis
        self.witness = witness

    @property
    def urls(self) -> list[str]:
        """Where the servers answer."""
        return [seat.url for seat in self.fleet.of("server")]

    @property
    def database(self) -> str:
        """The database, without a cable between."""
        return f"postgresql://interlock@127.0.0.1:{self.postgres.port}/postgres"

    async def start(self) -> None:
        """Bring everything up. The first server makes the schema."""
        for seat in self.fleet.seats.values():
            await self.fleet.up(seat)

    async def heal(self) -> None:
        """Let everything work: cables speak, clocks are right, every process lives and runs."""
        for seat in self.fleet.seats.values():
            seat.skew.write(0)
            for cable in seat.cables.values():
                cable.speak()
            if not seat.dead.is_set():
                await self.fleet.send(seat, signal.SIGCONT)
        for seat in self.fleet.seats.values():
            await self.fleet.up(seat)

    async def tally(self) -> Tally:
        """What the witness has seen."""
        return convert(await ask(self.witness, about="tally"), Tally)


@asynccontextmanager
async def harbour(program: str, lease_seconds: float) -> AsyncGenerator[Harbour]:
    """Set everything up; nothing of it is left when the block ends.

    Args:
        program: ``module:function`` of the program to serve.
        lease_seconds: How long a silent worker keeps its runs.

    Raises:
        ConfigError: This machine has no PostgreSQL or no Redis.
    """
    folder = Path(tempfile.mkdtemp(prefix="interlock-prove-"))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    async with AsyncExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        postgres = await make_postgres(folder / "postgres")
        redis = make_redis(folder / "redis")
        for engine in (postgres, redis):
            stack.push_async_callback(engine.stop, signal.SIGQUIT)
        await asyncio.gather(postgres.start(), redis.start())
        witness = str(folder / "witness")
        seer = await process("witness", witness, environment=environment)
        stack.push_async_callback(end, seer)
        await cast("asyncio.StreamReader", seer.stdout).readline()
        seats = [await _seat(stack, folder, name, postgres, redis) for name in _names()]
        sockets = [seat.listening.fileno() for seat in seats if seat.listening is not None]
        nursery = await process("nursery", environment=environment, keep=sockets)
        hosting = Hosting(program=program, folder=str(folder / "data"), witness=witness)
        fleet = Fleet(seats, nursery, hosting, lease_seconds)
        await _hear(stack, fleet, nursery)
        yield Harbour(fleet, postgres, redis, witness)


async def _hear(stack: AsyncExitStack, fleet: Fleet, nursery: Process) -> None:
    listener = asyncio.get_running_loop().create_task(fleet.listen())
    stack.callback(listener.cancel)
    stack.push_async_callback(end, nursery)


def _names() -> list[tuple[str, Role]]:
    servers: list[tuple[str, Role]] = [(f"server-{n}", "server") for n in range(1, SERVERS + 1)]
    return [*servers, *((f"worker-{n}", "worker") for n in range(1, WORKERS + 1))]


async def _seat(
    stack: AsyncExitStack, folder: Path, who: tuple[str, Role], postgres: Postgres, redis: Redis
) -> Seat:
    name, role = who
    cables = {"postgres": Cable(postgres.port), "redis": Cable(redis.port)}
    for cable in cables.values():
        await cable.open()
        stack.callback(cable.close)
    listening = None
    if role == "server":
        open_socket = socket.create_server(("127.0.0.1", 0), backlog=BACKLOG)
        listening = stack.enter_context(open_socket)
    return Seat(name, role, cables, str(folder / f"{name}.skew"), listening)

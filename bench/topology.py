"""What the load is put on: the floor, one embedded server, and servers and workers over engines."""

import asyncio
import contextlib
import shutil
import signal
import tempfile
import time
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.client import Order
from bench.process import SERVER_CORE as CORE
from bench.process import Child, cpu_seconds, free_port, on_core, resident_mb
from bench.servers import OURS, SERVERS, Server

from interlock.prove.engines import Engine, make_postgres, make_redis
from interlock.settings import Settings
from interlock.wiring.access import admin_init

SCALED = "2 servers, 3 workers"
SERVER_COUNT, WORKER_COUNT = 2, 3
PROGRAM = "bench.interlock_app:app"
DISK = "/var/tmp"  # noqa: S108 - PostgreSQL, as a user of its own, must get there; on a real disk
USERS = 12
"""Who reads; one user may have 100 streams open."""


class Quiet(Child):
    """A worker: it listens nowhere, and says in its log that it works."""

    def _wait(self) -> None:
        last = time.monotonic() + 60
        while time.monotonic() < last:
            if '"agents"' in self.words():
                return
            time.sleep(0.05)
        raise RuntimeError(f"{self.name} did not start:\n{self.words()}")


@dataclass
class Topology:
    """Processes that take the load together.

    Args:
        name: What the tables call it.
        orders: How a run is asked for: one for each pair of a server and a user.
        ours: The processes of ours.
        engines: PostgreSQL and Redis, if there are any.
    """

    name: str
    orders: Sequence[Order]
    ours: Sequence[Child]
    engines: Sequence[int] = field(default_factory=list[int])

    def cpu(self) -> float:
        """Seconds that our processes have used."""
        return sum(cpu_seconds(child.pid) for child in self.ours)

    def engine_cpu(self) -> float:
        """Seconds that the engines have used."""
        return sum(cpu_seconds(pid) for pid in self.engines)

    def memory(self) -> float:
        """MB of our processes."""
        return sum(resident_mb(child.pid) for child in self.ours)


def server(name: str) -> Server:
    """One of the servers of the other benchmarks."""
    return next(one for one in SERVERS if one.name == name)


@contextlib.contextmanager
def alone(name: str, model: str, folder: Path):  # noqa: ANN201 - a generator of one Topology
    """The floor, or one embedded server, in one process."""
    chosen = server(name)
    if name != OURS:
        with chosen.child(model, folder) as child:
            yield Topology(name, [chosen.order(child.port)], [child])
        return
    database = f"sqlite:///{folder}/embedded.db"
    tokens = asyncio.run(_keys(database, folder, USERS))
    environment = {"INTERLOCK_DATABASE_URL": database, **_environment(model, folder)}
    port = free_port()
    with Child(name, _serve(port), port, environment) as child:
        yield Topology("embedded", [_order(chosen, port, token) for token in tokens], [child])


@contextlib.asynccontextmanager
async def scaled(
    model: str, folder: Path, users: int = USERS, concurrency: int = 1_000
) -> AsyncGenerator[Topology]:
    """Servers and workers over a PostgreSQL and a Redis of our own."""
    room = Path(tempfile.mkdtemp(prefix="interlock-bench-", dir=DISK))
    with on_core(CORE):
        postgres, redis = await make_postgres(room / "postgres"), make_redis(room / "redis")
        await asyncio.gather(postgres.start(), redis.start())
    database = f"postgresql://interlock@127.0.0.1:{postgres.port}/postgres"
    try:
        tokens = await _keys(database, folder, users)
        environment = {
            "INTERLOCK_DATABASE_URL": database,
            "INTERLOCK_REDIS_URL": f"redis://127.0.0.1:{redis.port}/0",
            **_environment(model, folder),
            "INTERLOCK_CONCURRENCY": str(concurrency),
        }
        with contextlib.ExitStack() as stack:
            ports = [free_port() for _ in range(SERVER_COUNT)]
            ours: list[Child] = [
                Child(f"server-{port}", _serve(port, "--no-worker"), port, environment)
                for port in ports
            ]
            ours += [
                Quiet(f"worker-{number}", _command("worker", "--json"), 0, environment)
                for number in range(WORKER_COUNT)
            ]
            for child in ours:
                await asyncio.to_thread(stack.enter_context, child)
            orders = [
                _order(server(OURS), ports[number % len(ports)], token)
                for number, token in enumerate(tokens)
            ]
            yield Topology(SCALED, orders, ours, [_pid(postgres), _pid(redis)])
    finally:
        await postgres.stop(signal.SIGQUIT)
        await redis.stop(signal.SIGKILL)
        shutil.rmtree(room, ignore_errors=True)


def _command(*words: str) -> list[str]:
    command = server(OURS).home / "bin" / "interlock"
    return [str(command), *words, PROGRAM]


def _serve(port: int, *words: str) -> list[str]:
    return _command("serve", "--port", str(port), *words)


def _environment(model: str, folder: Path) -> dict[str, str]:
    return {
        "OPENAI_BASE_URL": f"{model}/v1",
        "OPENAI_API_KEY": "none",
        "XDG_RUNTIME_DIR": str(folder),
        "INTERLOCK_DATA_DIR": str(folder),
        "INTERLOCK_AUTH": "server",
        "INTERLOCK_CONCURRENCY": "1000",
    }


async def _keys(database: str, folder: Path, count: int) -> list[str]:
    """Keys of so many users, each of a tenant of its own."""
    settings = Settings(database_url=database, data_dir=str(folder))
    made = [await admin_init(settings, f"tenant-{number}", "user") for number in range(count)]
    return [one.token for one in made]


def _order(chosen: Server, port: int, token: str) -> Order:
    found = chosen.order(port)
    return Order(
        found.url,
        found.body,
        {"Authorization": f"Bearer {token}"},
        found.ending,
        found.chunks,
    )


def _pid(engine: Engine) -> int:
    return engine.pid

"""A cluster of real processes: servers and workers on PostgreSQL and Redis."""

import asyncio
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
from tests.cluster.program import PLACE

BOUND = 30.0
"""Seconds that anything may take here; more is a failure."""

START = 60.0
"""Seconds that a process may take to begin."""

TOKEN = "cluster-token"
LEASE = 2.0
ROOT = Path(__file__).parents[2]


class Node:
    """A process.

    Args:
        name: For its log.
        place: The cluster's folder.
        command: ``serve`` or ``worker``, with options.
        environment: Of the process.
    """

    def __init__(
        self, name: str, place: Path, command: list[str], environment: dict[str, str]
    ) -> None:
        self.name = name
        self.log = place / f"{name}.log"
        self.ready: dict[str, Any] = {}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "interlock", *command, "--json"],
                env=environment,
                cwd=place,
                stdout=subprocess.PIPE,
                stderr=log,
            )

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def url(self) -> str:
        return str(self.ready["url"])

    def until_ready(self) -> "Node":
        assert self.process.stdout is not None
        assert select.select([self.process.stdout], [], [], START)[0], f"{self.name} is not ready"
        line = self.process.stdout.readline()
        assert line, self.log.read_text("utf-8")
        self.ready = json.loads(line)
        return self

    def signal(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def wait(self) -> int:
        code = self.process.wait(BOUND)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code

    def stop(self) -> int:
        self.signal(signal.SIGTERM)
        return self.wait()

    def kill(self) -> None:
        if self.process.poll() is None:
            self.signal(signal.SIGKILL)
        self.wait()

    async def until_frozen(self) -> None:
        """Wait until the process has stopped itself."""

        def frozen() -> bool:
            stat = Path(f"/proc/{self.pid}/stat").read_text("ascii")
            return stat.rpartition(")")[2].split()[0] == "T"

        await until(frozen)


class Cluster:
    """Servers and workers that belong together.

    Args:
        place: Effects, logs and data live here.
        database: URL.
        redis: URL.
        prefix: Of the keys in Redis.
        program: The module whose functions make what the processes run.
    """

    def __init__(
        self,
        place: Path,
        database: str,
        redis: str,
        prefix: str,
        program: str = "tests.cluster.program",
    ) -> None:
        self.place = place
        self._program = program
        self.database, self.redis, self.prefix = database, redis, prefix
        self._nodes: list[Node] = []
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        self._environment = {
            **kept,
            "LANG": "C.UTF-8",
            "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}",
            PLACE: str(place),
            "INTERLOCK_TOKEN": TOKEN,
            "INTERLOCK_DATABASE_URL": database,
            "INTERLOCK_REDIS_URL": redis,
            "INTERLOCK_REDIS_PREFIX": prefix,
            "INTERLOCK_LEASE_SECONDS": str(LEASE),
            "INTERLOCK_LOG_LEVEL": "info",
        }

    def serve(self, name: str) -> Node:
        """Begin a server without a worker."""
        return self._begin(name, ["serve", f"{self._program}:build", "--no-worker"], {})

    def worker(self, name: str, program: str = "build", **settings: str) -> Node:
        """Begin a worker."""
        return self._begin(name, ["worker", f"{self._program}:{program}"], settings)

    def effects(self) -> list[tuple[int, str]]:
        """What tools did: by which process, and what."""
        file = self.place / "effects"
        lines = file.read_text("utf-8").splitlines() if file.exists() else []
        return [(int(pid), what) for pid, _, what in (line.partition(" ") for line in lines)]

    def go(self) -> None:
        """Let everything that holds end."""
        (self.place / "go").touch()

    def end_workers(self) -> None:
        """Kill the workers."""
        for node in [node for node in self._nodes if "url" not in node.ready]:
            node.kill()
            self._nodes.remove(node)

    def close(self) -> None:
        """Kill what still lives."""
        for node in self._nodes:
            node.kill()

    def _begin(self, name: str, command: list[str], settings: dict[str, str]) -> Node:
        own = self.place / name
        own.mkdir(mode=0o700, exist_ok=True)
        more = {f"INTERLOCK_{key.upper()}": value for key, value in settings.items()}
        folders = {"XDG_RUNTIME_DIR": str(own), "INTERLOCK_DATA_DIR": str(own / "data")}
        node = Node(name, self.place, command, {**self._environment, **folders, **more})
        self._nodes.append(node)
        return node


class Client:
    """A person at one of the servers."""

    def __init__(self, url: str, session: aiohttp.ClientSession) -> None:
        self.url = url
        self.session = session

    async def get(self, path: str) -> Any:
        async with self.session.get(self.url + path) as response:
            assert response.status == 200, await response.text()
            return await response.json()

    async def post(self, path: str, body: Any) -> Any:
        async with self.session.post(self.url + path, json=body) as response:
            assert response.status < 300, await response.text()
            return await response.json()

    async def begin(self, message: str, **more: Any) -> str:
        """Send a message; the run's id."""
        return (await self.post("/v1/runs", {"agent": "clerk", "message": message, **more}))["id"]

    async def run(self, run_id: str) -> dict[str, Any]:
        return (await self.get(f"/v1/runs/{run_id}"))["run"]

    async def ended(self, run_id: str) -> dict[str, Any]:
        """Wait for the end of a run."""
        async for _ in self.events(run_id):
            pass
        return await self.run(run_id)

    async def events(self, run_id: str, after: int = 0) -> AsyncGenerator[dict[str, Any]]:
        """Follow a run, as a browser would that names the last event it has."""
        headers = {"Accept": "text/event-stream", "Last-Event-ID": str(after)}
        path = f"/v1/runs/{run_id}/events"
        async with self.session.get(self.url + path, headers=headers) as response:
            assert response.status in {200, 204}, await response.text()
            async for line in response.content:
                if line.startswith(b"data: "):
                    yield json.loads(line[6:])

    async def log(self, run_id: str) -> list[dict[str, Any]]:
        """The events that are stored."""
        return (await self.get(f"/v1/runs/{run_id}/events"))["events"]

    async def workers(self) -> list[dict[str, Any]]:
        return (await self.get("/v1/workers"))["workers"]


@asynccontextmanager
async def client_of(node: Node) -> AsyncGenerator[Client]:
    headers = {"Authorization": f"Bearer {TOKEN}"}
    timeout = aiohttp.ClientTimeout(total=BOUND)
    # A server may close a silent connection at the moment in which a request sets out on it.
    line = aiohttp.TCPConnector(force_close=True)
    async with aiohttp.ClientSession(headers=headers, timeout=timeout, connector=line) as session:
        yield Client(node.url, session)


async def until(condition: Callable[[], Any]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + BOUND
    while True:
        found = condition()
        if await found if asyncio.iscoroutine(found) else found:
            return
        assert time.monotonic() < end, "it did not become so in time"
        await asyncio.sleep(0.03)

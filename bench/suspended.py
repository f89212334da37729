"""Many suspended runs: each asked a person, nobody answered, and the server forgot all of them."""

import contextlib
import sqlite3
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from bench.client import failures, load
from bench.process import (
    LOAD_CORE,
    Child,
    cache,
    cpu_seconds,
    free_port,
    resident_mb,
    stay_on,
)
from bench.servers import KEEPER

STEPS = 5
WARM_UP = 300
AT_ONCE = 20


@dataclass(frozen=True)
class Seen:
    """Memory in MB of 10^6 bytes: right after the start, and after each step of ``runs``."""

    idle: float
    runs: list[int]
    memory: list[float]
    bytes_per_run: float
    cpu: float


async def suspend(home: Path, runs: int) -> Seen:
    """Suspend runs in a server of the environment ``home``, and watch its memory.

    Raises:
        RuntimeError: A run did not end with a question.
    """
    stay_on(LOAD_CORE)
    port = free_port()
    model = [sys.executable, "-m", "bench.fake_model", str(port)]
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=cache())))
        stack.enter_context(Child("model", model, port, core=LOAD_CORE))
        keeper = KEEPER.child(f"http://127.0.0.1:{port}", folder, home)
        stack.enter_context(keeper)
        database = folder / KEEPER.name / "interlock.db"
        idle = resident_mb(keeper.pid)
        await _suspend(keeper, WARM_UP)
        counts, memory = [0], [resident_mb(keeper.pid)]
        began, size = cpu_seconds(keeper.pid), disk_bytes(database)
        for number in range(1, STEPS + 1):
            await _suspend(keeper, runs // STEPS)
            counts.append(runs // STEPS * number)
            memory.append(resident_mb(keeper.pid))
        done = counts[-1]
        return Seen(
            idle=idle,
            runs=counts,
            memory=memory,
            bytes_per_run=(disk_bytes(database) - size) / done,
            cpu=(cpu_seconds(keeper.pid) - began) / done * 1e3,
        )


def disk_bytes(database: Path) -> int:
    """Bytes of all pages of a database, also those that are still in its write-ahead log."""
    with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        size = connection.execute("PRAGMA page_size").fetchone()[0]
    return int(pages * size)


async def _suspend(keeper: Child, runs: int) -> None:
    order = KEEPER.order(keeper.port)
    _, outcomes = await load(order, runs, AT_ONCE)
    if wrong := failures(outcomes):
        raise RuntimeError(f"{len(wrong)} of {runs} runs were not suspended: {wrong[0]}")

"""What one durable append costs: rows per second and CPU per row, with 1, 16 and 128 writers.

Every writer drives a run of its own and waits until each event is durable before it sends the
next, as the loop does. Run it as ``python bench/append.py [--synchronous NORMAL] [--rows 4000]``,
with ``--postgres postgresql://…`` for both databases side by side, round by round.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import psycopg
import uvloop
from msgspec import Struct
from psycopg import sql

from interlock.domain.events import Event, ModelDelta
from interlock.domain.records import Run, Thread
from interlock.ports import Store, Tx
from interlock.store.postgres import PostgresStore
from interlock.store.sqlite import SqliteStore

TEXT = "x" * 110
SCHEMA = "interlock_bench_append"


class Figures(Struct, frozen=True):
    """What one round measured. Times in ms; CPU in µs per row, all threads together."""

    rows_per_second: float
    cpu: float
    p50: float
    p99: float


def begin(writers: int) -> list[str]:
    """The ids of the runs."""
    return [f"run_{number:032d}" for number in range(writers)]


def prepare(tx: Tx, run_ids: Sequence[str]) -> None:
    """A thread and a claimed run for each writer."""
    for run_id in run_ids:
        thread = Thread(id=run_id, tenant="local", user="me", agent="a", created_at=1, updated_at=1)
        tx.put_thread(thread)
        tx.insert_run(
            Run(
                id=run_id,
                tenant="local",
                user="me",
                thread_id=run_id,
                turn_id=run_id,
                agent="a",
                status="queued",
                created_at=1,
            )
        )
        tx.claim(run_id)


async def write(store: Store, run_id: str, rows: int) -> list[float]:
    """Append one event after the other; how long each took, in ms."""
    waits: list[float] = []
    for seq in range(1, rows + 1):
        fact = ModelDelta(message_id=run_id, kind="text", text=TEXT)
        began = time.perf_counter()
        await store.append(run_id, 1, [Event(run_id, seq, 1_790_000_000_000, fact)])
        waits.append((time.perf_counter() - began) * 1_000)
    return waits


async def measure(store: Store, writers: int, rows: int) -> Figures:
    """One round on a fresh database."""
    run_ids = begin(writers)
    await store.write(lambda tx: prepare(tx, run_ids))
    began, cpu = time.perf_counter(), time.process_time()
    waits = await asyncio.gather(*(write(store, run_id, rows // writers) for run_id in run_ids))
    seconds, used = time.perf_counter() - began, time.process_time() - cpu
    await store.close()
    flat = sorted(wait for one in waits for wait in one)
    return Figures(
        rows_per_second=len(flat) / seconds,
        cpu=used / len(flat) * 1e6,
        p50=statistics.median(flat),
        p99=flat[len(flat) * 99 // 100],
    )


async def on_sqlite(writers: int, rows: int, synchronous: str) -> Figures:
    """A round in a file."""
    level = "NORMAL" if synchronous == "NORMAL" else "FULL"
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        store = SqliteStore(Path(folder) / "append.db", lambda _: None, level)
        return await measure(store, writers, rows)


async def on_postgres(writers: int, rows: int, url: str) -> Figures:
    """A round in a schema."""
    schema = sql.Identifier(SCHEMA)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(schema))
        connection.execute(sql.SQL("CREATE SCHEMA {}").format(schema))
        try:
            joint = "&" if "?" in url else "?"
            store = PostgresStore(f"{url}{joint}options=-csearch_path%3D{SCHEMA}", lambda _: None)
            return await measure(store, writers, rows)
        finally:
            connection.execute(sql.SQL("DROP SCHEMA {} CASCADE").format(schema))


def main() -> None:
    """Print a table: the median of the rounds, and the range of the rate."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--synchronous", default="FULL", choices=("FULL", "NORMAL"))
    parser.add_argument("--rows", type=int, default=4_000, help="rows per round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--postgres", help="the URL of a PostgreSQL, to measure both")
    chosen = parser.parse_args()
    heads = "database", "writers", "rows/s (min-max)", "CPU µs/row", "p50 ms", "p99 ms"
    sys.stdout.write("{:9s} {:>7s}   {:24s} {:>10s} {:>8s} {:>8s}\n".format(*heads))
    for writers in (1, 16, 128):
        rows = chosen.rows if writers > 1 else chosen.rows // 4
        rounds: dict[str, list[Figures]] = {}
        for _ in range(chosen.rounds):
            one = uvloop.run(on_sqlite(writers, rows, chosen.synchronous))
            rounds.setdefault("SQLite", []).append(one)
            if chosen.postgres:
                one = uvloop.run(on_postgres(writers, rows, chosen.postgres))
                rounds.setdefault("Postgres", []).append(one)
        for name, found in rounds.items():
            report(name, writers, found)


def report(name: str, writers: int, rounds: Sequence[Figures]) -> None:
    """One line: the median of the rounds, and the range of the rate."""
    rates = sorted(one.rows_per_second for one in rounds)
    cpu, p50, p99 = (
        statistics.median(getattr(one, figure) for one in rounds)
        for figure in ("cpu", "p50", "p99")
    )
    spread = f"{statistics.median(rates):.0f} ({rates[0]:.0f}-{rates[-1]:.0f})"
    figures = f"{spread:24s} {cpu:10.0f} {p50:8.2f} {p99:8.2f}"
    sys.stdout.write(f"{name:9s} {writers:7d}   {figures}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()

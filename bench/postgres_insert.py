"""How to insert a group of events into PostgreSQL: what psycopg 3 and asyncpg pay for each way.

Rows as the log has them, one commit a group, one connection, the server on this machine. Run it as
``python bench/postgres_insert.py [--url postgresql://…]``; asyncpg takes part when it is installed.
"""

import argparse
import asyncio
import importlib
import importlib.util
import statistics
import sys
import time
from collections.abc import Callable, Sequence

import psycopg
from psycopg import sql

SCHEMA = "interlock_bench_insert"
BODY = b'{"type":"model.delta","message_id":"msg_01","kind":"text","text":"' + b"x" * 110 + b'"}'
TABLE = """
CREATE TABLE events (
    run_id TEXT NOT NULL, seq BIGINT NOT NULL, time BIGINT NOT NULL, type TEXT NOT NULL,
    tenant TEXT NOT NULL, "user" TEXT NOT NULL, body BYTEA NOT NULL, encoding SMALLINT NOT NULL,
    PRIMARY KEY (run_id, seq)
)
"""
# The columns are ours, and nothing here comes from outside.
NAMES = 'run_id, seq, time, type, tenant, "user", body, encoding'
INTO = "INSERT INTO events (" + NAMES + ") "
ARRAYS = (
    "SELECT *, 1 FROM unnest({}::text[], {}::int8[], {}::int8[], {}::text[], {}::text[], "
    "{}::text[], {}::bytea[])"
)
UNNEST = INTO + ARRAYS.format(*["%b"] * 7)
TEXT_UNNEST = UNNEST.replace("%b", "%t")
VALUES = INTO + "VALUES (%s, %s, %s, %s, %s, %s, %s, 1)"
COPY = "COPY events (" + NAMES + ") FROM STDIN (FORMAT BINARY)"
ASYNC_UNNEST = INTO + ARRAYS.format(*[f"${n}" for n in range(1, 8)])

Row = tuple[str, int, int, str, str, str, bytes]
Insert = Callable[[Sequence[Row]], None]


def group(number: int, size: int) -> list[Row]:
    """One group: an event of each of ``size`` runs."""
    stamp = 1_790_000_000_000
    return [
        (f"run_{n:032d}", number, stamp, "model.delta", "local", "me", BODY) for n in range(size)
    ]


def psycopg_ways(connection: psycopg.Connection) -> dict[str, Insert]:
    """The ways of psycopg, each with its commit."""

    def unnest(rows: Sequence[Row]) -> None:
        with connection.transaction():
            connection.execute(UNNEST, [list(column) for column in zip(*rows, strict=True)])

    def text_unnest(rows: Sequence[Row]) -> None:
        with connection.transaction():
            connection.execute(TEXT_UNNEST, [list(column) for column in zip(*rows, strict=True)])

    def many(rows: Sequence[Row]) -> None:
        with connection.transaction(), connection.cursor() as cursor:
            cursor.executemany(VALUES, rows)

    def copy(rows: Sequence[Row]) -> None:
        with connection.transaction(), connection.cursor() as cursor, cursor.copy(COPY) as out:
            out.set_types(["text", "int8", "int8", "text", "text", "text", "bytea", "int2"])
            for row in rows:
                out.write_row((*row, 1))

    return {
        "psycopg 3, unnest of binary arrays": unnest,
        "psycopg 3, unnest of text arrays": text_unnest,
        "psycopg 3, executemany": many,
        "psycopg 3, COPY": copy,
    }


def measure(insert: Insert, size: int, groups: int) -> tuple[float, float]:
    """Rows a second, and µs of this process's CPU a row."""
    for number in range(1, 11):
        insert(group(number, size))
    began, cpu = time.perf_counter(), time.process_time()
    for number in range(11, groups + 11):
        insert(group(number, size))
    seconds, used = time.perf_counter() - began, time.process_time() - cpu
    return size * groups / seconds, used / (size * groups) * 1e6


async def measure_asyncpg(url: str, size: int, groups: int) -> tuple[float, float]:
    """The same for asyncpg."""
    asyncpg = importlib.import_module("asyncpg")
    connection = await asyncpg.connect(url, server_settings={"search_path": SCHEMA})
    statement = await connection.prepare(ASYNC_UNNEST)

    async def insert(number: int) -> None:
        async with connection.transaction():
            await statement.fetch(*map(list, zip(*group(number, size), strict=True)))

    for number in range(1, 11):
        await insert(number)
    began, cpu = time.perf_counter(), time.process_time()
    for number in range(11, groups + 11):
        await insert(number)
    seconds, used = time.perf_counter() - began, time.process_time() - cpu
    await connection.close()
    return size * groups / seconds, used / (size * groups) * 1e6


def report(name: str, size: int, rounds: Sequence[tuple[float, float]]) -> None:
    """One line: the median of the rounds, and the range of the rate."""
    rates = sorted(rate for rate, _ in rounds)
    spread = f"{statistics.median(rates):.0f} ({rates[0]:.0f}-{rates[-1]:.0f})"
    cpu = statistics.median(used for _, used in rounds)
    sys.stdout.write(f"{name:36s} {size:5d}   {spread:24s} {cpu:10.1f}\n")
    sys.stdout.flush()


def main() -> None:
    """Measure every way in turn, round by round, so that all see the same weather."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", default="postgresql://127.0.0.1:5432/postgres")
    parser.add_argument("--groups", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    connection = psycopg.connect(chosen.url, autocommit=True, prepare_threshold=1)
    schema = sql.Identifier(SCHEMA)
    connection.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(schema))
    connection.execute(sql.SQL("SET search_path = {}").format(schema))
    sys.stdout.write(
        "way                                  group   rows/s (min-max)         CPU µs/row\n"
    )
    try:
        for size in (10, 100, 1_000):
            ways = psycopg_ways(connection)
            found: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
            with_asyncpg = importlib.util.find_spec("asyncpg") is not None
            for _ in range(chosen.rounds):
                for name, insert in ways.items():
                    connection.execute("DROP TABLE IF EXISTS events")
                    connection.execute(TABLE)
                    found[name].append(measure(insert, size, chosen.groups))
                if with_asyncpg:
                    connection.execute("DROP TABLE events")
                    connection.execute(TABLE)
                    work = measure_asyncpg(chosen.url, size, chosen.groups)
                    found.setdefault("asyncpg, unnest", []).append(asyncio.run(work))
            for name, rounds in found.items():
                report(name, size, rounds)
    finally:
        connection.execute(sql.SQL("DROP SCHEMA {} CASCADE").format(schema))
        connection.close()


if __name__ == "__main__":
    main()

"""How much the log grows a turn, before and after its fragments are packed.

A turn is one tool call in 21 fragments, the tool, then an answer in 200 fragments of a word each,
none of them collected: the most that a turn of 200 words can write. Databases do not give space
back at once, so growth is measured between two moments when all turns are packed.
Run it as ``python -m bench.log_growth [--turns 200] [--url postgresql://…]``.
"""

import argparse
import asyncio
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import psycopg
from psycopg import sql

from interlock.bus.clock import SystemClock
from interlock.domain.events import (
    Event,
    Fact,
    ModelDelta,
    ModelEnded,
    ModelStarted,
    RunEnded,
    RunStarted,
    ToolEnded,
    ToolJudged,
    ToolStarted,
)
from interlock.domain.ids import new_id
from interlock.domain.messages import AssistantMessage, CallPart, TextPart, UserMessage
from interlock.domain.records import Run, Thread
from interlock.domain.tools import ToolResult
from interlock.domain.usage import Usage
from interlock.ports import Store, Tx
from interlock.store.postgres import PostgresStore
from interlock.store.sqlite import SqliteStore
from interlock.workers.packer import Packer

WORDS = [f"word{number:03d} " for number in range(200)]
TOTAL = "SELECT pg_total_relation_size(%s::regclass)"
ROUNDS = 5
ARGUMENTS = '{"folder": "archive", "older_than_days": 90, "dry": true}'


def turn(thread_id: str) -> list[Fact]:
    """The facts of a turn."""
    call_id, first, second = new_id("call"), new_id("msg"), new_id("msg")
    step = -(-len(ARGUMENTS) // 21)
    pieces = [ARGUMENTS[at : at + step] for at in range(0, len(ARGUMENTS), step)]
    call = CallPart(call_id, "delete_reports", ARGUMENTS)
    answer = AssistantMessage(second, (TextPart("".join(WORDS)),))
    usage = Usage(1_200, 260)
    return [
        RunStarted(
            thread_id=thread_id,
            turn_id=new_id("turn"),
            agent="demo",
            tenant="local",
            user="local",
            message=UserMessage(new_id("msg"), (TextPart("delete the old reports, please"),)),
        ),
        _asked(first, 1),
        *(_delta(first, piece, call_id) for piece in pieces),
        ModelEnded(message=AssistantMessage(first, (call,)), stop="tool_use", usage=usage),
        ToolJudged(call_id=call_id, name=call.name, verdict="allow", code="read", digest="d" * 64),
        ToolStarted(call_id=call_id, name=call.name, attempt=1, repeatable=True, digest="d" * 64),
        ToolEnded(
            call_id=call_id, name=call.name, kind="done", result=ToolResult("deleted 3", 3), ms=12
        ),
        _asked(second, 2),
        *(_delta(second, word) for word in WORDS),
        ModelEnded(message=answer, stop="stop", usage=usage),
        RunEnded(status="success", usage=usage),
    ]


def _asked(message_id: str, index: int) -> ModelStarted:
    return ModelStarted(
        message_id=message_id, call_index=index, attempt=1, provider="openai", model="gpt-5"
    )


def _delta(message_id: str, text: str, call_id: str = "") -> ModelDelta:
    kind = "arguments" if call_id else "text"
    return ModelDelta(message_id=message_id, kind=kind, text=text, call_id=call_id)


def begin(tx: Tx, thread_id: str, run_id: str, now: int) -> None:
    """A thread with a claimed run."""
    thread = Thread(
        id=thread_id, tenant="local", user="local", agent="demo", created_at=now, updated_at=now
    )
    tx.put_thread(thread)
    run = Run(
        id=run_id,
        tenant="local",
        user="local",
        thread_id=thread_id,
        turn_id=new_id("turn"),
        agent="demo",
        status="queued",
        created_at=now,
    )
    tx.insert_run(run)
    tx.claim(run_id)


async def tell(store: Store, turns: int) -> None:
    """Write turns down."""
    for _ in range(turns):
        thread_id, run_id = new_id("thread"), new_id("run")
        now = SystemClock().now()
        await store.write(lambda tx, t=thread_id, r=run_id, n=now: begin(tx, t, r, n))
        facts = enumerate(turn(thread_id), 1)
        await store.append(
            run_id, 1, [Event(run_id, seq, now + 20 * seq, fact) for seq, fact in facts]
        )


async def pack(store: Store) -> float:
    """Pack all there is; CPU seconds of it."""
    packer = Packer(store, SystemClock(), -10_000)
    began = time.process_time()
    while await packer.look():
        pass
    return time.process_time() - began


async def measure(store: Store, size: Callable[[], int], turns: int) -> tuple[float, float, float]:
    """Bytes a turn as written, bytes a turn once packed, and CPU ms a turn of packing."""
    empty = size()
    await tell(store, turns)
    loose = size()
    spent = await pack(store)
    start = settled = size()
    for _ in range(ROUNDS):
        await tell(store, turns)
        spent += await pack(store)
        settled = size()
    written, packed = (loose - empty) / turns, (settled - start) / turns / ROUNDS
    return written, packed, spent / turns / (ROUNDS + 1) * 1_000


async def on_sqlite(turns: int) -> tuple[float, float, float]:
    """The embedded database: pages in use."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        path = Path(folder) / "log.db"
        store = SqliteStore(path, lambda _: None, "NORMAL")

        def size() -> int:
            with sqlite3.connect(path) as connection:
                pages, free, page = (
                    connection.execute(f"PRAGMA {name}").fetchone()[0]
                    for name in ("page_count", "freelist_count", "page_size")
                )
            connection.close()
            return (pages - free) * page

        try:
            return await measure(store, size, turns)
        finally:
            await store.close()


async def on_postgres(url: str, turns: int) -> tuple[float, float, float]:
    """PostgreSQL: tables and indexes, in a schema of their own, after a vacuum."""
    schema = new_id("bench")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(schema)))
        joint = "&" if "?" in url else "?"
        store = PostgresStore(f"{url}{joint}options=-csearch_path%3D{schema}", lambda _: None)

        def size() -> int:
            found = 0
            for name in ("events", "runs", "threads"):
                table = sql.Identifier(schema, name)
                connection.execute(sql.SQL("VACUUM {}").format(table))
                row = connection.execute(TOTAL, [f"{schema}.{name}"]).fetchone()
                found += row[0] if row else 0
            return found

        try:
            return await measure(store, size, turns)
        finally:
            await store.close()
            dropped = sql.SQL("DROP SCHEMA {} CASCADE").format(sql.Identifier(schema))
            connection.execute(dropped)


def tell_figures(name: str, figures: Sequence[float]) -> None:
    """A row of the table."""
    loose, packed, cpu = figures
    sys.stdout.write(
        f"{name:10s} {loose / 1e3:10.1f} kB {packed / 1e3:10.1f} kB {loose / packed:6.1f} "
        f"{cpu:10.2f} ms\n"
    )


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=200)
    parser.add_argument("--url", default="", help="a PostgreSQL database to measure, too")
    chosen = parser.parse_args()
    sys.stdout.write("database     as written        packed  ratio    CPU a turn\n")
    tell_figures("sqlite", asyncio.run(on_sqlite(chosen.turns)))
    if chosen.url:
        tell_figures("postgres", asyncio.run(on_postgres(chosen.url, chosen.turns)))


if __name__ == "__main__":
    main()

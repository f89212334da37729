import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path

import pytest
from tests.store.build import BOUND, add_run, delta, interrupt, numbered, thread

from interlock.domain.events import Event, InterruptOpened
from interlock.domain.interrupts import Interrupt
from interlock.errors import InterlockError
from interlock.ports import Tx
from interlock.store.sqlite import SqliteStore
from interlock.store.sqlite_session import SqliteSession
from interlock.store.tx import SqlTx


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "interlock.db"


@pytest.fixture
async def sqlite(path: Path, published: list[Sequence[Event]]) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(path, published.append, "NORMAL")
    yield store
    await store.close()


class Pause:
    """A write that keeps the writer busy, so that others gather behind it."""

    def __init__(self) -> None:
        self._reached = threading.Event()
        self._go = threading.Event()

    def work(self, _: Tx) -> None:
        self._reached.set()
        assert self._go.wait(BOUND)

    async def reached(self) -> None:
        assert await asyncio.to_thread(self._reached.wait, BOUND)

    def end(self) -> None:
        self._go.set()


async def waiting_for(written: Awaitable[None]) -> None:
    await written


async def together(store: SqliteStore, *works: Callable[[Tx], object]) -> list[object]:
    """Make writes share one transaction; what each returned or raised."""
    pause = Pause()
    async with asyncio.TaskGroup() as group:
        group.create_task(waiting_for(store.write(pause.work)))
        await pause.reached()
        waiting = asyncio.gather(*map(store.write, works), return_exceptions=True)
        await asyncio.sleep(0)
        pause.end()
        return await waiting


def pragma(tx: Tx, text: str) -> int:
    assert isinstance(tx, SqlTx)
    assert isinstance(tx, SqlTx)
    assert isinstance(tx.session, SqliteSession)
    return tx.session.connection.execute(f"PRAGMA {text}").fetchone()[0]


def committed(path: Path, table: str) -> int:
    """What another process would see."""
    other = sqlite3.connect(path)
    count = other.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608
    other.close()
    return count


async def test_writes_that_wait_at_the_same_time_share_one_commit(sqlite: SqliteStore, path: Path):
    def put(number: int) -> Callable[[Tx], int]:
        def work(tx: Tx) -> int:
            tx.put_thread(thread(f"thread_{number}"))
            return committed(path, "threads")

        return work

    assert await together(sqlite, *(put(number) for number in range(5))) == [0, 0, 0, 0, 0]
    assert committed(path, "threads") == 5


async def test_a_write_that_fails_takes_back_itself_and_nothing_else(
    sqlite: SqliteStore, published: list[Sequence[Event]]
):
    fault = ValueError("changed my mind")

    def good(number: int) -> Callable[[Tx], None]:
        def work(tx: Tx) -> None:
            add_run(tx, f"run_{number}", f"thread_{number}")
            tx.append(f"run_{number}", [delta(str(number))], 2_000)

        return work

    def bad(tx: Tx) -> None:
        good(2)(tx)
        raise fault

    assert await together(sqlite, good(1), bad, good(3)) == [None, fault, None]
    kept = [await sqlite.read(lambda reader, n=n: reader.run(f"run_{n}")) for n in (1, 2, 3)]
    assert [run and run.id for run in kept] == ["run_1", None, "run_3"]
    assert published == [
        numbered(1, [delta("1")], "run_1"),
        numbered(1, [delta("3")], "run_3"),
    ]


async def test_an_append_that_fails_half_way_leaves_nothing(sqlite: SqliteStore):
    await sqlite.write(add_run)
    pause = Pause()
    orphan: Interrupt = interrupt("int_1", "run_of_nobody")
    facts = [delta("1"), InterruptOpened(interrupt=orphan)]
    async with asyncio.TaskGroup() as group:
        group.create_task(waiting_for(sqlite.write(pause.work)))
        await pause.reached()
        bad = sqlite.append("run_1", 1, numbered(1, facts))
        good = sqlite.append("run_1", 1, numbered(1, [delta("2")]))
        pause.end()
        with pytest.raises(InterlockError):
            await bad
        await good
    assert await sqlite.read(lambda reader: reader.events("run_1")) == numbered(1, [delta("2")])


async def test_a_waiter_that_goes_away_does_not_stop_its_write(sqlite: SqliteStore):
    pause = Pause()
    async with asyncio.TaskGroup() as group:
        group.create_task(waiting_for(sqlite.write(pause.work)))
        await pause.reached()
        gone = group.create_task(waiting_for(sqlite.write(lambda tx: tx.put_thread(thread()))))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        pause.end()
    assert await sqlite.write(lambda tx: tx.thread("thread_1")) == thread()


async def test_a_publisher_that_fails_keeps_nobody_waiting(path: Path):
    def publish(events: Sequence[Event]) -> None:
        raise ValueError("nobody listens")

    faults: list[object] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: faults.append(context.get("exception")))
    store = SqliteStore(path, publish, "NORMAL")
    await store.write(add_run)
    await store.append("run_1", 1, numbered(1, [delta()]))
    await store.close()
    assert [str(fault) for fault in faults] == ["nobody listens"]


async def test_when_the_disk_is_full_every_write_of_the_commit_fails_and_later_ones_work(
    sqlite: SqliteStore, path: Path, published: list[Sequence[Event]]
):
    await sqlite.write(add_run)
    big = "x" * 3_000_000

    def fill(tx: Tx) -> None:
        # SQLite's own limit stands for the disk's.
        pages = pragma(tx, "page_count")
        pragma(tx, f"max_page_count = {pages + 8}")

    await sqlite.write(fill)
    outcomes = await together(
        sqlite,
        lambda tx: tx.append("run_1", [delta("small")], 1),
        lambda tx: tx.append("run_1", [delta(big)], 1),
    )
    for outcome in outcomes:
        assert isinstance(outcome, InterlockError)
        assert "free space" in str(outcome)
        assert "SELECT" not in str(outcome)
    assert published == []
    await sqlite.append("run_1", 1, numbered(1, [delta("small")]))
    assert await sqlite.read(lambda reader: reader.events("run_1")) == numbered(1, [delta("small")])


async def test_another_process_that_holds_the_database_makes_a_write_fail_clearly(
    sqlite: SqliteStore, path: Path
):
    await sqlite.write(lambda tx: pragma(tx, "busy_timeout = 1"))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(InterlockError, match="SQLITE_BUSY"):
        await sqlite.write(lambda tx: tx.put_thread(thread()))
    other.execute("ROLLBACK")
    other.close()
    await sqlite.write(lambda tx: tx.put_thread(thread()))


async def test_closing_finishes_what_was_submitted_and_refuses_the_rest(path: Path):
    store = SqliteStore(path, lambda _: None, "NORMAL")
    await store.write(add_run)
    pending = [store.append("run_1", 1, numbered(n, [delta(str(n))])) for n in range(1, 51)]
    await store.close()
    await store.close()
    await asyncio.gather(*pending)
    with pytest.raises(InterlockError, match="closed"):
        await store.write(add_run)

    again = SqliteStore(path, lambda _: None)
    events = await again.read(lambda reader: reader.events("run_1"))
    await again.close()
    assert [event.seq for event in events] == list(range(1, 51))

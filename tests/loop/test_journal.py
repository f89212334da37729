"""A run's log from the driver's side: what is submitted together, and what waits for company."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from tests.store.build import add_run, delta

from interlock.domain.events import Event, Fact, Noted, RunEnded
from interlock.loop.journal import Journal
from interlock.store.sqlite import SqliteStore
from interlock.testing.clock import ManualClock
from interlock.workers.lease import OwnLease

A, B, C = (Noted(code=code, text="") for code in "abc")
END = RunEnded(status="success")


async def written(path: Path, fill: Callable[[Journal], Awaitable[None]]) -> list[list[Fact]]:
    """The facts of each append that a journal makes."""
    appends: list[Sequence[Event]] = []
    store = SqliteStore(path / "interlock.db", appends.append, "NORMAL")
    await store.write(add_run)
    run = await store.read(lambda reader: reader.run("run_1"))
    assert run is not None
    journal = Journal(store, ManualClock(), OwnLease(run, lambda: None), ((), ()), untrusted=False)
    appends.clear()
    await fill(journal)
    await store.close()
    return [[event.data for event in events] for events in appends]


async def test_facts_of_one_moment_are_written_together(tmp_path: Path):
    async def fill(journal: Journal) -> None:
        journal.add(A)
        journal.add(B, delta())
        await journal.sync()
        journal.add(C)
        await journal.sync()

    assert await written(tmp_path, fill) == [[A, B, delta()], [C]]


async def test_what_is_held_is_written_with_what_comes_next_and_never_before(tmp_path: Path):
    async def fill(journal: Journal) -> None:
        journal.add(A)
        journal.hold(B)
        await journal.sync()
        journal.add(END)
        await journal.sync()

    assert await written(tmp_path, fill) == [[A], [B, END]]


async def test_facts_that_nobody_waits_for_are_written_all_the_same(tmp_path: Path):
    async def fill(journal: Journal) -> None:
        journal.add(A)
        await asyncio.sleep(0)

    assert await written(tmp_path, fill) == [[A]]

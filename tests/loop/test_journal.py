"""A run's log from the driver's side: what is submitted together, and what waits for company."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest
from tests.store.build import add_run, delta

from interlock.domain.events import Event, Fact, Noted, RunEnded
from interlock.errors import LeaseLost
from interlock.loop.journal import Journal
from interlock.store.sqlite import SqliteStore
from interlock.testing.clock import ManualClock
from interlock.workers.lease import OwnLease, TimedLease

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


async def test_after_the_lease_is_over_nothing_is_written_and_whoever_waits_is_told(tmp_path: Path):
    store = SqliteStore(tmp_path / "interlock.db", lambda _: None, "NORMAL")
    await store.write(add_run)
    run = await store.read(lambda reader: reader.run("run_1"))
    assert run is not None
    now = [0.0]
    lease = TimedLease(run, 10.0, 0, lambda: now[0], lambda: None)
    journal = Journal(store, ManualClock(), lease, ((), ()), untrusted=False)
    journal.add(A)
    await journal.sync()
    now[0] = 10.0
    journal.add(B)
    await asyncio.sleep(0)
    now[0] = 0.0  # what was left out once leaves a gap: nothing may follow it
    journal.add(C)
    with pytest.raises(LeaseLost):
        await journal.sync()
    stored = await store.read(lambda reader: reader.events("run_1"))
    await store.close()
    assert [event.data for event in stored] == [A]

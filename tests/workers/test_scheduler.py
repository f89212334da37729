"""Schedulers that share a database, stumble and die: each slot fires once, with its run."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest
from tests.commands.schedules import HOUR, plan, slots, time
from tests.store.build import BOUND
from tests.workers.tell_until_killed import opened
from tests.workers.test_killed import ROOT, database

from interlock.bus.clock import SystemClock
from interlock.bus.queue import LocalQueue
from interlock.commands.planner import Planner
from interlock.domain.events import Noted, RunStarted
from interlock.domain.schedules import Timing
from interlock.failpoints import VARIABLE
from interlock.ports import Store
from interlock.store.sqlite import SqliteStore
from interlock.testing import ManualClock
from interlock.workers.scheduler import Scheduler

__all__ = ["database"]

SCHEDULES, SLOTS = 30, 4
POINTS = ["schedules.due:1", "schedules.due:2", "schedules.committed:1", "store.before_commit:2"]


async def prepared(store: Store) -> int:
    """Schedules with slots that are due. Gives the time of the last slot."""
    now = SystemClock().now()
    for number in range(SCHEDULES):
        await plan(
            store,
            now - (SLOTS - 1) * HOUR,
            id=f"schedule_{number}",
            missed="all",
            overlap="allow",
        )
    return now


@pytest.mark.parametrize("point", POINTS)
async def test_a_scheduler_that_dies_leaves_no_slot_out_and_none_twice(database: str, point: str):
    store = opened(database)
    last = await prepared(store)
    if database.startswith("postgresql"):
        codes = await asyncio.gather(*(process(database, way) for way in (point, "", "")))
        assert codes[1:] == [0, 0]
    else:
        await store.close()
        assert await process(database, point) == -signal.SIGKILL
        assert await process(database, "") == 0
        store = opened(database)
    try:
        expected = [last - n * HOUR for n in range(SLOTS)][::-1]
        runs: list[str] = []
        for number in range(SCHEDULES):
            found = await slots(store, f"schedule_{number}")
            assert [slot.slot for slot in found] == expected
            assert {slot.state for slot in found} == {"fired"}
            runs += [slot.run_id for slot in found]
        unfinished = await store.read(lambda reader: reader.unfinished_runs())
        assert sorted(run.id for run in unfinished) == sorted(runs)
        for run_id in runs:
            events = await store.read(lambda reader, one=run_id: reader.events(one))
            assert [type(event.data) for event in events] == [RunStarted, Noted]
    finally:
        await store.close()


async def process(database: str, point: str) -> int:
    """Let a scheduler work to its end, and give its exit code."""
    environment = {name: value for name, value in os.environ.items() if name != VARIABLE}
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.workers.fire_until_killed",
        database,
        cwd=ROOT,
        env={**environment, **({VARIABLE: point} if point else {})},
    )
    async with asyncio.timeout(BOUND * 2):
        return await child.wait()


async def test_a_scheduler_fires_at_every_beat_of_the_clock(store: Store):
    now = await time(store)
    moving = SystemClock() if not isinstance(store, SqliteStore) else ManualClock(now)
    start = now - 1_000
    await plan(store, start + 2_000, timing=Timing(every=1, start=start), overlap="allow")
    queue = LocalQueue()
    async with asyncio.TaskGroup() as group:
        tasks = [
            group.create_task(Scheduler(Planner(store, queue, moving), moving).run())
            for _ in range(3)
        ]
        async with asyncio.timeout(BOUND):
            while len(await slots(store)) < 4:
                if isinstance(moving, ManualClock):
                    moving.move(1)
                await asyncio.sleep(0.02)
        for task in tasks:
            task.cancel()
    found = await slots(store)
    first = start + 2_000
    assert [slot.slot for slot in found] == [first + n * 1_000 for n in range(len(found))]
    assert len({slot.run_id for slot in found}) == len(found)


class Stumbling(Planner):
    """Fails at first, as a database does that is away for a moment."""

    def __init__(self, store: Store, clock: ManualClock) -> None:
        super().__init__(store, LocalQueue(), clock)
        self.failures = 2

    async def fire_due(self) -> int:
        if self.failures:
            self.failures -= 1
            raise OSError("the database is away")
        return await super().fire_due()


async def test_a_scheduler_outlives_a_database_that_is_away(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    clock = ManualClock()
    store = SqliteStore(tmp_path / "interlock.db", lambda _: None, "NORMAL")
    await plan(store, clock.now() - 100)
    async with asyncio.TaskGroup() as group:
        task = group.create_task(Scheduler(Stumbling(store, clock), clock).run())
        async with asyncio.timeout(BOUND):
            while not await slots(store):
                clock.move(1)
                await asyncio.sleep(0.005)
        task.cancel()
    assert caplog.text.count("schedules could not be fired") == 2
    await store.close()

"""A watched store does what the store does; what it could not write is not counted as written."""

import asyncio
from collections.abc import Awaitable, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.store.build import add_run

from interlock.domain.events import Event, RunEnded
from interlock.errors import LeaseLost, NotFound, StoreFailed
from interlock.store.sqlite import SqliteStore
from interlock.traces.meter import Meter
from interlock.traces.watched import WatchedStore

END = (Event("run_1", 2, 0, RunEnded(status="success")),)


class Broken:
    """A store that says no, as it is told."""

    def __init__(self, error: Exception | None) -> None:
        self.error = error

    async def read(self, work: Any) -> Any:
        if self.error is not None:
            raise self.error
        return work(None)

    async def write(self, work: Any, *, by_locks: bool = False) -> Any:
        del by_locks
        return await self.read(work)

    def append(self, run_id: str, fence: int, events: Sequence[Event]) -> Awaitable[None]:
        del run_id, fence, events
        return self.read(lambda _: None)


def watched(error: Exception | None) -> tuple[WatchedStore, Meter, list[str]]:
    meter, ended = Meter(lambda _: "read"), list[str]()
    store: Any = Broken(error)
    ticks = iter(range(100))
    return WatchedStore(store, meter, lambda: float(next(ticks)), None, ended.append), meter, ended


def told(meter: Meter) -> dict[str, float]:
    return {
        f"{one.name}{sample.suffix} {' '.join(value for _, value in sample.labels)}".strip(): (
            sample.value
        )
        for one in meter.families()
        for sample in one.samples
        if sample.suffix != "_bucket" and sample.value
    }


async def test_what_was_written_is_counted_timed_and_told():
    store, meter, ended = watched(None)
    await store.append("run_1", 1, END)
    assert await store.read(lambda _: 7) == 7
    assert ended == ["run_1"]
    assert told(meter) == {
        "interlock_runs_total success": 1,
        "interlock_store_duration_seconds_sum append": 1,
        "interlock_store_duration_seconds_count append": 1,
        "interlock_store_duration_seconds_sum read": 1,
        "interlock_store_duration_seconds_count read": 1,
    }


@pytest.mark.parametrize(
    ("error", "counted"),
    [
        (LeaseLost("late"), {"interlock_leases_lost_total": 1}),
        (StoreFailed("disk full"), {"interlock_store_failures_total append": 1}),
    ],
)
async def test_what_was_not_written_is_told_to_its_writer_and_to_nobody_else(error, counted):
    store, meter, ended = watched(error)
    with pytest.raises(type(error)):
        await store.append("run_1", 1, END)
    assert ended == []
    assert told(meter) == counted


class Repeats:
    """A store whose database gives up a transaction at first, as PostgreSQL does on a conflict."""

    def __init__(self) -> None:
        self.appended: list[Sequence[Event]] = [(Event("run_0", 9, 0, RunEnded(status="failed")),)]

    async def write(self, work: Any, *, by_locks: bool = False) -> Any:
        del by_locks
        work(self)
        del self.appended[1:]
        return work(self)

    def run(self, run_id: str) -> str:
        return f"the row of {run_id}"


async def test_what_a_command_wrote_is_counted_once_though_its_transaction_was_repeated():
    """And what others wrote in the same transaction is theirs to count."""
    meter, ended, told_of = Meter(lambda _: "read"), list[str](), list[Any]()
    store: Any = Repeats()
    note: Any = lambda run, events: told_of.append((run, events))  # noqa: E731 - a note, no more
    watching = WatchedStore(store, meter, lambda: 0.0, None, ended.append, note)
    work: Any = lambda tx: tx.appended.append(END)  # noqa: E731 - the command
    await watching.write(work)
    assert ended == ["run_1"]
    assert told_of == [("the row of run_1", END)]
    assert told(meter)["interlock_runs_total success"] == 1


async def test_a_refusal_is_an_answer_and_a_failure_is_counted():
    store, meter, _ = watched(NotFound("There is none.", "none"))
    with pytest.raises(NotFound):
        await store.write(lambda _: None)
    assert told(meter) == {}
    store, meter, _ = watched(StoreFailed("away"))
    with pytest.raises(StoreFailed):
        await store.write(lambda _: None)
    assert told(meter) == {"interlock_store_failures_total write": 1}


async def test_a_write_whose_waiter_went_away_is_counted_and_told(tmp_path: Path):
    meter, ended = Meter(lambda _: "read"), list[str]()
    store = SqliteStore(tmp_path / "interlock.db", lambda _: None)
    watching = WatchedStore(store, meter, lambda: 0.0, None, ended.append)
    await watching.write(add_run)

    async def end() -> None:
        await watching.write(lambda tx: tx.append("run_1", [RunEnded(status="cancelled")], 1))

    waiting = asyncio.get_running_loop().create_task(end())
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await watching.write(lambda _: None)  # which is durable after the first
    await watching.close()
    assert ended == ["run_1"]
    assert told(meter)["interlock_runs_total cancelled"] == 1

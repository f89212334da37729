"""Schedules and their runs for tests, at times that fit whatever clock a store goes by."""

from typing import Any

from msgspec.structs import replace
from tests.store.build import ANN, end, interrupt

from interlock.commands.fire import fire
from interlock.domain.events import InterruptOpened, RunEnded
from interlock.domain.principals import Principal
from interlock.domain.records import Run
from interlock.domain.schedules import Schedule, Slot, Timing
from interlock.ports import Store, Tx

HOUR = 3_600_000
T0 = 1_800_000_000_000
"""The time of a store that believes what it is told."""


async def time(store: Store) -> int:
    """The time that decides in this store."""
    return await store.read(lambda reader: reader.schedules.clock(T0))


async def plan(store: Store, next_at: int, owner: Principal = ANN, **more: Any) -> Schedule:
    """Store an hourly schedule whose next slot is at a time."""
    values: dict[str, Any] = {
        "id": "schedule_1",
        "tenant": owner.tenant,
        "user": owner.user,
        "name": "report",
        "agent": "clerk",
        "message": "report",
        "timing": Timing(every=3600, start=next_at % HOUR),
        "next_at": next_at,
        "created_at": next_at,
        "updated_at": next_at,
        **more,
    }
    schedule = Schedule(**values)
    await store.write(lambda tx: tx.schedules.add(schedule))
    return schedule


async def fire_all(store: Store, now: int = T0) -> list[Run]:
    """One look of one scheduler."""
    return await store.write(lambda tx: fire(tx, now))


async def slots(store: Store, schedule_id: str = "schedule_1") -> list[Slot]:
    """What became of the times, earliest first."""
    found = await store.read(lambda reader: reader.schedules.slots(schedule_id, 1_000, None))
    return found[::-1]


async def states(store: Store, schedule_id: str = "schedule_1") -> list[tuple[str, str]]:
    return [(slot.state, slot.why) for slot in await slots(store, schedule_id)]


async def shown(store: Store, schedule_id: str = "schedule_1") -> Schedule:
    found = await store.read(lambda reader: reader.schedules.get(schedule_id))
    assert found is not None
    return found


async def finish(store: Store, run_id: str) -> None:
    """A worker takes the run and ends it."""
    claimed = await store.write(lambda tx: tx.claim(run_id))
    assert claimed is not None
    await end(store, run_id, claimed.fence)


async def ask(store: Store, run: Run, now: int) -> None:
    """A worker takes the run, and it stops with a question."""

    def work(tx: Tx) -> None:
        tx.claim(run.id)
        asked = replace(
            interrupt("int_1", run.id, run.thread_id, expires_at=now + HOUR), turn_id=run.turn_id
        )
        tx.append(run.id, [InterruptOpened(interrupt=asked), RunEnded(status="interrupted")], now)

    await store.write(work)

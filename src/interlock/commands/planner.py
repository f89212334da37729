"""The planner: takes what people want of schedules, fires what is due, and wakes workers."""

from interlock import failpoints
from interlock.commands.fire import PATIENCE_MS, fire, fire_by_hand
from interlock.commands.schedule import create, edit, own_schedule, pause, remove, resume
from interlock.commands.schedule_form import ScheduleForm, SchedulePatch
from interlock.domain.principals import Principal
from interlock.domain.records import Run
from interlock.domain.schedules import Schedule
from interlock.domain.work import work_of
from interlock.ports import Clock, Queue, Reader, Store, Tx

ROUNDS = 100
"""Transactions of one look; what is due beyond them comes with the next look."""


class Planner:
    """Every way to change a schedule. Each method is one transaction, then a wake-up.

    A crash between the two loses nothing: a fired run waits in the store like any other.
    """

    def __init__(self, store: Store, queue: Queue, clock: Clock) -> None:
        self._store = store
        self._queue = queue
        self._clock = clock

    async def create(self, principal: Principal, form: ScheduleForm) -> Schedule:
        """Make a schedule; see ``commands.schedule``."""
        return await self._store.write(
            lambda tx: create(tx, principal, form, self._time(tx)),
        )

    async def edit(self, principal: Principal, schedule_id: str, patch: SchedulePatch) -> Schedule:
        """Change a schedule; see ``commands.schedule``."""
        return await self._store.write(
            lambda tx: edit(tx, principal, schedule_id, patch, self._time(tx))
        )

    async def pause(self, principal: Principal, schedule_id: str) -> Schedule:
        """Let nothing fire any more; see ``commands.schedule``."""
        return await self._store.write(lambda tx: pause(tx, principal, schedule_id, self._time(tx)))

    async def resume(self, principal: Principal, schedule_id: str) -> Schedule:
        """Let it fire again; see ``commands.schedule``."""
        return await self._store.write(
            lambda tx: resume(tx, principal, schedule_id, self._time(tx))
        )

    async def remove(self, principal: Principal, schedule_id: str) -> None:
        """Forget a schedule; see ``commands.schedule``."""
        await self._store.write(lambda tx: remove(tx, principal, schedule_id, self._time(tx)))

    async def run_now(self, principal: Principal, schedule_id: str) -> Run:
        """Fire a schedule by hand; see ``commands.fire``."""

        def work(tx: Tx) -> Run:
            schedule = own_schedule(tx, principal, schedule_id)
            return fire_by_hand(tx, schedule, self._clock.now())

        run = await self._store.write(work)
        await self._queue.put(work_of(run))
        return run

    async def fire_due(self) -> int:
        """Fire what is due. Returns how many runs began."""
        count = 0
        for _ in range(ROUNDS):
            if not await self._store.read(self._anything_due):
                break
            failpoints.hit("schedules.due")
            runs = await self._store.write(lambda tx: fire(tx, self._clock.now()))
            failpoints.hit("schedules.committed")
            for run in runs:
                await self._queue.put(work_of(run))
            count += len(runs)
        return count

    def _anything_due(self, reader: Reader) -> bool:
        now = reader.schedules.clock(self._clock.now())
        return reader.schedules.anything_due(now, now - PATIENCE_MS)

    def _time(self, tx: Tx) -> int:
        return tx.schedules.clock(self._clock.now())

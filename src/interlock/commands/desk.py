"""The desk: takes commands, makes them durable, and sends workers on their way."""

from msgspec.structs import replace

from interlock import failpoints
from interlock.commands.answer import Answers, Taken, answer
from interlock.commands.begin import Begin, Begun, begin
from interlock.commands.cancel import cancel
from interlock.commands.expire import expire
from interlock.commands.thread import Rate, delete, rate, rename
from interlock.domain.lifecycle import RUN_OVER
from interlock.domain.principals import Principal
from interlock.domain.records import Rating, Run, Thread
from interlock.domain.work import work_of
from interlock.ports import Bus, Clock, Queue, Store


class Desk:
    """Every way to change something from outside. Each method is one transaction, then a wake-up.

    A crash between the two loses nothing: a start picks up every unfinished run. ``rule_days`` is
    the longest that an "always" in an answer may last; 0 allows none.
    """

    def __init__(
        self, store: Store, queue: Queue, bus: Bus, clock: Clock, rule_days: int = 30
    ) -> None:
        self._store = store
        self._queue = queue
        self._bus = bus
        self._clock = clock
        self._rule_days = rule_days

    async def begin(self, order: Begin) -> Begun:
        """Begin a run; see ``commands.begin``."""
        failpoints.hit("commands.received")
        begun = await self._store.write(lambda tx: begin(tx, order, self._clock.now()))
        failpoints.hit("commands.committed")
        if not begun.repeated:
            await self._queue.put(work_of(begun.run))
        return begun

    async def answer(self, order: Answers) -> Taken:
        """Answer questions; see ``commands.answer``."""
        failpoints.hit("commands.received")
        order = replace(order, rule_days=self._rule_days)
        taken = await self._store.write(lambda tx: answer(tx, order, self._clock.now()))
        failpoints.hit("commands.committed")
        if taken.run is not None and not taken.repeated:
            await self._queue.put(work_of(taken.run))
        return taken

    async def cancel(self, principal: Principal, run_id: str, reason: str = "") -> Run:
        """Stop a run; see ``commands.cancel``."""
        run = await self._store.write(
            lambda tx: cancel(tx, principal, run_id, self._clock.now(), reason)
        )
        if run.status not in RUN_OVER:
            self._bus.cancel(run_id)
        return run

    async def rename_thread(self, principal: Principal, thread_id: str, title: str) -> Thread:
        """Rename a thread; see ``commands.thread``."""
        return await self._store.write(lambda tx: rename(tx, principal, thread_id, title))

    async def delete_thread(self, principal: Principal, thread_id: str) -> None:
        """Take a thread out of sight; see ``commands.thread``."""
        await self._store.write(lambda tx: delete(tx, principal, thread_id, self._clock.now()))

    async def rate(self, order: Rate) -> Rating:
        """Keep a person's word on an answer; see ``commands.thread``."""
        return await self._store.write(lambda tx: rate(tx, order, self._clock.now()))

    async def expire(self) -> int:
        """Close questions whose time is over. Returns how many turns go on because of it."""
        runs = await self._store.write(lambda tx: expire(tx, self._clock.now()))
        for run in runs:
            await self._queue.put(work_of(run))
        return len(runs)

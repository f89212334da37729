"""A worker: takes runs from the queue, drives them, and says what became of each."""

import asyncio
import logging
from typing import assert_never

from interlock.domain.work import Delivery, work_of
from interlock.errors import LeaseLost
from interlock.loop.drive import Driver
from interlock.ports import Clock, Leases, Queue, Store

_log = logging.getLogger(__name__)

RETRY_SECONDS = 5.0
"""Before a run that could not be driven, because the disk was full say, is tried again."""

BREAK_SECONDS = 5.0
"""How long a step that is broken off may take to notice."""


class Worker:
    """Drives up to ``capacity`` runs at the same time.

    Args:
        store: Where unfinished runs are found.
        queue: Hands out runs.
        driver: Drives one run.
        leases: Claims runs.
        clock: The time.
        capacity: Runs at the same time.
    """

    def __init__(
        self,
        store: Store,
        queue: Queue,
        driver: Driver,
        leases: Leases,
        clock: Clock,
        capacity: int,
    ) -> None:
        self.capacity = capacity
        self.parked = False
        self._store = store
        self._queue = queue
        self._driver = driver
        self._leases = leases
        self._clock = clock
        self._free = asyncio.Semaphore(capacity)
        self._busy: set[asyncio.Task[None]] = set()
        self._taker: asyncio.Task[None] | None = None

    @property
    def in_flight(self) -> int:
        """Runs that are being driven."""
        return len(self._busy)

    async def pick_up(self) -> None:
        """Queue the runs that a crash or a stop left unfinished. Before anything new comes in.

        Only where this is the one worker: others look for what nobody drives.
        """
        for run in await self._store.read(lambda reader: reader.unfinished_runs()):
            await self._queue.put(work_of(run))

    async def run(self) -> None:
        """Work until cancelled, or parked."""
        async with asyncio.TaskGroup() as group:
            self._taker = group.create_task(self._take(group))

    async def park(self, seconds: float) -> None:
        """Take no more, and let runs stop between two steps; wait so long for the steps at hand.

        A step that takes longer is broken off, as a crash would. What is not finished stays in the
        log; other workers have it at once, or the next start does.
        """
        self.parked = True
        if self._taker is not None:
            self._taker.cancel()
        if self._busy:
            await asyncio.wait(tuple(self._busy), timeout=seconds)
        late = tuple(self._busy)
        for task in late:
            task.cancel()
        if late:
            await asyncio.wait(late, timeout=BREAK_SECONDS)
        await self._queue.leave()

    async def _take(self, group: asyncio.TaskGroup) -> None:
        while not self.parked:
            await self._free.acquire()
            delivery = await self._queue.take()
            task = group.create_task(self._drive(delivery))
            self._busy.add(task)
            task.add_done_callback(self._busy.discard)

    async def _drive(self, delivery: Delivery) -> None:
        run_id = delivery.work.run_id
        try:
            await self._drive_once(delivery)
        except LeaseLost:
            _log.info("run %s was let go of: its lease is over", run_id)
            if self._leases.alone:  # offering it again would take it from our own driver
                await self._queue.done(delivery)
            else:
                await self._queue.give_back(delivery)
        except Exception:  # noqa: BLE001 - one run must not take the others down
            _log.exception("run %s could not be driven; it is tried again", run_id)
            await self._clock.sleep(RETRY_SECONDS)
            await self._queue.give_back(delivery)
        finally:
            self._free.release()

    async def _drive_once(self, delivery: Delivery) -> None:
        run_id = delivery.work.run_id
        drove = await self._driver.drive(run_id, self._clock, self._leases, lambda: self.parked)
        match drove:
            case "ended" | "not_ours":
                await self._queue.done(delivery)
            case "poisoned":
                _log.error("run %s ended its workers again and again; it was ended", run_id)
                await self._queue.set_aside(delivery)
            case "parked":
                await self._queue.give_back(delivery)
            case _:
                assert_never(drove)

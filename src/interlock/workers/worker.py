"""A worker: picks up what a crash left, then drives what the queue hands out."""

import asyncio
import logging

from interlock.errors import LeaseLost
from interlock.loop.drive import Driver
from interlock.ports import Clock, Queue, Store

_log = logging.getLogger(__name__)


RETRY_SECONDS = 5.0
"""Before a run that could not be driven, because the disk was full say, is tried again."""


class Worker:
    """Drives up to ``limit`` runs at the same time.

    Args:
        store: Where unfinished runs are found.
        queue: Hands out runs.
        driver: Drives one run.
        clock: The time.
        limit: Runs at the same time.
    """

    def __init__(
        self, store: Store, queue: Queue, driver: Driver, clock: Clock, limit: int
    ) -> None:
        self._store = store
        self._queue = queue
        self._driver = driver
        self._clock = clock
        self._free = asyncio.Semaphore(limit)
        self._parked = False
        self._busy: set[asyncio.Task[None]] = set()

    async def pick_up(self) -> None:
        """Queue the runs that a crash or a stop left unfinished. Before anything new comes in."""
        for run in await self._store.read(lambda reader: reader.unfinished_runs()):
            await self._queue.put(run.id)

    async def run(self) -> None:
        """Work until cancelled."""
        async with asyncio.TaskGroup() as group:
            while True:
                await self._free.acquire()
                run_id = await self._queue.take()
                task = group.create_task(self._drive(run_id))
                self._busy.add(task)
                task.add_done_callback(self._busy.discard)

    async def park(self, seconds: float) -> None:
        """Let runs stop between two steps, waiting at most so long for the steps at hand.

        What is not finished stays in the log and is picked up by the next start.
        """
        self._parked = True
        if self._busy:
            await asyncio.wait(tuple(self._busy), timeout=seconds)

    async def _drive(self, run_id: str) -> None:
        try:
            if not self._parked:
                await self._driver.drive(run_id, self._clock, lambda: self._parked)
        except LeaseLost:
            _log.info("run %s went to another worker", run_id)
        except Exception:  # noqa: BLE001 - one run must not take the others down
            _log.exception("run %s could not be driven; it is tried again", run_id)
            await self._clock.sleep(RETRY_SECONDS)
            await self._queue.put(run_id)
        finally:
            self._free.release()

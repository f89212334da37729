"""The work queue of one process. What it held when the process died is in the store."""

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Callable

from interlock.domain.work import PRIORITIES, Counts, Delivery, Priority, Work, asking_order
from interlock.ports import Queue

_log = logging.getLogger(__name__)


class LocalQueue:
    """``ports.Queue`` for embedded installations.

    By priority; within one, tenant by tenant; within a tenant, first come, first served. What
    waits here is a row each, so memory grows no faster than the database.

    Args:
        deaf: Others put work, too, and it can't be heard here. What the store has is offered again
            and again then, and a run that waits already is not put twice.
    """

    def __init__(self, *, deaf: bool = False) -> None:
        self.deaf = deaf
        self._rings: dict[Priority, OrderedDict[str, deque[Work]]] = {
            priority: OrderedDict() for priority in PRIORITIES
        }
        self._there = asyncio.Semaphore(0)
        self._takes = 0
        self._waiting: set[str] = set()
        self._counts = {"waiting": 0, "taken": 0, "set_aside": 0}

    async def put(self, work: Work) -> None:
        """Offer a run. Never waits."""
        if self.deaf and work.run_id in self._waiting:
            return
        self._waiting.add(work.run_id)
        self._rings[work.priority].setdefault(work.tenant, deque()).append(work)
        self._counts["waiting"] += 1
        self._there.release()

    async def take(self) -> Delivery:
        """Wait for a run."""
        await self._there.acquire()
        self._counts["waiting"] -= 1
        self._counts["taken"] += 1
        return Delivery(self._next())

    async def done(self, delivery: Delivery) -> None:
        """The run left this worker's hands."""
        del delivery
        self._counts["taken"] -= 1

    async def give_back(self, delivery: Delivery) -> None:
        """Offer the run again."""
        self._counts["taken"] -= 1
        await self.put(delivery.work)

    async def set_aside(self, delivery: Delivery) -> None:
        """Count a run that ends its workers."""
        _log.error("run %s was set aside", delivery.work.run_id)
        self._counts["taken"] -= 1
        self._counts["set_aside"] += 1

    async def counts(self) -> Counts:
        """How full it is."""
        return Counts(**self._counts)

    async def leave(self) -> None:
        """There is nobody else: the next start finds it all in the store."""

    def _next(self) -> Work:
        order = asking_order(self._takes)
        self._takes += 1
        ring = next(self._rings[priority] for priority in order if self._rings[priority])
        tenant, works = ring.popitem(last=False)
        work = works.popleft()
        if works:
            ring[tenant] = works
        self._waiting.discard(work.run_id)
        return work


_fits: Callable[[], Queue] = LocalQueue

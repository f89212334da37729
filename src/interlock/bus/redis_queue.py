"""The work queue of many processes: a Redis stream per tenant and priority, one consumer group.

An entry stays pending while a worker holds its run, and is touched as long as that worker lives;
what nobody touches for a lease is offered anew. Redis may lose everything: what was put while it
was away is kept here, and whoever looks into the store puts the rest again.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, cast

from interlock.bus.redis_link import DOWN, PAUSE_SECONDS, WAIT_SECONDS, Hearing, Link, heed, script
from interlock.domain.work import Counts, Delivery, Priority, Work
from interlock.ports import Queue

SPARE = 10_000
"""Runs that are kept here while Redis is away. The store has them all."""

ORPHANED = 1.5
"""After so many leases without a touch nobody holds an entry any more, nor its run in the store:
both are prolonged three times a lease, so their ends lie less than half a lease apart."""

LOCAL = ""
"""The receipt of a run that was handed out without Redis."""


class RedisQueue:
    """``ports.Queue`` over Redis.

    Args:
        link: How to reach it.
        worker: Who takes; no two living processes may share a name.
        lease_seconds: How long a lease in the store lasts.
    """

    def __init__(self, link: Link, worker: str, lease_seconds: float) -> None:
        self._redis = link.client()
        self._base = link.base
        self._worker = worker
        self._lease = lease_seconds
        self._scripts = {
            name: self._redis.register_script(script(name))
            for name in ("put", "take", "done", "again")
        }
        self._hearing = Hearing("queue")
        self._held: set[str] = set()
        self._spare: OrderedDict[str, Work] = OrderedDict()
        self._news = asyncio.Event()

    @property
    def deaf(self) -> bool:
        """Whether Redis is away."""
        return self._hearing.deaf

    async def put(self, work: Work) -> None:
        """Offer a run; without Redis, to this process only."""
        try:
            await self._put(work)
        except DOWN as error:
            self._lost(error)
            if len(self._spare) < SPARE:
                self._spare[work.run_id] = work
            self._news.set()

    async def take(self) -> Delivery:
        """Wait for a run. While Redis is away, for one that was put in this process."""
        while True:
            heed()
            try:
                found = await self._call("take", self._worker)
                if found:
                    return self._delivered(found)
                await self._heard()
                await self._doorbell()
            except DOWN as error:
                heed()
                self._lost(error)
                if self._spare:
                    return Delivery(self._spare.popitem(last=False)[1], LOCAL)
                await self._pause()

    async def done(self, delivery: Delivery) -> None:
        """Take the entry out."""
        await self._finish(delivery, "")

    async def set_aside(self, delivery: Delivery) -> None:
        """Take the entry out, and keep a note of it in the stream of the dead."""
        await self._finish(delivery, f"handed out {delivery.times} times")

    async def give_back(self, delivery: Delivery) -> None:
        """Offer the entry to the next worker."""
        self._held.discard(delivery.receipt)
        if delivery.receipt == LOCAL:
            await self.put(delivery.work)
            return
        try:
            await self._call("again", "one", self._worker, delivery.receipt)
        except DOWN as error:
            self._lost(error)

    async def counts(self) -> Counts:
        """How full it is; zeros while Redis is away."""
        try:
            async with self._redis.pipeline(transaction=False) as pipe:
                pipe.hlen(f"{self._base}:known")
                pipe.get(f"{self._base}:set_aside")
                known, aside = await pipe.execute()
                taken = await self._taken()
            return Counts(max(0, int(known) - taken), taken, int(aside or 0))
        except DOWN as error:
            self._lost(error)
            return Counts()

    async def leave(self) -> None:
        """Give back all that is in this worker's hands."""
        self._held.clear()
        try:
            await self._call("again", "leave", self._worker, "0")
        except DOWN as error:
            self._lost(error)

    async def watch(self) -> None:
        """Touch what this worker holds and offer orphans anew, until cancelled."""
        while True:
            heed()
            try:
                await self._touch()
                idle = str(int(self._lease * ORPHANED * 1000))
                await self._call("again", "lost", self._worker, idle)
                await self._heard()
            except DOWN as error:
                heed()
                self._lost(error)
            await asyncio.sleep(PAUSE_SECONDS if self.deaf else self._lease / 3)

    async def close(self) -> None:
        """Close the connections."""
        await self._redis.aclose()

    async def _call(self, name: str, *arguments: str) -> Any:  # noqa: ANN401 - as the script says
        return await self._scripts[name](keys=[self._base], args=arguments)

    async def _put(self, work: Work) -> None:
        await self._call("put", work.run_id, work.tenant, work.priority, "0")

    async def _finish(self, delivery: Delivery, why: str) -> None:
        self._held.discard(delivery.receipt)
        if delivery.receipt == LOCAL:
            return
        try:
            await self._call("done", delivery.receipt, delivery.work.run_id, why)
        except DOWN as error:
            self._lost(error)

    async def _touch(self) -> None:
        if not self._held:
            return
        async with self._redis.pipeline(transaction=False) as pipe:
            for receipt in self._held:
                stream, _, entry = receipt.rpartition(" ")
                pipe.xclaim(stream, "workers", self._worker, 0, [entry], justid=True)
            await pipe.execute(raise_on_error=False)

    async def _taken(self) -> int:
        streams = await self._redis.smembers(f"{self._base}:streams")
        async with self._redis.pipeline(transaction=False) as pipe:
            for stream in streams:
                pipe.xpending(stream, "workers")
            found: list[Any] = await pipe.execute(raise_on_error=False)
        return sum(one["pending"] for one in found if not isinstance(one, Exception))

    def _delivered(self, found: list[str]) -> Delivery:
        receipt, run_id, tenant, priority, times = found
        self._held.add(receipt)
        work = Work(run_id, tenant, cast("Priority", priority))
        return Delivery(work, receipt, int(times) + 1)

    async def _doorbell(self) -> None:
        await self._redis.blpop([f"{self._base}:bell"], timeout=WAIT_SECONDS)

    async def _pause(self) -> None:
        self._news.clear()
        try:
            async with asyncio.timeout(PAUSE_SECONDS):
                await self._news.wait()
        except TimeoutError:
            pass

    def _lost(self, error: Exception) -> None:
        self._hearing.lost(error)

    async def _heard(self) -> None:
        """Redis answers: give it what was kept while it was away."""
        self._hearing.heard()
        while self._spare:
            run_id, work = next(iter(self._spare.items()))
            await self._put(work)
            self._spare.pop(run_id, None)


_fits: Callable[[Link, str, float], Queue] = RedisQueue

"""A store whose use is measured, and whose new events are counted once they are durable."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeVar

from interlock.domain.events import Event, RunEnded, ToolEnded
from interlock.domain.records import Held, Run
from interlock.errors import LeaseLost, Refusal
from interlock.ports import Reader, Store, Tx
from interlock.traces.meter import Meter

T = TypeVar("T")


Written = tuple[Run | None, Sequence[Event]]
"""Events that a command wrote; with their run, where somebody may have a word to say of them."""

Follow = Callable[[Sequence[Event]], None]

SPOKEN_OF = (RunEnded, ToolEnded)
"""Facts of commands of which there is more to say than their number."""


class WatchedStore:
    """``ports.Store`` around another one.

    A run may end without a driver: a command writes the end of one that nobody has. Such an end is
    counted and told like any other, by the process that wrote it.

    Args:
        store: Does the work.
        meter: Counts.
        steady: Seconds, for durations.
        follow: Gets all that this process wrote, log by log and in order.
        ended: Told of each run whose end this process wrote.
        told: Gets what a command wrote into the log of a run, which no driver speaks of.
    """

    def __init__(
        self,
        store: Store,
        meter: Meter,
        steady: Callable[[], float],
        follow: Follow | None = None,
        ended: Callable[[str], None] | None = None,
        told: Callable[[Run, Sequence[Event]], None] | None = None,
    ) -> None:
        self._store = store
        self._meter = meter
        self._steady = steady
        self._follow = follow
        self._ended = ended
        self._told = told

    async def read(self, work: Callable[[Reader], T]) -> T:
        """Run a synchronous function over one consistent view."""
        began = self._steady()
        try:
            found = await self._store.read(work)
        except Exception as error:
            self._failed("read", error)
            raise
        self._meter.stored("read", self._steady() - began)
        return found

    def write(self, work: Callable[[Tx], T], *, by_locks: bool = False) -> Awaitable[T]:
        """Run a synchronous function in one transaction.

        Whoever waits may go away: what was handed over is written, counted and told all the same.
        """
        began = self._steady()
        written: list[Written] = []

        def noted(tx: Tx) -> T:
            before = len(tx.appended)
            found = work(tx)
            written[:] = [_written(tx, events) for events in tx.appended[before:]]
            return found

        doing = asyncio.ensure_future(self._store.write(noted, by_locks=by_locks))  # noqa: TID251 - the store's own future, given a second listener
        doing.add_done_callback(lambda done: self._wrote(done, began, written))
        return asyncio.shield(doing)

    def append(self, run_id: str, fence: int, events: Sequence[Event]) -> Awaitable[None]:
        """Submit events now; await to know them durable."""
        began = self._steady()
        written = asyncio.ensure_future(self._store.append(run_id, fence, events))  # noqa: TID251 - the store's own future, given a second listener
        written.add_done_callback(lambda done: self._appended(done, began, events))
        return written

    def renew(self, worker: str, fences: Mapping[str, int], seconds: float) -> list[Held]:
        """Prolong leases. Blocks."""
        return self._store.renew(worker, fences, seconds)

    async def close(self) -> None:
        """Finish what was submitted, and close."""
        await self._store.close()

    def _appended(
        self, done: "asyncio.Future[None]", began: float, events: Sequence[Event]
    ) -> None:
        if done.cancelled():
            return
        error = done.exception()
        if isinstance(error, LeaseLost):
            self._meter.lease_lost()
        elif error is not None:
            self._meter.store_failed("append")
        else:
            self._meter.stored("append", self._steady() - began)
            self._count(events)

    def _wrote(self, done: "asyncio.Future[Any]", began: float, written: Sequence[Written]) -> None:
        if done.cancelled():
            return
        error = done.exception()
        if error is not None:
            self._failed("write", error)
            return
        self._meter.stored("write", self._steady() - began)
        for run, events in written:
            self._count(events)
            if run is not None and self._told is not None:
                self._told(run, events)

    def _count(self, events: Sequence[Event]) -> None:
        if not events:
            return
        self._meter.take(events)
        if self._follow is not None:
            self._follow(events)
        if self._ended is not None and isinstance(events[-1].data, RunEnded):
            self._ended(events[-1].run_id)

    def _failed(self, operation: str, error: BaseException) -> None:
        if not isinstance(error, Refusal):  # that is an answer, not a failure
            self._meter.store_failed(operation)


def _written(tx: Tx, events: Sequence[Event]) -> Written:
    speaks = any(isinstance(event.data, SPOKEN_OF) for event in events)
    return tx.run(events[0].run_id) if speaks else None, events


_fits: type[Store] = WatchedStore

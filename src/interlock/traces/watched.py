"""A store whose use is measured, and whose new events are counted once they are durable."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeVar

from interlock.domain.events import Event, RunEnded
from interlock.domain.records import Held
from interlock.errors import LeaseLost, Refusal
from interlock.ports import Reader, Store, Tx
from interlock.traces.meter import Meter

T = TypeVar("T")


class WatchedStore:
    """``ports.Store`` around another one. What is written through commands is only measured.

    Args:
        store: Does the work.
        meter: Counts.
        steady: Seconds, for durations.
        ended: Told of each run whose end a driver wrote.
    """

    def __init__(
        self,
        store: Store,
        meter: Meter,
        steady: Callable[[], float],
        ended: Callable[[str], None] | None = None,
    ) -> None:
        self._store = store
        self._meter = meter
        self._steady = steady
        self._ended = ended

    async def read(self, work: Callable[[Reader], T]) -> T:
        """Run a synchronous function over one consistent view."""
        return await self._timed("read", self._store.read(work))

    async def write(self, work: Callable[[Tx], T], *, by_locks: bool = False) -> T:
        """Run a synchronous function in one transaction."""
        return await self._timed("write", self._store.write(work, by_locks=by_locks))

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
            self._meter.take(events)
            self._tell(events)

    def _tell(self, events: Sequence[Event]) -> None:
        last = events[-1] if events else None
        if self._ended is not None and last is not None and isinstance(last.data, RunEnded):
            self._ended(last.run_id)

    async def _timed(self, operation: str, work: Awaitable[T]) -> T:
        began = self._steady()
        try:
            found = await work
        except Refusal:
            raise  # an answer, not a failure
        except Exception:
            self._meter.store_failed(operation)
            raise
        self._meter.stored(operation, self._steady() - began)
        return found


_fits: type[Store] = WatchedStore

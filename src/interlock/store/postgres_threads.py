"""The threads that work with PostgreSQL: those that append, and those that run functions."""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, Generic, TypeVar
from zlib import crc32

from interlock import scope
from interlock.domain.events import Event
from interlock.errors import StoreFailed
from interlock.store.job import Job, Publish, finish
from interlock.store.postgres_append import Append, Appends, Work, is_fragment

T = TypeVar("T")
F = TypeVar("F")

MAX_BATCH: Final = 1_024
"""Appends in one transaction."""

COLLECT_SECONDS: Final = 0.005
"""For how long a lane collects fragments: a transaction costs as much for many as for one."""


class Order(Generic[F]):
    """A function and the scope of whoever handed it over."""

    __slots__ = ("by_locks", "scope", "work")

    def __init__(self, work: F, *, by_locks: bool = False) -> None:
        self.work = work
        self.by_locks = by_locks
        self.scope = scope.current()


Perform = Callable[[Order[Any]], tuple[Any, Sequence[Sequence[Event]]]]
"""Runs an order: what it returned, and what is to be published."""


class Pool:
    """A few threads that run orders, whichever is free.

    Args:
        name: Of the threads.
        workers: What each thread does with an order, and how it ends.
        publish: Gets the events of each commit before its future resolves.
    """

    def __init__(
        self,
        name: str,
        workers: Sequence[tuple[Perform, Callable[[], None]]],
        publish: Publish,
    ) -> None:
        self._inbox: SimpleQueue[Job[Order[Any], Any] | None] = SimpleQueue()
        self._publish = publish
        self._closed = False
        self._threads = [
            Thread(target=self._run, args=worker, name=name, daemon=True) for worker in workers
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, work: Callable[[Any], T], *, by_locks: bool = False) -> "asyncio.Future[T]":
        """Hand a function over now; await the future for what it returns.

        Raises:
            StoreFailed: The store is closed.
        """
        if self._closed:
            raise StoreFailed("the store is closed: it can be used no more")
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._inbox.put(Job(Order(work, by_locks=by_locks), future))
        return future

    def close(self) -> None:
        """Finish what was submitted, and end the threads. Blocks."""
        self._closed = True
        for _ in self._threads:
            self._inbox.put(None)
        for thread in self._threads:
            thread.join()

    def _run(self, perform: Perform, end: Callable[[], None]) -> None:
        while self._serve(perform):
            pass
        end()

    def _serve(self, perform: Perform) -> bool:
        """Run the next order; False when there are no more. What it used is not kept."""
        job = self._inbox.get()
        if job is None:
            return False
        events: Sequence[Sequence[Event]] = ()
        try:
            job.result, events = perform(job.work)
        except Exception as error:  # noqa: BLE001 - it belongs to whoever sent the order
            job.error = error
        finish([job], events, self._publish)
        return True


class Lanes:
    """Threads that append. All appends to a run take the same lane, and so keep their order.

    Args:
        appends: What each lane writes with.
        publish: Gets the events of each commit before its futures resolve.
    """

    def __init__(self, appends: Sequence[Appends], publish: Publish) -> None:
        self._inboxes: list[SimpleQueue[Work | None]] = [SimpleQueue() for _ in appends]
        self._publish = publish
        self._closed = False
        self._threads = [
            Thread(target=self._run, args=lane, name="interlock-append", daemon=True)
            for lane in zip(appends, self._inboxes, strict=True)
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, run_id: str, fence: int, events: tuple[Event, ...]) -> "asyncio.Future[None]":
        """Hand events over now; await the future to know that they are durable.

        Raises:
            StoreFailed: The store is closed.
        """
        if self._closed:
            raise StoreFailed("the store is closed: nothing can be written any more")
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        lane = self._inboxes[crc32(run_id.encode()) % len(self._inboxes)]
        lane.put(Job(Append(run_id, fence, events, scope.current()), future))
        return future

    def close(self) -> None:
        """Finish what was submitted, and end the threads. Blocks."""
        self._closed = True
        for inbox in self._inboxes:
            inbox.put(None)
        for thread in self._threads:
            thread.join()

    def _run(self, appends: Appends, inbox: "SimpleQueue[Work | None]") -> None:
        more = True
        while more:
            batch, more = gather(inbox)
            if batch:
                finish(batch, appends.perform(batch), self._publish)
        appends.close()


def gather(inbox: "SimpleQueue[Work | None]") -> tuple[list[Work], bool]:
    """Wait for a job, and take all that wait with it; False after the last one.

    Fragments can wait a moment for others: they were collected for longer than that before.
    """
    batch: list[Work] = []
    more = _take(inbox, batch)
    if more and all(is_fragment(event) for job in batch for event in job.work.events):
        time.sleep(COLLECT_SECONDS)
        more = _drain(inbox, batch)
    return batch, more


def _take(inbox: "SimpleQueue[Work | None]", batch: list[Work]) -> bool:
    job = inbox.get()
    if job is None:
        return False
    batch.append(job)
    return _drain(inbox, batch)


def _drain(inbox: "SimpleQueue[Work | None]", batch: list[Work]) -> bool:
    """Take what waits, up to a bound; False after the last job."""
    with suppress(Empty):
        while len(batch) < MAX_BATCH:
            job = inbox.get_nowait()
            if job is None:
                return False
            batch.append(job)
    return True

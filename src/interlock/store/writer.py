"""The one writer: a thread that commits whatever waits for it in one go.

While one batch is being made durable, new jobs gather; together they are the next batch. The more
there is to write, the more jobs share one flush of the disk.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Generic, TypeVar

from interlock import failpoints
from interlock.domain.events import Event
from interlock.errors import InterlockError, StoreFailed
from interlock.store.sqlite_session import SqliteSession
from interlock.store.tx import SqlTx

T = TypeVar("T")
Publish = Callable[[Sequence[Event]], None]
"""Takes committed events of one run, in order; called on the event loop."""

MAX_BATCH = 1_024
"""Jobs in one transaction; a bound on how long the first of them waits for the last."""


class Job(Generic[T]):
    """Work for the writer, and the future of whoever waits for it."""

    __slots__ = ("error", "future", "result", "work")

    def __init__(self, work: Callable[[SqlTx], T], future: "asyncio.Future[T]") -> None:
        self.work = work
        self.future = future
        self.result: T | None = None
        self.error: Exception | None = None

    def settle(self) -> None:
        """Tell the waiter, unless it went away. On its event loop."""
        if self.future.done():
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)  # pyright: ignore[reportArgumentType]


class Writer:
    """Runs jobs in the order of their submission; a job that fails takes back only itself.

    Args:
        connection: In autocommit mode; nobody else writes with it.
        sql: The named queries.
        publish: Gets the events of each commit before the jobs' futures resolve.
    """

    def __init__(
        self, connection: sqlite3.Connection, sql: Mapping[str, str], publish: Publish
    ) -> None:
        self._connection = connection
        self._tx = SqlTx(SqliteSession(connection, sql))
        self._publish = publish
        self._inbox: SimpleQueue[Job[Any] | None] = SimpleQueue()
        self._closed = False
        self._thread = Thread(target=self._run, name="interlock-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[SqlTx], T]) -> "asyncio.Future[T]":
        """Hand work over now; await the future to know that it is durable.

        Raises:
            InterlockError: The store is closed.
        """
        if self._closed:
            raise InterlockError("the store is closed: nothing can be written any more")
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._inbox.put(Job(work, future))
        return future

    def close(self) -> None:
        """Finish what was submitted and end the thread. Blocks."""
        if not self._closed:
            self._closed = True
            self._inbox.put(None)
        self._thread.join()

    def _run(self) -> None:
        more = True
        while more:
            batch, more = self._gather()
            if batch:
                self._finish(batch, self._commit(batch))

    def _gather(self) -> tuple[list[Job[Any]], bool]:
        """Wait for a job, and take all that wait with it; False after the last one."""
        batch: list[Job[Any]] = []
        job = self._inbox.get()
        with suppress(Empty):
            while job is not None:
                batch.append(job)
                if len(batch) == MAX_BATCH:
                    return batch, True
                job = self._inbox.get_nowait()
            return batch, False
        return batch, True

    def _commit(self, batch: list[Job[Any]]) -> list[Sequence[Event]]:
        """Run a batch in one transaction. Returns what is to be published."""
        connection = self._connection
        try:
            events = self._perform(batch)
            failpoints.hit("store.before_commit")
            if connection.in_transaction:
                connection.execute("COMMIT")
            failpoints.hit("store.after_commit")
        except Exception as error:  # noqa: BLE001 - a thread that dies would keep all waiting
            self._give_up(batch, error)
            return []
        return events

    def _give_up(self, batch: list[Job[Any]], error: Exception) -> None:
        """Nothing of the batch is kept, and everybody who waits for it is told."""
        with suppress(sqlite3.Error):
            self._connection.execute("ROLLBACK")
        self._tx.forget()
        for job in batch:
            job.error = _explain(error)

    def _perform(self, batch: list[Job[Any]]) -> list[Sequence[Event]]:
        """Run a batch in a new transaction: all at once, or each for itself once one fails.

        Savepoints double the statements of a batch, and each statement lets go of the
        interpreter's lock, which a busy server is slow to give back.
        """
        if len(batch) == 1:
            return self._attempt(batch[0], "BEGIN IMMEDIATE", "ROLLBACK")
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            return self._attempt_together(batch)
        except Exception:  # noqa: BLE001 - whose it is shows when each runs for itself
            self._tx.forget()
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        self._connection.execute("BEGIN IMMEDIATE")
        return self._attempt_each(batch)

    def _attempt_together(self, batch: list[Job[Any]]) -> list[Sequence[Event]]:
        for job in batch:
            job.result = job.work(self._tx)
        events = self._tx.appended[:]
        self._tx.appended.clear()
        return events

    def _attempt_each(self, batch: list[Job[Any]]) -> list[Sequence[Event]]:
        events: list[Sequence[Event]] = []
        for job in batch:
            events += self._attempt(job, "SAVEPOINT job", "ROLLBACK TO job")
            if not self._connection.in_transaction:
                raise sqlite3.OperationalError("the transaction was rolled back")
            self._connection.execute("RELEASE job")
        return events

    def _attempt(self, job: Job[Any], begin: str, undo: str) -> list[Sequence[Event]]:
        self._connection.execute(begin)
        try:
            job.result = job.work(self._tx)
        except Exception as error:  # noqa: BLE001 - it belongs to whoever sent the job
            job.error = _explain(error)
            if self._connection.in_transaction:
                self._connection.execute(undo)
            self._tx.appended.clear()
            return []
        events = self._tx.appended[:]
        self._tx.appended.clear()
        return events

    def _finish(self, batch: list[Job[Any]], events: list[Sequence[Event]]) -> None:
        # A closed loop has nobody left who waits.
        with suppress(RuntimeError):
            loop = batch[0].future.get_loop()
            loop.call_soon_threadsafe(self._settle, batch, events)

    def _settle(self, batch: list[Job[Any]], events: list[Sequence[Event]]) -> None:
        try:
            for group in events:
                self._publish(group)
        finally:
            for job in batch:
                job.settle()


def _explain(error: Exception) -> Exception:
    """An error for whoever waits; what SQLite says is for the log."""
    if not isinstance(error, sqlite3.Error):
        return error
    code = getattr(error, "sqlite_errorname", "SQLITE_ERROR")
    fault = StoreFailed(
        f"the database could not store this ({code}), nothing of it was kept: "
        "check the free space and the health of the disk, then try again"
    )
    fault.__cause__ = error
    return fault

"""The one writer: a thread that commits whatever waits for it in one go.

While one batch is being made durable, new jobs gather; together they are the next batch. The more
there is to write, the more jobs share one flush of the disk.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from interlock import failpoints
from interlock.domain.events import Event
from interlock.errors import StoreFailed
from interlock.store.job import Job, Publish, finish
from interlock.store.sqlite_session import SqliteSession
from interlock.store.tx import SqlTx

T = TypeVar("T")
Work = Job[Callable[[SqlTx], Any], Any]

MAX_BATCH = 1_024
"""Jobs in one transaction; a bound on how long the first of them waits for the last."""


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
        self._inbox: SimpleQueue[Work | None] = SimpleQueue()
        self._closed = False
        self._thread = Thread(target=self._run, name="interlock-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[SqlTx], T]) -> "asyncio.Future[T]":
        """Hand work over now; await the future to know that it is durable.

        Raises:
            StoreFailed: The store is closed.
        """
        if self._closed:
            raise StoreFailed("the store is closed: nothing can be written any more")
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._inbox.put(Job(work, future))
        return future

    def submit_blocking(self, work: Callable[[SqlTx], T]) -> T:
        """Hand over work that appends nothing, and wait; for a thread without an event loop.

        Raises:
            StoreFailed: The store is closed.
        """
        if self._closed:
            raise StoreFailed("the store is closed: nothing can be written any more")
        future: Future[T] = Future()
        self._inbox.put(Job(work, future))
        return future.result()

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
                finish(batch, self._commit(batch), self._publish)

    def _gather(self) -> tuple[list[Work], bool]:
        """Wait for a job, and take all that wait with it; False after the last one."""
        batch: list[Work] = []
        job = self._inbox.get()
        with suppress(Empty):
            while job is not None:
                batch.append(job)
                if len(batch) == MAX_BATCH:
                    return batch, True
                job = self._inbox.get_nowait()
            return batch, False
        return batch, True

    def _commit(self, batch: list[Work]) -> list[Sequence[Event]]:
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

    def _give_up(self, batch: list[Work], error: Exception) -> None:
        """Nothing of the batch is kept, and everybody who waits for it is told."""
        with suppress(sqlite3.Error):
            self._connection.execute("ROLLBACK")
        self._tx.forget()
        for job in batch:
            job.error = _explain(error)

    def _perform(self, batch: list[Work]) -> list[Sequence[Event]]:
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

    def _attempt_together(self, batch: list[Work]) -> list[Sequence[Event]]:
        for job in batch:
            job.result = job.work(self._tx)
        events = self._tx.appended[:]
        self._tx.appended.clear()
        return events

    def _attempt_each(self, batch: list[Work]) -> list[Sequence[Event]]:
        events: list[Sequence[Event]] = []
        for job in batch:
            events += self._attempt(job, "SAVEPOINT job", "ROLLBACK TO job")
            if not self._connection.in_transaction:
                raise sqlite3.OperationalError("the transaction was rolled back")
            self._connection.execute("RELEASE job")
        return events

    def _attempt(self, job: Work, begin: str, undo: str) -> list[Sequence[Event]]:
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

"""A few threads that read, each with a connection of its own."""

import asyncio
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from sqlite3 import Connection
from threading import Thread
from typing import Any, TypeVar

from interlock.domain.events import Event
from interlock.errors import StoreFailed
from interlock.store.job import Job, finish
from interlock.store.reader import SqlReader
from interlock.store.sqlite_session import SqliteSession

T = TypeVar("T")
Look = Job[Callable[[SqlReader], Any], Any]


class Readers:
    """Runs functions over consistent views, as many at once as there are sessions.

    It does less than an executor of the standard library, whose price for a look is higher than
    that of the look itself.

    Args:
        sessions: In autocommit mode; nobody else reads with them.
    """

    def __init__(self, sessions: Sequence[SqliteSession]) -> None:
        self._inbox: SimpleQueue[Look | None] = SimpleQueue()
        self._closed = False
        self._threads = [
            Thread(target=self._run, args=(session,), name="interlock-reader", daemon=True)
            for session in sessions
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, work: Callable[[SqlReader], T]) -> "asyncio.Future[T]":
        """Hand a function over; await the future for what it returns.

        Raises:
            StoreFailed: The store is closed.
        """
        if self._closed:
            raise StoreFailed("the store is closed: nothing can be read any more")
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._inbox.put(Job(work, future))
        return future

    def close(self) -> None:
        """Finish what was submitted, and end the threads and their connections. Blocks."""
        self._closed = True
        for _ in self._threads:
            self._inbox.put(None)
        for thread in self._threads:
            thread.join()

    def _run(self, session: SqliteSession) -> None:
        reader = SqlReader(session)
        while self._serve(session, reader):
            pass
        session.connection.close()

    def _serve(self, session: SqliteSession, reader: SqlReader) -> bool:
        """Run the next function; False when there are no more. What it saw is not kept."""
        look = self._inbox.get()
        if look is None:
            return False
        _look(session.connection, reader, look)
        finish([look], (), _nobody)
        return True


def _look(connection: Connection, reader: SqlReader, look: Look) -> None:
    try:
        connection.execute("BEGIN")
        try:
            look.result = look.work(reader)
        finally:
            connection.execute("ROLLBACK")
    except Exception as error:  # noqa: BLE001 - it belongs to whoever looks
        look.error = error


def _nobody(_: Sequence[Event]) -> None:
    """Who looks appends nothing."""

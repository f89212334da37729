"""A few threads that read, each with a connection of its own."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from sqlite3 import Connection
from threading import Thread
from typing import Any, Generic, TypeVar

from interlock.errors import InterlockError
from interlock.store.reader import SqlReader
from interlock.store.sqlite_session import SqliteSession

T = TypeVar("T")


class Look(Generic[T]):
    """A function for a reader, and the future of whoever waits for what it sees."""

    __slots__ = ("future", "work")

    def __init__(self, work: Callable[[SqlReader], T], future: "asyncio.Future[T]") -> None:
        self.work = work
        self.future = future

    def settle(self, seen: T | None, error: Exception | None) -> None:
        """Tell the waiter, unless it went away. On its event loop."""
        if self.future.done():
            return
        if error is not None:
            self.future.set_exception(error)
        else:
            self.future.set_result(seen)  # pyright: ignore[reportArgumentType]


class Readers:
    """Runs functions over consistent views, as many at once as there are sessions.

    It does less than an executor of the standard library, whose price for a look is higher than
    that of the look itself.

    Args:
        sessions: In autocommit mode; nobody else reads with them.
    """

    def __init__(self, sessions: Sequence[SqliteSession]) -> None:
        self._inbox: SimpleQueue[Look[Any] | None] = SimpleQueue()
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
            InterlockError: The store is closed.
        """
        if self._closed:
            raise InterlockError("the store is closed: nothing can be read any more")
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._inbox.put(Look(work, future))
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
        seen, error = _look(session.connection, reader, look.work)
        # A closed loop has nobody left who waits.
        with suppress(RuntimeError):
            look.future.get_loop().call_soon_threadsafe(look.settle, seen, error)
        return True


def _look(
    connection: Connection, reader: SqlReader, work: Callable[[SqlReader], T]
) -> tuple[T | None, Exception | None]:
    try:
        connection.execute("BEGIN")
        try:
            return work(reader), None
        finally:
            connection.execute("ROLLBACK")
    except Exception as error:  # noqa: BLE001 - it belongs to whoever looks
        return None, error

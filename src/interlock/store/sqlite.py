"""The store of an embedded installation: SQLite in WAL mode, one writer, a few readers."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from interlock.domain.events import Event
from interlock.domain.records import Held
from interlock.ports import Reader, Store, Tx
from interlock.store.connect import Synchronous, connect_reader, connect_writer
from interlock.store.job import Publish
from interlock.store.migrate import migrate
from interlock.store.readers import Readers
from interlock.store.sql import queries
from interlock.store.sqlite_session import SqliteSession
from interlock.store.tx import SqlTx
from interlock.store.writer import Writer

T = TypeVar("T")


class SqliteStore:
    """``ports.Store`` over a file. Opening it brings its schema up to date.

    Args:
        path: The database file; its folder must exist.
        publish: Gets the events of each commit, run by run and in order, on the event loop,
            before the writes that appended them return.
        synchronous: ``FULL``, or ``NORMAL`` to trade the last moments before a power cut for speed.
        readers: How many reads can go on at once.

    Raises:
        ConfigError: The file can't be opened, or is newer than the program.
    """

    def __init__(
        self,
        path: Path,
        publish: Publish,
        synchronous: Synchronous = "FULL",
        readers: int = 2,
    ) -> None:
        self._connection = connect_writer(path, synchronous)
        try:
            migrate(self._connection)
        except BaseException:
            self._connection.close()
            raise
        sql = queries("sqlite")
        self._writer = Writer(self._connection, sql, publish)
        self._readers = Readers([SqliteSession(connect_reader(path), sql) for _ in range(readers)])

    async def read(self, work: Callable[[Reader], T]) -> T:
        """Run a synchronous function over one consistent view."""
        return await self._readers.submit(work)

    def write(self, work: Callable[[Tx], T], *, by_locks: bool = False) -> "asyncio.Future[T]":
        """Run a synchronous function in one transaction; await to know it durable.

        There is one writer, so ``by_locks`` makes no difference.

        Raises:
            InterlockError: The database could not be written; nothing of the function was kept.
        """
        del by_locks
        return self._writer.submit(work)

    def append(self, run_id: str, fence: int, events: Sequence[Event]) -> "asyncio.Future[None]":
        """Append events that the driver of a run has numbered; they are submitted at once.

        Raises:
            LeaseLost: The fence is old, or the run is over; nothing was written.
            InterlockError: The events do not continue the log, or the database could not be
                written; nothing was written.
        """
        numbered = tuple(events)

        def work(tx: SqlTx) -> None:
            tx.append_driven(run_id, fence, numbered)

        return self._writer.submit(work)

    def renew(self, worker: str, fences: Mapping[str, int], seconds: float) -> list[Held]:
        """Prolong a worker's leases. Blocks until that is durable."""
        return self._writer.submit_blocking(lambda tx: tx.renew(worker, fences, seconds))

    async def close(self) -> None:
        """Finish what was submitted, and close."""
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._writer.close()
        self._readers.close()
        self._connection.close()


_fits: Callable[[Path, Publish], Store] = SqliteStore

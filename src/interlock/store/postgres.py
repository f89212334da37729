"""The store of an installation of many processes: PostgreSQL holds the truth."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from interlock.domain.events import Event
from interlock.domain.records import Held
from interlock.ports import Reader, Store, Tx
from interlock.store.job import Publish
from interlock.store.postgres_append import Appends
from interlock.store.postgres_lease import Renewal
from interlock.store.postgres_link import PATIENCE_SECONDS, Link
from interlock.store.postgres_migrate import app_role, migrate_postgres
from interlock.store.postgres_session import postgres_queries
from interlock.store.postgres_threads import Lanes, Order, Perform, Pool
from interlock.store.postgres_transaction import Transactor

T = TypeVar("T")

LANES: Final = 1
"""Threads that append. What one collects goes together: more of them share less."""

WRITERS: Final = 4
READERS: Final = 4
"""Connections of one process: lanes, writers, readers, and one for leases."""


class PostgresStore:
    """``ports.Store`` over a database that many processes share.

    Opening it brings its schema up to date. Threads with a connection each read and write; a
    connection that is lost comes back by itself. While the database is down, everything fails with
    ``StoreFailed``, and runs stay as they are.

    Args:
        url: ``postgresql://…``.
        publish: Gets the events of each commit, run by run and in order, on the event loop,
            before the writes that appended them return.
        patience: Seconds for which work waits for a database that does not answer.

    Raises:
        ConfigError: It can't be reached, or is newer than the program.
    """

    def __init__(self, url: str, publish: Publish, patience: float = PATIENCE_SECONDS) -> None:
        migrate_postgres(url)
        role, sql = app_role(url), postgres_queries()

        def link() -> Link:
            return Link(url, sql, role, patience)

        self._lanes = Lanes([Appends(link()) for _ in range(LANES)], publish)
        writers = [_writer(Transactor(link())) for _ in range(WRITERS)]
        readers = [_reader(Transactor(link())) for _ in range(READERS)]
        self._writers = Pool("interlock-writer", writers, publish)
        self._readers = Pool("interlock-reader", readers, publish)
        self._renewal = Renewal(Transactor(link()))

    async def read(self, work: Callable[[Reader], T]) -> T:
        """Run a synchronous function over one consistent view."""
        return await self._readers.submit(work)

    def write(self, work: Callable[[Tx], T], *, by_locks: bool = False) -> "asyncio.Future[T]":
        """Run a synchronous function in one transaction; await to know it durable.

        It is serializable, or ``by_locks`` read committed.

        Raises:
            StoreFailed: The database could not be written; the text says whether it is known that
                nothing of the function was kept.
        """
        return self._writers.submit(work, by_locks=by_locks)

    def append(self, run_id: str, fence: int, events: Sequence[Event]) -> "asyncio.Future[None]":
        """Append events that the driver of a run has numbered; they are submitted at once.

        Raises:
            LeaseLost: The fence is old, or the run is over; nothing was written.
            InterlockError: The events do not continue the log; nothing was written.
            StoreFailed: The database can't be written now.
        """
        return self._lanes.submit(run_id, fence, tuple(events))

    def renew(self, worker: str, fences: Mapping[str, int], seconds: float) -> list[Held]:
        """Prolong a worker's leases, over a connection of their own. Blocks until it is done."""
        return self._renewal.renew(worker, fences, seconds)

    async def close(self) -> None:
        """Finish what was submitted, and close."""
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._lanes.close()
        self._writers.close()
        self._readers.close()
        self._renewal.close()


def _writer(transactor: Transactor) -> tuple[Perform, Callable[[], None]]:
    def perform(order: Order[Any]) -> tuple[Any, Sequence[Sequence[Event]]]:
        level = "READ COMMITTED" if order.by_locks else "SERIALIZABLE"
        return transactor.write(order.scope, order.work, level)

    return perform, transactor.close


def _reader(transactor: Transactor) -> tuple[Perform, Callable[[], None]]:
    def perform(order: Order[Any]) -> tuple[Any, Sequence[Sequence[Event]]]:
        return transactor.read(order.scope, order.work), ()

    return perform, transactor.close


_fits: Callable[[str, Publish], Store] = PostgresStore

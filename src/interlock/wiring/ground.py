"""What a running Interlock stands on: the adapters of one size."""

from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from msgspec import Struct

from interlock.bus.cluster import LocalCluster
from interlock.bus.local import LocalBus
from interlock.bus.queue import LocalQueue
from interlock.ports import Bus, Clock, Cluster, Leases, Queue, Store
from interlock.settings import Settings
from interlock.store.sqlite import SqliteStore
from interlock.wiring.extra import from_extra
from interlock.wiring.identity import Vitals, process_name, steady_clock
from interlock.workers.leases import OwnLeases

Task = Callable[[], Coroutine[Any, Any, None]]
"""Something to do beside everything else, until it is cancelled."""

SHARED = "interlock.wiring.shared:shared"
"""Imported where it is wanted: it needs PostgreSQL's and Redis's clients."""


class Ground(Struct, frozen=True, kw_only=True):
    """The adapters.

    Args:
        store: The log.
        bus: Wakes readers.
        queue: Hands out work.
        leases: Claims runs.
        cluster: Knows the processes.
        vitals: Knows how this one stands.
        shared: Whether other processes work on the same store.
        server_tasks: What must run beside everything, in every role.
        worker_tasks: What must run beside a worker, too.
    """

    store: Store
    bus: Bus
    queue: Queue
    leases: Leases
    cluster: Cluster
    vitals: Vitals
    shared: bool = False
    server_tasks: tuple[Task, ...] = ()
    worker_tasks: tuple[Task, ...] = ()


@asynccontextmanager
async def ground(settings: Settings, clock: Clock) -> AsyncGenerator[Ground]:
    """Open the adapters that the settings choose, and close them with the block.

    Raises:
        ConfigError: Something about the settings or the database is wrong, or an extra is missing.
    """
    opened = from_extra(SHARED) if settings.shares else embedded
    async with AsyncExitStack() as stack:
        yield await stack.enter_async_context(opened(settings, clock))


@asynccontextmanager
async def embedded(settings: Settings, clock: Clock) -> AsyncGenerator[Ground]:
    """One process on SQLite. The caller holds the lock of the data directory."""
    bus, queue, steady = LocalBus(), LocalQueue(), steady_clock()
    store = SqliteStore(settings.database(), bus.publish, settings.synchronous)
    leases = OwnLeases(store, steady)
    vitals = Vitals(process_name(settings), settings.role, clock, leases, None, steady)
    try:
        yield Ground(
            store=store,
            bus=bus,
            queue=queue,
            leases=leases,
            cluster=LocalCluster(vitals.look, queue),
            vitals=vitals,
        )
    finally:
        await store.close()

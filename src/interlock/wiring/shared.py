"""Many processes on PostgreSQL, with Redis between them or, more slowly, without."""

from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

from msgspec import Struct

from interlock.bus.cluster import LocalCluster
from interlock.bus.local import LocalBus
from interlock.bus.queue import LocalQueue
from interlock.bus.redis_bus import RedisBus
from interlock.bus.redis_cluster import RedisCluster
from interlock.bus.redis_link import Link
from interlock.bus.redis_queue import RedisQueue
from interlock.ports import Bus, Clock, Cluster, Queue
from interlock.settings import Settings
from interlock.store.postgres import PostgresStore
from interlock.wiring.ground import Ground, Task
from interlock.wiring.identity import Vitals, process_name, steady_clock
from interlock.workers.keeper import Keeper
from interlock.workers.leases import TimedLeases


class Wires(Struct, frozen=True, kw_only=True):
    """What goes between processes.

    Args:
        bus: Wakes.
        queue: Work.
        stop_here: Tells a driver in this process that its row asks for a stop.
        link: To Redis, if there is one.
        tasks: What must run beside it.
    """

    bus: Bus
    queue: Queue
    stop_here: Callable[[str], None]
    link: Link | None = None
    tasks: tuple[Task, ...] = ()


@asynccontextmanager
async def shared(settings: Settings, clock: Clock) -> AsyncGenerator[Ground]:
    """One of many processes.

    Raises:
        ConfigError: The database can't be reached, or is newer than the program.
    """
    name, steady = process_name(settings), steady_clock()
    async with AsyncExitStack() as stack:
        wires = _wires(settings, name, stack)
        store = PostgresStore(settings.database_url, wires.bus.publish)
        stack.push_async_callback(store.close)
        keeper = Keeper(store, name, settings.lease_seconds, steady, wires.stop_here)
        leases = TimedLeases(store, keeper, settings.max_attempts)
        awake = None if settings.role == "server" else keeper
        vitals = Vitals(name, settings.role, clock, leases, awake, steady)
        yield Ground(
            store=store,
            bus=wires.bus,
            queue=wires.queue,
            leases=leases,
            cluster=_cluster(wires, vitals, stack),
            vitals=vitals,
            shared=True,
            server_tasks=wires.tasks,
            worker_tasks=(keeper.live,),
        )


def _wires(settings: Settings, name: str, stack: AsyncExitStack) -> Wires:
    if not settings.redis_url:
        bus = LocalBus(deaf=True)
        return Wires(bus=bus, queue=LocalQueue(deaf=True), stop_here=bus.cancel)
    link = Link(settings.redis_url, settings.redis_prefix)
    bus, queue = RedisBus(link, name), RedisQueue(link, name, settings.lease_seconds)
    stack.push_async_callback(bus.close)
    stack.push_async_callback(queue.close)
    tasks = (bus.run, queue.watch)
    return Wires(bus=bus, queue=queue, stop_here=bus.cancel_here, link=link, tasks=tasks)


def _cluster(wires: Wires, vitals: Vitals, stack: AsyncExitStack) -> Cluster:
    if wires.link is None:
        return LocalCluster(vitals.look, wires.queue, whole=False)
    cluster = RedisCluster(wires.link, vitals.look, wires.queue)
    cluster.start()
    stack.push_async_callback(cluster.close)
    return cluster

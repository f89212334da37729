"""The thread that prolongs leases: past a blocked loop, and not past a dead one."""

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import psycopg
import pytest
from tests.databases import postgres_schema
from tests.store.build import run, thread

from interlock.errors import LeaseLost
from interlock.ports import Lease, Store, Tx
from interlock.prove.cable import Cable
from interlock.store.postgres import PostgresStore
from interlock.workers.keeper import STALL_LEASES, Keeper
from interlock.workers.leases import TimedLeases

BOUND = 15.0
LEASE = 0.9


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with postgres_schema() as one:
        yield one


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    opened = PostgresStore(url, lambda _: None)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("TRUNCATE runs, threads CASCADE")
    await opened.write(add_queued)
    yield opened
    await opened.close()


def add_queued(tx: Tx) -> None:
    tx.put_thread(thread("thread_1"))
    tx.insert_run(run("run_1", "thread_1"))


@asynccontextmanager
async def worker(
    store: Store, name: str = "one", stop: Callable[[str], None] = lambda _: None
) -> AsyncGenerator[TimedLeases]:
    """The leases of a worker whose event loop is this one."""
    keeper = Keeper(store, name, LEASE, time.monotonic, stop)
    living = asyncio.get_running_loop().create_task(keeper.live())
    try:
        yield TimedLeases(store, keeper, 0)
    finally:
        living.cancel()
        await asyncio.wait({living})


@asynccontextmanager
async def reached_through_a_cable(url: str) -> AsyncGenerator[tuple[Cable, Store]]:
    """The same database, for a process that may lose it."""
    where = urlsplit(url)
    cable = Cable(where.port or 5432)
    await cable.open()
    netloc = where.netloc.replace(f":{where.port}", f":{cable.port}")
    store = await asyncio.to_thread(PostgresStore, where._replace(netloc=netloc).geturl(), ignore)
    try:
        yield cable, store
    finally:
        cable.close()
        await store.close()


def ignore(_: object) -> None:
    pass


async def claimed(leases: TimedLeases) -> Lease:
    lease = await leases.claim("run_1")
    assert lease is not None
    return lease


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(BOUND):
        while not condition():  # noqa: ASYNC110 - what it waits for has no event
            await asyncio.sleep(0.01)


async def others_may_have_it(store: Store) -> None:
    """In the database a lease ends a little later than here."""
    async with asyncio.timeout(BOUND):
        while await store.write(lambda tx: tx.claim("run_1", "other", 30)) is None:  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.02)


def lasts(seconds: float) -> Callable[[], bool]:
    """So much time has passed; the lease's own clock can't be set from here."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() >= end


async def test_a_lease_is_prolonged_as_long_as_its_run_is_driven(store: Store):
    async with worker(store) as leases:
        lease = await claimed(leases)
        await until(lasts(2 * LEASE))
        lease.check()
        assert await store.write(lambda tx: tx.claim("run_1", "other", LEASE)) is None
        await leases.release(lease)
        assert await store.write(lambda tx: tx.claim("run_1", "other", LEASE)) is not None


async def test_a_loop_that_is_blocked_for_a_while_keeps_its_leases(store: Store):
    async with worker(store) as leases:
        lease = await claimed(leases)
        time.sleep(1.5 * LEASE)  # noqa: ASYNC251 - this is what is tested
        lease.check()
        assert await store.write(lambda tx: tx.claim("run_1", "other", LEASE)) is None


async def test_a_loop_that_is_blocked_for_good_loses_them_to_others(store: Store):
    async with worker(store) as leases:
        lease = await claimed(leases)
        time.sleep((STALL_LEASES + 1.5) * LEASE)  # noqa: ASYNC251 - this is what is tested
        with pytest.raises(LeaseLost):
            lease.check()
        await others_may_have_it(store)


async def test_a_worker_learns_that_its_run_went_to_another(store: Store):
    lost = asyncio.Event()
    async with worker(store) as leases:
        lease = await claimed(leases)
        lease.on_lost(lost.set)
        await store.write(lambda tx: tx.release("run_1", lease.run.fence))
        await store.write(lambda tx: tx.claim("run_1", "other", 30))
        async with asyncio.timeout(BOUND):
            await lost.wait()
        with pytest.raises(LeaseLost):
            lease.check()


async def test_a_wish_to_stop_comes_with_the_renewal(store: Store):
    stops: list[str] = []
    async with worker(store, stop=stops.append) as leases:
        lease = await claimed(leases)
        await store.write(lambda tx: tx.request_cancel("run_1", "ann", "enough"))
        await until(lambda: bool(stops))
        lease.check()
    assert set(stops) == {"run_1"}


@pytest.mark.parametrize("how", ["cut", "silence"])
async def test_when_the_database_is_out_of_reach_a_lease_ends_by_itself(
    store: Store, url: str, how: str
):
    lost = asyncio.Event()
    async with reached_through_a_cable(url) as (cable, distant), worker(distant) as leases:
        lease = await claimed(leases)
        lease.on_lost(lost.set)
        cable.close() if how == "cut" else cable.silence()
        async with asyncio.timeout(BOUND):
            await lost.wait()
        with pytest.raises(LeaseLost):
            lease.check()
        await others_may_have_it(store)
        cable.cut()


async def test_a_run_that_is_handed_to_a_worker_twice_is_claimed_once(store: Store):
    async with worker(store) as leases:
        first, second = await asyncio.gather(leases.claim("run_1"), leases.claim("run_1"))
        assert (first is None) != (second is None)
        assert await leases.claim("run_1") is None
        found = await store.read(lambda reader: reader.run("run_1"))
        assert found is not None
        assert found.fence == 1


async def test_a_claim_that_is_broken_off_leaves_the_run_to_others(store: Store):
    async with worker(store) as leases:
        claiming = asyncio.get_running_loop().create_task(leases.claim("run_1"))
        await asyncio.sleep(0)
        claiming.cancel()
        await asyncio.wait({claiming})
        assert claiming.cancelled()
        assert await store.write(lambda tx: tx.claim("run_1", "other", 30)) is not None

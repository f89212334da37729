"""What only the queue in Redis has to do: workers that die, Redis that dies, entries that kill."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack

import pytest
from tests.bus.conftest import PrivateRedis
from tests.bus.waiting import BOUND

from interlock.bus.redis_link import Link
from interlock.bus.redis_queue import RedisQueue
from interlock.domain.work import Delivery, Work

LEASE = 0.6

Open = Callable[..., RedisQueue]


@pytest.fixture
async def worker() -> AsyncIterator[Open]:
    """Make the queue as one worker sees it; ``watched`` ones touch what they hold."""
    async with AsyncExitStack() as stack:

        def make(link: Link, name: str, *, watched: bool = False) -> RedisQueue:
            queue = RedisQueue(link, name, LEASE)
            stack.push_async_callback(queue.close)
            if watched:
                watching = asyncio.get_running_loop().create_task(queue.watch())
                stack.callback(watching.cancel)
            return queue

        yield make


async def take(queue: RedisQueue) -> Delivery:
    async with asyncio.timeout(BOUND):
        return await queue.take()


async def nothing_left(queue: RedisQueue) -> bool:
    counts = await queue.counts()
    return (counts.waiting, counts.taken) == (0, 0)


async def test_a_run_that_is_put_twice_is_there_once(worker: Open, link: Link):
    one, other = worker(link, "one"), worker(link, "other")
    await one.put(Work("run_1", "acme"))
    await other.put(Work("run_1", "acme"))
    first = await take(one)
    await other.put(Work("run_1", "acme"))
    assert (await other.counts()).waiting == 0
    await one.done(first)
    assert await nothing_left(one)
    await one.put(Work("run_1", "acme"))
    assert (await take(other)).work.run_id == "run_1"


async def test_what_a_dead_worker_held_is_offered_anew_and_what_a_live_one_holds_is_not(
    worker: Open, link: Link
):
    dead, live = worker(link, "dead"), worker(link, "live", watched=True)
    await dead.put(Work("run_live", "acme"))
    held = await take(live)
    await dead.put(Work("run_dead", "acme"))
    await take(dead)
    orphan = await take(live)
    assert (orphan.work.run_id, orphan.times) == ("run_dead", 2)
    assert (await live.counts()).taken == 2
    for delivery in (held, orphan):
        await live.done(delivery)
    assert await nothing_left(live)


async def test_a_worker_that_wakes_up_late_takes_nothing_from_its_heir(worker: Open, link: Link):
    late, heir = worker(link, "late"), worker(link, "heir", watched=True)
    await late.put(Work("run_1", "acme"))
    stale = await take(late)
    fresh = await take(heir)
    await late.done(stale)
    await late.give_back(stale)
    await late.put(Work("run_1", "acme"))
    counts = await heir.counts()
    assert (counts.waiting, counts.taken) == (0, 1)
    await heir.done(fresh)
    assert await nothing_left(heir)


async def test_a_worker_that_leaves_gives_back_all_that_it_holds(worker: Open, link: Link):
    leaving, staying = worker(link, "leaving"), worker(link, "staying")
    for number in range(3):
        await leaving.put(Work(f"run_{number}", f"tenant_{number}"))
    for _ in range(3):
        await take(leaving)
    await leaving.leave()
    taken = [await take(staying) for _ in range(3)]
    assert {one.work.run_id for one in taken} == {"run_0", "run_1", "run_2"}
    assert {one.times for one in taken} == {1}


async def test_an_entry_is_counted_each_time_that_its_worker_dies(worker: Open, link: Link):
    heir = worker(link, "heir", watched=True)
    await heir.put(Work("run_1", "acme"))
    times = [(await take(worker(link, f"victim_{number}"))).times for number in range(3)]
    assert times == [1, 2, 3]


async def test_what_is_set_aside_leaves_a_note_and_the_rest_leaves_nothing(
    worker: Open, link: Link
):
    queue = worker(link, "one")
    for number in range(3):
        await queue.put(Work(f"run_{number}", f"tenant_{number}"))
    await queue.set_aside(await take(queue))
    for _ in range(2):
        await queue.done(await take(queue))
    redis = link.client()
    [(_, note)] = await redis.xrange(f"{link.base}:dead")
    kinds = {await redis.type(key) for key in await redis.keys(f"{link.base}:work:*")}
    await redis.aclose()
    assert (note["run"], kinds) == ("run_0", set())


async def test_without_redis_a_process_hands_its_own_runs_to_itself(
    worker: Open, private_redis: PrivateRedis
):
    queue = worker(Link(private_redis.url), "one")
    private_redis.kill()
    await queue.put(Work("run_1", "acme"))
    assert queue.deaf
    delivery = await take(queue)
    assert delivery.work.run_id == "run_1"
    await queue.done(delivery)


async def test_what_was_put_while_redis_was_away_reaches_the_others_when_it_is_back(
    worker: Open, private_redis: PrivateRedis
):
    link = Link(private_redis.url)
    server, one = worker(link, "server", watched=True), worker(link, "one")
    private_redis.kill()
    await server.put(Work("run_1", "acme"))
    async with asyncio.TaskGroup() as group:
        taking = group.create_task(take(one))
        private_redis.start()
    assert taking.result().work.run_id == "run_1"
    assert not server.deaf


async def test_after_a_flush_a_run_can_be_put_again(worker: Open, private_redis: PrivateRedis):
    queue = worker(Link(private_redis.url), "one")
    await queue.put(Work("run_1", "acme"))
    await queue.put(Work("run_2", "acme"))
    lost = await take(queue)
    private_redis.flush()
    await queue.put(Work("run_2", "acme"))
    assert (await take(queue)).work.run_id == "run_2"
    await queue.done(lost)
    assert (await queue.counts()).taken == 1

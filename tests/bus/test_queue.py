"""Both queues, in one process and in Redis, hand out work by the same rules."""

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

from interlock.bus.queue import LocalQueue
from interlock.bus.redis_link import Link
from interlock.bus.redis_queue import RedisQueue
from interlock.domain.work import Delivery, Priority, Work
from interlock.ports import Queue

BOUND = 10.0


def work(run_id: str, tenant: str = "acme", priority: Priority = "normal") -> Work:
    return Work(run_id, tenant, priority)


@pytest.fixture(params=["local", "redis"])
async def queue(request: pytest.FixtureRequest) -> AsyncIterator[Queue]:
    if request.param == "local":
        yield LocalQueue()
        return
    link: Link = request.getfixturevalue("link")
    one = RedisQueue(link, "worker_1", 30.0)
    yield one
    await one.close()


async def take(queue: Queue) -> Delivery:
    async with asyncio.timeout(BOUND):
        return await queue.take()


async def take_runs(queue: Queue, count: int) -> list[str]:
    return [(await take(queue)).work.run_id for _ in range(count)]


async def test_runs_of_a_tenant_are_taken_in_the_order_in_which_they_were_put(queue: Queue):
    for number in range(3):
        await queue.put(work(f"run_{number}"))
    assert await take_runs(queue, 3) == ["run_0", "run_1", "run_2"]


async def test_a_thousand_runs_of_one_tenant_do_not_hold_back_another_one(queue: Queue):
    for number in range(1000):
        await queue.put(work(f"loud_{number}", "loud"))
    await queue.put(work("quiet_0", "quiet"))
    await queue.put(work("third_0", "third"))
    assert await take_runs(queue, 4) == ["loud_0", "quiet_0", "third_0", "loud_1"]


async def test_what_is_urgent_goes_first(queue: Queue):
    for priority in ("low", "normal", "high"):
        await queue.put(work(priority, priority=priority))
    assert await take_runs(queue, 3) == ["high", "normal", "low"]


async def test_a_flood_of_urgent_work_does_not_hold_back_the_rest_for_ever(queue: Queue):
    await queue.put(work("normal", priority="normal"))
    await queue.put(work("low", priority="low"))
    for number in range(20):
        await queue.put(work(f"high_{number}", priority="high"))
    first = await take_runs(queue, 8)
    assert {"normal", "low"} <= set(first)


async def test_a_put_wakes_whoever_waits(queue: Queue):
    async with asyncio.TaskGroup() as group:
        taking = group.create_task(take(queue))
        await asyncio.sleep(0)
        await queue.put(work("run_1"))
    assert taking.result().work == work("run_1")


async def test_a_taker_that_gives_up_takes_nothing_with_it(queue: Queue):
    gone = asyncio.get_running_loop().create_task(queue.take())
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.wait({gone})
    await queue.put(work("run_1"))
    assert await take_runs(queue, 1) == ["run_1"]


async def test_what_is_given_back_is_handed_out_again(queue: Queue):
    await queue.put(work("run_1"))
    first = await take(queue)
    assert first.times == 1
    await queue.give_back(first)
    again = await take(queue)
    assert (again.work, again.times) == (work("run_1"), 1)


async def test_the_counts_follow_every_run(queue: Queue):
    for number in range(4):
        await queue.put(work(f"run_{number}"))
    first, second, third = [await take(queue) for _ in range(3)]
    assert await counts(queue) == (1, 3, 0)
    await queue.done(first)
    await queue.set_aside(second)
    await queue.give_back(third)
    assert await counts(queue) == (2, 0, 1)


async def counts(queue: Queue) -> tuple[int, int, int]:
    found = await queue.counts()
    return found.waiting, found.taken, found.set_aside


_local: Callable[[], Queue] = LocalQueue

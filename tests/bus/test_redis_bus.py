"""Wakes between processes: what is written in one is looked up in the other."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, suppress

import pytest
from msgspec import json
from msgspec.structs import replace
from tests.bus.conftest import PrivateRedis
from tests.bus.waiting import BOUND, until
from tests.store.build import delta, numbered

from interlock.bus.redis_bus import RedisBus
from interlock.bus.redis_link import Link
from interlock.ports import Lagging, Subscription

Open = Callable[[Link, str], RedisBus]
QUIET = 0.05
"""Seconds in which what was sent together arrives."""


@pytest.fixture
async def process() -> AsyncIterator[Open]:
    """Make the bus as one process sees it, at work."""
    async with AsyncExitStack() as stack:

        def make(link: Link, name: str) -> RedisBus:
            bus = RedisBus(link, name)
            stack.push_async_callback(bus.close)
            running = asyncio.get_running_loop().create_task(bus.run())
            stack.callback(running.cancel)
            return bus

        yield make


async def woken(ear: Subscription) -> None:
    """Wait until a listener is told to read the store."""
    async with asyncio.timeout(BOUND):
        while True:
            try:
                await ear.next(BOUND)
            except Lagging:
                return


async def subscribed(ear: Subscription) -> None:
    """The subscription to each channel wakes: nothing before it could be heard."""
    await woken(ear)
    with suppress(Lagging):
        await ear.next(QUIET)


async def test_an_event_of_this_process_is_heard_whole_and_once(process: Open, link: Link):
    here, there = process(link, "here"), process(link, "there")
    ear, echo, after = here.follow("run_1"), there.follow("run_1"), here.follow("run_2")
    for one in (ear, echo, after):
        await subscribed(one)
    here.publish(numbered(1, [delta()]))
    await woken(echo)
    there.publish([replace(event, run_id="run_2") for event in numbered(1, [delta()])])
    await woken(after)  # by now its own word has come back, too
    assert await ear.next(0) == numbered(1, [delta()])


async def test_an_event_of_another_process_wakes_the_readers_of_its_run_alone(
    process: Open, link: Link
):
    here, there = process(link, "here"), process(link, "there")
    ear, other = here.follow("run_1"), here.follow("run_2")
    await subscribed(ear)
    await subscribed(other)
    there.publish(numbered(1, [delta()]))
    await woken(ear)
    assert await other.next(0) is None


async def test_a_stop_reaches_the_driver_in_another_process(process: Open, link: Link):
    here, there = process(link, "here"), process(link, "there")
    await subscribed(here.follow("any"))
    told = asyncio.Event()
    here.on_cancel("run_1", told.set)
    there.cancel("run_1")
    async with asyncio.timeout(BOUND):
        await told.wait()


async def test_word_of_many_runs_travels_in_one_message(process: Open, link: Link):
    here, there = process(link, "here"), process(link, "there")
    ears = [here.follow(f"run {number}") for number in range(50)]
    for ear in ears:
        await subscribed(ear)
    redis = link.client()
    async with redis.pubsub() as heard:
        await heard.subscribe(f"{link.base}:wakes")
        await heard.get_message(timeout=BOUND)
        for number in range(50):
            there.publish([replace(numbered(1, [delta()])[0], run_id=f"run {number}")])
        for ear in ears:
            await woken(ear)
        message = await heard.get_message(timeout=BOUND)
        assert set(json.decode(message["data"])) == {"there", *(f"run {n}" for n in range(50))}
        assert await heard.get_message(timeout=0) is None
    await redis.aclose()


async def test_when_redis_dies_readers_look_for_themselves_and_when_it_returns_they_are_woken(
    process: Open, private_redis: PrivateRedis
):
    link = Link(private_redis.url)
    here, there = process(link, "here"), process(link, "there")
    ear = here.follow("run_1")
    await subscribed(ear)
    assert not here.deaf
    private_redis.kill()
    await woken(ear)
    assert here.deaf
    there.publish(numbered(1, [delta()]))
    private_redis.start()

    async def hears() -> bool:
        return not here.deaf

    await until(hears)
    await woken(ear)
    there.publish(numbered(2, [delta()]))
    await woken(ear)


async def test_a_bus_that_is_told_to_stop_in_the_middle_of_anything_stops(link: Link):
    loop = asyncio.get_running_loop()
    for steps in range(60):
        bus = RedisBus(link, f"process-{steps}")
        running = loop.create_task(bus.run())
        await subscribed(bus.follow("run_1"))
        bus.follow("run_2")
        for _ in range(steps % 6):
            await asyncio.sleep(0)
        running.cancel()
        _, left = await asyncio.wait([running], timeout=BOUND)
        await bus.close()
        assert not left, f"{steps % 6} steps after the word to follow a run"

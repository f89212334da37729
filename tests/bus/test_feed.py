import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import TypeVar

import pytest
from tests.store.build import BOUND, add_run, delta, numbered, turns

from interlock.bus.feed import StoredFeed
from interlock.bus.local import LocalBus
from interlock.bus.tails import PAGE_BYTES
from interlock.domain.events import Event, RunEnded
from interlock.ports import Reader, Store
from interlock.store.sqlite import SqliteStore

T = TypeVar("T")
LENGTH = 300
NEVER = 1_000 * BOUND
"""Seconds: no test that passes waits for this poll."""


class House:
    """A store with a bus that may lose messages, and what a test counts."""

    def __init__(self, folder: Path, limit: int = 256) -> None:
        self.bus = LocalBus(limit)
        self.deaf = False
        self.reads = 0
        self.store = SqliteStore(folder / "interlock.db", self._publish, "NORMAL")

    def feed(self, poll: float = NEVER, page: int = 256) -> StoredFeed:
        return StoredFeed(_Counting(self), self.bus, poll, page)

    async def write(self, events: Sequence[Event]) -> None:
        await self.store.append("run_1", 1, events)

    def _publish(self, events: Sequence[Event]) -> None:
        if not self.deaf:
            self.bus.publish(events)


class _Counting:
    """The store, with its reads counted."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.write = house.store.write
        self.append = house.store.append
        self.renew = house.store.renew
        self.close = house.store.close

    async def read(self, work: Callable[[Reader], T]) -> T:
        self._house.reads += 1
        return await self._house.store.read(work)


_fits: Callable[[House], Store] = _Counting


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    built = House(tmp_path)
    await built.store.write(add_run)
    yield built
    await built.store.close()


def whole(length: int = LENGTH) -> list[Event]:
    """A run of so many events, the last of them its end."""
    texts = [delta(str(number)) for number in range(1, length)]
    return numbered(1, [*texts, RunEnded(status="success")])


async def collect(feed: StoredFeed, after: int = 0) -> list[Event]:
    return [event async for group in feed.follow("run_1", after) for event in group]


async def until(done: Callable[[], bool]) -> None:
    async with asyncio.timeout(BOUND):
        while not done():
            await turns(1)


async def test_a_finished_run_is_read_to_its_end_from_any_point(house: House):
    events = whole(10)
    await house.write(events)
    for after in (0, 1, 9, 10, 99):
        assert await collect(house.feed(), after) == events[after:]
        assert await collect(house.feed(page=3), after) == events[after:]
    assert house.bus.followers() == 0


async def test_a_run_that_does_not_exist_ends_at_once(house: House):
    assert [group async for group in house.feed().follow("run_9")] == []


async def test_a_live_run_is_followed_to_its_end_with_one_read(house: House):
    events = whole(10)
    await house.write(events[:3])
    async with asyncio.TaskGroup() as group:
        reader = group.create_task(collect(house.feed()))
        await until(lambda: house.reads == 1)
        for event in events[3:]:
            await house.write([event])
    assert reader.result() == events
    assert house.reads == 1


async def test_readers_at_any_point_of_a_live_run_lose_and_repeat_nothing(house: House):
    events = whole()
    async with asyncio.TaskGroup() as group:
        readers = {
            after: group.create_task(collect(house.feed(), after)) for after in (0, 1, 150, 299)
        }
        for start in range(0, LENGTH, 7):
            await house.write(events[start : start + 7])
            late = group.create_task(collect(house.feed(), start))
            readers[start + 1_000] = late
    for after, reader in readers.items():
        assert reader.result() == events[after % 1_000 :]


async def test_a_lost_wake_is_made_good_by_the_poll(house: House):
    events = whole(4)
    async with asyncio.TaskGroup() as group:
        reader = group.create_task(collect(house.feed(poll=0.01)))
        await until(lambda: house.bus.followers() == 1)
        house.deaf = True
        for event in events:
            await house.write([event])
    assert reader.result() == events


async def test_while_the_bus_is_deaf_the_store_is_read_every_second(house: House):
    events = whole(4)
    house.bus.deaf = house.deaf = True
    async with asyncio.TaskGroup() as group:
        reader = group.create_task(collect(house.feed()))
        await until(lambda: house.reads == 1)
        for event in events:
            await house.write([event])
    assert reader.result() == events


async def test_a_gap_on_the_bus_is_filled_from_the_store(house: House):
    events = whole(6)
    async with asyncio.TaskGroup() as group:
        reader = group.create_task(collect(house.feed()))
        await until(lambda: house.reads == 1)
        await turns()
        house.deaf = True
        await house.write(events[:4])
        house.deaf = False
        await house.write(events[4:])
    assert reader.result() == events


async def test_what_the_bus_repeats_is_told_once(house: House):
    events = whole(4)
    async with asyncio.TaskGroup() as group:
        reader = group.create_task(collect(house.feed()))
        await until(lambda: house.reads == 1)
        for event in events:
            await house.write([event])
            house.bus.publish([event])
            house.bus.publish(events[: event.seq])
    assert reader.result() == events


async def test_a_slow_reader_holds_one_page_and_still_gets_everything(tmp_path: Path):
    house = House(tmp_path, limit=8)
    await house.store.write(add_run)
    events = whole()
    got: list[Event] = []
    largest = 0
    async with aclosing(house.feed(page=8).follow("run_1")) as groups:
        await house.write(events[:1])
        async for group in groups:
            got += group
            largest = max(largest, len(group))
            last = group[-1].seq
            if last < LENGTH and len(got) == 1:
                for start in range(1, LENGTH, 20):
                    await house.write(events[start : start + 20])
    await house.store.close()
    assert got == events
    assert largest <= 8


async def test_large_events_are_read_a_few_at_once_and_a_huge_one_alone(house: House):
    sizes = [PAGE_BYTES // 4] * 12 + [3 * PAGE_BYTES] + [10] * 5
    texts = [delta("x" * size) for size in sizes]
    events = numbered(1, [*texts, RunEnded(status="success")])
    await house.write(events)
    groups = [list(group) async for group in house.feed().follow("run_1")]
    assert [event for group in groups for event in group] == events
    assert [len(group) for group in groups] == [4, 4, 4, 1, 6]


async def test_a_reader_that_goes_away_is_forgotten(house: House):
    async with aclosing(house.feed().follow("run_1")) as groups:
        await house.write(whole(9)[:2])
        assert await anext(groups) == whole(9)[:2]
        assert house.bus.followers() == 1
    assert house.bus.followers() == 0

    async with asyncio.TaskGroup() as group:
        waiting = group.create_task(collect(house.feed()))
        await until(lambda: house.bus.followers() == 1)
        waiting.cancel()
    await until(lambda: house.bus.followers() == 0)


@pytest.mark.parametrize("seed", range(5))
async def test_a_reader_that_disconnects_at_random_gets_every_event_once(tmp_path: Path, seed: int):
    chance = random.Random(seed)
    house = House(tmp_path, limit=16)
    await house.store.write(add_run)
    events = whole()

    async def write() -> None:
        start = 0
        while start < LENGTH:
            size = chance.randint(1, 9)
            house.deaf = chance.random() < 0.1
            await house.write(events[start : start + size])
            start += size

    async def read() -> list[Event]:
        got: list[Event] = []
        while not got or not isinstance(got[-1].data, RunEnded):
            patience = chance.randint(1, 5)
            after = got[-1].seq if got else 0
            async with aclosing(house.feed(poll=0.01, page=16).follow("run_1", after)) as groups:
                async for group in groups:
                    got += group
                    patience -= 1
                    await turns(chance.randint(0, 3))
                    if patience == 0:
                        break
        return got

    async with asyncio.TaskGroup() as group:
        readers: list[Awaitable[list[Event]]] = [group.create_task(read()) for _ in range(4)]
        group.create_task(write())
    assert [await reader for reader in readers] == [events] * 4
    assert house.bus.followers() == 0
    await house.store.close()

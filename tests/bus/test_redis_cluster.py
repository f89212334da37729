"""Heartbeats: who lives, in which version, and what is said while Redis is away."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest
from tests.bus.conftest import PrivateRedis
from tests.bus.waiting import until

from interlock.bus.queue import LocalQueue
from interlock.bus.redis_cluster import RedisCluster
from interlock.bus.redis_link import Link
from interlock.domain.members import Beat, Roster

Open = Callable[[Link, Beat], RedisCluster]


def beat(name: str, version: str = "1.0", **more: Any) -> Beat:
    return Beat(id=name, host="h", pid=1, version=version, role="worker", started_at=1_000, **more)


@pytest.fixture
async def process() -> AsyncIterator[Open]:
    async with AsyncExitStack() as stack:

        def make(link: Link, said: Beat) -> RedisCluster:
            cluster = RedisCluster(link, lambda: said, LocalQueue(), pause=0.05)
            cluster.start()
            stack.push_async_callback(cluster.close)
            return cluster

        yield make


async def seen(cluster: RedisCluster, right: Callable[[Roster], bool]) -> Roster:
    async def look() -> bool:
        return right(await cluster.roster())

    await until(look)
    return await cluster.roster()


async def test_old_and_new_versions_stand_side_by_side(process: Open, link: Link):
    process(link, beat("old", "1.0"))
    cluster = process(link, beat("new", "1.1", in_flight=3, capacity=10))
    roster = await seen(cluster, lambda roster: len(roster.members) == 2)
    found = {member.beat.id: member for member in roster.members}
    assert {name: member.beat.version for name, member in found.items()} == {
        "old": "1.0",
        "new": "1.1",
    }
    assert found["new"].beat == beat("new", "1.1", in_flight=3, capacity=10)
    assert ({member.state for member in roster.members}, roster.whole) == ({"up"}, True)


async def test_who_says_farewell_is_gone_and_who_falls_silent_is_still_shown(
    process: Open, link: Link
):
    stays, leaves = process(link, beat("stays")), process(link, beat("leaves"))
    await seen(stays, lambda roster: len(roster.members) == 2)
    await leaves.close()
    roster = await stays.roster()
    assert [member.beat.id for member in roster.members] == ["stays"]


async def test_words_of_a_version_that_says_it_otherwise_are_left_out(process: Open, link: Link):
    cluster = process(link, beat("one"))
    redis = link.client()
    await redis.zadd(f"{link.base}:members", {"strange": 1})
    await redis.set(f"{link.base}:member:strange", '17 {"name": "strange"}')
    roster = await seen(cluster, lambda roster: len(roster.members) == 1)
    await redis.aclose()
    assert roster.members[0].beat.id == "one"


async def test_while_redis_is_away_a_process_knows_itself(
    process: Open, private_redis: PrivateRedis
):
    link = Link(private_redis.url)
    cluster = process(link, beat("one"))
    process(link, beat("two"))
    await seen(cluster, lambda roster: len(roster.members) == 2)
    private_redis.kill()
    roster = await cluster.roster()
    assert ([member.beat.id for member in roster.members], roster.whole) == (["one"], False)
    private_redis.start()
    await seen(cluster, lambda roster: roster.whole and len(roster.members) == 2)

import asyncio

import pytest
from tests.store.build import BOUND, delta, numbered, turns

from interlock.bus.local import LocalBus
from interlock.ports import Lagging


async def test_every_follower_of_a_run_hears_its_events_in_order():
    bus = LocalBus()
    ears = [bus.follow("run_1"), bus.follow("run_1")]
    other = bus.follow("run_2")
    bus.publish(numbered(1, [delta("a")]))
    bus.publish(numbered(2, [delta("b"), delta("c")]))
    whole = numbered(1, [delta("a"), delta("b"), delta("c")])
    assert [await ear.next(BOUND) for ear in ears] == [whole, whole]
    assert await other.next(0) is None


async def test_a_waiting_follower_wakes_at_once():
    bus = LocalBus()
    ear = bus.follow("run_1")
    async with asyncio.TaskGroup() as group:
        heard = group.create_task(ear.next(BOUND))
        await turns()
        assert not heard.done()
        bus.publish(numbered(1, [delta()]))
        await turns()
        assert heard.done()
    assert heard.result() == numbered(1, [delta()])


async def test_silence_is_none():
    assert await LocalBus().follow("run_1").next(0) is None


async def test_a_slow_follower_is_told_and_hears_on():
    bus = LocalBus(limit=3)
    slow, quick = bus.follow("run_1"), bus.follow("run_1")
    for seq in range(1, 6):
        bus.publish(numbered(seq, [delta()]))
        assert await quick.next(BOUND) == numbered(seq, [delta()])
    with pytest.raises(Lagging):
        await slow.next(BOUND)
    bus.publish(numbered(6, [delta()]))
    assert await slow.next(BOUND) == numbered(6, [delta()])


async def test_a_batch_larger_than_the_buffer_is_told_as_lag_and_wakes():
    bus = LocalBus(limit=3)
    ear = bus.follow("run_1")
    async with asyncio.TaskGroup() as group:
        waiting = group.create_task(_lags(ear.next(BOUND)))
        await turns()
        bus.publish(numbered(1, [delta()] * 4))
    assert waiting.result()


async def _lags(waiting: object) -> bool:
    with pytest.raises(Lagging):
        await waiting  # pyright: ignore[reportGeneralTypeIssues]
    return True


async def test_who_left_is_forgotten():
    bus = LocalBus()
    ears = [bus.follow("run_1"), bus.follow("run_1"), bus.follow("run_2")]
    for left, ear in zip((2, 1, 0), ears, strict=True):
        ear.close()
        ear.close()
        assert bus.followers() == left
    bus.publish(numbered(1, [delta()]))
    assert await ears[0].next(0) is None


async def test_leaving_wakes_whoever_waits():
    ear = LocalBus().follow("run_1")
    async with asyncio.TaskGroup() as group:
        waiting = group.create_task(ear.next(BOUND))
        await turns()
        ear.close()
    assert waiting.result() is None


async def test_a_cancel_reaches_the_driver_of_that_run_until_it_stops_listening():
    bus = LocalBus()
    heard: list[str] = []
    stop_first = bus.on_cancel("run_1", lambda: heard.append("first"))
    stop_other = bus.on_cancel("run_2", lambda: heard.append("other"))
    bus.cancel("run_1")
    stop_first()
    stop_first()
    bus.cancel("run_1")
    bus.cancel("run_3")
    stop_other()
    bus.cancel("run_2")
    assert heard == ["first"]


async def test_a_driver_may_stop_listening_while_it_is_told():
    bus = LocalBus()
    heard: list[str] = []

    def notice() -> None:
        heard.append("told")
        stop()

    stop = bus.on_cancel("run_1", notice)
    bus.cancel("run_1")
    bus.cancel("run_1")
    assert heard == ["told"]

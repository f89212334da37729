"""Other people's code is waited for, and not for ever."""

import asyncio
from threading import Event

import pytest

from interlock.gate.patience import within
from interlock.tools.thread import in_thread

BRIEF = 0.02


async def test_what_comes_in_time_counts():
    async def work():
        return "here"

    assert await within(5, work()) == "here"


async def test_work_that_ignores_its_cancellation_is_left_to_itself():
    told = asyncio.Event()
    release = asyncio.Event()

    async def work():
        try:
            await release.wait()
        except asyncio.CancelledError:
            told.set()
            await release.wait()

    async with asyncio.timeout(5):
        with pytest.raises(TimeoutError):
            await within(BRIEF, work())
        await told.wait()
        release.set()


async def test_a_thread_that_does_not_return_holds_nobody_up():
    release = Event()
    try:
        async with asyncio.timeout(5):
            with pytest.raises(TimeoutError):
                await within(BRIEF, in_thread(release.wait, "stuck"))
    finally:
        release.set()


async def test_work_that_cancels_itself_has_failed():
    async def work():
        raise asyncio.CancelledError

    with pytest.raises(RuntimeError, match="cancelled itself"):
        await within(5, work())


async def test_whoever_stops_waiting_stops_the_work():
    told = asyncio.Event()

    async def work():
        try:
            await asyncio.Event().wait()
        finally:
            told.set()

    waiter = asyncio.get_running_loop().create_task(within(60, work()))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    waiter.cancel()
    async with asyncio.timeout(5):
        await told.wait()
        with pytest.raises(asyncio.CancelledError):
            await waiter

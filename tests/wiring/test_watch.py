"""A part that ends takes the block beside it down in good order, and only then."""

import asyncio

import pytest

from interlock.errors import PartEnded
from interlock.wiring.watch import Watch


async def for_ever() -> None:
    await asyncio.Event().wait()


async def breaks() -> None:
    raise RuntimeError("broken")


async def returns() -> None:
    pass


async def is_cancelled() -> None:
    raise asyncio.CancelledError


@pytest.mark.parametrize("part", [breaks, returns, is_cancelled])
async def test_a_part_that_ends_cancels_the_block_and_what_comes_after_it_is_not_cancelled(part):
    watch = Watch(lambda: False)
    task = asyncio.get_running_loop().create_task(watch.over(part))
    after = False
    async with asyncio.timeout(10) as bound:
        with watch:
            await for_ever()
        await asyncio.sleep(0)
        after = True
    await asyncio.gather(task, return_exceptions=True)
    assert (after, bound.expired()) == (True, False)
    with pytest.raises(PartEnded):
        watch.check()


async def test_a_part_may_end_while_the_process_leaves_and_after_the_block():
    leaving = False
    watch = Watch(lambda: leaving)
    loop = asyncio.get_running_loop()
    with watch:
        leaving = True
        await loop.create_task(watch.over(returns))
        leaving = False
    await asyncio.gather(loop.create_task(watch.over(breaks)), return_exceptions=True)
    watch.check()


async def test_a_block_that_somebody_else_cancels_stays_cancelled():
    watch = Watch(lambda: False)

    async def block() -> None:
        with watch:
            await for_ever()

    task = asyncio.get_running_loop().create_task(block())
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])
    assert task.cancelled()
    watch.check()


async def test_a_block_that_fails_by_itself_says_why():
    with pytest.raises(ValueError, match="mine"), Watch(lambda: False):
        raise ValueError("mine")

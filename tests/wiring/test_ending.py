"""Tasks that work by themselves end when they are told, also when the first word gets lost."""

import asyncio

from interlock.wiring.ending import end


async def test_tasks_end_and_their_errors_are_nobodys():
    async def for_ever() -> None:
        await asyncio.Event().wait()

    async def broken() -> None:
        raise RuntimeError("broken")

    loop = asyncio.get_running_loop()
    tasks = [loop.create_task(for_ever()), loop.create_task(broken())]
    await asyncio.sleep(0)
    async with asyncio.timeout(10):
        await end(tasks)
    assert all(task.done() for task in tasks)


async def test_a_task_whose_cancellation_got_lost_is_cancelled_again():
    lost = 0

    async def deaf() -> None:
        nonlocal lost
        while True:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                lost += 1
                if lost > 1:
                    raise

    task = asyncio.get_running_loop().create_task(deaf())
    await asyncio.sleep(0)
    async with asyncio.timeout(10):
        await end([task])
    assert task.cancelled()
    assert lost == 2


async def test_nothing_to_end_is_fine():
    await end([])

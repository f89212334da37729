"""Wait for somebody else's code, but not for ever."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


async def within(seconds: float, work: Coroutine[Any, Any, T]) -> T:
    """Await work for at most so long, and then leave it to itself.

    ``asyncio.timeout`` would wait on for work that ignores its cancellation, as a thread does.

    Raises:
        TimeoutError: It took longer; it was told to stop.
        RuntimeError: It cancelled itself.
        Exception: Whatever it raised.
    """
    task = asyncio.get_running_loop().create_task(work)
    try:
        done, _ = await asyncio.wait({task}, timeout=seconds)
    finally:
        if not task.done():
            task.add_done_callback(forget)
            task.cancel()
    if not done:
        raise TimeoutError
    if task.cancelled():
        raise RuntimeError("it cancelled itself")
    return task.result()


def forget(task: asyncio.Task[Any]) -> None:
    """Fetch a late outcome, so that nobody complains that it was never fetched."""
    if not task.cancelled():
        task.exception()

"""The end of tasks that work by themselves."""

import asyncio
from collections.abc import Collection
from typing import Any

AGAIN_SECONDS = 1.0
TIMES = 10


async def end(tasks: Collection["asyncio.Task[Any]"]) -> None:
    """Cancel tasks and wait for them; those that go on are cancelled again, ten times in all.

    A cancellation that arrives while a client library gives up a connection can get lost there, and
    a process that waits for its task would then never stop.
    """
    left = set(tasks)
    for _ in range(TIMES):
        if not left:
            break
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=AGAIN_SECONDS)
    await asyncio.gather(*(task for task in tasks if task.done()), return_exceptions=True)

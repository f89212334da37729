"""Bounded waiting for what has no event."""

import asyncio
from collections.abc import Awaitable, Callable

BOUND = 15.0
"""Seconds that any wait may take."""


async def until(condition: Callable[[], Awaitable[bool]]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(BOUND):
        while not await condition():  # noqa: ASYNC110 - what it waits for has no event
            await asyncio.sleep(0.02)

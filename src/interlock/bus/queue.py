"""The work queue of one process. What it held when the process died is in the store."""

import asyncio
from collections.abc import Callable

from interlock.ports import Queue


class LocalQueue:
    """``ports.Queue`` for embedded installations: first come, first served."""

    def __init__(self) -> None:
        self._runs: asyncio.Queue[str] = asyncio.Queue()

    async def put(self, run_id: str) -> None:
        """Offer a run. Never waits."""
        self._runs.put_nowait(run_id)

    async def take(self) -> str:
        """Wait for a run."""
        return await self._runs.get()


_fits: Callable[[], Queue] = LocalQueue

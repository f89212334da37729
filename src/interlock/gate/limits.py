"""Rate and concurrency limits of tools, per process."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, nullcontext

from interlock.domain.tools import ToolSpec
from interlock.ports import Clock


class Limiter:
    """Counts executions per tool and user in sliding windows, and bounds parallel ones per tool."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._times: dict[tuple[str, str, str], deque[int]] = {}
        self._slots: dict[str, asyncio.Semaphore] = {}

    def wait(self, spec: ToolSpec, tenant: str, user: str) -> float:
        """Seconds until the tool's rate admits one more call of this user; 0 for now."""
        if spec.rate is None:
            return 0.0
        times = self._window(spec, tenant, user)
        if len(times) < spec.rate.calls:
            return 0.0
        return max(0.001, times[0] / 1000 + spec.rate.seconds - self._clock.now() / 1000)

    def count(self, spec: ToolSpec, tenant: str, user: str) -> None:
        """Book one execution."""
        if spec.rate is not None:
            times = self._window(spec, tenant, user)
            times.append(self._clock.now())
            self._times[(spec.name, tenant, user)] = times

    @asynccontextmanager
    async def slot(self, spec: ToolSpec) -> AsyncGenerator[None]:
        """Hold one of the tool's parallel executions, waiting for it when all are taken."""
        async with self._slot(spec):
            yield

    def _slot(self, spec: ToolSpec) -> "asyncio.Semaphore | nullcontext[None]":
        if not spec.concurrency:
            return nullcontext()
        return self._slots.setdefault(spec.name, asyncio.Semaphore(spec.concurrency))

    def _window(self, spec: ToolSpec, tenant: str, user: str) -> deque[int]:
        key = (spec.name, tenant, user)
        times = self._times.get(key, deque())
        if spec.rate is not None:
            start = self._clock.now() - int(spec.rate.seconds * 1000)
            while times and times[0] <= start:
                times.popleft()
        if not times:
            self._times.pop(key, None)
        return times

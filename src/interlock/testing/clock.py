"""A clock that stands still until a test moves it."""

import asyncio

START_MS = 1_800_000_000_000
"""Where it begins: some day in January 2027."""


class ManualClock:
    """``ports.Clock`` for tests. ``sleep`` returns once the clock was moved far enough."""

    def __init__(self, now: int = START_MS) -> None:
        self._now = now
        self._sleepers: list[tuple[int, asyncio.Future[None]]] = []

    def now(self) -> int:
        """Milliseconds since the epoch."""
        return self._now

    async def sleep(self, seconds: float) -> None:
        """Wait until the clock is moved."""
        if seconds <= 0:
            return
        woken = asyncio.get_running_loop().create_future()
        self._sleepers.append((self._now + int(seconds * 1000), woken))
        await woken

    def move(self, seconds: float) -> None:
        """Move the clock on, and wake whoever slept until then."""
        self._now += int(seconds * 1000)
        due = [woken for until, woken in self._sleepers if until <= self._now]
        self._sleepers = [entry for entry in self._sleepers if entry[0] > self._now]
        for woken in due:
            if not woken.done():
                woken.set_result(None)

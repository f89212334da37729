"""How fast a running tool may show things: little at once, a flood as it stands now and then.

The newest replaces what nobody would have had the time to see, and what stood in the end is shown.
"""

import asyncio
from collections.abc import Callable
from threading import Lock
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")

FREE = 50
"""Shows of one call that go out at once."""

WINDOW_SECONDS = 0.1
"""Between two shows after that."""

MAX_SHOWS = 2_000
"""Shows of one call; more say nothing new, and the log would keep them for ever."""

MAX_TOTAL_BYTES = 4_000_000
"""Of all shows of one call, before the last ones."""


class Waiting(NamedTuple, Generic[T]):
    """Something to be shown. ``name``: of those with the same one, the newest is enough."""

    name: str
    what: T
    size: int


class Pace(Generic[T]):
    """What one execution shows, in order and at a bearable pace. ``take`` is for any thread.

    Args:
        show: Takes what goes out, on the event loop.
    """

    def __init__(self, show: Callable[[T], None]) -> None:
        self._show = show
        self._loop = asyncio.get_running_loop()
        self._lock = Lock()
        self._waiting: list[Waiting[T]] = []
        self._called = False
        self._shown = 0
        self._bytes = 0
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False

    def take(self, name: str, what: T, size: int) -> None:
        """Show it, now or a little later. ``size`` in bytes."""
        with self._lock:
            if self._closed:
                return
            if self._shown + len(self._waiting) >= FREE:
                self._waiting = [one for one in self._waiting if one.name != name]
            self._waiting.append(Waiting(name, what, size))
            if self._called:
                return
            self._called = True
        if _is_here(self._loop):
            self._pass_on()
        else:
            self._loop.call_soon_threadsafe(self._pass_on)

    def close(self) -> None:
        """Show what still waits, and nothing after it."""
        if self._timer is not None:
            self._timer.cancel()
        with self._lock:
            self._closed = True
            last = {one.name: one for one in self._waiting}.values() if self._full() else None
            shows = self._waiting if last is None else list(last)
            self._waiting = []
        for one in shows:
            self._show(one.what)

    def _pass_on(self) -> None:
        with self._lock:
            if self._closed or self._full() or not self._waiting:
                self._called = False
                return
            shows, self._waiting = self._waiting, []
            self._shown += len(shows)
            self._bytes += sum(one.size for one in shows)
            self._called = self._shown >= FREE
        if self._called:
            self._timer = self._loop.call_later(WINDOW_SECONDS, self._pass_on)
        for one in shows:
            self._show(one.what)

    def _full(self) -> bool:
        return self._shown >= MAX_SHOWS or self._bytes >= MAX_TOTAL_BYTES


def _is_here(loop: asyncio.AbstractEventLoop) -> bool:
    try:
        return asyncio.get_running_loop() is loop
    except RuntimeError:
        return False

"""Work on its way to a thread of the store, and the way back of what became of it."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, Generic, TypeVar

from interlock.domain.events import Event

T = TypeVar("T")
W = TypeVar("W")

Publish = Callable[[Sequence[Event]], None]
"""Takes committed events of one run, in order; called on the event loop."""


class Job(Generic[W, T]):
    """Work for a thread, and the future of whoever waits for it.

    Args:
        work: What is to be done.
        future: Of an event loop; or a thread's own, of work that appends nothing.
    """

    __slots__ = ("error", "future", "result", "work")

    def __init__(self, work: W, future: "asyncio.Future[T] | Future[T]") -> None:
        self.work = work
        self.future = future
        self.result: T | None = None
        self.error: Exception | None = None

    def settle(self) -> None:
        """Tell the waiter, unless it went away. Of a loop's future: on that loop."""
        if self.future.done():
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)  # pyright: ignore[reportArgumentType]


def finish(
    jobs: Sequence[Job[Any, Any]], events: Sequence[Sequence[Event]], publish: Publish
) -> None:
    """Publish what jobs have appended, then tell whoever waits for them. From any thread."""
    waiting: list[Job[Any, Any]] = []
    loop: asyncio.AbstractEventLoop | None = None
    for job in jobs:
        if isinstance(job.future, Future):
            job.settle()
        else:
            waiting.append(job)
            loop = job.future.get_loop()
    # A closed loop has nobody left who waits.
    with suppress(RuntimeError):
        if loop is not None:
            loop.call_soon_threadsafe(_settle, waiting, events, publish)


def _settle(
    jobs: Sequence[Job[Any, Any]], events: Sequence[Sequence[Event]], publish: Publish
) -> None:
    try:
        for group in events:
            publish(group)
    finally:
        for job in jobs:
            job.settle()

"""A process that has lost a part of itself stops: its supervisor starts a whole one."""

import asyncio
import logging
from collections.abc import Callable
from types import TracebackType
from typing import Self

from interlock.errors import PartEnded
from interlock.wiring.ground import Task

_log = logging.getLogger(__name__)


class Watch:
    """Cancels its block when a task that works beside it ends. That cancellation ends here.

    Args:
        leaving: Whether the process stops anyway, so that tasks may end.
    """

    def __init__(self, leaving: Callable[[], bool]) -> None:
        self._leaving = leaving
        self._block: asyncio.Task[None] | None = None
        self._cancelled = False
        self._lost = False

    def __enter__(self) -> Self:
        self._block = asyncio.current_task()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        block, self._block = self._block, None
        if block is None or not self._cancelled:
            return False
        others = block.uncancel()
        return isinstance(error, asyncio.CancelledError) and not others

    async def over(self, task: Task) -> None:
        """Do a task. It should never end by itself, and nobody awaits it."""
        try:
            await task()
        except Exception:
            _log.exception("a part of this process ended: it stops, start it again")
            self._end()
            raise
        except asyncio.CancelledError:
            self._end()
            raise
        self._end()

    def check(self) -> None:
        """Say how it was.

        Raises:
            PartEnded: A task ended while the block ran.
        """
        if self._lost:
            raise PartEnded("a part of this process ended, and all of it stopped")

    def _end(self) -> None:
        if self._block is None or self._leaving() or self._lost:
            return
        self._lost = self._cancelled = True
        self._block.cancel()

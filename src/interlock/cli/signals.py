"""What signals do: the first asks for an orderly stop, the second ends the process at once."""

import asyncio
import os
import signal
from collections.abc import Callable

from interlock.cli.exits import Exit

SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Signals:
    """Hears SIGINT and SIGTERM on the running event loop.

    A second one costs nothing but time: others, or the next start, go on from the log.

    Args:
        farewell: Done before the process ends at once.
    """

    def __init__(self, farewell: Callable[[], None] = lambda: None) -> None:
        self._farewell = farewell
        self._heard = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in SIGNALS:
            loop.add_signal_handler(number, self._on_signal)

    async def first(self) -> None:
        """Wait for the first signal."""
        await self._heard.wait()

    def _on_signal(self) -> None:
        if self._heard.is_set():
            self._farewell()
            os._exit(Exit.STOPPED)
        self._heard.set()

"""What a running tool shows: checked, bounded, and brought to the event loop.

Everything goes out at once while it is little. A tool that floods is shown as it stands a few
times a second: the newest replaces what nobody would have had the time to read.
"""

import asyncio
import logging
from collections.abc import Callable
from threading import Lock

from msgspec import json

from interlock.domain.messages import Json
from interlock.domain.redact import Redactor

_log = logging.getLogger(__name__)

FREE = 50
"""Shows of one call that go out at once."""

WINDOW_SECONDS = 0.1
"""Between two shows after that."""

MAX_SHOWS = 2_000
"""Shows of one call in all; more say nothing new, and the log would keep them for ever."""

MAX_BYTES = 64_000
"""Of one show as JSON. Larger ones are results, not progress."""


class Progress:
    """The progress of one execution. ``take`` may be called from any thread.

    Args:
        show: Takes what goes out, on the event loop.
        redactor: Takes known secrets out.
        name: The tool, for the log.
    """

    def __init__(self, show: Callable[[Json], None], redactor: Redactor, name: str) -> None:
        self._show = show
        self._redactor = redactor
        self._name = name
        self._loop = asyncio.get_running_loop()
        self._lock = Lock()
        self._waiting: list[Json] = []
        self._called = False
        self._shown = 0
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False

    def take(self, data: Json) -> None:
        """Show it, now or a little later. What is no JSON is dropped: the tool's work goes on."""
        clean = self._checked(data)
        if clean is None:
            return
        with self._lock:
            if self._closed:
                return
            if self._shown + len(self._waiting) >= FREE:
                self._waiting.clear()
            self._waiting.append(clean)
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
        self._pass_on()
        with self._lock:
            self._closed = True

    def _pass_on(self) -> None:
        with self._lock:
            shows, self._waiting = self._waiting, []
            if self._closed or not shows:
                self._called = False
                return
            room = max(0, MAX_SHOWS - self._shown)
            self._shown += len(shows[:room])
            self._called = self._shown >= FREE
        if self._called:
            self._timer = self._loop.call_later(WINDOW_SECONDS, self._pass_on)
        for data in shows[:room]:
            self._show(data)

    def _checked(self, data: Json) -> Json:
        try:
            body = json.encode(data)
            if len(body) <= MAX_BYTES:
                return self._redactor.json(json.decode(body))
        except (TypeError, ValueError, RecursionError):
            body = b""
        _log.warning("progress of tool %s dropped: %d bytes of JSON", self._name, len(body))
        return None


def _is_here(loop: asyncio.AbstractEventLoop) -> bool:
    try:
        return asyncio.get_running_loop() is loop
    except RuntimeError:
        return False

"""The port of time."""

from typing import Protocol


class Clock(Protocol):
    """The time. Tests move it; nothing else in the code looks at a watch."""

    def now(self) -> int:
        """Milliseconds since the epoch."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        ...

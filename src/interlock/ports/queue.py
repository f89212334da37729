"""The port that hands out work."""

from typing import Protocol


class Queue(Protocol):
    """Hands runs to workers."""

    async def put(self, run_id: str) -> None:
        """Offer a run."""
        ...

    async def take(self) -> str:
        """Wait for a run."""
        ...

"""The port of whoever follows a run."""

from collections.abc import AsyncGenerator, Sequence
from typing import Protocol

from interlock.domain.events import Event


class Feed(Protocol):
    """Follows a run from any point to its end, without loss or repetition."""

    def follow(self, run_id: str, after: int = 0) -> AsyncGenerator[Sequence[Event], None]:
        """Yield the events with ``seq > after`` in order, until ``run.end`` was yielded.

        A caller that may stop early wraps it in ``contextlib.aclosing``.
        """
        ...

"""The sweeper: closes questions whose time is over."""

from interlock.commands.desk import Desk
from interlock.ports import Clock
from interlock.workers.again import again

PAUSE_SECONDS = 5.0
"""Between two looks. An answer that comes later than its question's time is refused anyway."""


class Sweeper:
    """Looks for expired questions again and again."""

    def __init__(self, desk: Desk, clock: Clock) -> None:
        self._desk = desk
        self._clock = clock

    async def run(self) -> None:
        """Work until cancelled."""
        await again(self._desk.expire, self._clock, "questions could not be expired", PAUSE_SECONDS)

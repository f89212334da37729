"""The sweeper: closes questions whose time is over."""

import logging

from interlock.commands.desk import Desk
from interlock.ports import Clock

_log = logging.getLogger(__name__)

PAUSE_SECONDS = 5.0
"""Between two looks. An answer that comes later than its question's time is refused anyway."""


class Sweeper:
    """Looks for expired questions again and again."""

    def __init__(self, desk: Desk, clock: Clock) -> None:
        self._desk = desk
        self._clock = clock

    async def run(self) -> None:
        """Work until cancelled."""
        while True:
            try:
                await self._desk.expire()
            except Exception:  # noqa: BLE001 - the next look may work
                _log.exception("questions could not be expired")
            await self._clock.sleep(PAUSE_SECONDS)

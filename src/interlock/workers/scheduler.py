"""The scheduler: fires what is due. One works in every worker process; they share the work."""

import logging

from interlock.commands.planner import Planner
from interlock.ports import Clock

_log = logging.getLogger(__name__)

PAUSE_SECONDS = 1.0
"""Between two looks; a slot is served at most so much too late by a process that has time."""


class Scheduler:
    """Looks for schedules that are due again and again.

    Args:
        planner: Fires them.
        clock: The time.
    """

    def __init__(self, planner: Planner, clock: Clock) -> None:
        self._planner = planner
        self._clock = clock

    async def run(self) -> None:
        """Work until cancelled."""
        while True:
            try:
                await self._planner.fire_due()
            except Exception:  # noqa: BLE001 - the next look may work
                _log.exception("schedules could not be fired")
            await self._clock.sleep(PAUSE_SECONDS)

"""The scheduler: fires what is due. One works in every worker process; they share the work."""

from interlock.commands.planner import Planner
from interlock.ports import Clock
from interlock.workers.again import again

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
        await again(
            self._planner.fire_due, self._clock, "schedules could not be fired", PAUSE_SECONDS
        )

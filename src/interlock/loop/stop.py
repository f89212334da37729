"""Word of a stop, and the step that it breaks off."""

import asyncio
from collections.abc import Coroutine

from interlock.domain.decide import Stop
from interlock.domain.records import Run
from interlock.errors import LeaseLost


class StopSign:
    """Breaks off the step at hand when somebody asked to stop the run.

    Once its ``order`` is known, nothing is broken off any more, for the step at hand is then the
    one that ends the run. ``noticed``: somebody asked, and the row has to be read. ``lost``:
    another worker may have the run, and nothing more is done.
    """

    def __init__(self) -> None:
        self.order: Stop | None = None
        self.noticed = False
        self.lost = False
        self._task: asyncio.Task[None] | None = None

    def read(self, run: Run | None) -> None:
        """Take the order from the run's row, if it has one."""
        self.noticed = False
        if run is not None and run.cancel_by:
            self.order = Stop(run.cancel_by, run.cancel_reason)

    def notice(self) -> None:
        """Somebody asked; the row says who."""
        if self.order is None:
            self.noticed = True
            if self._task is not None:
                self._task.cancel()

    def lose(self) -> None:
        """The right to drive the run is over."""
        self.lost = True
        if self._task is not None:
            self._task.cancel()

    async def guard(self, step: Coroutine[None, None, None]) -> None:
        """Perform a step, or as much of it as a stop allows.

        Raises:
            LeaseLost: Another worker may have the run.
            asyncio.CancelledError: The driver itself is being ended, not the run.
            RuntimeError: The step cancelled itself, or raised what no program should.
        """
        if self.lost:
            step.close()
            raise LeaseLost("the lease is over")
        driver = asyncio.current_task()
        self._task = asyncio.get_running_loop().create_task(step)
        try:
            await self._task
        except asyncio.CancelledError as fault:
            if driver is not None and driver.cancelling():
                raise
            if self.lost:
                raise LeaseLost("the lease is over") from fault
            if not self.noticed:  # else the same step would be taken again, and again
                raise RuntimeError("the step cancelled itself") from fault
        except Exception:
            raise
        except BaseException as fault:
            raise RuntimeError(f"the step raised {type(fault).__name__}") from fault
        finally:
            self._task = None

"""Look after something again and again; a look that fails takes nothing else down."""

import logging
from collections.abc import Awaitable, Callable

from interlock.errors import StoreFailed
from interlock.ports import Clock

_log = logging.getLogger(__name__)


async def again(
    look: Callable[[], Awaitable[object]],
    clock: Clock,
    failed: str,
    pause: float,
    breath: float | None = None,
) -> None:
    """Look until cancelled.

    Args:
        look: Does something; what it returns is true when there may be more to do at once.
        clock: Waits.
        failed: What the log says when a look fails; the next one may work.
        pause: Seconds between two looks.
        breath: The same after a look that found something, if that is another time.
    """
    while True:
        found: object = None
        try:
            found = await look()
        except StoreFailed as error:
            _log.warning("%s: %s", failed, error)
        except Exception:  # noqa: BLE001 - the next look may work
            _log.exception("%s", failed)
        await clock.sleep(breath if found and breath is not None else pause)

"""What a running tool may know and do."""

from collections.abc import Callable

from interlock.domain.messages import Json
from interlock.domain.principals import Principal


class CallContext:
    """The ``ToolContext`` of one execution.

    Args:
        principal: For whom the run works.
        place: Thread, run and call, by id; the call's id is also its idempotency key.
        attempt: 1 for the first execution of this call.
        show: Takes progress, in whatever thread the tool runs.
    """

    def __init__(
        self,
        principal: Principal,
        place: tuple[str, str, str],
        attempt: int,
        show: Callable[[Json], None],
    ) -> None:
        self.principal = principal
        self.thread_id, self.run_id, self.call_id = place
        self.attempt = attempt
        self.cancelled = False
        self._show = show

    @property
    def idempotency_key(self) -> str:
        """The same for every attempt of this call, and for no other call."""
        return self.call_id

    def progress(self, data: Json) -> None:
        """Show progress, unless the call was stopped."""
        if not self.cancelled:
            self._show(data)

    def stop(self) -> None:
        """Tell the tool that nobody waits any more."""
        self.cancelled = True

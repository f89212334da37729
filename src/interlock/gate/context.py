"""What a running tool may know and do."""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from interlock.domain.exhibits import Kind
from interlock.domain.messages import Json
from interlock.domain.principals import Principal
from interlock.errors import LeaseLost
from interlock.ports import Lease

Line = str | Mapping[str, Json]
"""A line of a list: its text, or ``{"text": …, "state": …}``."""


class Screen(Protocol):
    """Takes what a tool shows, in whatever thread the tool runs."""

    def take(self, data: Json) -> None:
        """Show progress."""
        ...

    def exhibit(self, kind: Kind, exhibit_id: str, data: Mapping[str, Json]) -> None:
        """Show an exhibit.

        Raises:
            ToolError: It does not fit or is too large.
        """
        ...


class CallContext:
    """The ``ToolContext`` of one execution.

    Args:
        principal: For whom the run works.
        place: Thread, run and call, by id; the call's id is also its idempotency key.
        attempt: 1 for the first execution of this call.
        screen: Where it shows things; None for nowhere.
        lease: The right to act; None for one that nobody can take away.
    """

    def __init__(
        self,
        principal: Principal,
        place: tuple[str, str, str],
        attempt: int,
        screen: Screen | None,
        lease: Lease | None = None,
    ) -> None:
        self.principal = principal
        self.thread_id, self.run_id, self.call_id = place
        self.attempt = attempt
        self._stopped = False
        self._screen = screen
        self._lease = lease

    @property
    def cancelled(self) -> bool:
        """True once the run was stopped, the time is up, or another worker may have the run."""
        if self._stopped:
            return True
        try:
            self.check()
        except LeaseLost:
            return True
        return False

    @property
    def idempotency_key(self) -> str:
        """The same for every attempt of this call, and for no other call."""
        return self.call_id

    def progress(self, data: Json) -> None:
        """Show progress, unless the call was stopped."""
        if self._screen is not None and not self.cancelled:
            self._screen.take(data)

    def todo(self, items: Sequence[Line], *, title: str = "", name: str = "todo") -> None:
        """Show a todo list.

        Raises:
            ToolError: It does not fit or is too large.
        """
        self._exhibit("todo", name, {"items": [*items], "title": title})

    def plan(self, steps: Sequence[Line], *, title: str = "", name: str = "plan") -> None:
        """Show a plan.

        Raises:
            ToolError: It does not fit or is too large.
        """
        self._exhibit("plan", name, {"steps": [*steps], "title": title})

    def artifact(
        self, name: str, title: str, source: str, *, form: Literal["html", "svg"] = "html"
    ) -> None:
        """Show a page or a picture.

        Raises:
            ToolError: It does not fit or is too large.
        """
        self._exhibit("artifact", name, {"title": title, "source": source, "form": form})

    def chart(self, name: str, data: Mapping[str, Json]) -> None:
        """Show a chart.

        Raises:
            ToolError: It does not fit or is too large.
        """
        self._exhibit("chart", name, data)

    def _exhibit(self, kind: Kind, name: str, data: Mapping[str, Json]) -> None:
        if self._screen is not None and not self.cancelled:
            self._screen.exhibit(kind, name, data)

    def check(self) -> None:
        """The last word before the effect.

        Raises:
            LeaseLost: Another worker may have the run: nothing may begin here.
        """
        if self._lease is not None:
            self._lease.check()

    def stop(self) -> None:
        """Tell the tool that nobody waits any more."""
        self._stopped = True

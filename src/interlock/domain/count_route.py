"""Who answered the calls of a run: the first choice, somebody else, or nobody, and why. Pure.

What is counted begins with the route, so that other choices than that of a model can stand beside
it: ``model.calls``, ``model.first``, ``model.elsewhere.overloaded``, ``model.unanswered.auth``.
"""

from typing import Final, Literal

from interlock.domain.events import ModelFailed, ModelStarted
from interlock.domain.figures import Place, minute_of

Route = Literal["model"]
"""What was chosen: the model that answers a call, from an agent's list."""

CUT_OFF: Final = "cut_off"
"""Why a call was not answered of which the log tells no end."""


class Routing:
    """Follows a call from its first choice to whoever answers it.

    A call may take many attempts. It belongs to the minute of the first one, and to the model that
    was asked first; where it went elsewhere, the reason is the fault for which that one was left.
    """

    def __init__(self) -> None:
        self._first: tuple[str, int] | None = None
        self._left = ""
        self._last = CUT_OFF

    def begin(self, fact: ModelStarted, time: int) -> None:
        """An attempt begins."""
        if self._first is None:
            self._first = (f"{fact.provider}:{fact.model}", minute_of(time))

    def fail(self, fact: ModelFailed) -> list[Place]:
        """An attempt failed. Returns what that adds, if it was the last one."""
        self._last = fact.kind
        if fact.action == "fallback":
            self._left = self._left or fact.kind
        return self.over() if fact.action == "give_up" else []

    def answer(self) -> list[Place]:
        """The call is answered. Returns what that adds."""
        return self._end(f"elsewhere.{self._left}" if self._left else "first")

    def over(self) -> list[Place]:
        """No attempt follows. Returns what that adds, if a call is open."""
        return self._end(f"unanswered.{self._last}")

    def _end(self, outcome: str) -> list[Place]:
        first, self._first, self._left, self._last = self._first, None, "", CUT_OFF
        if first is None:
            return []
        name, at = first
        route: Route = "model"
        return [("route", at, name, f"{route}.{what}") for what in ("calls", outcome)]

"""A context for tools under test."""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from interlock.domain.messages import Json
from interlock.domain.principals import Principal

Line = str | Mapping[str, Json]


class Context(Struct):
    """A ``ToolContext`` that a test fills in and looks at."""

    principal: Principal = Principal(tenant="acme", user="ann")
    thread_id: str = "thread_1"
    run_id: str = "run_1"
    call_id: str = "call_1"
    idempotency_key: str = "call_1"
    attempt: int = 1
    cancelled: bool = False
    shown: list[Json] = []

    def progress(self, data: Json) -> None:
        """Keep what was shown."""
        self.shown.append(data)

    def todo(self, items: Sequence[Line], *, title: str = "", name: str = "todo") -> None:
        """Keep a todo list."""
        self.shown.append({"todo": name, "title": title, "items": [*items]})

    def plan(self, steps: Sequence[Line], *, title: str = "", name: str = "plan") -> None:
        """Keep a plan."""
        self.shown.append({"plan": name, "title": title, "steps": [*steps]})

    def artifact(
        self, name: str, title: str, source: str, *, form: Literal["html", "svg"] = "html"
    ) -> None:
        """Keep a page."""
        self.shown.append({"artifact": name, "title": title, "source": source, "form": form})

    def chart(self, name: str, data: Mapping[str, Json]) -> None:
        """Keep a chart."""
        self.shown.append({"chart": name, **data})

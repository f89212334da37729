"""A context for tools under test."""

from msgspec import Struct

from interlock.domain.messages import Json
from interlock.domain.principals import Principal


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

"""The span that is going on in this context: a tool's own thread and tasks see it, too."""

from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar

from msgspec import Struct

from interlock.traces.ids import traceparent


class Here(Struct, frozen=True):
    """A span of ours, and what other tracing systems say of its trace."""

    trace_id: str
    span_id: str
    tracestate: str = ""

    @property
    def headers(self) -> dict[str, str]:
        """It, as W3C has it."""
        found = {"traceparent": traceparent(self.trace_id, self.span_id)}
        return {**found, "tracestate": self.tracestate} if self.tracestate else found


Nest = Callable[[Here], AbstractContextManager[None]]
"""Makes a span the current one while a block runs."""

_here: ContextVar[Here | None] = ContextVar("interlock_span", default=None)


def current() -> Here | None:
    """The span that is going on; None outside of all."""
    return _here.get()


@contextmanager
def within(here: Here) -> Generator[None]:
    """Make a span the current one."""
    before = _here.set(here)
    try:
        yield
    finally:
        _here.reset(before)

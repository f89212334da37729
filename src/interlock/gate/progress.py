"""What a running tool shows: checked, without secrets, bounded, and brought to the event loop."""

import logging
from collections.abc import Callable, Mapping

from msgspec import json

from interlock.domain.events import Shown, ToolProgressed
from interlock.domain.exhibits import Exhibit, Kind, read_exhibit
from interlock.domain.messages import Json
from interlock.domain.redact import Redactor
from interlock.domain.state import CallState
from interlock.errors import ToolError
from interlock.gate.pace import Pace

_log = logging.getLogger(__name__)

MAX_BYTES = 64_000
"""Of one progress as JSON. Larger ones are results, not progress."""

MAX_EXHIBITS = 20
"""Of one call, by their names. How often each is shown anew is bounded by its pace."""


class Progress:
    """The progress and the exhibits of one execution. Both may come from any thread.

    Args:
        show: Takes what goes out, on the event loop.
        redactor: Takes known secrets out.
        call: Whose they are.
    """

    def __init__(
        self, show: Callable[[ToolProgressed | Shown], None], redactor: Redactor, call: CallState
    ) -> None:
        self._pace = Pace(show)
        self._redactor = redactor
        self._call = call
        self._names: set[str] = set()

    def take(self, data: Json) -> None:
        """Show progress. What is no JSON is dropped: the tool's work goes on."""
        clean, size = self._checked(data)
        if clean is not None:
            self._pace.take("", ToolProgressed(call_id=self._call.id, data=clean), size)

    def exhibit(self, kind: Kind, exhibit_id: str, data: Mapping[str, Json]) -> None:
        """Show an exhibit.

        Raises:
            ToolError: It does not fit or is too large; the model may read why.
        """
        exhibit, size = self._fitting(kind, exhibit_id, data)
        name = f"{kind} {exhibit_id}"
        if name not in self._names and len(self._names) >= MAX_EXHIBITS:
            raise ToolError(f"One call may show {MAX_EXHIBITS} things. Change one of those.")
        self._names.add(name)
        self._pace.take(name, Shown(call_id=self._call.id, exhibit=exhibit), size)

    def close(self) -> None:
        """Show what still waits, and nothing after it."""
        self._pace.close()

    def _checked(self, data: Json) -> tuple[Json, int]:
        try:
            body = json.encode(data)
            if len(body) <= MAX_BYTES:
                return self._redactor.json(json.decode(body)), len(body)
        except (TypeError, ValueError, RecursionError):
            body = b""
        _log.warning("progress of tool %s dropped: %d bytes of JSON", self._call.name, len(body))
        return None, 0

    def _fitting(
        self, kind: Kind, exhibit_id: str, data: Mapping[str, Json]
    ) -> tuple[Exhibit, int]:
        try:
            exhibit = read_exhibit(kind, exhibit_id, data)
        except ValueError as fault:
            raise ToolError(_capital(str(fault))) from fault
        clean: Json = self._redactor.json(json.decode(json.encode(exhibit)))
        body = json.encode(clean)
        return json.decode(body, type=Exhibit), len(body)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]

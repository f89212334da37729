"""Exhibits as data parts. A later part of the same type and id takes the place of the earlier one.

Source: AI SDK 7, ``process-ui-message-stream`` (reconciliation of data parts).
"""

from interlock.domain.exhibits import Exhibit, content, kind_of
from interlock.wires.aisdk.frames import Chunk

_TYPES = {
    "todo": "data-interlock-todo",
    "plan": "data-interlock-plan",
    "artifact": "data-artifact",
    "chart": "data-chart",
}


def exhibit(shown: Exhibit) -> Chunk:
    """The part that shows it."""
    return {"type": _TYPES[kind_of(shown)], "id": shown.id, "data": content(shown)}

"""Exhibits as AG-UI activities: messages that a client shows and never sends back.

Source: AG-UI 1.0, events/activity. A snapshot under a known id takes the place of the earlier one.
"""

from collections.abc import Iterable

from interlock.domain.events import Fact, RunStarted, Shown
from interlock.domain.exhibits import Exhibit, content, kind_of
from interlock.wires.agui.frames import VENDOR, WireEvent


def activity_snapshot(turn_id: str, exhibit: Exhibit) -> WireEvent:
    """ACTIVITY_SNAPSHOT. The id is unique in the thread: an exhibit belongs to its turn."""
    return {
        "type": "ACTIVITY_SNAPSHOT",
        "messageId": _message_id(turn_id, exhibit),
        "activityType": _activity_type(exhibit),
        "content": content(exhibit),
    }


def activities(facts: Iterable[Fact]) -> dict[str, list[WireEvent]]:
    """The activity messages of a thread as they stand, by the call that showed each first."""
    first: dict[str, str] = {}
    newest: dict[str, WireEvent] = {}
    turn_id = ""
    for fact in facts:
        if isinstance(fact, RunStarted):
            turn_id = fact.turn_id
        elif isinstance(fact, Shown):
            message_id = _message_id(turn_id, fact.exhibit)
            first.setdefault(message_id, fact.call_id)
            newest[message_id] = {
                "id": message_id,
                "role": "activity",
                "activityType": _activity_type(fact.exhibit),
                "content": content(fact.exhibit),
            }
    found: dict[str, list[WireEvent]] = {}
    for message_id, message in newest.items():
        found.setdefault(first[message_id], []).append(message)
    return found


def with_activities(
    messages: Iterable[WireEvent], found: dict[str, list[WireEvent]]
) -> list[WireEvent]:
    """The messages of a thread with its activities, each behind the results of its call's message.

    There a client has them, too: it puts a result before what the call showed while it ran.
    """
    shown: list[WireEvent] = []
    waiting: list[WireEvent] = []
    for message in messages:
        if message["role"] != "tool":
            shown += waiting
            calls: list[WireEvent] = message.get("toolCalls", [])
            waiting = [one for call in calls for one in found.get(call["id"], ())]
        shown.append(message)
    return shown + waiting


def _message_id(turn_id: str, exhibit: Exhibit) -> str:
    return f"{turn_id}:{kind_of(exhibit)}:{exhibit.id}"


def _activity_type(exhibit: Exhibit) -> str:
    return f"{VENDOR}.{kind_of(exhibit)}"

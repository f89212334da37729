"""What clients post, and what the server knows of the chat."""

from typing import Any

from tests.wires.aisdk.facts import asked, call, end, ended, judged, model, reply, run, start

from interlock.domain.events import Event
from interlock.wires.aisdk.intent import Intent, read_intent
from interlock.wires.aisdk.known import Known, know
from interlock.wires.aisdk.request import read_request


def user(text: str = "hello", message_id: str = "u1") -> dict[str, Any]:
    return {"id": message_id, "role": "user", "parts": [{"type": "text", "text": text}]}


def assistant(*parts: dict[str, Any], message_id: str = "turn_1") -> dict[str, Any]:
    return {"id": message_id, "role": "assistant", "parts": [{"type": "step-start"}, *parts]}


def card(state: str, call_id: str = "c1", **more: Any) -> dict[str, Any]:
    part = {"type": "tool-delete", "toolCallId": call_id, "state": state, "input": {"folder": "a"}}
    return {**part, **more}


def answered(approved: Any, approval_id: str = "int_1", reason: str = "") -> dict[str, Any]:
    approval = {"id": approval_id, "approved": approved, "descriptor": {"digest": "d1"}}
    said = {**approval, "reason": reason} if reason else approval
    return card("approval-responded", approval=said)


def post(*messages: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"id": "t1", "messages": list(messages), "trigger": "submit-message", **more}


def asking(kind: str = "approval", **more: Any) -> list[Event]:
    """A chat whose first turn waits for an answer."""
    question = asked(kind, **more)
    return run(start(), model(), reply(call()), judged(verdict="ask"), question, end("interrupted"))


def answering() -> list[Event]:
    """A chat whose first turn is over."""
    return run(start(), model(), reply(call()), judged(), ended(), reply("Done."), end())


def waiting(kind: str = "approval", **more: Any) -> Known:
    return know(asking(kind, **more), ["int_1"])


def done() -> Known:
    return know(answering(), [])


def intent(body: dict[str, Any], known: Known) -> Intent:
    return read_intent(read_request(body), known, "made_1")

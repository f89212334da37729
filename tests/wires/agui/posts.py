"""Inputs as clients post them."""

from typing import Any

from interlock.wires.agui.post import Post, read_post


def user(text: Any, message_id: str = "u1") -> dict[str, Any]:
    return {"id": message_id, "role": "user", "content": text}


def assistant(text: str | None, message_id: str = "m1", *calls: tuple[str, str]) -> dict[str, Any]:
    message: dict[str, Any] = {"id": message_id, "role": "assistant", "content": text}
    message["toolCalls"] = [
        {"id": call_id, "type": "function", "function": {"name": "delete", "arguments": arguments}}
        for call_id, arguments in calls
    ] or None
    return message


def tool(call_id: str, content: Any, message_id: str = "x1") -> dict[str, Any]:
    return {"id": message_id, "role": "tool", "toolCallId": call_id, "content": content}


def entry(interrupt_id: str = "int_1", status: str = "resolved", **more: Any) -> dict[str, Any]:
    return {"interruptId": interrupt_id, "status": status, **more}


def body(*messages: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "threadId": "t1",
        "runId": "r2",
        "protocolVersion": "1.0",
        "state": {},
        "messages": [*messages],
        "tools": [],
        "context": [],
        "forwardedProps": {},
        **more,
    }


def post(*messages: dict[str, Any], **more: Any) -> Post:
    return read_post(body(*messages, **more))

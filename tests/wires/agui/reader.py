"""Reads AG-UI frames as strictly as the reference client does, and folds them into messages."""

import json
from typing import Any

OPENS = {
    "TEXT_MESSAGE_START": "text",
    "REASONING_START": "span",
    "REASONING_MESSAGE_START": "reasoning",
    "TOOL_CALL_START": "call",
}
NEEDS = {
    "TEXT_MESSAGE_CONTENT": "text",
    "REASONING_MESSAGE_CONTENT": "reasoning",
    "TOOL_CALL_ARGS": "call",
}
CLOSES = {
    "TEXT_MESSAGE_END": "text",
    "REASONING_END": "span",
    "REASONING_MESSAGE_END": "reasoning",
    "TOOL_CALL_END": "call",
}
TERMINAL = {"RUN_FINISHED", "RUN_ERROR"}


def read(body: bytes) -> list[dict[str, Any]]:
    """The events of a stream: LF frames, one JSON object each."""
    assert b"\r" not in body
    assert not body or body.endswith(b"\n\n")
    events: list[dict[str, Any]] = []
    for block in body.decode().split("\n\n"):
        if block and not block.startswith(":"):
            assert block.startswith("data: ")
            assert "\n" not in block
            events.append(json.loads(block[6:]))
    return events


def verify(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same events, after checking the order rules of the client, and that nothing is null."""
    assert events[0]["type"] == "RUN_STARTED"
    opened: set[tuple[str, str]] = set()
    for place, event in enumerate(events):
        kind = event["type"]
        assert None not in event.values(), event
        entity = event.get("toolCallId") or event.get("messageId", "")
        if kind in OPENS:
            assert (OPENS[kind], entity) not in opened, event
            opened.add((OPENS[kind], entity))
        elif kind in NEEDS:
            assert (NEEDS[kind], entity) in opened, event
        elif kind in CLOSES:
            assert (CLOSES[kind], entity) in opened, event
            opened.remove((CLOSES[kind], entity))
        if kind in TERMINAL:
            assert not opened
            assert place == len(events) - 1
    return events


def kinds(events: list[dict[str, Any]]) -> list[str]:
    """The types, without what only our own clients read, repetitions once."""
    found: list[str] = []
    for event in events:
        if event["type"] != "CUSTOM" and (not found or found[-1] != event["type"]):
            found.append(event["type"])
    return found


def customs(events: list[dict[str, Any]], name: str) -> list[Any]:
    """The values of our own events of one name."""
    return [
        event["value"]
        for event in events
        if event["type"] == "CUSTOM" and event["name"] == f"interlock.{name}"
    ]


class Shown:
    """The messages that a client holds, kept as the reference client keeps them."""

    def __init__(self, *messages: dict[str, Any]) -> None:
        self.messages: list[dict[str, Any]] = [*messages]

    def apply(self, events: list[dict[str, Any]]) -> "Shown":
        for event in events:
            self._apply(event)
        return self

    def _apply(self, event: dict[str, Any]) -> None:
        match event["type"]:
            case "MESSAGES_SNAPSHOT":
                self._replace(event["messages"])
            case "TEXT_MESSAGE_START":
                self._message(event["messageId"]).setdefault("content", "")
            case "TEXT_MESSAGE_CONTENT":
                self._message(event["messageId"])["content"] += event["delta"]
            case "TOOL_CALL_START":
                function = {"name": event["toolCallName"], "arguments": ""}
                call = {"id": event["toolCallId"], "type": "function", "function": function}
                message = self._message(event["parentMessageId"])
                message.setdefault("toolCalls", []).append(call)
            case "TOOL_CALL_ARGS":
                self._call(event["toolCallId"])["function"]["arguments"] += event["delta"]
            case "TOOL_CALL_RESULT":
                self._result(event)
            case _:
                pass

    def _message(self, message_id: str) -> dict[str, Any]:
        for message in self.messages:
            if message["id"] == message_id:
                return message
        self.messages.append({"id": message_id, "role": "assistant"})
        return self.messages[-1]

    def _call(self, call_id: str) -> dict[str, Any]:
        calls = [call for message in self.messages for call in message.get("toolCalls", [])]
        return next(call for call in calls if call["id"] == call_id)

    def _result(self, event: dict[str, Any]) -> None:
        result = {
            "id": event["messageId"],
            "role": "tool",
            "toolCallId": event["toolCallId"],
            "content": event["content"],
            "metadata": event["metadata"],
        }
        owner = next(
            place
            for place, message in enumerate(self.messages)
            if any(call["id"] == event["toolCallId"] for call in message.get("toolCalls", []))
        )
        place = owner + 1
        while place < len(self.messages) and self.messages[place]["role"] == "tool":
            place += 1
        self.messages.insert(place, result)

    def _replace(self, truth: list[dict[str, Any]]) -> None:
        true = {message["id"]: message for message in truth}
        kept = [true.pop(m["id"]) for m in self.messages if m["id"] in true]
        self.messages = kept + list(true.values())

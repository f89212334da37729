"""The rules of the stream that the real client enforces, and those that keep it from hanging.

Source: AI SDK 7, ``process-ui-message-stream`` and ``ui-message-chunks``.
"""

from typing import Any

FIELDS = {
    "start": {"messageId", "messageMetadata"},
    "finish": {"finishReason", "messageMetadata"},
    "abort": {"reason"},
    "error": {"errorText"},
    "message-metadata": {"messageMetadata"},
    "start-step": set(),
    "finish-step": set(),
    "text-start": {"id"},
    "text-delta": {"id", "delta"},
    "text-end": {"id"},
    "reasoning-start": {"id"},
    "reasoning-delta": {"id", "delta"},
    "reasoning-end": {"id"},
    "tool-input-start": {"toolCallId", "toolName"},
    "tool-input-delta": {"toolCallId", "inputTextDelta"},
    "tool-input-available": {"toolCallId", "toolName", "input"},
    "tool-input-error": {"toolCallId", "toolName", "input", "errorText"},
    "tool-approval-request": {"approvalId", "toolCallId", "reason"},
    "tool-approval-response": {"approvalId", "approved"},
    "tool-output-available": {"toolCallId", "output"},
    "tool-output-error": {"toolCallId", "errorText"},
    "tool-output-denied": {"toolCallId"},
    "data-interlock-note": {"data"},
    "data-interlock-edit": {"data"},
    "data-interlock-outcome": {"data"},
    "data-interlock-todo": {"id", "data"},
    "data-interlock-plan": {"id", "data"},
    "data-artifact": {"id", "data"},
    "data-chart": {"id", "data"},
}
OPTIONAL = {
    "reason",
    "approvalDescriptor",
    "isAutomatic",
    "dynamic",
    "preliminary",
    "providerMetadata",
}
OF_DATA = {"id", "transient"}
ANSWERABLE = ["input-available", "granted", "preliminary"]
TOOL = {
    "tool-input-start": ([None], "input-streaming"),
    "tool-input-delta": (["input-streaming"], "input-streaming"),
    "tool-input-available": ([None, "input-streaming"], "input-available"),
    "tool-input-error": ([None, "input-streaming"], "over"),
    "tool-approval-request": (["input-available"], "asked"),
    "tool-output-available": (ANSWERABLE, "over"),
    "tool-output-error": (ANSWERABLE, "over"),
    "tool-output-denied": (["denied"], "over"),
}


class Linter:
    """What a client knows of one message, over all responses that build it."""

    def __init__(self, message_id: str) -> None:
        self.message_id = message_id
        self.tools: dict[str, str] = {}
        self.approvals: dict[str, str] = {}
        self.used: set[str] = set()

    def answer(self, approval_id: str, approved: bool) -> None:
        """The person clicks."""
        self.tools[self.approvals[approval_id]] = "granted" if approved else "denied"

    def check(self, chunks: list[dict[str, Any]]) -> None:
        """One whole response."""
        assert chunks[0]["type"] == "start", chunks[0]
        assert chunks[0]["messageId"] == self.message_id
        self._inside = False
        self._open = ""
        self._end = ""
        for chunk in chunks:
            self._check(chunk)
        assert self._end in {"finish", "abort"}, "the response has no end"
        assert not self._inside, "the last step has no end"
        left = set(self.tools.values())
        waits = (
            {"asked", "input-available"} if chunks[-1].get("finishReason") == "tool-calls" else []
        )
        assert left <= {"over", *waits}, self.tools

    def _check(self, chunk: dict[str, Any]) -> None:
        kind = chunk["type"]
        fields = chunk.keys() - {"type"}
        assert FIELDS[kind] <= fields <= FIELDS[kind] | OPTIONAL | OF_DATA, chunk
        assert not self._end, f"{kind} after {self._end}"
        if kind in {"finish", "abort"}:
            self._end = kind
        elif kind.endswith("-step"):
            self._step(kind)
        elif kind.startswith(("text-", "reasoning-")):
            self._text(kind, chunk["id"])
        elif kind == "tool-approval-response":
            call_id = self.approvals[chunk["approvalId"]]
            assert self.tools[call_id] in {"asked", "granted", "denied"}, chunk
            self.tools[call_id] = "granted" if chunk["approved"] else "denied"
        elif kind.startswith("tool-"):
            self._tool(kind, chunk)

    def _step(self, kind: str) -> None:
        assert self._inside == (kind == "finish-step"), kind
        assert not self._open, f"{self._open} is open at {kind}"
        self._inside = not self._inside

    def _text(self, kind: str, part_id: str) -> None:
        name, moment = kind.split("-")
        key = f"{name} {part_id}"
        if moment == "start":
            assert self._inside
            assert not self._open
            assert key not in self.used
            self._open = key
            self.used.add(key)
        assert self._open == key
        if moment == "end":
            self._open = ""

    def _tool(self, kind: str, chunk: dict[str, Any]) -> None:
        call_id = chunk["toolCallId"]
        before, after = TOOL[kind]
        assert self.tools.get(call_id) in before, (chunk, self.tools.get(call_id))
        if kind.startswith("tool-input-"):
            assert self._inside, chunk
            assert not self._open, chunk
        if kind == "tool-approval-request":
            assert chunk["approvalId"] not in self.approvals
            self.approvals[chunk["approvalId"]] = call_id
        self.tools[call_id] = "preliminary" if chunk.get("preliminary") else after

"""UI messages: what a client has after it read chunks, and what it is given after a reload.

Source: AI SDK 7, ``process-ui-message-stream`` and ``validate-ui-messages``.
"""

from collections.abc import Collection, Iterable
from typing import cast

from interlock.domain.events import Event, RunStarted
from interlock.domain.messages import FilePart, Json, TextPart, UserMessage
from interlock.wires.aisdk.frames import Chunk
from interlock.wires.aisdk.translate import Translator

Part = dict[str, Json]

_APPROVAL_FIELDS = {"reason": "requestReason", "approvalDescriptor": "descriptor"}


class Message:
    """An assistant message as a client builds it.

    Args:
        message_id: Its id, which is the turn's.
    """

    def __init__(self, message_id: str) -> None:
        self.id = message_id
        self.parts: list[Part] = []
        self.metadata: dict[str, Json] = {}
        self.error = ""
        self._texts: dict[str, Part] = {}
        self._tools: dict[str, Part] = {}
        self._approvals: dict[str, Part] = {}

    def take(self, chunks: Iterable[Chunk]) -> None:
        """Apply chunks."""
        for chunk in chunks:
            kind: str = chunk["type"]
            if kind.startswith("tool-"):
                self._tool(kind, chunk)
            elif kind.startswith("data-"):
                self._data(chunk)
            elif kind.startswith(("text-", "reasoning-")):
                name, _, moment = kind.partition("-")
                self._text(name, moment, chunk)
            else:
                self._frame(kind, chunk)

    def document(self) -> dict[str, Json]:
        """The message as JSON, in the shape that clients store and post."""
        metadata = {**self.metadata, "error": self.error} if self.error else self.metadata
        return {"id": self.id, "role": "assistant", "metadata": metadata, "parts": self.parts}

    def _frame(self, kind: str, chunk: Chunk) -> None:
        if kind == "start-step":
            self.parts.append({"type": "step-start"})
        elif kind == "error":
            self.error = chunk["errorText"]
        self.metadata |= chunk.get("messageMetadata", {})

    def _text(self, kind: str, moment: str, chunk: Chunk) -> None:
        key = f"{kind} {chunk['id']}"
        if moment == "start":
            named = {"id": chunk["id"]} if kind == "reasoning" else {}
            self._texts[key] = {"type": kind, **named, "text": "", "state": "streaming"}
            self.parts.append(self._texts[key])
        elif moment == "delta":
            self._texts[key]["text"] += chunk["delta"]
        else:
            self._texts[key]["state"] = "done"
            if "providerMetadata" in chunk:
                self._texts[key]["providerMetadata"] = chunk["providerMetadata"]

    def _data(self, chunk: Chunk) -> None:
        """A part with an id takes the place of the earlier one, where that stands."""
        if chunk.get("transient"):
            return
        known = self._known(chunk)
        if known is None:
            self.parts.append({**chunk})
        else:
            known["data"] = chunk["data"]

    def _known(self, chunk: Chunk) -> Part | None:
        key = (chunk["type"], chunk.get("id"))
        same = (part for part in self.parts if (part["type"], part.get("id")) == key)
        return next(same, None) if "id" in chunk else None

    def _tool(self, kind: str, chunk: Chunk) -> None:
        if kind.startswith("tool-input-"):
            self._input(kind, chunk)
        elif kind.startswith("tool-approval-"):
            self._approval(kind, chunk)
        else:
            self._output(kind, self._tools[chunk["toolCallId"]], chunk)

    def _input(self, kind: str, chunk: Chunk) -> None:
        if kind == "tool-input-delta":  # half an input is nothing to keep
            return
        part = self._tools.get(chunk["toolCallId"])
        if part is None:
            part = _tool_part(chunk)
            self._tools[chunk["toolCallId"]] = part
            self.parts.append(part)
        if kind == "tool-input-start":
            part["state"] = "input-streaming"
        else:
            part["input"] = chunk["input"]
            part["state"] = "input-available"
        if kind == "tool-input-error":
            part |= {"state": "output-error", "errorText": chunk["errorText"]}

    def _approval(self, kind: str, chunk: Chunk) -> None:
        if kind == "tool-approval-request":
            part = self._tools[chunk["toolCallId"]]
            approval: dict[str, Json] = {"id": chunk["approvalId"]}
            for field, name in _APPROVAL_FIELDS.items():
                if field in chunk:
                    approval[name] = chunk[field]
            if chunk.get("isAutomatic"):
                approval["isAutomatic"] = True
            part |= {"state": "approval-requested", "approval": approval}
            self._approvals[chunk["approvalId"]] = part
        else:
            part = self._approvals[chunk["approvalId"]]
            decided = {key: chunk[key] for key in ("approved", "reason") if key in chunk}
            part |= {"state": "approval-responded", "approval": {**part["approval"], **decided}}

    def _output(self, kind: str, part: Part, chunk: Chunk) -> None:
        part["state"] = kind.removeprefix("tool-")
        for field in ("output", "errorText"):
            if field in chunk:
                part[field] = chunk[field]
        if chunk.get("preliminary"):
            part["preliminary"] = True
        else:
            part.pop("preliminary", None)
        if kind == "tool-output-error":
            part.pop("output", None)


def _tool_part(chunk: Chunk) -> Part:
    call = {"toolCallId": chunk["toolCallId"]}
    if chunk.get("dynamic"):
        return {"type": "dynamic-tool", "toolName": chunk["toolName"], **call}
    return {"type": f"tool-{chunk['toolName']}", **call}


def user_message(message: UserMessage, time: int) -> dict[str, Json]:
    """A person's message in the shape that clients store. ``time`` in ms since the epoch."""
    parts: list[Part] = []
    for part in message.parts:
        match part:
            case TextPart(text=text):
                parts.append({"type": "text", "text": text})
            case FilePart():
                url = f"data:{part.media_type};base64,{part.data}"
                file: Part = {"type": "file", "mediaType": part.media_type, "url": url}
                parts.append({**file, "filename": part.name} if part.name else file)
    return {"id": message.id, "role": "user", "metadata": {"createdAt": time}, "parts": parts}


def ui_messages(
    events: Iterable[Event], wanted: Collection[str] | None = None
) -> list[dict[str, Json]]:
    """The messages of a thread, for a client that was reloaded.

    A turn that goes on is shown as far as it is stored; the client follows the rest by itself.

    Args:
        events: All events of the thread's visible runs in order; fragments may be missing.
        wanted: The turns that are told; all when it is None.
    """
    users: list[dict[str, Json]] = []
    told: dict[str, tuple[Translator, Message]] = {}
    current = ""
    for event in events:
        fact = event.data
        if isinstance(fact, RunStarted):
            current = fact.turn_id
            if current not in told:
                told[current] = (Translator(current), Message(current))
                said = UserMessage(current, ()) if fact.message is None else fact.message
                users.append(user_message(said, event.time))
        translator, message = _owner(told, current, event)
        message.take(translator.feed(event))
    messages: list[dict[str, Json]] = []
    for user, (turn_id, (_, message)) in zip(users, told.items(), strict=True):
        if wanted is not None and turn_id not in wanted:
            continue
        messages += [one for one in (user, message.document()) if cast("list[Part]", one["parts"])]
    return messages


def _owner(
    turns: dict[str, tuple[Translator, Message]], current: str, event: Event
) -> tuple[Translator, Message]:
    """The turn that a fact is about: a new message closes the questions of an earlier one."""
    if turns[current][0].owns(event.data):
        return turns[current]
    return next((turn for turn in turns.values() if turn[0].owns(event.data)), turns[current])

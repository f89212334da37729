"""Content blocks of Anthropic Messages while they grow."""

from typing import cast

import msgspec
from msgspec import Struct

from interlock.domain.messages import Json
from interlock.models.draft import CallBlock, Draft, ReasoningBlock
from interlock.models.settle import read_object


class DeltaBody(Struct, gc=False):
    """The ``delta`` of any event: all members that any of them has."""

    type: str = ""
    text: str | None = None
    partial_json: str | None = None
    thinking: str | None = None
    signature: str | None = None
    content: Json = None
    stop_reason: str | None = None


class OpenBlock:
    """One content block of an answer.

    Args:
        draft: Where it is written.
        content: The block as ``content_block_start`` or a document has it.
    """

    __slots__ = ("_content", "_draft", "_json", "_kind", "_target", "closed")

    def __init__(self, draft: Draft, content: dict[str, Json]) -> None:
        self._draft = draft
        self._content = dict(content)
        self._kind = content.get("type")
        self._json: list[str] = []
        self._target: CallBlock | ReasoningBlock | None = None
        self.closed = False
        match self._kind:
            case "text":
                self._say(content.get("text"))
            case "tool_use":
                self._target = self._open_call(content)
            case _:
                self._target = ReasoningBlock()
                draft.open(self._target)
                if self._kind == "thinking":
                    self._think(content.get("thinking"))

    def grow(self, delta: DeltaBody) -> None:
        """Take in a ``content_block_delta``; kinds that add nothing to keep are passed over."""
        match delta.type:
            case "text_delta":
                self._say(delta.text)
            case "input_json_delta":
                if isinstance(self._target, CallBlock):
                    self._draft.add(self._target, delta.partial_json or "")
                else:
                    self._json.append(delta.partial_json or "")
            case "thinking_delta":
                self._think(delta.thinking)
            case "signature_delta":
                self._append("signature", delta.signature)
            case "compaction_delta":
                self._append("content", delta.content)
            case _:
                pass

    def close(self) -> None:
        """Take in ``content_block_stop``, or the end of the message."""
        if self.closed:
            return
        self.closed = True
        target = self._target
        if isinstance(target, CallBlock):
            given = self._content.get("input")
            if given and not self._draft.written(target):
                self._draft.add(target, msgspec.json.encode(given).decode())
        elif target is not None:
            target.opaque = self._opaque(target)

    def _say(self, text: Json) -> None:
        if isinstance(text, str) and text:
            self._draft.text(text)

    def _think(self, text: Json) -> None:
        if isinstance(text, str) and text and self._target is not None:
            self._draft.add(self._target, text)

    def _append(self, member: str, text: Json) -> None:
        """Lengthen a member of the block that the provider streams."""
        before = self._content.get(member)
        if isinstance(text, str):
            self._content[member] = (before if isinstance(before, str) else "") + text

    def _open_call(self, content: dict[str, Json]) -> CallBlock:
        call = self._draft.call(str(content.get("name") or ""), str(content.get("id") or ""))
        caller = content.get("caller")
        if isinstance(caller, dict):
            kind = cast("dict[str, Json]", caller).get("type")
            call.silent = kind is not None and kind != "direct"
        return call

    def _opaque(self, target: ReasoningBlock) -> Json:
        """The block as the provider wants it back; None for thinking that it didn't sign."""
        if self._kind == "thinking":
            if not self._content.get("signature"):
                return None
            return {**self._content, "thinking": self._draft.written(target)}
        if self._json:
            return {**self._content, "input": read_object("".join(self._json)) or {}}
        return self._content

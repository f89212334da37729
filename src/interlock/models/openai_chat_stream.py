"""Read OpenAI-compatible chat completions, streamed and whole, sans I/O.

The reference is OpenAI's chat completion object and chunk object; the tolerance is for the many
servers that speak almost that. Two rules decide everything about an end:

* An answer is whole when ``[DONE]`` came, or when a finish reason came and the token counts came
  with it or after it (some servers never send ``[DONE]``). A finish reason alone proves nothing:
  some servers repeat it on every chunk.
* Calls win: an answer that holds calls stopped for them, whatever its finish reason says, unless a
  length limit or a filter cut it.
"""

from collections.abc import Callable

import msgspec
from msgspec import Struct

from interlock.domain.messages import AssistantMessage, CallPart, Json
from interlock.domain.model import CUT, FaultKind, Reply, StopReason
from interlock.models.draft import Draft, parts_of
from interlock.models.error_words import decode_error, holds_error
from interlock.models.faults import Origin, broken, make_fault, reported, unreadable
from interlock.models.openai_chat_calls import CallBody, ChatCalls, FunctionBody
from interlock.models.openai_chat_reasoning import merge_details, words_of
from interlock.models.openai_chat_usage import ChatUsage, read_cost, read_usage
from interlock.models.reader import Final
from interlock.models.settle import settle_calls, settle_stop


class MessageBody(Struct, gc=False):
    """A ``delta`` of a chunk or the ``message`` of a whole answer."""

    content: str | list[Json] | None = None
    reasoning_content: str | None = None
    reasoning: str | None = None
    reasoning_details: list[Json] | None = None
    refusal: str | None = None
    tool_calls: list[CallBody] | None = None
    function_call: FunctionBody | None = None


class Choice(Struct, gc=False):
    """One of the answers; only the first is read."""

    index: int | None = 0
    delta: MessageBody | None = None
    message: MessageBody | None = None
    finish_reason: str | None = None


class GroqExtra(Struct, gc=False):
    """Where Groq used to put the token counts of a stream."""

    usage: ChatUsage | None = None


class Chunk(Struct, gc=False):
    """A chunk of a stream, or a whole answer: their shapes differ in ``delta`` and ``message``."""

    choices: list[Choice] | None = None
    usage: ChatUsage | None = None
    error: Json = None
    id: Json = None
    model: Json = None
    x_groq: GroqExtra | None = None
    service_tier: str | None = None


_decode = msgspec.json.Decoder(Chunk).decode

_STOPS: dict[str, StopReason] = {
    "stop": "stop",
    "eos": "stop",
    "end_turn": "stop",
    "stop_sequence": "stop",
    "length": "length",
    "max_tokens": "length",
    "model_length": "length",
    "tool_calls": "tool_use",
    "function_call": "tool_use",
    "tool_use": "tool_use",
    "content_filter": "content_filter",
    "refusal": "refusal",
}
_FAILED: dict[str, FaultKind] = {
    "error": "server",
    "insufficient_system_resource": "overloaded",
}


class ChatWire:
    """Reads one answer.

    Args:
        origin: Who was asked.
        message_id: The id of the message in the reply.
        new_id: Makes our ids of calls.
        marks_end: Whether the server sends ``[DONE]`` or token counts at the end. Where it sends
            neither, its finish reason must do, and a cut just after it goes unseen.
    """

    def __init__(
        self,
        origin: Origin,
        message_id: str,
        new_id: Callable[[str], str],
        *,
        marks_end: bool = True,
    ) -> None:
        self.draft = Draft(new_id)
        self._origin = origin
        self._message_id = message_id
        self._marks_end = marks_end
        self._calls = ChatCalls(self.draft)
        self._new_id = new_id
        self._details: list[dict[str, Json]] = []
        self._usage: ChatUsage | None = None
        self._finish = ""
        self._counted = False
        self._refused = False
        self._model = ""
        self._response_id = ""
        self._tier = ""

    def event(self, payload: bytes) -> Final | None:
        """Take in one chunk."""
        try:
            chunk = _decode(payload)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            if payload.strip() == b"[DONE]":
                return self._outcome()
            return self._strange(payload, str(error))
        if chunk.error or not chunk.choices:
            return self._aside(chunk, payload)
        if not self._model:
            self._name(chunk)
        for choice in chunk.choices:
            if not choice.index:
                self._choose(choice)
        if chunk.usage is not None or chunk.x_groq is not None:
            self._count(chunk)
        self._tier = chunk.service_tier or self._tier
        return None

    def document(self, body: bytes) -> Final:
        """Take in a whole answer."""
        try:
            chunk = _decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            return self._strange(body, str(error))
        if chunk.error or not chunk.choices:
            return self._strange(body, "the answer has no choices")
        self._name(chunk)
        self._usage = chunk.usage
        self._tier = chunk.service_tier or ""
        choice = chunk.choices[0]
        message = choice.message or choice.delta
        if message is not None:
            for index, call in enumerate(message.tool_calls or ()):
                call.index = index
            self._grow(message)
        self._finish = choice.finish_reason or ""
        return self._outcome()

    def ended(self, stray: bytes, detail: str) -> Final:
        """Decide about a stream that simply stopped."""
        if stray:
            return self._reported(stray)
        if self._counted or (self._finish and not self._marks_end):
            return self._outcome()
        return broken(self._origin, read_usage(self._usage), detail)

    def _choose(self, choice: Choice) -> None:
        if choice.delta is not None:
            self._grow(choice.delta)
        if choice.finish_reason:
            self._finish = choice.finish_reason

    def _count(self, chunk: Chunk) -> None:
        usage = chunk.usage or (chunk.x_groq and chunk.x_groq.usage)
        if usage:
            self._usage = usage
            self._counted = bool(self._finish)

    def _grow(self, message: MessageBody) -> None:
        thought = message.reasoning_content or message.reasoning
        if message.reasoning_details:
            spoken = merge_details(self._details, message.reasoning_details)
            thought = thought or spoken
        if thought:
            self.draft.reasoning(thought)
        content = message.content
        if content:
            if isinstance(content, str):
                self.draft.text(content)
            else:
                self._grow_list(content)
        if message.tool_calls:
            for call in message.tool_calls:
                self._calls.grow(call)
        elif message.refusal or message.function_call is not None:
            self._grow_rare(message)

    def _grow_rare(self, message: MessageBody) -> None:
        if message.refusal:
            self._refused = True
            self.draft.text(message.refusal)
        if message.function_call is not None:
            self._calls.grow(CallBody(index=0, function=message.function_call))

    def _grow_list(self, content: list[Json]) -> None:
        for thought, text in words_of(content):
            if thought:
                self.draft.reasoning(text)
            else:
                self.draft.text(text)

    def _outcome(self) -> Final:
        kind = _FAILED.get(self._finish)
        if kind is not None:
            words = f"the answer ended with finish_reason {self._finish}"
            return make_fault(self._origin, kind, words, usage=read_usage(self._usage))
        stop = _STOPS.get(self._finish, "other") if self._finish else "unknown"
        if self._refused and stop in {"stop", "unknown"}:
            stop = "refusal"
        if self._details:
            self.draft.keep_with_reasoning({"reasoning_details": self._details})
        parts = parts_of(self.draft.blocks(), self._origin.provider)
        parts = settle_calls(parts, self._new_id, cut=stop in CUT)
        called = any(isinstance(part, CallPart) for part in parts)
        return Reply(
            message=AssistantMessage(self._message_id, parts),
            stop=settle_stop(stop, called=called),
            usage=read_usage(self._usage),
            model=self._model,
            response_id=self._response_id,
            stop_raw=self._finish,
            tier=self._tier,
            reported=read_cost(self._usage),
        )

    def _name(self, chunk: Chunk) -> None:
        self._model = chunk.model if isinstance(chunk.model, str) else ""
        self._response_id = chunk.id if isinstance(chunk.id, str) else ""

    def _reported(self, payload: bytes) -> Final:
        return reported(self._origin, decode_error(payload), read_usage(self._usage))

    def _aside(self, chunk: Chunk, payload: bytes) -> Final | None:
        """Read an event without choices: token counts, an error, or nothing of interest."""
        if chunk.error:
            return self._reported(payload)
        if not self._model:
            self._name(chunk)
        self._count(chunk)
        self._tier = chunk.service_tier or self._tier
        if chunk.choices is None and chunk.usage is None and holds_error(decode_error(payload)):
            return self._reported(payload)
        return None

    def _strange(self, payload: bytes, detail: str) -> Final:
        """Read what isn't a chunk: an error in an unusual shape, or garbage."""
        if holds_error(decode_error(payload)):
            return self._reported(payload)
        return unreadable(self._origin, detail, read_usage(self._usage))

"""Read Anthropic Messages, streamed and whole, sans I/O.

Events go by the ``type`` in their data (Messages API, streaming). An answer is whole when
``message_stop`` came; a second ``message_start`` throws away what came before it. Blocks that are
neither text nor a client's call (signed thinking, server tools and their results, compaction) are
kept as they are and go back to the provider with the history; they are never ours to run.
"""

from collections.abc import Callable

import msgspec
from msgspec import Struct

from interlock.domain.messages import AssistantMessage, CallPart, Json
from interlock.domain.model import CUT, Reply, StopReason
from interlock.models.anthropic_blocks import DeltaBody, OpenBlock
from interlock.models.anthropic_usage import TokenCounts, UsageBody
from interlock.models.draft import CallBlock, Draft, parts_of
from interlock.models.error_words import decode_error, holds_error
from interlock.models.faults import Origin, broken, reported, unreadable
from interlock.models.reader import Final
from interlock.models.settle import settle_calls, settle_stop


class MessageBody(Struct, gc=False):
    """A message: empty in ``message_start``, whole as a document."""

    id: Json = None
    model: Json = None
    content: list[dict[str, Json]] = []
    stop_reason: str | None = None
    usage: UsageBody | None = None


class Event(Struct, gc=False):
    """An event of any type: all members that any of them has."""

    type: str = ""
    index: int = 0
    delta: DeltaBody | None = None
    content_block: dict[str, Json] | None = None
    message: MessageBody | None = None
    usage: UsageBody | None = None


_decode = msgspec.json.Decoder(Event).decode
_decode_message = msgspec.json.Decoder(MessageBody).decode

_STOPS: dict[str, StopReason] = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "tool_use": "tool_use",
    "refusal": "refusal",
    "pause_turn": "pause",
}


class MessagesWire:
    """Reads one answer.

    Args:
        origin: Who was asked.
        message_id: The id of the message in the reply.
        new_id: Makes our ids of calls.
    """

    def __init__(self, origin: Origin, message_id: str, new_id: Callable[[str], str]) -> None:
        self.draft = Draft(new_id)
        self._origin = origin
        self._message_id = message_id
        self._new_id = new_id
        self._blocks: dict[int, OpenBlock] = {}
        self._counts = TokenCounts()
        self._stop = ""
        self._model = ""
        self._response_id = ""

    def event(self, payload: bytes) -> Final | None:
        """Take in one event."""
        try:
            event = _decode(payload)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            return self._strange(payload, str(error))
        if event.type == "content_block_delta":
            block = self._blocks.get(event.index)
            if block is not None and event.delta is not None:
                block.grow(event.delta)
            return None
        return self._frame(event, payload)

    def document(self, body: bytes) -> Final:
        """Take in a whole answer."""
        try:
            message = _decode_message(body)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            return self._strange(body, str(error))
        if message.stop_reason is None and not message.content:
            return self._strange(body, "the answer has no content")
        self._begin(message)
        for index, content in enumerate(message.content):
            self._open(index, content)
            self._close(index)
        self._stop = message.stop_reason or ""
        return self._outcome()

    def ended(self, stray: bytes, detail: str) -> Final:
        """Decide about a stream that simply stopped: it is broken, always."""
        if stray:
            return reported(self._origin, decode_error(stray), self._counts.usage())
        return broken(self._origin, self._counts.usage(), detail)

    def _frame(self, event: Event, payload: bytes) -> Final | None:
        """Take in an event that begins or ends something; unknown types mean nothing to us."""
        match event.type:
            case "content_block_start":
                self._open(event.index, event.content_block or {})
            case "content_block_stop":
                self._close(event.index)
            case "message_start" if event.message is not None:
                self._restart(event.message)
            case "message_delta":
                self._counts.update(event.usage)
                if event.delta is not None and event.delta.stop_reason:
                    self._stop = event.delta.stop_reason
            case "message_stop":
                return self._outcome()
            case "error" | "":
                return self._strange(payload, "an event without a type")
            case _:
                pass
        return None

    def _restart(self, message: MessageBody) -> None:
        self.draft.reset()
        self._blocks.clear()
        self._counts = TokenCounts()
        self._stop = ""
        self._begin(message)
        if message.usage is not None:
            self.draft.counted(self._counts.usage())

    def _begin(self, message: MessageBody) -> None:
        self._model = message.model if isinstance(message.model, str) else ""
        self._response_id = message.id if isinstance(message.id, str) else ""
        self._counts.update(message.usage)

    def _open(self, index: int, content: dict[str, Json]) -> None:
        self._blocks[index] = OpenBlock(self.draft, content)

    def _close(self, index: int) -> None:
        block = self._blocks.get(index)
        if block is not None:
            block.close()

    def _outcome(self) -> Final:
        stop = _STOPS.get(self._stop, "other") if self._stop else "unknown"
        cut = stop in CUT or any(not block.closed for block in self._blocks.values())
        for block in self._blocks.values():
            block.close()
        kept = [
            block
            for block in self.draft.blocks()
            # Called by the provider's own code, and answered there unless it stopped for us.
            if not (isinstance(block, CallBlock) and block.silent and stop != "tool_use")
        ]
        parts = settle_calls(parts_of(kept, self._origin.provider), self._new_id, cut=cut)
        called = any(isinstance(part, CallPart) for part in parts)
        return Reply(
            message=AssistantMessage(self._message_id, parts),
            stop=settle_stop(stop, called=called),
            usage=self._counts.usage(),
            model=self._model,
            response_id=self._response_id,
            stop_raw=self._stop,
            tier=self._counts.tier,
            shares=self._counts.shares,
        )

    def _strange(self, payload: bytes, detail: str) -> Final:
        """Read what isn't an answer: an error, or garbage."""
        document = decode_error(payload)
        if holds_error(document):
            return reported(self._origin, document, self._counts.usage())
        return unreadable(self._origin, detail, self._counts.usage())

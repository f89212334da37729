"""One message of a model as AG-UI shows it: text, reasoning and calls, opened and closed in order.

At most one of text and reasoning is open; a text that a call interrupted is reopened under its id,
which appends to it. Calls stay open until the whole message is there: only then are their
arguments complete (events/tool-calls).
"""

from interlock.domain.events import ModelDelta
from interlock.domain.messages import (
    AssistantMessage,
    CallPart,
    ReasoningPart,
    TextPart,
    text_of,
)
from interlock.wires.agui.frames import WireEvent


class Speech:
    """Turns the fragments of one message, and then the whole, into events.

    Args:
        message_id: The message's id: it names the text and is the parent of every call.
    """

    def __init__(self, message_id: str) -> None:
        self.message_id = message_id
        self.calls: dict[str, str] = {}
        """The argument text that was shown, by call."""
        self._text = ""
        self._spans = 0
        self._open = ""

    def delta(self, fact: ModelDelta) -> list[WireEvent]:
        """One fragment."""
        match fact.kind:
            case "text":
                return self._say(fact.text)
            case "reasoning":
                return self._reason(fact.text)
            case "arguments":
                return self._call(fact.call_id, fact.name, fact.text)

    def end(self, message: AssistantMessage) -> list[WireEvent]:
        """The whole message: what fragments did not show, and the end of all that is open."""
        streamed_reasoning = self._spans > 0
        rest = _rest(text_of(message), self._text)
        whole = not self._text
        events: list[WireEvent] = []
        for part in message.parts:
            match part:
                case ReasoningPart() if not streamed_reasoning:
                    events += self._reason(part.text)
                case TextPart() if whole:
                    events += self._say(part.text)
                case CallPart():
                    shown = self.calls.get(part.id, "")
                    events += self._call(part.id, part.name, _rest(part.arguments, shown))
                case _:
                    pass
        if not whole and rest:
            events += self._say(rest)
        return events + self.close()

    def close(self) -> list[WireEvent]:
        """End all that is open."""
        events = self._shut()
        events += [{"type": "TOOL_CALL_END", "toolCallId": call_id} for call_id in self.calls]
        return events

    def _say(self, text: str) -> list[WireEvent]:
        if not text:
            return []
        events: list[WireEvent] = []
        if self._open != "text":
            events = self._shut()
            events.append(
                {"type": "TEXT_MESSAGE_START", "messageId": self.message_id, "role": "assistant"}
            )
            self._open = "text"
        self._text += text
        events.append({"type": "TEXT_MESSAGE_CONTENT", "messageId": self.message_id, "delta": text})
        return events

    def _reason(self, text: str) -> list[WireEvent]:
        if not text:
            return []
        events: list[WireEvent] = []
        if self._open != "reasoning":
            events = self._shut()
            self._spans += 1
            span = self._span()
            events += [
                {"type": "REASONING_START", "messageId": span},
                {"type": "REASONING_MESSAGE_START", "messageId": span, "role": "reasoning"},
            ]
            self._open = "reasoning"
        events.append(
            {"type": "REASONING_MESSAGE_CONTENT", "messageId": self._span(), "delta": text}
        )
        return events

    def _call(self, call_id: str, name: str, text: str) -> list[WireEvent]:
        events: list[WireEvent] = []
        if call_id not in self.calls:
            events = self._shut()
            self.calls[call_id] = ""
            events.append(
                {
                    "type": "TOOL_CALL_START",
                    "toolCallId": call_id,
                    "toolCallName": name,
                    "parentMessageId": self.message_id,
                }
            )
        if text:
            self.calls[call_id] += text
            events.append({"type": "TOOL_CALL_ARGS", "toolCallId": call_id, "delta": text})
        return events

    def _shut(self) -> list[WireEvent]:
        was, self._open = self._open, ""
        if was == "text":
            return [{"type": "TEXT_MESSAGE_END", "messageId": self.message_id}]
        if was == "reasoning":
            span = self._span()
            return [
                {"type": "REASONING_MESSAGE_END", "messageId": span},
                {"type": "REASONING_END", "messageId": span},
            ]
        return []

    def _span(self) -> str:
        return f"{self.message_id}.r{self._spans}"


def _rest(whole: str, shown: str) -> str:
    """What of a text was not shown yet; nothing when another text was."""
    return whole[len(shown) :] if whole.startswith(shown) else ""

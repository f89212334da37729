"""What every provider's API demands of a history."""

from collections.abc import Sequence

from interlock.domain.messages import (
    AssistantMessage,
    Message,
    TextPart,
    ToolMessage,
    UserMessage,
    calls_of,
)


def assert_history_is_valid(messages: Sequence[Message]) -> None:
    """Begins with the user; results follow their calls, one each; nothing is empty or twice."""
    assert not messages or isinstance(messages[0], UserMessage)
    seen: set[str] = set()
    place = 0
    while place < len(messages):
        message = messages[place]
        place += 1
        assert not isinstance(message, ToolMessage), "a result without its call"
        assert message.parts, "an empty message"
        if isinstance(message, UserMessage):
            continue
        place = _assert_answered(message, messages, place, seen)


def _assert_answered(
    message: AssistantMessage, messages: Sequence[Message], place: int, seen: set[str]
) -> int:
    for part in message.parts:
        assert not isinstance(part, TextPart) or part.text.strip(), "an empty text"
    for call in calls_of(message):
        assert call.id not in seen, "a call id twice"
        seen.add(call.id)
        assert place < len(messages), "a call without a result"
        result = messages[place]
        assert isinstance(result, ToolMessage)
        assert result.call_id == call.id, "results out of order"
        place += 1
    return place

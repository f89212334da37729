"""``history``: the facts of a thread in, the messages that a provider may see out. Pure.

Whatever happened before — crashes, stops, edits, questions that nobody answered — the result obeys
the strictest provider: every call has exactly one result, directly after its message; no result
without a call; no empty message; it begins with the user.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from interlock.domain.events import (
    Fact,
    ModelEnded,
    ModelFailed,
    RunStarted,
    Spoken,
    ToolEnded,
)
from interlock.domain.messages import (
    AssistantMessage,
    AssistantPart,
    CallPart,
    Message,
    TextPart,
    ToolMessage,
    UserMessage,
    calls_of,
)

NO_RESULT = "This call has no result: it was not completed. Do not assume that it happened."
_NOT_ERRORS = frozenset({"done", "rejected", "superseded", "expired", "skipped"})


def history(facts: Iterable[Fact]) -> tuple[Message, ...]:
    """The messages of a thread, in order.

    Args:
        facts: All facts of the thread's visible runs in order; kinds that say nothing are skipped.
    """
    spoken: list[UserMessage | AssistantMessage] = []
    results: dict[str, ToolMessage] = {}
    for fact in facts:
        if isinstance(fact, ToolEnded):
            results.setdefault(fact.call_id, _result(fact))
        else:
            message = _message(fact)
            if message is not None:
                spoken.append(message)
    return _join(spoken, results)


def _message(fact: Fact) -> UserMessage | AssistantMessage | None:
    match fact:
        case RunStarted(message=message):
            return message if message is not None and message.parts else None
        case ModelEnded(message=message) | Spoken(message=message):
            return _clean(message)
        case ModelFailed(partial=partial, action="give_up"):
            return None if partial is None else _clean(partial)
        case _:
            return None


def _clean(message: AssistantMessage) -> AssistantMessage | None:
    """Without empty text, and of a cut answer only the words: its calls never became calls."""
    parts = tuple(
        part
        for part in message.parts
        if not (isinstance(part, TextPart) and not part.text.strip())
        and (not message.aborted or isinstance(part, TextPart))
    )
    if not any(isinstance(part, TextPart | CallPart) for part in parts):
        return None
    return message if parts == message.parts else replace(message, parts=parts)


def _result(fact: ToolEnded) -> ToolMessage:
    return ToolMessage(
        id=f"res_{fact.call_id}",
        call_id=fact.call_id,
        name=fact.name,
        text=fact.result.model,
        is_error=fact.kind not in _NOT_ERRORS,
    )


def _join(
    spoken: list[UserMessage | AssistantMessage], results: dict[str, ToolMessage]
) -> tuple[Message, ...]:
    messages: list[Message] = []
    answered: set[str] = set()
    for message in spoken:
        if isinstance(message, UserMessage):
            messages.append(message)
            continue
        if not messages:
            continue
        fresh = _without_repeats(message, answered)
        if fresh is None:
            continue
        messages.append(fresh)
        for call in calls_of(fresh):
            answered.add(call.id)
            messages.append(results.get(call.id) or _missing(call))
    return tuple(messages)


def _without_repeats(message: AssistantMessage, answered: set[str]) -> AssistantMessage | None:
    """A call id appears once in a history: a second one would have two results, or none."""
    kept: set[str] = set()
    parts: list[AssistantPart] = []
    for part in message.parts:
        if isinstance(part, CallPart):
            if part.id in answered or part.id in kept:
                continue
            kept.add(part.id)
        parts.append(part)
    return _clean(replace(message, parts=tuple(parts)))


def _missing(call: CallPart) -> ToolMessage:
    return ToolMessage(
        id=f"res_{call.id}", call_id=call.id, name=call.name, text=NO_RESULT, is_error=True
    )

"""``RunAgentInput`` as clients really send it: unknown members ignored, legacy nulls tolerated.

Source: AG-UI 1.0, basic/run-input. What is read here is a claim; ``plan`` decides what counts.
"""

from typing import Literal, cast

from msgspec import Struct

from interlock.domain.ids import is_id
from interlock.domain.messages import Json
from interlock.errors import Invalid
from interlock.wires.agui.frames import VENDOR, Stream

ROLES = frozenset({"user", "assistant", "tool", "system", "developer", "reasoning", "activity"})
"""The roles that a posted message may have; a message of any other is dropped."""

MOST_ANSWERS = 200
"""How many entries one ``resume`` may have."""

_MESSAGE_ID_LENGTH = 256
_ASIDES = ("state", "context", "forwardedProps")


class Posted(Struct, frozen=True, kw_only=True):
    """A message as a client claims it. ``calls`` are pairs of call id and argument text."""

    id: str
    role: str
    content: Json = None
    calls: tuple[tuple[str, str], ...] = ()
    call_id: str = ""


class Entry(Struct, frozen=True, kw_only=True):
    """One entry of ``resume``. ``digest`` is that of the arguments that were shown, if sent."""

    interrupt_id: str
    status: Literal["resolved", "cancelled"]
    payload: Json = None
    digest: str = ""


class Post(Struct, frozen=True, kw_only=True):
    """What a client posted.

    Args:
        thread_id: The conversation.
        run_id: The client's id for the run.
        modern: Whether it declared a protocol version.
        messages: The history as the client has it.
        resume: Answers to interrupts.
        tools: The names of its own tools.
        asides: Which of ``state``, ``context`` and ``forwardedProps`` are not empty.
        dropped: Messages that could not be read.
    """

    thread_id: str
    run_id: str
    modern: bool = True
    messages: tuple[Posted, ...] = ()
    resume: tuple[Entry, ...] = ()
    tools: tuple[str, ...] = ()
    asides: tuple[str, ...] = ()
    dropped: int = 0

    @property
    def stream(self) -> Stream:
        """Whom the response answers."""
        return Stream(thread_id=self.thread_id, run_id=self.run_id, modern=self.modern)


def read_post(body: Json) -> Post:
    """Read a request body.

    Raises:
        Invalid: It is no ``RunAgentInput``; the text names the member.
    """
    if not isinstance(body, dict):
        raise Invalid("The body must be a RunAgentInput: a JSON object.", "bad_input")
    post = cast("dict[str, Json]", body)
    listed = _list(post, "messages")
    resume = _list(post, "resume")
    if len(resume) > MOST_ANSWERS:
        raise Invalid(f"resume must have at most {MOST_ANSWERS} entries.", "bad_input")
    messages = [message for item in listed if (message := _message(item)) is not None]
    return Post(
        thread_id=_id(post, "threadId"),
        run_id=_id(post, "runId"),
        modern=isinstance(post.get("protocolVersion"), str),
        messages=tuple(messages),
        resume=tuple(_entry(item) for item in resume),
        tools=tuple(_text(_object(item), "name") for item in _list(post, "tools")),
        asides=tuple(name for name in _ASIDES if post.get(name)),
        dropped=len(listed) - len(messages),
    )


def _id(post: dict[str, Json], name: str) -> str:
    value = post.get(name)
    if not isinstance(value, str) or not is_id(value):
        text = f"{name} must be 1 to 128 letters, digits, '-', '_', '.' or ':'."
        raise Invalid(text, "bad_input")
    return value


def _list(post: dict[str, Json], name: str) -> list[Json]:
    value = post.get(name)
    if value is None:
        return []
    if not isinstance(value, list):
        raise Invalid(f"{name} must be a list.", "bad_input")
    return cast("list[Json]", value)


def _object(value: Json) -> dict[str, Json]:
    return cast("dict[str, Json]", value) if isinstance(value, dict) else {}


def _text(item: dict[str, Json], name: str) -> str:
    value = item.get(name)
    return value if isinstance(value, str) else ""


def _message(item: Json) -> Posted | None:
    """A message, or None for one of an unknown role or without a usable id."""
    message = _object(item)
    message_id, role = _text(message, "id"), _text(message, "role")
    if role not in ROLES or not 0 < len(message_id) <= _MESSAGE_ID_LENGTH:
        return None
    calls = message.get("toolCalls")
    listed = cast("list[Json]", calls) if isinstance(calls, list) else []
    return Posted(
        id=message_id,
        role=role,
        content=message.get("content"),
        calls=tuple(_call(call) for call in listed),
        call_id=_text(message, "toolCallId"),
    )


def _call(item: Json) -> tuple[str, str]:
    call = _object(item)
    return _text(call, "id"), _text(_object(call.get("function")), "arguments")


def _entry(item: Json) -> Entry:
    entry = _object(item)
    status = entry.get("status")
    interrupt_id = _text(entry, "interruptId")
    if not interrupt_id or status not in {"resolved", "cancelled"}:
        text = "Each resume entry needs an interruptId and the status resolved or cancelled."
        raise Invalid(text, "bad_input")
    return Entry(
        interrupt_id=interrupt_id,
        status="resolved" if status == "resolved" else "cancelled",
        payload=entry.get("payload"),
        digest=_text(_object(_object(entry.get("metadata")).get(VENDOR)), "digest"),
    )

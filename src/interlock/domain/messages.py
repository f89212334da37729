"""Messages of a thread: what people, models and tools said. Frozen; no wire format lives here."""

from typing import Any, Literal

from msgspec import Struct

Json = Any
"""Any JSON value: None, bool, int, float, str, list or dict with string keys."""


class TextPart(Struct, frozen=True, tag="text"):
    """Words."""

    text: str


class FilePart(Struct, frozen=True, tag="file", omit_defaults=True):
    """A file that a user attached, inline. The server never fetches an address that a client names.

    ``data`` is base64; ``media_type`` an IANA media type.
    """

    data: str
    media_type: str
    name: str = ""


class ReasoningPart(Struct, frozen=True, tag="reasoning", omit_defaults=True):
    """Visible reasoning, and what the provider wants back unchanged with it.

    ``opaque`` holds the provider's own block (signature, encrypted content); only the provider
    named in ``provider`` ever sees it again.
    """

    text: str
    provider: str = ""
    opaque: Json = None


class CallPart(Struct, frozen=True, tag="call", omit_defaults=True):
    """A tool call that a model proposes.

    ``id`` is ours and unique everywhere (providers reuse theirs); it is also the idempotency key.
    ``arguments`` is the raw JSON text as the model wrote it. ``opaque`` goes back to the provider
    that made the call (a thought signature, for example).
    """

    id: str
    name: str
    arguments: str
    provider: str = ""
    provider_id: str = ""
    opaque: Json = None


AssistantPart = TextPart | ReasoningPart | CallPart
UserPart = TextPart | FilePart


class UserMessage(Struct, frozen=True, tag="user", tag_field="role"):
    """What a person said."""

    id: str
    parts: tuple[UserPart, ...]


class AssistantMessage(Struct, frozen=True, tag="assistant", tag_field="role", omit_defaults=True):
    """What a model said, in its own order. ``aborted`` marks an answer that was cut off."""

    id: str
    parts: tuple[AssistantPart, ...]
    aborted: bool = False


class ToolMessage(Struct, frozen=True, tag="tool", tag_field="role", omit_defaults=True):
    """The result of one call as the model reads it."""

    id: str
    call_id: str
    name: str
    text: str
    is_error: bool = False


Message = UserMessage | AssistantMessage | ToolMessage
Role = Literal["user", "assistant", "tool"]


def text_of(message: UserMessage | AssistantMessage) -> str:
    """The words of a message, without files, reasoning and calls."""
    return "".join(part.text for part in message.parts if isinstance(part, TextPart))


def calls_of(message: AssistantMessage) -> tuple[CallPart, ...]:
    """The tool calls that a message proposes, in the model's order."""
    return tuple(part for part in message.parts if isinstance(part, CallPart))

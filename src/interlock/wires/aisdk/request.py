"""A posted chat as data. Tolerant of members that nobody here knows; nothing in it is believed.

Source: AI SDK 7, ``HttpChatTransport``; apps may post ``message`` instead of ``messages``.
"""

from base64 import b64decode, b64encode
from collections.abc import Iterator
from typing import Literal, cast
from urllib.parse import unquote_to_bytes

from msgspec import Struct

from interlock.domain.ids import is_id
from interlock.domain.messages import FilePart, Json, TextPart, UserMessage, UserPart
from interlock.errors import Invalid

Object = dict[str, Json]


class ChatRequest(Struct, frozen=True, kw_only=True):
    """What a client posts.

    Args:
        id: The chat, which is the thread.
        messages: UI messages as the client has them, oldest first.
        trigger: What the person did.
        message_id: The message that the trigger is about; empty when there is none.
        answers: Answers by interrupt id in full, for clients that can give more than yes and no.
    """

    id: str
    messages: tuple[Object, ...]
    trigger: Literal["submit-message", "regenerate-message"]
    message_id: str = ""
    answers: dict[str, Json] = {}


def read_request(body: Json) -> ChatRequest:
    """Read the body of a post.

    Raises:
        Invalid: It is no chat.
    """
    if not isinstance(body, dict):
        raise Invalid("The request must be a JSON object.")
    members = cast("Object", body)
    chat_id = members.get("id")
    if not isinstance(chat_id, str) or not is_id(chat_id):
        raise Invalid("The chat id has 1 to 128 letters, digits, '-', '_', '.' or ':'.", "bad_id")
    trigger = members.get("trigger", "submit-message")
    if trigger not in {"submit-message", "regenerate-message"}:
        raise Invalid("The trigger must be submit-message or regenerate-message.")
    posted = members.get("messages", [members["message"]] if "message" in members else None)
    if not isinstance(posted, list):
        raise Invalid("The request needs a list of messages.")
    messages = [cast("Object", one) for one in cast("list[Json]", posted) if isinstance(one, dict)]
    message_id = members.get("messageId")
    answers = members.get("answers")
    return ChatRequest(
        id=chat_id,
        messages=tuple(messages),
        trigger=trigger,
        message_id=message_id if isinstance(message_id, str) else "",
        answers=cast("Object", answers) if isinstance(answers, dict) else {},
    )


def text_at(members: Object, name: str) -> str:
    """A member that should be text; empty when it is not."""
    value = members.get(name)
    return value if isinstance(value, str) else ""


def parts_at(message: Object) -> list[Object]:
    """The parts of a posted message that are objects."""
    parts = message.get("parts")
    if not isinstance(parts, list):
        return []
    return [part for part in cast("list[Json]", parts) if isinstance(part, dict)]


def tool_parts(request: ChatRequest) -> Iterator[Object]:
    """The tool parts of all posted assistant messages."""
    for message in request.messages:
        if message.get("role") == "assistant":
            for part in parts_at(message):
                kind = text_at(part, "type")
                if kind.startswith("tool-") or kind == "dynamic-tool":
                    yield part


def user_parts(message: Object) -> tuple[UserPart, ...]:
    """What a posted user message says. Parts that are neither words nor files say nothing.

    Raises:
        Invalid: A file is an address and not its content, or there is nothing in it at all.
    """
    parts: list[UserPart] = []
    for part in parts_at(message):
        kind = part.get("type")
        if kind == "text" and text_at(part, "text").strip():
            parts.append(TextPart(text_at(part, "text")))
        elif kind == "file":
            parts.append(_file(part))
    if not parts:
        raise Invalid("The message is empty. Write something.", "empty_message")
    return tuple(parts)


def new_message(message: Object, fallback_id: str) -> UserMessage:
    """A posted user message. An id that can't be stored is replaced.

    Raises:
        Invalid: As ``user_parts``.
    """
    posted = text_at(message, "id")
    return UserMessage(posted if is_id(posted) else fallback_id, user_parts(message))


def _file(part: Object) -> FilePart:
    """A file from its data URL (RFC 2397). No address that a client names is ever fetched."""
    scheme, _, rest = text_at(part, "url").partition(":")
    head, comma, content = rest.partition(",")
    if scheme.lower() != "data" or not comma:
        text = "Files must be attached with their content; addresses are not fetched."
        raise Invalid(text, "file_address")
    media_type, *options = head.split(";")
    try:
        if "base64" in options:
            data = content if b64decode(content, validate=True) else ""
        else:
            data = b64encode(unquote_to_bytes(content)).decode()
    except ValueError as fault:
        raise Invalid("An attached file is damaged. Attach it again.", "bad_file") from fault
    return FilePart(
        data=data,
        media_type=media_type or text_at(part, "mediaType") or "text/plain",
        name=text_at(part, "filename"),
    )

"""A person's message as the native API takes it."""

import base64
import binascii
import re
from collections.abc import Callable

from msgspec import Struct

from interlock.domain.ids import is_id, new_id
from interlock.domain.messages import FilePart, TextPart, UserMessage, UserPart
from interlock.errors import Invalid

_MEDIA_TYPE = re.compile(r"[\w!#$&^.+-]{1,64}/[\w!#$&^.+-]{1,64}\Z", re.ASCII)


class TextIn(Struct, frozen=True, tag="text", forbid_unknown_fields=True):
    """Words."""

    text: str


class FileIn(Struct, frozen=True, tag="file", forbid_unknown_fields=True):
    """A file, inline. ``data`` is base64; there is no way to name an address.

    ``media_type`` is an IANA media type, for example ``image/png``.
    """

    data: str
    media_type: str
    name: str = ""


class MessageIn(Struct, frozen=True, forbid_unknown_fields=True):
    """Words and files in order."""

    parts: tuple[TextIn | FileIn, ...]


def user_message(
    said: str | MessageIn, message_id: str = "", make_id: Callable[[str], str] = new_id
) -> UserMessage:
    """The message to store.

    Args:
        said: What the client sent.
        message_id: The client's own id; empty makes one.
        make_id: Makes ids.

    Raises:
        Invalid: It is empty, a file is not base64, or an id is no id.
    """
    if message_id and not is_id(message_id):
        raise Invalid("A message id has 1 to 128 letters, digits, '-', '_', '.' or ':'.", "bad_id")
    given = (TextIn(said),) if isinstance(said, str) else said.parts
    parts = tuple(_part(part, place) for place, part in enumerate(given))
    if not any(isinstance(part, FilePart) or part.text.strip() for part in parts):
        raise Invalid("The message is empty. Send some words or a file.", "empty_message")
    return UserMessage(id=message_id or make_id("msg"), parts=parts)


def _part(part: TextIn | FileIn, place: int) -> UserPart:
    if isinstance(part, TextIn):
        return TextPart(part.text)
    if not _MEDIA_TYPE.match(part.media_type):
        raise _unfit(f"message.parts[{place}].media_type", "a media type such as image/png")
    if not part.data or not _is_base64(part.data):
        raise _unfit(f"message.parts[{place}].data", "the file itself as base64, not an address")
    return FilePart(data=part.data, media_type=part.media_type.lower(), name=part.name)


def _is_base64(text: str) -> bool:
    try:
        base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return False
    return True


def _unfit(path: str, expected: str) -> Invalid:
    faults = [{"path": path, "expected": expected}]
    return Invalid(f"The body does not fit. {path}: {expected}.", "bad_body", {"faults": faults})

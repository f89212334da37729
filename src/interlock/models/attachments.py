"""What a file is to a model: its broad kind, its words if it is text, its data address."""

import base64
import binascii
from typing import Literal

from interlock.domain.messages import FilePart

FileKind = Literal["image", "audio", "text", "document"]


def kind_of_file(file: FilePart) -> FileKind:
    """Sort a file by its media type."""
    family = file.media_type.partition("/")[0]
    if family == "image":
        return "image"
    if family == "audio":
        return "audio"
    if family == "text" or file.media_type.partition(";")[0] in {
        "application/json",
        "application/xml",
        "application/yaml",
    }:
        return "text"
    return "document"


def data_url(file: FilePart) -> str:
    """The file as a ``data:`` address (RFC 2397)."""
    return f"data:{file.media_type};base64,{file.data}"


def words_of_file(file: FilePart) -> str:
    """The words of a text file under its name; what isn't UTF-8 or base64 is marked."""
    try:
        text = base64.b64decode(file.data, validate=True).decode(errors="replace")
    except binascii.Error:
        text = "[this file could not be decoded]"
    return f"[file {file.name or 'without a name'}]\n{text}"

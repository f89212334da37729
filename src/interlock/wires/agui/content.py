"""What a user said, out of AG-UI content: text and inline files. Addresses are never followed."""

import base64
import binascii
import re
from typing import cast

from interlock.domain.messages import FilePart, Json, TextPart, UserPart

ADDRESS = "address"
"""The part names an address instead of holding a file."""

UNKNOWN = "unknown_part"
"""The part is of a kind that this server does not know, or can't be read."""

_FILES = frozenset({"image", "audio", "video", "document"})
_DATA_URL = re.compile(r"data:([\w.+-]+/[\w.+-]+)(?:;[\w=.+-]+)*;base64,", re.ASCII)
_MEDIA_TYPE = re.compile(r"[\w.+-]+/[\w.+-]+\Z", re.ASCII)


def user_parts(content: Json) -> tuple[tuple[UserPart, ...], frozenset[str]]:
    """The parts of a user message that can be used, and what was wrong with the others.

    Args:
        content: A string, or a list of content parts; the ``binary`` part of the 0.x line counts.
    """
    items = cast("list[Json]", content) if isinstance(content, list) else [content]
    parts: list[UserPart] = []
    faults: set[str] = set()
    for item in items:
        found = _part(item)
        if isinstance(found, str):
            faults.add(found)
        elif found is not None:
            parts.append(found)
    return tuple(parts), frozenset(faults)


def _part(item: Json) -> UserPart | str | None:
    if item is None:
        return None
    if isinstance(item, str):
        return TextPart(item) if item.strip() else None
    if not isinstance(item, dict):
        return UNKNOWN
    part = cast("dict[str, Json]", item)
    kind = part.get("type")
    if kind == "text":
        text = part.get("text")
        return _part(text) if isinstance(text, str) else UNKNOWN
    if kind == "binary":
        return _binary(part)
    source = part.get("source")
    if kind not in _FILES or not isinstance(source, dict):
        return UNKNOWN
    return _source(cast("dict[str, Json]", source))


def _source(source: dict[str, Json]) -> UserPart | str:
    value, media = source.get("value"), source.get("mimeType")
    match source.get("type"):
        case "data":
            return _file(value, media)
        case "url":
            return _inline(value)
        case _:
            return UNKNOWN


def _binary(part: dict[str, Json]) -> UserPart | str:
    if part.get("data"):
        return _file(part["data"], part.get("mimeType"), part.get("filename"))
    return _inline(part["url"]) if part.get("url") else UNKNOWN


def _inline(url: Json) -> UserPart | str:
    """A ``data:`` address is the file itself; any other one is refused."""
    if not isinstance(url, str):
        return UNKNOWN
    found = _DATA_URL.match(url)
    return _file(url[found.end() :], found[1]) if found else ADDRESS


def _file(data: Json, media: Json, name: Json = "") -> UserPart | str:
    if not isinstance(data, str) or not isinstance(media, str) or not _MEDIA_TYPE.match(media):
        return UNKNOWN
    try:
        if not base64.b64decode(data, validate=True):
            return UNKNOWN
    except (binascii.Error, ValueError):
        return UNKNOWN
    return FilePart(data, media.lower(), name if isinstance(name, str) else "")

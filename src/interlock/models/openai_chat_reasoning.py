"""Reasoning that comes as lists: content parts, and the details that a router wants back."""

from collections.abc import Iterator
from typing import cast

from interlock.domain.messages import Json


def words_of(content: list[Json]) -> Iterator[tuple[bool, str]]:
    """Go through a list of content parts; True marks reasoning, False the answer."""
    for item in content:
        if isinstance(item, str):
            yield False, item
        elif isinstance(item, dict):
            part = cast("dict[str, Json]", item)
            if part.get("type") == "thinking":
                yield True, _plain(part.get("thinking"))
            elif isinstance(part.get("text"), str):
                yield False, part["text"]


def merge_details(details: list[dict[str, Json]], fragment: list[Json]) -> str:
    """Add streamed ``reasoning_details`` to what came before, and return their visible words.

    Neighbouring fragments of one text become one; signatures and encrypted items stay as they are.

    Args:
        details: What came before; changed in place.
        fragment: What the latest chunk brought.
    """
    spoken: list[str] = []
    for item in fragment:
        if not isinstance(item, dict):
            continue
        detail = dict(cast("dict[str, Json]", item))
        text = detail.get("text") or detail.get("summary")
        if isinstance(text, str):
            spoken.append(text)
        last = details[-1] if details else None
        if last is not None and _continues(last, detail):
            last["text"] = _text(last.get("text")) + _text(detail.get("text"))
            last.update({k: v for k, v in detail.items() if v is not None and k != "text"})
        else:
            details.append(detail)
    return "".join(spoken)


def _continues(last: dict[str, Json], detail: dict[str, Json]) -> bool:
    same = all(last.get(k) == detail.get(k) for k in ("type", "index"))
    return same and detail.get("type") == "reasoning.text" and not last.get("signature")


def _text(value: Json) -> str:
    return value if isinstance(value, str) else ""


def _plain(thinking: Json) -> str:
    if isinstance(thinking, str):
        return thinking
    parts = cast("list[Json]", thinking) if isinstance(thinking, list) else []
    return "".join(text for _, text in words_of(parts))

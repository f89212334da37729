"""Settle the calls of a finished answer: their arguments, their number, and the stop reason."""

import json
from collections.abc import Callable, Iterator
from typing import cast

import msgspec

from interlock.domain.messages import AssistantPart, CallPart, Json
from interlock.domain.model import StopReason

_decoder = json.JSONDecoder()
_YIELDS_TO_CALLS = frozenset({"stop", "unknown", "other", "tool_use"})


def settle_calls(
    parts: tuple[AssistantPart, ...], new_id: Callable[[str], str], *, cut: bool
) -> tuple[AssistantPart, ...]:
    """Give every call arguments that are one JSON object, where that is what the model meant.

    Nothing, or ``null``, means no arguments. Several objects in a row are several calls that a
    server wrote into one. What can't be read stays as it came, so that it can't run.

    Args:
        parts: Of the finished message.
        new_id: Makes the id of a call that was hidden in another.
        cut: Whether a length limit ended the answer. The last call is then left alone: there,
            nothing means that its arguments never came.
    """
    calls = [part for part in parts if isinstance(part, CallPart)]
    spared = calls[-1] if cut and calls else None
    settled: list[AssistantPart] = []
    for part in parts:
        if isinstance(part, CallPart) and part is not spared:
            settled.extend(_settle(part, new_id))
        else:
            settled.append(part)
    return tuple(settled)


def settle_stop(stop: StopReason, *, called: bool) -> StopReason:
    """Let calls win over the provider's word, and only real calls count as ``tool_use``."""
    if called:
        return "tool_use" if stop in _YIELDS_TO_CALLS else stop
    return "stop" if stop == "tool_use" else stop


def is_object(text: str) -> bool:
    """Say whether a text is one whole JSON object."""
    return read_object(text) is not None


def read_object(text: str) -> dict[str, Json] | None:
    """Decode a JSON object; None if the text isn't one."""
    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError):
        return None
    return cast("dict[str, Json]", value) if isinstance(value, dict) else None


def _settle(call: CallPart, new_id: Callable[[str], str]) -> Iterator[CallPart]:
    stripped = call.arguments.strip()
    if stripped in {"", "null"}:
        yield msgspec.structs.replace(call, arguments="{}")
        return
    first, *rest = _split(stripped)
    yield call if not rest else msgspec.structs.replace(call, arguments=first)
    for arguments in rest:
        yield CallPart(new_id("call"), call.name, arguments, provider=call.provider)


def _split(text: str) -> list[str]:
    """Cut ``{…}{…}`` into its objects; anything else stays whole."""
    if "}{" not in "".join(text.split()) or is_object(text):
        return [text]
    objects: list[str] = []
    start = 0
    while start < len(text):
        try:
            value, end = _decoder.raw_decode(text, start)
        except json.JSONDecodeError:
            return [text]
        if not isinstance(value, dict):
            return [text]
        objects.append(text[start:end])
        start = end
        while start < len(text) and text[start].isspace():
            start += 1
    return objects

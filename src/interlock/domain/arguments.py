"""From the text that a model wrote to an object, tolerant of habits and never guessing a value."""

import json
import math
import re
from typing import NoReturn, cast

from msgspec import Struct

from interlock.domain.messages import Json

MAX_CHARACTERS = 1_000_000
"""How long the text of one call's arguments may be."""

MAX_DEPTH = 64
"""How many lists and objects may lie inside one another."""

_INTEGER_BOUND = 2**64
_INTEGER_DIGITS = 21
_FENCE = re.compile(r"\A```[A-Za-z]*\s(.*)```\Z|\A```(\{.*)```\Z", re.DOTALL)
# A string is matched to its end, or to the end of the text, so that one pass is enough.
_STRING_OR_TRAILING_COMMA = re.compile(
    r'"(?:[^"\\]|\\.?)*(?:"|\Z)|(?<=[\w"}\]])\s*,(?=\s*[}\]])', re.DOTALL
)
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class ParseFault(Struct, frozen=True):
    """The text is no JSON object. ``reason`` is for the model; the call never runs."""

    reason: str


class _UnreadableError(ValueError):
    """Valid-looking JSON that two readers could read differently."""


def parse_arguments(raw: str) -> dict[str, Json] | ParseFault:
    """Read the raw arguments of a call.

    Tolerated, because only one reading is possible: nothing or ``null`` for no arguments, a code
    fence around the object, the object written as a JSON string, line breaks inside strings, a
    comma before a closing bracket. Lone surrogates become U+FFFD. Refused: duplicate names,
    ``NaN``, infinities, integers beyond 64 bits, text after the object, anything cut off.

    Args:
        raw: The text exactly as the model streamed it.

    Returns:
        The arguments, or why they can't be read.
    """
    if len(raw) > MAX_CHARACTERS:
        return ParseFault(f"the arguments are longer than {MAX_CHARACTERS} characters")
    try:
        return _object(_bare(raw))
    except _UnreadableError as fault:
        return ParseFault(str(fault))
    except RecursionError:
        return ParseFault(f"the arguments are nested deeper than {MAX_DEPTH} levels")
    except json.JSONDecodeError as fault:
        place = f"line {fault.lineno}, column {fault.colno}"
        return ParseFault(f"the arguments are not valid JSON ({fault.msg} at {place})")


def _bare(raw: str) -> str:
    """The text without a byte-order mark and without the code fence around it."""
    text = raw.strip().removeprefix("\ufeff").strip()
    fenced = _FENCE.match(text)
    return (fenced.group(1) or fenced.group(2) or "").strip() if fenced else text


def _object(text: str) -> dict[str, Json]:
    if text in ("", "null"):
        return {}
    value = _read(text)
    if isinstance(value, str) and value.lstrip().startswith("{"):
        value = _read(value.strip())
    if not isinstance(value, dict):
        raise _UnreadableError(f"the arguments must be one JSON object, not {_kind(value)}")
    return cast("dict[str, Json]", _clean(cast("Json", value), MAX_DEPTH))


def _read(text: str) -> Json:
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError:
        mended = _STRING_OR_TRAILING_COMMA.sub(_without_comma, text)
        if mended == text:
            raise
        return _DECODER.decode(mended)


def _without_comma(found: re.Match[str]) -> str:
    return found.group() if found.group().startswith('"') else ""


def _clean(value: Json, depth: int) -> Json:
    if isinstance(value, str):
        return _LONE_SURROGATE.sub("\ufffd", value)
    if not isinstance(value, dict | list):
        return value
    if depth == 0:
        raise _UnreadableError(f"the arguments are nested deeper than {MAX_DEPTH} levels")
    if isinstance(value, list):
        return [_clean(item, depth - 1) for item in cast("list[Json]", value)]
    members = cast("dict[str, Json]", value)
    return {key: _clean(member, depth - 1) for key, member in members.items()}


def _members(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    members: dict[str, Json] = {}
    for key, value in pairs:
        name = _LONE_SURROGATE.sub("\ufffd", key)
        if name in members:
            raise _UnreadableError(f"the name '{name[:100]}' stands twice in one object; give one")
        members[name] = value
    return members


def _integer(text: str) -> int:
    if len(text) > _INTEGER_DIGITS or abs(int(text)) >= _INTEGER_BOUND:
        raise _UnreadableError("a number has more than 64 bits; use a smaller one")
    return int(text)


def _real(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise _UnreadableError(f"the number {text[:40]} is too large")
    return number


def _no_number(text: str) -> NoReturn:
    raise _UnreadableError(f"{text} is not JSON; use a number or null")


def _kind(value: Json) -> str:
    match value:
        case list():
            return "an array"
        case str():
            return "text"
        case bool():
            return "true or false"
        case None:
            return "null"
        case _:
            return "a number"


# strict=False lets a real line break stand inside a string: models write them, and they mean it.
_DECODER = json.JSONDecoder(
    strict=False,
    object_pairs_hook=_members,
    parse_int=_integer,
    parse_float=_real,
    parse_constant=_no_number,
)

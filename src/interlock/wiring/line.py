"""One log line as text: JSON for machines, or for people; neither lets words pass for a line.

What a field or a message says is data: line breaks, controls, terminal escapes and characters that
nobody sees are written out, and only a traceback has more than one line, each of them marked.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

from interlock.domain.visible import visible

MOST_CHARACTERS = 10_000
"""Of one text in a line."""

TRACE_MARK = "    | "
_FIRST = ("time", "level", "logger", "event", "exception")


def as_json(line: Mapping[str, Any]) -> str:
    """A line as one JSON object."""
    return json.dumps(_shown(line), ensure_ascii=False, separators=(",", ":"), default=_word)


def as_words(line: Mapping[str, Any]) -> str:
    """A line for people; what was raised stands below it."""
    known = cast("dict[str, Any]", _shown(line))
    trace = known.get("exception", "")
    fields = [f"{name}={_value(value)}" for name, value in known.items() if name not in _FIRST]
    parts = [
        str(known.get("time", "")),
        f"{known.get('level', '')!s:<8}",
        str(known.get("logger", "")),
        "|",
        _words(known.get("event", "")),
        *fields,
    ]
    rows = [" ".join(parts), *(TRACE_MARK + row for row in trace.split("\n") if trace)]
    return "\n".join(rows)


def _shown(value: Any, name: str = "") -> Any:  # noqa: ANN401 - JSON
    match value:
        case str():
            text = value if len(value) <= MOST_CHARACTERS else f"{value[:MOST_CHARACTERS]} [cut]"
            shown = visible(text)
            return shown if name == "exception" else shown.replace("\n", "\\n")
        case Mapping():
            members = cast("Mapping[object, Any]", value)
            return {_shown(str(key)): _shown(item, str(key)) for key, item in members.items()}
        case list() | tuple():
            return [_shown(item) for item in cast("Sequence[Any]", value)]
        case _:
            return value


def _words(event: object) -> str:
    """What happened; in quotes where it could be taken for a field."""
    text = str(event)
    return json.dumps(text, ensure_ascii=False) if "=" in text else text


def _value(value: object) -> str:
    if isinstance(value, str) and value and not any(sign in value for sign in " \"'="):
        return value
    return json.dumps(value, ensure_ascii=False, default=_word)


def _word(value: object) -> str:
    return _shown(str(value))

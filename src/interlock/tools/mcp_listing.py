"""One entry of an MCP server's list: what is pinned, what the model sees, what it is called."""

import hashlib
import re
from typing import cast

import msgspec

from interlock.domain.canonical import digest
from interlock.domain.messages import Json
from interlock.tools.mcp_session import types

_LONGEST_NAME = 64
_FOREIGN = re.compile(r"[^A-Za-z0-9_-]")


def pin_of(listed: types.Tool) -> str:
    """What a person judged: name, words, arguments and hints."""
    hints = listed.annotations
    return digest(
        {
            "name": listed.name,
            "title": listed.title,
            "description": listed.description,
            "input": msgspec.to_builtins(listed.input_schema),
            "hints": hints.model_dump(mode="json") if hints is not None else None,
        }
    )


def schema_without(schema: dict[str, Json], names: set[str]) -> dict[str, Json]:
    """The schema as the model sees it: bound arguments are not its business."""
    shown = {**schema, "type": "object"}
    if names:
        properties = cast("dict[str, Json]", schema["properties"])
        shown["properties"] = {key: part for key, part in properties.items() if key not in names}
        shown["required"] = [key for key in schema.get("required", []) if key not in names]
    return shown


def fitting_name(name: str) -> str:
    """A name that every provider takes: other letters become ``_``, a long one ends in a hash."""
    plain = _FOREIGN.sub("_", name)
    if len(plain) <= _LONGEST_NAME:
        return plain
    mark = hashlib.sha256(name.encode()).hexdigest()[:8]
    return f"{plain[: _LONGEST_NAME - 9]}_{mark}"

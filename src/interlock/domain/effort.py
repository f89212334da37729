"""How much work a schema can make: a few ``$ref`` may ask for more than any machine can give."""

from collections.abc import Iterator
from typing import cast

import msgspec

from interlock.domain.example import resolve
from interlock.domain.messages import Json
from interlock.errors import ConfigError

MAX_SCHEMA_BYTES = 256 * 1024
"""How large a schema may be, as JSON."""

MAX_SCHEMA_DEPTH = 64
"""How many lists and objects of a schema may lie inside one another."""

MAX_SAME_VALUE = 10_000
"""How many subschemas may look at one and the same value, references followed."""

MAX_VISITS = 20_000
"""How many visits of a subschema to a part of a value are worth a detailed list of faults."""

_LISTS = ("allOf", "anyOf", "oneOf")
_SINGLES = ("not", "if", "then", "else")


def measure(schema: dict[str, Json]) -> None:
    """Refuse a schema that is too large or too deep to be compiled.

    Raises:
        ConfigError: It is; the text says which bound.
    """
    try:
        size = len(msgspec.json.encode(schema))
    except (TypeError, ValueError, RecursionError) as fault:
        raise ConfigError("the schema is not plain JSON data") from fault
    if size > MAX_SCHEMA_BYTES:
        raise ConfigError(f"the schema has {size} bytes; at most {MAX_SCHEMA_BYTES} are allowed")
    if any(depth > MAX_SCHEMA_DEPTH for _, depth in _places(schema)):
        raise ConfigError(f"the schema is nested deeper than {MAX_SCHEMA_DEPTH} levels")


def weigh(schema: dict[str, Json]) -> None:
    """Refuse a valid schema whose references multiply the work on one value.

    Raises:
        ConfigError: They do.
    """
    known: dict[int, int] = {}
    try:
        weights = [_weight(place, schema, known) for place, _ in _places(schema)]
    except RecursionError as fault:
        raise ConfigError("the schema holds a chain of references that is too long") from fault
    if max(weights) > MAX_SAME_VALUE:
        raise ConfigError("the schema refers to itself so often that it can't be checked")


def _places(schema: dict[str, Json]) -> Iterator[tuple[dict[str, Json], int]]:
    """Every object in the document and how deep it lies."""
    pending: list[tuple[Json, int]] = [(schema, 1)]
    while pending:
        place, depth = pending.pop()
        if isinstance(place, dict):
            yield cast("dict[str, Json]", place), depth
            pending.extend((part, depth + 1) for part in cast("dict[str, Json]", place).values())
        elif isinstance(place, list):
            pending.extend((part, depth + 1) for part in cast("list[Json]", place))


def affordable(schema: dict[str, Json], value: Json) -> bool:
    """Say whether listing every fault of a value is a bounded piece of work."""
    pending: list[tuple[Json, Json]] = [(schema, value)]
    visits = 0
    while pending:
        place, part = pending.pop()
        if not isinstance(place, dict):
            continue
        visits += 1
        if visits > MAX_VISITS:
            return False
        plain = cast("dict[str, Json]", place)
        pending.extend((inner, part) for inner in _on_same_value(plain, schema))
        pending.extend(_on_parts(plain, part))
    return True


def _weight(place: dict[str, Json], root: Json, known: dict[int, int]) -> int:
    """Subschemas that look at the same value as this one does, itself included.

    A reference back to a place on the way counts nothing: the value does not grow.
    """
    if id(place) not in known:
        known[id(place)] = 0
        inner = _on_same_value(place, root)
        known[id(place)] = 1 + sum(_weight(each, root, known) for each in inner)
    return min(known[id(place)], MAX_SAME_VALUE + 1)


def _on_same_value(place: dict[str, Json], root: Json) -> Iterator[dict[str, Json]]:
    for keyword in _LISTS:
        parts = place.get(keyword)
        if isinstance(parts, list):
            yield from (part for part in cast("list[Json]", parts) if isinstance(part, dict))
    for keyword in _SINGLES:
        part = place.get(keyword)
        if isinstance(part, dict):
            yield cast("dict[str, Json]", part)
    # Inside an enum or an example "$ref" is mere data, so it may be anything.
    target = resolve({"$ref": place["$ref"]}, root) if "$ref" in place else None
    if isinstance(target, dict):
        yield cast("dict[str, Json]", target)


def _on_parts(place: dict[str, Json], value: Json) -> Iterator[tuple[Json, Json]]:
    if isinstance(value, dict):
        properties = cast("dict[str, Json]", place.get("properties", {}))
        other = place.get("additionalProperties")
        patterns = cast("dict[str, Json]", place.get("patternProperties", {})).values()
        for name, member in cast("dict[str, Json]", value).items():
            yield properties.get(name, other), member
            yield from ((pattern, member) for pattern in patterns)
    elif isinstance(value, list):
        first = cast("list[Json]", place.get("prefixItems", []))
        for index, item in enumerate(cast("list[Json]", value)):
            yield (first[index] if index < len(first) else place.get("items")), item

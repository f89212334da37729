"""A value that a JSON Schema accepts, to show a model what is expected."""

import math
from typing import cast

from interlock.domain.messages import Json
from interlock.domain.pattern import matching

_DEEPEST = 12
_LONGEST = 200

_FORMATS = {
    "date": "2026-01-31",
    "date-time": "2026-01-31T09:30:00Z",
    "decimal": "12.50",
    "duration": "PT90S",
    "email": "name@example.com",
    "hostname": "example.com",
    "idn-email": "name@example.com",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "json-pointer": "/name",
    "regex": "^[a-z]+$",
    "time": "09:30:00Z",
    "uri": "https://example.com/",
    "uri-reference": "/path",
    "uuid": "3f0e1a52-8c5d-4b7e-9f10-2d6c4b8a7e31",
}


def example(schema: Json, root: Json = None) -> Json:
    """Make an example of a schema: what its author gave, else the plainest value of its type.

    Objects get their required properties only. The value obeys every keyword that can be read off
    (type, enum, bounds, lengths, formats, most patterns); a schema that needs more than that
    (``not``, ``if``) may refuse it, so check before you show it.

    Args:
        schema: A JSON Schema.
        root: The document that ``$ref`` points into; ``schema`` itself when None.
    """
    return _example(schema, schema if root is None else root, _DEEPEST)


def resolve(schema: dict[str, Json], root: Json) -> Json:
    """Follow a local ``$ref`` (``#/…``) one step; keywords beside it are kept.

    A reference that leads nowhere accepts anything, which is ``True`` in JSON Schema.
    """
    reference = schema.get("$ref")
    if not isinstance(reference, str) or not reference.startswith("#"):
        return schema
    target = at(root, [step for step in reference[1:].split("/") if step])
    beside = {key: value for key, value in schema.items() if key != "$ref"}
    if isinstance(target, dict):
        return {**cast("dict[str, Json]", target), **beside} if beside else cast("Json", target)
    return beside or True


def at(root: Json, path: list[str]) -> Json:
    """What lies at a JSON Pointer's steps inside a document; None when nothing does."""
    place = root
    for step in path:
        name = step.replace("~1", "/").replace("~0", "~")
        if isinstance(place, dict):
            place = cast("dict[str, Json]", place).get(name)
        elif (
            isinstance(place, list)
            and name.isdigit()
            and int(name) < len(cast("list[Json]", place))
        ):
            place = cast("list[Json]", place)[int(name)]
        else:
            return None
    return place


def _example(schema: Json, root: Json, depth: int) -> Json:
    if not isinstance(schema, dict) or depth == 0:
        return "text" if schema is True else None
    plain = cast("dict[str, Json]", schema)
    if "$ref" in plain:
        return _example(resolve(plain, root), root, depth - 1)
    given, value = _given(plain)
    if given:
        return value
    if "allOf" in plain:
        return _example(_merged(plain, root), root, depth - 1)
    for keyword in ("anyOf", "oneOf"):
        if choices := plain.get(keyword):
            beside = {key: part for key, part in plain.items() if key != keyword}
            return _example(_joined(beside, _plainest(choices)), root, depth - 1)
    return _of_type(plain, root, depth)


def _given(schema: dict[str, Json]) -> tuple[bool, Json]:
    """The author's own word, in the order of how much it says."""
    if "const" in schema:
        return True, schema["const"]
    for keyword in ("examples", "enum"):
        values = schema.get(keyword)
        if isinstance(values, list) and values:
            return True, cast("list[Json]", values)[0]
    if schema.get("default") is not None:
        return True, schema["default"]
    return False, None


def _plainest(choices: list[Json]) -> Json:
    """The first choice that is not null."""
    for choice in choices:
        if choice != {"type": "null"}:
            return choice
    return choices[0]


def _merged(schema: dict[str, Json], root: Json) -> dict[str, Json]:
    merged = {key: value for key, value in schema.items() if key != "allOf"}
    for part in schema["allOf"]:
        whole = resolve(cast("dict[str, Json]", part), root) if isinstance(part, dict) else part
        merged = _joined(merged, whole)
    return merged


def _joined(left: dict[str, Json], right: Json) -> dict[str, Json]:
    if not isinstance(right, dict):
        return left
    other = cast("dict[str, Json]", right)
    joined = {**left, **other}
    if "properties" in left and "properties" in other:
        joined["properties"] = {**left["properties"], **other["properties"]}
    if "required" in left and "required" in other:
        joined["required"] = list(dict.fromkeys([*left["required"], *other["required"]]))
    return joined


def kind_of(schema: dict[str, Json]) -> str:
    """The JSON type that a schema is about: as it says, or as its keywords betray; else ``""``."""
    kind = schema.get("type")
    if isinstance(kind, list):
        kinds = cast("list[str]", kind)
        return next((each for each in kinds if each != "null"), "null")
    if isinstance(kind, str):
        return kind
    for betrayed, keywords in _BETRAYALS.items():
        if keywords & schema.keys():
            return betrayed
    return ""


_BETRAYALS: dict[str, frozenset[str]] = {
    "object": frozenset({"properties", "required", "additionalProperties", "minProperties"}),
    "array": frozenset({"items", "prefixItems", "minItems", "contains"}),
    "string": frozenset({"pattern", "minLength", "maxLength", "format"}),
    "number": frozenset({"minimum", "maximum", "exclusiveMinimum", "multipleOf"}),
}


def _of_type(schema: dict[str, Json], root: Json, depth: int) -> Json:
    match kind_of(schema):
        case "object":
            return _object(schema, root, depth)
        case "array":
            return _array(schema, root, depth)
        case "integer":
            return _number(schema, whole=True)
        case "number":
            return _number(schema, whole=False)
        case "boolean":
            return True
        case "null":
            return None
        case _:
            return _string(schema)


def _object(schema: dict[str, Json], root: Json, depth: int) -> Json:
    properties: dict[str, Json] = schema.get("properties", {})
    other = schema.get("additionalProperties", True)
    names = list(cast("list[str]", schema.get("required", [])))
    lacking = schema.get("minProperties", 0) - len(names)
    names += [f"key{number}" for number in range(1, min(lacking, _LONGEST) + 1)]
    return {name: _example(properties.get(name, other), root, depth - 1) for name in names}


def _array(schema: dict[str, Json], root: Json, depth: int) -> Json:
    first: list[Json] = schema.get("prefixItems", [])
    size = min(max(schema.get("minItems", 1), 1, len(first)), schema.get("maxItems", _LONGEST))
    rest = schema.get("items", True)
    kinds = [first[index] if index < len(first) else rest for index in range(min(size, _LONGEST))]
    values = [_example(kind, root, depth - 1) for kind in kinds]
    return _apart(values) if schema.get("uniqueItems") else values


def _apart(values: list[Json]) -> list[Json]:
    """Make equal neighbours differ where that is easy: numbers count up, text gets a number."""
    apart: list[Json] = []
    for index, value in enumerate(values):
        if index and isinstance(value, int | float) and not isinstance(value, bool):
            apart.append(value + index)
        elif index and isinstance(value, str):
            apart.append(f"{value}{index + 1}")
        else:
            apart.append(value)
    return apart


def _number(schema: dict[str, Json], *, whole: bool) -> Json:
    low, high, step = _bounds(schema, whole=whole)
    value: float = 1 if whole else 1.5
    if value < low:
        value = low
    if value > high:
        value = high
    if step:
        value = math.ceil(value / step) * step
        value = value - step if value > high else value
    return math.ceil(value) if whole and math.isfinite(value) else value


def _bounds(schema: dict[str, Json], *, whole: bool) -> tuple[float, float, float]:
    low, high = schema.get("minimum", -math.inf), schema.get("maximum", math.inf)
    step: float = schema.get("multipleOf", 0)
    above, below = schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")
    gap = 1 if whole else min(1, _room(above, below, low, high) / 2)
    if above is not None:
        low = max(low, above + gap)
    if below is not None:
        high = min(high, below - gap)
    return low, high, step


def _room(above: float | None, below: float | None, low: float, high: float) -> float:
    top = high if below is None else min(high, below)
    bottom = low if above is None else max(low, above)
    return top - bottom if math.isfinite(top - bottom) else 2


def _string(schema: dict[str, Json]) -> str:
    if schema.get("format") in _FORMATS:
        return _FORMATS[schema["format"]]
    if isinstance(schema.get("pattern"), str) and (found := matching(schema["pattern"])):
        return found
    text = "text".ljust(min(schema.get("minLength", 0), _LONGEST), "x")
    return text[: schema.get("maxLength", _LONGEST)]

"""A JSON Schema in words: ``an integer of at least 1``, ``one of 'c', 'f'``."""

import json
from typing import cast

from interlock.domain.example import kind_of, resolve
from interlock.domain.messages import Json

_DEEPEST = 4
_MOST_CHOICES = 20
_LONGEST = 120

_PLAIN = {
    "string": "a string",
    "integer": "an integer",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
    "array": "an array",
    "object": "an object",
}

_FORMATS = {
    "date": "a date like 2026-01-31",
    "date-time": "a date and time like 2026-01-31T09:30:00Z",
    "decimal": "a decimal number in a string, like '12.50'",
    "duration": "a duration like PT90S",
    "email": "an e-mail address",
    "time": "a time like 09:30:00Z",
    "uri": "a URI",
    "uuid": "a UUID",
}


def expectation(schema: Json, root: Json, depth: int = _DEEPEST) -> str:
    """Say in a few words what a schema accepts.

    Args:
        schema: A JSON Schema.
        root: The document that ``$ref`` points into.
        depth: How many levels of elements and choices to put into words.
    """
    if not isinstance(schema, dict):
        return "nothing: leave it out" if schema is False else "any value"
    plain = cast("dict[str, Json]", schema)
    if "$ref" in plain:
        return expectation(resolve(plain, root), root, depth - 1) if depth > 0 else "a value"
    if "const" in plain:
        return f"exactly {quote(plain['const'])}"
    if isinstance(plain.get("enum"), list):
        return one_of(plain["enum"])
    for keyword in ("anyOf", "oneOf"):
        if isinstance(plain.get(keyword), list):
            return _choices(plain[keyword], root, depth)
    return _typed(plain, root, depth)


def one_of(values: list[Json]) -> str:
    """``one of 'c', 'f'``; a long list is cut and its length told."""
    shown = ", ".join(quote(value) for value in values[:_MOST_CHOICES])
    more = f", … ({len(values)} in all)" if len(values) > _MOST_CHOICES else ""
    return f"one of {shown}{more}" if len(values) > 1 else f"exactly {shown}"


def quote(value: Json) -> str:
    """A value as the model should read it: text in single quotes, the rest as JSON."""
    text = f"'{value}'" if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _choices(choices: list[Json], root: Json, depth: int) -> str:
    if depth <= 0:
        return "one of several kinds of value"
    words = [expectation(choice, root, depth - 1) for choice in choices]
    return " or ".join(list(dict.fromkeys(words))[:_MOST_CHOICES])


def _typed(schema: dict[str, Json], root: Json, depth: int) -> str:
    kinds = schema.get("type")
    if isinstance(kinds, list):
        alone = [{**schema, "type": kind} for kind in cast("list[str]", kinds)]
        return " or ".join(_typed(each, root, depth) for each in alone)
    match kind_of(schema):
        case "integer" | "number" as kind:
            return f"{_PLAIN[kind]}{_range(schema)}"
        case "string":
            return _string(schema)
        case "array":
            return _array(schema, root, depth)
        case "object":
            return _object(schema)
        case "boolean" | "null" as kind:
            return _PLAIN[kind]
        case _:
            return "a value that fits the schema"


def _range(schema: dict[str, Json]) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    words: list[str] = []
    if low is not None and high is not None:
        words.append(f"from {low} to {high}")
    elif low is not None:
        words.append(f"of at least {low}")
    elif high is not None:
        words.append(f"of at most {high}")
    if "exclusiveMinimum" in schema:
        words.append(f"greater than {schema['exclusiveMinimum']}")
    if "exclusiveMaximum" in schema:
        words.append(f"less than {schema['exclusiveMaximum']}")
    if "multipleOf" in schema:
        words.append(f"that is a multiple of {schema['multipleOf']}")
    return f" {', '.join(words)}" if words else ""


def _string(schema: dict[str, Json]) -> str:
    words = _FORMATS.get(schema.get("format", ""), "")
    if not words:
        words = f"a string in the format {schema['format']}" if "format" in schema else "a string"
    words += _size(schema, "Length", "character")
    if "pattern" in schema:
        words += f" that matches {quote(schema['pattern'])}"
    return words


def _array(schema: dict[str, Json], root: Json, depth: int) -> str:
    words = f"an array{_size(schema, 'Items', 'element')}"
    if schema.get("uniqueItems"):
        words += " that all differ" if "element" in words else " of different elements"
    items = schema.get("items", True)
    if isinstance(items, dict) and items and depth > 0:
        words += f", each {expectation(cast('Json', items), root, depth - 1)}"
    return words


def _object(schema: dict[str, Json]) -> str:
    required = cast("list[str]", schema.get("required", []))
    if required:
        return f"an object with {', '.join(quote(name) for name in required[:_MOST_CHOICES])}"
    return f"an object{_size(schema, 'Properties', 'property')}"


def _size(schema: dict[str, Json], keyword: str, noun: str) -> str:
    low, high = schema.get(f"min{keyword}"), schema.get(f"max{keyword}")
    many = "properties" if noun == "property" else f"{noun}s"
    if low and high is not None:
        return (
            f" of {low} to {high} {many}"
            if low != high
            else f" of {low} {many if low > 1 else noun}"
        )
    if low:
        return f" of at least {low} {noun if low == 1 else many}"
    if high is not None:
        return f" of at most {high} {noun if high == 1 else many}"
    return ""

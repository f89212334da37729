"""Examples that a model is shown: valid, or not shown."""

import re

import pytest
from msgspec import UNSET

from interlock.domain.pattern import matching
from interlock.domain.schema import Checker, example


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"const": None}, None),
        ({"type": "string", "examples": ["Shenzhen"], "enum": ["a", "Shenzhen"]}, "Shenzhen"),
        ({"enum": ["c", "f"], "default": "f"}, "c"),
        ({"type": "integer", "default": 30}, 30),
        ({"type": "integer"}, 1),
        ({"type": "integer", "minimum": 3, "multipleOf": 5}, 5),
        ({"type": "integer", "maximum": -3}, -3),
        ({"type": "integer", "exclusiveMaximum": 1}, 0),
        ({"type": "integer", "minimum": 1.5}, 2),
        ({"type": "number"}, 1.5),
        ({"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 0.5}, 0.25),
        ({"type": "number", "maximum": 7, "minimum": 4, "multipleOf": 2}, 4),
        ({"type": "boolean"}, True),
        ({"type": "null"}, None),
        ({"type": ["null", "boolean"]}, True),
        ({"type": "string", "maxLength": 2}, "te"),
        ({"type": "string", "format": "uuid"}, "3f0e1a52-8c5d-4b7e-9f10-2d6c4b8a7e31"),
        ({"minLength": 6}, "textxx"),
        ({"anyOf": [{"type": "null"}, {"type": "integer"}]}, 1),
        ({"type": "array", "items": {"type": "integer"}, "minItems": 2}, [1, 1]),
        (
            {"type": "array", "items": {"type": "integer"}, "minItems": 3, "uniqueItems": True},
            [1, 2, 3],
        ),
        ({"items": {"type": "string"}, "minItems": 2, "uniqueItems": True}, ["text", "text2"]),
        ({"prefixItems": [{"type": "string"}, {"type": "integer"}], "type": "array"}, ["text", 1]),
        ({"type": "array", "maxItems": 0}, []),
        (
            {"type": "object", "minProperties": 1, "additionalProperties": {"type": "integer"}},
            {"key1": 1},
        ),
        (
            {
                "allOf": [
                    {"properties": {"a": {"type": "integer"}}, "required": ["a"]},
                    {"properties": {"b": {"type": "string"}}, "required": ["b"]},
                ]
            },
            {"a": 1, "b": "text"},
        ),
        (
            {
                "type": "object",
                "properties": {"a": {"type": "integer"}, "b": {"type": "string"}},
                "oneOf": [{"required": ["a"]}, {"required": ["b"]}],
            },
            {"a": 1},
        ),
    ],
)
def test_an_example_is_plain_and_valid(schema: dict[str, object], value: object):
    assert example(schema) == value
    assert Checker(schema).example == value


def test_an_example_that_would_not_be_valid_is_not_shown():
    checker = Checker({"type": "string", "not": {"const": "text"}})

    assert checker.example is UNSET


def test_a_recursive_schema_that_never_ends_still_gives_an_answer():
    checker = Checker(
        {"type": "object", "properties": {"next": {"$ref": "#"}}, "required": ["next"]}
    )

    assert checker.example is UNSET


@pytest.mark.parametrize(
    "pattern",
    [
        "^[A-Z]{3}$",
        r"^#W\d{7}$",
        r"^\d{4}-\d{2}-\d{2}$",
        r"^(\+\d{1,3})?[0-9]{8,}$",
        "^(red|green)-[^a-z]+$",
        r"^[\w.]+@[\w.]+\.com$",
        "^(?:ab|c){2}x*y+?$",
        "a|b",
        r"\[x\]\$",
        ".{3}",
    ],
)
def test_a_simple_pattern_gets_a_text_that_matches(pattern: str):
    assert re.search(pattern, matching(pattern))
    assert matching(pattern)


@pytest.mark.parametrize(
    "pattern",
    ["^(?=a)a$", r"(a)\1", "[[:alpha:]]", "a{9999}", "(a", "a)", "[]", "*", r"\p{L}", "\\"],
)
def test_a_pattern_that_is_beyond_us_gets_no_text(pattern: str):
    assert matching(pattern) == ""

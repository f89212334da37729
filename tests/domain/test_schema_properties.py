"""Whatever a model writes, it is read or refused, and never breaks the server."""

import json

import jsonschema_rs
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET

from interlock.domain.arguments import ParseFault, parse_arguments
from interlock.domain.schema import Checker, explain

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats(-9, 9) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abcde"), inner),
    max_leaves=8,
)

SCALARS = st.sampled_from(
    [
        {"type": "string"},
        {"type": "string", "minLength": 2, "maxLength": 5},
        {"type": "string", "pattern": "^[a-c]{2}$"},
        {"type": "integer", "minimum": -3, "maximum": 7},
        {"type": "number", "exclusiveMinimum": 0},
        {"type": "integer", "multipleOf": 3},
        {"type": ["boolean", "null"]},
        {"enum": ["a", 1, None]},
        {"const": "a"},
        {"not": {"type": "string"}},
        True,
    ]
)


def _parts(inner: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    names = st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
    objects = st.builds(
        lambda properties, required, closed: {
            "type": "object",
            "properties": properties,
            "required": sorted(required & properties.keys()),
            "additionalProperties": not closed,
        },
        names,
        st.sets(st.sampled_from("abc")),
        st.booleans(),
    )
    arrays = st.builds(
        lambda items, least: {"type": "array", "items": items, "minItems": least},
        inner,
        st.integers(0, 2),
    )
    unions = st.builds(
        lambda word, choices: {word: choices},
        st.sampled_from(["anyOf", "oneOf", "allOf"]),
        st.lists(inner, min_size=1, max_size=3),
    )
    return objects | arrays | unions


SCHEMAS = st.builds(
    lambda properties: {"type": "object", "properties": properties, "required": ["a"]},
    st.dictionaries(st.sampled_from("ab"), st.recursive(SCALARS, _parts, max_leaves=6), min_size=1),
)


@settings(max_examples=300, deadline=None)
@given(SCHEMAS, VALUES)
def test_a_value_has_faults_exactly_when_it_is_not_valid(schema: dict[str, object], value: object):
    checker = Checker(schema)

    faults = checker.faults(value)

    assert (faults == ()) == jsonschema_rs.is_valid(schema, value)
    assert len({(fault.path, fault.expected) for fault in faults}) == len(faults)
    assert explain(faults, "tool", checker.example).startswith("tool did not run")


@settings(max_examples=300, deadline=None)
@given(SCHEMAS)
def test_an_example_is_valid_or_is_not_shown(schema: dict[str, object]):
    example = Checker(schema).example

    assert example is UNSET or jsonschema_rs.is_valid(schema, example)


@given(st.text())
def test_any_text_is_read_or_refused(text: str):
    assert isinstance(parse_arguments(text), dict | ParseFault)


@given(st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), VALUES))
def test_any_object_is_read_as_it_was_written(value: dict[str, object]):
    assert parse_arguments(json.dumps(value)) == value
    assert parse_arguments(json.dumps(value, ensure_ascii=False, indent=2)) == value
    assert parse_arguments(json.dumps(json.dumps(value))) == value


@given(st.dictionaries(st.text(max_size=3), VALUES, min_size=1), st.data())
def test_an_object_that_was_cut_off_is_never_read(value: dict[str, object], data: st.DataObject):
    text = json.dumps(value)
    cut = data.draw(st.integers(1, len(text) - 1))

    assert isinstance(parse_arguments(text[:cut]), ParseFault)

"""Arguments against a schema: all faults at once, each naming its argument."""

import pytest

from interlock.domain.arguments import ParseFault
from interlock.domain.schema import ArgumentFault, Checker, explain
from interlock.errors import ConfigError

ORDER = {
    "type": "object",
    "properties": {
        "city": {"type": "string", "pattern": "^[A-Z]{3}$"},
        "count": {"type": "integer", "minimum": 1},
        "unit": {"enum": ["c", "f"]},
        "items": {"type": "array", "items": {"$ref": "#/$defs/item"}},
    },
    "required": ["city", "count"],
    "additionalProperties": False,
    "$defs": {
        "item": {
            "type": "object",
            "properties": {"sku": {"type": "string"}, "n": {"type": "integer"}},
            "required": ["sku"],
            "additionalProperties": False,
        }
    },
}


def faults(schema: object, value: object) -> list[tuple[str, str, object]]:
    checker = Checker({"type": "object", "properties": {"x": schema}})
    return [(each.path, each.expected, each.example) for each in checker.faults({"x": value})]


def test_every_fault_is_named_at_once():
    value = {"count": 0, "unit": "k", "items": [{"sku": "a", "n": "1"}, {"qty": 1}], "towards": "x"}

    assert set(Checker(ORDER).faults(value)) == {
        ArgumentFault("city", "required: a string that matches '^[A-Z]{3}$'", "AAA"),
        ArgumentFault("count", "an integer of at least 1", 1),
        ArgumentFault("unit", "one of 'c', 'f'", "c"),
        ArgumentFault("items[0].n", "an integer", 1),
        ArgumentFault("items[1].sku", "required: a string", "text"),
        ArgumentFault("items[1].qty", "no such argument; expected one of 'sku', 'n'"),
        ArgumentFault(
            "towards", "no such argument; expected one of 'city', 'count', 'unit', 'items'"
        ),
    }


def test_valid_arguments_have_no_fault():
    assert Checker(ORDER).faults({"city": "SZX", "count": 2.0, "items": [{"sku": "a"}]}) == ()


def test_the_model_reads_each_fault_and_a_valid_call():
    checker = Checker(ORDER)

    text = explain(checker.faults({"city": "SZX", "count": "two"}), "order", checker.example)

    assert text == (
        "order did not run: its arguments are not valid.\n"
        "- count: an integer of at least 1 (for example 1)\n"
        "Correct the arguments and call order again, for example with:\n"
        '{"city": "AAA", "count": 1}'
    )


def test_the_model_reads_why_its_text_could_not_be_parsed():
    text = explain(ParseFault("the arguments are not valid JSON"), "order", {"city": "AAA"})

    assert text == (
        "order did not run: the arguments are not valid JSON.\n"
        "Send the arguments as one complete JSON object.\n"
        "Correct the arguments and call order again, for example with:\n"
        '{"city": "AAA"}'
    )


def test_a_very_long_name_is_cut():
    faults = Checker(ORDER).faults({"city": "SZX", "count": 1, "x" * 5000: 1, "a b": 1})

    assert [len(fault.path) for fault in faults] == [120, 3]


def test_a_long_list_of_faults_is_cut_and_counted():
    checker = Checker({"type": "array", "items": {"type": "integer"}})

    lines = explain(checker.faults(["x"] * 150), "sum").splitlines()

    assert (len(lines), lines[1], lines[-1]) == (
        22,
        "- [0]: an integer (for example 1)",
        "- and 130 more",
    )


@pytest.mark.parametrize(
    ("schema", "value", "fault"),
    [
        ({"const": 7}, 8, ("x", "exactly 7", 7)),
        ({"type": ["integer", "null"]}, "a", ("x", "an integer or null", 1)),
        ({"type": "number", "minimum": 2, "maximum": 3}, 9, ("x", "a number from 2 to 3", 2)),
        ({"type": "integer", "exclusiveMinimum": 4}, 4, ("x", "an integer greater than 4", 5)),
        (
            {"type": "string", "minLength": 6},
            "a",
            ("x", "a string of at least 6 characters", "textxx"),
        ),
        (
            {"type": "string", "format": "date"},
            "May",
            ("x", "a date like 2026-01-31", "2026-01-31"),
        ),
        (
            {"type": "string", "format": "email"},
            "me",
            ("x", "an e-mail address", "name@example.com"),
        ),
        (
            {"type": "array", "minItems": 2},
            [],
            ("x", "an array of at least 2 elements", ["text", "text"]),
        ),
        (
            {"type": "array", "uniqueItems": True},
            [1, 1],
            ("x", "an array of different elements", ["text"]),
        ),
        (
            {"type": "array", "items": {"type": "string"}},
            "a",
            ("x", "an array, each a string", ["text"]),
        ),
        ({"type": "boolean"}, "yes", ("x", "true or false", True)),
        ({"not": {"type": "string"}}, "a", ("x", "anything but a string", ...)),
        (False, 1, ("x", "no such argument; leave it out", ...)),
    ],
)
def test_an_expectation_is_put_into_words(schema: object, value: object, fault: tuple[object, ...]):
    (found,) = faults(schema, value)

    assert found[:2] == fault[:2]
    if fault[2] is not ...:
        assert found[2] == fault[2]


def test_a_union_names_the_fault_inside_the_choice_that_was_meant():
    kinds = {
        "oneOf": [
            {
                "type": "object",
                "properties": {"kind": {"const": "card"}, "number": {"type": "string"}},
                "required": ["kind", "number"],
            },
            {
                "type": "object",
                "properties": {"kind": {"const": "cash"}, "coins": {"type": "integer"}},
                "required": ["kind"],
            },
        ]
    }

    assert faults(kinds, {"kind": "card"}) == [("x.number", "required: a string", "text")]
    assert faults(kinds, {"kind": "cash", "coins": "9"}) == [("x.coins", "an integer", 1)]


def test_an_optional_object_names_the_fault_inside_it():
    optional = {"anyOf": [{"type": "null"}, {"type": "object", "required": ["a"]}]}

    assert [fault[0] for fault in faults(optional, {})] == ["x.a"]
    assert [fault[1] for fault in faults(optional, 3)] == ["null or an object with 'a'"]


def test_a_name_that_another_argument_asks_for_is_named():
    checker = Checker({"type": "object", "dependentRequired": {"a": ["b"]}})

    assert checker.faults({"a": 1}) == (ArgumentFault("b", "required"),)


def test_broken_characters_are_a_fault_and_no_crash():
    assert [fault.path for fault in Checker(ORDER).faults({"city": "\ud800"})] == [""]


def test_an_older_draft_that_a_schema_names_is_obeyed():
    checker = Checker(
        {
            "$schema": "http://json-schema.org/draft-07/schema#",
            "type": "object",
            "properties": {"pair": {"items": [{"type": "string"}, {"type": "integer"}]}},
        }
    )

    assert [fault.path for fault in checker.faults({"pair": ["a", "b"]})] == ["pair[1]"]


def test_a_recursive_schema_checks_every_level():
    checker = Checker(
        {
            "type": "object",
            "properties": {
                "name": {"type": "string"},
                "children": {"type": "array", "items": {"$ref": "#"}},
            },
            "required": ["name"],
        }
    )

    deep = {"name": "a", "children": [{"name": "b", "children": [{"name": 3}]}]}

    assert [fault.path for fault in checker.faults(deep)] == ["children[0].children[0].name"]
    assert checker.example == {"name": "text"}


@pytest.mark.parametrize(
    ("schema", "reason"),
    [
        ({"$ref": "https://example.com/schema.json"}, "Retrieval is disabled"),
        ({"$ref": "#/$defs/missing"}, "does not exist"),
        ({"$schema": "https://example.com/draft"}, "Unknown meta-schema"),
        ({"type": "text"}, "not valid JSON Schema"),
        ({"pattern": "("}, "not valid JSON Schema"),
        ({"pattern": "((((a{100}){100}){100}){100})"}, "not valid JSON Schema"),
        ({"description": "x" * 300_000}, "at most 262144"),
        ({"enum": {1, 2}}, "not plain JSON data"),
    ],
)
def test_a_schema_that_can_not_be_used_is_refused(schema: dict[str, object], reason: str):
    with pytest.raises(ConfigError, match=reason):
        Checker(schema)


def test_a_schema_that_is_too_deep_is_refused():
    schema: dict[str, object] = {}
    for _ in range(70):
        schema = {"not": schema}

    with pytest.raises(ConfigError, match="deeper than 64"):
        Checker(schema)


def test_a_schema_that_doubles_itself_is_refused():
    parts: dict[str, object] = {"a0": {"type": "integer"}}
    for level in range(1, 60):
        below = {"$ref": f"#/$defs/a{level - 1}"}
        parts[f"a{level}"] = {"allOf": [below, below]}

    with pytest.raises(ConfigError, match="refers to itself so often"):
        Checker({"$defs": parts, "$ref": "#/$defs/a59"})


def test_a_value_that_would_explode_a_recursive_schema_gets_one_plain_fault():
    self = {"$ref": "#/$defs/node"}
    array = {"type": "array", "items": {"anyOf": [self, self]}}
    node = {"anyOf": [{"type": "integer"}, array]}
    checker = Checker({"$defs": {"node": node}, **self})
    value: object = "x"
    for _ in range(40):
        value = [value]

    assert [fault.path for fault in checker.faults(value)] == [""]


@pytest.mark.parametrize("pattern", ["^(a+)+$", "^(a|a|b)*(?=x)(\\1c)$", "^(?:(a+)+)+\\1$"])
def test_no_pattern_can_run_for_long(pattern: str):
    # Backtracking would need 2^100000 steps here, so the test ends or it does not.
    assert [
        fault[0] for fault in faults({"type": "string", "pattern": pattern}, "a" * 100_000 + "!")
    ]

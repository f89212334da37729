"""What an author says about a tool is checked when the program starts."""

import pytest

from interlock.domain.tools import Rate, ToolSpec
from interlock.errors import ConfigError
from interlock.tools.traits import Traits, rate_of, spec_with

OBJECT = {"type": "object", "properties": {"folder": {"type": "string"}}}


@pytest.mark.parametrize(
    ("words", "rate"),
    [
        ("10/min", Rate(10, 60.0)),
        ("1/s", Rate(1, 1.0)),
        ("100 / 2 hours", Rate(100, 7200.0)),
        ("5/30s", Rate(5, 30.0)),
        ("3/day", Rate(3, 86400.0)),
    ],
)
def test_a_rate_is_read_from_words(words: str, rate: Rate):
    assert rate_of(words) == rate


@pytest.mark.parametrize("words", ["", "10", "10/fortnight", "0/s", "ten/min", "1.5/s", "-1/s"])
def test_a_rate_that_says_nothing_is_refused(words: str):
    with pytest.raises(ConfigError, match="not a rate"):
        rate_of(words)


def test_every_trait_reaches_the_spec():
    traits = Traits(
        effect="destructive",
        idempotent=True,
        permission="admin",
        approver="editor",
        four_eyes=True,
        approval="always",
        timeout=10,
        rate="2/min",
        concurrency=1,
        returns="trusted",
        max_result_chars=500,
        consequence="Deletes everything in {folder}.",
    )

    spec = spec_with(traits, name="clean", description="Clean.", parameters=OBJECT, source="schema")

    assert spec == ToolSpec(
        name="clean",
        description="Clean.",
        parameters=OBJECT,
        effect="destructive",
        idempotent=True,
        permission="admin",
        approver="editor",
        four_eyes=True,
        approval="always",
        timeout=10,
        rate=Rate(2, 60.0),
        concurrency=1,
        returns="trusted",
        max_result_chars=500,
        consequence="Deletes everything in {folder}.",
        source="schema",
    )


@pytest.mark.parametrize(
    ("traits", "reason"),
    [
        ({"effect": "harmless"}, "effect must be one of read, write, destructive"),
        ({"approval": "maybe"}, "approval must be one of"),
        ({"returns": "fine"}, "returns must be one of"),
        ({"timeout": 0}, "above 0"),
        ({"max_result_chars": 0}, "above 0"),
        ({"concurrency": -1}, "not below"),
        ({"rate": "often"}, "not a rate"),
        ({"consequence": "Deletes {everything}."}, "'{everything}', which is no argument"),
        ({"consequence": "Deletes {"}, "can't be read"),
        ({"retries": 3}, "retries"),
    ],
)
def test_a_trait_that_makes_no_sense_is_refused(traits: Traits, reason: str):
    with pytest.raises(ConfigError, match=reason):
        spec_with(traits, name="clean", description="Clean.", parameters=OBJECT, source="schema")


@pytest.mark.parametrize("name", ["", "a b", "a.b", "x" * 65, "löschen"])
def test_a_name_that_providers_refuse_is_refused(name: str):
    with pytest.raises(ConfigError, match="can't be a tool's name"):
        spec_with({}, name=name, description="Clean.", parameters=OBJECT, source="schema")


@pytest.mark.parametrize(
    ("parameters", "reason"),
    [
        ({"type": "array"}, "must have the type 'object'"),
        (
            {"type": "object", "properties": {"x": {"$ref": "https://a.example/b"}}},
            "clean: the schema",
        ),
    ],
)
def test_a_schema_that_can_not_work_is_refused(parameters: dict[str, object], reason: str):
    with pytest.raises(ConfigError, match=reason):
        spec_with({}, name="clean", description="Clean.", parameters=parameters, source="schema")

"""Types of many makers as arguments and results."""

import enum
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Annotated, Any, Literal, NotRequired, TypedDict
from uuid import UUID

import msgspec
import pydantic
import pytest
from tests.tools.context import Context

from interlock.domain.schema import Checker
from interlock.errors import ConfigError, ToolError
from interlock.tools.function import FunctionTool, tool


class Color(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Line(pydantic.BaseModel):
    sku: str
    count: int = pydantic.Field(ge=1, description="How many.")
    parts: "list[Line]" = []
    bought: date | None = None


class Place(msgspec.Struct):
    city: str
    zip: str | None = None


@dataclass
class Size:
    width: int
    tags: list[str] = field(default_factory=list)


class Note(TypedDict):
    title: str
    text: NotRequired[str]


class Tree(msgspec.Struct):
    name: str
    children: "list[Tree]" = []


CASES: list[tuple[Any, Any, Any]] = [
    (str, "a", "a"),
    (int, 3, 3),
    (int, 3.0, 3),
    (float, 3, 3.0),
    (bool, True, True),
    (None, None, None),
    (str | None, None, None),
    (list[int], [1, 2.0], [1, 2]),
    (Sequence[int], [1], [1]),
    (set[str], ["a"], {"a"}),
    (tuple[int, str], [1, "a"], (1, "a")),
    (dict[str, int], {"a": 1}, {"a": 1}),
    (int | str, "3", "3"),
    (Any, {"a": [1, None]}, {"a": [1, None]}),
    (Literal["a", "b"], "b", "b"),
    (Color, "blue", Color.BLUE),
    (bytes, "aGk=", b"hi"),
    (datetime, "2026-01-31T09:30:00Z", datetime(2026, 1, 31, 9, 30, tzinfo=UTC)),
    (list[datetime | None], ["2026-01-31T09:30:00"], [datetime(2026, 1, 31, 9, 30)]),  # noqa: DTZ001
    (date, "2026-01-31", date(2026, 1, 31)),
    (timedelta, "PT90S", timedelta(seconds=90)),
    (Decimal, "12.50", Decimal("12.50")),
    (UUID, "3f0e1a52-8c5d-4b7e-9f10-2d6c4b8a7e31", UUID("3f0e1a52-8c5d-4b7e-9f10-2d6c4b8a7e31")),
    (Line, {"sku": "a", "count": 2}, Line(sku="a", count=2)),
    (list[Line], [{"sku": "a", "count": 2.0}], [Line(sku="a", count=2)]),
    (Line | None, {"sku": "a", "count": 2}, Line(sku="a", count=2)),
    (Place, {"city": "Shenzhen"}, Place("Shenzhen")),
    (Size, {"width": 1, "tags": ["a"]}, Size(1, ["a"])),
    (Note, {"title": "a"}, {"title": "a"}),
    (Tree, {"name": "a", "children": [{"name": "b"}]}, Tree("a", [Tree("b")])),
    (Annotated[int, msgspec.Meta(ge=1)], 1, 1),
    (Annotated[int, pydantic.Field(ge=1)], 1, 1),
]


def tool_with(kind: object) -> FunctionTool[Any, Any]:
    def take(x: object) -> object:
        """Take."""
        return x

    take.__annotations__ = {"x": kind, "return": kind}
    return tool(take)


@pytest.mark.parametrize(("kind", "json", "value"), CASES, ids=lambda case: str(case)[:40])
async def test_valid_json_becomes_the_typed_value_and_goes_back(
    kind: object, json: object, value: object
):
    seen: list[object] = []

    def take(x: object) -> object:
        """Take."""
        seen.append(x)
        return x

    take.__annotations__ = {"x": kind, "return": kind}
    taker = tool(take)

    assert Checker(taker.spec.parameters).faults({"x": json}) == ()
    result = await taker.invoke(Context(), {"x": json})

    assert seen == [value]
    if taker.spec.result_schema is not None:
        assert Checker(taker.spec.result_schema).faults(result) == ()
    assert await taker.invoke(Context(), {"x": result}) == result


@pytest.mark.parametrize(
    ("kind", "json", "path"),
    [
        (int, "3", "x"),
        (datetime, "tomorrow", "x"),
        (Decimal, "a lot", "x"),
        (Color, "green", "x"),
        (Line, {"sku": "a", "count": 0}, "x.count"),
        (Line, {"sku": "a", "count": 1, "parts": [{"sku": "b"}]}, "x.parts[0].count"),
        (Place, {"city": "a", "zipp": "1"}, "x.zipp"),
        (Size, {"width": 1, "depth": 2}, "x.depth"),
        (Note, {"title": "a", "body": "b"}, "x.body"),
        (Tree, {"name": "a", "children": [{}]}, "x.children[0].name"),
        (Annotated[int, pydantic.Field(ge=1)], 0, "x"),
        (Annotated[str, msgspec.Meta(min_length=2)], "a", "x"),
    ],
)
def test_wrong_json_is_found_by_the_schema(kind: object, json: object, path: str):
    faults = Checker(tool_with(kind).spec.parameters).faults({"x": json})

    assert [fault.path for fault in faults] == [path]


def test_words_and_bounds_reach_the_schema_and_titles_do_not():
    @tool
    def plan(
        city: Annotated[str, "Where to."],
        line: Line,
        days: Annotated[int, pydantic.Field(ge=1, le=9, description="How long.")] = 2,
    ) -> None:
        """Plan.

        Args:
            city: Not used, the hint comes first.
            line: What to carry.
        """

    assert plan.spec.parameters == {
        "type": "object",
        "properties": {
            "city": {"type": "string", "description": "Where to."},
            "line": {"$ref": "#/$defs/Line", "description": "What to carry."},
            "days": {
                "type": "integer",
                "minimum": 1,
                "maximum": 9,
                "description": "How long.",
                "default": 2,
            },
        },
        "required": ["city", "line"],
        "additionalProperties": False,
        "$defs": {
            "Line": {
                "type": "object",
                "properties": {
                    "sku": {"type": "string"},
                    "count": {"type": "integer", "minimum": 1, "description": "How many."},
                    "parts": {"type": "array", "items": {"$ref": "#/$defs/Line"}, "default": []},
                    "bought": {
                        "anyOf": [{"type": "string", "format": "date"}, {"type": "null"}],
                        "default": None,
                    },
                },
                "required": ["sku", "count"],
                "additionalProperties": False,
            }
        },
    }


async def test_a_models_own_validator_is_asked_before_anybody_approves():
    class Even(pydantic.BaseModel):
        n: int

        @pydantic.field_validator("n")
        @classmethod
        def even(cls, n: int) -> int:
            if n % 2:
                raise ValueError("must be even")
            return n

    taker = tool_with(Even)

    reason = await taker.check(Context().principal, {"x": {"n": 3}})

    assert reason == "an argument does not fit: n: Value error, must be even - at `$.x`"
    with pytest.raises(ToolError, match="must be even"):
        await taker.invoke(Context(), {"x": {"n": 3}})


async def test_a_result_without_json_form_is_left_for_the_gate_to_report():
    @tool
    async def odd() -> object:
        """Do."""
        return odd

    assert odd.spec.result_schema is None
    assert await odd.invoke(Context(), {}) is odd


def test_two_different_types_of_one_name_are_refused():
    def one() -> type:
        class Item(msgspec.Struct):
            a: int

        return Item

    def other() -> type:
        class Item(pydantic.BaseModel):
            b: int
            more: "list[Item]" = []

        Item.model_rebuild()
        return Item

    def both(x: object, y: object) -> None:
        """Do."""

    both.__annotations__ = {"x": one(), "y": other(), "return": None}
    with pytest.raises(ConfigError, match="two different types are called Item"):
        tool(both)

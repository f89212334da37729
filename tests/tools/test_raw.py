"""A schema and a handler as a tool."""

import pytest
from tests.tools.context import Context

from interlock.domain.messages import Json
from interlock.domain.tools import Tool, ToolContext, ToolSpec, Verification
from interlock.errors import ConfigError
from interlock.tools.raw import schema_tool

PARAMETERS = {"type": "object", "properties": {"n": {"type": "integer"}}}


async def double(context: ToolContext, arguments: dict[str, Json]) -> Json:
    return {"key": context.idempotency_key, "n": 2 * arguments["n"]}


async def test_a_handler_gets_the_context_and_the_arguments():
    doubler: Tool = schema_tool("double", "Double.", PARAMETERS, double, effect="read")

    assert doubler.spec == ToolSpec(
        name="double", description="Double.", parameters=PARAMETERS, effect="read", source="schema"
    )
    assert await doubler.invoke(Context(), {"n": 4}) == {"key": "call_1", "n": 8}
    assert await doubler.check(Context().principal, {"n": 4}) is None
    assert await doubler.verify(Context(), {"n": 4}) == Verification(None)


def test_a_schema_that_is_no_object_is_refused():
    with pytest.raises(ConfigError, match="must have the type 'object'"):
        schema_tool("double", "Double.", {"type": "integer"}, double)

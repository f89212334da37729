"""A tool from a JSON Schema and a handler, for arguments that have no Python type."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Unpack

from interlock.domain.messages import Json
from interlock.domain.principals import Principal
from interlock.domain.tools import ToolContext, ToolSpec, Verification
from interlock.tools.traits import Traits, spec_with

Handler = Callable[[ToolContext, dict[str, Json]], Awaitable[Json]]
"""Runs one call: takes the context and the valid arguments, returns JSON."""


class SchemaTool:
    """A handler behind a schema. Arguments reach it as plain JSON data."""

    def __init__(self, spec: ToolSpec, handler: Handler) -> None:
        self._spec = spec
        self._handler = handler

    @property
    def spec(self) -> ToolSpec:
        """Description and traits."""
        return self._spec

    async def invoke(self, context: ToolContext, arguments: Mapping[str, Json]) -> Json:
        """Run the handler once; only the gate calls this.

        Raises:
            ToolError: The handler says so.
            ToolUnavailable: The handler says so.
        """
        return await self._handler(context, dict(arguments))

    async def check(self, principal: Principal, arguments: Mapping[str, Json]) -> str | None:
        """There is no business check: None."""
        del principal, arguments
        return None

    async def verify(self, context: ToolContext, arguments: Mapping[str, Json]) -> Verification:
        """Nobody can say whether a call took effect."""
        del context, arguments
        return Verification(None)


def schema_tool(
    name: str,
    description: str,
    parameters: dict[str, Json],
    handler: Handler,
    *,
    result_schema: dict[str, Json] | None = None,
    **traits: Unpack[Traits],
) -> SchemaTool:
    """Make a tool of a JSON Schema and an async handler.

    Args:
        name: What the model calls.
        description: What the model reads.
        parameters: JSON Schema (Draft 2020-12) of the arguments, of the type ``object``.
        handler: Takes the ``ToolContext`` and the arguments, returns JSON.
        result_schema: JSON Schema of the result; None accepts any JSON.
        traits: See ``ToolSpec`` for each; ``rate`` may be words like ``"10/min"``.

    Raises:
        ConfigError: A name, a schema or a trait is wrong; the text says which.
    """
    spec = spec_with(
        traits,
        name=name,
        description=description,
        parameters=parameters,
        result_schema=result_schema,
        source="schema",
    )
    return SchemaTool(spec, handler)

"""The tools of MCP servers as tools behind our gate.

A server's word about itself is not proof: its tools write and return untrusted content unless the
operator says otherwise. A hint may make a tool more dangerous, never less. What the operator saw
when a tool was taken in is pinned; a tool that changed afterwards does not run.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Self, cast

from msgspec import Struct

from interlock.domain.messages import Json
from interlock.domain.principals import Principal
from interlock.domain.schema import Checker
from interlock.domain.tools import (
    Effect,
    Tool,
    ToolContext,
    ToolSource,
    ToolSpec,
    Verification,
)
from interlock.errors import ConfigError, ToolUnavailable
from interlock.tools.mcp_listing import fitting_name, pin_of, schema_without
from interlock.tools.mcp_result import result_of
from interlock.tools.mcp_session import McpSession, StdioCommand, types
from interlock.tools.traits import Traits, spec_with

__all__ = ["McpOptions", "McpServer", "McpTool", "StdioCommand"]

Bound = Json | Callable[[ToolContext], Json]
"""A value, or what makes it for each call from the context (whose call it is, for example)."""

_log = logging.getLogger(__name__)


class McpOptions(Struct, frozen=True, kw_only=True):
    """What the operator decides about a server's tools. Names are the server's own.

    Args:
        prefix: Call them ``server__tool``; without it their names must not clash with others.
        only: The tools to take; empty takes all.
        effects: The effect of single tools, for example ``{"get_order": "read"}``.
        traits: Other traits of single tools; ``"*"`` holds for all.
        bound: Arguments that the model neither sees nor chooses, for every tool that has them.
        pins: Digests of single tools as they were approved; one that differs does not run.
    """

    prefix: bool = True
    only: frozenset[str] = frozenset()
    effects: Mapping[str, Effect] = {}
    traits: Mapping[str, Traits] = {}
    bound: Mapping[str, Bound] = {}
    pins: Mapping[str, str] = {}


class McpServer:
    """A server and its tools. Name it among an agent's ``sources``, or use ``async with``.

    Args:
        name: A short word for names, logs and the people who approve.
        command: How to start it.
        options: What the operator decides about its tools.
    """

    def __init__(self, name: str, command: StdioCommand, options: McpOptions | None = None) -> None:
        self.name = name
        self.options = options or McpOptions()
        self.tools: tuple[McpTool, ...] = ()
        self.refused: dict[str, str] = {}
        self._command = command
        self._session = McpSession(name, command)
        self._changed: frozenset[str] = frozenset()
        self._checking = asyncio.Lock()

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    @property
    def pins(self) -> dict[str, str]:
        """The digest of each tool, by the server's name for it, to be kept as ``options.pins``."""
        return {tool.remote_name: tool.pin for tool in self.tools}

    async def open(self) -> "tuple[McpTool, ...]":
        """Connect and take the tools in. Those that can't be used are named in ``refused``.

        Raises:
            ConfigError: The server can't be started, an option is wrong or names no tool, or two
                tools end up with one name.
        """
        try:
            await self._session.start()
            self._take(await self._session.tools())
        except ToolUnavailable as fault:
            await self.close()
            raise ConfigError(f"{fault} Check its command: {self._command.command}") from fault
        except BaseException:
            await self.close()
            raise
        return self.tools

    async def close(self) -> None:
        """Disconnect and end the server."""
        await self._session.close()

    async def call(
        self, tool: "McpTool", context: ToolContext, arguments: Mapping[str, Json]
    ) -> types.CallToolResult:
        """Call a tool with the bound arguments added.

        Raises:
            ToolError: The server says that the arguments are wrong.
            ToolUnavailable: The tool changed since it was approved, or the server does not answer.
        """
        if self._session.listing_changed or not self._session.connected:
            await self._compare()
        if tool.remote_name in self._changed:
            raise ToolUnavailable(
                f"{tool.spec.name} changed since it was approved; approve it again."
            )

        async def show(progress: float, total: float | None, message: str | None) -> None:
            context.progress({"progress": progress, "total": total, "message": message})

        bound = {name: self._value(name, context) for name in tool.bound}
        return await self._session.call(tool.remote_name, {**arguments, **bound}, show)

    async def _compare(self) -> None:
        """See whether the tools still are what was taken in."""
        async with self._checking:
            if self._session.connected and not self._session.listing_changed:
                return
            now = {listed.name: pin_of(listed) for listed in await self._session.tools()}
            changed = {name for name, pin in self.pins.items() if now.get(name) != pin}
            self._changed |= changed
            for name in changed:
                _log.warning("tool %s of MCP server %s changed; it won't run", name, self.name)

    def _take(self, listing: list[types.Tool]) -> None:
        self._check_options({listed.name for listed in listing})
        self.refused = {}
        found: dict[str, McpTool] = {}
        for listed in listing:
            if self.options.only and listed.name not in self.options.only:
                continue
            try:
                Checker(listed.input_schema)
            except ConfigError as fault:
                self.refused[listed.name] = str(fault)
                _log.warning("tool %s of MCP server %s left out: %s", listed.name, self.name, fault)
                continue
            tool = self._taken(listed)
            if tool.spec.name in found:
                raise ConfigError(f"two tools of {self.name} would be called {tool.spec.name}")
            found[tool.spec.name] = tool
        self.tools = tuple(found.values())
        pins = {**self.pins, **self.options.pins}
        self._changed = frozenset(name for name, pin in self.pins.items() if pins[name] != pin)

    def _check_options(self, listed: set[str]) -> None:
        """A misspelt name would silently leave a tool with less protection than was meant."""
        named = {*self.options.only, *self.options.effects, *self.options.traits} - {"*"}
        for name in sorted(named - listed):
            raise ConfigError(f"the server {self.name} has no tool '{name}'; correct its options")

    def _taken(self, listed: types.Tool) -> "McpTool":
        bound = self.options.bound.keys() & listed.input_schema.get("properties", {}).keys()
        traits = Traits()
        traits.update(self.options.traits.get("*", {}))
        traits.update(self.options.traits.get(listed.name, {}))
        traits["effect"] = self._effect(listed)
        name = f"{self.name}__{listed.name}" if self.options.prefix else listed.name
        spec = spec_with(
            traits,
            name=fitting_name(name),
            description=listed.description or listed.title or listed.name,
            parameters=schema_without(listed.input_schema, bound),
            source=f"mcp:{self.name}",
        )
        return McpTool(self, spec, listed.name, pin_of(listed), bound=frozenset(bound))

    def _effect(self, listed: types.Tool) -> Effect:
        """The operator's word on this tool; else the word on all, raised by the server's hint."""
        own = self.options.effects.get(listed.name)
        own = own or self.options.traits.get(listed.name, Traits()).get("effect")
        if own is not None:
            return own
        if listed.annotations is not None and listed.annotations.destructive_hint:
            return "destructive"
        return self.options.traits.get("*", Traits()).get("effect", "write")

    def _value(self, name: str, context: ToolContext) -> Json:
        value = self.options.bound[name]
        return cast("Callable[[ToolContext], Json]", value)(context) if callable(value) else value


class McpTool:
    """One tool of a server."""

    def __init__(
        self,
        server: McpServer,
        spec: ToolSpec,
        remote_name: str,
        pin: str,
        *,
        bound: frozenset[str],
    ) -> None:
        self.remote_name = remote_name
        self.pin = pin
        self.bound = bound
        self._server = server
        self._spec = spec

    @property
    def spec(self) -> ToolSpec:
        """Description and traits."""
        return self._spec

    async def invoke(self, context: ToolContext, arguments: Mapping[str, Json]) -> Json:
        """Call the server once; only the gate calls this.

        Raises:
            ToolError: The tool failed, and the server says why.
            ToolUnavailable: The tool changed since it was approved, or the server does not answer.
        """
        return result_of(await self._server.call(self, context, arguments))

    async def check(self, principal: Principal, arguments: Mapping[str, Json]) -> str | None:
        """There is no business check: None."""
        del principal, arguments
        return None

    async def verify(self, context: ToolContext, arguments: Mapping[str, Json]) -> Verification:
        """MCP has no way to ask whether a call took effect."""
        del context, arguments
        return Verification(None)


_source: type[ToolSource] = McpServer
_tool: type[Tool] = McpTool

"""The agents of a program, checked once, with their tool sources opened and models resolved."""

import re
from collections.abc import Callable, Mapping, Sequence, Set

from msgspec.structs import replace

from interlock.domain.agents import Agent
from interlock.domain.model import Model
from interlock.domain.schema import Checker
from interlock.domain.tools import Tool, ToolSource
from interlock.errors import ConfigError
from interlock.ports import Agents
from interlock.wiring.providers import Providers

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}\Z")
_TOOL_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}\Z")


class Registry:
    """``ports.Agents`` over the agents of one program.

    Args:
        agents: As the program wrote them.
        providers: Makes the adapters behind model names.
    """

    def __init__(self, agents: Sequence[Agent], providers: Providers) -> None:
        self._written = agents
        self._providers = providers
        self._agents: dict[str, Agent] = {}
        self._sources: list[ToolSource] = []

    async def open(self) -> None:
        """Open tool sources and check every agent.

        Raises:
            ConfigError: A name is wrong or taken twice, a schema is invalid, a source is down.
        """
        opened: dict[int, Sequence[Tool]] = {}
        for agent in self._written:
            if not _NAME.match(agent.name):
                raise ConfigError(f"agent {agent.name!r}: use lower-case letters, digits, - and _")
            if agent.name in self._agents:
                raise ConfigError(f"two agents are called {agent.name}: rename one")
            tools = await self._tools(agent, opened)
            _check_tools(agent.name, tools)
            self._agents[agent.name] = replace(agent, tools=tuple(tools), sources=())

    async def close(self) -> None:
        """Close tool sources and connections."""
        for source in reversed(self._sources):
            await source.close()
        self._sources = []
        await self._providers.close()

    def get(self, name: str) -> Agent | None:
        """One agent."""
        return self._agents.get(name)

    def all(self) -> list[Agent]:
        """All agents, in the program's order."""
        return list(self._agents.values())

    def model(self, model: str | Model) -> tuple[Model, str]:
        """The adapter for a name, and the provider's name of the model.

        Raises:
            ConfigError: No such provider, or its key is not set.
        """
        if not isinstance(model, str):
            return model, model.provider
        return self._providers.model(model)

    async def _tools(self, agent: Agent, opened: dict[int, Sequence[Tool]]) -> list[Tool]:
        tools = list(agent.tools)
        for source in agent.sources:
            if id(source) not in opened:
                opened[id(source)] = await source.open()
                self._sources.append(source)
            tools += opened[id(source)]
        return tools


def _check_tools(agent: str, tools: Sequence[Tool]) -> None:
    seen: set[str] = set()
    for tool in tools:
        name = tool.spec.name
        if not _TOOL_NAME.match(name):
            raise ConfigError(f"agent {agent}: tool {name!r} needs 1 to 64 letters, digits, _ or -")
        if name in seen:
            raise ConfigError(f"agent {agent} has two tools called {name}: rename one")
        seen.add(name)
        Checker(tool.spec.parameters)


def unanswerable(agents: Sequence[Agent], roles: Set[str]) -> list[str]:
    """Warnings about tools whose questions nobody may answer where there is one user.

    Args:
        agents: As opened.
        roles: What that user may do.
    """
    return [
        f"agent {agent.name}: nobody here may approve {tool.spec.name}, for it wants "
        + ("a second person" if tool.spec.four_eyes else f"the role {tool.spec.approver}")
        for agent in agents
        for tool in agent.tools
        if tool.spec.four_eyes or (tool.spec.approver and tool.spec.approver not in roles)
    ]


def secrets_of(environment: Mapping[str, str]) -> list[str]:
    """Values of variables that look like keys by their name: they must never leave."""
    marks = ("KEY", "TOKEN", "SECRET", "PASSWORD")
    names = (name for name in environment if any(mark in name.upper() for mark in marks))
    return [environment[name] for name in names]


_fits: Callable[[Sequence[Agent], Providers], Agents] = Registry

"""The agents of this program, as clients may know them."""

from msgspec import Struct

from interlock.domain.agents import Agent
from interlock.domain.messages import Json
from interlock.domain.tools import Effect, Tool
from interlock.server.asgi import Reply, json_reply
from interlock.server.call import Call
from interlock.server.route import Route


class ToolView(Struct, frozen=True, kw_only=True):
    """A tool: what it does, what it wants, and whether a yes may be needed."""

    name: str
    description: str
    parameters: dict[str, Json]
    effect: Effect
    approval: str
    source: str


class AgentView(Struct, frozen=True, kw_only=True):
    """An agent. ``model`` names it; instructions and options stay with the server."""

    name: str
    description: str
    model: str
    tools: tuple[ToolView, ...]


class AgentList(Struct, frozen=True):
    """Agents, in the program's order."""

    agents: list[AgentView]


async def list_agents(call: Call) -> Reply:
    """All agents."""
    return json_reply(AgentList([_view(agent) for agent in call.parts.agents.all()]))


def _view(agent: Agent) -> AgentView:
    model = agent.model if isinstance(agent.model, str) else agent.model.provider
    tools = tuple(_tool(tool) for tool in agent.tools)
    return AgentView(name=agent.name, description=agent.description, model=model, tools=tools)


def _tool(tool: Tool) -> ToolView:
    spec = tool.spec
    return ToolView(
        name=spec.name,
        description=spec.description,
        parameters=spec.parameters,
        effect=spec.effect,
        approval=spec.approval,
        source=spec.source,
    )


ROUTES = (
    Route(
        method="GET",
        path="/v1/agents",
        handler=list_agents,
        summary="The agents of this program.",
        response=AgentList,
    ),
)

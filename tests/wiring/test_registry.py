"""A program is checked when it starts, and told what will not work."""

import pytest

from interlock.domain.agents import Agent
from interlock.errors import ConfigError
from interlock.tools.function import tool
from interlock.wiring.providers import Providers
from interlock.wiring.registry import Registry, unanswerable


async def opened(*agents: Agent) -> Registry:
    registry = Registry(agents, Providers({}))
    await registry.open()
    return registry


@pytest.mark.parametrize("name", ["", "Clerk", "a b", "-a", "x" * 65])
async def test_a_bad_name_is_refused(name):
    with pytest.raises(ConfigError, match="lower-case"):
        await opened(Agent(name))


async def test_two_agents_or_tools_of_one_name_are_refused():
    @tool(name="look")
    async def one() -> None:
        """Look."""

    with pytest.raises(ConfigError, match="two agents are called a"):
        await opened(Agent("a"), Agent("a"))
    with pytest.raises(ConfigError, match="two tools called look"):
        await opened(Agent("a", tools=[one, one]))


async def test_a_question_that_nobody_could_answer_is_told_at_the_start():
    @tool(approver="finance")
    async def pay() -> None:
        """Pay."""

    @tool(four_eyes=True)
    async def fire() -> None:
        """Fire."""

    @tool(approver="admin")
    async def fine() -> None:
        """Fine."""

    registry = await opened(Agent("a", tools=[pay, fire, fine]))
    assert unanswerable(registry.all(), {"admin"}) == [
        "agent a: nobody here may approve pay, for it wants the role finance",
        "agent a: nobody here may approve fire, for it wants a second person",
    ]

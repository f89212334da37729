"""An agent: a named, frozen configuration, and the limits that brake it."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Literal

from msgspec import Struct

from interlock.domain.messages import Json
from interlock.domain.model import Model
from interlock.domain.policy import Policy, by_effect
from interlock.domain.tools import Tool, ToolSource

OnBrake = Literal["ask", "stop"]
OnNewMessage = Literal["supersede", "refuse", ""]


class Limits(Struct, frozen=True, kw_only=True):
    """The brakes of one turn, on by default. 0 switches a brake off.

    Args:
        failures_in_a_row: How often one tool may fail in consecutive model turns; reaching it
            trips the brake.
        identical_calls: The n-th call with the same tool and arguments trips before it runs.
        calls: Tool calls per turn.
        tokens: Input and output tokens per turn.
        usd: US dollars per turn, as a ``Decimal``; calls without a price count nothing.
        seconds: Wall time per turn, without the time spent waiting for people.
        asks: Questions per run; more end the run, for people stop reading them.
    """

    failures_in_a_row: int = 2
    identical_calls: int = 3
    calls: int = 50
    tokens: int = 500_000
    usd: Decimal | int = 0
    seconds: float = 900.0
    asks: int = 20


class Agent(Struct, frozen=True):
    """What answers: instructions, a model with its fallbacks, tools, limits and a policy.

    Args:
        name: How clients address it; lower-case letters, digits, ``-`` and ``_``.
        instructions: The system prompt.
        model: ``provider:model`` (``openai:gpt-5``), or a ``Model`` of your own.
        fallback: Tried in order when the model fails for good.
        tools: What the agent may ask for.
        sources: Bring more tools when the program starts, an MCP server for example.
        policy: Says allow, ask or refuse for each valid call. None refuses everything.
        limits: The brakes.
        on_brake: ``ask`` a person, or ``stop`` with an honest last answer.
        on_new_message: What a new message does to open questions: ``supersede`` them or be
            ``refuse``d. Empty: each door does what its protocol asks for. AI SDK supersedes; AG-UI
            asks again, for there only a cancelled resume abandons a question; native refuses.
        expires_after: Seconds that a question stays open.
        max_tokens: Upper bound of one answer, tokens; None leaves it to the provider.
        temperature: None leaves it to the provider.
        attempts: How often one model is tried for one answer.
        options: Provider-specific request members.
        description: One line for people who choose an agent.
    """

    name: str
    instructions: str = ""
    model: str | Model = "openai:gpt-5"
    fallback: Sequence[str | Model] = ()
    tools: Sequence[Tool] = ()
    sources: Sequence[ToolSource] = ()
    policy: Policy | None = by_effect
    limits: Limits = Limits()
    on_brake: OnBrake = "ask"
    on_new_message: OnNewMessage = ""
    expires_after: float = 7 * 24 * 3600.0
    max_tokens: int | None = None
    temperature: float | None = None
    attempts: int = 3
    options: Mapping[str, Json] = {}
    description: str = ""

    def tool(self, name: str) -> Tool | None:
        """The tool of exactly this name, or None."""
        return next((tool for tool in self.tools if tool.spec.name == name), None)

"""What a tool is, as one digest: a yes is for the tool that was shown, not for its name."""

from interlock.domain.agents import Agent
from interlock.domain.canonical import digest
from interlock.domain.tools import ToolSpec


def fingerprint(spec: ToolSpec) -> str:
    """The SHA-256 of everything that says what a call of this tool does.

    Limits, rights and timeouts are left out: they change how a call is admitted, and that is
    decided anew each time.
    """
    return digest(
        {
            "name": spec.name,
            "description": spec.description,
            "parameters": spec.parameters,
            "effect": spec.effect,
            "idempotent": spec.idempotent,
            "consequence": spec.consequence,
            "source": spec.source,
        }
    )


def version_of(agent: Agent) -> str:
    """Eight digits that change when the agent does: its words, its models or its tools.

    Code is not looked into: a policy or a tool that only its function tells apart is the same.
    """
    models = [
        one if isinstance(one, str) else one.provider for one in (agent.model, *agent.fallback)
    ]
    whole = digest(
        {
            "name": agent.name,
            "instructions": agent.instructions,
            "models": [*models],
            "tools": [fingerprint(tool.spec) for tool in agent.tools],
            "max_tokens": agent.max_tokens,
            "temperature": agent.temperature,
            "options": dict(agent.options),
        }
    )
    return whole[:8]

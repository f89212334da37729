"""Facts as attributes, by OpenTelemetry's semantic conventions for generative AI.

Source: OpenTelemetry semantic conventions 1.41, ``gen_ai.*`` (status: development). Names that the
conventions don't know begin with ``interlock.``; ``gen_ai.usage.cost`` is what collectors of LLM
traces read, though the conventions have no cost. Nothing here is what a person or a model said.
"""

from decimal import Decimal

from interlock.domain.events import (
    InterruptOpened,
    ModelEnded,
    ModelStarted,
    RunStarted,
    ToolEnded,
    ToolJudged,
    ToolStarted,
)
from interlock.domain.money import Bill, trim
from interlock.domain.usage import BillingClass, Usage
from interlock.traces.span import Attribute

Attributes = dict[str, Attribute]

PROVIDERS = {
    "azure": "azure.ai.openai",
    "bedrock": "aws.bedrock",
    "gemini": "gcp.gemini",
    "google": "gcp.gemini",
    "mistral": "mistral_ai",
    "vertex": "gcp.vertex_ai",
    "xai": "x_ai",
}
"""Our names of providers that the conventions call otherwise."""

WRITTEN: frozenset[BillingClass] = frozenset({"output", "reasoning", "output_audio"})
READ: frozenset[BillingClass] = frozenset(
    {"input", "cache_read", "cache_write", "cache_write_1h", "input_audio", "cached_audio"}
)
"""Of the classes of a bill; what is in neither is no token."""


def provider_name(provider: str) -> str:
    """A provider's name by the conventions."""
    return PROVIDERS.get(provider, provider)


def of_run(run_id: str, fact: RunStarted) -> Attributes:
    """A run: who works, for whom, in which conversation."""
    return {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": fact.agent,
        "gen_ai.conversation.id": fact.thread_id,
        "session.id": fact.thread_id,
        "user.id": fact.user,
        "interlock.tenant": fact.tenant,
        "interlock.run.id": run_id,
        "interlock.turn.id": fact.turn_id,
        "interlock.channel": fact.channel,
    }


def of_driver(fact: ModelStarted, known: Attributes) -> Attributes:
    """What the beginning of a model call adds to its run: who is asked first, and our version."""
    found: Attributes = {}
    if "gen_ai.provider.name" not in known:
        found["gen_ai.provider.name"] = provider_name(fact.provider)
    if fact.version:
        found["gen_ai.agent.version"] = fact.version
    return found


def of_model(fact: ModelStarted) -> Attributes:
    """An attempt to call a model, as it begins."""
    return {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": provider_name(fact.provider),
        "gen_ai.request.model": fact.model,
        "gen_ai.request.stream": True,
        "interlock.model.call": fact.call_index,
        "interlock.model.attempt": fact.attempt,
    }


def of_answer(fact: ModelEnded) -> Attributes:
    """What an answer adds."""
    found: Attributes = {"gen_ai.response.finish_reasons": [fact.stop]}
    if fact.model:
        found["gen_ai.response.model"] = fact.model
    if fact.response_id:
        found["gen_ai.response.id"] = fact.response_id
    return found


def of_usage(usage: Usage, bill: Bill | None) -> Attributes:
    """Tokens, each part included in its whole as the conventions want it, and the cost."""
    found: Attributes = {
        "gen_ai.usage.input_tokens": usage.input_tokens,
        "gen_ai.usage.output_tokens": usage.output_tokens,
    }
    parts = {
        "gen_ai.usage.cache_read.input_tokens": usage.cached_tokens,
        "gen_ai.usage.cache_creation.input_tokens": usage.cache_write_tokens,
        "gen_ai.usage.reasoning.output_tokens": usage.reasoning_tokens,
    }
    found.update({name: count for name, count in parts.items() if count})
    if usage.estimated:
        found["interlock.usage.estimated"] = True
    if bill is None:
        return found
    if bill.cost is None:
        found["interlock.unpriced"] = True
    else:
        found["gen_ai.usage.cost"] = float(bill.cost)
        found["interlock.cost"] = format(bill.cost, "f")
        found.update(_shares(bill))
    if bill.role:
        found["interlock.role"] = bill.role
    return found


def _shares(bill: Bill) -> Attributes:
    """Which part of a cost was for what was read, and which for what was written."""
    if not bill.lines:
        return {}
    read = sum((line.usd for line in bill.lines if line.kind in READ), Decimal(0))
    written = sum((line.usd for line in bill.lines if line.kind in WRITTEN), Decimal(0))
    return {
        "interlock.cost.input": format(trim(read), "f"),
        "interlock.cost.output": format(trim(written), "f"),
    }


def of_tool(fact: ToolStarted) -> Attributes:
    """An execution of a tool, as it begins."""
    return {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": fact.name,
        "gen_ai.tool.call.id": fact.call_id,
        "gen_ai.tool.type": "function",
        "interlock.tool.attempt": fact.attempt,
        "interlock.tool.digest": fact.digest,
    }


def of_result(fact: ToolEnded) -> Attributes:
    """What its end adds."""
    found: Attributes = {"interlock.tool.outcome": fact.kind}
    if fact.untrusted:
        found["interlock.tool.untrusted"] = True
    if fact.business:
        found["interlock.tool.business"] = True
    return found


def of_verdict(fact: ToolJudged) -> Attributes:
    """The gate's verdict on a call."""
    found: Attributes = {
        "gen_ai.tool.name": fact.name,
        "gen_ai.tool.call.id": fact.call_id,
        "interlock.gate.verdict": fact.verdict,
        "interlock.gate.code": fact.code,
    }
    if fact.rule:
        found["interlock.gate.rule"] = fact.rule
    return found


def of_question(fact: InterruptOpened) -> Attributes:
    """A question to a person, without its words."""
    asked = fact.interrupt
    found: Attributes = {
        "interlock.interrupt.id": asked.id,
        "interlock.interrupt.kind": asked.kind,
        "interlock.interrupt.code": asked.code,
    }
    if asked.tool:
        found["gen_ai.tool.name"] = asked.tool
    if asked.call_id:
        found["gen_ai.tool.call.id"] = asked.call_id
    if asked.approver:
        found["interlock.interrupt.approver"] = asked.approver
    return found

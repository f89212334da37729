"""Our spans in the words of OpenInference, which Phoenix and Arize read. Pure.

Source: OpenInference semantic conventions 0.1, attributes of spans. Everything is made of what a
span has already: content is there only where an operator switched it on.
"""

from collections.abc import Mapping
from typing import Literal

from interlock.traces.attributes import Attributes
from interlock.traces.span import SpanKind, TraceSpan

Conventions = Literal["gen_ai", "openinference", "both"]
"""Whose names the attributes of exported spans have."""

KINDS: Mapping[SpanKind, str] = {
    "run": "AGENT",
    "model": "LLM",
    "tool": "TOOL",
    "gate": "GUARDRAIL",
    "wait": "CHAIN",
}

NAMES: Mapping[str, str] = {
    "gen_ai.agent.name": "agent.name",
    "gen_ai.request.model": "llm.model_name",
    "gen_ai.response.model": "llm.model_name",
    "gen_ai.tool.name": "tool.name",
    "gen_ai.tool.call.id": "tool_call.id",
    "gen_ai.usage.input_tokens": "llm.token_count.prompt",
    "gen_ai.usage.output_tokens": "llm.token_count.completion",
    "gen_ai.usage.cache_read.input_tokens": "llm.token_count.prompt_details.cache_read",
    "gen_ai.usage.cache_creation.input_tokens": "llm.token_count.prompt_details.cache_write",
    "gen_ai.usage.reasoning.output_tokens": "llm.token_count.completion_details.reasoning",
}
"""Our name, and theirs for the same value. Of two with one of theirs the later one counts."""

COSTS: Mapping[str, str] = {
    "interlock.cost.input": "llm.cost.prompt",
    "interlock.cost.output": "llm.cost.completion",
    "interlock.cost": "llm.cost.total",
}
"""Exact amounts, which become floats there."""

CONTENT: Mapping[str, tuple[str, str]] = {
    "gen_ai.input.messages": ("input", "application/json"),
    "gen_ai.output.messages": ("output", "application/json"),
    "gen_ai.tool.call.arguments": ("input", "application/json"),
    "gen_ai.tool.call.result": ("output", "text/plain"),
}
"""Where what was said goes, and its type."""

PROVIDERS: Mapping[str, str] = {
    "aws.bedrock": "aws",
    "azure.ai.openai": "azure",
    "gcp.gemini": "google",
    "gcp.vertex_ai": "google",
    "mistral_ai": "mistralai",
    "x_ai": "xai",
}
"""Names of providers that OpenInference has otherwise."""

SHARED = ("session.id", "user.id")
"""Names that both conventions have."""


def told(span: TraceSpan, conventions: Conventions) -> Attributes:
    """A span's attributes in somebody's words; what is only ours is always there.

    Args:
        span: With its content, where that may leave.
        conventions: Whose words.
    """
    if conventions == "gen_ai":
        return span.attributes
    if conventions == "both":
        return {**span.attributes, **openinference_of(span)}
    ours = {
        name: value for name, value in span.attributes.items() if not name.startswith("gen_ai.")
    }
    return {**ours, **openinference_of(span)}


def openinference_of(span: TraceSpan) -> Attributes:
    """What OpenInference calls the attributes of a span."""
    known = span.attributes
    found: Attributes = {"openinference.span.kind": KINDS[span.kind]}
    found |= {theirs: known[ours] for ours, theirs in NAMES.items() if ours in known}
    found |= {name: known[name] for name in SHARED if name in known}
    if span.kind == "model":
        found |= _of_model(span)
    for ours, (place, mime) in CONTENT.items():
        if ours in known:
            found |= {f"{place}.value": known[ours], f"{place}.mime_type": mime}
    return found


def _of_model(span: TraceSpan) -> Attributes:
    """Who was asked, all tokens, and what they cost: of a model's own span, so nothing adds up."""
    known = span.attributes
    found: Attributes = {}
    provider = str(known.get("gen_ai.provider.name", ""))
    if provider:
        found["llm.provider"] = PROVIDERS.get(provider, provider)
    read, written = (known.get(f"gen_ai.usage.{way}_tokens") for way in ("input", "output"))
    if isinstance(read, int) and isinstance(written, int):
        found["llm.token_count.total"] = read + written
    found |= {theirs: float(str(known[ours])) for ours, theirs in COSTS.items() if ours in known}
    return found

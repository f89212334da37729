"""Token counts of chat completions, embeddings included; ``usage_rules`` says what they mean."""

from decimal import Decimal

import msgspec
from msgspec import Struct

from interlock.domain.usage import Usage
from interlock.models.usage_rules import parts_inside

UNKNOWN_USAGE = Usage(known=False)
"""What is known about a call whose provider counted nothing."""


Count = int | float | None
"""A number of tokens; some servers write whole numbers with a point."""


class PromptDetails(Struct, gc=False):
    """Parts of the prompt."""

    cached_tokens: Count = None
    cache_write_tokens: Count = None
    audio_tokens: Count = None


class CompletionDetails(Struct, gc=False):
    """Parts of the completion."""

    reasoning_tokens: Count = None
    audio_tokens: Count = None


class Cost(Struct, gc=False):
    """A cost that its provider takes apart (Perplexity)."""

    total_cost: Decimal | None = None


_NO_COST = msgspec.Raw(b"null")
_decode_cost = msgspec.json.Decoder(Decimal | Cost | None).decode


class ChatUsage(Struct, gc=False):
    """The ``usage`` object. DeepSeek names its cache hits at the top; routers name a cost."""

    prompt_tokens: Count = None
    completion_tokens: Count = None
    total_tokens: Count = None
    prompt_tokens_details: PromptDetails | None = None
    completion_tokens_details: CompletionDetails | None = None
    prompt_cache_hit_tokens: Count = None
    cost: msgspec.Raw = _NO_COST


def read_usage(usage: ChatUsage | None) -> Usage:
    """Translate token counts."""
    if usage is None or (usage.prompt_tokens is None and usage.completion_tokens is None):
        return UNKNOWN_USAGE
    prompt = usage.prompt_tokens_details or PromptDetails()
    completion = usage.completion_tokens_details or CompletionDetails()
    return parts_inside(
        int(usage.prompt_tokens or 0),
        int(usage.completion_tokens or 0),
        total=int(usage.total_tokens or 0),
        cached=int(prompt.cached_tokens or usage.prompt_cache_hit_tokens or 0),
        written=int(prompt.cache_write_tokens or 0),
        reasoning=int(completion.reasoning_tokens or 0),
        audio=(int(prompt.audio_tokens or 0), 0, int(completion.audio_tokens or 0)),
    )


def read_cost(usage: ChatUsage | None) -> Decimal | None:
    """What the provider says that the call cost, in USD. Its 0 is a placeholder, not a price."""
    if usage is None or usage.cost == _NO_COST:
        return None
    try:
        found = _decode_cost(usage.cost)
    except msgspec.DecodeError:
        return None  # whatever it is, it is not worth an answer
    cost = found.total_cost if isinstance(found, Cost) else found
    return cost or None

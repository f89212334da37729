"""Token counts of chat completions, in the one meaning that ``Usage`` has."""

from msgspec import Struct

from interlock.domain.usage import Usage

UNKNOWN_USAGE = Usage(known=False)
"""What is known about a call whose provider counted nothing."""


Count = int | float | None
"""A number of tokens; some servers write whole numbers with a point."""


class PromptDetails(Struct, gc=False):
    """Parts of the prompt."""

    cached_tokens: Count = None
    cache_write_tokens: Count = None


class CompletionDetails(Struct, gc=False):
    """Parts of the completion."""

    reasoning_tokens: Count = None


class ChatUsage(Struct, gc=False):
    """The ``usage`` object. DeepSeek names its cache hits at the top."""

    prompt_tokens: Count = None
    completion_tokens: Count = None
    total_tokens: Count = None
    prompt_tokens_details: PromptDetails | None = None
    completion_tokens_details: CompletionDetails | None = None
    prompt_cache_hit_tokens: Count = None


def read_usage(usage: ChatUsage | None) -> Usage:
    """Translate token counts.

    Some servers leave the reasoning out of the completion and show it in the total alone: what
    the total holds beyond prompt and completion is output.
    """
    if usage is None or (usage.prompt_tokens is None and usage.completion_tokens is None):
        return UNKNOWN_USAGE
    prompt = int(usage.prompt_tokens or 0)
    completion = int(usage.completion_tokens or 0)
    hidden = max(0, int(usage.total_tokens or 0) - prompt - completion)
    output = completion + hidden
    details = usage.completion_tokens_details
    reasoning = int(details.reasoning_tokens or 0) if details else 0
    cache = usage.prompt_tokens_details or PromptDetails()
    return Usage(
        input_tokens=prompt,
        output_tokens=output,
        cached_tokens=int(cache.cached_tokens or usage.prompt_cache_hit_tokens or 0),
        cache_write_tokens=int(cache.cache_write_tokens or 0),
        reasoning_tokens=min(output, max(reasoning, hidden)),
    )

"""Tokens of one model call, in classes that contain one another only where the name says so.

``Usage`` speaks as OpenTelemetry does: input includes what a cache read or took, output includes
reasoning. ``disjoint`` takes it apart into the classes that are billed, each token once.
"""

from typing import Literal

from msgspec import Struct

BillingClass = Literal[
    "input",  # read at the full price
    "cache_read",  # read from a cache
    "cache_write",  # put into a cache for a short time
    "cache_write_1h",  # put into a cache for an hour
    "input_audio",
    "cached_audio",
    "output",  # written, and shown
    "reasoning",  # written, and kept to itself
    "output_audio",
    "web_search",  # searches that the provider made; not tokens
    "search_unit",  # units of a reranker; not tokens
]
"""What a provider bills. No token is in two classes."""

NOT_TOKENS: frozenset[str] = frozenset({"web_search", "search_unit"})


class Usage(Struct, frozen=True, omit_defaults=True):
    """What one model call, or a sum of calls, used. Figures are tokens unless they say otherwise.

    ``input_tokens`` includes ``cached_tokens``, ``cache_write_tokens`` (of which
    ``hour_write_tokens`` stay for an hour) and ``input_audio_tokens``; ``output_tokens`` includes
    ``reasoning_tokens`` and ``output_audio_tokens``. ``cached_audio_tokens`` are in both of theirs.
    A provider that reports nothing gives ``known=False``, never zeros that pretend to be facts;
    ``estimated`` then says that the figures are ours.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    cache_write_tokens: int = 0
    reasoning_tokens: int = 0
    known: bool = True
    hour_write_tokens: int = 0
    input_audio_tokens: int = 0
    cached_audio_tokens: int = 0
    output_audio_tokens: int = 0
    web_searches: int = 0
    search_units: int = 0
    estimated: bool = False

    @property
    def total_tokens(self) -> int:
        """Input and output together."""
        return self.input_tokens + self.output_tokens


NO_USAGE = Usage()


def add(left: Usage, right: Usage) -> Usage:
    """Add two usages. The sum is known only when both parts are."""
    return Usage(
        input_tokens=left.input_tokens + right.input_tokens,
        output_tokens=left.output_tokens + right.output_tokens,
        cached_tokens=left.cached_tokens + right.cached_tokens,
        cache_write_tokens=left.cache_write_tokens + right.cache_write_tokens,
        reasoning_tokens=left.reasoning_tokens + right.reasoning_tokens,
        known=left.known and right.known,
        hour_write_tokens=left.hour_write_tokens + right.hour_write_tokens,
        input_audio_tokens=left.input_audio_tokens + right.input_audio_tokens,
        cached_audio_tokens=left.cached_audio_tokens + right.cached_audio_tokens,
        output_audio_tokens=left.output_audio_tokens + right.output_audio_tokens,
        web_searches=left.web_searches + right.web_searches,
        search_units=left.search_units + right.search_units,
        estimated=left.estimated or right.estimated,
    )


class Parts(Struct, frozen=True):
    """A usage taken apart. ``consistent`` is False when a part was larger than its whole."""

    counts: dict[BillingClass, int]
    consistent: bool = True


def disjoint(usage: Usage) -> Parts:
    """Take a usage apart into classes without a common token; classes of nothing are left out.

    A part that is larger than its whole is cut to it: a figure that can't be true must not make a
    negative one.
    """
    whole = max(0, usage.input_tokens)
    read = _within(usage.cached_tokens, whole)
    written = _within(usage.cache_write_tokens, whole - read)
    hour = _within(usage.hour_write_tokens, written)
    old_audio = _within(usage.cached_audio_tokens, read)
    rest = whole - read - written
    audio = _within(usage.input_audio_tokens - old_audio, rest)
    out = max(0, usage.output_tokens)
    thought = _within(usage.reasoning_tokens, out)
    spoken = _within(usage.output_audio_tokens, out - thought)
    counts: dict[BillingClass, int] = {
        "input": rest - audio,
        "cache_read": read - old_audio,
        "cache_write": written - hour,
        "cache_write_1h": hour,
        "input_audio": audio,
        "cached_audio": old_audio,
        "output": out - thought - spoken,
        "reasoning": thought,
        "output_audio": spoken,
        "web_search": usage.web_searches,
        "search_unit": usage.search_units,
    }
    return Parts(
        counts={kind: count for kind, count in counts.items() if count > 0},
        consistent=usage.cached_tokens <= whole
        and usage.cache_write_tokens <= whole - read
        and usage.reasoning_tokens <= out,
    )


def _within(part: int, whole: int) -> int:
    if part <= 0:
        return 0
    return part if part < whole else whole

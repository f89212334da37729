"""Tokens of one model call, in classes that contain one another only where the name says so."""

from msgspec import Struct


class Usage(Struct, frozen=True, omit_defaults=True):
    """What one model call, or a sum of calls, used. All figures are tokens.

    ``input_tokens`` includes ``cached_tokens`` and ``cache_write_tokens``; ``output_tokens``
    includes ``reasoning_tokens``. A provider that reports nothing gives ``known=False``, never
    zeros that pretend to be facts.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    cache_write_tokens: int = 0
    reasoning_tokens: int = 0
    known: bool = True

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
    )

"""Token counts of Anthropic Messages, in the one meaning that ``Usage`` has."""

from msgspec import Struct

from interlock.domain.usage import Usage


class OutputDetails(Struct, gc=False):
    """Parts of the output."""

    thinking_tokens: int | float | None = None


class UsageBody(Struct, gc=False):
    """The ``usage`` object; ``input_tokens`` leaves out what the cache read or wrote."""

    input_tokens: int | float | None = None
    output_tokens: int | float | None = None
    cache_read_input_tokens: int | float | None = None
    cache_creation_input_tokens: int | float | None = None
    output_tokens_details: OutputDetails | None = None


class TokenCounts:
    """The counts of one answer. Later ones replace earlier ones, member by member."""

    __slots__ = ("_cached", "_input", "_known", "_output", "_thinking", "_written")

    def __init__(self) -> None:
        self._input = 0
        self._output = 0
        self._cached = 0
        self._written = 0
        self._thinking = 0
        self._known = False

    def update(self, body: UsageBody | None) -> None:
        """Take in what an event reports."""
        if body is None:
            return
        self._known = True
        self._input = _later(body.input_tokens, self._input)
        self._output = _later(body.output_tokens, self._output)
        self._cached = _later(body.cache_read_input_tokens, self._cached)
        self._written = _later(body.cache_creation_input_tokens, self._written)
        if body.output_tokens_details is not None:
            self._thinking = _later(body.output_tokens_details.thinking_tokens, self._thinking)

    def usage(self) -> Usage:
        """What is known up to now."""
        return Usage(
            input_tokens=self._input + self._cached + self._written,
            output_tokens=self._output,
            cached_tokens=self._cached,
            cache_write_tokens=self._written,
            reasoning_tokens=min(self._output, self._thinking),
            known=self._known,
        )


def _later(new: float | None, old: int) -> int:
    return old if new is None else int(new)

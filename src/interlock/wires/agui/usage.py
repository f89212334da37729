"""What a run's own model calls used, one entry per provider and model (events/lifecycle)."""

from interlock.domain.usage import Usage, add
from interlock.wires.agui.frames import WireEvent

_FIELDS = (
    ("inputTokens", "input_tokens"),
    ("outputTokens", "output_tokens"),
    ("totalTokens", "total_tokens"),
    ("reasoningTokens", "reasoning_tokens"),
    ("cachedInputTokens", "cached_tokens"),
    ("cacheWriteInputTokens", "cache_write_tokens"),
)


class UsageCount:
    """Adds up usage. What a provider did not report is absent, never 0."""

    def __init__(self) -> None:
        self._sums: dict[tuple[str, str], Usage] = {}

    def count(self, provider: str, model: str, usage: Usage) -> None:
        """Count one model call."""
        if not usage.known or not usage.total_tokens:
            return
        key = (provider, model)
        self._sums[key] = add(self._sums[key], usage) if key in self._sums else usage

    def entries(self) -> list[WireEvent]:
        """The TokenUsage entries of a run's end."""
        return [
            _named(provider, model)
            | {name: value for name, field in _FIELDS if (value := getattr(usage, field))}
            for (provider, model), usage in self._sums.items()
        ]


def _named(provider: str, model: str) -> WireEvent:
    return {key: value for key, value in (("provider", provider), ("model", model)) if value}

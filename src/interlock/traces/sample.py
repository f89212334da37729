"""Which traces are exported: a part by chance, and every failed or expensive run."""

from decimal import Decimal

from msgspec import Struct

from interlock.traces.ids import Caller
from interlock.traces.span import TraceSpan

_ALL = 2**64


class Sampling(Struct, frozen=True):
    """The part of all traces that is exported, and from which cost on a run always is.

    Args:
        ratio: From 0 to 1. Chance follows from the trace's id: all its runs share their fate.
        usd: A run that costs as much is kept; 0 keeps none for its cost.
    """

    ratio: float = 1.0
    usd: Decimal = Decimal(0)

    def keeps(self, trace_id: str, spans: list[TraceSpan], caller: Caller | None = None) -> bool:
        """Whether a run's spans are exported.

        Args:
            trace_id: Of its turn.
            spans: What the run has.
            caller: From where it was begun: a sampled caller would miss us.
        """
        if self.ratio >= 1 or (caller is not None and caller.sampled):
            return True
        if any(span.status == "error" for span in spans):
            return True
        cost = sum((span.cost for span in spans if span.cost is not None), Decimal(0))
        if self.usd and cost >= self.usd:
            return True
        return int(trace_id[-16:], 16) < self.ratio * _ALL

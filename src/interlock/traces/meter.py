"""Counts what this process writes into the log: a projection of the events, kept in memory.

No user, run, thread, tenant or question is ever a label: the number of series is bounded by the
program, not by its use.
"""

from collections.abc import Callable, Iterable
from typing import Any

from interlock.domain.events import (
    Event,
    Fact,
    InterruptOpened,
    ModelDelta,
    ModelEnded,
    ModelFailed,
    ModelHeld,
    ModelStarted,
    RunEnded,
    ToolEnded,
    ToolJudged,
)
from interlock.domain.ledger import Tokens, tokens_of
from interlock.domain.money import Bill
from interlock.domain.usage import Usage
from interlock.traces.attributes import provider_name
from interlock.traces.series import Counter, Family, Histogram

_SECONDS = tuple(0.01 * 2**step for step in range(14))
_STORE_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_TOKENS = tuple(4**step for step in range(14))
_MOST_IN_FLIGHT = 10_000

_CLASSES = {
    name: name.removesuffix("_tokens")
    for name in Tokens.__struct_fields__
    if name.endswith("_tokens")
}
_MODEL = ("gen_ai_operation_name", "gen_ai_provider_name", "gen_ai_request_model")


class Meter:
    """The counters of a process.

    Args:
        effect_of: What a tool of this name does to the world; its class.
    """

    def __init__(self, effect_of: Callable[[str], str]) -> None:
        self._effect_of = effect_of
        self._others: list[Callable[[], list[Family]]] = []
        self._begun: dict[str, tuple[int, ModelStarted, bool]] = {}
        self._runs = Counter("interlock_runs_total", "Runs that ended, by status.", ("status",))
        self._verdicts = Counter(
            "interlock_tool_verdicts_total",
            "Verdicts of the gate, by the tool's effect.",
            ("effect", "verdict"),
        )
        self._calls = Counter(
            "interlock_tool_calls_total",
            "Calls that ended, by the tool's effect and the outcome.",
            ("effect", "outcome"),
        )
        self._tool_seconds = Histogram(
            "interlock_tool_duration_seconds", "How long tools ran.", _SECONDS, ("effect",)
        )
        self._questions = Counter(
            "interlock_questions_total", "Questions put to people, by kind.", ("kind",)
        )
        self._attempts = Counter(
            "agent_llm_calls_total",
            "Attempts to call a model, by outcome.",
            ("provider", "model", "kind", "status"),
        )
        self._tokens = Counter(
            "agent_llm_tokens_total",
            "Tokens, each in one class.",
            ("provider", "model", "kind", "type"),
        )
        self._cost = Counter(
            "agent_llm_cost_usd_total",
            "US dollars, for trends; the ledger is exact.",
            ("provider", "model", "kind"),
        )
        self._unpriced = Counter(
            "agent_llm_unpriced_calls_total", "Attempts whose price nobody knows."
        )
        self._held = Counter(
            "agent_quota_rejections_total", "Calls of models that a quota had no room for."
        )
        self._model_seconds = Histogram(
            "gen_ai_client_operation_duration_seconds", "How long models took.", _SECONDS, _MODEL
        )
        self._first_seconds = Histogram(
            "gen_ai_client_operation_time_to_first_chunk_seconds",
            "How long models took to begin.",
            _SECONDS,
            _MODEL,
        )
        self._usage = Histogram(
            "gen_ai_client_token_usage",
            "Tokens of one call, parts included in their wholes.",
            _TOKENS,
            (*_MODEL, "gen_ai_token_type"),
        )
        self._store_seconds = Histogram(
            "interlock_store_duration_seconds",
            "How long the store took, waiting included.",
            _STORE_SECONDS,
            ("operation",),
        )
        self._store_failures = Counter(
            "interlock_store_failures_total", "Uses of the store that failed.", ("operation",)
        )
        self._leases_lost = Counter(
            "interlock_leases_lost_total", "Runs that another worker took over meanwhile."
        )
        self._counts: dict[type[Fact], Callable[[Event, Any], None]] = {
            ModelDelta: self._first,
            ModelStarted: self._start,
            ModelEnded: self._end,
            ModelFailed: self._fail,
            ModelHeld: lambda _event, _fact: self._held.add(),
            ToolJudged: lambda _event, fact: self._verdicts.add(
                self._effect_of(fact.name), fact.verdict
            ),
            ToolEnded: self._call,
            InterruptOpened: lambda _event, fact: self._questions.add(fact.interrupt.kind),
            RunEnded: lambda _event, fact: self._runs.add(fact.status),
        }

    def also(self, families: Callable[[], list[Family]]) -> None:
        """Show what somebody else counts, too."""
        self._others.append(families)

    def families(self) -> list[Family]:
        """All metrics, as they stand."""
        own = [one.family() for one in vars(self).values() if isinstance(one, Counter | Histogram)]
        return own + [family for more in self._others for family in more()]

    def stored(self, operation: str, seconds: float) -> None:
        """The store was used."""
        self._store_seconds.observe(seconds, operation)

    def store_failed(self, operation: str) -> None:
        """The store was used in vain."""
        self._store_failures.add(operation)

    def lease_lost(self) -> None:
        """A write came too late: another worker has the run."""
        self._leases_lost.add()

    def take(self, events: Iterable[Event]) -> None:
        """Count what was written."""
        for event in events:
            count = self._counts.get(type(event.data))
            if count is not None:
                count(event, event.data)

    def _start(self, event: Event, fact: ModelStarted) -> None:
        if len(self._begun) < _MOST_IN_FLIGHT:
            self._begun[fact.message_id] = (event.time, fact, False)

    def _end(self, event: Event, fact: ModelEnded) -> None:
        self._model(event, fact.message.id, "ok")
        self._bill(fact.bill, fact.usage)

    def _fail(self, event: Event, fact: ModelFailed) -> None:
        self._model(event, fact.message_id, fact.kind)
        self._bill(fact.bill, fact.usage)

    def _call(self, _event: Event, fact: ToolEnded) -> None:
        effect = self._effect_of(fact.name)
        self._calls.add(effect, fact.kind)
        if fact.ms:
            self._tool_seconds.observe(fact.ms / 1000, effect)

    def _first(self, event: Event, fact: ModelDelta) -> None:
        message_id = fact.message_id
        found = self._begun.get(message_id)
        if found is not None and not found[2]:
            began, call, _ = found
            self._begun[message_id] = (began, call, True)
            self._first_seconds.observe((event.time - began) / 1000, *_model(call))

    def _model(self, event: Event, message_id: str, status: str) -> None:
        found = self._begun.pop(message_id, None)
        if found is not None:
            began, fact, _ = found
            self._model_seconds.observe((event.time - began) / 1000, *_model(fact))
            self._attempts.add(fact.provider, fact.model, "chat", status)

    def _bill(self, bill: Bill | None, usage: Usage) -> None:
        if bill is None:
            return
        tokens = tokens_of(bill.lines, usage)
        for name, kind in _CLASSES.items():
            count = getattr(tokens, name)
            if count:
                self._tokens.add(bill.provider, bill.model, bill.kind, kind, by=count)
        labels = ("chat", provider_name(bill.provider), bill.requested)
        self._usage.observe(usage.input_tokens, *labels, "input")
        self._usage.observe(usage.output_tokens, *labels, "output")
        if bill.cost is None:
            self._unpriced.add()
        else:
            self._cost.add(bill.provider, bill.model, bill.kind, by=float(bill.cost))


def _model(fact: ModelStarted) -> tuple[str, str, str]:
    return "chat", provider_name(fact.provider), fact.model

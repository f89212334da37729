"""Events of a turn as spans. Pure: the same log gives the same spans, whoever looks, and when."""

from collections.abc import Iterable, Mapping
from typing import assert_never

from msgspec.structs import replace

from interlock.domain.events import (
    Event,
    InterruptClosed,
    InterruptOpened,
    ModelDelta,
    ModelEnded,
    ModelFailed,
    ModelHeld,
    ModelStarted,
    Noted,
    RunEnded,
    RunStarted,
    Shown,
    Spoken,
    ToolEnded,
    ToolJudged,
    ToolProgressed,
    ToolStarted,
)
from interlock.domain.interrupts import Decision
from interlock.domain.ledger import tokens_of
from interlock.domain.messages import calls_of
from interlock.domain.money import Bill
from interlock.domain.usage import Usage
from interlock.traces import attributes as words
from interlock.traces import ids
from interlock.traces.span import SpanStatus, TraceSpan

CUT_OFF = "cut_off"
"""The error of a span whose end is not in the log: a crash, most likely."""

_FAILED_CALLS = frozenset({"failed", "timed_out", "unavailable"})
_FAULTY_VERDICTS = frozenset({"invalid", "unknown_tool"})


class Projector:
    """Takes the events of a turn's runs, in order, and keeps the spans that follow.

    Args:
        decided: What became of questions, where the events at hand do not tell.
    """

    def __init__(self, decided: Mapping[str, Decision] | None = None) -> None:
        self.spans: dict[str, TraceSpan] = {}
        self.told: dict[str, str] = {}
        """In which run a span ended, by the span's id."""
        self.turn_id = ""
        self.caller = ""
        self.tracestate = ""
        self._decided = decided or {}
        self._root = ""
        self._run = ""
        self._tools: dict[str, str] = {}
        self._proposed: dict[str, int] = {}

    @property
    def trace_id(self) -> str:
        """The trace of the turn."""
        return ids.trace_id_of(self.turn_id, self.caller)

    def feed(self, events: Iterable[Event]) -> None:
        """Take events."""
        for event in events:
            self._take(event)

    def _take(self, event: Event) -> None:  # noqa: C901 - one match, one line a fact
        fact = event.data
        match fact:
            case RunStarted():
                self._begin_run(event, fact)
            case ModelStarted():
                self._begin_model(event, fact)
            case ModelDelta():
                self._first(event, fact.message_id)
            case ModelEnded():
                self._answer(event, fact)
            case ModelFailed():
                self._fault(event, fact)
            case ToolJudged():
                self._verdict(event, fact)
            case ToolStarted():
                self._begin_tool(event, fact)
            case ToolEnded():
                self._end_tool(event, fact)
            case InterruptOpened():
                self._ask(event, fact)
            case InterruptClosed():
                self._decide(event, fact)
            case RunEnded():
                self._end_run(event, fact)
            case ModelHeld() | ToolProgressed() | Shown() | Spoken() | Noted():
                pass
            case _:
                assert_never(fact)

    def _begin_run(self, event: Event, fact: RunStarted) -> None:
        span_id = ids.run_span(event.run_id)
        if not self._root:
            caller = ids.read_traceparent(fact.traceparent)
            self.turn_id, self.caller = fact.turn_id, fact.traceparent
            self.tracestate = fact.tracestate
            parent = "" if caller is None else caller.span_id
            self._root = span_id
        else:
            parent = self._root
        self._run = span_id
        self._proposed.clear()
        self.spans[span_id] = TraceSpan(
            id=span_id,
            parent=parent,
            kind="run",
            name=f"invoke_agent {fact.agent}",
            run_id=event.run_id,
            seq=event.seq,
            start=event.time,
            attributes=words.of_run(event.run_id, fact),
        )

    def _begin_model(self, event: Event, fact: ModelStarted) -> None:
        run = self.spans.get(self._run)
        if run is not None:
            more = words.of_driver(fact, run.attributes)
            self.spans[run.id] = replace(run, attributes={**run.attributes, **more})
        span_id = ids.model_span(event.run_id, fact.message_id)
        self.spans[span_id] = TraceSpan(
            id=span_id,
            parent=self._run,
            kind="model",
            name=f"chat {fact.model}",
            run_id=event.run_id,
            seq=event.seq,
            start=event.time,
            attributes=words.of_model(fact),
        )

    def _first(self, event: Event, message_id: str) -> None:
        span = self.spans.get(ids.model_span(event.run_id, message_id))
        if span is not None and not span.first_at:
            seconds = max(0, event.time - span.start) / 1000
            more = {**span.attributes, "gen_ai.response.time_to_first_chunk": seconds}
            self.spans[span.id] = replace(span, first_at=event.time, attributes=more)

    def _answer(self, event: Event, fact: ModelEnded) -> None:
        for part in calls_of(fact.message):
            self._proposed[part.id] = event.time
        span = self._model(event, fact.message.id)
        if span is not None:
            span = _billed(span, fact.usage, fact.bill)
            more = {**span.attributes, **words.of_answer(fact)}
            self._close(replace(span, attributes=more), event, "ok", fact.stop)

    def _fault(self, event: Event, fact: ModelFailed) -> None:
        span = self._model(event, fact.message_id)
        if span is None:
            return
        if fact.usage.total_tokens or fact.bill is not None:
            span = _billed(span, fact.usage, fact.bill)
        stopped = fact.kind == "cancelled"
        more = {**span.attributes, "interlock.model.then": fact.action}
        span = replace(span, attributes=more, error="" if stopped else fact.kind)
        self._close(span, event, "ok" if stopped else "error", fact.kind)

    def _model(self, event: Event, message_id: str) -> TraceSpan | None:
        span = self.spans.get(ids.model_span(event.run_id, message_id))
        return span if span is not None and span.end is None else None

    def _verdict(self, event: Event, fact: ToolJudged) -> None:
        faulty = fact.verdict in _FAULTY_VERDICTS
        span = TraceSpan(
            id=ids.gate_span(event.run_id, event.seq),
            parent=self._run,
            kind="gate",
            name=f"gate {fact.name}",
            run_id=event.run_id,
            seq=event.seq,
            start=self._proposed.pop(fact.call_id, event.time),
            error=fact.verdict if faulty else "",
            attributes=words.of_verdict(fact),
        )
        self._close(span, event, "error" if faulty else "ok", fact.verdict)

    def _begin_tool(self, event: Event, fact: ToolStarted) -> None:
        self._cut(event, self._tools.get(fact.call_id, ""))
        span_id = ids.tool_span(event.run_id, fact.call_id, fact.attempt)
        self._tools[fact.call_id] = span_id
        self.spans[span_id] = TraceSpan(
            id=span_id,
            parent=self._run,
            kind="tool",
            name=f"execute_tool {fact.name}",
            run_id=event.run_id,
            seq=event.seq,
            start=event.time,
            attributes=words.of_tool(fact),
        )

    def _end_tool(self, event: Event, fact: ToolEnded) -> None:
        span = self.spans.get(self._tools.pop(fact.call_id, ""))
        if span is None:
            return
        failed = fact.kind in _FAILED_CALLS
        more = {**span.attributes, **words.of_result(fact)}
        span = replace(span, attributes=more, error=fact.code or fact.kind if failed else "")
        self._close(span, event, "error" if failed else "ok", fact.kind)

    def _ask(self, event: Event, fact: InterruptOpened) -> None:
        asked = fact.interrupt
        span = TraceSpan(
            id=ids.wait_span(asked.id),
            parent=self._run,
            kind="wait",
            name=f"wait_for_person {asked.tool or asked.kind}",
            run_id=event.run_id,
            seq=event.seq,
            start=event.time,
            attributes=words.of_question(fact),
        )
        self.spans[span.id] = span
        decision = self._decided.get(asked.id)
        if decision is not None:
            self.spans[span.id] = _decided(span, decision, decision.at)

    def _decide(self, event: Event, fact: InterruptClosed) -> None:
        span = self.spans.get(ids.wait_span(fact.interrupt_id))
        if span is not None:
            self.spans[span.id] = _decided(span, fact.decision, event.time)
            self.told[span.id] = event.run_id

    def _end_run(self, event: Event, fact: RunEnded) -> None:
        for span in [*self.spans.values()]:
            if span.end is None and span.run_id == event.run_id and span.kind in {"model", "tool"}:
                self._cut(event, span.id)
        self._tools.clear()
        run = self.spans.get(ids.run_span(event.run_id))
        if run is not None:
            failed = fact.status == "failed"
            more = {**run.attributes, "interlock.run.status": fact.status}
            if fact.brake:
                more["interlock.run.brake"] = fact.brake
            run = replace(run, attributes=more, error=fact.code or "failed" if failed else "")
            self._close(run, event, "error" if failed else "ok", fact.status)

    def _cut(self, event: Event, span_id: str) -> None:
        span = self.spans.get(span_id)
        if span is not None and span.end is None:
            self._close(replace(span, error=CUT_OFF), event, "error", CUT_OFF)

    def _close(self, span: TraceSpan, event: Event, status: SpanStatus, outcome: str) -> None:
        end = max(span.start, event.time)
        self.spans[span.id] = replace(span, end=end, status=status, outcome=outcome)
        self.told[span.id] = event.run_id


def _billed(span: TraceSpan, usage: Usage, bill: Bill | None) -> TraceSpan:
    lines = () if bill is None else bill.lines
    return replace(
        span,
        attributes={**span.attributes, **words.of_usage(usage, bill)},
        tokens=tokens_of(lines, usage),
        cost=None if bill is None else bill.cost,
        unpriced=int(bill is not None and bill.cost is None),
    )


def _decided(span: TraceSpan, decision: Decision, latest: int) -> TraceSpan:
    """The end of a wait. Decisions may come from a machine whose clock is behind, or ahead."""
    end = max(span.start, min(decision.at, latest))
    more = {**span.attributes, "interlock.interrupt.status": decision.status}
    return replace(span, end=end, status="ok", outcome=decision.status, attributes=more)

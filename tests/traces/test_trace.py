"""What a trace adds up to."""

from decimal import Decimal

from tests.traces.recorded import events_of, recorded

from interlock.domain.events import Event, ModelEnded, ModelStarted, RunEnded, RunStarted
from interlock.domain.interrupts import Decision
from interlock.domain.ledger import Tokens
from interlock.domain.messages import AssistantMessage
from interlock.domain.money import Bill
from interlock.domain.usage import Usage
from interlock.traces.trace import trace_of

T = 1_800_000_000_000


def answered(cost: Decimal | None) -> list[Event]:
    """A run whose one answer cost so much."""
    facts = (
        RunStarted(thread_id="t", turn_id="u", agent="a", tenant="x", user="y"),
        ModelStarted(message_id="m1", call_index=1, attempt=1, provider="azure", model="gpt"),
        ModelEnded(
            message=AssistantMessage(id="m1", parts=()),
            stop="stop",
            usage=Usage(input_tokens=100, cached_tokens=60, output_tokens=9),
            bill=Bill(
                call_index=1, attempt=1, provider="azure", model="m", requested="gpt", cost=cost
            ),
        ),
    )
    return [Event("r", seq, T + 10 * seq, fact) for seq, fact in enumerate(facts, 1)]


def test_the_cost_is_that_of_the_bill_and_tokens_are_in_one_class_each():
    trace = trace_of(answered(Decimal("0.00012")), T)
    run, model = trace.spans
    assert (trace.cost, run.cost, model.cost) == (Decimal("0.00012"),) * 3
    assert trace.tokens == Tokens(input_tokens=40, cached_tokens=60, output_tokens=9)
    assert model.attributes["gen_ai.usage.input_tokens"] == 100
    assert model.attributes["gen_ai.usage.cache_read.input_tokens"] == 60
    assert model.attributes["gen_ai.usage.cost"] == 0.00012
    assert model.attributes["interlock.cost"] == "0.00012"
    assert model.attributes["gen_ai.provider.name"] == "azure.ai.openai"


def test_a_call_without_a_price_costs_nothing_that_anybody_knows():
    trace = trace_of(answered(None), T)
    assert [(span.cost, span.unpriced) for span in trace.spans] == [(None, 1), (None, 1)]
    assert (trace.unpriced, trace.spans[1].attributes["interlock.unpriced"]) == (1, True)


def test_a_run_has_the_tokens_and_the_cost_of_its_models():
    trace = recorded("three-decided")
    runs = [span for span in trace.spans if span.kind == "run"]
    models = [span for span in trace.spans if span.kind == "model"]
    assert [span.tokens for span in runs] == [span.tokens for span in models]
    assert trace.tokens.total == sum(span.tokens.total for span in models if span.tokens)


def test_work_and_waiting_are_told_apart():
    trace = recorded("three-decided")
    runs = [span for span in trace.spans if span.kind == "run"]
    assert trace.work_ms == sum((span.end or 0) - span.start for span in runs)
    events = [event for event in events_of("three-open")]
    waiting = trace_of(events, events[-1].time + 60_000)
    assert waiting.waiting_ms == 60_000
    assert waiting.work_ms == events[-1].time - events[0].time


def test_calls_at_the_same_time_count_once():
    trace = recorded("many-reads")
    tools = [span for span in trace.spans if span.kind == "tool"]
    lengths = sum((span.end or 0) - span.start for span in tools)
    assert 0 < trace.tool_ms < lengths


def test_what_the_row_of_a_question_knows_ends_the_wait():
    events = events_of("delete-open")
    late = events[-1].time + 5_000
    decision = Decision(status="superseded", by="ann", at=late, channel="api")
    trace = trace_of(events, late + 1_000, {"int_1": decision})
    (wait,) = (span for span in trace.spans if span.kind == "wait")
    assert (wait.end, wait.outcome) == (late, "superseded")
    assert trace.over


def test_a_run_that_goes_on_counts_until_now():
    trace = trace_of(events_of("weather")[:2], T + 60_000)
    assert (trace.work_ms, trace.model_ms, trace.over) == (60_000, 59_800, False)
    assert [span.status for span in trace.spans] == ["open", "open"]


def test_a_failed_run_is_an_error_with_its_code():
    events = [*events_of("weather")[:1]]
    failed = RunEnded(status="failed", code="no_agent", text="This server has no agent.")
    trace = trace_of([*events, Event("run_1", 2, T + 10, failed)], T)
    assert [(span.status, span.error) for span in trace.spans] == [("error", "no_agent")]
    assert trace.errors == 1

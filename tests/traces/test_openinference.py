"""Recorded runs in the words of OpenInference: exactly these, and never what was not let out."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace
from tests.traces.recorded import NAMES, events_of, recorded

from interlock.domain.events import Event, ModelEnded, ModelStarted, RunStarted
from interlock.domain.messages import AssistantMessage
from interlock.domain.money import Bill, Line
from interlock.domain.usage import Usage
from interlock.traces.content import content_of
from interlock.traces.openinference import openinference_of, told
from interlock.traces.span import TraceSpan
from interlock.traces.trace import trace_of

GOLDEN = Path(__file__).parent.parent / "fixtures" / "openinference"
KEPT = ("weather", "delete-approved", "invalid", "timed-out", "think")
T = 1_800_000_000_000


def spans_of(name: str) -> list[TraceSpan]:
    """The spans of a recorded run, with what was said."""
    said = content_of(events_of(name))
    return [
        replace(span, attributes=span.attributes | said.get(span.id, {}))
        for span in recorded(name).spans
    ]


def lines_of(name: str) -> list[dict[str, Any]]:
    return [{"name": span.name} | openinference_of(span) for span in spans_of(name)]


@pytest.mark.parametrize("name", KEPT)
def test_a_recorded_run_is_told_exactly_like_this(name: str):
    golden = (GOLDEN / f"{name}.jsonl").read_bytes().splitlines()
    assert lines_of(name) == [json.decode(line) for line in golden]


@pytest.mark.parametrize("name", NAMES)
def test_every_span_has_a_kind_and_without_content_nothing_of_it_is_told(name: str):
    for span in recorded(name).spans:
        found = openinference_of(span)
        assert found["openinference.span.kind"] in {"AGENT", "LLM", "TOOL", "GUARDRAIL", "CHAIN"}
        assert not [key for key in found if key.startswith(("input.", "output.", "gen_ai."))]


def answered(usage: Usage, bill: Bill | None) -> TraceSpan:
    """The span of a model that answered."""
    facts = (
        RunStarted(thread_id="t", turn_id="u", agent="a", tenant="x", user="y"),
        ModelStarted(message_id="m1", call_index=1, attempt=1, provider="vertex", model="big"),
        ModelEnded(
            message=AssistantMessage(id="m1", parts=()),
            stop="stop",
            model="big-2026",
            usage=usage,
            bill=bill,
        ),
    )
    events = [Event("r", seq, T + 10 * seq, fact) for seq, fact in enumerate(facts, 1)]
    return trace_of(events, T).spans[1]


USAGE = Usage(
    input_tokens=100, cached_tokens=60, cache_write_tokens=10, output_tokens=9, reasoning_tokens=4
)
BILL = Bill(
    call_index=1,
    attempt=1,
    provider="vertex",
    model="big-2026",
    requested="big",
    cost=Decimal("0.0105"),
    lines=(
        Line("input", 30, Decimal(1), 1_000_000, Decimal("0.00003")),
        Line("cache_read", 60, Decimal(1), 1_000_000, Decimal("0.00006")),
        Line("cache_write", 10, Decimal(1), 1_000_000, Decimal("0.00001")),
        Line("output", 5, Decimal(40), 1_000_000, Decimal("0.0002")),
        Line("reasoning", 4, Decimal(50), 1_000_000, Decimal("0.0002")),
        Line("web_search", 1, Decimal(10), 1_000, Decimal("0.01")),
    ),
)


def test_tokens_and_costs_of_a_model_are_in_their_places():
    assert openinference_of(answered(USAGE, BILL)) == {
        "openinference.span.kind": "LLM",
        "llm.model_name": "big-2026",
        "llm.provider": "google",
        "llm.token_count.prompt": 100,
        "llm.token_count.completion": 9,
        "llm.token_count.total": 109,
        "llm.token_count.prompt_details.cache_read": 60,
        "llm.token_count.prompt_details.cache_write": 10,
        "llm.token_count.completion_details.reasoning": 4,
        "llm.cost.prompt": 0.0001,
        "llm.cost.completion": 0.0004,
        "llm.cost.total": 0.0105,
    }


def test_a_cost_that_nobody_knows_is_left_out():
    for bill in (None, replace(BILL, cost=None, lines=())):
        found = openinference_of(answered(USAGE, bill))
        assert not [name for name in found if name.startswith("llm.cost.")]
        assert found["llm.token_count.total"] == 109


def test_a_span_is_told_in_one_way_or_the_other_or_both():
    span = answered(USAGE, BILL)
    ours, theirs, both = (told(span, way) for way in ("gen_ai", "openinference", "both"))
    assert ours == span.attributes
    assert both == {**ours, **openinference_of(span)}
    assert not [name for name in theirs if name.startswith("gen_ai.")]
    assert theirs["interlock.model.call"] == 1
    assert theirs.items() >= openinference_of(span).items()

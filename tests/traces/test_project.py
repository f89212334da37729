"""Recorded runs as spans: exactly these, whoever looks."""

import msgspec
import pytest
from tests.traces.recorded import NAMES, events_of, lines_of, recorded

from interlock.domain.events import Event, RunStarted
from interlock.traces.project import Projector
from interlock.traces.trace import trace_of

EXACT = {
    "weather": [
        "run_1 invoke_agent demo, 0+2800 ok success",
        "run_1 chat scripted, 200+1000 ok tool_use",
        "run_1 gate get_weather, 1200+200 ok allow",
        "run_1 execute_tool get_weather, 1600+200 ok done",
        "run_1 chat scripted, 2000+600 ok stop",
    ],
    "three-decided": [
        "run_1 invoke_agent demo, 0+3400 ok interrupted",
        "run_1 chat scripted, 200+1800 ok tool_use",
        "run_1 gate delete_reports, 2000+200 ok ask",
        "run_1 gate delete_reports, 2000+400 ok ask",
        "run_1 gate delete_reports, 2000+600 ok ask",
        "run_1 wait_for_person delete_reports, 2800+0 ok answered",
        "run_1 wait_for_person delete_reports, 3000+0 ok answered",
        "run_1 wait_for_person delete_reports, 3200+0 ok answered",
        "run_2 invoke_agent demo, 3600+2600 ok success",
        "run_2 execute_tool delete_reports, 4600+400 ok done",
        "run_2 execute_tool delete_reports, 4800+400 ok done",
        "run_2 chat scripted, 5400+600 ok stop",
    ],
    "timed-out": [
        "run_1 invoke_agent demo, 0+2400 ok success",
        "run_1 chat scripted, 200+600 ok tool_use",
        "run_1 gate read_archive, 800+200 ok allow",
        "run_1 execute_tool read_archive, 1200+200 error timed_out (timeout)",
        "run_1 chat scripted, 1600+600 ok stop",
    ],
    "lost-happened": [
        "run_1 invoke_agent demo, 0+2000 ok interrupted",
        "run_1 chat scripted, 200+1000 ok tool_use",
        "run_1 gate pay_invoice, 1200+200 ok allow",
        "run_1 execute_tool pay_invoice, 1600+400 error cut_off (cut_off)",
        "run_1 wait_for_person pay_invoice, 1800+0 ok answered",
        "run_2 invoke_agent demo, 2200+1200 ok success",
        "run_2 chat scripted, 2800+400 ok stop",
    ],
    "invalid": [
        "run_1 invoke_agent demo, 0+2200 ok success",
        "run_1 chat scripted, 200+600 ok tool_use",
        "run_1 gate delete_reports, 800+200 error invalid (invalid)",
        "run_1 chat scripted, 1400+600 ok stop",
    ],
    "stopped": [
        "run_1 invoke_agent demo, 0+2200 ok cancelled",
        "run_1 chat scripted, 200+1000 ok tool_use",
        "run_1 gate slow_count, 1200+200 ok allow",
        "run_1 execute_tool slow_count, 1600+400 ok cancelled",
    ],
    "expired": [
        "run_1 invoke_agent demo, 0+1800 ok interrupted",
        "run_1 chat scripted, 200+1000 ok tool_use",
        "run_1 gate delete_reports, 1200+200 ok ask",
        "run_1 wait_for_person delete_reports, 1600+600 ok expired",
        "run_2 invoke_agent demo, 2000+1400 ok success",
        "run_2 chat scripted, 2600+600 ok stop",
    ],
}


@pytest.mark.parametrize("name", EXACT)
def test_a_recorded_run_gives_exactly_these_spans(name: str):
    assert lines_of(recorded(name)) == EXACT[name]


@pytest.mark.parametrize("name", NAMES)
def test_every_span_is_inside_the_tree_and_ids_are_unique(name: str):
    trace = recorded(name)
    ids = [span.id for span in trace.spans]
    assert len(ids) == len(set(ids))
    assert [span.parent for span in trace.spans if span.parent not in ids] == [""]
    runs = [span for span in trace.spans if span.kind == "run"]
    assert {span.parent for span in runs[1:]} <= {runs[0].id}
    by_id = {span.id: span for span in trace.spans}
    for span in trace.spans:
        assert span.end is None or span.end >= span.start
        if span.kind not in {"run", "wait"}:
            run = by_id[span.parent]
            assert run.kind == "run"
            assert run.start <= span.start
            assert span.end is not None
            assert run.end is None or span.end <= run.end


@pytest.mark.parametrize("name", NAMES)
def test_spans_are_the_same_when_the_log_is_read_in_parts(name: str):
    whole, parts = Projector(), Projector()
    whole.feed(events_of(name))
    for event in events_of(name):
        parts.feed([event])
    assert parts.spans == whole.spans


@pytest.mark.parametrize("name", NAMES)
def test_no_word_of_a_person_a_model_or_a_tool_is_in_a_span(name: str):
    events = events_of(name)
    said = [
        part["text"]
        for event in events
        for part in msgspec.to_builtins(event.data).get("message", {}).get("parts", [])
        if part.get("text")
    ]
    body = msgspec.json.encode(recorded(name)).decode()
    assert said
    assert [words for words in said if len(words) > 6 and words in body] == []


def test_the_runs_of_one_turn_are_one_trace_with_the_first_one_at_its_root():
    trace = recorded("delete-approved")
    first, second = (span for span in trace.spans if span.kind == "run")
    assert (first.parent, second.parent) == ("", first.id)
    other = [event for event in events_of("delete-approved") if event.run_id == "run_1"]
    assert trace_of(other, 0).trace_id == trace.trace_id


def test_the_first_run_is_a_child_of_its_caller():
    header = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    events = [_called(event, header) for event in events_of("delete-approved")]
    trace = trace_of(events, 0)
    assert trace.trace_id == "4bf92f3577b34da6a3ce929d0e0e4736"
    assert trace.spans[0].parent == "00f067aa0ba902b7"
    assert trace.spans[0].id == recorded("delete-approved").spans[0].id


def _called(event: Event, header: str) -> Event:
    if isinstance(event.data, RunStarted) and not event.data.resumes:
        data = msgspec.structs.replace(event.data, traceparent=header)
        return msgspec.structs.replace(event, data=data)
    return event


def test_waiting_for_a_person_is_no_part_of_a_run():
    trace = recorded("three-open")
    waits = [span for span in trace.spans if span.kind == "wait"]
    assert len(waits) == 3
    assert all(span.end is None and span.status == "open" for span in waits)
    assert not trace.over


def test_attributes_are_those_of_the_conventions():
    spans = {span.kind: span for span in recorded("weather").spans}
    assert spans["run"].attributes == {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": "demo",
        "gen_ai.agent.version": "77a5e99b",
        "gen_ai.provider.name": "scripted",
        "gen_ai.conversation.id": "thread_1",
        "session.id": "thread_1",
        "user.id": "ann",
        "interlock.tenant": "local",
        "interlock.run.id": "run_1",
        "interlock.turn.id": "turn_1",
        "interlock.channel": "api",
        "interlock.run.status": "success",
    }
    model = spans["model"].attributes
    assert model["gen_ai.operation.name"] == "chat"
    assert model["gen_ai.request.model"] == "scripted"
    assert model["gen_ai.response.finish_reasons"] == ["stop"]
    assert model["gen_ai.response.time_to_first_chunk"] == 0.2
    assert isinstance(model["gen_ai.usage.input_tokens"], int)
    tool = spans["tool"].attributes
    assert tool["gen_ai.operation.name"] == "execute_tool"
    assert tool["gen_ai.tool.name"] == "get_weather"
    assert tool["gen_ai.tool.call.id"] == "call_1"

"""Peculiar messages streams beyond the recorded ones, and blocks that go back to their maker."""

from collections.abc import Sequence

import msgspec
import pytest
from tests.models.recordings import FOLDER, CountingIds

from interlock.domain.messages import AssistantMessage, CallPart, Json, ReasoningPart, TextPart
from interlock.domain.model import CallDelta, Fault, ModelRequest, Part, Reply, TextDelta
from interlock.domain.usage import Usage
from interlock.models.anthropic_request import build_messages
from interlock.models.anthropic_stream import MessagesWire
from interlock.models.faults import Origin
from interlock.models.reader import AnswerReader

START = {"type": "message_start", "message": {"id": "r1", "model": "claude", "content": []}}
STOP = {"type": "message_stop"}


def reader() -> AnswerReader:
    return AnswerReader(MessagesWire(Origin("acme", "m", "K"), "msg_1", CountingIds()))


def read(*events: dict[str, Json]) -> list[Part]:
    body = b"".join(b"data: " + msgspec.json.encode(event) + b"\n\n" for event in events)
    one = reader()
    parts = one.feed(body)
    return parts if one.done else parts + one.close()


def block(index: int, content: dict[str, Json], *deltas: dict[str, Json]) -> list[dict[str, Json]]:
    return [
        {"type": "content_block_start", "index": index, "content_block": content},
        *({"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas),
        {"type": "content_block_stop", "index": index},
    ]


def tool(**more: Json) -> dict[str, Json]:
    return {"type": "tool_use", "id": "toolu_1", "name": "f", "input": {}} | more


def arguments(text: str) -> dict[str, Json]:
    return {"type": "input_json_delta", "partial_json": text}


def ending(reason: str | None, **usage: Json) -> list[dict[str, Json]]:
    return [{"type": "message_delta", "delta": {"stop_reason": reason}, "usage": usage}, STOP]


def reply(parts: Sequence[Part]) -> Reply:
    final = parts[-1]
    assert isinstance(final, Reply), final
    return final


def recorded(name: str) -> Reply:
    body = (FOLDER / "anthropic" / name).read_bytes()
    one = reader()
    if name.endswith(".json"):
        return reply(one.document(body))
    parts = one.feed(body)
    return reply(parts if one.done else parts + one.close())


def sent_back(answer: Reply, provider: str = "acme") -> list[Json]:
    """The assistant content of a request that holds this answer in its history."""
    request = ModelRequest(model="m", messages=(answer.message,))
    return build_messages(request, provider)["messages"][0]["content"]


@pytest.mark.parametrize("text", ["", '{"a": "b'])
def test_a_length_limit_inside_a_call_never_makes_it_runnable(text: str) -> None:
    opened = block(0, tool(), arguments(text))
    for events in (opened, opened[:-1]):
        answer = reply(read(START, *events, *ending("max_tokens")))
        call = CallPart("call_1", "f", text, provider="acme", provider_id="toolu_1")
        assert (answer.message.parts, answer.stop) == ((call,), "length")


def test_input_that_comes_with_the_start_of_a_block_counts() -> None:
    parts = read(START, *block(0, tool(input={"a": 1})), *ending("tool_use", output_tokens=3))
    assert parts == [
        CallDelta("call_1", "f", '{"a":1}'),
        Reply(
            message=AssistantMessage(
                "msg_1",
                (CallPart("call_1", "f", '{"a":1}', provider="acme", provider_id="toolu_1"),),
            ),
            stop="tool_use",
            stop_raw="tool_use",
            usage=Usage(output_tokens=3),
            model="claude",
            response_id="r1",
        ),
    ]


def test_a_call_of_the_providers_own_code_is_ours_only_when_it_stops_for_us() -> None:
    call = block(0, tool(caller={"type": "code_execution_20250825"}), arguments('{"a": 1}'))
    waiting = reply(read(START, *call, *ending("tool_use")))
    answered = reply(read(START, *call, *ending("end_turn")))
    assert [part.name for part in waiting.message.parts if isinstance(part, CallPart)] == ["f"]
    assert (waiting.stop, answered.message.parts, answered.stop) == ("tool_use", (), "stop")


@pytest.mark.parametrize(
    ("reason", "stop"),
    [
        ("end_turn", "stop"),
        ("stop_sequence", "stop"),
        ("model_context_window_exceeded", "length"),
        ("pause_turn", "pause"),
        ("refusal", "refusal"),
        ("tool_use", "stop"),
        ("something_new", "other"),
        (None, "unknown"),
    ],
)
def test_a_stop_reason_without_calls_has_its_meaning(reason: str | None, stop: str) -> None:
    answer = reply(read(START, *ending(reason)))
    assert (answer.stop, answer.stop_raw) == (stop, reason or "")


def test_events_and_deltas_of_unknown_types_change_nothing() -> None:
    text = block(0, {"type": "text", "text": "a"}, {"type": "new_delta", "text": "x"})
    stray = {"type": "content_block_delta", "index": 9, "delta": {"type": "text_delta"}}
    parts = read(START, {"type": "new_event"}, *text, stray, *ending("end_turn"))
    assert parts[:-1] == [TextDelta("a")]
    assert reply(parts).message.parts == (TextPart("a"),)


@pytest.mark.parametrize(
    ("event", "kind"),
    [
        ({"type": "error", "error": {"type": "overloaded_error", "message": "x"}}, "overloaded"),
        ({"type": "error", "error": {"type": "rate_limit_error", "message": "x"}}, "rate_limit"),
        ({"error": {"type": "api_error"}}, "server"),
        ({"no": "type"}, "bad_answer"),
        ({"type": "content_block_delta", "index": "x"}, "bad_answer"),
    ],
)
def test_a_failure_inside_a_stream_has_its_class(event: dict[str, Json], kind: str) -> None:
    counted = {"type": "message_delta", "delta": {}, "usage": {"input_tokens": 7}}
    final = read(START, counted, event, STOP)[-1]
    assert isinstance(final, Fault)
    assert (final.kind, final.usage) == (kind, Usage(input_tokens=7))


def test_a_body_that_is_no_message_is_a_bad_answer() -> None:
    finals = [reader().document(body)[-1] for body in (b"{}", b"oops", b'{"content": 1}')]
    assert [isinstance(final, Fault) and final.kind for final in finals] == ["bad_answer"] * 3


def test_signed_thinking_goes_back_as_it_came() -> None:
    answer = recorded("json-thinking-tool.json")
    whole = msgspec.json.decode((FOLDER / "anthropic/json-thinking-tool.json").read_bytes())
    assert sent_back(answer)[:2] == whole["content"][:2]
    assert [content["type"] for content in sent_back(answer, "other")] == ["text", "tool_use"]


def test_redacted_thinking_goes_back_as_it_came() -> None:
    whole = msgspec.json.decode((FOLDER / "anthropic/json-redacted-thinking.json").read_bytes())
    assert sent_back(recorded("json-redacted-thinking.json")) == whole["content"]


def test_thinking_that_shows_nothing_goes_back_with_its_signature() -> None:
    thinking = sent_back(recorded("stream-advisor-thinking-omitted.sse"))[0]
    assert thinking["type"] == "thinking"
    assert thinking["thinking"] == ""
    assert thinking["signature"].startswith("Ep")


def test_blocks_of_server_tools_go_back_whole_and_are_no_calls() -> None:
    answer = recorded("stream-refusal-after-server-tool.sse")
    search, result, text = sent_back(answer)
    assert search["input"] == {"query": "solar eclipse viewing safety news 2026"}
    assert (search["type"], result["type"]) == ("server_tool_use", "web_search_tool_result")
    assert (text["type"], answer.stop) == ("text", "refusal")


def test_a_compaction_goes_back_whole() -> None:
    compaction = sent_back(recorded("stream-compaction.sse"))[0]
    assert compaction["content"].startswith("The user provided a very long context")


def test_thinking_without_a_signature_is_shown_and_not_sent_back() -> None:
    body = (FOLDER / "ollama/anthropic-compat-json-tool.json").read_bytes()
    answer = reply(reader().document(body))
    thought = ReasoningPart("We have to call the get_weather function.", provider="acme")
    assert answer.message.parts[0] == thought
    assert [content["type"] for content in sent_back(answer)] == ["tool_use"]

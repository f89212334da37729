"""Peculiar chat completions streams beyond the recorded ones."""

from collections.abc import Sequence

import msgspec
import pytest
from tests.models.recordings import CountingIds

from interlock.domain.messages import AssistantMessage, CallPart, Json, ReasoningPart, TextPart
from interlock.domain.model import CallDelta, Fault, Part, ReasoningDelta, Reply, TextDelta
from interlock.domain.usage import Usage
from interlock.models.faults import Origin
from interlock.models.openai_chat_stream import ChatWire
from interlock.models.reader import AnswerReader
from interlock.models.sse import MAX_EVENT_BYTES

UNKNOWN = Usage(known=False)


def chunk(delta: dict[str, Json], finish: str | None = None, **more: Json) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return b"data: " + msgspec.json.encode({"choices": [choice], **more}) + b"\n\n"


def calling(*fragments: dict[str, Json]) -> bytes:
    return chunk({"tool_calls": list(fragments)})


def fragment(index: int | None, text: Json = None, name: str = "", id: str = "") -> dict[str, Json]:
    body: dict[str, Json] = {"function": {"name": name, "arguments": text}}
    return body | ({} if index is None else {"index": index}) | ({"id": id} if id else {})


DONE = b"data: [DONE]\n\n"


def read(*reads: bytes, marks_end: bool = True) -> list[Part]:
    wire = ChatWire(Origin("acme", "m", "K"), "msg_1", CountingIds(), marks_end=marks_end)
    reader = AnswerReader(wire)
    parts = [part for data in reads if not reader.done for part in reader.feed(data)]
    return parts if reader.done else parts + reader.close()


def reply(parts: Sequence[Part]) -> Reply:
    final = parts[-1]
    assert isinstance(final, Reply), final
    return final


def calls(parts: Sequence[Part]) -> list[tuple[str, str]]:
    found = [part for part in reply(parts).message.parts if isinstance(part, CallPart)]
    return [(call.name, call.arguments) for call in found]


def fault(parts: Sequence[Part]) -> Fault:
    final = parts[-1]
    assert isinstance(final, Fault), final
    return final


def test_neighbours_are_merged_and_the_order_is_kept() -> None:
    parts = read(
        chunk({"reasoning_content": "Hm"})
        + chunk({"reasoning_content": "m."})
        + chunk({"content": "Let "})
        + chunk({"content": "me."})
        + calling(fragment(0, "", "a", "x"), fragment(1, "", "b", "y"))
        + calling(fragment(0, '{"p'))
        + calling(fragment(0, '":1}'))
        + calling(fragment(1, "{}"))
        + chunk({}, "tool_calls")
        + DONE
    )
    assert parts == [
        ReasoningDelta("Hmm."),
        TextDelta("Let me."),
        CallDelta("call_1", "a", ""),
        CallDelta("call_2", "b", ""),
        CallDelta("call_1", "a", '{"p":1}'),
        CallDelta("call_2", "b", "{}"),
        Reply(
            message=AssistantMessage(
                "msg_1",
                (
                    ReasoningPart("Hmm.", provider="acme"),
                    TextPart("Let me."),
                    CallPart("call_1", "a", '{"p":1}', provider="acme", provider_id="x"),
                    CallPart("call_2", "b", "{}", provider="acme", provider_id="y"),
                ),
            ),
            stop="tool_use",
            stop_raw="tool_calls",
            usage=UNKNOWN,
        ),
    ]


@pytest.mark.parametrize("text", ["", None, "null", " null ", "{}"])
def test_a_call_without_arguments_has_an_empty_object(text: str | None) -> None:
    parts = read(calling(fragment(0, text, "f", "x")), chunk({}, "tool_calls"), DONE)
    assert [(name, arguments) for name, arguments in calls(parts)] == [("f", "{}")]


def test_arguments_that_came_as_an_object_become_text() -> None:
    parts = read(calling(fragment(0, {"a": [1]}, "f", "x")), chunk({}, "stop"), DONE)
    assert (calls(parts), reply(parts).stop) == ([("f", '{"a":[1]}')], "tool_use")


def test_arguments_that_nobody_can_read_stay_as_they_came() -> None:
    parts = read(calling(fragment(0, '{"a": 1', "f", "x")), chunk({}, "tool_calls"), DONE)
    assert calls(parts) == [("f", '{"a": 1')]


@pytest.mark.parametrize("text", ["", "null", '{"a": "b'])
def test_a_length_limit_inside_a_call_never_makes_it_runnable(text: str) -> None:
    first = fragment(0, None, "f", "x")
    parts = read(calling(first, fragment(1, text, "g", "y")), chunk({}, "length"), DONE)
    assert (calls(parts), reply(parts).stop) == ([("f", "{}"), ("g", text)], "length")


def test_several_objects_in_one_fragment_are_several_calls() -> None:
    parts = read(calling(fragment(0, '{"a":1} {"a":2}', "f", "x")), chunk({}, "stop"), DONE)
    assert calls(parts) == [("f", '{"a":1}'), ("f", '{"a":2}')]


@pytest.mark.parametrize("text", ['{"a":"}{"}', '{"a":1}{"b', '{"a":1}{2}', "}{"])
def test_text_that_only_looks_like_several_objects_stays_whole(text: str) -> None:
    parts = read(calling(fragment(0, text, "f", "x")), chunk({}, "tool_calls"), DONE)
    assert calls(parts) == [("f", text)]


def test_a_second_id_on_the_same_index_is_a_second_call() -> None:
    parts = read(
        calling(fragment(0, "{}", "f", "x")),
        calling(fragment(0, '{"b":', "g", "y")),
        calling(fragment(0, "2}")),
        DONE,
    )
    assert calls(parts) == [("f", "{}"), ("g", '{"b":2}')]


def test_without_an_index_the_latest_call_grows_until_another_name_comes() -> None:
    parts = read(
        calling(fragment(None, '{"a":', "f")),
        calling(fragment(None, "1}")),
        calling(fragment(None, "{}", "g")),
        DONE,
    )
    assert calls(parts) == [("f", '{"a":1}'), ("g", "{}")]


def test_a_name_and_an_id_that_come_late_still_count() -> None:
    late = read(calling(fragment(0, '{"a"')), calling(fragment(0, ":1}", "f", "x")), DONE)
    assert late[:-1] == [CallDelta("call_1", "f", '{"a":1}')]
    message = reply(late).message
    assert message.parts == (CallPart("call_1", "f", '{"a":1}', provider="acme", provider_id="x"),)


def test_calls_that_hold_nothing_are_no_calls() -> None:
    parts = read(
        chunk({"content": "Hi", "function_call": {"name": "", "arguments": ""}}),
        calling({"index": 0}, {"index": 0, "function": {"name": "", "arguments": ""}}),
        chunk({}, "tool_calls"),
        DONE,
    )
    assert reply(parts).message.parts == (TextPart("Hi"),)
    assert reply(parts).stop == "stop"


def test_the_older_form_of_a_call_is_read() -> None:
    parts = read(
        chunk({"function_call": {"name": "f", "arguments": '{"a"'}}),
        chunk({"function_call": {"arguments": ":1}"}}),
        chunk({}, "function_call"),
        DONE,
    )
    assert (calls(parts), reply(parts).stop) == ([("f", '{"a":1}')], "tool_use")


def test_only_the_first_of_several_choices_is_read() -> None:
    second = {"index": 1, "delta": {"content": "no"}, "finish_reason": "length"}
    both = {"choices": [{"index": 0, "delta": {"content": "yes"}}, second]}
    parts = read(b"data: " + msgspec.json.encode(both) + b"\n\n", chunk({}, "stop"), DONE)
    assert reply(parts).message.parts == (TextPart("yes"),)
    assert reply(parts).stop == "stop"


def test_signed_reasoning_of_a_router_is_kept_for_it() -> None:
    def detail(**more: str) -> bytes:
        return chunk({"reasoning_details": [{"type": "reasoning.text", "index": 0, **more}]})

    sealed = chunk({"reasoning_details": [{"type": "reasoning.encrypted", "data": "x"}, "junk"]})
    parts = read(detail(text="a"), detail(text="b"), detail(signature="s"), sealed, DONE)
    details = [
        {"type": "reasoning.text", "index": 0, "text": "ab", "signature": "s"},
        {"type": "reasoning.encrypted", "data": "x"},
    ]
    opaque = {"reasoning_details": details}
    assert reply(parts).message.parts == (ReasoningPart("ab", provider="acme", opaque=opaque),)


@pytest.mark.parametrize(
    ("stream", "kind"),
    [
        (chunk({"content": "a"}, "error") + DONE, "server"),
        (chunk({"content": "a"}, "insufficient_system_resource") + DONE, "overloaded"),
        (b'data: {"error": "busy", "code": "overloaded_error"}\n\n', "overloaded"),
        (b'data: {"object":"error","message":"too long: context window","code":400}\n\n',
         "context_length"),
        (b'data: {"choices":[{"delta":{"content":{"no":1}}}]}\n\n', "bad_answer"),
        (b'data: {"choices":[{"delta":{"content":"\xff"}}]}\n\n', "bad_answer"),
        (b"data: oops\n\n", "bad_answer"),
        (chunk({"content": "a"}) + b'{"error": {"code": 503, "message": "gone"}}\n', "overloaded"),
        (b'{"error": {"code": 429, "message": "slow down"}}', "rate_limit"),
        (b"", "broken_stream"),
        (b"data: {}\n\n: bye\n\n", "broken_stream"),
    ],
)  # fmt: skip
def test_a_failure_inside_a_stream_has_its_class(stream: bytes, kind: str) -> None:
    assert fault(read(stream)).kind == kind


def test_a_finish_reason_alone_is_no_end_unless_the_server_has_no_better() -> None:
    stream = chunk({"content": "a"}, "stop")
    assert fault(read(stream)).kind == "broken_stream"
    assert reply(read(stream, marks_end=False)).message.parts == (TextPart("a"),)


def test_counts_with_the_finish_reason_are_an_end_and_counts_before_it_are_not() -> None:
    usage = {"prompt_tokens": 3, "completion_tokens": 4}
    assert reply(read(chunk({"content": "a"}, "stop", usage=usage))).usage == Usage(3, 4)
    early = read(chunk({"content": "a"}, usage=usage), chunk({}, "stop"))
    assert (fault(early).kind, fault(early).usage) == ("broken_stream", Usage(3, 4))


PROMPT = {"prompt_tokens": 5, "completion_tokens": 2}
CACHE = {"cached_tokens": 1, "cache_write_tokens": 2}


def thinking(tokens: int) -> dict[str, Json]:
    return {"completion_tokens_details": {"reasoning_tokens": tokens}}


@pytest.mark.parametrize(
    ("usage", "read_as"),
    [
        (PROMPT | thinking(10) | {"total_tokens": 17}, Usage(5, 12, reasoning_tokens=10)),
        (PROMPT | {"total_tokens": 17}, Usage(5, 12, reasoning_tokens=10)),
        (PROMPT | thinking(9) | {"total_tokens": 7}, Usage(5, 2, reasoning_tokens=2)),
        (PROMPT | {"prompt_cache_hit_tokens": 4}, Usage(5, 2, cached_tokens=4)),
        (PROMPT | {"prompt_tokens_details": CACHE}, Usage(5, 2, 1, 2)),
        ({"prompt_tokens": 5.0, "completion_tokens": 2.0}, Usage(5, 2)),
        ({"total_tokens": 5}, UNKNOWN),
    ],
)
def test_token_counts_have_one_meaning(usage: dict[str, Json], read_as: Usage) -> None:
    assert reply(read(chunk({"content": "a"}, "stop", usage=usage), DONE)).usage == read_as


def test_nothing_after_the_end_is_read() -> None:
    parts = read(chunk({"content": "a"}, "stop") + DONE + chunk({"content": "b"}))
    assert reply(parts).message.parts == (TextPart("a"),)


def test_reasoning_that_is_only_sealed_is_kept_before_the_answer() -> None:
    sealed = [{"type": "reasoning.encrypted", "data": "x"}]
    parts = read(chunk({"content": "a"}), chunk({"reasoning_details": sealed}), DONE)
    opaque = {"reasoning_details": sealed}
    kept = ReasoningPart("", provider="acme", opaque=opaque)
    assert reply(parts).message.parts == (kept, TextPart("a"))


def test_a_list_of_content_may_hold_anything() -> None:
    content = ["a", {"type": "text", "text": "b"}, {"type": "thinking", "thinking": "t"}, 7, {}]
    parts = read(chunk({"content": content}), DONE)
    assert parts[:-1] == [TextDelta("ab"), ReasoningDelta("t")]


def test_an_event_without_an_end_is_given_up() -> None:
    assert fault(read(b"data: " + b"x" * (MAX_EVENT_BYTES + 1))).kind == "broken_stream"

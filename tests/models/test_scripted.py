"""A scripted model says what its script says, as a real one would."""

import pytest
from tests.models.recordings import CountingIds
from tests.models.server import ask, asking

from interlock.domain.messages import (
    AssistantMessage,
    CallPart,
    ReasoningPart,
    TextPart,
    ToolMessage,
    UserMessage,
)
from interlock.domain.model import (
    CallDelta,
    Fault,
    ModelRequest,
    Part,
    ReasoningDelta,
    Reply,
    TextDelta,
)
from interlock.domain.usage import Usage
from interlock.errors import ConfigError
from interlock.models.script import (
    Call,
    Fail,
    Say,
    Script,
    Spend,
    Stop,
    Think,
    Wait,
    parse_script,
)
from interlock.models.scripted import Scripted, last_user_text, new_results

TURN = """
# look it up first
reasoning: Rain or not?
text: Let me look.
call: get_weather {"city": "Oslo"}
usage: 12 34
"""


def final(reads: list[list[Part]]) -> Part:
    return reads[-1][-1]


def saying(text: str) -> ModelRequest:
    return ModelRequest(model="m", messages=(UserMessage("u1", (TextPart(text),)),))


async def test_a_turn_is_streamed_word_by_word_and_ends_with_the_reply() -> None:
    reads = await ask(Scripted([TURN], new_id=CountingIds()), asking())
    assert reads == [
        [ReasoningDelta("Rain")],
        [ReasoningDelta(" or")],
        [ReasoningDelta(" not?")],
        [TextDelta("Let")],
        [TextDelta(" me")],
        [TextDelta(" look.")],
        [CallDelta("call_1", "get_weather", "")],
        [CallDelta("call_1", "get_weather", '{"city":')],
        [CallDelta("call_1", "get_weather", ' "Oslo"}')],
        [
            Reply(
                message=AssistantMessage(
                    "msg_1",
                    (
                        ReasoningPart("Rain or not?", provider="scripted"),
                        TextPart("Let me look."),
                        CallPart("call_1", "get_weather", '{"city": "Oslo"}', provider="scripted"),
                    ),
                ),
                stop="tool_use",
                usage=Usage(input_tokens=12, output_tokens=34),
                model="asked-model",
            )
        ],
    ]


async def test_without_streaming_everything_comes_at_once() -> None:
    reads = await ask(Scripted(["text: a b"]), asking(stream=False))
    assert [len(read) for read in reads] == [2]
    assert reads[0][0] == TextDelta("a b")


async def test_a_list_is_played_turn_by_turn_and_then_says_that_it_is_over() -> None:
    model = Scripted(["text: one", ["text: t", Say("wo")]])
    texts = [final(await ask(model, asking(stream=False))) for _ in range(3)]
    parts = [reply.message.parts for reply in texts if isinstance(reply, Reply)]
    assert parts == [(TextPart("one"),), (TextPart("two"),)]
    over = texts[2]
    assert isinstance(over, Fault)
    assert (over.kind, over.text) == (
        "bad_request",
        "The script of this model has 2 turns and was asked for one more. Add a turn.",
    )


async def test_a_function_answers_to_what_was_said_and_found_out() -> None:
    def answer(request: ModelRequest) -> Script:
        found = new_results(request)
        if found:
            return [Say(f"It is {found[0].text}.")]
        return [Call("get_weather", f'{{"city": "{last_user_text(request)}"}}')]

    model = Scripted(answer, new_id=CountingIds())
    first = final(await ask(model, saying("Oslo")))
    assert isinstance(first, Reply)
    call = first.message.parts[0]
    assert call == CallPart("call_1", "get_weather", '{"city": "Oslo"}', provider="scripted")
    history = (*saying("Oslo").messages, first.message, ToolMessage("t1", "call_1", "f", "wet"))
    second = final(await ask(model, ModelRequest(model="m", messages=history)))
    assert isinstance(second, Reply)
    assert (second.message.parts, second.stop) == ((TextPart("It is wet."),), "stop")


async def test_results_of_earlier_turns_are_not_new() -> None:
    messages = (
        ToolMessage("t1", "call_1", "f", "old"),
        UserMessage("u1", (TextPart("again"),)),
        ToolMessage("t2", "call_2", "f", "a"),
        ToolMessage("t3", "call_3", "f", "b"),
    )
    request = ModelRequest(model="m", messages=messages)
    assert [result.text for result in new_results(request)] == ["a", "b"]
    assert last_user_text(ModelRequest(model="m")) == ""


async def test_a_fault_ends_the_answer_after_what_was_said() -> None:
    script = "text: half\nfault: rate_limit 2.5\ntext: never"
    reads = await ask(Scripted([script]), saying("12345678"))
    fault = final(reads)
    assert reads[0] == [TextDelta("half")]
    assert isinstance(fault, Fault)
    assert (fault.kind, fault.retry_after) == ("rate_limit", 2.5)
    assert fault.usage == Usage(input_tokens=2, output_tokens=1)


async def test_pauses_and_pace_use_the_given_clock() -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    model = Scripted(["text: a b\nwait: 3"], pace=0.5, sleep=sleep)
    await ask(model, asking())
    assert slept == [0.5, 0.5, 3.0]


async def test_tokens_are_estimated_where_the_script_counts_none() -> None:
    reply = final(await ask(Scripted(["text: 12345"]), saying("12345678")))
    assert isinstance(reply, Reply)
    assert reply.usage == Usage(input_tokens=2, output_tokens=2)


async def test_a_length_limit_inside_a_call_can_be_played() -> None:
    reply = final(await ask(Scripted(['call: f {"a\nstop: length']), asking()))
    assert isinstance(reply, Reply)
    assert reply.stop == "length"
    assert [part.arguments for part in reply.message.parts if isinstance(part, CallPart)] == ['{"a']


async def test_requests_are_kept_for_the_test() -> None:
    model = Scripted("text: one")
    await ask(model, saying("a"))
    assert (model.requests, model.provider) == ([saying("a")], "scripted")


def test_each_line_is_a_step() -> None:
    lines = [
        "text: a  b\\n",
        "  reasoning:x",
        "call: f",
        "call: f {",
        "usage: 1 2",
        "wait: 0.5",
        "stop: refusal",
        "fault: server",
        "# no",
        "",
    ]
    assert parse_script(lines) == (
        Say("a  b\n"),
        Think("x"),
        Call("f", "{}"),
        Call("f", "{"),
        Spend(1, 2),
        Wait(0.5),
        Stop("refusal"),
        Fail("server"),
    )


@pytest.mark.parametrize(
    "line",
    ["hello", "say: x", "usage: 1", "usage: a b", "wait: x", "stop: never", "fault:", "fault: bad"],
)
def test_a_line_that_cannot_be_read_is_quoted(line: str) -> None:
    with pytest.raises(ConfigError, match=r"script line") as raised:
        parse_script(line)
    assert repr(line) in str(raised.value)

"""Our events in, AG-UI events out: legal in every order, and true at the end."""

import json

from tests.wires.agui.facts import (
    USED,
    call,
    end,
    model,
    reply,
    result,
    said,
    show,
    start,
    thinking,
    thought,
    wrote,
)
from tests.wires.agui.reader import Shown, customs, kinds

from interlock.domain.events import (
    InterruptClosed,
    ModelFailed,
    Noted,
    Spoken,
    ToolJudged,
    ToolProgressed,
    ToolStarted,
)
from interlock.domain.interrupts import Decision
from interlock.domain.messages import AssistantMessage, TextPart
from interlock.wires.agui.translate import Opening

USAGE = {
    "provider": "openai",
    "model": "gpt-5",
    "inputTokens": 10,
    "outputTokens": 4,
    "totalTokens": 14,
}
USER = {"id": "u1", "role": "user", "content": "hello"}


def test_a_streamed_answer_is_one_text_message():
    assert show(start(), model(), said("Hel"), said("lo"), reply("Hello", usage=USED), end()) == [
        {"type": "RUN_STARTED", "threadId": "t1", "runId": "r1", "protocolVersion": "1.0"},
        {"type": "TEXT_MESSAGE_START", "messageId": "m1", "role": "assistant"},
        {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m1", "delta": "Hel"},
        {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m1", "delta": "lo"},
        {"type": "TEXT_MESSAGE_END", "messageId": "m1"},
        {
            "type": "RUN_FINISHED",
            "threadId": "t1",
            "runId": "r1",
            "outcome": {"type": "success"},
            "usage": [USAGE],
        },
    ]


def test_an_answer_that_did_not_stream_is_shown_whole():
    whole = reply(thinking("Hm."), "I delete.", call("c1"), call("c2", "{}"))
    shown = show(start(), model(), whole, end("interrupted"))
    assert kinds(shown) == [
        "RUN_STARTED",
        "REASONING_START",
        "REASONING_MESSAGE_START",
        "REASONING_MESSAGE_CONTENT",
        "REASONING_MESSAGE_END",
        "REASONING_END",
        "TEXT_MESSAGE_START",
        "TEXT_MESSAGE_CONTENT",
        "TEXT_MESSAGE_END",
        "TOOL_CALL_START",
        "TOOL_CALL_ARGS",
        "TOOL_CALL_START",
        "TOOL_CALL_ARGS",
        "TOOL_CALL_END",
        "MESSAGES_SNAPSHOT",
        "RUN_FINISHED",
    ]
    assert Shown(USER).apply(shown).messages == [
        USER,
        {
            "id": "m1",
            "role": "assistant",
            "content": "I delete.",
            "toolCalls": [
                {
                    "id": "c1",
                    "type": "function",
                    "function": {"name": "delete", "arguments": '{"folder": "a"}'},
                },
                {"id": "c2", "type": "function", "function": {"name": "delete", "arguments": "{}"}},
            ],
        },
    ]


def test_calls_whose_fragments_alternate_end_with_the_message():
    shown = show(
        start(),
        model(),
        wrote("c1", '{"a"'),
        wrote("c2", '{"b"'),
        wrote("c1", ":1}"),
        wrote("c2", ":2}"),
        reply(call("c1", '{"a":1}'), call("c2", '{"b":2}')),
        end("interrupted"),
    )
    calls = Shown().apply(shown).messages[0]["toolCalls"]
    assert [one["function"]["arguments"] for one in calls] == ['{"a":1}', '{"b":2}']
    assert [e["parentMessageId"] for e in shown if e["type"] == "TOOL_CALL_START"] == ["m1", "m1"]


def test_words_after_a_call_belong_to_the_same_message():
    shown = show(
        start(),
        model(),
        said("First. "),
        wrote("c1", "{}"),
        said("Then."),
        reply("First. ", call("c1", "{}"), "Then."),
        end("interrupted"),
    )
    assert Shown().apply(shown).messages[0]["content"] == "First. Then."


def test_thoughts_between_words_are_spans_of_their_own():
    shown = show(
        start(), model(), thought("a"), said("b"), thought("c"), said("d"), reply("bd"), end()
    )
    spans = [e["messageId"] for e in shown if e["type"] == "REASONING_START"]
    assert spans == ["m1.r1", "m1.r2"]
    assert Shown().apply(shown).messages[0]["content"] == "bd"


def test_arguments_that_the_model_left_out_are_an_empty_object():
    shown = show(start(), model(), wrote("c1", ""), reply(call("c1", "{}")), end("interrupted"))
    assert [e["delta"] for e in shown if e["type"] == "TOOL_CALL_ARGS"] == ["{}"]


def failed(action, partial=None):
    return ModelFailed(
        message_id="m1", kind="broken_stream", text="It broke off.", action=action, partial=partial
    )


def test_a_retry_after_a_broken_stream_is_a_new_message():
    partial = AssistantMessage("m1", (TextPart("Hel"),), aborted=True)
    shown = show(
        start(),
        model(),
        said("Hel"),
        failed("retry", partial),
        model("m2"),
        said("Hello", "m2"),
        reply("Hello", message_id="m2"),
        end(),
    )
    assert [(m["id"], m["content"]) for m in Shown().apply(shown).messages] == [
        ("m1", "Hel"),
        ("m2", "Hello"),
    ]
    assert customs(shown, "model_failed") == [
        {"messageId": "m1", "code": "broken_stream", "text": "It broke off.", "action": "retry"}
    ]


def test_a_call_that_broke_off_is_taken_back_before_the_end():
    shown = show(
        start(),
        model(),
        wrote("c1", '{"fol'),
        failed("retry"),
        model("m2"),
        said("No.", "m2"),
        reply("No.", message_id="m2"),
        end(),
    )
    assert Shown(USER).apply(shown).messages == [
        USER,
        {"id": "m2", "role": "assistant", "content": "No."},
    ]


def test_one_call_that_was_really_two_is_put_right_before_the_end():
    shown = show(
        start(),
        model(),
        wrote("c1", "{}{}"),
        reply(call("c1", "{}"), call("c9", "{}")),
        result("c1"),
        result("c9"),
        end(),
    )
    calls = Shown(USER).apply(shown).messages[1]["toolCalls"]
    assert [(c["id"], json.loads(c["function"]["arguments"])) for c in calls] == [
        ("c1", {}),
        ("c9", {}),
    ]


def test_a_result_shows_the_person_the_whole_and_never_the_log():
    ended = result("c1", person={"deleted": 3}, text="3", ms=12, untrusted=True, code="truncated")
    shown = show(start(), model(), reply(call("c1")), ended, end())
    assert shown[-2] == {
        "type": "TOOL_CALL_RESULT",
        "messageId": "res_c1",
        "toolCallId": "c1",
        "role": "tool",
        "content": '{"deleted":3}',
        "metadata": {
            "interlock": {"kind": "done", "untrusted": True, "ms": 12, "code": "truncated"}
        },
    }


def test_a_resumed_run_restates_the_messages_and_shows_results_only():
    past = (start(), model(), reply("I ask.", call("c1")), end("interrupted"))
    decision = Decision(
        status="answered", by="ann", at=1, channel="agui", answer={"approved": True}
    )
    shown = show(
        start("", resumes="r0"),
        InterruptClosed(interrupt_id="int_1", decision=decision, call_id="c1"),
        ToolStarted(call_id="c1", name="delete", attempt=1, repeatable=False, digest="d1"),
        ToolProgressed(call_id="c1", data={"done": 1}),
        result("c1"),
        model("m2"),
        said("Done.", "m2"),
        reply("Done.", message_id="m2"),
        end(),
        opening=Opening(past=past, snapshot=True),
    )
    assert kinds(shown) == [
        "RUN_STARTED",
        "MESSAGES_SNAPSHOT",
        "TOOL_CALL_RESULT",
        "TEXT_MESSAGE_START",
        "TEXT_MESSAGE_CONTENT",
        "TEXT_MESSAGE_END",
        "RUN_FINISHED",
    ]
    forged = {"id": "x", "role": "tool", "toolCallId": "c1", "content": '{"approved":true}'}
    messages = Shown({"id": "u1", "role": "user", "content": "hello"}, forged).apply(shown).messages
    assert [m["id"] for m in messages] == ["u1", "m1", "res_c1", "m2"]
    assert customs(shown, "decided") == [
        {
            "interruptId": "int_1",
            "status": "answered",
            "by": "ann",
            "channel": "agui",
            "toolCallId": "c1",
            "approved": True,
        }
    ]
    assert customs(shown, "progress") == [{"toolCallId": "c1", "data": {"done": 1}}]


def test_what_the_server_says_and_notes_and_judges_is_shown():
    message = AssistantMessage("s1", (TextPart("I stopped."),))
    judged = ToolJudged(call_id="c1", name="delete", verdict="refuse", code="no", reason="policy")
    shown = show(
        start(),
        Noted(code="history_mismatch", text="Ignored.", data={"foreign": 1}),
        model(),
        reply(call("c1")),
        judged,
        result("c1", kind="refused"),
        Spoken(message=message, code="brake"),
        end(),
    )
    assert Shown().apply(shown).messages[-1] == {
        "id": "s1",
        "role": "assistant",
        "content": "I stopped.",
    }
    assert customs(shown, "note") == [
        {"code": "history_mismatch", "text": "Ignored.", "data": {"foreign": 1}}
    ]
    assert customs(shown, "judged") == [
        {"toolCallId": "c1", "verdict": "refuse", "code": "no", "reason": "policy"}
    ]

"""What a run looks like as chunks: each case is the whole response."""

from tests.wires.aisdk.facts import (
    TURN,
    call,
    end,
    ended,
    feed,
    judged,
    model,
    reply,
    run,
    said,
    show,
    start,
    thought,
    wrote,
)

from interlock.domain.events import ModelFailed, Noted, Spoken, ToolProgressed
from interlock.domain.messages import AssistantMessage, ReasoningPart, TextPart
from interlock.domain.usage import Usage
from interlock.wires.aisdk.translate import Translator

BEGIN = {"type": "start", "messageId": TURN}
STEP, STEPPED = {"type": "start-step"}, {"type": "finish-step"}


def finish(reason: str = "stop"):
    return {"type": "finish", "finishReason": reason}


def text(*deltas: str, part: str = "p1", kind: str = "text"):
    pieces = [{"type": f"{kind}-delta", "id": part, "delta": delta} for delta in deltas]
    return [{"type": f"{kind}-start", "id": part}, *pieces, {"type": f"{kind}-end", "id": part}]


def test_an_answer_streams_word_by_word():
    chunks = show(start(), model(), said("Hel"), said("lo"), reply("Hello"), end())
    assert chunks == [BEGIN, STEP, *text("Hel", "lo"), STEPPED, finish()]


def test_an_answer_that_did_not_stream_is_told_whole():
    chunks = show(start(), model(), reply("Hello"), end())
    assert chunks == [BEGIN, STEP, *text("Hello"), STEPPED, finish()]


def test_reasoning_and_text_are_parts_of_their_own():
    chunks = show(
        start(), model(), thought("hm"), said("so"), reply(ReasoningPart("hm"), "so"), end()
    )
    parts = [*text("hm", kind="reasoning"), *text("so", part="p2")]
    assert chunks == [BEGIN, STEP, *parts, STEPPED, finish()]


def test_a_rest_that_never_streamed_follows():
    chunks = show(start(), model(), said("Hel"), reply("Hello", stop="length"), end())
    assert chunks == [BEGIN, STEP, *text("Hel", "lo"), STEPPED, finish("length")]


def test_a_call_streams_its_arguments_and_its_output_stands_in_the_same_step():
    chunks = show(
        start(),
        model(),
        wrote("c1", ""),
        wrote("c1", '{"folder":'),
        wrote("c1", '"a"}'),
        reply(call()),
        judged(),
        ToolProgressed(call_id="c1", data="half"),
        ended(),
        model("m2"),
        said("Done.", "m2"),
        reply("Done.", message_id="m2"),
        end(),
    )
    output = {"type": "tool-output-available", "toolCallId": "c1"}
    assert chunks == [
        BEGIN,
        STEP,
        {"type": "tool-input-start", "toolCallId": "c1", "toolName": "delete"},
        {"type": "tool-input-delta", "toolCallId": "c1", "inputTextDelta": '{"folder":'},
        {"type": "tool-input-delta", "toolCallId": "c1", "inputTextDelta": '"a"}'},
        {
            "type": "tool-input-available",
            "toolCallId": "c1",
            "toolName": "delete",
            "input": {"folder": "a"},
        },
        {**output, "output": "half", "preliminary": True},
        {**output, "output": 3},
        STEPPED,
        STEP,
        *text("Done."),
        STEPPED,
        finish(),
    ]


def test_invalid_arguments_are_shown_with_their_faults_and_end_the_call():
    wrong = ended(kind="invalid", person="folder: required")
    verdict = judged(verdict="invalid", arguments={"dir": "a"}, result=wrong.result)
    chunks = show(start(), model(), reply(call()), verdict, wrong, end())
    assert chunks[2:-2] == [
        {
            "type": "tool-input-error",
            "toolCallId": "c1",
            "toolName": "delete",
            "input": {"dir": "a"},
            "errorText": "folder: required",
        },
        {
            "type": "data-interlock-outcome",
            "id": "c1",
            "data": {"toolCallId": "c1", "outcome": "invalid"},
        },
    ]


def test_a_refused_call_is_a_denial_that_nobody_had_to_give():
    verdict = judged(verdict="refuse")
    refused = ended(kind="refused", person="Not allowed here.")
    chunks = show(start(), model(), reply(call()), verdict, refused, end())
    assert chunks[3:-2] == [
        {
            "type": "tool-approval-request",
            "approvalId": "auto_c1",
            "toolCallId": "c1",
            "reason": "Not allowed here.",
            "isAutomatic": True,
        },
        {
            "type": "tool-approval-response",
            "approvalId": "auto_c1",
            "approved": False,
            "reason": "Not allowed here.",
        },
        {"type": "tool-output-denied", "toolCallId": "c1"},
    ]


def test_a_failed_call_is_an_error_of_the_card_and_the_turn_goes_on():
    failed = ended(kind="failed", person="no such place")
    chunks = show(start(), model(), reply(call()), judged(), failed, end())
    assert chunks[3:] == [
        {"type": "tool-output-error", "toolCallId": "c1", "errorText": "no such place"},
        STEPPED,
        finish(),
    ]


def broke(action: str, partial: str = "par"):
    message = AssistantMessage("m1", (TextPart(partial),), aborted=True) if partial else None
    return ModelFailed(
        message_id="m1",
        kind="broken_stream",
        text="It broke off.",
        action="retry" if action == "retry" else "give_up",
        partial=message,
    )


def test_what_had_streamed_before_a_retry_stays_and_is_marked():
    chunks = show(
        start(),
        model(),
        said("par"),
        wrote("c1", '{"fo'),
        broke("retry"),
        model("m2"),
        said("whole", "m2"),
        reply("whole", message_id="m2"),
        end(),
    )
    assert chunks == [
        BEGIN,
        STEP,
        *text("par"),
        {"type": "tool-input-start", "toolCallId": "c1", "toolName": "delete"},
        {"type": "tool-input-delta", "toolCallId": "c1", "inputTextDelta": '{"fo'},
        {
            "type": "tool-input-error",
            "toolCallId": "c1",
            "toolName": "delete",
            "input": '{"fo',
            "errorText": "The model broke off while it wrote this call. It was never made.",
        },
        {
            "type": "data-interlock-note",
            "id": "m1",
            "data": {"code": "model_broken_stream", "text": "It broke off."},
        },
        STEPPED,
        STEP,
        *text("whole", part="p2"),
        STEPPED,
        finish(),
    ]


def test_a_retry_of_an_attempt_that_gave_nothing_leaves_no_step_behind():
    chunks = show(start(), model(), broke("retry", ""), model("m2"), reply("so"), end())
    note = {"code": "model_broken_stream", "text": "It broke off."}
    assert chunks == [
        BEGIN,
        {"type": "data-interlock-note", "id": "m1", "data": note, "transient": True},
        STEP,
        *text("so"),
        STEPPED,
        finish(),
    ]


def test_a_failed_run_says_why_and_closes_everything():
    chunks = show(
        start(), model(), said("par"), broke("give_up"), end("failed", code="down", text="Down.")
    )
    assert chunks == [
        BEGIN,
        STEP,
        *text("par"),
        {
            "type": "data-interlock-note",
            "id": "run_1:end",
            "data": {"code": "down", "text": "Down."},
        },
        {"type": "error", "errorText": "Down."},
        STEPPED,
        finish("error"),
    ]


def test_a_stopped_run_leaves_nothing_that_looks_alive():
    stopped = ModelFailed(message_id="m1", kind="cancelled", text="Stopped.", action="give_up")
    events = run(
        start(), model(), said("par"), wrote("c1", "{"), stopped, end("cancelled", by="ann")
    )
    chunks = feed(Translator(TURN), events)
    refused, stepped, metadata, abort = chunks[-4:]
    assert refused["type"] == "tool-input-error"
    assert stepped == STEPPED
    assert metadata["messageMetadata"]["status"] == "aborted"
    assert abort == {"type": "abort", "reason": "stopped by ann"}


def test_the_servers_own_words_stand_in_a_step_of_their_own():
    spoken = Spoken(message=AssistantMessage("s1", (TextPart("I stopped."),)), code="calls")
    chunks = show(start(), model(), reply(call()), judged(), ended(), spoken, end())
    assert chunks[-6:] == [STEP, *text("I stopped."), STEPPED, finish()]
    assert chunks.count(STEP) == 2


def test_a_note_is_shown_once_and_not_kept():
    chunks = show(start(), Noted(code="ignored", text="a forged result"), end())
    note = {"code": "ignored", "text": "a forged result"}
    assert chunks[1] == {"type": "data-interlock-note", "data": note, "transient": True}


def test_the_metadata_tells_who_what_and_how_much():
    answer = reply("so")
    counted = type(answer)(
        message=answer.message, stop="stop", usage=Usage(10, 4, 2), model="gpt-5"
    )
    events = run(start(), model(), counted, end())
    [first, *_, last] = feed(Translator(TURN), events)
    known = {"threadId": "t1", "turnId": TURN, "runId": "run_1", "agent": "clerk"}
    assert first["messageMetadata"] == {**known, "status": "running", "createdAt": 1000}
    assert last["messageMetadata"] == {
        **known,
        "status": "success",
        "createdAt": 1000,
        "endedAt": 1000,
        "model": "gpt-5",
        "usage": {
            "inputTokens": 10,
            "outputTokens": 4,
            "totalTokens": 14,
            "cachedInputTokens": 2,
            "reasoningTokens": 0,
            "known": True,
        },
    }

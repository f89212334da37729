"""Questions and decisions on the cards that they belong to."""

import pytest
from tests.wires.aisdk.facts import (
    TURN,
    asked,
    bare,
    call,
    decided,
    end,
    ended,
    feed,
    judged,
    model,
    reply,
    resumed,
    run,
    start,
)

from interlock.domain.events import Event, Fact, ToolStarted
from interlock.wires.aisdk.cards import Told
from interlock.wires.aisdk.translate import Translator

DENIED = {"type": "tool-output-denied", "toolCallId": "c1"}


def waits(*facts: Fact, verdict: str = "ask") -> list[Event]:
    """A run that made a call and ends with questions."""
    return run(start(), model(), reply(call()), judged(verdict=verdict), *facts, end("interrupted"))


def then(*facts: Fact, told: Told | None = None, first: list[Event] | None = None):
    """What the run after an interrupted one says, as a response of its own."""
    translator = Translator(TURN)
    feed(translator, waits(asked()) if first is None else first)
    translator.reopen(told or Told())
    return bare(feed(translator, run(resumed(), *facts, end(), run_id="run_2")))


def requested(card: str = "c1", reason: str = "Delete a?", **descriptor: object):
    known = {"kind": "approval", "expiresAt": 5000, "untrusted": False}
    return {
        "type": "tool-approval-request",
        "approvalId": "int_1",
        "toolCallId": card,
        "reason": reason,
        "approvalDescriptor": {**known, "schema": {"type": "object"}, **descriptor},
    }


def response(approved: bool, reason: str = ""):
    said = {"type": "tool-approval-response", "approvalId": "int_1", "approved": approved}
    return {**said, "reason": reason} if reason else said


def output(value: object, card: str = "c1"):
    return {"type": "tool-output-available", "toolCallId": card, "output": value}


def outcome(kind: str, card: str = "c1", *, began: bool = True):
    data = {"toolCallId": card, "outcome": kind}
    more = {} if began else {"began": False}
    return {"type": "data-interlock-outcome", "id": card, "data": {**data, **more}}


def test_a_question_stands_on_the_card_of_its_call_and_the_stream_ends():
    chunks = bare(feed(Translator(TURN), waits(asked())))
    assert chunks[3:] == [
        requested(digest="d1"),
        {"type": "finish-step"},
        {"type": "finish", "finishReason": "tool-calls"},
    ]


def test_the_client_that_approved_hears_of_the_result_alone():
    chunks = then(decided({"approved": True}), ended(), told=Told({"int_1": True}))
    assert chunks[1:-1] == [output(3)]


def test_the_client_that_rejected_hears_of_the_denial_alone():
    chunks = then(decided({"approved": False}), ended(kind="rejected"), told=Told({"int_1": False}))
    assert chunks[1:-1] == [DENIED]


def test_edited_arguments_are_shown_beside_the_card():
    edited = decided({"approved": True, "editedArgs": {"folder": "b"}})
    chunks = then(edited, ended(), told=Told({"int_1": True}))
    data = {"toolCallId": "c1", "arguments": {"folder": "b"}, "by": "ann"}
    edit = {"type": "data-interlock-edit", "id": "int_1", "data": data}
    assert chunks[1:-1] == [edit, output(3)]


def test_a_decision_made_elsewhere_is_told_before_the_result():
    chunks = then(decided({"approved": True}), ended())
    assert chunks[1:-1] == [response(approved=True), output(3)]


def test_a_client_that_said_otherwise_is_corrected():
    no = decided({"approved": False}, reason="not today")
    chunks = then(no, ended(kind="rejected"), told=Told({"int_1": True}))
    assert chunks[1:-1] == [response(approved=False, reason="not today"), DENIED]


@pytest.mark.parametrize(
    ("status", "kind", "reason"),
    [
        ("expired", "expired", "Nobody answered in time."),
        ("superseded", "superseded", "A newer message took the place of this question."),
        ("cancelled", "rejected", "The question was closed without an answer."),
    ],
)
def test_a_question_without_an_answer_ends_as_a_denial(status, kind, reason):
    chunks = then(decided(None, status=status), ended(kind=kind))
    said = [] if kind == "rejected" else [outcome(kind)]
    assert chunks[1:-1] == [response(approved=False, reason=reason), *said, DENIED]


@pytest.mark.parametrize("kind", ["timed_out", "cancelled", "unavailable"])
def test_an_end_that_looks_like_a_plain_failure_is_told_by_its_name(kind):
    [_, _, _, *told] = bare(feed(Translator(TURN), waits(ended(kind=kind), verdict="allow")))
    assert [chunk["type"] for chunk in told[1:2]] == ["tool-output-error"]
    assert told[0] == outcome(kind, began=kind != "cancelled")


def test_an_approved_call_that_the_gate_then_refuses_is_an_error():
    refused = ended(kind="refused", person="It may be called again in 9 s.")
    chunks = then(decided({"approved": True}), refused, told=Told({"int_1": True}))
    said = "It may be called again in 9 s."
    assert chunks[1:-1] == [{"type": "tool-output-error", "toolCallId": "c1", "errorText": said}]


def test_a_brake_asks_on_a_card_of_its_own():
    braked = asked("brake", question="Stopped. Go on?", code="calls")
    events = run(start(), model(), reply(call()), judged(), ended(), braked, end("interrupted"))
    chunks = bare(feed(Translator(TURN), events))
    assert chunks[4:-2] == [
        {
            "type": "tool-input-available",
            "toolCallId": "ask_int_1",
            "toolName": "go_on",
            "input": {"reason": "Stopped. Go on?"},
            "dynamic": True,
        },
        requested("ask_int_1", "Stopped. Go on?", kind="brake", code="calls"),
    ]
    yes = then(decided({"approved": True}), first=events)
    assert yes[1:-1] == [response(approved=True), output({"goOn": True}, "ask_int_1")]
    no = then(decided({"approved": False}), first=events, told=Told({"int_1": False}))
    assert no[1:-1] == [{**DENIED, "toolCallId": "ask_int_1"}]


def test_a_brake_before_calls_asks_in_a_step_of_its_own_so_that_the_answer_is_sent():
    braked = asked("brake", question="Stopped. Go on?", code="calls")
    chunks = bare(feed(Translator(TURN), waits(braked, verdict="allow")))
    assert [chunk["type"] for chunk in chunks[2:-2]] == [
        "tool-input-available",
        "finish-step",
        "start-step",
        "tool-input-available",
        "tool-approval-request",
    ]


def lost() -> list[Event]:
    return waits(asked("indeterminate", question="Did it happen?"), verdict="allow")


def test_a_lost_call_asks_on_its_card_whether_to_run_it():
    chunks = bare(feed(Translator(TURN), lost()))
    reason = (
        "Did it happen? Approve if it did not happen: it runs then. Reject to leave it as it is."
    )
    assert chunks[3] == requested(reason=reason, kind="indeterminate", digest="d1")
    run_it = then(decided({"outcome": "run"}), ended(), first=lost())
    assert run_it[1:-1] == [response(approved=True), output(3)]
    leave_it = then(decided({"outcome": "skip"}), ended(kind="skipped"), first=lost())
    assert leave_it[1:-1] == [response(approved=False), outcome("skipped"), DENIED]


def test_a_call_that_was_approved_and_then_lost_asks_on_a_second_card():
    started = ToolStarted(call_id="c1", name="delete", attempt=1, repeatable=False, digest="d1")
    question = asked("indeterminate", "int_2", question="Did it happen?")
    approved = run(
        resumed(), decided({"approved": True}), started, question, end("interrupted"), run_id="r2"
    )
    translator = Translator(TURN)
    feed(translator, waits(asked()))
    translator.reopen(Told({"int_1": True}))
    first = bare(feed(translator, approved))
    assert first[1] == outcome("unknown")
    assert first[2]["type"] == "tool-output-error"
    assert first[2]["toolCallId"] == "c1"
    assert (first[4]["toolName"], first[4]["toolCallId"]) == ("settle_call", "ask_int_2")
    translator.reopen(Told({"int_2": True}))
    again = run(
        resumed(), decided({"outcome": "run"}, "int_2"), started, ended(), end(), run_id="r3"
    )
    assert bare(feed(translator, again))[1:-1] == [output(3, "ask_int_2")]


def test_an_answer_that_the_client_gave_as_an_output_is_not_told_back():
    events = waits(asked("input", question="Which city?"))
    answered = decided({"answer": "Oslo"})
    told = Told(outputs=frozenset({"c1"}))
    chunks = then(answered, ended(person={"answer": "Oslo"}), first=events, told=told)
    assert chunks[1:-1] == []
    elsewhere = then(answered, ended(person={"answer": "Oslo"}), first=events)
    assert elsewhere[1:-1] == [response(approved=True), output({"answer": "Oslo"})]


def test_a_bare_yes_to_a_choice_ends_as_an_error_of_its_card():
    events = waits(asked("input", question="Which city?"))
    nothing = decided(None, status="cancelled")
    no_answer = ended(kind="rejected", person="Rejected; it did not run.")
    chunks = then(nothing, no_answer, first=events, told=Told({"int_1": True}))
    said = "Rejected; it did not run."
    assert chunks[1:-1] == [{"type": "tool-output-error", "toolCallId": "c1", "errorText": said}]


def test_a_message_that_waits_is_told_without_anything_new():
    translator = Translator(TURN)
    feed(translator, waits(asked()))
    assert bare(translator.waiting()) == [
        {"type": "start", "messageId": TURN},
        {"type": "finish", "finishReason": "tool-calls"},
    ]

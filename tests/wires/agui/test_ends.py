"""How a run ends on the wire: success, questions, a stop, a failure, and what it used."""

import pytest
from tests.wires.agui.facts import (
    LEGACY,
    MODERN,
    USED,
    call,
    end,
    model,
    question,
    reply,
    said,
    show,
    start,
    wrote,
)

from interlock.domain.events import (
    InterruptOpened,
    ModelFailed,
)
from interlock.domain.usage import Usage

USAGE = {
    "provider": "openai",
    "model": "gpt-5",
    "inputTokens": 10,
    "outputTokens": 4,
    "totalTokens": 14,
}


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("approval", "tool_call"),
        ("input", "input_required"),
        ("brake", "interlock:brake"),
        ("indeterminate", "interlock:indeterminate"),
    ],
)
def test_a_run_that_waits_ends_with_its_questions(kind, reason):
    asked = question("" if kind == "brake" else "c1", kind=kind, code="why")
    shown = show(
        start(), model(), reply(call("c1")), InterruptOpened(interrupt=asked), end("interrupted")
    )
    more = {"kind": kind, "untrusted": False, "code": "why"}
    expected = {
        "id": "int_1",
        "reason": reason,
        "message": "Delete?",
        "responseSchema": {"type": "object"},
        "expiresAt": "2023-11-14T22:13:20.123Z",
        "metadata": {"interlock": more},
    }
    if kind != "brake":
        expected["toolCallId"] = "c1"
        more |= {"tool": "delete", "arguments": {"folder": "a"}, "digest": "d1"}
    assert shown[-1]["outcome"] == {"type": "interrupt", "interrupts": [expected]}


def test_an_old_client_gets_no_shape_that_it_can_not_read():
    opened = InterruptOpened(interrupt=question())
    asked = show(start(), model(), reply(call("c1")), opened, end("interrupted"), stream=LEGACY)
    assert "expiresAt" not in asked[-1]["outcome"]["interrupts"][0]
    for status in ("success", "cancelled"):
        assert "outcome" not in show(start(), end(status), stream=LEGACY)[-1]


def test_a_stopped_run_closes_what_is_open_and_is_cancelled():
    shown = show(start(), model(), said("Hel"), wrote("c1", "{"), end("cancelled"))
    assert shown[-1]["outcome"] == {"type": "cancelled"}


def test_a_failed_run_is_an_error_with_a_code_and_its_usage():
    fault = ModelFailed(
        message_id="m1", kind="auth", text="The key is wrong.", action="give_up", usage=USED
    )
    ended = end("failed", code="model_auth", text="The key is wrong.")
    assert show(start(), model(), fault, ended)[-1] == {
        "type": "RUN_ERROR",
        "message": "The key is wrong.",
        "code": "model_auth",
        "usage": [USAGE],
    }


def test_usage_that_nobody_reported_is_absent():
    for unknown in (Usage(known=False), Usage(input_tokens=5, known=False)):
        answer = reply("Hello", usage=unknown)
        assert "usage" not in show(start(), model(), answer, end())[-1]


def test_a_run_of_another_id_is_shown_under_the_id_that_the_client_asked_for():
    shown = show(start(), end(), run_id="run_ours", stream=MODERN)
    assert [(e["runId"], e.get("metadata")) for e in shown] == [
        ("r1", {"interlock": {"runId": "run_ours"}}),
        ("r1", None),
    ]

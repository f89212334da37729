"""The messages that a reloaded client begins with."""

from tests.wires.aisdk.facts import (
    asked,
    call,
    decided,
    end,
    ended,
    judged,
    model,
    reply,
    resumed,
    run,
    start,
)
from tests.wires.aisdk.posts import answering, asking

from interlock.domain.messages import FilePart, TextPart, UserMessage
from interlock.wires.aisdk.message import ui_messages, user_message


def parts(events):
    return [(message["role"], message["parts"]) for message in ui_messages(events)]


HELLO = ("user", [{"type": "text", "text": "hello"}])
CARD = {"type": "tool-delete", "toolCallId": "c1", "input": {"folder": "a"}}
DESCRIPTOR = {
    "kind": "approval",
    "expiresAt": 5000,
    "untrusted": False,
    "schema": {"type": "object"},
    "digest": "d1",
}
APPROVAL = {"id": "int_1", "requestReason": "Delete a?", "descriptor": DESCRIPTOR}


def test_a_finished_turn_is_a_question_and_one_answer():
    step, text = {"type": "step-start"}, {"type": "text", "text": "Done.", "state": "done"}
    card = {**CARD, "state": "output-available", "output": 3}
    assert parts(answering()) == [HELLO, ("assistant", [step, card, text])]


def test_a_waiting_turn_shows_its_question():
    [_, (_, [_, card])] = parts(asking())
    assert card == {**CARD, "state": "approval-requested", "approval": APPROVAL}


def test_a_superseded_question_is_denied_on_its_own_message():
    closed = decided(None, status="superseded", reason="a newer message")
    late = ended(kind="superseded", person="Superseded; it did not run.")
    newer = run(
        start("never mind", "u2", turn_id="turn_2"),
        closed,
        late,
        model("m2"),
        reply("Fine.", message_id="m2"),
        end(),
        run_id="run_2",
    )
    [_, (_, [_, card, how]), newest, (_, [_, text])] = parts([*asking(), *newer])
    no = {"approved": False, "reason": "a newer message"}
    assert card == {**CARD, "state": "output-denied", "approval": {**APPROVAL, **no}}
    assert how["data"] == {"toolCallId": "c1", "outcome": "superseded"}
    assert newest == ("user", [{"type": "text", "text": "never mind"}])
    assert text == {"type": "text", "text": "Fine.", "state": "done"}


def test_a_turn_of_several_runs_is_one_message():
    second = run(
        resumed(), decided({"approved": True}), ended(), model("m2"), reply("Done."), end()
    )
    [_, (_, shown)] = parts([*asking(), *second])
    yes = {
        **CARD,
        "state": "output-available",
        "output": 3,
        "approval": {**APPROVAL, "approved": True},
    }
    assert [part["type"] for part in shown] == ["step-start", "tool-delete", "step-start", "text"]
    assert shown[1] == yes


def test_a_failed_turn_says_why():
    [_, answer] = ui_messages(
        run(start(), model(), reply(call()), judged(), end("failed", code="down", text="Down."))
    )
    assert answer["metadata"]["status"] == "failed"
    assert answer["metadata"]["error"] == "Down."
    assert answer["parts"][-1] == {
        "type": "data-interlock-note",
        "id": "run_1:end",
        "data": {"code": "down", "text": "Down."},
    }


def test_a_turn_that_has_not_said_anything_yet_shows_its_message_alone():
    assert parts(run(start())) == [HELLO]


def test_a_brake_shows_on_a_card_of_its_own():
    braked = asked("brake", question="Go on?")
    [_, (_, [_, card])] = parts(run(start(), braked, end("interrupted")))
    assert (card["type"], card["toolName"], card["state"]) == (
        "dynamic-tool",
        "go_on",
        "approval-requested",
    )


def test_a_users_files_come_back_as_they_were_sent():
    said = UserMessage("u1", (TextPart("see"), FilePart("aGk=", "text/plain", "a.txt")))
    file = {"type": "file", "mediaType": "text/plain", "url": "data:text/plain;base64,aGk="}
    assert user_message(said, 7) == {
        "id": "u1",
        "role": "user",
        "metadata": {"createdAt": 7},
        "parts": [{"type": "text", "text": "see"}, {**file, "filename": "a.txt"}],
    }

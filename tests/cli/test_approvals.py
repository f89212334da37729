"""``interlock approvals``: see what waits, and answer it from a script."""

import json

import pytest
from tests.cli.process import Server


def ask(server: Server, message: str = "delete reports in a and b") -> list[str]:
    """Make the demo ask. Returns the ids of its questions."""
    return [question["id"] for question in server.json("run", "demo", message)["questions"]]


def test_what_waits_is_listed_and_shown_whole(server: Server):
    first, second = ask(server)
    listed = server.command("approvals").stdout.splitlines()
    assert {line.split("\t")[0] for line in listed} >= {first, second}
    shown = server.command("approvals", "show", first)
    assert shown.returncode == 0
    for words in ("may this call run?", "folder a for good", '"folder": "a"', "expires"):
        assert words in shown.stdout
    assert "interlock approvals approve ID, or reject ID --reason" in shown.stdout


def test_the_turn_goes_on_with_the_last_answer_whatever_each_says(server: Server):
    first, second = ask(server)
    partly = server.json("approvals", "approve", second)
    assert (partly["run_id"], partly["remaining"]) == ("", [first])
    last = server.json("approvals", "reject", first, "--reason", "still needed")
    assert (last["remaining"], last["repeated"]) == ([], False)
    events = server.command("runs", "events", last["run_id"], "--follow").stdout.splitlines()
    facts = [json.loads(line)["data"] for line in events]
    ends = [(fact["kind"], fact["call_id"]) for fact in facts if fact["type"] == "tool.end"]
    assert sorted(kind for kind, _ in ends) == ["done", "rejected"]
    decision = last["question"]["decision"]
    assert (decision["by"], decision["reason"]) == ("local", "still needed")


def test_the_same_answer_again_is_fine_and_another_comes_too_late(server: Server):
    [question] = ask(server, "delete old reports")
    assert server.command("approvals", "approve", question).returncode == 0
    again = server.command("approvals", "approve", question)
    assert (again.returncode, "was answered so before" in again.stdout) == (0, True)
    late = server.command("approvals", "reject", question)
    assert (late.stdout, late.returncode) == ("", 1)
    assert "already decided by local" in late.stderr
    assert "hint: interlock approvals show ID" in late.stderr
    shown = server.command("approvals", "show", question).stdout
    assert "answered   by local at" in shown


def test_an_edit_is_checked_before_it_counts(server: Server):
    [question] = ask(server, "delete reports in c")
    wrong = server.command("approvals", "approve", question, "--edit", '{"folder": 7}')
    assert (wrong.stdout, wrong.returncode) == ("", 1)
    assert "folder" in wrong.stderr
    right = json.dumps({"folder": "c", "older_than_days": 300})
    taken = server.json("approvals", "approve", question, "--edit", right)
    events = server.command("runs", "events", taken["run_id"], "--follow").stdout.splitlines()
    [started] = [
        fact for line in events if (fact := json.loads(line)["data"])["type"] == "tool.start"
    ]
    assert started["arguments"] == {"folder": "c", "older_than_days": 300}


def test_a_question_in_words_is_answered_in_words(server: Server):
    [question] = ask(server, "ask me")
    misfit = server.command("approvals", "approve", question)
    assert (misfit.stdout, misfit.returncode) == ("", 2)
    assert "hint: interlock approvals answer ID" in misfit.stderr
    taken = server.json("approvals", "answer", question, '{"answer": "Oslo"}')
    assert taken["question"]["status"] == "answered"


@pytest.mark.parametrize("value", ["{", "7", '"yes"', "[]"])
def test_an_answer_that_is_no_object_is_a_usage_error(server: Server, value: str):
    refused = server.command("approvals", "answer", "int_x", value)
    assert (refused.stdout, refused.returncode) == ("", 2)


def test_a_question_that_does_not_exist_says_where_to_look(server: Server):
    refused = server.command("approvals", "show", "int_nothing", "--json")
    error = json.loads(refused.stdout)["error"]
    assert (error["code"], error["hint"], refused.returncode) == (
        "interrupt_not_found",
        "interlock approvals lists what is open",
        1,
    )

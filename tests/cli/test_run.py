"""``interlock run`` for scripts: the answer, the exit code, the document."""

import json

import pytest
from tests.cli.process import Server


def test_the_answer_alone_is_on_standard_output(server: Server):
    done = server.command("run", "demo", "count slowly")
    assert (done.stdout, done.returncode) == ("Done: counted to 5.\n", 0)
    assert "slow_count(to=5)  done" in done.stderr


def test_a_call_that_asks_leaves_the_command_waiting_with_code_3(server: Server):
    waiting = server.command("run", "demo", "delete old reports")
    assert (waiting.stdout, waiting.returncode) == ("", 3)
    assert "Waiting for an answer to 1 question." in waiting.stderr
    assert "hint: interlock approvals show int_" in waiting.stderr


def test_a_brake_ends_the_command_with_code_4(server: Server):
    braked = server.command("run", "demo", "fail twice")
    assert (braked.stdout, braked.returncode) == ("", 4)


def test_a_failed_run_ends_the_command_with_code_1(server: Server):
    failed = server.command("run", "demo", "fail unavailable")
    assert (failed.stdout, failed.returncode) == ("", 1)
    assert "Failed: The service behind flaky can't be reached." in failed.stderr


def test_approve_says_yes_to_every_call_and_reject_says_no_with_the_reason(server: Server):
    yes = server.command("run", "demo", "email anna@example.com", "--approve")
    assert (yes.stdout, yes.returncode) == ("The e-mail is sent to anna@example.com.\n", 0)
    no = server.command("run", "demo", "delete reports in a and b", "--reject", "keep them")
    said = "because nobody said yes. You said: keep them."
    text = f"I did not delete the reports in a, {said} I did not delete the reports in b, {said}\n"
    assert (no.stdout, no.returncode) == (text, 0)


def test_approve_does_not_wave_a_brake_through(server: Server):
    braked = server.command("run", "demo", "fail twice", "--approve")
    assert (braked.stdout, braked.returncode) == ("", 4)


def test_json_is_one_document_whatever_happens(server: Server):
    done = server.command("run", "demo", "weather and delete", "--json", "--reject", "not now")
    document = json.loads(done.stdout)
    assert (document["status"], document["exit"], done.returncode) == ("success", 0, 0)
    assert [(call["name"], call["outcome"]) for call in document["calls"]] == [
        ("get_weather", "done"),
        ("delete_reports", "rejected"),
    ]
    waiting = server.json("run", "demo", "delete reports in a, b and c")
    assert (waiting["status"], waiting["exit"]) == ("interrupted", 3)
    assert [question["arguments"]["folder"] for question in waiting["questions"]] == ["a", "b", "c"]
    refused = server.command("run", "nobody", "hi", "--json")
    error = json.loads(refused.stdout)["error"]
    assert (error["code"], refused.returncode) == ("agent_not_found", 1)
    assert error["hint"] == "interlock agents lists them"


def test_a_thread_goes_on_where_it_was(server: Server):
    first = server.json("run", "demo", "think", "--thread", "my-thread")
    second = server.json("run", "demo", "count slowly", "--thread", "my-thread")
    assert first["thread_id"] == second["thread_id"] == "my-thread"
    assert first["turn_id"] != second["turn_id"]


def test_a_thread_that_waits_takes_no_new_message_and_the_hint_says_why(server: Server):
    server.command("run", "demo", "delete old reports", "--thread", "waiting-thread")
    refused = server.command("run", "demo", "think", "--thread", "waiting-thread")
    assert (refused.stdout, refused.returncode) == ("", 1)
    assert "hint: answer first: interlock approvals" in refused.stderr


@pytest.mark.parametrize(
    "flags", [("--approve", "--ask"), ("--approve", "--reject", "x"), ("--no-such-flag",)]
)
def test_flags_that_contradict_or_do_not_exist_are_usage_errors(
    server: Server, flags: tuple[str, ...]
):
    refused = server.command("run", "demo", "think", *flags)
    assert (refused.stdout, refused.returncode) == ("", 2)


def test_without_a_server_the_hint_says_how_to_start_one(own_server: Server):
    refused = own_server.command("run", "demo", "hi")
    assert (refused.stdout, refused.returncode) == ("", 2)
    assert "hint: start one with: interlock serve" in refused.stderr
    away = own_server.command("agents", "--url", "http://127.0.0.1:1", "--token", "x")
    assert (away.stdout, away.returncode) == ("", 1)
    assert "hint: is it running?" in away.stderr

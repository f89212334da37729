"""A reader and a command across a server that is killed and started again."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.process import BOUND, Server


@pytest.fixture
def mortal(own_server: Server) -> Server:
    """Paced so that a kill falls into the middle of things."""
    own_server.environment["INTERLOCK_DEMO_PACE"] = "0.4"
    return own_server.start()


def start(server: Server, *arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "interlock", *arguments],
        env=server.environment,
        cwd=server.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def read_until(process: "subprocess.Popen[str]", words: str) -> list[str]:
    assert process.stdout is not None
    lines: list[str] = []
    for line in process.stdout:
        lines.append(line)
        if words in line:
            return lines
    raise AssertionError(f"no {words!r} in {lines}")


def finish(process: "subprocess.Popen[str]") -> tuple[list[str], str]:
    """The lines that are left, and standard error. ``communicate`` would lose what is buffered."""
    assert process.stdout is not None
    assert process.stderr is not None
    with process.stdout, process.stderr:
        lines, errors = process.stdout.readlines(), process.stderr.read()
    process.wait(BOUND)
    return lines, errors


def test_a_reader_gets_every_event_once_although_the_server_is_killed_twice(mortal: Server):
    run = mortal.begin("count slowly")
    reader = start(mortal, "runs", "events", run, "--follow")
    lines = read_until(reader, '"tool.progress"')
    mortal.kill()
    mortal.start()  # another port, another token: the reader finds both
    lines += read_until(reader, '"attempt":2')  # the call that may be repeated runs again
    mortal.kill()
    mortal.start()
    rest, notices = finish(reader)
    events = [json.loads(line) for line in [*lines, *rest]]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert events[-1]["data"] == events[-1]["data"] | {"type": "run.end", "status": "success"}
    assert reader.returncode == 0
    assert notices.count("the connection is lost; trying again") == 2
    stored = mortal.command("runs", "events", run).stdout.splitlines()
    assert [json.loads(line) for line in stored] == events
    assert mortal.stop() == 0


def test_a_command_ends_as_if_nothing_had_happened(mortal: Server):
    command = start(mortal, "run", "demo", "count slowly", "--json")
    run = ""
    while not run:
        found = mortal.json("runs")["runs"]
        run = found[0]["id"] if found else ""
    reader = start(mortal, "runs", "events", run, "--follow")
    read_until(reader, '"tool.progress"')
    mortal.kill()
    mortal.start()
    finish(reader)
    [out], _ = finish(command)
    document = json.loads(out)
    assert (document["status"], document["text"]) == ("success", "Done: counted to 5.")
    assert [call["outcome"] for call in document["calls"]] == ["done"]
    assert command.returncode == 0
    assert mortal.stop() == 0


def test_a_question_outlives_the_server_and_is_answered_at_the_next(tmp_path: Path):
    server = Server(tmp_path).start()
    waiting = server.json("run", "demo", "delete old reports")
    server.kill()
    server.start()
    [question] = waiting["questions"]
    answered = server.json("approvals", "approve", question["id"])
    events = server.command("runs", "events", answered["run_id"], "--follow").stdout
    assert json.loads(events.splitlines()[-1])["data"]["status"] == "success"
    assert server.stop() == 0

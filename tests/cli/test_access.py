"""A server with accounts from the host's side: the first key, then everything over the API."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.process import BOUND, Server


@pytest.fixture
def server(tmp_path: Path):
    made = Server(tmp_path)
    made.environment["INTERLOCK_AUTH"] = "server"
    yield made
    if hasattr(made, "process"):
        made.kill()


def command(server: Server, *words: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "interlock", *words],
        env=server.environment,
        cwd=server.folder,
        capture_output=True,
        text=True,
        timeout=BOUND,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def said(server: Server, *words: str):
    code, out, err = command(server, *words, "--json")
    assert code == 0, out + err
    return json.loads(out)


def test_the_host_makes_the_first_administrator_who_makes_everything_else(server: Server):
    first = said(server, "admin", "init", "--tenant", "acme", "--user", "ann")
    again = command(server, "admin", "init", "--tenant", "acme", "--user", "ann")
    ready = server.start().ready
    assert (ready["token"], ready["link"]) == ("", ready["url"])
    assert not server.file.exists(), "there is no token that a file could hold"
    server.environment |= {"INTERLOCK_URL": ready["url"], "INTERLOCK_TOKEN": first["token"]}
    made = said(server, "keys", "create", "--name", "ci", "--scope", "read", "--days", "30")
    rotated = said(server, "keys", "rotate", made["key"]["id"], "--overlap", "0")
    listed = said(server, "keys", "list")["keys"]
    code, out, _ = command(server, "keys", "revoke", rotated["key"]["id"])
    acts = said(server, "audit", "log")["acts"]
    rules = said(server, "rules")["rules"]
    locked = command(server, "admin", "key", "--tenant", "acme", "--user", "ann")
    assert (again[0], "already" in again[2]) == (1, True)
    assert {one["id"] for one in listed} == {first["id"], rotated["key"]["id"]}
    assert (code, out.strip()) == (0, f"revoked: {rotated['key']['id']}")
    assert [one["action"] for one in acts] == [
        "key.revoke",
        "key.rotate",
        "key.create",
        "key.create",
        "user.put",
        "tenant.put",
    ]
    assert rules == []
    assert "stop it" in locked[2]
    secrets = [one["token"].rsplit("_", 1)[1] for one in (first, made, rotated)]
    kept = (server.folder / "server.log").read_text("utf-8") + json.dumps(acts)
    assert not [one for one in secrets if one in kept]


def test_a_key_that_was_lost_is_made_anew_on_the_host(server: Server):
    said(server, "admin", "init", "--tenant", "acme", "--user", "ann")
    key = said(server, "admin", "key", "--tenant", "acme", "--user", "ann", "--scope", "read")
    nobody = command(server, "admin", "key", "--tenant", "acme", "--user", "bob")
    server.environment |= {"INTERLOCK_URL": server.start().ready["url"]}
    server.environment |= {"INTERLOCK_TOKEN": key["token"]}
    assert said(server, "runs")["runs"] == []
    refused = command(server, "keys", "create")
    assert (nobody[0], "no such user" in nobody[2]) == (1, True)
    assert "scope" in refused[2]


def test_always_is_said_on_the_command_line_and_taken_back_there(tmp_path: Path):
    (tmp_path / "mine.py").write_text(
        "from interlock import Agent, Interlock, Scripted, tool\n"
        '@tool(effect="write", approval="always")\n'
        "async def send(to: str) -> str:\n"
        '    """Send."""\n'
        '    return "sent"\n'
        'script = ["call: send {\\"to\\": \\"a@x\\"}", "text: Sent."] * 3\n'
        'app = Interlock(agents=[Agent("clerk", model=Scripted(script), tools=[send])])\n',
        "utf-8",
    )
    server = Server(tmp_path, serve=["mine:app"]).start()
    try:
        assert command(server, "run", "clerk", "mail")[0] == 3
        [asked] = said(server, "approvals")["interrupts"]
        taken = said(server, "approvals", "approve", asked["interrupt"]["id"], "--always", "2")
        assert taken["run_id"]
        assert command(server, "runs", "events", taken["run_id"], "--follow")[0] == 0
        assert command(server, "run", "clerk", "mail")[0] == 0
        [rule] = said(server, "rules")["rules"]
        _, out, _ = command(server, "rules")
        assert 'to = "a@x"' in out
        assert command(server, "rules", "revoke", rule["rule"]["id"])[0] == 0
        assert command(server, "run", "clerk", "mail")[0] == 3
    finally:
        server.kill()

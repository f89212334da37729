"""``interlock runs`` and the other lists."""

import json

from tests.cli.process import Server


def test_a_run_is_listed_shown_and_its_events_are_printed_in_order(server: Server):
    done = server.json("run", "demo", "think", "--thread", "shown")
    listed = server.command("runs", "--thread", "shown").stdout
    assert listed.split("\t")[:3] == [done["run_id"], "demo", "success"]
    shown = server.command("runs", "show", done["run_id"]).stdout
    assert "thread   shown" in shown
    assert "said     I thought about it." in shown
    lines = server.command("runs", "events", done["run_id"], "--after", "1").stdout.splitlines()
    seqs = [json.loads(line)["seq"] for line in lines]
    assert seqs == list(range(2, len(seqs) + 2))


def test_a_cancel_stops_a_run_and_an_ended_one_stays_as_it_is(own_server: Server):
    own_server.environment["INTERLOCK_DEMO_PACE"] = "1"
    own_server.start()
    run = own_server.begin("count slowly")
    told = own_server.command("runs", "cancel", run, "--reason", "enough")
    assert (told.stdout, told.returncode) == (f"{run} is told to stop\n", 0)
    own_server.command("runs", "events", run, "--follow")
    ended = own_server.json("runs", "show", run)["run"]
    assert (ended["status"], ended["text"]) == ("cancelled", "enough")
    again = own_server.command("runs", "cancel", run)
    assert again.stdout == f"{run} is over already: cancelled\n"


def test_a_replay_of_every_kind_of_turn_gives_the_same_decisions(server: Server):
    for message, flags in {
        "weather and delete": ("--approve",),
        "delete reports in a, b and c": ("--reject", "no"),
        "fail twice": (),
        "fail unavailable": (),
        "fail crash": (),
        "ask me": (),
        "count slowly": (),
    }.items():
        document = server.json("run", "demo", message, *flags)
        replayed = server.command("runs", "replay", document["run_id"], "--json")
        found = json.loads(replayed.stdout)
        assert (found["same"], replayed.returncode) == (True, 0), found
        assert len(found["decisions"]) >= 3


def test_agents_and_threads_are_listed(server: Server):
    server.command("run", "demo", "think", "--thread", "listed")
    [agent] = server.json("agents")["agents"]
    assert agent["name"] == "demo"
    assert "listed" in [thread["id"] for thread in server.json("threads")["threads"]]
    assert server.command("agents").stdout.startswith("demo\tscripted\tget_weather, ")


def test_a_link_to_the_web_ui_holds_a_code_and_no_token(server: Server):
    link = server.command("open").stdout.strip()
    url, code = link.split("/#code=")
    assert (url, code.startswith("code_")) == (server.ready["url"], True)
    assert server.json("open")["link"] != link


def test_the_version_and_the_help_need_no_server(own_server: Server):
    assert own_server.command("version").stdout.startswith("interlock ")
    helped = own_server.command("--help").stdout
    for name in ("serve", "run", "chat", "approvals", "runs", "threads", "agents", "db", "version"):
        assert f"\n  {name} " in helped


def test_a_database_is_migrated_before_a_server_needs_it(own_server: Server):
    first = own_server.command("db", "migrate")
    assert (first.stdout.startswith("Migrated the database from schema 0"), first.returncode) == (
        True,
        0,
    )
    assert own_server.command("db", "migrate").stdout.startswith("The database has schema")
    own_server.start()
    refused = own_server.command("db", "migrate")
    assert (refused.stdout, refused.returncode) == ("", 1)
    assert own_server.stop() == 0

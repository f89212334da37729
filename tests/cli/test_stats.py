"""``interlock stats``, ``interlock tools`` and ``interlock audit`` against a real server."""

import sqlite3
import time
from collections.abc import Iterator

import pytest
from tests.cli.process import BOUND, Server


@pytest.fixture
def server(tmp_path) -> Iterator[Server]:
    one = Server(tmp_path)
    one.start()
    one.json("run", "demo", "weather in Oslo")
    until = time.monotonic() + BOUND
    while one.json("stats")["totals"]["runs"] < 1:
        assert time.monotonic() < until, "the run is not counted"
    yield one
    if one.process.poll() is None:
        one.stop()


def test_the_figures_are_tables(server: Server):
    told = server.command("stats")
    assert "runs failed\t0\tof 1" in told.stdout
    assert "demo\t" in told.stdout
    assert "scripted:" in told.stdout
    assert "demo\tscripted:scripted\t2\t100.0 %\t–\t–" in told.stdout
    assert "USD" in told.stderr
    rows = server.command("tools").stdout.splitlines()
    weather = next(row for row in rows if row.startswith("get_weather")).split("\t")
    assert weather[1:4] == ["2", "1", "0"]
    assert server.json("stats", "--agent", "nobody")["totals"]["runs"] == 0


def test_a_stretch_of_time_is_typed_in_words(server: Server):
    assert server.json("tools", "--last", "90m")["tools"]
    wrong = server.command("stats", "--last", "soon")
    assert wrong.returncode != 0
    assert "write 90m, 24h or 7d" in wrong.stderr


def test_runs_are_counted_again(server: Server):
    assert "1 runs are counted again" in server.command("stats", "--recount").stdout
    until = time.monotonic() + BOUND
    while server.json("stats")["waiting"]:
        assert time.monotonic() < until, "the run is not counted"
    assert server.json("stats")["totals"]["runs"] == 1


def test_an_audit_names_what_somebody_changed(server: Server):
    file = server.folder / "data" / "interlock.db"
    assert server.json("audit") == {"differences": []}
    assert server.json("audit", "--database-url", f"sqlite:///{file}") == {"differences": []}
    server.stop()
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE runs SET agent = 'mallory'")
    connection.close()
    told = server.command("audit", "--database-url", f"sqlite:///{file}")
    assert told.returncode == 1
    assert "\tmallory\tdemo" in told.stdout

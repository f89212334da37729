"""A backup is worth what its restore is: a run that waits for a person goes on after both."""

import stat
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from tests.cli.process import Server
from tests.databases import POSTGRES

from interlock.domain.ids import new_id
from interlock.prove.engines import find

pytestmark = pytest.mark.timeout(180)
ASK = "delete old reports"


def waiting(server: Server) -> Any:
    """Begin a run that asks, and give its question."""
    server.command("run", "demo", ASK, "--detach")
    while not (found := server.json("approvals", "list")["interrupts"]):
        pass
    return found[0]["interrupt"]


def go_on(server: Server, question: Any) -> None:
    """Answer after the restore: the call runs, once."""
    [found] = server.json("approvals", "list")["interrupts"]
    assert found["interrupt"] == question
    done = server.command("approvals", "approve", question["id"])
    assert done.returncode == 0, done.stderr
    runs = server.json("runs", "list")["runs"]
    resumed = next(run["id"] for run in runs if run["resumes"] == question["run_id"])
    events = server.command("runs", "events", resumed).stdout
    assert events.count('"tool.start"') == 1
    assert '"status":"success"' in events


def test_a_run_that_waits_goes_on_from_a_restored_copy_of_sqlite(tmp_path: Path):
    server = Server(tmp_path).start()
    question = waiting(server)
    copy = tmp_path / "copy.db"
    done = server.command("db", "backup", str(copy))
    assert done.returncode == 0, done.stderr
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    server.kill()
    data = tmp_path / "data"
    for name in ("interlock.db", "interlock.db-wal", "interlock.db-shm"):
        (data / name).unlink(missing_ok=True)
    copy.rename(data / "interlock.db")
    server.start()
    try:
        go_on(server, question)
    finally:
        server.stop()


def test_a_backup_overwrites_nothing_and_says_what_to_do(tmp_path: Path):
    server = Server(tmp_path)
    done = server.command("db", "backup", str(tmp_path / "copy.db"))
    assert (done.returncode, "no database yet" in done.stderr) == (1, True)
    server.start()
    try:
        taken = tmp_path / "taken.db"
        taken.write_text("mine", "utf-8")
        done = server.command("db", "backup", str(taken))
        assert (done.returncode, "exists already" in done.stderr) == (1, True)
        assert taken.read_text("utf-8") == "mine"
    finally:
        server.stop()


@pytest.fixture
def database():
    """A database of one's own, as its URL."""
    name = new_id("backup")
    with psycopg.connect(POSTGRES, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    yield urlsplit(POSTGRES)._replace(path=f"/{name}").geturl()
    with psycopg.connect(POSTGRES, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


def test_a_run_that_waits_goes_on_from_a_restored_dump_of_postgresql(tmp_path: Path, database: str):
    server = Server(tmp_path)
    server.environment["INTERLOCK_DATABASE_URL"] = database
    server.start()
    question = waiting(server)
    dump = str(tmp_path / "interlock.dump")
    run(find("pg_dump"), "--format=custom", f"--file={dump}", database)
    server.kill()
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    run(find("pg_restore"), "--clean", "--if-exists", "--no-owner", f"--dbname={database}", dump)
    done = server.command("db", "migrate")
    assert "already" in done.stdout, done.stderr
    server.start()
    try:
        go_on(server, question)
    finally:
        server.stop()


def run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr

"""Secrets of every common form, planted wherever they can get in, come out nowhere."""

import json
import sqlite3
import threading
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import psycopg
import pytest
from tests.cli.process import BOUND, Server
from tests.databases import postgres_schema
from tests.planted import KNOWN, PLANTED
from tests.proofs.leaky import ARGUMENTS, RECEIVED, TEXT, TOOLS

KEY = "a-key-of-the-provider-0123"
ROOT = Path(__file__).parents[2]
BODIES = {
    **{planted.name: planted.body for planted in PLANTED},
    "known": KNOWN,
    "provider's key": KEY,
    "by its name": ARGUMENTS["password"],
}


def found_in(text: str) -> set[str]:
    """The secrets in a text, as they are and as JSON, Python and addresses write them."""
    return {
        name
        for name, body in BODIES.items()
        for form in {body, json.dumps(body)[1:-1], repr(body)[1:-1], urllib.parse.quote(body)}
        if form in text or json.dumps(form)[1:-1] in text
    }


class Outside(BaseHTTPRequestHandler):
    """A provider that fails with all it knows, and a receiver of webhooks."""

    heard: list[str] = []  # noqa: RUF012 - one for the test

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0))).decode()
        if self.path.startswith("/hook"):
            self.heard.append(f"{self.headers}\n{body}")
            answer, status = b"{}", 200
        else:
            text = f"bad key {self.headers['authorization']} for {self.path} {TEXT}"
            answer, status = json.dumps({"error": {"message": text}}).encode(), 401
        self.send_response(status)
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def outside() -> Generator[str]:
    Outside.heard = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), Outside)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Client:
    """Asks the server, and keeps every word of every answer."""

    def __init__(self, server: Server) -> None:
        self.url, self.token = server.ready["url"], server.ready["token"]
        self.heard: list[str] = []

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> str:
        sent = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, sent, method=method)  # noqa: S310
        request.add_header("content-type", "application/json")
        for name, value in {"authorization": f"Bearer {self.token}", **headers}.items():
            request.add_header(name.replace("_", "-"), value)
        try:
            with urllib.request.urlopen(request, timeout=BOUND) as answer:  # noqa: S310
                text = f"{answer.headers}\n{answer.read().decode()}"
        except urllib.error.HTTPError as refused:
            with refused:
                text = f"{refused.headers}\n{refused.read().decode()}"
        self.heard.append(text)
        return text.partition("\n\n")[2]

    def run(self, agent: str, message: str) -> str:
        body = {"agent": agent, "message": message}
        run = json.loads(self.ask("POST", "/v1/runs", body, prefer=f"wait={BOUND:.0f}"))
        return run["id"]


def dump(server: Server, database: str) -> str:
    """Every row of every table, as text."""
    if not database:
        with sqlite3.connect(server.folder / "data" / "interlock.db") as connection:
            tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            rows = [connection.execute(f'SELECT * FROM "{name}"') for (name,) in tables.fetchall()]  # noqa: S608
            text = "\n".join(_text(cell) for table in rows for row in table for cell in row)
        connection.close()
        return text
    schema = database.rpartition("search_path%3D")[2]
    with psycopg.connect(database) as connection:
        query = "SELECT tablename FROM pg_tables WHERE schemaname = %s"
        names = [name for (name,) in connection.execute(query, [schema])]
        tables = [connection.execute(f'SELECT * FROM "{name}"'.encode()) for name in names]  # noqa: S608
        return "\n".join(_text(cell) for table in tables for row in table for cell in row)


def _text(cell: object) -> str:
    if isinstance(cell, bytes | memoryview):
        return bytes(cell).decode(errors="replace")
    return str(cell)


def attack(client: Client) -> list[str]:
    """Let secrets in by every way, and read everything that can be read."""
    runs = [client.run("leaky", used.spec.name) for used in TOOLS]
    (question,) = json.loads(client.ask("GET", "/v1/interrupts"))["interrupts"]
    asked = question["interrupt"]
    client.ask("GET", f"/v1/interrupts/{asked['id']}")
    yes = {"answer": {"approved": True}, "digest": asked["digest"]}
    taken = json.loads(client.ask("POST", f"/v1/interrupts/{asked['id']}/answer", yes))
    client.ask("GET", f"/v1/runs/{taken['run_id']}/events", accept="text/event-stream")
    runs += [taken["run_id"], client.run("billed", "hello")]
    key = PLANTED[2].body
    client.ask("GET", f"/v1/runs?api_key={key}&token={key}")
    client.ask("GET", f"/v1/runs/{urllib.parse.quote(key)}")
    client.ask("GET", "/v1/runs", authorization=f"Bearer {key}")
    client.ask("GET", "/v1/runs", x_api_key=key, cookie=f"sid={key}", user_agent=key, origin=key)
    client.ask("POST", "/v1/runs", {"agent": key, "message": "x", key: key})
    for run in runs:
        for path in ("", "/events", "/trace", "/usage"):
            client.ask("GET", f"/v1/runs/{run}{path}", accept="application/json, text/event-stream")
        shown = json.loads(client.ask("GET", f"/v1/runs/{run}"))["run"]
        client.ask("GET", f"/v1/threads/{shown['thread_id']}/messages")
    for path in ("runs", "threads", "interrupts", "audit", "dashboard", "tools/stats", "usage"):
        client.ask("GET", f"/v1/{path}")
    client.ask("GET", "/metrics")
    return runs


@pytest.mark.timeout(180)
@pytest.mark.parametrize(("store", "form"), [("sqlite", "json"), ("postgres", "pretty")])
def test_planted_secrets_are_in_no_table_log_trace_metric_answer_notice_or_command(
    tmp_path: Path, store: str, form: str
):
    with contextmanager(_database)(store) as database, outside() as elsewhere:
        server = Server(tmp_path, serve=["tests.proofs.leaky:build"])
        server.environment |= {
            "PYTHONPATH": str(ROOT),
            "LEAKY_OUT": str(tmp_path),
            "SOME_SECRET": KNOWN,
            "CUSTOM_MODEL_BASE_URL": elsewhere,
            "CUSTOM_MODEL_API_KEY": KEY,
            "INTERLOCK_LOG_LEVEL": "debug",
            "INTERLOCK_LOG_FORMAT": form,
            "INTERLOCK_DATABASE_URL": database,
            "INTERLOCK_WEBHOOKS_PRIVATE": "true",
        }
        if not database:
            del server.environment["INTERLOCK_DATABASE_URL"]
        client = Client(server.start())
        hook = {
            "name": "all",
            "url": f"{elsewhere}/hook",
            "events": ["interrupt.opened", "interrupt.decided", "run.ended"],
            "details": True,
        }
        made = json.loads(client.ask("POST", "/v1/webhooks", hook))
        runs = attack(client)
        said = "".join(
            server.command(*words).stdout
            for words in (
                *(("runs", "show", run) for run in runs),
                ("runs", "list"),
                ("approvals", "list"),
                ("usage",),
            )
        )
        _until_posted(client, made["hook"]["id"])
        assert server.stop() == 0
        places = {
            "tables": dump(server, database),
            "log": (tmp_path / "server.log").read_text("utf-8"),
            "answers": "\n".join(client.heard),
            "notices": "\n".join(Outside.heard),
            "commands": said,
        }
        assert {name: found_in(text) for name, text in places.items() if found_in(text)} == {}
        assert all(len(text) > 500 for text in places.values()), "there was something to search"
        assert "[redacted]" in places["tables"]
        assert "[secret " in places["tables"]
        got = json.loads((tmp_path / RECEIVED).read_text("utf-8"))
        assert got == [ARGUMENTS["to"], ARGUMENTS["note"], ARGUMENTS["password"]]
        _check_lines(places["log"], form)


def _database(store: str) -> Generator[str]:
    if store == "sqlite":
        yield ""
    else:
        with postgres_schema() as url:
            yield url


def _until_posted(client: Client, hook: str) -> None:
    for _ in range(200):
        if len(Outside.heard) >= len(TOOLS):
            return
        client.ask("GET", f"/v1/webhooks/{hook}/deliveries")
        threading.Event().wait(0.1)


def _check_lines(log: str, form: str) -> None:
    """Each call has its line, with its run, and each JSON line is one."""
    if form == "pretty":
        assert sum(" call ended " in line for line in log.splitlines()) == len(TOOLS)
        return
    lines = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    calls = {line["tool"]: line for line in lines if line["event"] == "call ended"}
    assert set(calls) == {used.spec.name for used in TOOLS}
    assert calls["send"]["confirmed"] is True
    assert calls["send"]["fields"] == ["note", "password", "to"]
    assert all(line["run"].startswith("run_") and line["tenant"] for line in calls.values())
    assert [line for line in lines if line["event"] == "model failed"]
    caught = [line for line in lines if line["event"] == "caught"]
    assert all({"run", "call", "trace", "span"} <= set(line) for line in caught)
    assert caught

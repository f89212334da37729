"""``interlock webhooks``: from a line to a signed notice."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from queue import Queue
from typing import Any

import pytest
from standardwebhooks import Webhook
from tests.cli.process import BOUND, Server


@pytest.fixture
def inbox() -> Iterator[tuple[str, "Queue[tuple[dict[str, str], bytes]]"]]:
    """An address, and what is posted to it."""
    got: Queue[tuple[dict[str, str], bytes]] = Queue()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["content-length"])
            got.put((dict(self.headers), self.rfile.read(length)))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/hook", got
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_webhook_is_made_told_and_looked_at(own_server: Server, inbox: Any):
    url, got = inbox
    own_server.environment["INTERLOCK_WEBHOOKS_PRIVATE"] = "true"
    own_server.start()
    made = own_server.json("webhooks", "add", "pager", url, "--event", "run.ended")
    hook, secret = made["hook"]["id"], made["secret"]
    run = own_server.json("run", "demo", "think")["run_id"]
    headers, body = got.get(timeout=BOUND)
    assert Webhook(secret).verify(body, headers)["data"]["run_id"] == run

    listed = own_server.command("webhooks").stdout.split("\t")
    assert [listed[0], listed[3], listed[4].strip()] == [hook, "run.ended", "on"]
    told: dict[str, Any] = {}
    for _ in range(100):
        [told] = own_server.json("webhooks", "deliveries", hook)["deliveries"]
        if told["state"] == "delivered":
            break
    assert (told["state"], told["status"]) == ("delivered", 204)
    assert body.decode() in own_server.command("webhooks", "show", hook, told["id"]).stdout

    again = own_server.command("webhooks", "redeliver", hook, told["id"]).stdout
    assert again == "1 on their way once more\n"
    assert got.get(timeout=BOUND)[0]["webhook-id"] == headers["webhook-id"]
    assert own_server.command("webhooks", "redeliver", hook).stdout.startswith("0 on their way")

    rotated = own_server.command("webhooks", "rotate", hook)
    assert rotated.stdout.splitlines()[1].startswith("whsec_")
    own_server.command("webhooks", "ping", hook)
    headers, body = got.get(timeout=BOUND)
    for known in (secret, rotated.stdout.splitlines()[1]):
        assert Webhook(known).verify(body, headers)["type"] == "ping"

    assert own_server.command("webhooks", "off", hook).stdout == f"{hook} is off\n"
    assert own_server.command("webhooks", "ping", hook).returncode == 1
    assert own_server.command("webhooks", "on", hook).stdout == f"{hook} is on\n"
    edited = own_server.json("webhooks", "edit", hook, "--event", "run.ended", "--details")
    assert (edited["events"], edited["details"]) == (["run.ended"], True)
    assert own_server.command("webhooks", "remove", hook).stdout == f"removed: {hook}\n"
    assert own_server.json("webhooks")["webhooks"] == []


def test_an_address_of_this_machine_is_refused_unless_it_is_allowed(server: Server):
    told = server.command("webhooks", "add", "pager", "http://127.0.0.1:9/hook")
    assert told.returncode == 1
    assert "https://" in told.stderr

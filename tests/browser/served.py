"""A server of the test program, and requests to it without a page or a command."""

import json
import os
import socket
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.cli.process import BOUND, Server

ROOT = Path(__file__).parents[2]


class Served(Server):
    """``interlock serve`` over ``program.py``, always on the same port.

    Args:
        folder: Data and runtime file live here.
        pace: Stretches the demo's pauses; "0" removes them.
        environment: More variables.
    """

    def __init__(self, folder: Path, pace: str = "0", **environment: str) -> None:
        super().__init__(folder, pace, ["tests.browser.program:build"])
        path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
        here = {"PYTHONPATH": path, "INTERLOCK_PORT": str(_free_port())}
        self.environment |= here | environment

    @property
    def url(self) -> str:
        """The server's origin."""
        return self.ready["url"]

    def call(self, method: str, path: str, body: object = None, **headers: str) -> Any:
        """Send a request; the answer's JSON."""
        head = {"Authorization": f"Bearer {self.ready['token']}", **headers}
        if body is not None:
            head["Content-Type"] = "application/json"
        connection = HTTPConnection(urlsplit(self.url).netloc, timeout=BOUND)
        try:
            connection.request(method, path, json.dumps(body) if body is not None else None, head)
            response = connection.getresponse()
            text = response.read()
        finally:
            connection.close()
        assert response.status < 300, text.decode()
        return json.loads(text)

    def invite(self) -> str:
        """A code that opens one session."""
        return self.call("POST", "/v1/session/link", {})["code"]

    def run(self, message: str, agent: str = "demo", thread_id: str = "") -> dict[str, Any]:
        """Say something and wait for the end of the run, with the questions that it left open."""
        body = {"agent": agent, "message": message, "thread_id": thread_id}
        begun = self.call("POST", "/v1/runs", body, Prefer=f"wait={BOUND:.0f}")
        seen = self.call("GET", f"/v1/runs/{begun['id']}")
        assert seen["run"]["status"] not in {"queued", "running"}, seen
        return seen

    def ask(self, message: str, agent: str = "demo") -> list[str]:
        """Make an agent ask. The ids of its questions, in the order of their arguments."""
        asked = (one["interrupt"] for one in self.run(message, agent)["open"])
        return [one["id"] for one in sorted(asked, key=lambda one: str(one.get("arguments")))]

    def question(self, question: str) -> dict[str, Any]:
        """A question with its decision."""
        return self.call("GET", f"/v1/interrupts/{question}")

    def open_in(self, thread_id: str) -> list[str]:
        """The ids of a thread's open questions."""
        found = self.call("GET", f"/v1/interrupts?status=open&thread_id={thread_id}")["interrupts"]
        return [one["interrupt"]["id"] for one in found]

    def answer(self, question: str, **value: object) -> None:
        """Answer a question."""
        self.call("POST", f"/v1/interrupts/{question}/answer", {"answer": value})


def _free_port() -> int:
    """A port that nobody listens on; a server that returns must have its old one."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]

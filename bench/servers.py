"""The servers under test: how each is started, and how it is asked for one run."""

import json
import secrets
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from bench.client import Order
from bench.markers import CHUNKS
from bench.process import Child, free_port, venv_of
from bench.task import NAME, QUESTION

FLOOR = "pass-through"
OURS = "interlock"
_TOKEN = secrets.token_urlsafe(24)

Command = Callable[[Path, int], list[str]]


@dataclass(frozen=True, eq=False)
class Server:
    """One line of the table.

    Args:
        name: What the tables call it.
        command: What to run, given the folder of a Python environment and a port.
        path: Where a run is asked for.
        ending: What the stream says when a run is complete.
        venv: The environment of a rival, made on demand; empty for our own.
        environment: More variables.
        headers: More headers of a request.
        chunks: Marked chunks that a complete run shows.
        runs: How many times as many runs as a slow server does.
        stored: What is durable when a run has ended.
    """

    name: str
    command: Command
    path: str
    ending: bytes
    venv: str = ""
    environment: Mapping[str, str] = field(default_factory=dict[str, str])
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    chunks: int = CHUNKS
    runs: int = 1
    stored: str = "nothing"

    @property
    def home(self) -> Path:
        """The Python environment that it runs in."""
        return venv_of(self.venv) if self.venv else Path(sys.prefix)

    def child(self, model: str, folder: Path, home: Path | None = None) -> Child:
        """Its process, not yet started; in another environment if one is given."""
        port = free_port()
        environment = {
            "OPENAI_BASE_URL": f"{model}/v1",
            "OPENAI_API_KEY": "none",
            "BENCH_DATA": str(folder),
            "INTERLOCK_DATABASE_URL": f"sqlite:///{folder}/{self.name}/interlock.db",
            "XDG_RUNTIME_DIR": str(folder),
            **self.environment,
        }
        command = self.command(home or self.home, port)
        return Child(self.name, command, port, environment)

    def order(self, port: int) -> Order:
        """The request of one run."""
        url = f"http://127.0.0.1:{port}{self.path}"
        return Order(url, _BODY, self.headers, self.ending, self.chunks)


def interlock_command(program: str) -> Command:
    """The real command line with a program of ours, ``module:name``."""
    rest = ["serve", program, "--token", _TOKEN, "--port"]
    return lambda home, port: [str(home / "bin" / "interlock"), *rest, str(port)]


def module_command(*arguments: str) -> Command:
    """A module of ours that takes the port as its last argument."""
    return lambda home, port: [str(home / "bin" / "python"), "-m", *arguments, str(port)]


def uvicorn_command(application: str) -> Command:
    """An ASGI application on uvicorn with uvloop and httptools, one process."""
    rest = ["--loop", "uvloop", "--http", "httptools", "--no-access-log", "--backlog", "2048"]
    return module_command("uvicorn", application, *rest, "--log-level", "warning", "--port")


_BODY = json.dumps(
    {
        "threadId": "thread-{run}",
        "runId": "run-{run}",
        "protocolVersion": "1.0",
        "state": {},
        "tools": [],
        "context": [],
        "forwardedProps": {},
        "messages": [{"id": "m1", "role": "user", "content": QUESTION}],
    }
)
"""An AG-UI input; servers without AG-UI read the thread and the last message of it."""

_OURS = Server(
    OURS,
    interlock_command("bench.interlock_app:app"),
    f"/agui/{NAME}",
    b"RUN_FINISHED",
    headers={"Authorization": f"Bearer {_TOKEN}"},
    runs=10,
    stored="every event, SQLite FULL",
)

SERVERS = (
    Server(FLOOR, module_command("bench.pass_through"), "/run", b"[DONE]", runs=10),
    _OURS,
)

BLIND = replace(_OURS, name="blind", command=interlock_command("bench.blind:app"))
UNSEEN = replace(_OURS, name="unseen", command=interlock_command("bench.unseen:app"))
SIGHT = (_OURS, UNSEEN, BLIND)
"""Ours, ours without metrics and figures, and ours without a ledger, too."""

KEEPER = Server(
    "keeper",
    interlock_command("bench.interlock_app:keeper"),
    f"/agui/{NAME}",
    b'"interrupt"',
    chunks=0,
    headers=_OURS.headers,
)
"""Every run of it is suspended."""

RIVALS = (
    Server(
        "openai-agents",
        uvicorn_command("bench.rivals.openai_agents_server:app"),
        "/run",
        b"event: end",
        venv="openai_agents",
    ),
    Server(
        "openai-agents-sqlite",
        uvicorn_command("bench.rivals.openai_agents_server:app"),
        "/run",
        b"event: end",
        venv="openai_agents",
        environment={"BENCH_STORE": "sqlite"},
        stored="messages, SQLite",
    ),
    Server(
        "langgraph",
        uvicorn_command("bench.rivals.langgraph_server:app"),
        "/run",
        b"event: end",
        venv="langgraph",
    ),
    Server(
        "langgraph-sqlite",
        uvicorn_command("bench.rivals.langgraph_server:app"),
        "/run",
        b"event: end",
        venv="langgraph",
        environment={"BENCH_STORE": "sqlite"},
        stored="a checkpoint a step, SQLite",
    ),
    Server(
        "pydantic-ai",
        uvicorn_command("bench.rivals.pydantic_ai_server:app"),
        "/run",
        b"RUN_FINISHED",
        venv="pydantic_ai",
    ),
)

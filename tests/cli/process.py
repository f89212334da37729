"""A real server process, and real commands against it."""

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

BOUND = 20.0
"""Seconds that anything may take here; more is a failure."""


class Server:
    """``interlock serve`` with a folder of its own. It can be stopped, killed and started again.

    Args:
        folder: Data and runtime file live here.
        pace: Stretches the demo's pauses; "0" removes them.
        serve: More arguments.
    """

    def __init__(self, folder: Path, pace: str = "0", serve: Sequence[str] = ()) -> None:
        self.folder = folder
        runtime = folder / "run"
        runtime.mkdir(mode=0o700, parents=True, exist_ok=True)
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        self.environment = {
            **kept,
            "LANG": "C.UTF-8",
            "TERM": "xterm",
            "XDG_RUNTIME_DIR": str(runtime),
            "INTERLOCK_DATA_DIR": str(folder / "data"),
            "INTERLOCK_DEMO_PACE": pace,
        }
        self._serve = serve
        self.ready: dict[str, Any] = {}

    @property
    def file(self) -> Path:
        """The runtime file."""
        return self.folder / "run" / "interlock" / "server.json"

    def start(self) -> "Server":
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "interlock", "serve", "--json", *self._serve],
                env=self.environment,
                cwd=self.folder,
                stdout=subprocess.PIPE,
                stderr=log,
            )
        assert self.process.stdout is not None
        assert select.select([self.process.stdout], [], [], BOUND)[0], "the server is not ready"
        line = self.process.stdout.readline()
        assert line, (self.folder / "server.log").read_text("utf-8")
        self.ready = json.loads(line)
        return self

    def signal(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def wait(self) -> int:
        code = self.process.wait(BOUND)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code

    def stop(self) -> int:
        if self.process.poll() is None:
            self.signal(signal.SIGTERM)
        return self.wait()

    def kill(self) -> None:
        self.signal(signal.SIGKILL)
        self.wait()

    def command(self, *arguments: str, **more: str) -> "subprocess.CompletedProcess[str]":
        """Run a command to its end; ``more`` is added to its environment."""
        return subprocess.run(
            [sys.executable, "-m", "interlock", *arguments],
            env={**self.environment, **more},
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=BOUND,
            check=False,
        )

    def json(self, *arguments: str) -> Any:
        """The JSON document that a command prints."""
        return json.loads(self.command(*arguments, "--json").stdout)

    def begin(self, message: str) -> str:
        """Send a message and leave at once. Returns the run's id."""
        return self.command("run", "demo", message, "--detach").stdout.strip()

    def until_log(self, words: str) -> None:
        """Wait until the server's own log holds words."""
        end = time.monotonic() + BOUND
        while words not in (self.folder / "server.log").read_text("utf-8"):
            assert time.monotonic() < end, f"no {words!r} in the log"
            time.sleep(0.02)

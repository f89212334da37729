"""A server with accounts, and the administrator who looks at it."""

import json
import subprocess
import sys
from typing import Any

from tests.browser.served import Served
from tests.cli.process import BOUND

ADMIN = "ann"


class WithAccounts(Served):
    """``interlock serve`` in server mode; ``ADMIN`` is who calls and opens."""

    def start(self) -> "WithAccounts":
        """Make the first administrator, once, and start."""
        self.environment["INTERLOCK_AUTH"] = "server"
        if not self.ready:
            self.key = self.command_json("admin", "init", "--tenant", "acme", "--user", ADMIN)
        super().start()
        self.ready["token"] = self.key["token"]
        return self

    def command_json(self, *words: str) -> Any:
        """What a command on the host says."""
        done = subprocess.run(
            [sys.executable, "-m", "interlock", *words, "--json"],
            env=self.environment,
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=BOUND,
            check=True,
        )
        return json.loads(done.stdout)

"""What an idle server costs: distributions, CPU of the import, resident memory.

    python bench/footprint.py [--rounds 7]

Each figure stands beside its limit, and the script fails when one is above it. Every round is a
process of its own with compiled bytecode; shown is the median, with the smallest and the largest.
Memory needs Linux, whose kernel tells it.
"""

import argparse
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).parent.parent
IMPORT = (
    "import time; start = time.process_time(); import {name}; print(time.process_time() - start)"
)
OPTIONAL = (
    "import sys, interlock.cli.serve; print(*sorted({'mcp', 'pydantic'} & sys.modules.keys()))"
)


class Row(Struct, frozen=True):
    """A figure that was measured several times, and what it may be at most."""

    what: str
    unit: str
    values: Sequence[float]
    limit: float

    @property
    def good(self) -> bool:
        """Whether the median keeps the limit."""
        return statistics.median(self.values) < self.limit

    def line(self) -> str:
        """The row as text."""
        middle, low, high = statistics.median(self.values), min(self.values), max(self.values)
        figure = f"{middle:.3g} ({low:.3g} to {high:.3g})" if high > low else f"{middle:.3g}"
        mark = "" if self.good else "   ABOVE ITS LIMIT"
        return f"{self.what:<34}{figure:>24} {self.unit:<6} limit {self.limit:g}{mark}"


def python(program: str) -> str:
    """What a fresh interpreter prints."""
    command = [sys.executable, "-c", program]
    return subprocess.run(command, capture_output=True, check=True, text=True).stdout.strip()


def distributions() -> int:
    """How many distributions a server installation has, Interlock itself among them."""
    lock = (ROOT / "requirements" / "server.lock").read_text("utf-8")
    return 1 + len(re.findall(r"^[\w.-]+==", lock, re.MULTILINE))


def idle_memory() -> float:
    """MiB of a server that has started, answered once and waits."""
    with tempfile.TemporaryDirectory() as folder:
        places = {"INTERLOCK_DATA_DIR": folder, "XDG_RUNTIME_DIR": folder}
        command = [sys.executable, "-m", "interlock", "serve", "--json"]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        with subprocess.Popen(command, env=os.environ | places, **pipes) as server:
            assert server.stdout is not None
            ready = json.loads(server.stdout.readline())
            with urllib.request.urlopen(ready["url"] + "/livez", timeout=10) as answer:
                answer.read()
            status = Path(f"/proc/{server.pid}/status").read_text("ascii")
            server.send_signal(signal.SIGINT)
            server.wait(timeout=30)
    return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="What an idle server costs.")
    parser.add_argument("--rounds", type=int, default=7)
    rounds = range(parser.parse_args().rounds)
    imports = {
        name: [float(python(IMPORT.format(name=name))) for _ in rounds]
        for name in ("interlock", "interlock.cli.serve")
    }
    rows = [
        Row("distributions of a server", "", [distributions()], 30),
        *(Row(f"import {name}", "CPU s", values, 0.5) for name, values in imports.items()),
        Row("resident, idle", "MiB", [idle_memory() for _ in rounds], 60),
    ]
    print("\n".join(row.line() for row in rows))
    print("optional packages that were loaded:", python(OPTIONAL) or "none")
    return 0 if all(row.good for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())

"""All measurements, one after the other: ``make bench``.

    python -m bench [--rivals] [run] [ledger] [paced] [load] [fairness] [footprint] [append] [log]
                    [dashboard] [redact] [model_stream] [web]

Without names it is all of them.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from bench.process import HERE


@dataclass(frozen=True)
class Part:
    """A program of its own.

    Args:
        heading: What it shows.
        command: The module, and its arguments.
        rivals: Whether it can measure rivals, too.
    """

    heading: str
    command: Sequence[str]
    rivals: bool = False


PARTS = {
    "run": Part(
        "A run: one tool call in 21 fragments, then an answer in 200 chunks",
        ["bench.run", "--quick"],
        rivals=True,
    ),
    "ledger": Part("The same run with and without the ledger and the sight", ["bench.ledger"]),
    "paced": Part(
        "The same run while the model sends 50 chunks a second",
        ["bench.run", "--paced", "--rounds", "2", "--levels", "1,50"],
    ),
    "load": Part(
        "Many paced streams at once, and two sizes of Interlock beside the floor",
        ["bench.load", "--levels", "50,200"],
    ),
    "fairness": Part(
        "One tenant's hundreds of runs beside everybody else's three",
        ["bench.fairness"],
    ),
    "footprint": Part("The server at rest", ["bench.footprint"]),
    "append": Part("A durable append", ["bench.append", "--rounds", "3"]),
    "log": Part("What stays of a turn", ["bench.log_growth"]),
    "dashboard": Part(
        "The dashboard over a month of made-up runs",
        ["bench.dashboard", "--spans", "100000"],
    ),
    "redact": Part("Looking for secrets", ["bench.redact"]),
    "web": Part(
        "The browser, while an answer of 200 words/s streams into a thread of 200 messages",
        ["bench.web_streaming"],
    ),
    "model_stream": Part("Reading a model's stream", ["bench.model_stream"]),
}
"""What there is to measure, in the order in which it is measured."""


def machine() -> str:
    """What this is measured on."""
    model = "unknown processor"
    info = Path("/proc/cpuinfo")
    for line in info.read_text().splitlines() if info.exists() else ():
        if line.startswith("model name"):
            model = line.partition(":")[2].strip()
    names = ("interlock", "aiohttp", "uvicorn", "uvloop", "msgspec")
    versions = ", ".join(f"{name} {version(name)}" for name in names)
    day = time.strftime("%Y-%m-%d", time.gmtime())
    return f"{day} · {model} · Python {sys.version.split()[0]} · {versions}"


def main() -> None:
    """Run every part; the exit code says whether all of them went well."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rivals", action="store_true", help="measure the rivals, too")
    options.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    given = options.parse_args()
    unknown = set(given.parts) - PARTS.keys()
    if unknown:
        options.error(f"there is no {', '.join(sorted(unknown))}: choose from {', '.join(PARTS)}")
    began = time.monotonic()
    print(machine())
    codes: list[int] = []
    for part in [PARTS[name] for name in given.parts or PARTS]:
        more = ["--rivals"] if given.rivals and part.rivals else []
        print(f"\n## {part.heading}\n", flush=True)
        command = [sys.executable, "-m", *part.command, *more]
        codes.append(subprocess.run(command, cwd=HERE, check=False).returncode)
    print(f"\n({time.monotonic() - began:.0f} s)")
    sys.exit(any(codes))


if __name__ == "__main__":
    main()

"""All measurements, one after the other: ``make bench``, or ``python -m bench [--rivals]``.

Each part is a program of its own, and its output is Markdown where it is a table.
"""

import argparse
import subprocess
import sys
import time
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from bench.process import HERE

PARTS = {
    "A run: one tool call in 21 fragments, then an answer in 200": ["bench.run", "--quick"],
    "The same while the model takes its time": [
        "bench.run", "--paced", "--rounds", "1", "--levels", "1,50"
    ],
    "At rest": ["bench.footprint"],
    "A durable append": ["bench.append", "--rounds", "3"],
    "Reading a model's stream": ["bench.model_stream"],
}  # fmt: skip
"""The heading of each part, and what it runs."""


def machine() -> str:
    """What this is measured on."""
    model = "unknown processor"
    info = Path("/proc/cpuinfo")
    for line in info.read_text().splitlines() if info.exists() else ():
        if line.startswith("model name"):
            model = line.partition(":")[2].strip()
    names = ("interlock", "aiohttp", "uvicorn", "uvloop", "msgspec")
    versions = ", ".join(f"{name} {version(name)}" for name in names)
    day = datetime.now(UTC).date()
    return f"{day} · {model} · Python {sys.version.split()[0]} · {versions}"


def main() -> None:
    """Run every part; the exit code says whether all of them went well."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rivals", action="store_true", help="measure the rivals, too")
    given = options.parse_args()
    began = time.monotonic()
    print(machine())
    failed = False
    for heading, part in PARTS.items():
        more = ["--rivals"] if given.rivals and part == ["bench.run", "--quick"] else []
        print(f"\n## {heading}\n", flush=True)
        done = subprocess.run([sys.executable, "-m", *part, *more], cwd=HERE, check=False)
        failed = failed or done.returncode != 0
    print(f"\n({time.monotonic() - began:.0f} s)")
    sys.exit(failed)


if __name__ == "__main__":
    main()

"""What a server is before it does anything: packages, bytes on disk, seconds to import, memory.

    python -m bench.footprint [--runs 10000]

It makes a fresh environment from ``requirements/server.lock`` and installs this project into it,
without its development tools; then it suspends runs, each waiting for a person's yes, and shows
what they leave in the server's memory (nothing) and on its disk. It fails when a promise is not
kept.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

import uvloop
from bench.process import HERE, plain_environment, venv_of
from bench.suspended import suspend
from bench.venvs import install

TARGETS = {
    "distributions": 30,
    "import CPU s": 0.5,
    "idle MB": 60.0,
    "MB more with all of them suspended": 5.0,
}
"""What the project promises to stay under."""

MODULES = "interlock, interlock.cli.serve"
"""What ``interlock serve`` imports before it reads its settings."""


def fresh_environment() -> Path:
    """A new environment with what a server needs, and nothing else.

    Raises:
        SystemExit: It can't be made.
    """
    folder = venv_of("server")
    shutil.rmtree(folder, ignore_errors=True)
    lock = str(HERE / "requirements" / "server.lock")
    for what in (("--require-hashes", "-r", lock), ("--no-deps", str(HERE))):
        problem = install(folder, *what)
        if problem:
            raise SystemExit(f"the server's environment can't be made: {problem}")
    return folder


def site_packages(home: Path) -> Path:
    """Where the packages of an environment are."""
    return next(home.glob("lib/python*/site-packages"))


def size_mb(folder: Path, *, compiled: bool) -> float:
    """The size of all files, MB of 10^6 bytes, with or without Python's compiled ones."""
    files = (file for file in folder.rglob("*") if file.is_file())
    return sum(file.stat().st_size for file in files if compiled or file.suffix != ".pyc") / 1e6


def cpu_of(command: list[str]) -> float:
    """CPU seconds of a command, from start to end."""
    child = subprocess.Popen(command, cwd="/", env=plain_environment())
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{' '.join(command)} failed")
    return used.ru_utime + used.ru_stime


def import_seconds(home: Path, rounds: int = 9) -> tuple[float, float]:
    """CPU seconds of importing the server: the median without, and with, Python's own start."""
    python = str(home / "bin" / "python")
    bare, full = [], []
    for _ in range(rounds):
        bare.append(cpu_of([python, "-c", "pass"]))
        full.append(cpu_of([python, "-c", f"import {MODULES}"]))
    whole = statistics.median(full)
    return whole - statistics.median(bare), whole


class Table:
    """Prints lines as they come, and remembers broken promises."""

    def __init__(self) -> None:
        self.broken: list[str] = []
        print("| footprint | measured | promised | kept |\n|---|---|---|---|")

    def add(self, name: str, shown: str, value: float | None = None) -> None:
        """One line, with the promise if there is one."""
        target = TARGETS.get(name)
        promise = kept = ""
        if target is not None and value is not None:
            promise, kept = f"under {target:g}", "yes" if value < target else "NO"
            if value >= target:
                self.broken.append(name)
        print(f"| {name} | {shown} | {promise} | {kept} |", flush=True)


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--runs", type=int, default=10_000, help="runs to suspend")
    given = options.parse_args()
    home = fresh_environment()
    packages = site_packages(home)
    table = Table()
    count = len(list(packages.glob("*.dist-info")))
    table.add("distributions", f"{count}, ours among them", count)
    sizes = [size_mb(packages, compiled=compiled) for compiled in (True, False)]
    table.add("site-packages MB", f"{sizes[0]:.0f}, {sizes[1]:.0f} without .pyc")
    imported, whole = import_seconds(home)
    table.add("import CPU s", f"{imported:.2f}, {whole:.2f} with Python's start", imported)
    seen = uvloop.run(suspend(home, given.runs))
    table.add("idle MB", f"{seen.idle:.1f}", seen.idle)
    for number, memory in zip(seen.runs, seen.memory, strict=True):
        table.add(f"MB with {number} runs suspended", f"{memory:.1f}")
    more = seen.memory[-1] - seen.memory[0]
    table.add("MB more with all of them suspended", f"{more:.1f}", more)
    table.add("disk bytes of a suspended run", f"{seen.bytes_per_run:.0f}")
    table.add("CPU ms to suspend a run", f"{seen.cpu:.1f}")
    sys.exit(bool(table.broken))


if __name__ == "__main__":
    main()

"""What a server is before it does anything: packages, bytes on disk, seconds to import, memory.

    python -m bench.footprint [--runs 10000]

It makes a fresh environment from ``requirements/server.lock`` and installs this project into it,
without its development tools; then it suspends runs, each waiting for a person's yes, and shows
what they leave in the server's memory (nothing) and on its disk.
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


def line(name: str, shown: str, value: float | None = None) -> str:
    """One line of the table, with the promise if there is one."""
    target = TARGETS.get(name)
    promise = "" if target is None else f"under {target:g}"
    kept = "" if target is None or value is None else ("yes" if value < target else "NO")
    return f"| {name} | {shown} | {promise} | {kept} |"


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--runs", type=int, default=10_000, help="runs to suspend")
    given = options.parse_args()
    home = fresh_environment()
    packages = site_packages(home)
    count = len(list(packages.glob("*.dist-info")))
    imported, whole = import_seconds(home)
    print("| footprint | measured | target | kept |\n|---|---|---|---|")
    print(line("distributions", f"{count}, ours among them", count))
    with_compiled = size_mb(packages, compiled=True)
    without = size_mb(packages, compiled=False)
    print(line("site-packages MB", f"{with_compiled:.0f}, {without:.0f} without .pyc"))
    print(line("import CPU s", f"{imported:.2f}, {whole:.2f} with Python's start", imported))
    sys.stdout.flush()
    seen = uvloop.run(suspend(home, given.runs))
    print(line("idle MB", f"{seen.idle:.1f}", seen.idle))
    print(line("MB, warm, no run open", f"{seen.memory[0]:.1f}"))
    for number, memory in zip(seen.runs[1:], seen.memory[1:], strict=True):
        print(line(f"MB with {number} runs suspended", f"{memory:.1f}"))
    print(line("disk bytes of a suspended run", f"{seen.bytes_per_run:.0f}"))
    print(line("CPU ms to suspend a run", f"{seen.cpu:.1f}"))


if __name__ == "__main__":
    main()

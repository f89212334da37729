"""What a run costs: the same agent on the pass-through, on Interlock and on rivals, in one visit.

    python -m bench.run [--rivals] [--rounds 15] [--levels 1,20] [--paced] [--quick]

All servers stay up; each round visits all of them in an order of its own. Shown is the CPU time of
the server per run, median and range over the rounds, and the ratio to the pass-through, which is
taken inside each round, so that a machine that slows down does so on both sides.
"""

import argparse
import asyncio
import contextlib
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import uvloop
from bench.client import failures, load, pace
from bench.markers import CHUNKS
from bench.process import LOAD_CORE, Child, cache, cpu_seconds, free_port, resident_mb, stay_on
from bench.servers import FLOOR, RIVALS, SERVERS, Server
from bench.venvs import make_venv

RUNS = {1: 8, 20: 20, 100: 100}
"""Runs of a visit by level, for a slow server."""

RATE = 50.0
"""Chunks per second and stream, when the model takes its time."""


@dataclass(frozen=True)
class Visit:
    """What one visit to a server showed. Times in ms."""

    cpu: float
    per_second: float
    first: float
    delay: float


@dataclass(frozen=True)
class Plan:
    """What is measured.

    Args:
        rounds: Visits to each server at each level.
        levels: Runs at once.
        paced: The model takes its time.
        scale: How many times as many runs as usual a visit has.
        rest: Seconds after the runs of a visit in which the server's work is still theirs.
    """

    rounds: int
    levels: Sequence[int]
    paced: bool
    scale: int = 1
    rest: float = 0.0

    def runs(self, server: Server, level: int) -> int:
        """How many runs a visit has."""
        return level if self.paced else RUNS.get(level, level) * server.runs * self.scale


Results = dict[tuple[str, int], list[Visit]]


@dataclass(frozen=True)
class Seen:
    """What all visits showed, and the MB that each server has at the end."""

    visits: Results
    resident: Mapping[str, float]


async def visit(server: Server, child: Child, runs: int, level: int, rest: float = 0.0) -> Visit:
    """Do some runs, and see what they cost.

    Raises:
        RuntimeError: A run was not whole.
    """
    before = cpu_seconds(child.pid)
    seconds, outcomes = await load(server.order(child.port), runs, level)
    await asyncio.sleep(rest)
    used = cpu_seconds(child.pid) - before
    if wrong := failures(outcomes):
        raise RuntimeError(f"{server.name}: {len(wrong)} of {runs} runs failed: {wrong[0]}")
    return Visit(
        cpu=used / runs * 1e3,
        per_second=runs / seconds,
        first=statistics.median(outcome.first for outcome in outcomes),
        delay=statistics.median(delay for outcome in outcomes for delay in outcome.delays),
    )


async def measure(live: Mapping[Server, Child], plan: Plan) -> Results:
    """Visit all servers, round by round."""
    results: Results = {}
    for number in range(plan.rounds):
        order = list(live.items())
        random.shuffle(order)
        for server, child in order:
            for level in plan.levels:
                seen = await visit(server, child, plan.runs(server, level), level, plan.rest)
                results.setdefault((server.name, level), []).append(seen)
        print(f"round {number + 1} of {plan.rounds} done", file=sys.stderr, flush=True)
    return results


def spread(values: Sequence[float], digits: int = 1) -> str:
    """Median and range."""
    low, middle, high = min(values), statistics.median(values), max(values)
    return f"{middle:.{digits}f} ({low:.{digits}f}–{high:.{digits}f})"


def table(results: Results, servers: Sequence[Server], plan: Plan) -> str:
    """The results in Markdown."""
    unit = "CPU µs/chunk" if plan.paced else "CPU ms/run"
    lines = [
        f"| server | at once | {unit} | × pass-through | runs/s | first byte ms | delay ms |",
        "|---|---|---|---|---|---|---|",
    ]
    for level in plan.levels:
        floor = results[FLOOR, level]
        for server in servers:
            seen = results[server.name, level]
            ratios = [mine.cpu / low.cpu for mine, low in zip(seen, floor, strict=True) if low.cpu]
            scale = 1e3 / CHUNKS if plan.paced else 1
            cells = [
                spread([one.cpu * scale for one in seen]),
                spread(ratios, 2) if ratios else "–",
                f"{statistics.median(one.per_second for one in seen):.0f}",
                f"{statistics.median(one.first for one in seen):.1f}",
                f"{statistics.median(one.delay for one in seen):.1f}" if plan.paced else "–",
            ]
            lines.append(f"| {server.name} | {level} | {' | '.join(cells)} |")
    return "\n".join(lines)


def available(*, rivals: bool) -> list[Server]:
    """The servers that can be started here; says which can't, and why."""
    servers = list(SERVERS)
    for server in RIVALS if rivals else ():
        problem = make_venv(server.venv)
        if problem:
            print(f"{server.name} is left out: {problem}", file=sys.stderr)
        else:
            servers.append(server)
    return servers


async def run(plan: Plan, servers: Sequence[Server]) -> Seen:
    """Start everything, measure, and stop everything."""
    stay_on(LOAD_CORE)
    port = free_port()
    model = Child(
        "model", [sys.executable, "-m", "bench.fake_model", str(port)], port, core=LOAD_CORE
    )
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=cache())))
        stack.enter_context(model)
        address = f"http://127.0.0.1:{port}"
        live = {s: stack.enter_context(s.child(address, folder)) for s in servers}
        await pace(address, 0)
        for server, child in live.items():
            await visit(server, child, 20, 2)
        await pace(address, RATE if plan.paced else 0)
        visits = await measure(live, plan)
        return Seen(visits, {s.name: resident_mb(c.pid) for s, c in live.items()})


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rivals", action="store_true", help="measure the rivals, too")
    options.add_argument("--rounds", type=int, default=15)
    options.add_argument("--levels", default="1,20", help="runs at once")
    options.add_argument("--paced", action="store_true", help=f"the model sends {RATE:g} chunks/s")
    options.add_argument("--quick", action="store_true", help="seven rounds")
    options.add_argument("--only", default="", help="names of servers, beside the pass-through")
    given = options.parse_args()
    plan = Plan(
        rounds=7 if given.quick else given.rounds,
        levels=[int(level) for level in given.levels.split(",")],
        paced=given.paced,
    )
    only = {FLOOR, *given.only.split(",")} if given.only else None
    servers = [s for s in available(rivals=given.rivals) if only is None or s.name in only]
    began = time.monotonic()
    seen = uvloop.run(run(plan, servers))
    print(table(seen.visits, servers, plan))
    print("\nResident MB:", ", ".join(f"{name} {mb:.0f}" for name, mb in seen.resident.items()))
    print("Durable at the end:", ", ".join(f"{one.name}: {one.stored}" for one in servers))
    print(f"({plan.rounds} rounds, {time.monotonic() - began:.0f} s)", file=sys.stderr)


if __name__ == "__main__":
    main()

"""Many paced streams at once: what breaks first, what a chunk and a stream cost, how late it is.

    python -m bench.load [--levels 50,200,1000] [--soak MINUTES]

The model gives each stream 50 chunks a second. The floor, one embedded server, and two servers with
three workers over PostgreSQL and Redis take the same load in one run, all of them on one core; the
model and the client have the other. A run counts only if it is whole.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.client import Outcome, failures, load, pace
from bench.markers import CHUNKS
from bench.process import LOAD_CORE, Child, cache, free_port, stay_on
from bench.servers import FLOOR, OURS
from bench.topology import Topology, alone, scaled

RATE = 50.0
SAMPLE_SECONDS = 0.2
SOAK_STREAMS = 24
REST_SECONDS = 5.0


@dataclass(frozen=True)
class Seen:
    """What one level showed. Times in ms, memory in MB."""

    name: str
    level: int
    problems: int
    rate: float
    cpu: float
    engines: float
    memory: float
    first: float
    median: float
    late: float


async def put_on(topology: Topology, streams: int) -> Seen:
    """Put so many streams on it at once, each one run."""
    cpu, engines, memory = topology.cpu(), topology.engine_cpu(), topology.memory()
    peak = [memory]
    watching = asyncio.get_running_loop().create_task(_watch(topology, peak))
    began = time.monotonic()
    outcomes = await _streams(topology, streams)
    seconds = time.monotonic() - began
    watching.cancel()
    whole = [one for one in outcomes if not one.problem]
    delays = sorted(delay for one in whole for delay in one.delays) or [0.0]
    chunks = max(1, len(whole) * CHUNKS)
    for problem in failures(outcomes)[:3]:
        print(f"{topology.name}, {streams} streams: {problem[:200]}", file=sys.stderr)
    return Seen(
        name=topology.name,
        level=streams,
        problems=len(failures(outcomes)),
        rate=chunks / seconds / streams,
        cpu=(topology.cpu() - cpu) / chunks * 1e6,
        engines=(topology.engine_cpu() - engines) / chunks * 1e6,
        memory=(max(peak) - memory) / streams * 1e3,
        first=statistics.median([one.first for one in whole] or [0.0]),
        median=delays[len(delays) // 2],
        late=delays[int(len(delays) * 0.99)],
    )


async def _streams(topology: Topology, streams: int) -> list[Outcome]:
    orders = topology.orders
    shares = [streams // len(orders) + (n < streams % len(orders)) for n in range(len(orders))]
    parts = zip(orders, shares, strict=True)
    found = await asyncio.gather(*(load(order, share, share) for order, share in parts if share))
    return [outcome for _, outcomes in found for outcome in outcomes]


async def _watch(topology: Topology, peak: list[float]) -> None:
    while True:
        peak.append(topology.memory())
        await asyncio.sleep(SAMPLE_SECONDS)


def table(results: Sequence[Seen]) -> str:
    """The results in Markdown; ratios are to the floor of the same level."""
    lines = [
        "| on | streams | not whole | chunks/s a stream | CPU ms / 1,000 chunks | engines | "
        "× floor | kB a stream | first ms | delay ms | p99 ms |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    floors = {one.level: one.cpu for one in results if one.name == FLOOR}
    for one in results:
        ratio = (one.cpu + one.engines) / floors[one.level] if floors.get(one.level) else 0.0
        lines.append(
            f"| {one.name} | {one.level} | {one.problems} | {one.rate:.1f} | {one.cpu:.0f} | "
            f"{one.engines:.0f} | {ratio:.2f} | {one.memory:.0f} | {one.first:.0f} | "
            f"{one.median:.0f} | {one.late:.0f} |"
        )
    return "\n".join(lines)


async def soak(topology: Topology, minutes: float) -> None:
    """Keep streams on it for some minutes, and print its memory over time."""
    end = time.monotonic() + minutes * 60
    print("| minute | runs | not whole | MB, all processes |\n|---|---|---|---|", flush=True)
    began, runs, wrong, next_row = time.monotonic(), 0, 0, 0.0
    while time.monotonic() < end:
        outcomes = await _streams(topology, SOAK_STREAMS)
        runs, wrong = runs + len(outcomes), wrong + len(failures(outcomes))
        minute = (time.monotonic() - began) / 60
        if minute >= next_row:
            print(f"| {minute:.1f} | {runs} | {wrong} | {topology.memory():.1f} |", flush=True)
            next_row = minute + minutes / 12


async def _rest(topology: Topology) -> None:
    """Say what it costs while nothing happens."""
    ours, engines = topology.cpu(), topology.engine_cpu()
    await asyncio.sleep(REST_SECONDS)
    ours, engines = topology.cpu() - ours, topology.engine_cpu() - engines
    each = [1e3 * used / REST_SECONDS for used in (ours, engines)]
    print(f"at rest, {topology.name}: {each[0]:.1f} ms of CPU a second, engines {each[1]:.1f}")


async def _all_levels(topology: Topology, levels: Sequence[int]) -> list[Seen]:
    await put_on(topology, 10)  # what a first run loads is nobody's stream
    await _rest(topology)
    return [await put_on(topology, level) for level in levels]


async def _scaled(model: str, folder: Path, levels: Sequence[int], minutes: float) -> list[Seen]:
    async with scaled(model, folder) as topology:
        if minutes:
            await soak(topology, minutes)
            return []
        return await _all_levels(topology, levels)


def main() -> None:
    """Measure, and print a table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--levels", default="50,200", help="streams at once")
    options.add_argument("--soak", type=float, default=0.0, help="minutes, on the scaled-out size")
    given = options.parse_args()
    levels = [int(level) for level in given.levels.split(",")]
    stay_on(LOAD_CORE)
    results: list[Seen] = []
    port = free_port()
    command = [sys.executable, "-m", "bench.fake_model", str(port)]
    with (
        tempfile.TemporaryDirectory(dir=cache()) as name,
        Child("model", command, port, core=LOAD_CORE),
    ):
        model, folder = f"http://127.0.0.1:{port}", Path(name)
        asyncio.run(pace(model, RATE))
        for one in () if given.soak else (FLOOR, OURS):
            with alone(one, model, folder) as topology:
                results += asyncio.run(_all_levels(topology, levels))
        results += asyncio.run(_scaled(model, folder / "scaled", levels, given.soak))
    if results:
        print(table(results))


if __name__ == "__main__":
    main()

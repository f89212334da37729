"""Whether one tenant's thousand runs starve another's one.

    python -m bench.fairness [--tenants 10,100] [--flood 600]

One tenant puts hundreds of runs into the queue at once; then each other tenant asks for three.
Their answers are compared with the same ones without the flood, and with the time that it takes.
Two servers, three workers with four places each, PostgreSQL and Redis; the model answers at once.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from aiohttp import ClientSession, TCPConnector
from bench.client import Order, failures, load
from bench.process import LOAD_CORE, Child, cache, free_port, stay_on
from bench.task import NAME, QUESTION
from bench.topology import scaled

PLACES = 4
EACH = 3
PAUSE_SECONDS = 0.1
OVER = ("success", "failed", "cancelled")


class Flood:
    """The runs of the tenant who wants too much.

    Args:
        order: How its requests look.
    """

    def __init__(self, order: Order) -> None:
        address = urlsplit(order.url)
        self._url = f"{address.scheme}://{address.netloc}/v1/runs"
        self._headers = dict(order.headers)
        self._runs: list[str] = []

    async def begin(self, size: int) -> None:
        """Ask for all of them."""
        async with ClientSession(headers=self._headers, connector=TCPConnector(limit=20)) as http:
            self._runs = await asyncio.gather(*(self._one(http) for _ in range(size)))

    async def end(self) -> None:
        """Wait for the last one."""
        async with ClientSession(headers=self._headers) as http:
            for run_id in self._runs[-PLACES:]:
                await self._over(http, run_id)

    async def _one(self, http: ClientSession) -> str:
        async with http.post(self._url, json={"agent": NAME, "message": QUESTION}) as answer:
            found = msgspec.json.decode(await answer.read())
            if answer.status != 202:
                raise RuntimeError(f"the flood was refused: {found}")
            return found["id"]

    async def _over(self, http: ClientSession, run_id: str) -> None:
        while True:
            async with http.get(f"{self._url}/{run_id}") as answer:
                if msgspec.json.decode(await answer.read())["run"]["status"] in OVER:
                    return
            await asyncio.sleep(PAUSE_SECONDS)


async def others(orders: Sequence[Order]) -> list[float]:
    """Three runs of each other tenant; the seconds that each took."""
    found = await asyncio.gather(*(load(order, EACH, EACH) for order in orders))
    outcomes = [outcome for _, some in found for outcome in some]
    if wrong := failures(outcomes):
        raise RuntimeError(f"{len(wrong)} runs failed: {wrong[0]}")
    return sorted(outcome.total / 1e3 for outcome in outcomes)


async def measure(model: str, folder: Path, tenants: int, size: int) -> str:
    """One line of the table."""
    async with scaled(model, folder, tenants, PLACES) as topology:
        first, rest = topology.orders[0], topology.orders[1:]
        await others(rest[:5])  # what a first run loads is nobody's wait
        alone = await others(rest)
        flood = Flood(first)
        began = time.monotonic()
        await flood.begin(size)
        beside = await others(rest)
        served = time.monotonic() - began
        await flood.end()
        whole = time.monotonic() - began
    return (
        f"| {tenants} | {statistics.median(alone):.2f} | {statistics.median(beside):.2f} | "
        f"{beside[-1]:.2f} | {served:.1f} | {whole:.1f} |"
    )


def main() -> None:
    """Measure, and print a table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--tenants", default="10,100")
    options.add_argument("--flood", type=int, default=600, help="runs of the tenant in front")
    given = options.parse_args()
    stay_on(LOAD_CORE)
    port = free_port()
    command = [sys.executable, "-m", "bench.fake_model", str(port)]
    print(
        "| tenants | others alone, median s | beside the flood, median s | slowest s | "
        "all others served after s | flood over after s |\n|---|---|---|---|---|---|"
    )
    with (
        tempfile.TemporaryDirectory(dir=cache()) as name,
        Child("model", command, port, core=LOAD_CORE),
    ):
        for tenants in (int(number) for number in given.tenants.split(",")):
            work = measure(f"http://127.0.0.1:{port}", Path(name), tenants, given.flood)
            print(asyncio.run(work), flush=True)


if __name__ == "__main__":
    main()

"""The cluster: servers, workers, PostgreSQL and Redis fail in every way while customers use them.

Two servers and three workers are processes of their own, over a PostgreSQL and a Redis of the
experiment. Customers begin runs, read them on whichever server answers, and answer what is asked.
Then everything is healed, must come to its end, and is counted.
"""

import asyncio
import itertools
from collections import Counter
from random import Random
from time import perf_counter
from typing import Any

from interlock.prove.audit import Evidence, Log, audit
from interlock.prove.books import Books
from interlock.prove.client import Client
from interlock.prove.customer import Case, Customer, draw_case
from interlock.prove.faults import LONGEST_PAUSE, Fault, plan
from interlock.prove.harbour import Harbour, harbour
from interlock.prove.kills import FIGURES, MUST_NOT_BE
from interlock.prove.report import Count, Proof
from interlock.prove.yard import PROGRAM

LEASE_SECONDS = 1.0
"""Short, so that leases end all the time."""

CUSTOMERS = 6
PATIENCE = 60.0
"""Seconds in which everything must come to its end once nothing is broken any more."""

ANSWER_SECONDS = 4.0
"""How long a customer waits for an answer, and reads a stream, before asking the other server."""


class Cluster:
    """One experiment.

    Args:
        place: Where it takes place.
        client: The customers' client.
        seed: Repeats the random choices.
    """

    def __init__(self, place: Harbour, client: Client, seed: int) -> None:
        self.cases: list[Case] = []
        self.struck: Counter[str] = Counter()
        self._place = place
        self._client = client
        self._seed = seed
        self._enough = False

    async def run(self, size: int, patience: float) -> Evidence:
        """Break so much, let everything come to its end, and gather the evidence."""
        loop = asyncio.get_running_loop()
        crowd = [loop.create_task(self._customer(number)) for number in range(CUSTOMERS)]
        try:
            async with asyncio.TaskGroup() as group:
                for lane, faults in plan(size, self._seed).items():
                    group.create_task(self._strike(faults, Random(f"{self._seed}/{lane}")))
            self._enough = True
            await self._place.heal()
            await asyncio.wait(crowd, timeout=patience)
        finally:
            for task in crowd:
                task.cancel()
        ends = await asyncio.gather(*crowd, return_exceptions=True)
        self.broken = [repr(end) for end in ends if isinstance(end, Exception)]
        logs = {run_id: await self._log(run_id) for case in self.cases for run_id in case.runs}
        return Evidence(self.cases, logs, await self._place.tally())

    async def _strike(self, faults: list[Fault], chance: Random) -> None:
        for fault in faults:
            await fault.strike(self._place, chance)
            self.struck[fault.name] += 1
            await asyncio.sleep(chance.uniform(0, LONGEST_PAUSE))

    async def _customer(self, number: int) -> None:
        chance = Random(f"{self._seed}/{number}")
        customer = Customer(self._client, self._place.witness, chance)
        for turn in itertools.count():
            if self._enough:
                return
            case = draw_case(f"c{number}.{turn}", chance)
            self.cases.append(case)
            await customer.live(case)

    async def _log(self, run_id: str) -> Log:
        events: list[dict[str, Any]] = []
        page: dict[str, Any] = {"over": False}
        while not page["over"]:
            after = events[-1]["seq"] if events else 0
            page = await self._client.get(f"/v1/runs/{run_id}/events?after={after}")
            if not page["events"]:
                break
            events += page["events"]
        return events


async def cluster(
    size: int, seed: int, program: str = PROGRAM, patience: float = PATIENCE
) -> Proof:
    """Break so much.

    Args:
        size: How many faults.
        seed: Repeats the random choices.
        program: ``module:function`` of the program to serve; tests bring broken ones.
        patience: Seconds in which everything must come to its end afterwards.
    """
    began = perf_counter()
    async with harbour(program, LEASE_SECONDS) as place:
        books = Books(place.database)
        await place.start()
        await books.open()
        async with Client(*place.urls, seconds=ANSWER_SECONDS) as client:
            experiment = Cluster(place, client, seed)
            found = audit(await experiment.run(size, patience))
        found.update(await books.read())
        strange, stubborn = place.fleet.strange_deaths, place.fleet.stubborn
    faults = experiment.struck.total()
    counts = (
        Count("faults", faults, max(size, faults)),
        Count("deaths that were no kill", len(strange), 0),
        Count("processes that did not stop when told", stubborn, 0),
        Count("customers who gave up", len(experiment.broken), 0),
        *(Count(what, found[what], 0) for what in (*MUST_NOT_BE, *Books.MUST_NOT_BE)),
        *(Count(what, found[what]) for what in (*FIGURES, *Books.FIGURES)),
        *(Count(what, times) for what, times in sorted(experiment.struck.items())),
    )
    notes = (*strange, *experiment.broken)
    return Proof(
        name="cluster", counts=counts, seed=seed, seconds=perf_counter() - began, notes=notes
    )

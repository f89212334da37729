"""The cluster: servers, workers, PostgreSQL and Redis fail in every way while customers use them.

Two servers and three workers are processes of their own, over a PostgreSQL and a Redis of the
experiment. Customers begin runs, read them on whichever server answers, and answer what is asked;
watchers follow through the chat protocols, a schedule fires, a webhook is told. Then everything is
healed, must come to its end, and is counted.
"""

import asyncio
import itertools
from collections import Counter
from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import Any

from msgspec import to_builtins

from interlock.prove.audit import Evidence, Log, audit, named
from interlock.prove.books import Books
from interlock.prove.client import Client
from interlock.prove.customer import Case, Customer, draw_case
from interlock.prove.faults import FAULTS, LONGEST_PAUSE, Fault, plan
from interlock.prove.harbour import Harbour, harbour
from interlock.prove.kills import DIFFERENCES, FIGURES, MUST_NOT_BE
from interlock.prove.letters import EVENTS, Letters, expected
from interlock.prove.report import Count, Proof
from interlock.prove.tides import ITEM, Tides
from interlock.prove.watch import CHATS, Watch, wrong
from interlock.prove.yard import PROGRAM
from interlock.settings import Settings
from interlock.wiring.audit import audit_database

LEASE_SECONDS = 1.0
"""Short, so that leases end all the time."""

CUSTOMERS = 6
PATIENCE = 60.0
"""Seconds in which everything must come to its end once nothing is broken any more."""

LETTER_PATIENCE = 4 / 3
"""How much longer a notice may take: whoever died with it in hand keeps it for a minute."""

ANSWER_SECONDS = 4.0
"""How long a customer waits for an answer, and reads a stream, before asking the other server."""

MORE = (
    "texts that a chat protocol showed wrong",
    "times of a schedule missed",
    "times of a schedule doubled",
    "runs of a schedule beside one a time",
    "notices lost",
    "notices under two ids",
    "notices of what never was",
)
MORE_FIGURES = ("times of a schedule", "notices", "notices received", *CHATS)


class Cluster:
    """One experiment.

    Args:
        place: Where it takes place.
        client: The customers' client.
        letters: Where notices go.
        seed: Repeats the random choices.
        kinds: What breaks.
    """

    def __init__(
        self,
        place: Harbour,
        client: Client,
        letters: Letters,
        seed: int,
        kinds: Sequence[Fault] = FAULTS,
    ) -> None:
        self.found: Counter[str] = Counter()
        self.struck: Counter[str] = Counter()
        self.broken: list[str] = []
        self._cases: list[Case] = []
        self._watches: list[tuple[Case, Watch]] = []
        self._place = place
        self._client = client
        self._letters = letters
        self._tides = Tides(client)
        self._seed = seed
        self._kinds = kinds
        self._enough = False

    async def run(self, size: int, patience: float) -> None:
        """Break so much, let everything come to its end, and count."""
        hook = {"name": "letters", "url": self._letters.url, "events": EVENTS}
        await self._client.send("POST", "/v1/webhooks", hook)
        await self._tides.begin()
        loop = asyncio.get_running_loop()
        crowd = [loop.create_task(self._customer(number)) for number in range(CUSTOMERS)]
        try:
            async with asyncio.TaskGroup() as group:
                for lane, faults in plan(size, self._seed, self._kinds).items():
                    group.create_task(self._strike(faults, Random(f"{self._seed}/{lane}")))
            self._enough = True
            await self._place.heal()
            await asyncio.wait(crowd, timeout=patience)
        finally:
            for task in crowd:
                task.cancel()
        ends = await asyncio.gather(*crowd, return_exceptions=True)
        self.broken = [repr(end) for end in ends if isinstance(end, Exception)]
        await self._count(patience)

    async def _count(self, patience: float) -> None:
        slots = await self._tides.end()
        fired = [slot["run_id"] for slot in slots if slot["run_id"]]
        for run_id in fired:
            await self._over(run_id, patience)
        runs = [run_id for case in self._cases for run_id in case.runs]
        logs: dict[str, Log] = {
            run_id: await self._client.log(run_id) for run_id in (*runs, *fired)
        }
        wanted = expected(logs.values())
        await self._letters.until(wanted, patience * LETTER_PATIENCE)
        tally = await self._place.tally()
        self.found += audit(Evidence(self._cases, logs, tally, frozenset({ITEM})))
        self.found.update(self._tides.count(slots, tally.effects.get(ITEM, 0)))
        self.found.update(self._letters.count(wanted))
        for case, watch in self._watches:
            self.found[MORE[0]] += wrong(watch, [logs[run_id] for run_id in case.runs])
            self.found.update(watch.looks)

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
            self._cases.append(case)
            watch = Watch(self._client, Random(f"{self._seed}/{case.name}"))
            self._watches.append((case, watch))
            async with asyncio.TaskGroup() as group:
                watching = group.create_task(self._watch(case, watch))
                await customer.live(case)
                watching.cancel()

    async def _watch(self, case: Case, watch: Watch) -> None:
        while True:
            if case.thread:
                break
            await asyncio.sleep(0.01)
        await watch.follow(case.thread, "prover")

    async def _over(self, run_id: str, patience: float) -> None:
        """Wait until a run is over; one that never ends is counted."""
        try:
            async with asyncio.timeout(patience):
                last: list[dict[str, Any]] = []
                while not last or last[-1]["data"]["type"] != "run.end":
                    after = last[-1]["seq"] if last else 0
                    async for event in self._client.events(run_id, after):
                        last = [event]
        except TimeoutError:
            self.found["runs that never end"] += 1


async def _differences(database: str) -> list[dict[str, str]]:
    """What ``interlock audit`` names, of all tenants."""
    found = await asyncio.to_thread(audit_database, Settings(database_url=database))
    return [to_builtins(one) for those in found.values() for one in those]


async def cluster(
    size: int,
    seed: int,
    program: str = PROGRAM,
    patience: float = PATIENCE,
    kinds: Sequence[Fault] = FAULTS,
) -> Proof:
    """Break so much.

    Args:
        size: How many faults.
        seed: Repeats the random choices.
        program: ``module:function`` of the program to serve; tests bring broken ones.
        patience: Seconds in which everything must come to its end afterwards.
        kinds: What breaks; tests choose what catches their broken engine.
    """
    began = perf_counter()
    async with harbour(program, LEASE_SECONDS) as place, Letters() as letters:
        books = Books(place.database)
        await place.start()
        await books.open()
        async with Client(*place.urls, seconds=ANSWER_SECONDS) as client:
            experiment = Cluster(place, client, letters, seed, kinds)
            await experiment.run(size, patience)
        found = experiment.found
        found.update(await books.read())
        differences = await _differences(place.database)
        found[DIFFERENCES] = len(differences)
        strange, stubborn = place.fleet.strange_deaths, place.fleet.stubborn
    faults = experiment.struck.total()
    counts = (
        Count("faults", faults, max(size, faults)),
        Count("deaths that were no kill", len(strange), 0),
        Count("processes that did not stop when told", len(stubborn), 0),
        Count("customers who gave up", len(experiment.broken), 0),
        *(Count(what, found[what], 0) for what in (*MUST_NOT_BE, *MORE, *Books.MUST_NOT_BE)),
        *(Count(what, found[what]) for what in (*FIGURES, *MORE_FIGURES, *Books.FIGURES)),
        *(Count(what, times) for what, times in sorted(experiment.struck.items())),
    )
    notes = (*strange, *stubborn, *experiment.broken, *named(differences))
    return Proof(
        name="cluster", counts=counts, seed=seed, seconds=perf_counter() - began, notes=notes
    )

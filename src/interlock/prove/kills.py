"""Kills: a server is killed again and again while customers use it; then everything is counted."""

import asyncio
import itertools
from collections import Counter
from collections.abc import Iterator
from random import Random
from time import perf_counter

from interlock.failpoints import NAMES as EVERY
from interlock.prove.audit import Evidence, Log, audit, named
from interlock.prove.client import Client
from interlock.prove.customer import Case, Customer, draw_case
from interlock.prove.report import Count, Proof
from interlock.prove.yard import PROGRAM, Yard, yard

CUSTOMERS = 6
"""Turns that are under way at any time, so that each kill meets several."""

LONGEST_LIFE = 0.25
"""Seconds until a kill at a random moment; starting takes a part of it, so recovery is hit too."""

HIT_SECONDS = 2.0
"""How long a server may live without coming to the point where it is to die."""

PATIENCE = 60.0
"""Seconds in which everything must come to its end once nothing is killed any more."""

MORE = 60
"""How many more servers may be killed until each point has had its death."""

NAMES = frozenset(name for name in EVERY if not name.startswith(("schedules.", "notices.")))
"""The points that a customer's run comes by. Nothing is scheduled here and nobody is told; the
matrix and the cluster have both."""

SETTLING = "loop.settling"
TRIES = 4

DIFFERENCES = "rows, sums and spans that differ from the log"

MUST_NOT_BE = (
    "effects duplicated",
    "effects lost",
    "effects without a yes",
    "effects that nobody asked for",
    "effects that the log does not know",
    "unknown not reported as unknown",
    "seq gaps",
    "runs with more than one end",
    "events lost, doubled or changed for a reader",
    "runs that never end",
    "runs that fail",
    "approvals lost",
    "questions asked twice",
    "other answers taken later",
    "model turns in the log paid twice",
    "model calls that the log does not know",
    DIFFERENCES,
)
FIGURES = (
    "cases",
    "runs",
    "runs that were stopped",
    "events",
    "model turns",
    "model calls that a crash cut off",
    "effects",
    "calls to the witness",
    "calls repeated with the same key",
    "lost calls that the tool settled",
    "questions: did it happen?",
    "approvals asked",
    "brakes that asked",
)


class Kills:
    """One experiment.

    Args:
        place: Where it takes place.
        client: The customers' client.
        seed: Repeats the random choices.
    """

    def __init__(self, place: Yard, client: Client, seed: int) -> None:
        self.cases: list[Case] = []
        self.points: Counter[str] = Counter()
        self._place = place
        self._client = client
        self._seed = seed
        self._chance = Random(seed)
        self._enough = False

    async def run(self, size: int, patience: float, more: int) -> Evidence:
        """Kill so many servers, let everything come to its end, and gather the evidence."""
        loop = asyncio.get_running_loop()
        crowd = [loop.create_task(self._customer(number)) for number in range(CUSTOMERS)]
        try:
            await self._kill(size, more)
            await self._place.up()
            await asyncio.wait(crowd, timeout=patience)
        finally:
            for task in crowd:
                task.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)
        logs: dict[str, Log] = {
            run_id: await self._client.log(run_id) for case in self.cases for run_id in case.runs
        }
        audited = await self._client.get("/v1/audit/check")
        tally = await self._place.tally()
        return Evidence(self.cases, logs, tally, differences=audited["differences"])

    async def _kill(self, size: int, more: int) -> None:
        plans = self._plans()
        while self._place.deaths < size + (more if NAMES - set(self.points) else 0):
            point = next(plans)
            await self._place.start(point)
            life = HIT_SECONDS if point else self._chance.uniform(0, LONGEST_LIFE)
            try:
                async with asyncio.timeout(life):
                    await self._place.dead.wait()
                self.points[point.partition(":")[0]] += 1
            except TimeoutError:
                await self._place.kill()
        self._enough = True

    def _plans(self) -> Iterator[str]:
        """A random moment and a named point in turn; points that nobody died at yet come first."""
        for turn in itertools.count():
            for name in sorted(NAMES - {SETTLING}):
                yield ""
                new = turn == 0 or name not in self.points
                yield name if new else f"{name}:{self._chance.randint(1, 8)}"
            yield from self._settling()

    def _settling(self) -> Iterator[str]:
        """A call must have been lost in the death before: dying while it is settled takes two."""
        before = self.points[SETTLING]
        for _ in range(TRIES):
            if self.points[SETTLING] == before:
                yield "gate.after_invoke"
                yield SETTLING

    async def _customer(self, number: int) -> None:
        chance = Random(f"{self._seed}/{number}")
        customer = Customer(self._client, self._place.witness, chance)
        for turn in itertools.count():
            if self._enough:
                return
            case = draw_case(f"c{number}.{turn}", chance)
            self.cases.append(case)
            await customer.live(case)


async def kills(
    size: int, seed: int, program: str = PROGRAM, patience: float = PATIENCE, more: int = MORE
) -> Proof:
    """Kill so many servers.

    Args:
        size: How many.
        seed: Repeats the random choices.
        program: ``module:function`` of the program to serve; tests bring broken ones.
        patience: Seconds in which everything must come to its end afterwards.
        more: How many more may be killed until each named point has had its death.
    """
    began = perf_counter()
    async with yard(program) as place, Client(place.url) as client:
        experiment = Kills(place, client, seed)
        evidence = await experiment.run(size, patience, more)
        found = audit(evidence)
        counts = (
            Count("servers killed", place.deaths, max(size, place.deaths)),
            Count("named points where one died", len(set(experiment.points) & NAMES), len(NAMES)),
            Count("deaths that were no kill", len(place.strange_deaths), 0),
            *(Count(what, found[what], 0) for what in MUST_NOT_BE),
            *(Count(what, found[what]) for what in FIGURES),
        )
    seconds = perf_counter() - began
    missed = sorted(NAMES - set(experiment.points))
    notes = (
        *named(evidence.differences),
        *((f"never reached: {', '.join(missed)}",) if missed else ()),
    )
    return Proof(name="kills", counts=counts, seed=seed, seconds=seconds, notes=notes)

"""Reconnects: readers of long runs lose their connections again and again, and the server dies."""

import asyncio
from collections import Counter
from contextlib import aclosing
from itertools import pairwise
from random import Random
from time import perf_counter
from typing import Any

from msgspec import json

from interlock.prove.client import Client
from interlock.prove.report import Count, Proof
from interlock.prove.yard import PROGRAM, Yard, yard

READERS = 20
"""How many read the same run at once."""

WORDS = 300
"""What the long answer has; at the narrator's pace it takes six seconds and 120 events."""

RESTARTS = 3
SECONDS_BETWEEN = 1.0
LONGEST_LISTEN = 0.15
"""Seconds after which a reader may be cut off in the middle of anything."""

MOST_EVENTS = 8

Event = dict[str, Any]


class Reconnects:
    """One experiment: many readers of one run.

    Args:
        place: Where it takes place.
        client: The readers' client.
        seed: Repeats the random choices.
    """

    def __init__(self, place: Yard, client: Client, seed: int) -> None:
        self.cuts = 0
        self.passes: list[list[Event]] = []
        self._place = place
        self._client = client
        self._seed = seed

    async def run(self, size: int) -> list[Event]:
        """Let readers read until they were cut off ``size`` times. The log, in the end."""
        plan = json.encode({"case": "long", "rounds": [["look"], ["book"]], "words": WORDS})
        order = {"agent": "narrator", "message": plan.decode()}
        key = {"Idempotency-Key": "long"}
        _, run = await self._client.send("POST", "/v1/runs", order, key)
        async with asyncio.TaskGroup() as group:
            for number in range(READERS):
                quota = size // READERS + (number < size % READERS)
                group.create_task(self._read(run["id"], Random(f"{self._seed}/{number}"), quota))
            group.create_task(self._restart())
        return [event async for event in self._client.events(run["id"])]

    async def _restart(self) -> None:
        for _ in range(RESTARTS):
            await asyncio.sleep(SECONDS_BETWEEN)
            await self._place.kill()
            await self._place.up()

    async def _read(self, run_id: str, chance: Random, quota: int) -> None:
        """Read the run from its start to its end, and again, until the quota is spent."""
        left = quota
        while True:
            read: list[Event] = []
            while not _ended(read):
                if left:
                    left -= await self._listen(run_id, read, chance)
                else:
                    await self._take(run_id, read, MANY)
            self.passes.append(read)
            if not left:
                return

    async def _listen(self, run_id: str, read: list[Event], chance: Random) -> bool:
        """Read over one connection and cut it: after some events, or after some time."""
        events = chance.randint(1, MOST_EVENTS) if chance.random() < 0.5 else MANY
        try:
            async with asyncio.timeout(chance.uniform(0, LONGEST_LISTEN)):
                await self._take(run_id, read, events)
        except TimeoutError:
            pass
        cut = not _ended(read)
        self.cuts += cut
        return cut

    async def _take(self, run_id: str, read: list[Event], most: int) -> None:
        after = read[-1]["seq"] if read else 0
        async with aclosing(self._client.events(run_id, after)) as events:
            async for event in events:
                read.append(event)
                most -= 1
                if not most:
                    return


MANY = 1_000_000


def _ended(read: list[Event]) -> bool:
    return bool(read) and read[-1]["data"]["type"] == "run.end"


def compare(read: list[Event], log: list[Event], found: Counter[str]) -> None:
    """Count what one reading has otherwise than the log."""
    numbers = [event["seq"] for event in read]
    truth = {event["seq"]: event for event in log}
    found["events lost"] += len(truth.keys() - set(numbers))
    found["events doubled"] += len(numbers) - len(set(numbers))
    found["events out of order"] += sum(one > other for one, other in pairwise(numbers))
    found["events changed"] += sum(event != truth.get(event["seq"]) for event in read)
    found["events read"] += len(read)


MUST_NOT_BE = ("events lost", "events doubled", "events out of order", "events changed")


async def reconnects(size: int, seed: int, program: str = PROGRAM) -> Proof:
    """Cut readers off ``size`` times.

    Args:
        size: How many disconnections.
        seed: Repeats the random choices.
        program: ``module:function`` of the program to serve; tests bring broken ones.
    """
    began = perf_counter()
    async with yard(program) as place, Client(place.url) as client:
        await place.up()
        experiment = Reconnects(place, client, seed)
        log = await experiment.run(size)
    found: Counter[str] = Counter()
    for read in experiment.passes:
        compare(read, log, found)
    gaps = [event["seq"] for event in log] != list(range(1, len(log) + 1))
    counts = (
        Count("disconnects", experiment.cuts, size),
        Count("server restarts", place.deaths, RESTARTS),
        *(Count(what, found[what], 0) for what in MUST_NOT_BE),
        Count("seq gaps in the log", int(gaps), 0),
        Count("events in the log", len(log)),
        Count("readings from start to end", len(experiment.passes)),
        Count("events read", found["events read"]),
    )
    return Proof(name="reconnects", counts=counts, seed=seed, seconds=perf_counter() - began)

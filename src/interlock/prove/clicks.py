"""Clicks: many people answer one question at once, through every protocol. One answer counts."""

import asyncio
from collections import Counter
from random import Random
from time import perf_counter
from typing import Any

from msgspec import json

from interlock.prove.client import Client
from interlock.prove.doors import PROTOCOLS, Doors, Heard, Protocol
from interlock.prove.report import Count, Proof
from interlock.prove.yard import PROGRAM, Yard, yard

ROUNDS = 4
"""Questions that are clicked at: two with yes alone, two with yes and no mixed."""

Click = tuple[Protocol, bool]


class Clicks:
    """One experiment: rounds of clicks at one question each."""

    def __init__(self, place: Yard, client: Client, chance: Random) -> None:
        self.found: Counter[str] = Counter()
        self._place = place
        self._client = client
        self._chance = chance

    async def round(self, number: int, size: int) -> None:
        """Ask one question, click at it ``size`` times at once, and count what came of it."""
        question = await self._ask(number)
        mixed = number % 2 == 1
        clicks: list[Click] = [
            (PROTOCOLS[place % len(PROTOCOLS)], not mixed or self._chance.random() < 0.5)
            for place in range(size)
        ]
        doors = Doors(self._client, question)
        heard = await asyncio.gather(
            *(doors.answer(door, {"approved": yes}) for door, yes in clicks)
        )
        runs, closings = await self._after(question)
        won = bool(closings[0]["decision"]["answer"]["approved"]) if closings else False
        self._count(list(zip(clicks, heard, strict=True)), won=won)
        tally = await self._place.tally()
        effects = tally.effects.get(question["arguments"]["item"], 0)
        self.found["questions clicked at"] += 1
        self.found["questions that were allowed"] += won
        self.found["executions"] += effects
        self.found["executions beside the first yes"] += abs(effects - won)
        self.found["runs beside the one that goes on"] += abs(len(runs) - 2)
        self.found["decisions beside the first"] += abs(len(closings) - 1)

    async def _ask(self, number: int) -> dict[str, Any]:
        """Begin a run that asks, and wait for its question."""
        plan = json.encode({"case": f"click{number}", "rounds": [["refund"]]}).decode()
        order = {"agent": "prover", "message": plan, "thread_id": f"clicks-{number}"}
        headers = {"Prefer": "wait=20"}
        _, run = await self._client.send("POST", "/v1/runs", order, headers)
        shown = await self._client.get(f"/v1/runs/{run['id']}")
        return shown["open"][0]["interrupt"]

    async def _after(self, question: dict[str, Any]) -> tuple[list[Any], list[dict[str, Any]]]:
        """The turn's runs once all have ended, and the decisions that they tell of."""
        path = f"/v1/runs?thread_id={question['thread_id']}"
        runs: list[dict[str, Any]] = (await self._client.get(path))["runs"]
        closings: list[dict[str, Any]] = []
        for run in runs:
            events = [event async for event in self._client.events(run["id"])]
            closings += [e["data"] for e in events if e["data"]["type"] == "interrupt.close"]
        return runs, closings

    def _count(self, clicks: list[tuple[Click, Heard]], *, won: bool) -> None:
        """The same answer again is fine; another is told that it came too late.

        An AI SDK client that posts an answer to a decided question is shown what was decided: its
        post is its whole history, and most of that is decided.
        """
        for (protocol, yes), heard in clicks:
            self.found["clicks"] += 1
            if yes == won:
                self.found["same answers refused"] += heard.word != "taken"
            elif protocol != "aisdk":
                late = heard.word == "interrupt_resolved"
                self.found["other answers not told that they came too late"] += not late


MUST_NOT_BE = (
    "executions beside the first yes",
    "runs beside the one that goes on",
    "decisions beside the first",
    "same answers refused",
    "other answers not told that they came too late",
)


async def clicks(size: int, seed: int, program: str = PROGRAM) -> Proof:
    """Answer questions ``size`` times at once each.

    Args:
        size: Clicks at one question.
        seed: Repeats the random choices.
        program: ``module:function`` of the program to serve; tests bring broken ones.
    """
    began = perf_counter()
    async with yard(program) as place, Client(place.url) as client:
        await place.up()
        experiment = Clicks(place, client, Random(seed))
        for number in range(ROUNDS):
            await experiment.round(number, size)
    found = experiment.found
    counts = (
        Count("clicks", found["clicks"], size * ROUNDS),
        Count("executions", found["executions"], found["questions that were allowed"]),
        *(Count(what, found[what], 0) for what in MUST_NOT_BE),
        Count("questions clicked at", found["questions clicked at"]),
        Count("questions that were allowed", found["questions that were allowed"]),
    )
    return Proof(name="clicks", counts=counts, seed=seed, seconds=perf_counter() - began)

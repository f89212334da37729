"""A customer: begins a run, reads it to its end, answers what is asked, until the turn is over.

Customers live through every crash: they send the same request again under the same key, go on
reading after the last event that they saw, and give the same answer again, as real clients do.
"""

import asyncio
from random import Random
from typing import Any

from msgspec import Struct, field, json

from interlock.prove.client import Client
from interlock.prove.doors import PROTOCOLS, Doors
from interlock.prove.line import ask
from interlock.prove.program import ASKS, EFFECTS

TOOLS = ("look", *EFFECTS)
AGAIN = 3
"""How often an answer is sent at once when it is sent more than once."""

IMPATIENT = 0.1
"""The share of customers who stop their first run."""

LONGEST_PATIENCE = 0.1
"""Seconds until they do."""


class Case(Struct):
    """One turn, from the customer's side.

    Args:
        name: Also the idempotency key of its beginning.
        rounds: The calls that the model is told to make.
        thread: Its conversation, once it has one.
        runs: Its runs, in order.
        read: The events of each run as they were read.
        yes: The items that the customer allowed, and those not (False).
        given: The answers that the server confirmed: question to answer.
        refused: Answers that should have been taken and were not.
        contradicted: Other answers to a decided question that were taken.
        stopped: The customer asked to stop the run.
        status: How the last run ended; empty while it has not.
    """

    name: str
    rounds: list[list[str]]
    thread: str = ""
    runs: list[str] = field(default_factory=list[str])
    read: dict[str, list[dict[str, Any]]] = field(default_factory=dict[str, list[dict[str, Any]]])
    yes: dict[str, bool] = field(default_factory=dict[str, bool])
    given: dict[str, Any] = field(default_factory=dict[str, Any])
    refused: int = 0
    contradicted: int = 0
    stopped: bool = False
    status: str = ""

    def wanted(self) -> dict[str, int]:
        """How often each item must be booked: by the customer's own word, whatever a log says."""
        items = {
            f"{self.name}-{number}-{place}-{tool}": tool
            for number, tools in enumerate(self.rounds)
            for place, tool in enumerate(tools)
        }
        return {
            item: int(self.yes.get(item, tool not in ASKS))
            for item, tool in items.items()
            if tool in EFFECTS
        }


def draw_case(name: str, chance: Random) -> Case:
    """A case of two or three rounds of one to three calls."""
    rounds = [
        [chance.choice(TOOLS) for _ in range(chance.randint(1, 3))]
        for _ in range(chance.randint(2, 3))
    ]
    return Case(name, rounds)


class Customer:
    """Lives through one case.

    Args:
        client: How the server is asked.
        witness: The socket of the witness, who knows what became of a lost call.
        chance: Draws yes or no, and how often it is said.
    """

    def __init__(self, client: Client, witness: str, chance: Random) -> None:
        self._client = client
        self._witness = witness
        self._chance = chance

    async def live(self, case: Case) -> None:
        """Begin, and go on until the turn is over."""
        plan = json.encode({"case": case.name, "rounds": case.rounds}).decode()
        order = {"agent": "prover", "message": plan}
        key = {"Idempotency-Key": case.name}
        _, run = await self._client.send("POST", "/v1/runs", order, key)
        run_id: str = run["id"]
        case.thread = run["thread_id"]
        if self._chance.random() < IMPATIENT:
            await self._stop(case, run_id)
        while run_id:
            case.runs.append(run_id)
            case.status = await self._read(case, run_id)
            if case.status != "interrupted":
                return
            run_id = await self._answer_all(case, run_id)

    async def _stop(self, case: Case, run_id: str) -> None:
        await asyncio.sleep(self._chance.uniform(0, LONGEST_PATIENCE))
        case.stopped = True
        await self._client.send("POST", f"/v1/runs/{run_id}/cancel", {"reason": "changed my mind"})

    async def _read(self, case: Case, run_id: str) -> str:
        """Read a run to its end, over as many connections as it takes. How it ended."""
        seen = case.read.setdefault(run_id, [])
        while not seen or seen[-1]["data"]["type"] != "run.end":
            after = seen[-1]["seq"] if seen else 0
            async for event in self._client.events(run_id, after):
                seen.append(event)
        return seen[-1]["data"]["status"]

    async def _answer_all(self, case: Case, run_id: str) -> str:
        """Answer what the run asked, in any order. The run that goes on; empty if none does."""
        case.status = ""
        shown = await self._client.get(f"/v1/runs/{run_id}")
        asked = [question["interrupt"] for question in shown["open"]]
        self._chance.shuffle(asked)
        for question in asked:
            await self._answer(case, question)
        thread = shown["run"]["thread_id"]
        runs = (await self._client.get(f"/v1/runs?thread_id={thread}"))["runs"]
        return next((run["id"] for run in runs if run["resumes"] == run_id), "")

    async def _answer(self, case: Case, question: dict[str, Any]) -> None:
        """Give one answer, sometimes several times, sometimes through another protocol."""
        value = await self._value(case, question)
        doors = Doors(self._client, question)
        approval = question["kind"] == "approval"
        protocol = self._chance.choice(PROTOCOLS) if approval else "native"
        times = AGAIN if self._chance.random() < 0.3 else 1
        taken = await asyncio.gather(*(doors.answer(protocol, value) for _ in range(times)))
        case.refused += sum(heard.word != "taken" for heard in taken)
        case.given[question["id"]] = value
        if approval and self._chance.random() < 0.3:
            late = await doors.answer("native", {"approved": not value["approved"]})
            case.contradicted += late.word != "interrupt_resolved"

    async def _value(self, case: Case, question: dict[str, Any]) -> dict[str, Any]:
        if question["kind"] == "indeterminate":
            found = await ask(self._witness, about="happened", key=question["call_id"])
            if found["receipt"] is None:
                return {"outcome": "run"}
            return {"outcome": "happened", "result": found["receipt"]}
        if question["kind"] == "brake":
            return {"approved": True}
        yes = self._chance.random() < 0.7
        case.yes[question["arguments"]["item"]] = yes
        return {"approved": yes}

"""Forgeries: clients claim what never happened, over three protocols; the effects are counted.

The cases are a table, ``forgeries.json``. Each one meets a thread of its own in some stage, says
what it says, and then the true owner goes on as if nothing had been. In the table ``<question>``,
``<call>`` and the like stand for the ids of that thread; what must reach neither a tool nor the
model says FORGED.
"""

from collections import Counter
from importlib import resources
from random import Random
from time import perf_counter
from typing import Any, Literal

from msgspec import Struct, json

from interlock.domain.ids import new_id
from interlock.prove.client import Client
from interlock.prove.orders import TOKENS
from interlock.prove.program import MARK
from interlock.prove.report import Count, Proof
from interlock.prove.yard import PROGRAM, Yard, yard

Stage = Literal["idle", "waiting", "done", "rejected"]

DECIDED: dict[Stage, bool] = {"done": True, "rejected": False}
"""The stages in which the owner has answered, and what."""


class Forgery(Struct, frozen=True, kw_only=True):
    """One case.

    Args:
        name: What the client claims.
        attack: Which attack it belongs to: A1 to A18 are about answers, B1 to B11 about histories.
        protocol: The door.
        stage: How the thread stands.
        path: Where it is posted.
        status: How the request must be answered; what a stream says is another matter.
        sender: Who posts it: the owner, their own token without roles, or somebody else.
        body: What is posted.
        raw: The same as text, where no JSON writer would write it.
    """

    name: str
    attack: str
    protocol: str
    stage: Stage
    path: str
    status: int
    sender: str
    body: Any = None
    raw: str = ""


def cases() -> list[Forgery]:
    """The table."""
    text = resources.files("interlock.prove").joinpath("forgeries.json").read_bytes()
    return json.decode(text, type=list[Forgery])


class Scene(Struct, frozen=True):
    """A thread, and what stands for its ids in the table."""

    thread: str
    item: str
    question: str
    names: dict[str, str]


class Forgeries:
    """One experiment: every case on a thread of its own."""

    def __init__(self, place: Yard, client: Client) -> None:
        self.found: Counter[str] = Counter()
        self.notes: list[str] = []
        self._place = place
        self._client = client

    async def run(self, table: list[Forgery]) -> None:
        """Play each case, and count."""
        other = await self._begin("other", [["refund"]])
        for number, case in enumerate(table):
            before = dict(self.found)
            await self._play(f"f{number}", case, other.question)
            wrong = {what for what in MUST_NOT_BE if self.found[what] != before.get(what, 0)}
            if wrong:
                told = f"{case.protocol}, {case.attack}: {case.name}"
                self.notes.append(f"{told}: {', '.join(sorted(wrong))}")
        tally = await self._place.tally()
        self.found["effects"] += tally.effects.get(other.item, 0)
        self.found["effects"] += sum(MARK in item for item in tally.effects)
        self.found["forged words that the model heard"] = tally.forged

    async def _play(self, name: str, case: Forgery, other: str) -> None:
        scene = await self._begin(name, [] if case.stage == "idle" else [["refund"]])
        if case.stage in DECIDED:
            await self._answer(scene, yes=DECIDED[case.stage])
        expected = int(case.stage == "done")
        status = await self._forge(case, scene, other)
        await self._rest(scene)
        self.found["cases"] += 1
        self.found["requests that were answered otherwise"] += status != case.status
        self.found["effects"] += abs(await self._effects(scene) - expected)
        self.found["calls begun"] += abs(await self._starts(scene) - expected)
        if case.stage == "waiting":
            await self._go_on(scene)

    async def _forge(self, case: Forgery, scene: Scene, other: str) -> int:
        names = {**scene.names, "other_question": other, "fresh": new_id("forged")}
        text = case.raw or json.encode(case.body).decode()
        path = case.path
        for name, value in names.items():
            text = text.replace(f"<{name}>", value)
            path = path.replace(f"<{name}>", value)
        headers = {"Authorization": f"Bearer {TOKENS[case.sender]}"}
        status, _ = await self._client.raw("POST", path, text.encode(), headers)
        return status

    async def _go_on(self, scene: Scene) -> None:
        """The question waits as before, or was closed without a yes; a true yes still works."""
        view = await self._client.get(f"/v1/interrupts/{scene.question}")
        decision: dict[str, Any] = view.get("decision") or {}
        self.found["forged answers taken"] += _says_yes(decision)
        if view["status"] == "open":
            await self._answer(scene, yes=True)
            self.found["true answers that fail afterwards"] += await self._effects(scene) != 1
            self.found["questions that still waited"] += 1

    async def _begin(self, name: str, rounds: list[list[str]]) -> Scene:
        plan = json.encode({"case": name, "rounds": rounds}).decode()
        order = {"agent": "prover", "message": plan, "thread_id": f"t-{name}"}
        order["message_id"] = f"m-{name}"
        headers = {"Prefer": "wait=20"}
        _, run = await self._client.send("POST", "/v1/runs", order, headers)
        shown = await self._client.get(f"/v1/runs/{run['id']}")
        asked: dict[str, str] = shown["open"][0]["interrupt"] if shown["open"] else {}
        names: dict[str, str] = {
            "thread": run["thread_id"],
            "run": run["id"],
            "turn": run["turn_id"],
            "message": f"m-{name}",
            "question": asked.get("id", "int_none"),
            "call": asked.get("call_id", "call_none"),
            "item": f"{name}-0-0-refund",
        }
        return Scene(names["thread"], names["item"], names["question"], names)

    async def _answer(self, scene: Scene, *, yes: bool) -> None:
        path = f"/v1/interrupts/{scene.question}/answer"
        await self._client.send("POST", path, {"answer": {"approved": yes}})
        await self._rest(scene)

    async def _rest(self, scene: Scene) -> None:
        """Wait until every run of the thread has ended."""
        for run in await self._runs(scene):
            async for _ in self._client.events(run["id"]):
                pass

    async def _runs(self, scene: Scene) -> list[dict[str, Any]]:
        return (await self._client.get(f"/v1/runs?thread_id={scene.thread}"))["runs"]

    async def _effects(self, scene: Scene) -> int:
        return (await self._place.tally()).effects.get(scene.item, 0)

    async def _starts(self, scene: Scene) -> int:
        starts = 0
        for run in await self._runs(scene):
            events = [event async for event in self._client.events(run["id"])]
            starts += sum(event["data"]["type"] == "tool.start" for event in events)
        return starts


def _says_yes(decision: dict[str, Any]) -> bool:
    answer = decision.get("answer")
    return decision.get("status") == "answered" and bool(answer and answer.get("approved"))


MUST_NOT_BE = (
    "effects",
    "calls begun",
    "forged answers taken",
    "forged words that the model heard",
    "requests that were answered otherwise",
    "true answers that fail afterwards",
)


async def forgeries(size: int, seed: int, program: str = PROGRAM) -> Proof:
    """Play the table.

    Args:
        size: How many cases; 0 plays all.
        seed: Repeats the order in which they are played.
        program: ``module:function`` of the program to serve; tests bring broken ones.
    """
    began = perf_counter()
    table = cases()
    Random(seed).shuffle(table)
    table = table[: size or None]
    async with yard(program) as place, Client(place.url) as client:
        await place.up()
        experiment = Forgeries(place, client)
        await experiment.run(table)
    found = experiment.found
    counts = (
        Count("cases", found["cases"], len(table)),
        *(Count(what, found[what], 0) for what in MUST_NOT_BE),
        Count("questions that still waited", found["questions that still waited"]),
    )
    return Proof(
        name="forgeries",
        counts=counts,
        seed=seed,
        seconds=perf_counter() - began,
        notes=tuple(experiment.notes),
    )

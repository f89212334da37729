"""The program under test: every kind of tool, and a model that does what its message says.

The person's message is the plan, as JSON: ``{"case": "c1", "rounds": [["look"], ["charge"]]}``.
Each round is one model message with these calls; after the last one the model speaks. Each call
gets an item of its own, so that an effect can be told apart whatever the ids were.
"""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any, cast

from msgspec import json

from interlock import (
    Agent,
    AssistantMessage,
    Interlock,
    Limits,
    ModelRequest,
    Scripted,
    Tool,
    ToolContext,
    UserMessage,
    Verification,
    calls_of,
    text_of,
    tool,
)
from interlock.domain.model import Part
from interlock.prove.line import ask

EFFECTS = ("book", "charge", "refund", "ship")
"""The tools that change the world."""

ASKS = ("refund",)
"""The tools that ask a person first."""

MARK = "FORGED"
"""What a client wrote that no model may read."""

PACE = 0.001
"""Seconds between two words of the prover."""

SLOW = 0.02
"""Seconds between two words of the narrator, whose runs last."""


def build(witness: str) -> Interlock:
    """The program, its tools and its model tied to a witness."""
    return Interlock(agents=[agent("prover", witness, PACE), agent("narrator", witness, SLOW)])


def agent(name: str, witness: str, pace: float) -> Agent:
    """An agent with all the tools."""
    return Agent(
        name,
        "",
        WitnessedModel(witness, pace),
        tools=tools(witness),
        limits=Limits(calls=1_000, asks=100),
    )


def tools(witness: str) -> tuple[Tool, ...]:
    """A read, an idempotent write, one that may not be repeated, one that asks, one that knows."""

    async def effect(context: ToolContext, item: str, *, honour: bool) -> int:
        answer = await ask(
            witness, about="effect", key=context.idempotency_key, item=item, honour=honour
        )
        return answer["receipt"]

    @tool(effect="read", returns="trusted")
    async def look(item: str) -> str:
        """Look something up."""
        return f"{item} is there"

    @tool(effect="write", idempotent=True, approval="never", returns="trusted")
    async def book(context: ToolContext, item: str) -> int:
        """Book; the service honours the key."""
        return await effect(context, item, honour=True)

    @tool(effect="write", approval="never", returns="trusted")
    async def charge(context: ToolContext, item: str) -> int:
        """Charge; each call is a charge."""
        return await effect(context, item, honour=False)

    @tool(effect="destructive", returns="trusted", consequence="Pays {item} back.")
    async def refund(context: ToolContext, item: str) -> int:
        """Pay back; each call is a payment, and a person is asked."""
        return await effect(context, item, honour=False)

    @tool(effect="write", approval="never", returns="trusted")
    async def ship(context: ToolContext, item: str) -> int:
        """Ship; each call is a parcel, and the service can say whether it went."""
        return await effect(context, item, honour=False)

    @ship.verifier
    async def shipped(key: str, arguments: dict[str, Any]) -> Verification:  # pyright: ignore[reportUnusedFunction]
        del arguments
        receipt = (await ask(witness, about="happened", key=key))["receipt"]
        return Verification(receipt is not None, receipt)

    return look, book, charge, refund, ship


class WitnessedModel:
    """Plays the plan, and tells the witness of each call before it answers.

    Args:
        witness: The socket of the witness.
        pace: Seconds between two words.
    """

    def __init__(self, witness: str, pace: float) -> None:
        self._witness = witness
        self._script = Scripted(play, pace=pace)

    @property
    def provider(self) -> str:
        """The provider's name."""
        return "scripted"

    async def stream(
        self, request: ModelRequest, message_id: str
    ) -> AsyncGenerator[list[Part], None]:
        """Play the next round; see ``domain.model.Model``."""
        plan, done = progress(request)
        turn = f"{plan['case']}:{done}"
        forged = MARK in request.instructions or any(MARK in str(m) for m in request.messages)
        await ask(self._witness, about="model", turn=turn, message_id=message_id, forged=forged)
        self._script.requests.clear()
        async with aclosing(self._script.stream(request, message_id)) as answer:
            async for parts in answer:
                yield parts


def play(request: ModelRequest) -> list[str]:
    """The next round of the plan, or the last words."""
    plan, done = progress(request)
    rounds = cast("list[list[str]]", plan["rounds"])
    if done == len(rounds):
        words = " ".join(f"word{number}" for number in range(plan.get("words", 8)))
        return [f"text: Done with {plan['case']}: {words}"]
    calls = (
        f'call: {name} {{"item": "{plan["case"]}-{done}-{number}-{name}"}}'
        for number, name in enumerate(rounds[done])
    )
    return [f"text: Round {done} of {plan['case']}.", *calls]


def progress(request: ModelRequest) -> tuple[dict[str, Any], int]:
    """The plan, and how many of its rounds are in the history."""
    plan: dict[str, Any] = {}
    done = 0
    for message in request.messages:
        if isinstance(message, UserMessage):
            plan, done = _plan(text_of(message)), 0
        elif isinstance(message, AssistantMessage) and calls_of(message):
            done += 1
    return plan, done


def _plan(text: str) -> dict[str, Any]:
    """What a message asks for; plain words ask for plain words."""
    if text.startswith("{"):
        return json.decode(text)
    return {"case": "talk", "rounds": []}


_fits: Callable[[str], Interlock] = build

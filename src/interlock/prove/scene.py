"""The program that the matrix plays, and the world around it: files that only grow.

One turn meets every kind of tool: at the same time a read, an idempotent write and one whose tool
can say what became of it; then a write that may not be repeated; then one that asks a person. A
second, small turn is begun by a schedule. What a tool did stands in a file the moment it was done,
and what the log says is never taken for what happened.
"""

import os
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path

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

WORK = "work"
"""What the person says; anything else is answered in words."""

ONCE = ("ship", "charge", "refund")
"""The effects of a turn that must never happen twice."""

KEYED = "book"
"""The effect whose service honours the key."""

_ROUNDS = (
    ["text: I begin.", "call: look", f"call: {KEYED}", "call: ship"],
    ["text: I go on.", "call: charge"],
    ["text: I ask.", "call: refund"],
    ["text: It is all done."],
)
MODEL_TURNS = len(_ROUNDS)


class World:
    """What happened outside, line by line.

    Args:
        folder: Where the files are.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, book: str, line: str) -> None:
        """Add a line; it is there when this returns, whoever dies next."""
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
        handle = os.open(self.folder / book, flags, 0o600)
        try:
            os.write(handle, f"{line}\n".encode())
        finally:
            os.close(handle)

    def read(self, book: str) -> list[str]:
        """All lines."""
        path = self.folder / book
        return path.read_text("utf-8").splitlines() if path.exists() else []

    def remove(self, book: str) -> None:
        """Forget a book."""
        (self.folder / book).unlink(missing_ok=True)

    def clear(self) -> None:
        """Forget everything."""
        for path in self.folder.iterdir():
            path.unlink()


def build(folder: str) -> Interlock:
    """The program over a world."""
    world = World(Path(folder))
    model = WitnessedModel(world)
    limits = Limits(failures_in_a_row=0, identical_calls=0)
    return Interlock(agents=[Agent("actor", "", model, tools=_tools(world), limits=limits)])


def _tools(world: World) -> tuple[Tool, ...]:
    @tool(effect="read", returns="trusted")
    async def look() -> str:
        """Look."""
        return "there"

    @tool(effect="write", idempotent=True, approval="never", returns="trusted")
    async def book(context: ToolContext) -> str:
        """Book; the service honours the key."""
        world.write("effects", f"book {context.idempotency_key}")
        return "booked"

    @tool(effect="write", approval="never", returns="trusted")
    async def ship(context: ToolContext) -> str:
        """Ship; the service can say whether it did."""
        world.write("effects", f"ship {context.idempotency_key}")
        return "shipped"

    @ship.verifier
    async def shipped(key: str, _arguments: object) -> Verification:  # pyright: ignore[reportUnusedFunction]
        return Verification(f"ship {key}" in world.read("effects"), "shipped")

    @tool(effect="write", approval="never", returns="trusted")
    async def charge(context: ToolContext) -> str:
        """Charge; each call is a charge."""
        world.write("effects", f"charge {context.idempotency_key}")
        return "charged"

    @tool(effect="destructive", returns="trusted", consequence="Pays back.")
    async def refund(context: ToolContext) -> str:
        """Pay back; each call is a payment, and a person is asked."""
        world.write("effects", f"refund {context.idempotency_key}")
        return "paid back"

    return look, book, ship, charge, refund


class WitnessedModel:
    """Plays its rounds, and writes each call down before it answers.

    Args:
        world: Where to.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._script = Scripted(_play)

    @property
    def provider(self) -> str:
        """The provider's name."""
        return "scripted"

    async def stream(
        self, request: ModelRequest, message_id: str
    ) -> AsyncGenerator[list[Part], None]:
        """Play the next round; see ``domain.model.Model``."""
        self._world.write("models", message_id)
        async with aclosing(self._script.stream(request, message_id)) as answer:
            async for parts in answer:
                yield parts


def _play(request: ModelRequest) -> list[str]:
    words, done = "", 0
    for message in request.messages:
        if isinstance(message, UserMessage):
            words, done = text_of(message), 0
        elif isinstance(message, AssistantMessage) and calls_of(message):
            done += 1
    return _ROUNDS[done] if words == WORK else ["text: Good morning."]

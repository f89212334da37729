"""The program that the processes of a cluster under test run. Its tools leave a trace in a file.

A message is a command: ``note X``, ``charge X``, ``hold X``, ``count N``, ``say X``; several with
`` and `` between them are several calls of one answer.
"""

import asyncio
import os
from pathlib import Path

from interlock import Agent, Interlock, Scripted, tool
from interlock.domain.messages import ToolMessage, UserMessage, text_of
from interlock.domain.model import ModelRequest

PLACE = "CLUSTER_TEST_PLACE"
"""The variable that names the folder where effects are noted."""


AGENT = "clerk"


def leave(what: str) -> None:
    """Note an effect: which process, and what."""
    file = os.open(_place() / "effects", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.write(file, f"{os.getpid()} {what}\n".encode())
    os.close(file)


def _place() -> Path:
    return Path(os.environ[PLACE])


@tool(effect="write", approval="never", returns="trusted")
async def note(text: str) -> str:
    """Write a note; doing it twice makes two."""
    leave(f"note {text}")
    return "noted"


@tool(effect="write", idempotent=True, approval="never", returns="trusted")
async def charge(text: str) -> str:
    """Charge somebody; the same key charges once."""
    leave(f"charge {text}")
    return "charged"


@tool(effect="write", approval="never", returns="trusted")
async def hold(text: str) -> str:
    """Take until somebody makes the file ``go``."""
    leave(f"hold {text} begins")
    while not (_place() / "go").exists():  # noqa: ASYNC110 - another process makes it
        await asyncio.sleep(0.02)
    leave(f"hold {text} ends")
    return "held"


def answer(request: ModelRequest):
    """Do what the last message says, then be done."""
    last = request.messages[-1]
    if isinstance(last, ToolMessage):
        return "text: Done."
    assert isinstance(last, UserMessage)
    word, _, rest = text_of(last).partition(" ")
    if word == "count":
        numbers = [f"text: {number} " for number in range(int(rest))]
        return [step for number in numbers for step in (number, "wait: 0.06")]
    if word == "say":
        return f"text: {rest}"
    calls = [part.partition(" ") for part in text_of(last).split(" and ")]
    return [f'call: {name} {{"text": "{text}"}}' for name, _, text in calls]


def build() -> Interlock:
    """One agent."""
    return Interlock([Agent(AGENT, model=Scripted(answer), tools=[note, charge, hold])])


def careless() -> Interlock:
    """The same on an engine that never looks at its lease before an effect."""
    from interlock.workers import lease  # noqa: PLC0415 - only this process may be broken

    lease.TimedLease.check = lambda self: None  # noqa: ARG005
    return build()


def halved() -> Interlock:
    """The same in a process of which a part breaks when somebody makes the file ``break``."""
    from interlock.workers import sweeper  # noqa: PLC0415 - only this process may be broken

    async def run(self: sweeper.Sweeper) -> None:
        while not (_place() / "break").exists():  # noqa: ASYNC110 - another process makes it
            await asyncio.sleep(0.02)
        raise RuntimeError("broken on purpose")

    sweeper.Sweeper.run = run
    return build()

"""What the browser tests serve: the demo, and agents whose model plays what it is told to.

A message to ``actor`` names a play: ``play long answer``. A play is a list of model turns; which
one comes next is counted in the calls that were answered since the person spoke.
"""

import asyncio
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace
from tests.browser.plays import PLAYS, UNTRUSTED, text
from tests.browser.shows import SHOWS

from interlock import (
    Agent,
    AssistantMessage,
    Interlock,
    ModelRequest,
    Script,
    Scripted,
    Tool,
    UserMessage,
    tool,
)
from interlock.demo.app import build as build_demo
from interlock.models.scripted import last_user_text

HANG = "hang"
"""A file of this name in the working directory makes a payment hang after it took effect."""

FOREVER = 3600.0

_ALL = PLAYS | SHOWS


def play(request: ModelRequest) -> Script:
    """The next turn of the play that the person named."""
    said = [at for at, one in enumerate(request.messages) if isinstance(one, UserMessage)]
    words = last_user_text(request)
    since = request.messages[said[-1] :]
    turn = sum(isinstance(one, AssistantMessage) for one in since)
    turns = _ALL.get(words.strip().lower().removeprefix("play "), [text(f"You said: {words}")])
    return turns[min(turn, len(turns) - 1)]


def build(environment: Mapping[str, str] = os.environ) -> Interlock:
    """The program; ``INTERLOCK_DEMO_PACE`` is the demo's, ``PACE`` the actors', s a word."""
    demo = build_demo(environment).agents
    tools = [*demo[0].tools, *_tools()]
    actor = Agent(
        "actor",
        model=Scripted(play, pace=float(environment.get("PACE", "0"))),
        tools=tools,
        description="Plays what it is told to.",
    )
    return Interlock(agents=[*demo, actor, replace(actor, name="hasty", expires_after=2.0)])


def _tools() -> Sequence[Tool]:
    @tool(effect="read", returns="untrusted")
    async def read_page(page: str) -> str:
        """Read a page that anybody may have written."""
        return UNTRUSTED[page]

    @tool(effect="write", approval="never", returns="trusted", timeout=FOREVER)
    async def pay_invoice(invoice: str, amount: int) -> str:
        """Pay an invoice."""
        if _pay(f"{invoice} {amount}"):
            await asyncio.sleep(FOREVER)
        return f"paid {invoice}"

    return [read_page, pay_invoice]


def _pay(line: str) -> bool:
    """Pay, and say whether nobody will ever hear that it worked."""
    with Path("paid").open("a", encoding="utf-8") as book:
        book.write(line + "\n")
    return Path(HANG).exists()

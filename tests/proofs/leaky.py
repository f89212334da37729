"""A program that leaks whatever it can, wherever a tool, a model or a request can leak."""

import json
import logging
import os
import warnings
from pathlib import Path

from tests.planted import KNOWN, PLANTED

from interlock import (
    Agent,
    Interlock,
    ModelRequest,
    Script,
    Scripted,
    ToolContext,
    ToolError,
    ToolMessage,
    ToolUnavailable,
    tool,
)
from interlock.domain.messages import UserMessage, text_of
from interlock.models.script import Call, Say

TEXT = "\n".join([*(planted.text for planted in PLANTED), KNOWN])
"""Everything at once."""

RECEIVED = "received.json"
"""What the tool really got as arguments, beside the database of the test."""


@tool(effect="read", returns="untrusted")
async def give_text() -> str:
    """Return everything as text."""
    return TEXT


@tool(effect="read", returns="untrusted")
async def give_json() -> dict[str, object]:
    """Return everything as a value, in values and in names."""
    return {"list": [planted.text for planted in PLANTED], "deep": {"a": [{"b": TEXT}]}, TEXT: 1}


@tool(effect="read")
async def refuse() -> str:
    """Fail as tools should."""
    raise ToolError(f"refused: {TEXT}")


@tool(effect="read")
async def crash() -> str:
    """Fail as tools should not, with a cause and a note."""
    error = RuntimeError(f"crashed: {TEXT}")
    error.add_note(TEXT)
    raise error from KeyError(TEXT)


@tool(effect="write", approval="never")
async def unreachable() -> str:
    """Have nobody at the other end."""
    raise ToolUnavailable(f"GET https://x.example/?q={TEXT} failed")


@tool(effect="read")
async def show(context: ToolContext) -> str:
    """Show everything on the way."""
    context.progress({"log": TEXT})
    context.artifact("page", "A page", f"<pre>{TEXT}</pre>")
    context.todo([{"text": TEXT[:400]}])
    return "shown"


@tool(effect="read")
def log() -> str:
    """Log in every way, in a thread."""
    logging.getLogger("leaky").debug("debug %s", TEXT)
    logging.getLogger("leaky").info("info", extra={"headers": {"x": TEXT}})
    try:
        int(TEXT)
    except ValueError:
        logging.getLogger("leaky").exception("caught")
    warnings.warn(TEXT, UserWarning, stacklevel=1)
    return "logged"


@tool(effect="destructive", consequence="Sends {note} to {to}.", approval="always")
async def send(to: str, note: str, password: str) -> str:
    """Get exact arguments, and give them back."""
    received = Path(os.environ["LEAKY_OUT"], RECEIVED)
    received.write_text(json.dumps([to, note, password]), "utf-8")  # noqa: ASYNC240
    return f"sent {note} with {password}"


TOOLS = (give_text, give_json, refuse, crash, unreachable, show, log, send)
ARGUMENTS = {"to": PLANTED[2].body, "note": TEXT.removesuffix(KNOWN), "password": "kangaroo-court"}


def answer(request: ModelRequest) -> Script:
    """Call the tool that the user names, once."""
    if isinstance(request.messages[-1], ToolMessage):
        return "text: Done."
    said = [one for one in request.messages if isinstance(one, UserMessage)][-1]
    name = text_of(said)
    arguments = json.dumps(ARGUMENTS) if name == "send" else "{}"
    return [Say("I will. "), Call(name, arguments)]


def build() -> Interlock:
    """The program."""
    leaky = Agent("leaky", model=Scripted(answer), tools=TOOLS)
    billed = Agent("billed", model="custom:some-model", attempts=1)
    return Interlock(agents=[leaky, billed])

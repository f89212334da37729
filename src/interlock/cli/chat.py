"""``interlock chat``: a conversation at the terminal."""

import sys

import click
from rich.console import Console
from rich.text import Text

from interlock.cli import api
from interlock.cli.decide import Manner
from interlock.cli.exits import Trouble
from interlock.cli.options import server_options
from interlock.cli.session import PATIENCE, Session, out
from interlock.cli.turn import send, tell_end, watch

HELP = "Ctrl-C stops an answer, Ctrl-D ends the chat, /new begins a new thread."


@click.command()
@click.argument("agent")
@click.option("--thread", default="", metavar="ID", help="Go on with a conversation.")
@server_options
def chat(agent: str, thread: str, url: str, token: str) -> None:
    """Talk to an agent."""
    console = out()
    manner = Manner("ask" if sys.stdin.isatty() else "leave")
    with Session(url, token, PATIENCE) as session:
        _check(session, agent)
        console.print(Text(f"{agent}. {HELP}", "dim"))
        while (line := _line(console)) is not None:
            if line == "/new":
                thread = ""
            elif line:
                thread = _say(session, agent, line, thread, (console, manner))
    if thread:
        console.print(
            Text(f"go on with: interlock chat {agent} --thread {thread}", "dim"), soft_wrap=True
        )


def _check(session: Session, agent: str) -> None:
    """Say at once that there is no such agent, before the person writes to it."""
    known = [one["name"] for one in session.do(api.agents(session.client)).agents]
    if agent not in known:
        hint = f"there are: {', '.join(map(str, known))}"
        raise Trouble(f"There is no agent {agent}.", hint, "agent_not_found")


def _line(console: Console) -> str | None:
    """The next message; None at the end of input."""
    console.print(Text("you> ", "bold green"), end="")
    console.file.flush()
    try:
        line = sys.stdin.readline()
    except KeyboardInterrupt:
        console.print()
        return ""
    if not line:
        console.print()
        return None
    return line.strip()


def _say(
    session: Session, agent: str, line: str, thread: str, place: tuple[Console, Manner]
) -> str:
    """Send one message and show what comes of it. Returns the thread."""
    console, manner = place
    try:
        began = send(session, agent, line, thread)
        turn = watch(session, began.id, manner, console, show_answer=True)
    except Trouble as trouble:
        console.print(Text(trouble.format_message(), "red"), soft_wrap=True)
        return thread
    tell_end(console, turn)
    return began.thread_id

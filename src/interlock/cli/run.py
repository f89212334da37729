"""``interlock run``: one message, one answer on standard output."""

import sys
from typing import TypedDict, Unpack

import click
from rich.text import Text

from interlock.cli.decide import Manner
from interlock.cli.options import json_option, server_options
from interlock.cli.plain import plain
from interlock.cli.session import PATIENCE, Session, err, out
from interlock.cli.turn import document, print_json, send, tell_end, watch


class Options(TypedDict):
    """What may be said to ``run``."""

    as_json: bool
    approve: bool
    reject: str | None
    ask: bool
    thread: str
    detach: bool
    url: str
    token: str


@click.command()
@click.argument("agent")
@click.argument("message")
@json_option
@click.option("--approve", is_flag=True, help="Say yes to every call that asks.")
@click.option("--reject", metavar="REASON", help="Say no to every call that asks.")
@click.option("--ask", is_flag=True, help="Ask me; the default at a terminal.")
@click.option("--thread", default="", metavar="ID", help="Go on with a conversation.")
@click.option("--detach", is_flag=True, help="Print the run's id and leave it running.")
@server_options
@click.pass_context
def run(ctx: click.Context, agent: str, message: str, **options: Unpack[Options]) -> None:
    """Send a message to an agent and print its answer.

    The answer goes to standard output, everything else to standard error. Exit codes: 0 success,
    1 failed, 2 wrong usage, 3 waits for a person, 4 stopped by a brake, 130 stopped by Ctrl-C.
    """
    manner = _manner(options)
    console = err()
    with Session(options["url"], options["token"], PATIENCE) as session:
        began = send(session, agent, message, options["thread"])
        if options["detach"]:
            click.echo(began.id)
            return
        turn = watch(session, began.id, manner, console, show_answer=False)
    if options["as_json"]:
        print_json(document(turn))
    elif turn.view.answer:
        _print(plain(turn.view.answer))
    tell_end(console, turn)
    ctx.exit(turn.exit_code)


def _print(answer: str) -> None:
    """As it is, so that a script reads what was said; at a terminal without breaking words."""
    if sys.stdout.isatty():
        out().print(Text(answer))
    else:
        click.echo(answer)


def _manner(options: Options) -> Manner:
    said = [options["approve"], options["reject"] is not None, options["ask"]]
    if sum(said) > 1:
        raise click.UsageError("Choose one of --approve, --reject and --ask.")
    if options["approve"]:
        return Manner("approve")
    if options["reject"] is not None:
        return Manner("reject", options["reject"])
    at_terminal = sys.stdin.isatty() and sys.stderr.isatty()
    return Manner("ask" if options["ask"] or at_terminal else "leave")

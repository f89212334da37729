"""``interlock threads``: the conversations that there are."""

import click

from interlock.cli.api import Threads
from interlock.cli.options import ListByDefault, json_option, server_options
from interlock.cli.session import Session, out
from interlock.cli.table import show_table
from interlock.cli.turn import print_json
from interlock.cli.words import moment


@click.group(cls=ListByDefault)
def threads() -> None:
    """Look at conversations."""


@threads.command("list")
@json_option
@server_options
def list_threads(url: str, token: str, *, as_json: bool) -> None:
    """List conversations, last used first."""
    with Session(url, token) as session:
        found = session.do(session.client.get("/v1/threads", Threads))
    if as_json:
        print_json(found)
        return
    rows = [
        (thread.id, thread.agent, moment(thread.updated_at), thread.title)
        for thread in found.threads
    ]
    show_table(out(), ("thread", "agent", "last used", "title"), rows, "No conversations yet.")

"""``interlock open``: the web UI in a browser, without a token in its address."""

import sys

import click
from msgspec import Struct

from interlock.cli.options import json_option, server_options
from interlock.cli.session import Session
from interlock.cli.turn import print_json


class Invitation(Struct, frozen=True):
    """A code that opens one session."""

    code: str


@click.command("open")
@click.option("--no-browser", is_flag=True, help="Only print the link.")
@json_option
@server_options
def open_page(url: str, token: str, *, as_json: bool, no_browser: bool) -> None:
    """Open the web UI with a link that works once."""
    with Session(url, token) as session:
        made = session.do(session.client.post("/v1/session/link", {}, Invitation))
        link = f"{session.client.url}/#code={made.code}"
    if as_json:
        print_json({"link": link})
        return
    click.echo(link)
    if sys.stdout.isatty() and not no_browser:
        click.launch(link)

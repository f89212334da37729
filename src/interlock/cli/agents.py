"""``interlock agents``: who answers here."""

from typing import Any, cast

import click

from interlock.cli import api
from interlock.cli.options import json_option, server_options
from interlock.cli.session import Session, out
from interlock.cli.table import show_table
from interlock.cli.turn import print_json


@click.command()
@json_option
@server_options
def agents(url: str, token: str, *, as_json: bool) -> None:
    """List the agents of the server."""
    with Session(url, token) as session:
        found = session.do(api.agents(session.client))
    if as_json:
        print_json(found)
        return
    rows = [
        (
            str(agent["name"]),
            str(agent["model"]),
            ", ".join(str(tool["name"]) for tool in cast("list[dict[str, Any]]", agent["tools"])),
            str(agent["description"]),
        )
        for agent in found.agents
    ]
    show_table(out(), ("agent", "model", "tools", "about"), rows, "This program has no agents.")

"""``interlock audit``: who changed what about the installation."""

import click
from msgspec import Struct, json

from interlock.cli.options import json_option, server_options
from interlock.cli.session import Session, out
from interlock.cli.table import show_table
from interlock.cli.turn import print_json
from interlock.cli.words import now_ms, span
from interlock.domain.audit import Act


class Acts(Struct, frozen=True):
    """Acts, newest first."""

    acts: list[Act]


@click.group()
def audit() -> None:
    """Look into what the installation has written down about itself."""


@audit.command()
@click.option("--actor", default="", help="Only what this user did.")
@click.option("--action", default="", help="Only acts of this kind, for example key.create.")
@click.option("--limit", default=50, type=click.IntRange(1, 200), help="How many at most.")
@json_option
@server_options
def log(url: str, token: str, *, as_json: bool, **sought: object) -> None:
    """Show administrative acts, newest first."""
    query = {name: str(value) for name, value in sought.items() if value}
    with Session(url, token) as session:
        found = session.do(session.client.get("/v1/audit", Acts, query))
    if as_json:
        print_json(found)
        return
    rows = [
        (
            f"{span((now_ms() - one.time) / 1000)} ago",
            one.actor,
            one.action,
            one.subject,
            json.encode(one.details).decode() if one.details is not None else "",
        )
        for one in found.acts
    ]
    show_table(out(), ("when", "who", "did", "to", "what"), rows, "Nothing was changed yet.")

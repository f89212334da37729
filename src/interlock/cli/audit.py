"""``interlock audit``: whether everything that is kept is right, and who changed what."""

import click
from msgspec import Struct, json
from msgspec.structs import replace

from interlock.cli.exits import Exit, Trouble
from interlock.cli.options import json_option, server_options
from interlock.cli.session import Session, out
from interlock.cli.table import show_table
from interlock.cli.turn import print_json
from interlock.cli.words import now_ms, span
from interlock.domain.audit import Act
from interlock.errors import ConfigError
from interlock.settings import load_settings
from interlock.wiring.audit import audit_database


class Acts(Struct, frozen=True):
    """Acts, newest first."""

    acts: list[Act]


class Difference(Struct, frozen=True):
    """Something that is kept and does not follow from the events."""

    what: str
    where: str
    kept: str
    right: str


class Audited(Struct, frozen=True):
    """All of them."""

    differences: list[Difference]


@click.group(invoke_without_command=True)
@click.option("--database-url", default="", help="Look into a database itself, at all tenants.")
@json_option
@server_options
@click.pass_context
def audit(ctx: click.Context, database_url: str, url: str, token: str, *, as_json: bool) -> None:
    """Work out everything anew from the log, and name every difference. Exit code 1 for any.

    Runs, threads, questions, the ledger with its sums and meters, notices, the figures of the
    dashboard and the spans of traces. Nothing is changed. It reads every event.
    """
    if ctx.invoked_subcommand is not None:
        return
    if database_url:
        found = _look(database_url)
    else:
        with Session(url, token) as session:
            said = session.do(session.client.get("/v1/audit/check", Audited))
        found = [("", one) for one in said.differences]
    if as_json:
        print_json({"differences": [one for _, one in found]})
    else:
        rows = [
            (one.what, f"{tenant} {one.where}".strip(), one.kept, one.right)
            for tenant, one in found
        ]
        columns = ("what", "where", "kept", "from the events")
        show_table(out(), columns, rows, "Everything is what the log says.")
    ctx.exit(Exit.FAILED if found else Exit.SUCCESS)


def _look(database_url: str) -> list[tuple[str, Difference]]:
    try:
        settings = replace(load_settings(), database_url=database_url)
        found = audit_database(settings, now_ms())
    except ConfigError as error:
        raise Trouble(str(error), code="config") from error
    return [
        (tenant, Difference(one.what, one.where, one.kept, one.right))
        for tenant, differences in found.items()
        for one in differences
    ]


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

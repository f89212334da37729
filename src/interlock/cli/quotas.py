"""``interlock quotas``: how much may be spent."""

from decimal import Decimal, InvalidOperation

import click
from msgspec import Struct

from interlock.cli.exits import Trouble
from interlock.cli.options import ListByDefault, json_option, server_options
from interlock.cli.session import Session, out
from interlock.cli.table import show_table
from interlock.cli.turn import print_json
from interlock.domain.quotas import Meter, Quota, money


class View(Struct, frozen=True, kw_only=True):
    """A quota and how full it is."""

    quota: Quota
    words: str
    meters: list[Meter]
    state: str


class Quotas(Struct, frozen=True):
    """Quotas, oldest first."""

    quotas: list[View]


@click.group(cls=ListByDefault)
def quotas() -> None:
    """See, set and lift quotas."""


@quotas.command("list")
@json_option
@server_options
def list_quotas(url: str, token: str, *, as_json: bool) -> None:
    """List quotas and how full they are."""
    with Session(url, token) as session:
        found = session.do(session.client.get("/v1/quotas", Quotas))
    if as_json:
        print_json(found)
        return
    rows = [(one.quota.id, one.words, _used(one), one.state) for one in found.quotas]
    show_table(out(), ("id", "at most", "used", "state"), rows, "There is no quota.")


@quotas.command("set")
@click.argument("limit")
@click.option(
    "--measure", type=click.Choice(["usd", "tokens"]), default="usd", help="Money or tokens."
)
@click.option("--period", type=click.Choice(["day", "month", "run"]), default="month")
@click.option("--user", default="", help="For one user, or * for each.")
@click.option("--agent", default="", help="For one agent, or * for each.")
@click.option("--key", default="", help="For one API key by its id, or * for each.")
@json_option
@server_options
def set_quota(limit: str, url: str, token: str, *, as_json: bool, **wanted: str) -> None:
    """Set a quota: LIMIT in USD or tokens, for the tenant unless somebody is named."""
    named = [(scope, wanted[scope]) for scope in ("user", "agent", "key") if wanted[scope]]
    if len(named) > 1:
        raise Trouble("Name one of --user, --agent and --key.", code="usage")
    scope, subject = named[0] if named else ("tenant", "")
    try:
        amount = Decimal(limit)
    except InvalidOperation as error:
        raise Trouble(f"{limit} is no number.", code="usage") from error
    body = {
        "limit": format(amount, "f"),
        "scope": scope,
        "subject": subject,
        "measure": wanted["measure"],
        "period": wanted["period"],
    }
    with Session(url, token) as session:
        made = session.do(session.client.put("/v1/quotas", body, Quota))
    if as_json:
        print_json(made)
    else:
        click.echo(f"{made.id}: at most {made.words}")


@quotas.command()
@click.argument("quota_id", metavar="ID")
@server_options
def drop(quota_id: str, url: str, token: str) -> None:
    """Lift a quota."""
    with Session(url, token) as session:
        session.do(session.client.delete(f"/v1/quotas/{quota_id}"))
    click.echo(f"{quota_id} is lifted")


def _used(one: View) -> str:
    if not one.meters:
        return "nothing yet"
    used = one.meters[0].used(one.quota.measure)
    amount = f"{money(used)} USD" if one.quota.measure == "usd" else f"{used:,} tokens"
    whose = one.meters[0].key.subject
    return f"{amount} by {whose}" if whose else amount

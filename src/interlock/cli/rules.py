"""``interlock rules``: what runs without a question, because somebody said "always"."""

import click
from msgspec import UNSET, Struct, json

from interlock.cli.options import ListByDefault, json_option, server_options
from interlock.cli.session import Session, out
from interlock.cli.table import show_table
from interlock.cli.turn import print_json
from interlock.cli.words import now_ms, span
from interlock.domain.rules import Rule, Where


class Standing(Struct, frozen=True):
    """A rule, and whether it counts now."""

    rule: Rule
    live: bool


class Rules(Struct, frozen=True):
    """Rules, newest first."""

    rules: list[Standing]


@click.group(cls=ListByDefault)
def rules() -> None:
    """See the standing rules, and take them back."""


@rules.command("list")
@click.option("--all", "everything", is_flag=True, help="Also those that are over.")
@json_option
@server_options
def list_rules(url: str, token: str, *, as_json: bool, everything: bool) -> None:
    """List rules, newest first."""
    query = {"limit": "200", **({"all": "1"} if everything else {})}
    with Session(url, token) as session:
        found = session.do(session.client.get("/v1/rules", Rules, query))
    if as_json:
        print_json(found)
        return
    rows = [_row(one) for one in found.rules]
    columns = ("id", "tool", "for", "agent", "arguments", "state", "by")
    show_table(out(), columns, rows, "Everything is asked about: there is no rule.")


@rules.command()
@click.argument("rule_id", metavar="ID")
@server_options
def revoke(rule_id: str, url: str, token: str) -> None:
    """Take a rule back; the next such call is asked about."""
    with Session(url, token) as session:
        session.do(session.client.delete(f"/v1/rules/{rule_id}"))
    click.echo(f"revoked: {rule_id}")


def _row(one: Standing) -> tuple[str, ...]:
    rule = one.rule
    left = f"{span((rule.expires_at - now_ms()) / 1000)} left" if one.live else "over"
    who, agent = rule.user or "everybody", rule.agent or "any"
    return rule.id, rule.tool, who, agent, _conditions(rule), left, rule.created_by


def _conditions(rule: Rule) -> str:
    said = [_condition(one) for one in rule.where]
    return ", ".join([*said, "anything else"] if rule.loose else said) or "none"


def _condition(one: Where) -> str:
    if one.any:
        return f"{one.field}: any"
    if one.equals is not UNSET:
        return f"{one.field} = {json.encode(one.equals).decode()}"
    return f"{one.field} begins with {json.encode(one.prefix).decode()}"

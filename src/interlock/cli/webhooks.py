"""``interlock webhooks``: who is told of what, and how the notices fared."""

from typing import Any, get_args

import click
from msgspec import Raw, Struct

from interlock.cli.options import ListByDefault, json_option, server_options
from interlock.cli.plain import plain
from interlock.cli.session import Session, out
from interlock.cli.table import show_table
from interlock.cli.turn import print_json
from interlock.cli.when import MOMENT
from interlock.cli.words import moment
from interlock.domain.hooks import EVENTS, Delivery, DeliveryState, Hook
from interlock.domain.messages import Json


class Hooks(Struct, frozen=True):
    """Webhooks, newest first."""

    webhooks: list[Hook]


class Made(Struct, frozen=True):
    """A webhook and its secret."""

    hook: Hook
    secret: str


class Deliveries(Struct, frozen=True):
    """Notices, newest first."""

    deliveries: list[Delivery]


class View(Struct, frozen=True):
    """A notice and its body."""

    delivery: Delivery
    body: Raw


class Again(Struct, frozen=True):
    """How many are sent once more."""

    redelivered: int


event_option = click.option(
    "--event", "events", multiple=True, type=click.Choice(EVENTS), help="Of what; may come twice."
)


@click.group(cls=ListByDefault)
def webhooks() -> None:
    """Tell other programs what happens here. Needs the role admin."""


@webhooks.command("list")
@json_option
@server_options
def list_hooks(url: str, token: str, *, as_json: bool) -> None:
    """List webhooks, newest first."""
    with Session(url, token) as session:
        found = session.do(session.client.get("/v1/webhooks", Hooks))
    if as_json:
        print_json(found)
        return
    rows = [
        (one.id, one.name, one.url, ", ".join(one.events), _state(one)) for one in found.webhooks
    ]
    columns = ("webhook", "name", "address", "events", "state")
    show_table(out(), columns, rows, "Nobody is told of anything yet.")


@webhooks.command()
@click.argument("name")
@click.argument("address")
@event_option
@click.option("--agent", default="", help="Only of this agent's runs.")
@click.option("--details", is_flag=True, help="With questions, tool arguments and answers.")
@json_option
@server_options
def add(url: str, token: str, *, as_json: bool, **wanted: Any) -> None:  # noqa: ANN401 - what click found
    """Make a webhook: ADDRESS gets signed notices. Its secret is shown once."""
    body = {
        "name": wanted["name"],
        "url": wanted["address"],
        "events": list(wanted["events"] or EVENTS),
        "agent": wanted["agent"],
        "details": wanted["details"],
    }
    with Session(url, token) as session:
        made = session.do(session.client.post("/v1/webhooks", body, Made))
    _show_secret(made, as_json=as_json)


@webhooks.command()
@click.argument("hook_id", metavar="ID")
@click.option("--name", help="Call it so.")
@click.option("--address", "url_", help="Send notices there.")
@event_option
@click.option("--agent", help="Only of this agent's runs; empty for all.")
@click.option("--details/--no-details", default=None, help="With or without arguments.")
@json_option
@server_options
def edit(hook_id: str, url: str, token: str, *, as_json: bool, **wanted: Any) -> None:  # noqa: ANN401 - what click found
    """Change a webhook. What is not named stays."""
    wanted["url"] = wanted.pop("url_")
    wanted["events"] = list(wanted["events"]) or None
    body: dict[str, Json] = {name: value for name, value in wanted.items() if value is not None}
    _patch(hook_id, body, (url, token), as_json=as_json)


@webhooks.command()
@click.argument("hook_id", metavar="ID")
@json_option
@server_options
def off(hook_id: str, url: str, token: str, *, as_json: bool) -> None:
    """Send it nothing any more; what is on its way is set aside."""
    _patch(hook_id, {"enabled": False}, (url, token), as_json=as_json)


@webhooks.command()
@click.argument("hook_id", metavar="ID")
@json_option
@server_options
def on(hook_id: str, url: str, token: str, *, as_json: bool) -> None:
    """Send it notices again, of what happens from now on."""
    _patch(hook_id, {"enabled": True}, (url, token), as_json=as_json)


@webhooks.command()
@click.argument("hook_id", metavar="ID")
@json_option
@server_options
def rotate(hook_id: str, url: str, token: str, *, as_json: bool) -> None:
    """Give it a new secret, shown once. The old one counts for another day."""
    with Session(url, token) as session:
        made = session.do(session.client.post(f"/v1/webhooks/{hook_id}/rotate", {}, Made))
    _show_secret(made, as_json=as_json)


@webhooks.command()
@click.argument("hook_id", metavar="ID")
@json_option
@server_options
def ping(hook_id: str, url: str, token: str, *, as_json: bool) -> None:
    """Send a test message."""
    with Session(url, token) as session:
        sent = session.do(session.client.post(f"/v1/webhooks/{hook_id}/ping", {}, Delivery))
    if as_json:
        print_json(sent)
        return
    click.echo(f"{sent.id} is on its way; see: interlock webhooks deliveries {hook_id}")


@webhooks.command()
@click.argument("hook_id", metavar="ID")
@click.option("--state", type=click.Choice(get_args(DeliveryState)), help="Only these.")
@json_option
@server_options
def deliveries(hook_id: str, state: str | None, url: str, token: str, *, as_json: bool) -> None:
    """Show what it got and will get, newest first."""
    query = {"state": state} if state else {}
    with Session(url, token) as session:
        path = f"/v1/webhooks/{hook_id}/deliveries"
        found = session.do(session.client.get(path, Deliveries, query))
    if as_json:
        print_json(found)
        return
    rows = [
        (one.id, one.event, moment(one.created_at), one.state, _outcome(one))
        for one in found.deliveries
    ]
    columns = ("notice", "event", "happened", "state", "last answer")
    show_table(out(), columns, rows, "There was nothing to tell yet.")


@webhooks.command()
@click.argument("hook_id", metavar="ID")
@click.argument("delivery_id", metavar="NOTICE")
@server_options
def show(hook_id: str, delivery_id: str, url: str, token: str) -> None:
    """Print the body of a notice, as it is sent."""
    with Session(url, token) as session:
        path = f"/v1/webhooks/{hook_id}/deliveries/{delivery_id}"
        found = session.do(session.client.get(path, View))
    click.echo(plain(bytes(found.body).decode()))


@webhooks.command()
@click.argument("hook_id", metavar="ID")
@click.argument("delivery_id", metavar="[NOTICE]", default="")
@click.option("--since", type=MOMENT, default=0, help="Only what happened since then.")
@json_option
@server_options
def redeliver(
    hook_id: str, delivery_id: str, since: int, url: str, token: str, *, as_json: bool
) -> None:
    """Send a notice once more; without NOTICE, all that were set aside."""
    path = f"/v1/webhooks/{hook_id}"
    with Session(url, token) as session:
        client = session.client
        if delivery_id:
            one = f"{path}/deliveries/{delivery_id}/redeliver"
            session.do(client.post(one, {}, Delivery))
            again = Again(1)
        else:
            again = session.do(client.post(f"{path}/redeliver", {"since": since}, Again))
    if as_json:
        print_json(again)
        return
    click.echo(f"{again.redelivered} on their way once more")


@webhooks.command()
@click.argument("hook_id", metavar="ID")
@server_options
def remove(hook_id: str, url: str, token: str) -> None:
    """Forget a webhook and what was on its way to it."""
    with Session(url, token) as session:
        session.do(session.client.delete(f"/v1/webhooks/{hook_id}"))
    click.echo(f"removed: {hook_id}")


def _patch(hook_id: str, body: dict[str, Json], server: tuple[str, str], *, as_json: bool) -> None:
    with Session(*server) as session:
        edited = session.do(session.client.patch(f"/v1/webhooks/{hook_id}", body, Hook))
    if as_json:
        print_json(edited)
        return
    click.echo(f"{edited.id} is {_state(edited)}")


def _show_secret(made: Made, *, as_json: bool) -> None:
    if as_json:
        print_json(made)
        return
    click.echo(f"webhook {made.hook.id} signs with:")
    click.echo(made.secret)
    click.echo("It is shown now and never again.", err=True)


def _state(one: Hook) -> str:
    if not one.disabled_at:
        return "on"
    return f"off: {one.disabled_why}" if one.disabled_why else "off"


def _outcome(one: Delivery) -> str:
    said = str(one.status) if one.status else one.error
    return f"{said} after {one.attempts}" if one.attempts > 1 else said

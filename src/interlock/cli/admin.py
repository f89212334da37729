"""``interlock admin``: what the host does to the database, before anybody has a key."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import click

from interlock.cli.exits import Trouble
from interlock.cli.options import json_option
from interlock.cli.turn import print_json
from interlock.commands.key import MadeKey, NewKey
from interlock.errors import ConfigError, Refusal
from interlock.settings import Settings, load_settings
from interlock.wiring.access import admin_init, host, host_key


@click.group()
def admin() -> None:
    """Begin a server with accounts: work on its database, on the host."""


@admin.command()
@click.option("--tenant", required=True, help="The tenant; it is made if it is not there.")
@click.option("--user", required=True, help="The first administrator.")
@json_option
def init(tenant: str, user: str, *, as_json: bool) -> None:
    """Make a tenant, its first administrator and a key. The key is shown once."""
    settings = _settings()
    _show(_done(admin_init(settings, tenant, user)), as_json=as_json)


@admin.command()
@click.option("--tenant", required=True, help="The user's tenant.")
@click.option("--user", required=True, help="As whom the key acts.")
@click.option("--name", default="", help="What to call it.")
@click.option("--scope", "scopes", multiple=True, help="read, run, approve or admin; all if none.")
@click.option("--days", default=0, help="How long it works; 0 until it is revoked.")
@json_option
def key(tenant: str, *, as_json: bool, **wanted: Any) -> None:  # noqa: ANN401 - click's
    """Make a key for a user who has none any more. The key is shown once."""
    order = NewKey(principal=host(tenant), **wanted)
    _show(_done(host_key(_settings(), order, tenant)), as_json=as_json)


def _settings() -> Settings:
    try:
        return load_settings()
    except ConfigError as error:
        raise Trouble(str(error), code="config") from error


def _done(work: Coroutine[Any, Any, MadeKey]) -> MadeKey:
    try:
        return asyncio.run(work)
    except ConfigError as error:
        raise Trouble(str(error), code="config") from error
    except Refusal as error:
        raise Trouble(error.text, code=error.code) from error


def _show(made: MadeKey, *, as_json: bool) -> None:
    if as_json:
        shown = {"id": made.key.id, "user": made.key.user, "token": made.token}
        print_json({**shown, "tenant": made.key.tenant})
        return
    click.echo(f"key {made.key.id} of {made.key.user} in {made.key.tenant}:")
    click.echo(made.token)
    click.echo("It is shown now and never again. Use it as INTERLOCK_TOKEN.", err=True)

"""``interlock db``: what is done to the database without a server."""

import click

from interlock.cli.exits import Trouble
from interlock.errors import ConfigError
from interlock.settings import load_settings
from interlock.wiring.database import migrate_database


@click.group()
def db() -> None:
    """Look after the database."""


@db.command()
def migrate() -> None:
    """Bring the database to this version's schema. ``serve`` does it, too, when it starts."""
    try:
        before, after = migrate_database(load_settings())
    except ConfigError as error:
        raise Trouble(str(error), code="config") from error
    if before == after:
        click.echo(f"The database has schema {after} already.")
    else:
        click.echo(f"Migrated the database from schema {before} to {after}.")

"""``interlock db``: what is done to the database without a server."""

from pathlib import Path

import click

from interlock.cli.exits import Trouble
from interlock.errors import ConfigError
from interlock.settings import load_settings
from interlock.wiring.database import back_up_database, migrate_database


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


@db.command()
@click.argument("file", type=click.Path(path_type=Path))
def backup(file: Path) -> None:
    """Copy the embedded database into a new file, also while a server works with it."""
    try:
        back_up_database(load_settings(), file)
    except ConfigError as error:
        raise Trouble(str(error), code="config") from error
    click.echo(f"Backed up into {file.name}. It holds everything: keep it where nobody reads it.")

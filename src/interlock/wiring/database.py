"""What the command line does to the database itself."""

from pathlib import Path

from interlock.errors import ConfigError
from interlock.settings import Settings
from interlock.store.backup import back_up
from interlock.store.lock import DirectoryLock
from interlock.store.migrate import migrate_file
from interlock.wiring.extra import from_extra

POSTGRES = "interlock.store.postgres_migrate:migrate_postgres"
"""Imported where it is wanted: it needs PostgreSQL's client."""


def back_up_database(settings: Settings, target: Path) -> None:
    """Copy the embedded database into a new file, while whoever works with it goes on.

    Raises:
        ConfigError: It is PostgreSQL's, there is none, or the target can't be written.
    """
    if settings.shares:
        raise ConfigError("PostgreSQL is backed up by its own tools: see docs/deployment.md")
    back_up(settings.database(), target)


def migrate_database(settings: Settings) -> tuple[int, int]:
    """Bring the database to this program's schema. Returns the version before and after.

    Raises:
        ConfigError: A server works with it, it can't be opened, or it is newer than the program.
    """
    if settings.shares:
        return from_extra(POSTGRES)(settings.database_url)
    file = settings.database()
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = DirectoryLock(file.parent)
    try:
        return migrate_file(file)
    finally:
        lock.close()

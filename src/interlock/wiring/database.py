"""What the command line does to the database itself."""

from interlock.settings import Settings
from interlock.store.lock import DirectoryLock
from interlock.store.migrate import migrate_file
from interlock.wiring.extra import from_extra

POSTGRES = "interlock.store.postgres_migrate:migrate_postgres"
"""Imported where it is wanted: it needs PostgreSQL's client."""


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

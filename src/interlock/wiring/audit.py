"""Audit a database without a server."""

from interlock.ports import Reader
from interlock.settings import Settings
from interlock.sight.audit import Difference, audit
from interlock.store.look import look
from interlock.wiring.extra import from_extra

POSTGRES = "interlock.store.postgres_look:look_postgres"
"""Imported where it is wanted: it needs PostgreSQL's client."""


def audit_database(settings: Settings, now: int) -> dict[str, list[Difference]]:
    """Every difference between rows and log, by tenant. Nothing is changed.

    Args:
        settings: Where the database is.
        now: Ms since the epoch.

    Raises:
        ConfigError: The database can't be read.
    """

    def work(reader: Reader) -> dict[str, list[Difference]]:
        return {tenant: audit(reader, tenant, now) for tenant in reader.figures.tenants()}

    if settings.shares:
        return from_extra(POSTGRES)(settings.database_url, work)
    return look(settings.database(), work)

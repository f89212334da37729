"""Audit a database without a server."""

from interlock.bus.clock import SystemClock
from interlock.ports import Reader
from interlock.settings import Settings
from interlock.sight.audit import Difference, audit
from interlock.store.look import look
from interlock.wiring.extra import from_extra

POSTGRES = "interlock.store.postgres_look:look_postgres"
"""Imported where it is wanted: it needs PostgreSQL's client."""


def audit_database(settings: Settings, now: int = 0) -> dict[str, list[Difference]]:
    """Every difference between rows and log, by tenant. Nothing is changed.

    Args:
        settings: Where the database is.
        now: Ms since the epoch; that of the system when 0.

    Raises:
        ConfigError: The database can't be read.
    """

    moment = now or SystemClock().now()

    def work(reader: Reader) -> dict[str, list[Difference]]:
        return {tenant: audit(reader, tenant, moment) for tenant in reader.figures.tenants()}

    if settings.shares:
        return from_extra(POSTGRES)(settings.database_url, work)
    return look(settings.database(), work)

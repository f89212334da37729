"""Look into PostgreSQL without opening the store: nothing is changed or migrated."""

from collections.abc import Callable
from typing import TypeVar

import psycopg

from interlock.errors import ConfigError, StoreFailed
from interlock.store.postgres_link import Link
from interlock.store.postgres_migrate import app_role
from interlock.store.postgres_session import postgres_queries
from interlock.store.postgres_transaction import Transactor
from interlock.store.reader import SqlReader

T = TypeVar("T")

EVERYBODY = "*"


def look_postgres(url: str, work: Callable[[SqlReader], T]) -> T:
    """Run a function over one consistent view, as everybody, while servers work on.

    Raises:
        ConfigError: The database can't be reached, or has another schema.
    """
    transactor = Transactor(Link(url, postgres_queries(), app_role(url)))
    try:
        return transactor.read(EVERYBODY, work)
    except (StoreFailed, psycopg.Error) as error:
        text = "the database can't be read: bring it up to date with interlock db migrate"
        raise ConfigError(text) from error
    finally:
        transactor.close()

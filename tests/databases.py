"""The PostgreSQL server that the tests use, and a schema of it for each of them.

``make test`` starts one where none answers; see ``scripts/services.py``.
"""

import os
from collections.abc import Generator
from contextlib import contextmanager
from urllib.parse import quote

import psycopg
from psycopg import sql

from interlock.domain.ids import new_id

POSTGRES = os.environ.get(
    "INTERLOCK_TEST_POSTGRES", "postgresql://postgres@127.0.0.1:5432/postgres"
)
"""A login that may make schemas and roles."""


@contextmanager
def postgres_schema(server: str = POSTGRES) -> Generator[str]:
    """A URL whose tables live in a schema of their own, which is dropped afterwards."""
    name = new_id("test").lower()
    with psycopg.connect(server, autocommit=True) as connection:
        schema = sql.Identifier(name)
        connection.execute("SET synchronous_commit = off")
        connection.execute(sql.SQL("CREATE SCHEMA {}").format(schema))
        try:
            yield url_of(name, server)
        finally:
            connection.execute(sql.SQL("DROP SCHEMA {} CASCADE").format(schema))


def url_of(schema: str, server: str = POSTGRES) -> str:
    """The URL of a schema. No test pulls the plug, so that none waits for the disk."""
    joint = "&" if "?" in server else "?"
    return f"{server}{joint}options={quote(f'-csynchronous_commit=off -csearch_path={schema}')}"


def restore(dump: str, url: str) -> None:
    """Put a dump of ``scripts/dump_release.py`` into the empty schema of a URL."""
    schema = url.rpartition("search_path%3D")[2]
    statements = dump.replace("interlock_release", schema)
    statements = statements.replace(f"CREATE SCHEMA {schema};\n", "")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statements.encode())

"""Every statement, as PostgreSQL reads it: under the role and the policies of a running server."""

import re
from collections.abc import Generator

import psycopg
import pytest
from tests.databases import postgres_schema

from interlock.store.postgres_migrate import APP_ROLE, migrate_postgres
from interlock.store.sql import queries

BIG = ("threads", "runs", "events", "interrupts")
FILL = """
INSERT INTO threads (id, tenant, "user", agent, title, untrusted, created_at, updated_at)
SELECT 't' || n, 'tenant' || n % 20, 'u' || n % 200, 'a', '', 0, n, n
FROM generate_series(1, 4000) AS n;

INSERT INTO runs (
    id, tenant, "user", thread_id, turn_id, agent, status, last_seq, fence, created_at, ended_at,
    resumes, channel, hidden, cancel_by, cancel_reason, code, text, brake, usage_json
)
SELECT 'r' || n, 'tenant' || n % 20, 'u' || n % 200, 't' || n, 'x' || n, 'a',
    CASE n % 100 WHEN 0 THEN 'running' ELSE 'success' END, 0, 1, n, n, '', 'api', 0, '', '', '', '',
    '', '{}'
FROM generate_series(1, 4000) AS n;

INSERT INTO events (run_id, seq, time, type, tenant, "user", body)
SELECT 'r' || n, seq, 1, CASE seq % 10 WHEN 0 THEN 'tool.end' ELSE 'model.delta' END,
    'tenant' || n % 20, 'u', '{}'
FROM generate_series(1, 4000) AS n, generate_series(1, 10) AS seq;

INSERT INTO interrupts (
    id, tenant, "user", thread_id, run_id, turn_id, kind, digest, opened_at, expires_at, status,
    decided_by, decided_at, channel, reason, body, answer_json
)
SELECT 'i' || n, 'tenant' || n % 20, 'u' || n % 200, 't' || n, 'r' || n, 'x' || n, 'approval', '',
    n, n, CASE n % 20 WHEN 0 THEN 'open' ELSE 'answered' END, '', 0, '', '', '{}', 'null'
FROM generate_series(1, 4000) AS n;

ANALYZE threads, runs, events, interrupts
"""


@pytest.fixture(scope="module")
def filled() -> Generator[psycopg.Connection]:
    """A connection like a server's to tables with rows in them."""
    with postgres_schema() as url:
        migrate_postgres(url)
        with psycopg.connect(url, autocommit=True, prepare_threshold=None) as connection:
            connection.execute("SET interlock.tenant = '*'")
            connection.execute(FILL)
            connection.execute(f"SET ROLE {APP_ROLE}".encode())
            connection.execute("SET interlock.tenant = 'tenant1'")
            connection.execute("SET plan_cache_mode = force_generic_plan")
            yield connection


def plan(connection: psycopg.Connection, text: str) -> list[str]:
    """How a statement is carried out, whatever its values. A lock needs no plan, but the right."""
    if text.startswith("LOCK "):
        with connection.transaction():
            connection.execute(text.encode())
        return []
    names = list(dict.fromkeys(re.findall(r"(?<![:\w]):(\w+)", text)))
    numbered = re.sub(r"(?<![:\w]):(\w+)", lambda match: f"${names.index(match[1]) + 1}", text)
    connection.execute("DEALLOCATE ALL")
    connection.execute(f"PREPARE it AS {numbered}".encode())
    nothing = f"({', '.join(['NULL'] * len(names))})" if names else ""
    rows = connection.execute(f"EXPLAIN (COSTS OFF) EXECUTE it{nothing}".encode())
    return [row[0].strip() for row in rows]


@pytest.mark.parametrize("name", sorted(queries("postgres")))
def test_a_statement_is_understood_and_walks_through_no_big_table(
    name: str, filled: psycopg.Connection
):
    steps = plan(filled, queries("postgres")[name])
    scans = [step for step in steps if re.search(rf"Seq Scan on ({'|'.join(BIG)})\b", step)]
    assert scans == []


def test_an_append_looks_runs_up_by_their_id(filled: psycopg.Connection):
    steps = plan(filled, queries("postgres")["append_many"])
    assert any("using runs_id_key on runs" in step for step in steps), steps

import ast
import re
from pathlib import Path

import pytest

import interlock.store
from interlock.store.connect import connect_writer
from interlock.store.migrate import migrate
from interlock.store.sql import queries

FOLDER = Path(interlock.store.__file__).parent
FILES = sorted((FOLDER / "queries").rglob("*.sql"))
DATABASES = ("sqlite", "postgres")
SMALL = frozenset(
    {
        "questions_for_roles",  # a page of one's own, a page of one's roles', and the roles
        "questions_for_roles_by_status",
        "questions_of_thread",  # the roles of the principal
        "claimable_runs",  # the unfinished runs, ranked
        "renew_leases",  # the fences of one worker
        "clock",  # no row at all
        "tenants",  # an operator looks at all of them, newest first
        "active_users",  # the kept sums of a report's days, added up
        "usage_sums",
        "usage_run_count",
        "usage_action_count",
        "usage_recount",  # a recount looks at every row, that is what it is for
        "invoice_days",
        "billed_runs",  # so does an audit
        "counted_runs",
        "run_tenants",  # the tenants, one after the other
        "figure_sums",  # the sums of some days, hours and minutes, added up
        "figure_points",
        "spent_by_subjects",  # the same of the days that a quota has
        "quotas_of_tenant",  # a tenant has a few, and they are wanted whole
        "every_quota",
        "every_zone",
    }
)
"""Queries that walk through a list which they have made themselves, or which is wanted whole."""


def strings() -> set[str]:
    """Every string in the code of the store."""
    trees = [ast.parse(file.read_text("utf-8")) for file in FOLDER.glob("*.py")]
    return {
        node.value
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def blocks(file: Path) -> list[str]:
    return file.read_text("utf-8").split("\n-- name: ")[1:]


def name(block: str) -> str:
    return block.split("\n", 1)[0]


def test_every_query_has_one_name_and_a_description():
    undescribed = [
        block
        for file in FILES
        for block in blocks(file)
        if not block.split("\n")[1].startswith("-- ")
    ]
    assert undescribed == []
    for folder in ("queries", *(f"queries/{database}" for database in DATABASES)):
        names = [name(block) for file in (FOLDER / folder).glob("*.sql") for block in blocks(file)]
        assert len(names) == len(set(names))
    assert set(queries("sqlite")) == {
        name(block) for file in (FOLDER / "queries").glob("*.sql") for block in blocks(file)
    }


@pytest.mark.parametrize("database", DATABASES)
def test_every_query_is_asked_for(database: str):
    assert set(queries(database)) - strings() == set()


@pytest.mark.parametrize("database", DATABASES)
def test_a_query_is_one_statement_without_comments(database: str):
    texts = queries(database).values()
    assert [text for text in texts if ";" in text or "--" in text or not text] == []


def test_every_query_finds_its_rows_through_an_index(tmp_path: Path):
    connection = connect_writer(tmp_path / "interlock.db", "NORMAL")
    migrate(connection)
    plans: dict[str, list[str]] = {}
    for query, text in queries("sqlite").items():
        values = dict.fromkeys(re.findall(r":(\w+)", text), 1)
        rows = connection.execute(f"EXPLAIN QUERY PLAN {text}", values)
        plans[query] = [row["detail"] for row in rows]
    connection.close()
    slow = {
        query: step
        for query, steps in plans.items()
        for step in steps
        if query not in SMALL and (step.startswith("SCAN") or "TEMP B-TREE" in step)
    }
    # An index that holds what waits and nothing else.
    assert slow == {
        "unfinished_runs": "SCAN runs USING INDEX runs_unfinished",
        "queued_heap": "SCAN runs USING INDEX runs_unfinished",
        "running_heap": "SCAN runs USING INDEX runs_unfinished",
        "leased_heap": "SCAN runs USING INDEX runs_unfinished",
        "open_questions_heap": "SCAN interrupts USING INDEX interrupts_due",
        "pending_notices_heap": "SCAN outbox USING INDEX outbox_due",
        "ledger_head": "SCAN meters",  # whether there is one: it stops at the first
    }
    assert plans["runs_of_thread"][0] == "SEARCH runs USING INDEX runs_by_thread (thread_id=?)"
    for query in SMALL & plans.keys():
        found = [step for step in plans[query] if step.startswith("SEARCH interrupts")]
        assert not any("interrupts_by_tenant" in step for step in found)


def test_every_row_names_its_tenant_and_user(tmp_path: Path):
    connection = connect_writer(tmp_path / "interlock.db", "NORMAL")
    migrate(connection)
    tables = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    )
    without = {
        table
        for (table,) in tables
        if not {"tenant", "user"}
        <= {row["name"] for row in connection.execute(f"PRAGMA table_info({table})")}
    }
    connection.close()
    # The scope of an idempotency key is made of tenant, user and route; people are themselves.
    # What bounds a tenant's use is the tenant's, and names a user only as its subject.
    # A sealed secret is its thread's.
    bounds = {"ledger_zones", "meters", "quotas", "reservations", "sealed"}
    bounds |= {"quota_full", "quota_warnings"}
    # Figures are the tenant's; the runs behind them say whose they are.
    figures = {"figures", "figure_marks"}
    assert without - {"audit", "tenants", "users"} - bounds - figures == {
        "schema_version",
        "replays",
    }


def test_sql_lives_in_sql_files():
    verbs = ("SELECT ", "INSERT ", "UPDATE ", "DELETE ")
    allowed = {"migrate.py", "postgres_migrate.py"}  # their own table, before there are others
    found = {
        file.name
        for file in FOLDER.glob("*.py")
        if any(f'"{verb}' in file.read_text("utf-8") for verb in verbs)
    }
    assert found - allowed == set()

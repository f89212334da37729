"""Books many runs at once on PostgreSQL: a few statements a group instead of a few a run."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from interlock.domain.events import Event, ModelEnded, ModelFailed, RunEnded, ToolEnded
from interlock.domain.ledger import Entry, Owner, entry_of
from interlock.domain.quotas import day_of
from interlock.store.ledger import counts, entry_values
from interlock.store.postgres_session import PostgresSession
from interlock.store.quotas import Quotas

_COLUMNS: Final = (
    "run_id",
    "call_index",
    "attempt",
    "seq",
    "tenant",
    "user",
    "agent",
    "role",
    "key",
    "thread_id",
    "at",
    "day",
    "provider",
    "model",
    "requested",
    "kind",
    "outcome",
    "fallback",
    "tier",
    "input_tokens",
    "cached_tokens",
    "cache_write_tokens",
    "output_tokens",
    "reasoning_tokens",
    "audio_tokens",
    "other_units",
    "cost",
    "version",
    "source",
    "consistent",
    "reported",
    "response_id",
    "lines_json",
)


def book_many(session: PostgresSession, logs: Mapping[str, Sequence[Event]]) -> None:
    """Book what the events of several runs say; see ``Ledger.follow`` for one run.

    Args:
        session: In the transaction of the events.
        logs: The new events by run.
    """
    told = {run_id: [event for event in events if counts(event)] for run_id, events in logs.items()}
    owners = _owners(session, [run_id for run_id, events in told.items() if events])
    facts = [(owner, event) for run_id, owner in owners.items() for event in told[run_id]]
    entries = [entry for owner, event in facts if (entry := entry_of(owner, event)) is not None]
    if entries:
        session.arrays("book_many", _columns(entries))
    for owner, event in facts:
        _settle(session, owner, event)
    _count_runs(session, [(o, e, e.data) for o, e in facts if isinstance(e.data, RunEnded)])


def _owners(session: PostgresSession, run_ids: list[str]) -> dict[str, Owner]:
    if not run_ids:
        return {}
    names = ("tenant", "user", "agent", "key", "thread_id", "zone")
    rows = session.arrays("ledger_heads", {"run_ids": run_ids})
    found = {row["id"]: Owner(run_id=row["id"], **{n: row[n] for n in names}) for row in rows}
    return {run_id: found[run_id] for run_id in sorted(found)}


def _columns(entries: Sequence[Entry]) -> dict[str, list[Any]]:
    rows = [entry_values(entry) for entry in entries]
    return {name: [_storable(row[name]) for row in rows] for name in _COLUMNS}


def _storable(value: object) -> object:
    """Text without NUL, which PostgreSQL can't keep."""
    return value.replace("\0", "\ufffd") if isinstance(value, str) else value


def _settle(session: PostgresSession, owner: Owner, event: Event) -> None:
    fact = event.data
    if isinstance(fact, ModelEnded | ModelFailed) and fact.bill and fact.bill.reserved:
        Quotas(session).settle(owner.run_id, fact.bill.call_index, fact.bill.attempt)
    elif isinstance(fact, ToolEnded):
        where = {"tenant": owner.tenant, "user": owner.user, "agent": owner.agent}
        day = day_of(event.time, owner.zone)
        session.run("count_action", {**where, "day": day, "tool": fact.name})


def _count_runs(session: PostgresSession, ended: Sequence[tuple[Owner, Event, RunEnded]]) -> None:
    if not ended:
        return
    session.arrays(
        "count_runs",
        {
            "tenant": [owner.tenant for owner, _, _ in ended],
            "day": [day_of(event.time, owner.zone) for owner, event, _ in ended],
            "user": [owner.user for owner, _, _ in ended],
            "agent": [owner.agent for owner, _, _ in ended],
            "status": [fact.status for _, _, fact in ended],
        },
    )
    run_ids = [owner.run_id for owner, _, _ in ended]
    for row in session.arrays("runs_with_reservations", {"run_ids": run_ids}):
        Quotas(session).release(row["run_id"])

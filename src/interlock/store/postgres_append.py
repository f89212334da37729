"""Appends to many runs in one transaction of PostgreSQL, as if each were alone."""

import logging
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from psycopg import sql

from interlock import failpoints
from interlock.domain.events import Event, ModelDelta, ToolProgressed, encode_fact, fact_type
from interlock.errors import InterlockError, LeaseLost, StoreFailed
from interlock.store.follow import follow_unbooked
from interlock.store.job import Job
from interlock.store.postgres_faults import unknown
from interlock.store.postgres_ledger import book_many
from interlock.store.postgres_link import Link
from interlock.store.postgres_session import PostgresSession
from interlock.store.postgres_transaction import Transactor, begun
from interlock.store.project import Head
from interlock.store.tx import SqlTx
from interlock.store.upgrade import ENCODING

_log = logging.getLogger(__name__)


class Append(NamedTuple):
    """Events that the driver of a run has numbered, and whose rows its context may write."""

    run_id: str
    fence: int
    events: tuple[Event, ...]
    scope: str


Work = Job[Append, None]
Appended = list[Sequence[Event]]


class Appends:
    """Makes groups of appends durable over one link; for one thread.

    A group is one transaction. Appends that the group's way can't take, because their driver lost
    the run say, are made alone after it, and so is every append of a group that failed: whose fault
    it is shows then. After a lost connection nothing is repeated blindly: an append whose events
    are in the log already has happened.
    """

    def __init__(self, link: Link) -> None:
        self._link = link
        self._alone = Transactor(link)
        self._named: tuple[PostgresSession, str] | None = None

    def perform(self, jobs: Sequence[Work]) -> Appended:
        """Make the appends durable and note in each job how it went. Returns what to publish."""
        published: Appended = []
        for scope in dict.fromkeys(job.work.scope for job in jobs):
            published += self._group(scope, [job for job in jobs if job.work.scope == scope])
        return published

    def close(self) -> None:
        """Close the connection."""
        self._link.drop()

    def _group(self, scope: str, jobs: Sequence[Work]) -> Appended:
        lost = False
        left = jobs
        try:
            left = self._together(scope, jobs)
        except StoreFailed as error:
            for job in jobs:
                job.error = error
            return []
        except Exception:  # noqa: BLE001 - whose it is shows when each is made alone
            _log.debug("a group of appends failed; each is made alone", exc_info=True)
            lost = self._link.lost
        others = {id(job) for job in left}
        published = [job.work.events for job in jobs if id(job) not in others]
        return published + self._each(left, suspect=lost)

    def _each(self, jobs: Sequence[Work], *, suspect: bool) -> Appended:
        published: Appended = []
        down: Exception | None = None
        for job in jobs:
            if down is None:
                job.error = self._one(job.work, suspect=suspect)
                down = job.error if self._link.down else None
            else:
                job.error = down
            if job.error is None and job.work.events:
                published.append(job.work.events)
        return published

    def _one(self, append: Append, *, suspect: bool) -> Exception | None:
        tried = suspect

        def work(tx: SqlTx) -> None:
            nonlocal tried
            again, tried = tried, True
            try:
                tx.append_driven(append.run_id, append.fence, append.events)
            except (LeaseLost, InterlockError):
                # Only an attempt whose end we never learned can have put them there.
                if not (again and is_there(tx, append)):
                    raise

        try:
            self._alone.write(append.scope, work, "READ COMMITTED")
        except StoreFailed as error:
            return unknown(error) if suspect else error
        except Exception as error:  # noqa: BLE001 - it belongs to whoever sent the append
            return error
        return None

    def _together(self, scope: str, jobs: Sequence[Work]) -> list[Work]:
        """One transaction for all that can go together. Returns the others."""
        chains = _chains(jobs)
        if not chains:
            return list(jobs)
        session = self._link.session()
        if all(is_fragment(event) for chain in chains.values() for event in chain.events):
            self._name_scope(session, scope)
            failpoints.hit("store.before_commit")
            moved = _write(session, chains)
        else:
            moved = _write_all(session, scope, chains)
        failpoints.hit("store.after_commit")
        return [job for job in jobs if job.work.run_id not in moved]

    def _name_scope(self, session: PostgresSession, scope: str) -> None:
        """Say whose rows the next statements may write that are transactions of their own."""
        if self._named != (session, scope):
            whose = sql.Literal(scope).as_string(session.connection)
            session.connection.execute(f"SET interlock.tenant = {whose}".encode())
            self._named = session, scope


class _Chain(NamedTuple):
    """The appends to one run that wait, which continue one another."""

    fence: int
    before: int
    events: list[Event]


def is_there(tx: SqlTx, append: Append) -> bool:
    """Whether the log has exactly these events already."""
    first = append.events[0].seq
    return tx.events(append.run_id, first - 1, len(append.events)) == list(append.events)


def _chains(jobs: Sequence[Work]) -> dict[str, _Chain]:
    """The appends by run; a run whose appends do not continue one another is left out."""
    chains: dict[str, _Chain] = {}
    broken: set[str] = set()
    for job in jobs:
        run_id, fence, events, _ = job.work
        if not events:
            broken.add(run_id)
            continue
        chain = chains.setdefault(run_id, _Chain(fence, events[0].seq - 1, []))
        chain.events.extend(events)
        if chain.fence != fence:
            broken.add(run_id)
    for run_id, chain in chains.items():
        first = chain.before + 1
        if [e.seq for e in chain.events] != list(range(first, first + len(chain.events))):
            broken.add(run_id)
    return {run_id: chain for run_id, chain in sorted(chains.items()) if run_id not in broken}


def is_fragment(event: Event) -> bool:
    """Whether it changes nothing beside the log: most of what a driver writes."""
    return isinstance(event.data, ModelDelta | ToolProgressed)


def _write_all(
    session: PostgresSession, scope: str, chains: Mapping[str, _Chain]
) -> dict[str, Head]:
    """Append, and keep the projections in step; the runs whose logs moved."""
    with begun(session, scope, "READ COMMITTED"):
        moved = _write(session, chains)
        for run_id, head in moved.items():
            follow_unbooked(session, run_id, head, chains[run_id].events)
        book_many(session, {run_id: chains[run_id].events for run_id in moved})
        failpoints.hit("store.before_commit")
        session.connection.execute("COMMIT")
    return moved


def _write(session: PostgresSession, chains: Mapping[str, _Chain]) -> dict[str, Head]:
    """Append in one statement; the runs whose logs moved, and what is known of them."""
    events = [event for chain in chains.values() for event in chain.events]
    rows = session.arrays(
        "append_many",
        {
            "run_ids": list(chains),
            "fences": [chain.fence for chain in chains.values()],
            "befores": [chain.before for chain in chains.values()],
            "lasts": [chain.events[-1].seq for chain in chains.values()],
            "run_id": [event.run_id for event in events],
            "seq": [event.seq for event in events],
            "time": [event.time for event in events],
            "type": [fact_type(event.data) for event in events],
            "body": [encode_fact(event.data) for event in events],
            "encoding": ENCODING,
        },
    )
    return {
        row["id"]: Head(row["tenant"], row["user"], row["thread_id"], row["status"]) for row in rows
    }

"""Reads what a driver needs of a claimed run: the thread's facts and the turn's events."""

from interlock.domain.events import Event
from interlock.domain.records import Run
from interlock.ledger.clerk import Clerk
from interlock.loop.journal import Journal
from interlock.ports import Clock, Lease, Reader, Store


async def load(store: Store, clock: Clock, lease: Lease, clerk: Clerk | None = None) -> Journal:
    """The journal of a claimed run, at the end of its log."""
    thread, turn, untrusted = await store.read(lambda reader: _read(reader, lease.run))
    return Journal(store, clock, lease, (thread, turn), untrusted=untrusted, clerk=clerk)


def _read(reader: Reader, run: Run) -> tuple[list[Event], list[Event], bool]:
    thread = reader.thread(run.thread_id)
    facts = reader.thread_facts(run.thread_id)
    turn_runs = {row.id for row in reader.turn_runs(run.turn_id)}
    turn = [event for event in facts if event.run_id in turn_runs]
    if run.fence > 1:  # it was driven before: what had streamed matters
        turn = [event for event in turn if event.run_id != run.id] + reader.events(run.id)
    return facts, turn, thread is not None and thread.untrusted

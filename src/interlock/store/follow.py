"""What follows from events, done in their own transaction: projections, and notices to tell.

Every path that appends goes through here, whichever way it wrote the events themselves.
"""

from collections.abc import Sequence

from interlock.domain.events import Event
from interlock.store.ledger import Ledger
from interlock.store.outbox import TOLD, Outbox
from interlock.store.project import Head, project
from interlock.store.reader import SqlReader
from interlock.store.session import Session


def follow(session: Session, run_id: str, head: Head, events: Sequence[Event]) -> None:
    """Bring the tables beside the log up to date with events that are in it.

    Raises:
        IllegalMove: The run can't end like this.
        InterlockError: Something follows the end of the run.
    """
    Ledger(session).follow(run_id, events)
    follow_unbooked(session, run_id, head, events)


def follow_unbooked(session: Session, run_id: str, head: Head, events: Sequence[Event]) -> None:
    """The same without the ledger, for whoever books many runs at once."""
    for change in project(run_id, head, events):
        session.run(change.query, change.values)
    if any(isinstance(event.data, TOLD) for event in events):
        Outbox(SqlReader(session)).tell(head.tenant, events)
